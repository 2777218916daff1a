// What a worker tells its controller: a struct for each event.
//
// The struct's Fields() is the one list of the event's fields. The worker
// writes it, ParseEvent() checks a line against it, and the controller reads
// it:
//
//   emit(EventJson(SnapshotEvent{id, ok, what}));
//   if (SnapshotEvent s; IsEvent(e, &s)) { ... }
//
// Seconds are at least 0 and finite. A digest is a SHA-256 in hexadecimal,
// since it becomes part of a file's name; "" if it is not known.

#ifndef WGSYNC_SUITE_WORKER_MESSAGES_H_
#define WGSYNC_SUITE_WORKER_MESSAGES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "nlohmann/json.hpp"
#include "suite/core/base/fields_json.h"
#include "suite/core/base/json_value.h"
#include "suite/core/launch/occupancy.h"
#include "suite/core/plan/claims.h"
#include "suite/core/record/device_info.h"
#include "suite/core/record/host_facts.h"
#include "suite/core/tried/try_spec.h"

namespace wgsync {

// The command cannot be carried out. Every other event may have "what", too.
struct ErrorEvent {
  static constexpr char kName[] = "ERROR";
  std::string what;
  void Fields(FieldVisitor& v);
};

// The answer to "list". A device's slug is the name of a folder.
struct DevicesEvent {
  static constexpr char kName[] = "DEVICES";
  std::vector<DeviceInfo> devices;
  void Fields(FieldVisitor& v);
};

// The device is open.
struct ReadyEvent {
  static constexpr char kName[] = "READY";
  Claims claims;
  std::string full_name, driver_version;
  bool tells_code = false;  // the binary of a program names its code
  std::string sandbox;      // sandbox.h
  std::string host_code;    // HostCode() of the worker
  void Fields(FieldVisitor& v);
};

// devices/identity/fingerprint.h
struct FingerprintEvent {
  static constexpr char kName[] = "FINGERPRINT";
  std::string digest;
  JsonValue fingerprint;
  void Fields(FieldVisitor& v);
};

// A program was built, or was not.
struct BuiltEvent {
  static constexpr char kName[] = "BUILT";
  std::string key;
  bool ok = false;
  bool refused = false;  // for what the program is, not for want of resources
  std::string what;
  std::string binary_digest;
  void Fields(FieldVisitor& v);
};

// A program's binary is in its file, or is not.
struct BinaryEvent {
  static constexpr char kName[] = "BINARY";
  bool ok = false;
  std::string what;
  void Fields(FieldVisitor& v);
};

// The command "launch" was taken.
struct StartedEvent {
  static constexpr char kName[] = "STARTED";
  uint64_t id = 0;
  void Fields(FieldVisitor& v);
};

// What the worker does now: "build", "upload", "enqueue", "complete", "read";
// in a host check the next call.
struct PhaseEvent {
  static constexpr char kName[] = "PHASE";
  std::string phase;
  std::string binary_digest;  // with "upload"
  void Fields(FieldVisitor& v);
};

// A launch has ended, or could not be made.
struct FinishedEvent {
  static constexpr char kName[] = "FINISHED";
  uint64_t id = 0;
  bool ok = false;
  std::string stage;  // where it failed: "build", "setup", "limit", "run", ...
  std::string what;
  bool gone = false;  // and the device with it
  double build_seconds = 0;
  std::string build_log;
  double device_seconds = 0;
  double host_seconds = 0;
  void Fields(FieldVisitor& v);
};

// What limits the residency: of the device, and of one kernel of it. Without
// such a kernel, the names of those that the program has.
struct NeedsEvent : KernelFacts {
  static constexpr char kName[] = "NEEDS";
  bool ok = false;
  std::string what;
  std::string build_log;
  std::string parameters_text;  // why the driver does not list them
  void Fields(FieldVisitor& v);
};

// A snapshot of the buffers is in shared memory, or is not.
struct SnapshotEvent {
  static constexpr char kName[] = "SNAPSHOT";
  uint64_t id = 0;
  bool ok = false;
  std::string what;
  void Fields(FieldVisitor& v);
};

// A host check has ended. If a call has `failed`, the first of `set_up`,
// `refused` and `resources_short` that is true says why.
struct HostEvent : HostFacts {
  static constexpr char kName[] = "HOST";
};

// A word was stored into a buffer, or was not.
struct PokedEvent {
  static constexpr char kName[] = "POKED";
  bool ok = false;
  void Fields(FieldVisitor& v);
};

template <typename Event>
nlohmann::json EventJson(const Event& event) {
  nlohmann::json j = FieldsToJson(event);
  j["event"] = Event::kName;
  return j;
}

// Returns whether `e` is such an event, and reads it. `e` has passed
// ParseEvent().
template <typename Event>
bool IsEvent(const nlohmann::json& e, Event* event) {
  return e.is_object() && e.value("event", "") == Event::kName &&
         FieldsFromJson(e, event).empty();
}

}  // namespace wgsync

#endif  // WGSYNC_SUITE_WORKER_MESSAGES_H_
