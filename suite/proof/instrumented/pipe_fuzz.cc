// The lines between controller and worker, and the memory that they share.

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "nlohmann/json.hpp"
#include "suite/core/catalog/catalog.h"
#include "suite/core/launch/decode.h"
#include "suite/core/launch/launch_spec.h"
#include "suite/core/launch/layout.h"
#include "suite/core/launch/preprocess.h"
#include "suite/core/verdict/judge.h"
#include "suite/core/verdict/ladder.h"
#include "suite/proof/instrumented/fuzz.h"
#include "suite/worker/commands.h"
#include "suite/worker/events.h"
#include "suite/worker/messages.h"

namespace wgsync {
namespace {

using nlohmann::json;

bool IsPrintable(absl::string_view text) {
  for (char c : text) {
    if (c < 32 || c > 126) return false;
  }
  return true;
}

// What passes ParseEvent() is read.
template <typename Event>
bool Reads(const json& e) {
  Event event;
  return e["event"] != Event::kName || IsEvent(e, &event);
}

void ReadEvent(const json& e) {
  Must(Reads<BinaryEvent>(e) && Reads<BuiltEvent>(e) &&
           Reads<DevicesEvent>(e) && Reads<ErrorEvent>(e) &&
           Reads<FinishedEvent>(e) && Reads<FingerprintEvent>(e) &&
           Reads<HostEvent>(e) && Reads<NeedsEvent>(e) &&
           Reads<PhaseEvent>(e) && Reads<PokedEvent>(e) &&
           Reads<ReadyEvent>(e) && Reads<SnapshotEvent>(e) &&
           Reads<StartedEvent>(e),
       "an event that passes is read");
  e.value("what", "");
  if (FingerprintEvent f; IsEvent(e, &f)) {
    f.fingerprint->dump();
    Must(f.digest.size() == 64 && f.digest.find('/') == std::string::npos,
         "a digest may be a file's name");
  }
  if (FinishedEvent f; IsEvent(e, &f)) {
    Must(f.build_seconds >= 0 && f.device_seconds >= 0 && f.host_seconds >= 0,
         "time does not run backwards");
  }
}

FUZZ_TARGET(event) {
  const absl::StatusOr<json> e = ParseEvent(input);
  if (!e.ok()) {
    Must(IsPrintable(e.status().message()), "the error is printable");
    return;
  }
  ReadEvent(*e);
  const std::string line = e->dump();
  Must(ParseEvent(line).ok(), "an event that is written is an event");
}

template <typename Command>
bool ReadsCommand(const json& c) {
  Command command;
  return c["cmd"] != Command::kName || IsCommand(c, &command);
}

FUZZ_TARGET(command) {
  const absl::StatusOr<json> c = ParseCommand(input);
  if (!c.ok()) {
    Must(IsPrintable(c.status().message()), "the error is printable");
    return;
  }
  Must(ReadsCommand<BinaryCommand>(*c) && ReadsCommand<BuildCommand>(*c) &&
           ReadsCommand<HostCommand>(*c) && ReadsCommand<LaunchCommand>(*c) &&
           ReadsCommand<NeedsCommand>(*c) && ReadsCommand<OpenCommand>(*c) &&
           ReadsCommand<PokeCommand>(*c) && ReadsCommand<SnapshotCommand>(*c),
       "a command that passes is read");
  LaunchCommand launch;
  if (!IsCommand(*c, &launch)) return;
  Must(launch.offset.size() == launch.bytes.size(), "each region has both");
  for (size_t i = 0; i < launch.bytes.size(); ++i) {
    Must(launch.offset[i] <= kHalfBytes &&
             launch.bytes[i] <= kHalfBytes - launch.offset[i],
         "regions lie in shared memory");
  }
}

// Takes numbers off the front of the input.
class Numbers {
 public:
  explicit Numbers(absl::string_view* input) : input_(input) {}
  uint32_t Below(uint32_t limit) {
    if (input_->empty()) return 0;
    const uint32_t n = static_cast<uint8_t>(input_->front());
    input_->remove_prefix(1);
    return n % limit;
  }

 private:
  absl::string_view* input_;
};

LaunchSpec AnySpec(Numbers* numbers) {
  LaunchSpec s;
  const auto primitives = Primitives();
  s.program.c.primitive = &primitives[numbers->Below(primitives.size())];
  const auto& workloads = s.program.c.primitive->workloads;
  s.program.c.workload =
      FindWorkload(workloads[numbers->Below(workloads.size())]);
  s.groups = 1 + numbers->Below(5);
  s.group_size = 1 + numbers->Below(8);
  s.rounds = 1 + numbers->Below(6);
  s.discover = numbers->Below(8) == 0;
  return s;
}

// Words of memory as the input has them; (at, value) pairs, so that few bytes
// reach far.
void Scribble(absl::string_view input, const Layout& l,
              std::vector<uint32_t>* memory) {
  for (; input.size() >= 6; input.remove_prefix(6)) {
    uint16_t at = 0;
    uint32_t value = 0;
    memcpy(&at, input.data(), sizeof(at));
    memcpy(&value, input.data() + 2, sizeof(value));
    const uint32_t region = at % kRegions;
    const uint64_t words = l.used[region] / sizeof(uint32_t);
    (*memory)[l.offset[region] / sizeof(uint32_t) + at / kRegions % words] =
        value;
  }
}

// A driver may leave anything in the memory of a launch.
FUZZ_TARGET(decode) {
  Numbers numbers(&input);
  const LaunchSpec spec = AnySpec(&numbers);
  const Layout layout = MakeLayout(spec);
  std::vector<uint32_t> memory(layout.total / sizeof(uint32_t));
  const auto half = [&] { return reinterpret_cast<uint8_t*>(memory.data()); };
  FillRegions(spec, layout, half());
  const size_t pair = input.size() / 12 * 6;
  Scribble(input.substr(0, pair), layout, &memory);
  Observation o;
  o.ending = numbers.Below(2) == 0 ? Ending::kFrozen : Ending::kFinished;
  o.has_board = o.has_pair = o.channel_proven = true;
  o.groups = spec.groups;
  o.group_size = spec.group_size;
  o.rounds = spec.rounds;
  o.earlier = DecodeSnapshot(spec, layout, half());
  Scribble(input.substr(pair), layout, &memory);
  o.frozen = o.last = DecodeSnapshot(spec, layout, half());
  DecodeDiscovery(layout, half());
  if (!spec.discover) o.payload = DecodePayload(spec, layout, half());
  Must(SameMemory(o.last, o.frozen), "a snapshot is the same as itself");

  const Place where = ClimbLadder(*spec.program.c.primitive, o);
  for (uint64_t group : where.findings.front().groups) {
    Must(group < spec.groups, "the ladder names groups that there are");
  }
  for (uint32_t group : GroupsCutShort(o)) {
    Must(group < spec.groups, "groups cut short are groups");
  }
  WaitsOf(o);
  PayloadOf(o);
  RereadOf(o.payload);
  WaitTrial(LaunchOutcomeOf(o));
  PayloadTrial(LaunchOutcomeOf(o));
}

FUZZ_TARGET(preprocess) {
  const size_t zero = input.find('\0');
  const std::string source(input.substr(0, zero));
  const std::string options(zero == input.npos ? absl::string_view()
                                               : input.substr(zero + 1));
  Must(Preprocess(source, options).size() <= 2 * source.size() + 2,
       "what comes out is no more than what went in");
}

}  // namespace
}  // namespace wgsync
