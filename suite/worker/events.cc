#include "suite/worker/events.h"

#include <cstddef>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "nlohmann/json.hpp"
#include "suite/core/base/clean_text.h"
#include "suite/core/base/fields_json.h"
#include "suite/core/base/parse_json.h"
#include "suite/core/base/status_macros.h"
#include "suite/worker/commands.h"
#include "suite/worker/messages.h"

namespace wgsync {
namespace {

using nlohmann::json;

constexpr size_t kShownOfALine = 80;

// What is wrong with an object that a struct is to be read from; "" if nothing.
template <typename Message>
std::string ProblemOf(const json& object) {
  Message read;
  return FieldsFromJson(object, &read);
}

struct Kind {
  absl::string_view name;
  std::string (*problem)(const json& object);
};

template <typename Message>
constexpr Kind KindOf() {
  return {Message::kName, ProblemOf<Message>};
}

constexpr Kind kEvents[] = {
    KindOf<BinaryEvent>(),   KindOf<BuiltEvent>(),       KindOf<DevicesEvent>(),
    KindOf<FinishedEvent>(), KindOf<FingerprintEvent>(), KindOf<HostEvent>(),
    KindOf<NeedsEvent>(),    KindOf<PhaseEvent>(),       KindOf<PokedEvent>(),
    KindOf<ReadyEvent>(),    KindOf<SnapshotEvent>(),    KindOf<StartedEvent>(),
};

constexpr Kind kCommands[] = {
    KindOf<BinaryCommand>(),      KindOf<BuildCommand>(),
    KindOf<FingerprintCommand>(), KindOf<HostCommand>(),
    KindOf<LaunchCommand>(),      KindOf<ListCommand>(),
    KindOf<NeedsCommand>(),       KindOf<OpenCommand>(),
    KindOf<PokeCommand>(),        KindOf<SnapshotCommand>(),
};

std::string Shown(absl::string_view line) {
  std::string shown(line.substr(0, kShownOfALine));
  for (char& c : shown) {
    if (c < 32 || c > 126) c = '?';
  }
  if (shown.size() < line.size()) shown += "...";
  return CleanText(shown);
}

// What is wrong with an object whose name is the field `key`.
std::string KindProblem(const json& object, const char* key,
                        absl::Span<const Kind> kinds, bool others_pass) {
  if (!object.is_object()) return "no JSON object";
  const auto name = object.find(key);
  if (name == object.end() || !name->is_string()) {
    return absl::StrCat("without \"", key, "\"");
  }
  for (const Kind& kind : kinds) {
    if (kind.name == name->get_ref<const std::string&>()) {
      return kind.problem(object);
    }
  }
  return others_pass ? "" : "its name is not known";
}

absl::Status Bad(const char* what, absl::string_view problem,
                 absl::string_view line) {
  return BadInput("no ", what, ": ", problem, ": ", Shown(line));
}

}  // namespace

absl::StatusOr<json> ParseEvent(absl::string_view line) {
  json event = ParseJson(line);
  std::string problem =
      KindProblem(event, "event", kEvents, /*others_pass=*/true);
  // Who waits for one event shows what any other one says.
  if (problem.empty()) problem = ProblemOf<ErrorEvent>(event);
  if (!problem.empty()) return Bad("event", problem, line);
  return event;
}

absl::StatusOr<json> ParseCommand(absl::string_view line) {
  json command = ParseJson(line);
  const std::string problem =
      KindProblem(command, "cmd", kCommands, /*others_pass=*/false);
  if (!problem.empty()) return Bad("command", problem, line);
  return command;
}

}  // namespace wgsync
