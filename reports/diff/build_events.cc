#include "reports/diff/build_events.h"

#include <cstddef>
#include <map>
#include <set>
#include <tuple>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "nlohmann/json.hpp"
#include "suite/core/base/parse_json.h"
#include "suite/core/base/status_macros.h"

namespace wgsync {
namespace {

using nlohmann::json;

constexpr absl::string_view kDeviceTag = "device-";
constexpr absl::string_view kFile = "file://";
constexpr absl::string_view kOutputs = "/test.outputs";

const json& At(const json& j, const char* name) {
  static const json none = json::object();
  const auto found = j.is_object() ? j.find(name) : j.end();
  return found == j.end() ? none : *found;
}

std::string TextAt(const json& j, const char* name) {
  const json& value = At(j, name);
  return value.is_string() ? value.get<std::string>() : "";
}

uint32_t NumberAt(const json& j, const char* name) {
  const json& value = At(j, name);
  return value.is_number_unsigned() ? value.get<uint32_t>() : 1;
}

// The path of "file:///a%20b"; "" of any other place.
std::string PathOf(absl::string_view uri) {
  if (!absl::ConsumePrefix(&uri, kFile)) return "";
  std::string path;
  for (size_t i = 0; i < uri.size(); ++i) {
    const absl::string_view code = uri.substr(i + 1, 2);
    const bool escaped = uri[i] == '%' && code.size() == 2 &&
                         absl::ascii_isxdigit(code[0]) &&
                         absl::ascii_isxdigit(code[1]);
    path += escaped
                ? static_cast<char>(std::stoi(std::string(code), nullptr, 16))
                : uri[i];
    i += escaped ? 2 : 0;
  }
  return path;
}

// outputs.zip; or, where Bazel does not zip them, the folder of all of them.
std::string OutputsOf(const json& result) {
  for (const json& output : At(result, "testActionOutput")) {
    const std::string path = PathOf(TextAt(output, "uri"));
    const size_t at = path.rfind(std::string(kOutputs) + "/");
    if (at == std::string::npos) continue;
    return absl::EndsWith(path, "/outputs.zip")
               ? path
               : path.substr(0, at + kOutputs.size());
  }
  return "";
}

class Reader {
 public:
  void Take(const json& event) {
    const json& id = At(event, "id");
    if (id.contains("targetConfigured")) {
      Configured(TextAt(id["targetConfigured"], "label"),
                 At(event, "configured"));
    }
    Aborted(id, At(event, "aborted"));
    for (const json& child : At(event, "children")) {
      if (child.contains("testResult")) TestOf(child["testResult"]);
    }
    if (id.contains("testResult")) Result(id["testResult"], event);
  }

  std::vector<DeviceTest> Tests() const {
    std::vector<DeviceTest> tests = tests_;
    std::set<std::string> begun;
    for (const DeviceTest& test : tests) begun.insert(test.label);
    for (const auto& [label, device] : devices_) {
      if (begun.count(label) > 0) continue;
      DeviceTest never;
      never.label = label;
      never.device = device;
      tests.push_back(never);
    }
    for (DeviceTest& test : tests) {
      if (test.status.empty()) test.status = "NO_STATUS";
      const auto why = reasons_.find(test.label);
      if (test.reason.empty() && why != reasons_.end()) {
        test.reason = why->second;
      }
    }
    return tests;
  }

 private:
  void Configured(const std::string& label, const json& configured) {
    for (const json& tag : At(configured, "tag")) {
      if (!tag.is_string()) continue;
      std::string device = tag.get<std::string>();
      if (!absl::StartsWith(device, kDeviceTag)) continue;
      devices_[label] = device.substr(kDeviceTag.size());
    }
  }

  // Of a target that was not built or not begun. Of a test it is Result()'s.
  void Aborted(const json& id, const json& aborted) {
    if (aborted.empty()) return;
    for (const char* kind : {"targetCompleted", "testSummary"}) {
      const std::string label = TextAt(At(id, kind), "label");
      if (!label.empty()) reasons_[label] = ReasonOf(aborted);
    }
  }

  static std::string ReasonOf(const json& aborted) {
    const std::string reason = TextAt(aborted, "reason");
    const std::string said = TextAt(aborted, "description");
    return said.empty() ? reason : absl::StrCat(reason, ": ", said);
  }

  // The place of this attempt's shard, a new one of a later attempt as well.
  DeviceTest* TestOf(const json& id) {
    const std::string label = TextAt(id, "label");
    const auto device = devices_.find(label);
    if (device == devices_.end()) return nullptr;
    DeviceTest test;
    test.label = label;
    test.device = device->second;
    test.run = NumberAt(id, "run");
    test.shard = NumberAt(id, "shard");
    test.attempt = NumberAt(id, "attempt");
    const auto [at, is_new] = places_.insert(
        {std::make_tuple(label, test.run, test.shard), tests_.size()});
    if (is_new) {
      tests_.push_back(test);
    } else if (tests_[at->second].attempt < test.attempt) {
      tests_[at->second] = test;
    }
    return &tests_[at->second];
  }

  void Result(const json& id, const json& event) {
    DeviceTest* test = TestOf(id);
    if (test == nullptr || test->attempt != NumberAt(id, "attempt")) return;
    const json& result = At(event, "testResult");
    test->status = TextAt(result, "status");
    test->worker = TextAt(At(result, "executionInfo"), "hostname");
    test->outputs = OutputsOf(result);
    const json& aborted = At(event, "aborted");
    test->reason =
        aborted.empty() ? TextAt(result, "statusDetails") : ReasonOf(aborted);
  }

  std::map<std::string, std::string> devices_, reasons_;  // by label
  std::map<std::tuple<std::string, uint32_t, uint32_t>, size_t> places_;
  std::vector<DeviceTest> tests_;
};

}  // namespace

std::string DeviceTestName(const DeviceTest& test) {
  return absl::StrCat(test.label,
                      test.shard > 1 ? absl::StrCat(" shard ", test.shard) : "",
                      test.run > 1 ? absl::StrCat(" run ", test.run) : "");
}

absl::StatusOr<std::vector<DeviceTest>> DeviceTestsOf(absl::string_view text,
                                                      const std::string& path) {
  Reader reader;
  int line_number = 0;
  const bool cut = !absl::EndsWith(text, "\n");
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    ++line_number;
    if (line.empty()) continue;
    const json event = ParseJson(line);
    if (!event.is_object() || !event.contains("id")) {
      return BadInput(
          path, ":", line_number,
          cut && line.data() + line.size() == text.data() + text.size()
              ? ": the line is cut short: Bazel still runs, or was killed; "
                "wait for its end, or run it again"
              : ": not a build event; name the file that `bazel test "
                "--build_event_json_file=FILE` wrote");
    }
    reader.Take(event);
  }
  std::vector<DeviceTest> tests = reader.Tests();
  if (tests.empty()) {
    return BadInput(
        path,
        ": no test of a device in it; name its targets to `bazel test`, such "
        "as //suite/cases:smoke_pocl");
  }
  return tests;
}

}  // namespace wgsync
