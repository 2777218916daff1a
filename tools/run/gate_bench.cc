#include "tools/run/gate_bench.h"

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"
#include "suite/bench/bench_plan.h"
#include "suite/bench/bench_run.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/record/device_info.h"
#include "tools/run/device_list.h"
#include "tools/run/live_line.h"

namespace wgsync {
namespace {

absl::StatusOr<std::vector<Bench>> ReadAll(
    const std::vector<std::string>& files) {
  std::vector<Bench> all;
  for (const std::string& file : files) {
    ASSIGN_OR_RETURN(Bench bench, ReadBench(file));
    // It would confirm itself.
    for (size_t i = 0; i < all.size(); ++i) {
      if (ToJson(all[i]) == ToJson(bench)) {
        return BadInput(file, " has the same times as ", files[i],
                        "; name each benchmark once");
      }
    }
    all.push_back(std::move(bench));
  }
  return all;
}

// Times cases of the baseline on the device.
class Timer {
 public:
  Timer(DeviceInfo device, double wait_seconds,
        const std::vector<Bench>& before) {
    options_.device = std::move(device);
    progress_.Follow("its times", &options_);
    for (const Bench& bench : before) {
      options_.launches = std::max(options_.launches, bench.launches);
      for (const BenchLine& line : bench.lines) {
        grids_.emplace_back(
            line.id,
            BenchGrid{static_cast<uint32_t>(line.groups), line.group_size});
      }
    }
    options_.lock_seconds = wait_seconds;
    options_.on_start = [this](const std::string& id, size_t done,
                               size_t total) {
      progress_.Start(absl::StrCat("times: ", id), done, total);
    };
  }

  // The cases on the grids that they had.
  absl::Status Add(const std::vector<std::string>& ids, GateTimes* times) {
    options_.globs = ids;
    options_.grids.clear();
    for (const auto& [id, grid] : grids_) {
      const bool wanted = absl::c_linear_search(ids, id);
      const bool known =
          absl::c_find(options_.grids, grid) != options_.grids.end();
      if (wanted && !known) options_.grids.push_back(grid);
    }
    absl::StatusOr<Bench> bench = RunBench(options_);
    progress_.Clear();
    return bench.ok() ? AddTimes(*bench, times) : bench.status();
  }

 private:
  BenchOptions options_;
  std::vector<std::pair<std::string, BenchGrid>> grids_;  // by id
  Progress progress_;
};

}  // namespace

absl::StatusOr<TimesRead> ReadTimes(const TimesArgs& args) {
  ASSIGN_OR_RETURN(std::vector<Bench> before, ReadAll(args.before));
  ASSIGN_OR_RETURN(GateTimes times, TimesToCompare(before, args.slower));
  ASSIGN_OR_RETURN(const std::vector<Bench> after, ReadAll(args.after));
  for (const Bench& bench : after) {
    RETURN_IF_ERROR(AddTimes(bench, &times));
  }
  JudgeTimes(&times);
  return TimesRead{std::move(before), std::move(times)};
}

absl::Status TimeHere(const std::string& device, double wait_seconds,
                      TimesRead* read) {
  ASSIGN_OR_RETURN(DeviceInfo chosen, FindOneDevice(device));
  Timer timer(std::move(chosen), wait_seconds, read->before);
  GateTimes* times = &read->times;
  std::vector<std::string> ids;
  for (const TimedCase& c : times->cases) ids.push_back(c.id);
  absl::Status timed = timer.Add(ids, times);
  for (TimedCase& c : times->cases) {
    while (timed.ok() && WantsTimeAgain(*times, c)) {
      c.lone = true;
      timed = timer.Add({c.id}, times);
    }
  }
  JudgeTimes(times);
  return timed;
}

}  // namespace wgsync
