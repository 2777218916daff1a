#include "suite/core/tried/group_marks.h"

#include <algorithm>
#include <initializer_list>
#include <set>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "suite/core/base/field_visitor.h"
#include "suite/core/launch/layout.h"
#include "suite/core/tried/kernel_text.h"

namespace wgsync {
namespace {

constexpr auto kFaultNames =
    EnumNames<MarkFault>({{MarkFault::kNone, "none"},
                          {MarkFault::kEarly, "early"},
                          {MarkFault::kCrowded, "crowded"}},
                         MarkFault::kCrowded);

}  // namespace

// A group that departs looks at 256 others; a CPU has fewer at a time. The
// words: the first fault's four; the groups inside each lock; and of each group
// where it is, 2 * round + 1 in a round and 2 * round + 2 after it, and the
// group that it waits for, from 1.
const char kMarks[] = R"(
void wgsync_fault(global volatile uint* stamps, uint fault, uint value,
                  uint other) {
  global volatile uint* marks = wgsync_marks(stamps);
  if (atomic_cmpxchg(marks, 0u, fault) != 0) return;
  marks[1] = wgsync_group();
  marks[2] = value;
  marks[3] = other;
}
void wgsync_arrive(global volatile uint* stamps, uint round) {
  if (wgsync_item() != 0) return;
  atomic_xchg(wgsync_place(stamps, wgsync_group()), 2 * round + 1);
}
void wgsync_depart(global volatile uint* stamps, uint round) {
  if (wgsync_item() != 0) return;
  const uint groups = wgsync_groups(), group = wgsync_group();
  atomic_xchg(wgsync_place(stamps, group), 2 * round + 2);
  for (uint i = 1; i < min(groups, 257u); ++i) {
    const uint other = (group + i) % groups;
    if (atomic_add(wgsync_place(stamps, other), 0u) > 2 * round) continue;
    wgsync_fault(stamps, 1, round, other);
    break;
  }
}
void wgsync_enter(global volatile uint* stamps, uint lock, uint most) {
  if (wgsync_item() != 0 || lock >= WGSYNC_LOCKS) return;
  const uint inside = atomic_inc(&wgsync_marks(stamps)[4 + lock]);
  if (inside >= most) wgsync_fault(stamps, 2, lock, inside);
}
void wgsync_leave(global volatile uint* stamps, uint lock) {
  if (wgsync_item() != 0 || lock >= WGSYNC_LOCKS) return;
  atomic_dec(&wgsync_marks(stamps)[4 + lock]);
}
void wgsync_wait(global volatile uint* stamps, uint awaited) {
  if (wgsync_item() != 0) return;
  atomic_xchg(wgsync_place(stamps, wgsync_group()) + 1, awaited);
}
#define WG_PARAM , global volatile uint* wgsync_stamps
#define WG_ARG , wgsync_stamps
#define WG_ARRIVE(round) wgsync_arrive(wgsync_stamps, round)
#define WG_DEPART(round) wgsync_depart(wgsync_stamps, round)
#define WG_ENTER(lock, most) wgsync_enter(wgsync_stamps, lock, most)
#define WG_LEAVE(lock) wgsync_leave(wgsync_stamps, lock)
#define WG_WAIT(group) wgsync_wait(wgsync_stamps, (group) + 1)
#define WG_GOT(group) wgsync_wait(wgsync_stamps, 0)
)";

namespace {

void SeeRounds(const uint8_t* places, GroupsSeen* seen) {
  const auto rounds_of = [=](uint32_t group) {  // to which it has come
    return (ReadWord(places, 2 * uint64_t{group}) + 1) / 2;
  };
  uint32_t most = 0;
  for (uint32_t g = 0; g < seen->groups; ++g) {
    most = std::max(most, rounds_of(g));
  }
  if (most == 0) return;
  seen->round = most - 1;
  bool all = true;
  for (uint32_t g = 0; g < seen->groups; ++g) {
    if (rounds_of(g) == most) {
      ++seen->arrived;
    } else if (all) {
      seen->absent = g;
      all = false;
    }
  }
}

void SeeWaits(const uint8_t* stamps, const uint8_t* places, GroupsSeen* seen) {
  const auto awaited_by = [=](uint32_t group) {  // from 1; 0: it does not wait
    return ReadWord(places, 2 * uint64_t{group} + 1);
  };
  for (uint32_t g = 0; g < seen->groups; ++g) {
    if (awaited_by(g) == 0) continue;
    if (seen->waiting++ == 0) seen->waiter = g;
  }
  if (seen->waiting == 0) return;
  std::set<uint32_t> chain;
  uint32_t at = seen->waiter;
  while (awaited_by(at) != 0 && !seen->circle) {
    seen->circle = !chain.insert(at).second;
    if (seen->circle || awaited_by(at) > seen->groups) break;
    at = awaited_by(at) - 1;
  }
  seen->awaited = at;
  seen->awaited_started = ReadWord(stamps, 2 + 2 * uint64_t{at}) != 0;
}

}  // namespace

absl::Span<const absl::string_view> NamesOf(MarkFault) {
  return kFaultNames.names;
}

void GroupsSeen::Fields(FieldVisitor& v) {
  v.Field("groups", &groups);
  v.Field("started", &started);
  v.Field("ended", &ended);
  v.Rare("unstarted", &unstarted, uint32_t{0});
  v.Rare("round", &round, uint32_t{0});
  v.Rare("arrived", &arrived, uint32_t{0});
  v.Rare("absent", &absent, uint32_t{0});
  v.Rare("waiting", &waiting, uint32_t{0});
  v.Rare("waiter", &waiter, uint32_t{0});
  v.Rare("awaited", &awaited, uint32_t{0});
  v.Rare("awaited_started", &awaited_started, false);
  v.Rare("circle", &circle, false);
  v.Enum("fault", &fault);
  v.Rare("group", &group, uint32_t{0});
  v.Rare("value", &value, uint32_t{0});
  v.Rare("other", &other, uint32_t{0});
}

bool HasMarks(const std::string& source) {
  return absl::c_any_of(
      std::initializer_list<absl::string_view>{
          "WG_ARRIVE", "WG_DEPART", "WG_ENTER", "WG_LEAVE", "WG_WAIT", "WG_GOT",
          "WG_PARAM", "WG_ARG"},
      [&](absl::string_view mark) {
        return !CodePlaces(source, mark).empty();
      });
}

GroupsSeen SeenGroups(const uint8_t* stamps, const uint8_t* marks,
                      uint32_t groups) {
  GroupsSeen seen;
  seen.groups = groups;
  for (uint64_t g = 0; g < groups; ++g) {
    if (ReadWord(stamps, 2 + 2 * g) != 0) {
      ++seen.started;
    } else if (seen.unstarted == 0 && seen.started == g) {
      seen.unstarted = static_cast<uint32_t>(g);
    }
    seen.ended += ReadWord(stamps, 3 + 2 * g) != 0 ? 1 : 0;
  }
  const uint8_t* const places = marks + (4 + kMarkedLocks) * sizeof(uint32_t);
  SeeRounds(places, &seen);
  SeeWaits(stamps, places, &seen);
  const uint32_t fault = ReadWord(marks, 0);
  if (fault == 1 || fault == 2) {
    seen.fault = static_cast<MarkFault>(fault);
    seen.group = ReadWord(marks, 1);
    seen.value = ReadWord(marks, 2);
    seen.other = ReadWord(marks, 3);
  }
  return seen;
}

}  // namespace wgsync
