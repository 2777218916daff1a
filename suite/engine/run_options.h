// What a run on one device is asked to do.

#ifndef WGSYNC_SUITE_ENGINE_RUN_OPTIONS_H_
#define WGSYNC_SUITE_ENGINE_RUN_OPTIONS_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "suite/core/launch/device_model.h"
#include "suite/core/plan/choice.h"
#include "suite/core/plan/plan.h"
#include "suite/core/record/device_info.h"
#include "suite/core/record/result.h"
#include "suite/worker/timeouts.h"

namespace wgsync {

class CaseDealer;
class FieldVisitor;

// The kinds of binding verdicts that fail a run.
struct BindMask {
  bool violation = true;
  bool progress = true;  // and "execution": launches that do not end
  bool customary = true;
};

// {"violation","progress"} and the inverse; an unknown word is an error.
std::vector<std::string> BindWords(const BindMask& mask);
absl::StatusOr<BindMask> ParseBind(const std::vector<std::string>& words);
// True if a verdict that binds as `binds` ("" if it does not bind) is a
// failure.
bool Fails(absl::string_view binds, const BindMask& mask);

struct RunOptions {
  DeviceInfo device;
  std::vector<PlannedCase> cases;
  // Of the cases and of their differences: never launched.
  std::vector<SkipRule> skips;
  Part part;  // of a larger plan, which `cases` are
  std::string tier = "smoke";
  // What the device is made to behave like; the run's log bears its mark.
  DeviceModel model;
  // Of each launch, this many times the workload's rounds: where what is looked
  // for needs luck, more rounds have more of it.
  uint32_t rounds = 1;
  uint32_t repeat = 1;  // every case n times; the worst verdict counts, k of n
  // Where those verdicts differ, or are of so many reads, the case runs until
  // it has run this often; 0: never more than `repeat`.
  uint32_t repeat_stochastic = 0;
  bool safe = false;           // never an unbounded wait
  bool without_waits = false;  // a self-check of the suite: no case may pass
  bool isolate_case = false;   // a fresh worker for every case
  bool resume = false;         // go on with the run in `folder`
  bool retry_lost =
      false;  // launch again what was running when the machine went down
  BindMask bind;
  Timeouts timeouts;
  // No case begins after so long; the run can be resumed then.
  double most_seconds = std::numeric_limits<double>::infinity();
  // How long it waits for the device where another wgsync has it.
  double lock_seconds = std::numeric_limits<double>::infinity();
  std::string folder;  // of this run; made where it is missing
  // Of devices that share the plan `cases`: deals them, and this device's place
  // in it. Not owned. nullptr: the run has all of them.
  CaseDealer* dealer = nullptr;
  uint32_t share = 0;
  // After each case, the last try at it: its result, how many are done, how
  // many there are.
  std::function<void(const CaseResult&, size_t done, size_t total)> on_result;
  // Before each case.
  std::function<void(const std::string& id, size_t done, size_t total)>
      on_start;
  // Before the first case, if other processes have the cores that it needs: a
  // sentence that says so.
  std::function<void(const std::string& note)> on_busy;
  // Before a wait for the device, which another wgsync has; names its lock.
  std::function<void(const std::string& lock)> on_wait;

  // The options that run.json and a log's context keep, so that `--resume` goes
  // on with the run as it was begun. They are all but: device, cases and part,
  // which have places of their own there; resume, retry_lost, timeouts,
  // most_seconds, lock_seconds, folder, dealer and share, which are this
  // process's; and the callbacks. One that is missing in a file keeps its
  // default.
  void Fields(FieldVisitor& v);
};

}  // namespace wgsync

#endif  // WGSYNC_SUITE_ENGINE_RUN_OPTIONS_H_
