// The steps of an attempt at a case of a kernel, in the order in which it takes
// them.

#ifndef WGSYNC_SUITE_CORE_NEXT_STEPS_H_
#define WGSYNC_SUITE_CORE_NEXT_STEPS_H_

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/optional.h"
#include "suite/core/launch/launch_spec.h"
#include "suite/core/launch/program_spec.h"
#include "suite/core/next/attempt.h"
#include "suite/core/plan/soundness.h"
#include "suite/core/record/launch_record.h"
#include "suite/core/record/result.h"
#include "suite/core/verdict/finding.h"
#include "suite/core/verdict/verdict.h"

namespace wgsync {

// prepare.cc: what a case can be on this device, before anything of it runs:
// its soundness, its program, its grid.

// Asks for a worker, and for the residency where the case needs it. Leaves
// Attempt::base without the measurements of a control. False where the case
// cannot run; the result says why.
bool Prepare(Attempt* a);

// The result of a case that had no worker.
void EndsUnopened(const absl::Status& opening, Known* known, CaseResult* r);

// build.cc: a case that ends because one of its programs did not build, or a
// launch before its own did not end.

// True if the launch never came to the device: the result says why. A compiler
// that refuses a program is asked again in a fresh worker, and whether it
// builds the same with OpenCL 1.2's atomics and without a fence: then the
// device claims what its compiler denies.
bool EndsUnbuilt(Attempt* a, const LaunchRecord& launch);

// The case ends before its own launch, by how a launch for it ended: a worker
// that died is the case's crash; all else is never started.
void EndsBefore(Attempt* a, Ending ending);

// The case ends because its control, the last launch, did not. That the
// compiler refuses the control says nothing of the case, unless it refuses the
// case's own program too.
void EndsByControl(Attempt* a);

// controls.cc: the launch without its waits, which must end and must come out
// wrong; and the rounds, delays and time-outs that follow from it.

// A control that is timed has so many rounds, and the shortest launch so many.
inline constexpr uint32_t kTimedRounds = 8;
inline constexpr uint32_t kLeastRounds = 2;

// Asks for launches until the control is timed and known to be wrong, unless
// an earlier case has had the same ones: Known::controls. Leaves the evidence
// `control`, `negative` and `doubt`; the launch's rounds, elements, delay and
// budget; and the attempt's time-outs. A control that did not end is
// Attempt::last and the evidence kHung.
void RunControls(Attempt* a);

// boards.cc: the launches that are judged, with the board and without.
//
// A board changes the program, so a launch without one decides whether the case
// is right, and one with the relaxed board says where it is stuck. Cases that
// may bind are judged first, and looked at if they are not right or one of
// eight; all others are looked at first.

// Asks for the launches. Leaves the evidence of the one that is judged, the
// last exhibit; where it is stuck; doubts; and, of a grid of teams, the twins
// (RunTwins()). Returns how many launches it took until one was wrong; 0 if a
// program did not build, which is then the case's end.
uint32_t RunBoards(Attempt* a);

// The evidence and the result that the launch shows by itself.
void TakeJudged(Attempt* a, const LaunchRecord& judged);

// Adds the finding that a count is missing on the launch's board.
void CheckBoard(Attempt* a, const LaunchRecord& r);

// Whether cases like this have no launch with a board.
bool HasNoBoard(const KernelCase& c, bool cpu);
// Whether the launches without the board come first: those that may bind are
// expected to be right, and need no look then. A hand-off's board shows that
// a group waited: readers may find the signal there.
bool IsJudgedFirst(const KernelCase& c, Soundness soundness, GridClass grid);
// One pass of eight is looked at too, which shows whether the board changes
// anything. The id decides, so that runs can be compared.
bool IsSampled(const KernelCase& c);

// enough.cc: when launches that came out right are enough for a pass.

// Launches that came out right, together.
struct RightLaunches {
  uint64_t launches = 0;
  // Of several groups that had more than one core and met; of the others, those
  // that found one group alone, and those whose groups took turns on one core.
  uint64_t side_by_side = 0;
  uint64_t alone = 0;
  uint64_t in_slices = 0;
  uint64_t turns = 0;  // of a lock; what groups that do not wait saw
  double seconds = 0;
  uint64_t reads = 0;
  uint64_t most_out = 0;  // permits of a semaphore

  void Add(const LaunchRecord& r, bool cpu);
};

// The groups of a lock came one after the other: it changed hands hardly more
// often than there are groups. Or, where no group waits, they saw hardly
// anything new after their first looks. One group alone takes no turns.
bool CameInTurn(const LaunchSpec& s, const RightLaunches& right);

// Why a pass that rests on them would prove nothing; kNone where it does.
struct Lack {
  Doubt doubt = Doubt::kNone;
  Finding finding;
};
Lack LackOf(const LaunchSpec& s, const RightLaunches& right);

// twins.cc: what the stress of a case's launches lets fail.

// Runs the weakened twins of the launch, one of a grid of teams, if it may
// bind. Leaves CaseResult::twins and the evidence `strength`. Returns the
// numbers of the kinds of stress (stress.h) that the case is judged under:
// three launches of each measured kind, and more of those that failed a twin.
std::vector<uint32_t> RunTwins(Attempt* a, const LaunchSpec& sound);

// differences.cc: the same launch with one thing changed, which tells stale
// from broken, and the compiler from a cache.

// Asks for what explains the evidence of the launch that was judged, the last
// exhibit: another poll or signal where it is stuck, another payload, fence or
// an ordered board where its payload is wrong. Leaves that evidence.
// `launches_to_wrong` is RunBoards()'s.
void RunDifferences(Attempt* a, uint32_t launches_to_wrong);

// After RunDifferences() of a payload that is stale, in another worker which
// did not repeat it: launches the case and the difference that was right in
// turn. While the case alone comes out wrong, chance halves with each time.
// Leaves whether the difference is more than that; returns how often each was
// wrong.
Finding CompareInTurn(Attempt* a);

// The program of the same payload on the same grid where the end of a kernel is
// the barrier.
ProgramSpec BoundaryOf(ProgramSpec p);

// The program with a fence and a scope that order its payload; none where it
// has them, or has one word, which has nothing to be ordered against.
absl::optional<ProgramSpec> Ordered(ProgramSpec p);

// conclude.cc: from the evidence to the verdict, and to what the verdict binds.

// How the verdict fails. `may` is WhatBinds() of the case. Without a proven
// channel nothing shows that a launch made no progress.
Binding BindingOf(const Verdict& verdict, const Evidence& evidence,
                  const Bind& may);

// Adds why a hang is a failure of its case or not: kHangFails or kHangExcused.
// `binds` is BindingOf(), and `may` as there. Adds nothing for another verdict,
// and for a hang that is expected to bind and does not.
void AddProgress(const Verdict& verdict, Binding binds, const Bind& may,
                 std::vector<Finding>* findings);

// Fills the attempt's result.
void Conclude(Attempt* a);

// After anything but an orderly end: asks whether the device survived.
void LookAlive(Attempt* a);

// Conclude(), unless a worker was ended from outside: a launch that was not
// made would lead to another verdict.
void ConcludeUndisturbed(Attempt* a);

// shape_case.cc: a case that is a shape of forward progress: many grids of it,
// with its late role and without, until one launch does not end.

// One attempt. Asks for the launch without its waits, which must end, and for
// launches with them.
CaseResult RunShape(Attempt* a);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_NEXT_STEPS_H_
