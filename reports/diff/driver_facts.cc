#include "reports/diff/driver_facts.h"

#include <map>
#include <set>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "nlohmann/json.hpp"
#include "reports/render/text.h"
#include "suite/core/base/field_visitor.h"
#include "suite/core/record/run_facts.h"

namespace wgsync {
namespace {

using nlohmann::json;

constexpr auto kFactNames =
    EnumNames<FactOf>({{FactOf::kDevice, "device"},
                       {FactOf::kKernelDriver, "kernel driver"},
                       {FactOf::kEnvironment, "environment"},
                       {FactOf::kSuite, "suite"},
                       {FactOf::kDriver, "driver"},
                       {FactOf::kMachine, "machine"}},
                      FactOf::kMachine);

// Fact's name -> value; a list of words is one fact for each word.
using Facts = std::map<std::string, std::string>;

std::string ValueText(const json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

void Flatten(const json& value, const std::string& name, Facts* facts) {
  if (value.is_object()) {
    for (const auto& [key, one] : value.items()) {
      Flatten(one, name.empty() ? key : absl::StrCat(name, " ", key), facts);
    }
  } else if (value.is_array()) {
    for (const json& one : value) {
      (*facts)[absl::StrCat(name, " ", ValueText(one))] = "yes";
    }
  } else if (!value.is_null()) {
    (*facts)[name] = ValueText(value);
  }
}

// Only choose the driver, or the folder that its files are in.
bool ChoosesDriver(const std::string& variable) {
  static const auto& names = *new std::set<std::string>{
      "OCL_ICD_VENDORS", "OCL_ICD_FILENAMES", "OPENCL_VENDOR_PATH",
      "LD_LIBRARY_PATH", "RUSTICL_ENABLE",    "OCL_ICD_ENABLE_TRACE"};
  return names.count(variable) > 0 || absl::StrContains(variable, "CACHE");
}

// The kernel driver that has the driver's own version comes with it.
bool ComesWithDriver(const Run& run, const std::string& kernel_driver) {
  return !kernel_driver.empty() && kernel_driver == RunDriverVersion(run);
}

json At(const json& object, const char* name) {
  auto it = object.is_object() ? object.find(name) : object.end();
  return object.is_object() && it != object.end() ? *it : json();
}

// Libraries by their file name, so that a folder is no difference.
json Libraries(const json& fingerprint) {
  json names = json::object();
  const json libraries = At(fingerprint, "libraries");
  if (!libraries.is_array()) return names;
  for (const json& library : libraries) {
    std::string path = JsonString(library, {"path"});
    names[path.substr(path.rfind('/') + 1)] =
        JsonString(library, {"sha256"}).substr(0, 12);
  }
  return names;
}

Facts FactsOf(const Run& run, FactOf of) {
  const json& fingerprint = *run.profile().fingerprint;
  const json device = At(fingerprint, "device");
  const bool cpu = run.profile().device.type == "cpu";
  json some = json::object();
  switch (of) {
    case FactOf::kDevice:
      some["platform"] = JsonString(fingerprint, {"platform", "name"});
      some["device type"] = run.profile().device.type;
      some["model of the device"] = RunModel(run);
      if (cpu) some["cpu"] = At(fingerprint, "cpu");
      if (!cpu) {
        some["device name"] = JsonString(device, {"name"});
      }
      break;
    case FactOf::kKernelDriver:
      some["kernel driver"] = At(fingerprint, "kernel_driver");
      break;
    case FactOf::kEnvironment:
      some["environment"] = At(fingerprint, "environment");
      break;
    case FactOf::kSuite:
      some[kSuiteFact] = run.header.suite_digest;
      some["option safe"] = run.header.settings.safe;
      if (!cpu) {
        some["waits"] = run.profile().hang_test
                            ? "unbounded"
                            : "bounded: no `wgsync device D --hang-test` of "
                              "this driver, or --safe";
      }
      some["option without_waits"] = run.header.settings.without_waits;
      some["option rounds"] = run.header.settings.rounds;
      break;
    case FactOf::kDriver:
      some["driver version"] = RunDriverVersion(run);
      some["platform version"] =
          JsonString(fingerprint, {"platform", "version"});
      some["device"] = device;
      if (some["device"].is_object() && !cpu) {
        some["device"].erase("name");
        some["device"].erase("uuid");
      }
      some["library"] = Libraries(fingerprint);
      break;
    case FactOf::kMachine:
      if (!cpu) {
        some["cpu"] = At(fingerprint, "cpu");
        some[kBoardFact] = JsonString(device, {"uuid"});
      }
      some["os"] = At(fingerprint, "os");
      break;
  }
  Facts facts;
  Flatten(some, "", &facts);
  return facts;
}

// Flags of a processor and extensions are long lists in which little differs.
std::string WordsThatDiffer(const std::string& a, const std::string& b) {
  std::vector<std::string> mine = absl::StrSplit(a, ' ', absl::SkipEmpty());
  std::vector<std::string> other = absl::StrSplit(b, ' ', absl::SkipEmpty());
  std::set<std::string> there(other.begin(), other.end());
  std::vector<std::string> differ;
  for (const std::string& word : mine) {
    if (there.count(word) == 0) differ.push_back(word);
  }
  return absl::StrCat("... ", absl::StrJoin(differ, " "));
}

}  // namespace

NameSpan NamesOf(FactOf) { return kFactNames.names; }

std::string FactLine(const FactDifference& d) {
  std::string before = d.before, after = d.after;
  if (before.size() > 100 && after.size() > 100) {
    before = WordsThatDiffer(d.before, d.after);
    after = WordsThatDiffer(d.after, d.before);
  }
  const auto quoted = [](const std::string& value) {
    return value.empty() ? "nothing" : absl::StrCat("'", value, "'");
  };
  return OneLine(
      absl::StrCat(d.name, ": ", quoted(before), " -> ", quoted(after)));
}

std::vector<FactDifference> DifferentFacts(const Run& before,
                                           const Run& after) {
  std::vector<FactDifference> differences;
  for (FactOf of :
       {FactOf::kDevice, FactOf::kKernelDriver, FactOf::kEnvironment,
        FactOf::kSuite, FactOf::kDriver, FactOf::kMachine}) {
    Facts was = FactsOf(before, of), is = FactsOf(after, of);
    std::set<std::string> names;
    for (const auto& [name, value] : was) names.insert(name);
    for (const auto& [name, value] : is) names.insert(name);
    for (const std::string& name : names) {
      FactDifference d{of, name, was[name], is[name]};
      if (d.before == d.after) continue;
      if (of == FactOf::kEnvironment &&
          ChoosesDriver(name.substr(name.rfind(' ') + 1))) {
        continue;
      }
      // A log of before has no such field: nothing is known to differ.
      if (of == FactOf::kSuite && (d.before.empty() || d.after.empty())) {
        continue;
      }
      if (of == FactOf::kKernelDriver && ComesWithDriver(before, d.before) &&
          ComesWithDriver(after, d.after)) {
        d.of = FactOf::kDriver;
      }
      differences.push_back(std::move(d));
    }
  }
  return differences;
}

bool Bars(const FactDifference& d) {
  return d.of != FactOf::kDriver && d.of != FactOf::kMachine &&
         d.name != kSuiteFact;
}

bool OtherSuite(const Run& before, const Run& after) {
  const std::string& was = before.header.suite_digest;
  const std::string& is = after.header.suite_digest;
  return !was.empty() && !is.empty() && was != is;
}

bool SameDriver(const Run& before, const Run& after) {
  const std::string& was = before.profile().driver_digest;
  const std::string& is = after.profile().driver_digest;
  if (was.empty() || is.empty() || was == is) return !was.empty() && was == is;
  bool other_board = false;
  for (const FactDifference& d : DifferentFacts(before, after)) {
    if (d.of == FactOf::kDevice || d.of == FactOf::kKernelDriver ||
        d.of == FactOf::kDriver) {
      return false;
    }
    other_board = other_board || d.name == kBoardFact;
  }
  return other_board;
}

std::string Slug(absl::string_view text) {
  std::string slug;
  for (char c : text) {
    if (absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '.') {
      slug += absl::ascii_tolower(static_cast<unsigned char>(c));
    } else if (!slug.empty() && slug.back() != '-') {
      slug += '-';
    }
  }
  while (!slug.empty() && (slug.back() == '-' || slug.back() == '.')) {
    slug.pop_back();
  }
  while (!slug.empty() && slug[0] == '.') slug.erase(0, 1);
  return slug.empty() ? "unknown" : slug.substr(0, 64);
}

std::string DeviceKey(const Run& run) {
  std::string name =
      JsonString(run.profile().fingerprint, {"platform", "name"});
  if (name.empty()) {
    name = RunDeviceName(run);
  } else {
    const std::string& type = run.profile().device.type;
    absl::StrAppend(&name, " ",
                    type == "cpu" ? type
                                  : JsonString(run.profile().fingerprint,
                                               {"device", "name"}));
  }
  const std::string model = RunModel(run);
  return Slug(model.empty() ? name
                            : absl::StrCat("model ", model, " on ", name));
}

std::string DriverKey(const Run& run) {
  std::string version = Slug(RunDriverVersion(run));
  // A run of elsewhere may say anything here.
  std::string digest = Slug(run.profile().driver_digest.substr(0, 8));
  return absl::StrCat(version, "-", digest);
}

}  // namespace wgsync
