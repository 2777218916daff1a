#include <algorithm>
#include <cstdint>

#include "suite/core/launch/seats.h"
#include "suite/core/next/budget.h"
#include "suite/core/next/repeats.h"
#include "suite/core/next/steps.h"
#include "suite/core/verdict/judge.h"

namespace wgsync {
namespace {

// How late the late role is, on a CPU and on a GPU: longer than it takes until
// the other groups have started.
constexpr double kLateOnCpu = 0.005;
constexpr double kLateOnGpu = 0.001;
// Where loops are cut short, the delay must leave turns to the waits.
constexpr uint32_t kLateTurns = 2000;
constexpr uint32_t kMostLate = 4'000'000;
constexpr double kLeastDeadline = 0.25;
constexpr double kControlFactor = 20;

uint32_t LaunchesOf(const Attempt& a) {
  return 2 * Most(a.base.program.model ? Repeat::kShapeOfModel
                  : a.cpu()            ? Repeat::kShapeOnCpu
                                       : Repeat::kShapeOnGpu);
}

// Launch `number` of a case: every second one has a late role. A grid that is
// resident keeps its size.
LaunchSpec OfGrid(LaunchSpec s, GridClass grid, uint32_t number) {
  if (grid == GridClass::kBeyond) s.groups += number / 2;
  s.shuffle = number;
  if (number % 2 == 0) s.delay = 0;
  return s;
}

bool EndedWell(const LaunchRecord& r) {
  return r.ending == Ending::kFinished && r.waits == Waits::kMet &&
         r.account == Account::kComplete && r.payload == PayloadState::kRight;
}

// The launch without its waits must end. Where it leaves waits unmet, groups
// have come to them before what they wait for.
bool ControlShape(Attempt* a) {
  Evidence& e = a->evidence;
  e.no_payload = true;
  LaunchSpec s = a->base;
  s.program.waits = WaitMode::kRemoved;
  const uint32_t launches = LaunchesOf(*a);
  double slowest = 0;
  for (uint32_t i = 1; i < launches && e.negative != Trial::kWrong; i += 2) {
    const LaunchRecord& r =
        a->Launch(LaunchPurpose::kControl, OfGrid(s, a->grid, i),
                  kBoundarySeconds, kBoundarySeconds);
    if (i == 1) a->exhibits.push_back(r);
    a->exhibits.back() = r;
    if (!Finished(r)) {
      e.control = Trial::kHung;
      return false;
    }
    e.control = Trial::kRight;
    slowest = std::max(slowest, r.seconds);
    // A launch that is judged without its waits proves nothing.
    if (a->mode != WaitMode::kRemoved) e.negative = WaitTrial(r);
  }
  // The late groups may come one after the other.
  const double late = a->calibration().delay_seconds * a->base.delay *
                      CopiesOf(OfGrid(a->base, a->grid, launches));
  a->deadline = std::max(kLeastDeadline,
                         kControlFactor * slowest + (a->cpu() ? late : 0));
  a->patience = a->deadline;
  a->base.budget =
      BudgetFor(a->profile(), kBoundedSeconds, a->c.access.poll,
                std::min(a->base.groups, std::max(a->result.residency, 1u)));
  return true;
}

// Names the copy that is stuck.
void ExplainShape(Attempt* a, const LaunchRecord& stuck) {
  const Place& p = stuck.place;
  ShapeResult& r = a->result.shape;
  r.stuck_copies = p.copies;
  r.group = p.group;
  r.role = p.role;
  r.started = p.started;
  a->evidence.where = p.where;
  if (p.livelock) a->evidence.ending = Ending::kRetrying;
  // Words that change elsewhere are not the reason: a group is not run.
  if (p.group >= 0 && stuck.ending == Ending::kRetrying &&
      stuck.channel_proven) {
    a->evidence.ending = Ending::kFrozen;
  }
  a->findings.insert(a->findings.end(), p.findings.begin(), p.findings.end());
}

// Launches until one does not end well. False if the program did not build.
bool LaunchShape(Attempt* a) {
  ShapeResult& shape = a->result.shape;
  a->Ask(QuestionKind::kAwaitBuilds);
  const uint32_t launches = LaunchesOf(*a);
  for (uint32_t i = 0; i < launches; ++i) {
    const LaunchSpec s = OfGrid(a->base, a->grid, i);
    const LaunchRecord r = a->Show(LaunchPurpose::kWatched, s);
    if (EndsUnbuilt(a, r)) return false;
    shape.groups = s.groups;
    shape.copies = CopiesOf(s);
    shape.late = s.delay != 0;
    if (!EndedWell(r)) break;
    ++shape.ended;
    if (!r.without_waiting) ++shape.waited;
    if (i + 1 < launches) a->exhibits.pop_back();
  }
  if (shape.waited == 0 && a->c.primitive->need != ProgressNeed::kNone) {
    a->evidence.doubt = Doubt::kNoGroupWaited;
  }
  const LaunchRecord last = a->exhibits.back();
  TakeJudged(a, last);
  const bool gave_up = a->evidence.waits == Waits::kGaveUp;
  const bool goes_on = last.ending == Ending::kFrozen ||
                       last.ending == Ending::kRetrying ||
                       last.ending == Ending::kMoving;
  const bool looked_at = !gave_up || last.frozen_seconds > 0;
  if ((gave_up || goes_on) && last.channel_proven && looked_at) {
    ExplainShape(a, last);
  }
  a->result.groups = shape.groups;
  if (shape.ended != 0) {
    a->findings.push_back(
        Found(FindingKind::kCopiesEnded,
              {shape.ended, CopiesOf(a->base), a->base.groups, shape.waited}));
  }
  return true;
}

}  // namespace

CaseResult RunShape(Attempt* a) {
  if (!Prepare(a)) return a->result;
  a->base.program.board = BoardMode::kRelaxed;
  const double access = a->calibration().delay_seconds;
  a->base.delay = static_cast<uint32_t>(std::min<double>(
      a->profile().loops_cut ? kLateTurns : kMostLate,
      (a->cpu() ? kLateOnCpu : kLateOnGpu) / std::max(access, 1e-9)));
  a->time_of = Purpose::kControls;
  if (!ControlShape(a)) {
    EndsByControl(a);
    return a->result;
  }
  a->time_of = Purpose::kBoards;
  if (a->known->wedged || !LaunchShape(a)) return a->result;
  LookAlive(a);
  ConcludeUndisturbed(a);
  return a->result;
}

}  // namespace wgsync
