#include "reports/diff/join_shards.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "nlohmann/json.hpp"
#include "suite/core/base/fields_json.h"
#include "suite/core/base/parse_json.h"
#include "suite/core/base/sha256.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/plan/case.h"
#include "suite/core/plan/plan.h"
#include "suite/core/record/device_profile.h"
#include "suite/core/record/exit_code.h"
#include "suite/core/record/log_file.h"

namespace wgsync {
namespace {

using nlohmann::json;

// What the shards of one run have in common.
std::string KeyOf(const Run& run) {
  std::string drivers;  // of all devices that shared it
  for (const DeviceProfile& device : run.header.devices) {
    absl::StrAppend(&drivers, device.driver_digest, "\n");
  }
  return absl::StrCat(run.profile().device.full_name, "\n", drivers,
                      run.header.suite_digest, "\n", run.header.part.of, "\n",
                      FieldsToJson(run.header.settings).dump());
}

absl::StatusOr<std::vector<std::string>> JoinedPlan(const Shards& shards) {
  std::vector<PlannedCase> cases;
  std::set<std::string> ids;
  for (const Run* shard : shards) {
    for (const std::string& id : shard->header.plan) {
      absl::StatusOr<Case> c = ParseCaseId(id);
      if (!c.ok()) {
        return BadInput(shard->folder, ": this wgsync does not know its case ",
                        id, "; join the shards with the wgsync that made them");
      }
      if (!ids.insert(id).second) {
        return BadInput(shard->folder, ": another shard has its case ", id,
                        ", too: they are not shards of one plan");
      }
      cases.push_back({*std::move(c), id, ""});
    }
  }
  SortForRunning(&cases);
  std::vector<std::string> plan;
  plan.reserve(cases.size());
  for (const PlannedCase& planned : cases) plan.push_back(planned.id);
  return plan;
}

class Joiner {
 public:
  // `header`: of the log that is made.
  explicit Joiner(RunHeader header) : header_(std::move(header)) {}

  // Lines that name no device are of `device`.
  absl::Status Add(const Run& shard, uint32_t device = 0) {
    device_ = device;
    ASSIGN_OR_RETURN(const std::string text, LogText(shard));
    seconds_ += shard.AllSeconds();
    first_launch_ = last_launch_;
    bool first = true;
    for (absl::string_view line : absl::StrSplit(text, '\n')) {
      if (line.empty()) continue;
      if (!first) {
        json parsed = ParseJson(line);
        // The last line of a process that was killed.
        if (parsed.is_object()) Take(std::move(parsed));
      }
      first = false;
    }
    return absl::OkStatus();
  }

  void AddAgain(const CaseResult& r) {
    json line = ToJson(r);
    line["kind"] = "again";
    line.erase("launches");  // which are in no log
    lines_ += JsonText(line);
  }

  std::string LogWithoutEnd() const {
    return absl::StrCat(JsonText(ContextJson(header_)), lines_);
  }

  std::string Log(bool bad_device = false) const {
    const std::string text = LogWithoutEnd();
    json line = {{"kind", "finished"},
                 {"unix_ns", unix_ns_},
                 {"exit", bad_device ? kInfrastructure : Exit()},
                 {"times", times_},
                 {"seconds", seconds_},
                 {"digest", Sha256(text)}};
    line["seal"] = SealOf(line);
    return absl::StrCat(text, JsonText(line));
  }

 private:
  void Take(json line) {
    const std::string kind = line.value("kind", "");
    if (kind == "finished") return Finished(line);
    if (kind == "resumed") return;
    if (kind == "kernel" || kind == "note") {
      if (!once_.insert(JsonText(line)).second) return;
    }
    const bool of_device =
        kind == "started" || kind == "launch" || kind == "verdict";
    if (of_device && device_ != 0) line["device"] = device_;
    if (kind == "launch") {
      line["number"] = Renumbered(line.value("number", uint64_t{0}));
    }
    if (kind == "verdict" && line.contains("launches")) {
      for (json& number : line["launches"]) {
        number = Renumbered(number.get<uint64_t>());
      }
    }
    lines_ += JsonText(line);
  }

  uint64_t Renumbered(uint64_t number) {
    last_launch_ = std::max(last_launch_, first_launch_ + number);
    return first_launch_ + number;
  }

  void Finished(const json& line) {
    exits_.insert(line.value("exit", 0));
    unix_ns_ = std::max(unix_ns_, line.value("unix_ns", int64_t{0}));
    const json times = line.value("times", json());
    if (!times.is_object()) return;
    for (const auto& [purpose, phases] : times.items()) {
      for (const auto& [phase, seconds] : phases.items()) {
        json& sum = times_[purpose][phase];
        sum = (sum.is_number() ? sum.get<double>() : 0) + seconds.get<double>();
      }
    }
  }

  int Exit() const {
    return ExitCodeOf(exits_.count(kInfrastructure) > 0,
                      exits_.count(kFailures) > 0,
                      exits_.count(kAsExpected) > 0);
  }

  const RunHeader header_;
  uint32_t device_ = 0;
  std::string lines_;
  std::set<std::string> once_;
  uint64_t first_launch_ = 0, last_launch_ = 0;
  std::set<int> exits_;
  int64_t unix_ns_ = 0;
  double seconds_ = 0;
  json times_;
};

}  // namespace

absl::StatusOr<std::string> LogText(const Run& run) {
  if (run.text != nullptr) return *run.text;
  return ReadLogText(run.folder);
}

absl::StatusOr<SortedShards> SortShards(absl::Span<const Run> runs) {
  SortedShards sorted;
  std::map<std::string, std::map<uint32_t, const Run*>> groups;
  for (const Run& run : runs) {
    const Part& part = run.header.part;
    if (part.whole()) {
      sorted.whole.push_back(&run);
    } else if (!groups[KeyOf(run)].insert({part.shard, &run}).second) {
      return BadInput(run.folder, ": shard ", part.shard, " of ", part.of,
                      " is there twice; name each shard of a run once");
    }
  }
  for (const auto& [key, group] : groups) {
    Shards shards;
    const Run& one = *group.begin()->second;
    for (uint32_t shard = 1; shard <= one.header.part.of; ++shard) {
      const auto found = group.find(shard);
      if (found == group.end()) {
        return BadInput(
            one.folder, ": shard ", shard, " of ", one.header.part.of,
            " is missing, or was made with another driver, suite or options; "
            "name all shards of a run together");
      }
      shards.push_back(found->second);
    }
    sorted.shards.push_back(std::move(shards));
  }
  return sorted;
}

std::vector<Shards> PartsOfRuns(absl::Span<const Run> runs) {
  struct Group {
    std::string key;
    std::set<std::string> ids;
    Shards parts;
  };
  std::vector<Group> groups;
  for (const Run& run : runs) {
    const std::vector<std::string>& plan = run.header.plan;
    const std::string key = KeyOf(run);
    auto group = absl::c_find_if(groups, [&](const Group& g) {
      return g.key == key && absl::c_none_of(plan, [&](const std::string& id) {
               return g.ids.count(id) > 0;
             });
    });
    if (group == groups.end()) group = groups.insert(group, Group{key, {}, {}});
    group->ids.insert(plan.begin(), plan.end());
    group->parts.push_back(&run);
  }
  std::vector<Shards> parts;
  parts.reserve(groups.size());
  for (Group& group : groups) parts.push_back(std::move(group.parts));
  return parts;
}

absl::StatusOr<std::string> JoinShards(const Shards& shards) {
  ASSIGN_OR_RETURN(std::vector<std::string> plan, JoinedPlan(shards));
  RunHeader header = shards.front()->header;
  header.plan = std::move(plan);
  header.part = Part();
  Joiner joiner(std::move(header));
  for (const Run* shard : shards) {
    RETURN_IF_ERROR(joiner.Add(*shard));
  }
  return joiner.Log();
}

absl::StatusOr<std::string> JoinDevices(const Shards& parts,
                                        absl::Span<const CaseResult> again,
                                        SharedEnd end) {
  RunHeader header = parts.front()->header;
  header.devices.clear();
  for (const Run* part : parts) header.devices.push_back(part->profile());
  Joiner joiner(std::move(header));
  for (size_t i = 0; i < parts.size(); ++i) {
    RETURN_IF_ERROR(joiner.Add(*parts[i], static_cast<uint32_t>(i)));
  }
  for (const CaseResult& r : again) joiner.AddAgain(r);
  return end == SharedEnd::kNone ? joiner.LogWithoutEnd()
                                 : joiner.Log(end == SharedEnd::kBadDevice);
}

}  // namespace wgsync
