// The launches that are judged, with the board and without.
//
// A board changes the program, so a launch without one decides whether the case
// is right, and one with the relaxed board says where it is stuck. Cases that
// may bind are judged first, and looked at if they are not right or one of
// eight; all others are looked at first.

#ifndef WGSYNC_SUITE_CORE_NEXT_BOARDS_H_
#define WGSYNC_SUITE_CORE_NEXT_BOARDS_H_

#include "suite/core/next/attempt.h"

namespace wgsync {

// Asks for the launches. Leaves the evidence of the one that is judged, the
// last exhibit; where it is stuck; doubts; and, of a grid of teams, the twins
// (twins.h). Returns how many launches it took until one was wrong; 0 if a
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

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_NEXT_BOARDS_H_
