#include "suite/worker/events.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/types/optional.h"
#include "absl/types/span.h"
#include "nlohmann/json.hpp"
#include "suite/core/base/clean_text.h"
#include "suite/core/base/fields_json.h"
#include "suite/core/base/parse_json.h"
#include "suite/core/launch/layout.h"
#include "suite/worker/messages.h"

namespace wgsync {
namespace {

using nlohmann::json;

constexpr double kMostSeconds = 1e9;
constexpr uint64_t kMost32 = UINT32_MAX;
constexpr size_t kShownOfALine = 80;

enum class Type {
  kText,
  kTruth,
  kSeconds,
  kCount,    // 32 bits
  kNumber,   // 64 bits, not negative
  kCounts,   // list of kCount
  kNumbers,  // list of kNumber
  kTexts,    // list of kText
};

struct Field {
  absl::string_view name;
  Type type;
  bool must = false;
};

struct Kind {
  absl::string_view name;
  absl::Span<const Field> fields;
};

template <typename Event>
std::string StructProblem(const json& object) {
  Event read;
  return FieldsFromJson(object, &read);
}

struct EventKind {
  absl::string_view name;
  std::string (*problem)(const json& event);
};

template <typename Event>
constexpr EventKind KindOf() {
  return {Event::kName, StructProblem<Event>};
}

constexpr EventKind kEvents[] = {
    KindOf<BinaryEvent>(),   KindOf<BuiltEvent>(),       KindOf<DevicesEvent>(),
    KindOf<FinishedEvent>(), KindOf<FingerprintEvent>(), KindOf<HostEvent>(),
    KindOf<NeedsEvent>(),    KindOf<PhaseEvent>(),       KindOf<PokedEvent>(),
    KindOf<ReadyEvent>(),    KindOf<SnapshotEvent>(),    KindOf<StartedEvent>(),
};

constexpr Field kOpenCommand[] = {{"index", Type::kText, true},
                                  {"scratch", Type::kText, true}};
constexpr Field kBuildCommand[] = {{"key", Type::kText, true},
                                   {"source", Type::kText, true},
                                   {"options", Type::kText, true}};
constexpr Field kBinaryCommand[] = {{"key", Type::kText, true},
                                    {"source", Type::kText, true},
                                    {"options", Type::kText, true},
                                    {"path", Type::kText, true}};
constexpr Field kNeedsCommand[] = {{"key", Type::kText, true},
                                   {"source", Type::kText, true},
                                   {"options", Type::kText, true},
                                   {"kernel", Type::kText, true}};
constexpr Field kLaunchCommand[] = {{"id", Type::kNumber},
                                    {"key", Type::kText, true},
                                    {"source", Type::kText, true},
                                    {"options", Type::kText, true},
                                    {"kernel", Type::kText, true},
                                    {"groups", Type::kCount, true},
                                    {"group_size", Type::kCount, true},
                                    {"grid", Type::kCounts},
                                    {"group_shape", Type::kCounts},
                                    {"shared", Type::kTruth},
                                    {"polls", Type::kTruth},
                                    {"offset", Type::kNumbers, true},
                                    {"bytes", Type::kNumbers, true},
                                    {"scalars", Type::kCounts, true},
                                    {"steps", Type::kCount}};
constexpr Field kHostCommand[] = {{"check", Type::kText, true},
                                  {"words", Type::kTexts, true},
                                  {"source", Type::kText, true},
                                  {"cuts_loops", Type::kTruth},
                                  {"patience", Type::kSeconds}};
constexpr Field kSnapshotCommand[] = {{"id", Type::kNumber}};
constexpr Field kPokeCommand[] = {{"region", Type::kCount, true},
                                  {"word", Type::kCount, true},
                                  {"value", Type::kCount, true}};

const Kind kCommands[] = {
    {"list", {}},
    {"open", kOpenCommand},
    {"fingerprint", {}},
    {"build", kBuildCommand},
    {"binary", kBinaryCommand},
    {"needs", kNeedsCommand},
    {"launch", kLaunchCommand},
    {"host", kHostCommand},
    {"snapshot", kSnapshotCommand},
    {"poke", kPokeCommand},
};

std::string FieldsProblem(const json& object, absl::Span<const Field> fields);

std::string ListProblem(const json& list, Type element) {
  const Field field = {"an element", element};
  for (const json& one : list) {
    const std::string problem =
        FieldsProblem({{std::string(field.name), one}}, {&field, 1});
    if (!problem.empty()) return problem;
  }
  return "";
}

bool IsNumber(const json& value, uint64_t most) {
  return value.is_number_unsigned()
             ? value.get<uint64_t>() <= most
             : value.is_number_integer() && value.get<int64_t>() >= 0 &&
                   static_cast<uint64_t>(value.get<int64_t>()) <= most;
}

// What is wrong with a value; "" if nothing.
std::string ValueProblem(const json& value, Type type) {
  switch (type) {
    case Type::kText:
      return value.is_string() ? "" : "is no string";
    case Type::kTruth:
      return value.is_boolean() ? "" : "is neither true nor false";
    case Type::kSeconds:
      return value.is_number() && value.get<double>() >= 0 &&
                     value.get<double>() <= kMostSeconds
                 ? ""
                 : "is no time in seconds";
    case Type::kCount:
      return IsNumber(value, kMost32) ? "" : "is no number of 32 bits";
    case Type::kNumber:
      return IsNumber(value, UINT64_MAX) ? "" : "is no number of 64 bits";
    case Type::kCounts:
    case Type::kNumbers:
    case Type::kTexts:
      if (!value.is_array()) return "is no list";
      return ListProblem(value, type == Type::kCounts    ? Type::kCount
                                : type == Type::kNumbers ? Type::kNumber
                                                         : Type::kText);
  }
  return "";
}

std::string FieldsProblem(const json& object, absl::Span<const Field> fields) {
  for (const Field& field : fields) {
    const auto at = object.find(std::string(field.name));
    if (at == object.end()) {
      if (field.must) return absl::StrCat(field.name, " is missing");
      continue;
    }
    const std::string problem = ValueProblem(*at, field.type);
    if (!problem.empty()) return absl::StrCat(field.name, " ", problem);
  }
  return "";
}

// Sides of two or three dimensions, where there are any, whose product is the
// count.
bool SidesFit(const json& launch, const char* sides, const char* count) {
  if (!launch.contains(sides)) return true;
  const std::vector<uint64_t> s = launch[sides];
  if (s.size() < 2 || s.size() > 3) return false;
  uint64_t left = launch[count];
  for (uint64_t side : s) {
    if (side == 0 || left % side != 0) return false;
    left /= side;
  }
  return left == 1;
}

// What PrepareBuffers() of the worker relies on.
std::string RegionsProblem(const json& launch) {
  const json& offsets = launch["offset"];
  const json& bytes = launch["bytes"];
  if (launch["scalars"].empty()) return "scalars is empty";
  if (launch.contains("grid") != launch.contains("group_shape") ||
      !SidesFit(launch, "grid", "groups") ||
      !SidesFit(launch, "group_shape", "group_size") ||
      (launch.contains("grid") &&
       launch["grid"].size() != launch["group_shape"].size())) {
    return "grid and group_shape do not go with groups and group_size";
  }
  if (bytes.empty() || bytes.size() > kRegions ||
      bytes.size() != offsets.size()) {
    return "offset and bytes do not go together";
  }
  for (size_t i = 0; i < bytes.size(); ++i) {
    const uint64_t offset = offsets[i], size = bytes[i];
    if (offset % kPage != 0 || size == 0 || offset > kHalfBytes ||
        size > kHalfBytes - offset) {
      return absl::StrCat("region ", i, " is not in shared memory");
    }
  }
  return "";
}

std::string Shown(absl::string_view line) {
  std::string shown(line.substr(0, kShownOfALine));
  for (char& c : shown) {
    if (c < 32 || c > 126) c = '?';
  }
  if (shown.size() < line.size()) shown += "...";
  return CleanText(shown);
}

// What is wrong with an object of this name; nothing where the name is not
// known.
using ProblemOf = absl::optional<std::string> (*)(const std::string& name,
                                                  const json& object);

absl::optional<std::string> EventProblem(const std::string& name,
                                         const json& event) {
  // Who waits for one event shows what any other one says.
  std::string problem = StructProblem<ErrorEvent>(event);
  if (!problem.empty()) return problem;
  if (name == FingerprintEvent::kName &&
      (!event.contains("fingerprint") || !event["fingerprint"].is_object())) {
    return "fingerprint is not an object";
  }
  for (const EventKind& kind : kEvents) {
    if (kind.name == name) return kind.problem(event);
  }
  return "";
}

absl::optional<std::string> CommandProblem(const std::string& name,
                                           const json& command) {
  for (const Kind& kind : kCommands) {
    if (kind.name != name) continue;
    std::string problem = FieldsProblem(command, kind.fields);
    if (problem.empty() && name == "launch") problem = RegionsProblem(command);
    return problem;
  }
  return absl::nullopt;
}

absl::StatusOr<json> Parse(absl::string_view line, const char* what,
                           const char* key, ProblemOf problem_of) {
  const auto bad = [&](absl::string_view problem) {
    return absl::InvalidArgumentError(
        absl::StrCat("no ", what, ": ", problem, ": ", Shown(line)));
  };
  json parsed = ParseJson(line);
  if (!parsed.is_object()) return bad("no JSON object");
  const auto name = parsed.find(key);
  if (name == parsed.end() || !name->is_string()) {
    return bad(absl::StrCat("without \"", key, "\""));
  }
  const absl::optional<std::string> problem =
      problem_of(name->get_ref<const std::string&>(), parsed);
  if (!problem.has_value()) return bad("its name is not known");
  if (!problem->empty()) return bad(*problem);
  return parsed;
}

}  // namespace

absl::StatusOr<json> ParseEvent(absl::string_view line) {
  return Parse(line, "event", "event", EventProblem);
}

absl::StatusOr<json> ParseCommand(absl::string_view line) {
  return Parse(line, "command", "cmd", CommandProblem);
}

}  // namespace wgsync
