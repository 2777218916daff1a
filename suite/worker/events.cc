#include "suite/worker/events.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "nlohmann/json.hpp"
#include "suite/core/base/clean_text.h"
#include "suite/core/base/fields_json.h"
#include "suite/core/base/parse_json.h"
#include "suite/core/launch/layout.h"
#include "suite/core/plan/soundness.h"
#include "suite/core/record/device_info.h"

namespace wgsync {
namespace {

using nlohmann::json;

constexpr double kMostSeconds = 1e9;
constexpr uint64_t kMost32 = UINT32_MAX;
constexpr size_t kShownOfALine = 80;
constexpr size_t kDigestLetters = 64;
constexpr size_t kLongestSlug = 200;

enum class Type {
  kText,
  kDigest,  // it becomes part of a file's name
  kTruth,
  kSeconds,
  kCount,    // 32 bits
  kNumber,   // 64 bits, not negative
  kCounts,   // list of kCount
  kNumbers,  // list of kNumber
  kTexts,    // list of kText
  kAnyObject,
  kClaims,
  kDevices,
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

constexpr Field kDevicesEvent[] = {{"devices", Type::kDevices, true}};
constexpr Field kErrorEvent[] = {{"what", Type::kText}};
constexpr Field kReadyEvent[] = {{"claims", Type::kClaims, true},
                                 {"full_name", Type::kText},
                                 {"driver_version", Type::kText},
                                 {"tells_code", Type::kTruth}};
constexpr Field kFingerprintEvent[] = {{"fingerprint", Type::kAnyObject, true},
                                       {"digest", Type::kDigest, true}};
constexpr Field kBuiltEvent[] = {{"key", Type::kText},
                                 {"ok", Type::kTruth},
                                 {"refused", Type::kTruth},
                                 {"short", Type::kTruth},
                                 {"binary_digest", Type::kDigest}};
constexpr Field kBinaryEvent[] = {{"ok", Type::kTruth, true}};
constexpr Field kStartedEvent[] = {{"id", Type::kNumber}};
constexpr Field kPhaseEvent[] = {{"phase", Type::kText, true},
                                 {"binary_digest", Type::kDigest}};
constexpr Field kFinishedEvent[] = {
    {"id", Type::kNumber},           {"ok", Type::kTruth, true},
    {"stage", Type::kText},          {"what", Type::kText},
    {"gone", Type::kTruth},          {"build_seconds", Type::kSeconds},
    {"build_log", Type::kText},      {"device_seconds", Type::kSeconds},
    {"host_seconds", Type::kSeconds}};
constexpr Field kNeedsEvent[] = {
    {"ok", Type::kTruth, true},           {"compute_units", Type::kCount},
    {"warp_size", Type::kCount},          {"registers_per_block", Type::kCount},
    {"capability", Type::kCount},         {"local_bytes", Type::kNumber},
    {"private_bytes", Type::kNumber},     {"max_group_size", Type::kCount},
    {"preferred_multiple", Type::kCount}, {"build_log", Type::kText}};
constexpr Field kSnapshotEvent[] = {
    {"id", Type::kNumber}, {"ok", Type::kTruth, true}, {"what", Type::kText}};
constexpr Field kHostEvent[] = {{"ok", Type::kTruth, true},
                                {"set_up", Type::kTruth},
                                {"refused", Type::kTruth},
                                {"tries", Type::kCount, true},
                                {"wrong", Type::kCount, true},
                                {"fault", Type::kText},
                                {"fault_text", Type::kText},
                                {"control_tries", Type::kCount, true},
                                {"control_wrong", Type::kCount, true},
                                {"control_text", Type::kText},
                                {"words", Type::kTexts}};
constexpr Field kPokedEvent[] = {{"ok", Type::kTruth}};

constexpr Kind kEvents[] = {
    {"DEVICES", kDevicesEvent},   {"ERROR", kErrorEvent},
    {"READY", kReadyEvent},       {"FINGERPRINT", kFingerprintEvent},
    {"BUILT", kBuiltEvent},       {"STARTED", kStartedEvent},
    {"PHASE", kPhaseEvent},       {"FINISHED", kFinishedEvent},
    {"SNAPSHOT", kSnapshotEvent}, {"POKED", kPokedEvent},
    {"NEEDS", kNeedsEvent},       {"HOST", kHostEvent},
    {"BINARY", kBinaryEvent},
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

// Of an object that a struct is made from.
template <typename T>
std::string StructProblem(const json& object) {
  T read;
  return FieldsFromJson(object, &read);
}

// It becomes part of a file's name.
bool IsSlug(const std::string& text) {
  return !text.empty() && text.size() <= kLongestSlug &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return absl::ascii_islower(c) || absl::ascii_isdigit(c) || c == '-';
         });
}

std::string DevicesProblem(const json& devices) {
  for (const json& device : devices) {
    const std::string problem = StructProblem<DeviceInfo>(device);
    if (!problem.empty()) return absl::StrCat("has a device: ", problem);
    if (!IsSlug(device.value("slug", ""))) {
      return "has a device whose slug is not the name of a folder";
    }
  }
  return "";
}

bool IsNumber(const json& value, uint64_t most) {
  return value.is_number_unsigned()
             ? value.get<uint64_t>() <= most
             : value.is_number_integer() && value.get<int64_t>() >= 0 &&
                   static_cast<uint64_t>(value.get<int64_t>()) <= most;
}

bool IsDigest(const json& value) {
  if (!value.is_string()) return false;
  const std::string& text = value.get_ref<const std::string&>();
  return text.size() == kDigestLetters &&
         text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

// What is wrong with a value; "" if nothing.
std::string ValueProblem(const json& value, Type type) {
  switch (type) {
    case Type::kText:
      return value.is_string() ? "" : "is no string";
    case Type::kDigest:
      return IsDigest(value) ? "" : "is no SHA-256 in hexadecimal";
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
    case Type::kAnyObject:
      return value.is_object() ? "" : "is no object";
    case Type::kClaims:
      return StructProblem<Claims>(value);
    case Type::kDevices:
      return value.is_array() ? DevicesProblem(value) : "is no list";
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

absl::StatusOr<json> Parse(absl::string_view line, const char* what,
                           const char* key, absl::Span<const Kind> kinds,
                           bool others_pass) {
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
  const Kind* const kind =
      std::find_if(kinds.begin(), kinds.end(), [&](const Kind& k) {
        return k.name == name->get_ref<const std::string&>();
      });
  if (kind == kinds.end() && !others_pass) return bad("its name is not known");
  std::string problem;
  if (kind != kinds.end()) problem = FieldsProblem(parsed, kind->fields);
  // Who waits for one event shows what any other one says.
  if (problem.empty()) problem = FieldsProblem(parsed, kErrorEvent);
  if (!problem.empty()) return bad(problem);
  return parsed;
}

}  // namespace

absl::StatusOr<json> ParseEvent(absl::string_view line) {
  return Parse(line, "event", "event", kEvents, /*others_pass=*/true);
}

absl::StatusOr<json> ParseCommand(absl::string_view line) {
  absl::StatusOr<json> command =
      Parse(line, "command", "cmd", kCommands, /*others_pass=*/false);
  if (command.ok() && (*command)["cmd"] == "launch") {
    const std::string problem = RegionsProblem(*command);
    if (!problem.empty()) {
      return absl::InvalidArgumentError(
          absl::StrCat("no command: ", problem, ": ", Shown(line)));
    }
  }
  return command;
}

}  // namespace wgsync
