// How often a launch is made, and until when: one row for each reason. No other
// file of this folder has such a number.

#ifndef WGSYNC_SUITE_CORE_NEXT_REPEATS_H_
#define WGSYNC_SUITE_CORE_NEXT_REPEATS_H_

#include <cstddef>
#include <cstdint>

#include "suite/core/base/field_visitor.h"
#include "suite/core/launch/stress.h"

namespace wgsync {

enum class Repeat {
  kDiscovery,
  kWiderDiscovery,
  kPass,
  kDoubted,
  kMeeting,
  kTeam,
  kRate,
  kWaited,
  kPollLook,
  kControl,
  kDifference,
  kInTurn,
  kWrongInTurn,
  kTwinKilled,
  kTwinSearch,
  kTwinStress,
  kShapeOnCpu,
  kShapeOnGpu,
  kShapeOfModel,
  kFreshBad,
  kFreshHang,
  kFreshHost,
};

struct RepeatRow {
  Repeat value;
  uint32_t launches;  // at most
  // Fewer, once they have taken so long together; 0: never fewer.
  double seconds;
  const char* why;
};

inline constexpr RepeatRow kRepeats[] = {
    {Repeat::kDiscovery, 3, 0,
     "counts of the resident groups, of which the least is the residency; on a "
     "GPU fewer, once two agree"},
    {Repeat::kWiderDiscovery, 8, 0,
     "discoveries made again with a longer window, since they were over before "
     "it"},
    {Repeat::kPass, 4, 0.05,
     "right launches that a pass rests on; fewer on a GPU alone, where "
     "thousands of groups meet each other in one launch"},
    {Repeat::kDoubted, 32, 0,
     "the same where the launch with the board was wrong or no group had to "
     "wait in it, and where right launches prove nothing yet"},
    {Repeat::kMeeting, 16, 0,
     "the same of a lock of loads and stores, whose groups must meet while it "
     "is free"},
    {Repeat::kTeam, 3 * kStressKinds, 0,
     "the same of a grid of teams: each kind of stress has three"},
    {Repeat::kRate, 20, 0.25,
     "more launches after one that was wrong, so that the rate is known"},
    {Repeat::kWaited, 4, 0,
     "launches with the board, until a group has to wait in one"},
    {Repeat::kPollLook, 3, 0,
     "more launches of a plain poll that froze before all had come to their "
     "wait"},
    {Repeat::kControl, 3, 0,
     "launches without the waits that must be wrong one after the other: once "
     "may be luck"},
    {Repeat::kDifference, 3, 0,
     "launches of a difference for each that it took until one was wrong: a "
     "few right ones excuse nothing"},
    {Repeat::kInTurn, 128, 2,
     "launches of a case and of its difference in turn, where a fresh worker "
     "did not repeat a stale payload"},
    {Repeat::kWrongInTurn, 7, 0,
     "wrong ones of these, with none of the difference, that are more than "
     "chance: one in 128 is"},
    {Repeat::kTwinKilled, 3, 0, "failed launches of a twin, which are enough"},
    {Repeat::kTwinSearch, 16, 0,
     "kinds of stress that chance chooses for a twin which no measured one "
     "failed: of 130 on an H200 and 71 on an H100 13 % and more failed each "
     "twin but one"},
    {Repeat::kTwinStress, 10, 0,
     "launches of a case under each kind of stress that failed a twin of it"},
    {Repeat::kShapeOnCpu, 12, 0,
     "grids of a shape, each with its late role and without. Where a scheduler "
     "deals groups in blocks, their boundaries move with the size of the grid: "
     "PoCL 3.1 with two threads hangs late_middle with 21 groups and not with "
     "20"},
    {Repeat::kShapeOnGpu, 4, 0, "the same: 40,000 groups take 0.05 s"},
    {Repeat::kShapeOfModel, 3, 0, "the same: device models are slow"},
    {Repeat::kFreshBad, 1, 0,
     "runs in a fresh worker of a case that is broken, stale-payload or "
     "crashed"},
    {Repeat::kFreshHang, 2, 0, "the same of a hang that binds"},
    {Repeat::kFreshHost, 1, 0, "the same of a host check that hangs or errs"},
};
static_assert(Describes(kRepeats, Repeat::kFreshHost), "one row each");

constexpr const RepeatRow& RowOf(Repeat why) {
  return kRepeats[static_cast<size_t>(why)];
}
constexpr uint32_t Most(Repeat why) { return RowOf(why).launches; }

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_NEXT_REPEATS_H_
