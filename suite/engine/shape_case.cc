// A case that is a shape of forward progress: many grids of it, with its late
// role and without, until one launch does not end.

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "suite/core/launch/seats.h"
#include "suite/core/launch/stalled_copy.h"
#include "suite/core/verdict/judge.h"
#include "suite/engine/case_runner.h"

namespace wgsync {
namespace {

// Grids of so many sizes in a row: where a scheduler deals groups to workers in
// blocks, the boundaries between them move with the size. PoCL 3.1 with two
// threads hangs late_middle round-robin with 21 groups and ends it with 20. A
// grid that is resident keeps its size. A GPU's launches are of some 40,000
// groups, 0.05 s each, and device models are slow.
constexpr uint32_t kGridsOnCpu = 12;
constexpr uint32_t kGridsOnGpu = 4;
constexpr uint32_t kGridsOfModels = 3;
// How late the late role is, on a CPU and on a GPU: longer than it takes until
// the other groups have started.
constexpr double kLateOnCpu = 0.005;
constexpr double kLateOnGpu = 0.001;
// Where loops are cut short, the delay must leave turns to the waits.
constexpr uint32_t kLateTurns = 2000;
constexpr uint32_t kMostLate = 4'000'000;
constexpr double kLeastDeadline = 0.25;
constexpr double kControlFactor = 20;

uint32_t LaunchesOf(const LaunchSpec& s, bool cpu) {
  return 2 * (s.program.model ? kGridsOfModels
              : cpu           ? kGridsOnCpu
                              : kGridsOnGpu);
}

// Launch `number` of a case: every second one has a late role.
LaunchSpec OfGrid(LaunchSpec s, GridClass grid, uint32_t number) {
  if (grid == GridClass::kBeyond) s.groups += number / 2;
  s.shuffle = number;
  if (number % 2 == 0) s.delay = 0;
  return s;
}

bool EndedWell(const Observation& o) {
  return o.ending == Ending::kFinished && WaitsOf(o) == Waits::kMet &&
         AccountOf(o) == Account::kComplete &&
         PayloadOf(o) == PayloadState::kRight;
}

}  // namespace

// The launch without its waits must end. Where it leaves waits unmet, groups
// have come to them before what they wait for.
bool CaseRunner::ControlShape(Attempt* a) {
  Evidence& e = a->evidence;
  e.no_payload = true;
  LaunchSpec s = a->base;
  s.program.waits = WaitMode::kRemoved;
  const uint32_t launches = LaunchesOf(s, session_->cpu());
  double slowest = 0;
  for (uint32_t i = 1; i < launches && e.negative != Trial::kWrong; i += 2) {
    last_ = session_->Launch(LaunchPurpose::kControl, OfGrid(s, a->grid, i),
                             kBoundarySeconds, kBoundarySeconds);
    const Exhibit shown = {LaunchPurpose::kControl, OfGrid(s, a->grid, i),
                           last_.o, last_.number};
    if (i == 1) a->exhibits.push_back(shown);
    a->exhibits.back() = shown;
    if (!Finished(last_.o)) {
      e.control = Trial::kHung;
      return false;
    }
    e.control = Trial::kRight;
    slowest = std::max(slowest, last_.o.seconds);
    // A launch that is judged without its waits proves nothing.
    if (a->mode != WaitMode::kRemoved) e.negative = WaitTrial(last_.o);
  }
  // The late groups may come one after the other.
  const double late = session_->calibration().delay_seconds * a->base.delay *
                      CopiesOf(OfGrid(a->base, a->grid, launches));
  a->deadline = std::max(
      kLeastDeadline, kControlFactor * slowest + (session_->cpu() ? late : 0));
  a->patience = a->deadline;
  a->base.budget = session_->BudgetFor(
      kBoundedSeconds, a->c.access.poll,
      std::min(a->base.groups, std::max(a->result.residency, 1u)));
  return true;
}

// Names the copy that is stuck.
void CaseRunner::ExplainShape(Attempt* a) {
  const Exhibit& x = a->exhibits.back();
  const StalledCopy stalled = FindStalledCopy(x.spec, x.o);
  ShapeResult& r = a->result.shape;
  r.stuck_copies = stalled.copies;
  r.group = stalled.group;
  r.role = stalled.role;
  r.started = stalled.started;
  a->evidence.where = stalled.where;
  if (stalled.livelock) a->evidence.ending = Ending::kRetrying;
  if (stalled.group >= 0) {
    a->ladder.groups = {static_cast<uint32_t>(stalled.group)};
    // Words that change elsewhere are not the reason: a group is not run.
    if (x.o.ending == Ending::kRetrying && x.o.channel_proven) {
      a->evidence.ending = Ending::kFrozen;
    }
  }
  a->ladder.where = stalled.where;
  a->ladder.findings.insert(a->ladder.findings.end(), stalled.findings.begin(),
                            stalled.findings.end());
}

// Launches until one does not end well. False if the program did not build.
bool CaseRunner::LaunchShape(Attempt* a) {
  ShapeResult& shape = a->result.shape;
  session_->AwaitBuilds();
  const uint32_t launches = LaunchesOf(a->base, session_->cpu());
  for (uint32_t i = 0; i < launches; ++i) {
    const LaunchSpec s = OfGrid(a->base, a->grid, i);
    const Observation o = Show(a, LaunchPurpose::kWatched, s);
    if (BuildFailed(a, last_)) return false;
    shape.groups = s.groups;
    shape.copies = CopiesOf(s);
    shape.late = s.delay != 0;
    if (!EndedWell(o)) break;
    ++shape.ended;
    if (!NobodyWaited(o)) ++shape.waited;
    if (i + 1 < launches) a->exhibits.pop_back();
  }
  if (shape.waited == 0 && a->c.primitive->need != ProgressNeed::kNone) {
    a->evidence.doubt = Doubt::kNoGroupWaited;
  }
  const Observation& o = a->exhibits.back().o;
  TakeJudged(a, o);
  const bool gave_up = a->evidence.waits == Waits::kGaveUp;
  const bool goes_on = o.ending == Ending::kFrozen ||
                       o.ending == Ending::kRetrying ||
                       o.ending == Ending::kMoving;
  if (gave_up || goes_on) {
    if (o.channel_proven && (!gave_up || o.has_pair)) ExplainShape(a);
  }
  a->result.groups = shape.groups;
  if (shape.ended != 0) {
    a->ladder.findings.push_back(
        Found(FindingKind::kCopiesEnded,
              {shape.ended, CopiesOf(a->base), a->base.groups, shape.waited}));
  }
  return true;
}

CaseResult CaseRunner::RunShapeOnce(const KernelCase& c, WaitMode mode) {
  Attempt a;
  a.c = c;
  a.mode = mode;
  if (!Prepare(&a)) return a.result;
  a.base.program.board = BoardMode::kRelaxed;
  const double access = session_->calibration().delay_seconds;
  a.base.delay = static_cast<uint32_t>(std::min<double>(
      session_->loops_cut() ? kLateTurns : kMostLate,
      (session_->cpu() ? kLateOnCpu : kLateOnGpu) / std::max(access, 1e-9)));
  session_->For(Purpose::kControls);
  if (!ControlShape(&a)) {
    EndsByControl(&a);
    return a.result;
  }
  session_->For(Purpose::kBoards);
  if (wedged_ || !LaunchShape(&a)) return a.result;
  LookAlive(&a);
  ConcludeUndisturbed(&a);
  return a.result;
}

}  // namespace wgsync
