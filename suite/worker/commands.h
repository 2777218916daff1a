// What the controller tells a worker: a struct for each command. As with
// events (messages.h), Fields() is the one list that writer, check and reader
// share:
//
//   worker->Send(CommandJson(SnapshotCommand{id}), seconds);
//   if (SnapshotCommand s; IsCommand(command, &s)) { ... }

#ifndef WGSYNC_SUITE_WORKER_COMMANDS_H_
#define WGSYNC_SUITE_WORKER_COMMANDS_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "nlohmann/json.hpp"
#include "suite/core/base/fields_json.h"

namespace wgsync {

// Lists the devices: DEVICES.
struct ListCommand {
  static constexpr char kName[] = "list";
  void Fields(FieldVisitor&) {}
};

// Opens one, and works in `scratch` from then on: READY.
struct OpenCommand {
  static constexpr char kName[] = "open";
  std::string index;  // "0:1", of platform and device
  std::string scratch;
  void Fields(FieldVisitor& v);
};

// Reads what identifies device and driver: FINGERPRINT.
struct FingerprintCommand {
  static constexpr char kName[] = "fingerprint";
  void Fields(FieldVisitor&) {}
};

// A program; the worker keeps what it has built by `key`.
struct ProgramText {
  std::string key;
  std::string source;
  std::string options;
  bool spirv = false;  // the driver gets it as SPIR-V
  uint64_t queue = 0;  // of its launches: Queue in suite/core/plan/case.h
  uint64_t source_number = 0;  // SentSources
  void ProgramFields(FieldVisitor& v);
};

// Builds the program, while a launch may run: BUILT.
struct BuildCommand : ProgramText {
  static constexpr char kName[] = "build";
  void Fields(FieldVisitor& v) { ProgramFields(v); }
};

// Builds it and writes its binary to the file `path`: BINARY.
struct BinaryCommand : ProgramText {
  static constexpr char kName[] = "binary";
  std::string path = "";
  void Fields(FieldVisitor& v);
};

// Builds it and says what limits the residency of `kernel`, and what it takes:
// NEEDS. Without a name it is the only kernel of the program.
struct NeedsCommand : ProgramText {
  static constexpr char kName[] = "needs";
  std::string kernel = "";
  std::vector<uint64_t> group_shape = {};  // as LaunchCommand's
  uint32_t group_size = 0;
  void Fields(FieldVisitor& v);
};

// An argument of a kernel that is not the suite's: a region of the launch, so
// many bytes of local memory, or the first bytes of `bits`.
struct LaunchArgument {
  bool has_region = false, local = false;
  uint64_t region = 0;
  uint64_t bytes = 0, bits = 0;
  void Fields(FieldVisitor& v);
};

// Runs `kernel`: STARTED, PHASE for each phase, FINISHED. Region i of the
// launch is a buffer of bytes[i] bytes; its content is in shared memory, in the
// half that is live, from offset[i] on. Each region lies inside of that half,
// on a page.
struct LaunchCommand : ProgramText {
  static constexpr char kName[] = "launch";
  uint64_t id = 0;
  std::string kernel = "";
  uint32_t groups = 0;
  uint32_t group_size = 0;
  // In two or three dimensions: the sides, whose products are `groups` and
  // `group_size`. Empty for a row.
  std::vector<uint64_t> grid = {}, group_shape = {};
  uint64_t global_offset = 0;  // what get_global_offset(0) returns
  bool shared = false;         // the buffers are the shared memory itself
  bool polls = false;          // the host waits by polling the event's status
  bool concurrent = false;     // in a concurrent dispatch
  // Of words and payload where they are not shared: Memory in
  // suite/core/plan/case.h.
  uint64_t memory = 0;
  std::vector<uint64_t> offset = {}, bytes = {};
  std::vector<uint64_t> scalars =
      {};  // the kernel's last arguments, 32 bits each
  // Kernels in a row; the last scalar is then the number of each.
  uint32_t steps = 1;
  // Of a kernel that is not the suite's: all arguments, in place of the regions
  // and the scalars.
  bool foreign = false;
  std::vector<LaunchArgument> arguments = {};
  void Fields(FieldVisitor& v);
};

// Runs a host check: PHASE for each call, HOST.
struct HostCommand {
  static constexpr char kName[] = "host";
  std::string check;
  std::vector<std::string> words;  // "queue=in_order"
  std::string source;
  bool cuts_loops = false;
  double patience = 20;  // seconds that a completion may take to show
  void Fields(FieldVisitor& v);
};

// Copies the buffers of the launch in flight into the half of shared memory
// that is for snapshots, while it runs: SNAPSHOT.
struct SnapshotCommand {
  static constexpr char kName[] = "snapshot";
  uint64_t id = 0;
  void Fields(FieldVisitor& v);
};

// Stores `value` into a word of a buffer, while the launch runs: POKED.
struct PokeCommand {
  static constexpr char kName[] = "poke";
  uint32_t region = 0;
  uint32_t word = 0;
  uint32_t value = 0;
  void Fields(FieldVisitor& v);
};

template <typename Command>
nlohmann::json CommandJson(const Command& command) {
  nlohmann::json j = FieldsToJson(command);
  j["cmd"] = Command::kName;
  return j;
}

// Returns whether `c` is such a command, and reads it. `c` has passed
// ParseCommand().
template <typename Command>
bool IsCommand(const nlohmann::json& c, Command* command) {
  return c.value("cmd", "") == Command::kName &&
         FieldsFromJson(c, command).empty();
}

// Sources go to a worker once: writing and reading the 66 KB of each launch's
// took 1 ms. The controller has one object for each worker, which numbers the
// sources from 1 on, and the worker one that has their texts. A command without
// a program is not changed.
class SentSources {
 public:
  // The command as it is sent: without a source that was sent before.
  nlohmann::json Shortened(nlohmann::json command);
  // The command as it was, on the other side, in the order of sending.
  void Complete(nlohmann::json* command);

 private:
  std::map<std::string, uint64_t> numbers_;
  std::map<uint64_t, std::string> sources_;
};

}  // namespace wgsync

#endif  // WGSYNC_SUITE_WORKER_COMMANDS_H_
