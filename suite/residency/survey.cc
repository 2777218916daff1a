#include "suite/residency/survey.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/launch/launch_spec.h"
#include "suite/core/next/attempt.h"
#include "suite/core/next/budget.h"
#include "suite/core/next/known.h"
#include "suite/core/next/residency.h"
#include "suite/core/record/launch_record.h"
#include "suite/core/verdict/judge.h"
#include "suite/engine/device_lease.h"
#include "suite/residency/threshold.h"

namespace wgsync {
namespace {

constexpr uint32_t kRounds = 4;
// Longer than anything that moves takes: only what stands still is to end here.
constexpr double kDeadline = 0.25;
constexpr double kPatience = 4;
// Beyond the residency no grid is asked that is larger than so many of it.
constexpr uint64_t kMostResidencies = 4;
constexpr uint64_t kLeastMost = 16;
// Grids on which the order of starts is seen, in residencies.
constexpr uint64_t kOrderResidencies = 4;

// What a bounded wait for a far group may take: where one place is left, all
// the groups between take turns on it.
constexpr double kBystanders = 2;

// What a launch showed of its waits.
enum class Outcome { kLives, kNotStarted, kOther };

Outcome OutcomeOf(const Observation& o) {
  if (HangsNotStarted(o)) return Outcome::kNotStarted;
  return Finished(o) && WaitsOf(o) == Waits::kMet ? Outcome::kLives
                                                  : Outcome::kOther;
}

std::string OtherText(const LaunchRecord& r) {
  if (!r.what.empty()) return r.what;
  if (!r.ending_text.empty()) return r.ending_text;
  if (!Finished(r)) return "it hung, and no look shows who has not started";
  return r.waits == Waits::kGaveUp
             ? "a wait gave up, and no look before shows who has not started"
             : "a wait ended unmet: the driver cuts loops short";
}

class Survey : HoldsDevice {
 public:
  explicit Survey(const SurveyOptions& options)
      : HoldsDevice(options), opt_(options) {}

  absl::StatusOr<ResidencyReport> Run() {
    RETURN_IF_ERROR(lease_.Open());
    Begin();
    for (const SurveyedKernel& kernel : opt_.kernels) {
      if (opt_.on_start) {
        opt_.on_start(CaseId(kernel.c), report_.rows.size(),
                      opt_.kernels.size());
      }
      // Between two rows another process may have the device.
      RETURN_IF_ERROR(lease_.Acquire());
      report_.rows.push_back(Row(kernel));
      lease_.Release();
      if (opt_.on_row) opt_.on_row(report_.rows.back());
    }
    const absl::Status ended = device_.EndWorker();
    absl::c_move(device_.TakeNotes(), std::back_inserter(report_.notes));
    RETURN_IF_ERROR(ended);
    return std::move(report_);
  }

 private:
  void Begin() {
    report_.device = opt_.device.full_name;
    report_.driver_version = opt_.device.driver_version;
    report_.compute_units = opt_.device.compute_units;
    report_.max_group_size = device_.claims().max_group_size;
    report_.local_memory_bytes = device_.claims().local_memory_bytes;
    bounded_only_ = opt_.safe || lease_.bounded_only();
    if (bounded_only_ && !opt_.safe) report_.notes.push_back(kFirstContact);
    if (!device_.profile().channel_proven) {
      report_.notes.push_back(
          "the snapshot channel did not pass its self-test: nothing shows "
          "which groups have not started, so no upper bound is found");
    }
  }

  ResidencyRow Row(const SurveyedKernel& kernel) {
    ResidencyRow row;
    const KernelCase& c = kernel.c;
    row.kernel = kernel.name;
    row.board = kernel.board == BoardMode::kOff ? "off" : "relaxed";
    row.wg = GroupSizeName(c);
    row.ballast = BallastName(c);
    row.regs = c.grid.registers == Registers::kHigh ? "high" : "low";
    const absl::Status ready = device_.EnsureWorker();
    row.problem = ready.ok() ? Unsupported(c, device_.claims())
                             : std::string(ready.message());
    if (!row.problem.empty()) return row;
    const LaunchSpec s = SpecOf(kernel);
    row.group_size = s.group_size;
    row.ballast_bytes = s.program.ballast;
    FindLimits(s, &row);
    if (!FindLow(s, &row)) return row;
    FindHigh(s, &row);
    if (row.promised != 0) FindMeetings(kernel, &row);
    FindOrder(s, &row);
    if (!IsShaped(s.program)) FindDependencies(s, &row);
    return row;
  }

  LaunchSpec SpecOf(const SurveyedKernel& kernel) const {
    LaunchSpec s = wgsync::SpecOf(kernel.c, device_.claims());
    s.program.board = kernel.board;
    s.program.waits = bounded_only_ ? WaitMode::kBounded : WaitMode::kUnbounded;
    s.program.cuts_loops = device_.profile().loops_cut;
    s.rounds = kRounds;
    return s;
  }

  void FindLimits(const LaunchSpec& s, ResidencyRow* row) {
    DeviceLimits limits;
    KernelNeeds needs;
    const absl::Status asked = device_.AskNeeds(s, &limits, &needs);
    if (!asked.ok()) return;  // the launches below say why
    report_.warp_size = limits.warp_size;
    report_.registers_per_block = limits.registers_per_block;
    report_.capability = limits.capability;
    const Prediction claims = PredictByClaims(limits, needs, s.group_size);
    const Prediction rule = PredictByArchitecture(limits, needs, s.group_size);
    row->claims_predict = claims.groups;
    row->claims_why = claims.why;
    row->rule_predicts = rule.groups;
    row->rule_why = rule.why;
    row->promised = needs.concurrent_groups;
    row->local_bytes = needs.local_bytes;
    row->private_bytes = needs.private_bytes;
    row->kernel_group_size = needs.max_group_size;
    row->registers = needs.registers;
  }

  bool FindLow(const LaunchSpec& s, ResidencyRow* row) {
    Attempt probe(s.program.c, s.program.waits, &device_, &known_);
    row->res_low = ResidencyOf(&probe, s);
    if (row->res_low != 0) return true;
    row->problem = absl::StrCat("the discovery of the residency did not end: ",
                                OtherText(probe.last));
    return false;
  }

  // Launches on a grid; what else it shows than living or not started goes into
  // *problem.
  Outcome Try(LaunchSpec s, uint64_t groups, std::string* problem) {
    s.groups = static_cast<uint32_t>(groups);
    s.budget = BudgetFor(
        device_.profile(), s.has_distance ? kBystanders : kBoundedSeconds,
        s.program.c.access.poll, s.has_distance ? s.waiters : s.groups);
    const WatchResult r = device_.Launch(s, kDeadline, kPatience);
    const Outcome outcome = OutcomeOf(r.o);
    if (outcome == Outcome::kNotStarted) ++hangs_;
    if (outcome == Outcome::kOther) {
      *problem = absl::StrCat(
          "on ", groups,
          " groups: ", OtherText(RecordOf(LaunchPurpose::kDiscovery, s, r)));
    }
    return outcome;
  }

  void FindHigh(const LaunchSpec& s, ResidencyRow* row) {
    row->bounded = s.program.waits == WaitMode::kBounded;
    hangs_ = 0;
    // First the residency itself, which must live, then one group more.
    ThresholdSearch search(
        row->res_low - 1, row->res_low + 1,
        std::max(kMostResidencies * row->res_low, kLeastMost));
    while (!search.done()) {
      const uint64_t groups = search.next();
      const Outcome outcome = Try(s, groups, &row->problem);
      if (outcome == Outcome::kOther) return;
      row->asked_to = std::max(row->asked_to, groups);
      search.Tell(outcome == Outcome::kNotStarted);
      row->hangs = hangs_;
    }
    row->res_high = search.found();
  }

  void FindMeetings(SurveyedKernel kernel, ResidencyRow* row) {
    kernel.c.grid.dispatch = Dispatch::kConcurrent;
    FindMeeting(SpecOf(kernel), *row, &row->meet_here);
    // The wait of the driver's own cannot be bounded.
    if (bounded_only_) return;
    kernel.c.primitive = FindPrimitive("barrier.intel_device_barrier_declared");
    kernel.c.access = {Poll::kPlain, Signal::kPlain, Fence::kNone,
                       Payload::kPlain};
    FindMeeting(SpecOf(kernel), *row, &row->meet_device);
  }

  void FindMeeting(const LaunchSpec& s, const ResidencyRow& row,
                   MostWaiting* most) {
    most->asked = true;
    ThresholdSearch search(0, row.res_low + 1, row.promised);
    while (!search.done()) {
      // Intel's device barrier hangs if the program's last launch had another
      // number of groups: devices/reported/.
      if (s.program.c.primitive->device_barrier) {
        device_.EndWorker().IgnoreError();
      }
      const Outcome outcome = Try(s, search.next(), &most->problem);
      if (outcome == Outcome::kOther) return;
      search.Tell(outcome == Outcome::kNotStarted);
    }
    most->known = true;
    most->groups = search.below();
  }

  void FindOrder(const LaunchSpec& s, ResidencyRow* row) {
    const uint64_t groups =
        std::max<uint64_t>(kOrderResidencies * row->res_low, kLeastMost);
    row->order =
        StartOrderOf(device_.OrderOfStarts(s, static_cast<uint32_t>(groups)));
  }

  void FindDependencies(const LaunchSpec& barrier, ResidencyRow* row) {
    if (opt_.distances.empty()) return;
    LaunchSpec s = barrier;
    s.program.c.primitive = FindPrimitive("handoff.dependency_distance");
    s.program.c.workload =
        FindWorkload(s.program.c.primitive->workloads.front());
    Attempt probe(s.program.c, s.program.waits, &device_, &known_);
    row->distance_res_low = ResidencyOf(&probe, s);
    if (row->distance_res_low == 0) {
      row->problem =
          absl::StrCat("dependency_distance: ", OtherText(probe.last));
      return;
    }
    for (uint32_t distance : opt_.distances) {
      Dependency d;
      d.awaited = distance * row->distance_res_low;
      if (!bounded_only_) {
        s.program.waits = WaitMode::kUnbounded;
        FindMost(s, *row, d.awaited, &d.unbounded);
      }
      s.program.waits = WaitMode::kBounded;
      FindMost(s, *row, d.awaited, &d.bounded);
      row->dependencies.push_back(std::move(d));
    }
  }

  void FindMost(LaunchSpec s, const ResidencyRow& row, uint64_t awaited,
                MostWaiting* most) {
    most->asked = true;
    s.has_distance = true;
    s.awaited = static_cast<uint32_t>(awaited);
    ThresholdSearch search(0, row.distance_res_low, awaited);
    while (!search.done()) {
      s.waiters = static_cast<uint32_t>(search.next());
      const Outcome outcome = Try(s, awaited + 1, &most->problem);
      if (outcome == Outcome::kOther) {
        most->problem =
            absl::StrCat("with ", s.waiters, " waiting, ", most->problem);
        return;
      }
      search.Tell(outcome == Outcome::kNotStarted);
    }
    most->known = true;
    most->groups = search.below();
  }

  const SurveyOptions& opt_;
  Known known_;
  ResidencyReport report_;
  bool bounded_only_ = false;
  uint64_t hangs_ = 0;
};

}  // namespace

absl::StatusOr<ResidencyReport> SurveyResidency(const SurveyOptions& options) {
  return Survey(options).Run();
}

}  // namespace wgsync
