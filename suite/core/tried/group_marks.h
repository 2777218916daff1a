// Where the groups of a launch with stamps (late_groups.h) are, and what marks
// in a tried kernel add to it. Pure.
//
// Marks are macros that the file calls, and defines as empty where WG_ARRIVE is
// not defined. Each acts for the first work-item of a group:
//
//   WG_ARRIVE(round), WG_DEPART(round)
//       A barrier of all groups; rounds count up. A group that departs before
//       another has arrived fails.
//   WG_ENTER(lock, most), WG_LEAVE(lock)
//       `most` groups at most are between the two; locks below kMarkedLocks.
//   WG_WAIT(group), WG_GOT(group)
//       Before and after a wait for another group.
//   WG_PARAM, WG_ARG
//       The last parameter and argument of a function that has marks.
//
// Memory ordering: marks are relaxed atomic operations, so that they add none
// to the kernel. Where an order of the kernel is missing, too, a group may be
// seen late to arrive.

#ifndef WGSYNC_SUITE_CORE_TRIED_GROUP_MARKS_H_
#define WGSYNC_SUITE_CORE_TRIED_GROUP_MARKS_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace wgsync {

class FieldVisitor;

enum class MarkFault {
  kNone,
  kEarly,    // group departed from round `value`; `other` had not arrived
  kCrowded,  // as group entered lock `value`, `other` groups were inside
};
absl::Span<const absl::string_view> NamesOf(MarkFault fault);

struct GroupsSeen {
  uint32_t groups = 0, started = 0, ended = 0;
  uint32_t unstarted = 0;  // the first that has not started, if any
  // The last round in which a group has arrived, and how many groups have; the
  // first that has not, if any. 0 arrived: none, or no such mark.
  uint32_t round = 0, arrived = 0, absent = 0;
  // Groups that wait; the first of them, and the last group of its chain: that
  // waits for none, or for a group that is in the chain.
  uint32_t waiting = 0, waiter = 0, awaited = 0;
  bool awaited_started = false, circle = false;
  MarkFault fault = MarkFault::kNone;  // the first one
  uint32_t group = 0, value = 0, other = 0;
  void Fields(FieldVisitor& v);
};

bool HasMarks(const std::string& source);

// The functions and macros, for a text with those of late_groups.h.
extern const char kMarks[];

constexpr uint32_t kMarkedLocks = 64;
constexpr uint64_t MarkWords(uint64_t groups) {
  return 4 + kMarkedLocks + 2 * groups;
}

// `stamps` and `marks` are where the words of each begin.
GroupsSeen SeenGroups(const uint8_t* stamps, const uint8_t* marks,
                      uint32_t groups);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_TRIED_GROUP_MARKS_H_
