// A launch that stands still, told group by group, for tests of the ladder.

#ifndef WGSYNC_SUITE_CORE_VERDICT_STILL_LAUNCH_TESTING_H_
#define WGSYNC_SUITE_CORE_VERDICT_STILL_LAUNCH_TESTING_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/verdict/ladder.h"
#include "suite/core/verdict/observation.h"
#include "suite/core/verdict/verdict.h"

namespace wgsync {

// At first all groups have started, and none has come to its first wait.
class StillLaunch {
 public:
  static constexpr uint32_t kGroups = 4;
  static constexpr uint32_t kRounds = 10;
  static constexpr uint32_t kItems = 2;  // of a group, where each is a role

  explicit StillLaunch(absl::string_view primitive)
      : primitive_(*FindPrimitive(primitive)) {
    primitive_.word_init = 0;
    o_.ending = Ending::kFrozen;
    o_.channel_proven = true;
    o_.has_board = true;
    o_.has_pair = true;
    o_.frozen_cpu_seconds = 0.02;
    o_.groups = kGroups;
    o_.rounds = kRounds;
    o_.last.started.assign(kGroups, true);
    o_.last.ended.assign(kGroups, false);
    o_.last.words.assign(
        primitive_.words_fixed + primitive_.words_per_group * kGroups, 0);
    if (primitive_.by_item) o_.group_size = kItems;
    const uint32_t items = primitive_.by_item ? kItems : 1;
    for (uint32_t i = 0; i < primitive_.roles_per_group * kGroups * items;
         ++i) {
      RoleFacts r;
      r.group = primitive_.by_item ? i / kItems : i < kGroups ? i : 0;
      r.watcher = !primitive_.by_item && i >= kGroups;
      o_.last.roles.push_back(r);
    }
    if (!primitive_.item_watchers) return;
    o_.group_size = kItems;
    for (uint32_t i = 0; i < kGroups * kItems; ++i) {
      RoleFacts r;
      r.group = i / kItems;
      r.watcher = true;
      o_.last.roles.push_back(r);
    }
  }

  // The role of a group's work-item, where every one of them watches.
  static uint32_t Watcher(uint32_t group, uint32_t item) {
    return kGroups + group * kItems + item;
  }

  // Every group waits in `round` for word 0.
  static StillLaunch AllWait(absl::string_view primitive, uint32_t round,
                             Comparison how, uint32_t goal) {
    StillLaunch l(primitive);
    for (uint32_t g = 0; g < kGroups; ++g) {
      l.Waits(g, round, 0, how, goal);
    }
    return l;
  }

  // The same of a barrier that counts arrivals in word 0.
  static StillLaunch Counter(uint32_t round) {
    return AllWait("barrier.counter_per_group", round, Comparison::kReaches,
                   (round + 1) * kGroups);
  }

  // Group 0 has published three rounds, all others wait for the third.
  static StillLaunch Message() {
    StillLaunch l("handoff.message_passing");
    l.Role(0).arrived = l.Role(0).closed = 3;
    for (uint32_t g = 1; g < kGroups; ++g) {
      l.Waits(g, 2, 0, Comparison::kReaches, 3);
    }
    return l;
  }

  // What the primitive's words hold before the launch, 0 in most tests.
  void WordsBeginAt(uint32_t value) { primitive_.word_init = value; }

  RoleFacts& Role(uint32_t role) { return o_.last.roles[role]; }

  // Between two rounds, `rounds` of them behind it.
  StillLaunch& Between(uint32_t role, uint32_t rounds) {
    RoleFacts& r = Role(role);
    r.arrived = r.left = r.closed = rounds;
    return *this;
  }
  StillLaunch& Waits(uint32_t role, uint32_t round, uint32_t word,
                     Comparison how, uint32_t goal) {
    Between(role, round);
    RoleFacts& r = Role(role);
    r.arrived = round + 1;
    r.waits_known = true;
    r.word = word;
    r.comparison = how;
    r.goal = goal;
    return *this;
  }
  // Left the wait of `round`, and has not closed it.
  StillLaunch& Left(uint32_t role, uint32_t round) {
    Between(role, round);
    Role(role).arrived = Role(role).left = round + 1;
    return *this;
  }
  StillLaunch& Ended(uint32_t group) {
    o_.last.ended[group] = true;
    return Between(group, kRounds);
  }
  StillLaunch& NotStarted(uint32_t group) {
    o_.last.started[group] = false;
    return *this;
  }
  StillLaunch& WithoutBoard() {
    o_.has_board = false;
    return *this;
  }
  // As a GPU's: nothing shows that its threads were scheduled.
  StillLaunch& WithoutCpuProof() {
    o_.frozen_cpu_seconds = 0;
    return *this;
  }
  StillLaunch& Word(uint32_t word, uint32_t value) {
    o_.last.words[word] = value;
    return *this;
  }
  // What the earlier snapshot showed, where it is not the same.
  StillLaunch& WordBefore(uint32_t word, uint32_t value) {
    before_.push_back({word, value});
    return *this;
  }
  Observation& facts() { return o_; }

  // The launch with both of its snapshots.
  const Observation& Seen() {
    o_.earlier = o_.frozen = o_.last;
    for (const auto& b : before_) o_.earlier.words[b.first] = b.second;
    return o_;
  }
  Place Climb() { return ClimbLadder(primitive_, Seen()); }
  // "stuck inside: group 2".
  std::string Found() {
    const Place r = Climb();
    return absl::StrCat(Name(r.where), ": ", NameGroups(r.findings.front()));
  }
  // A finding of the ladder: "not_started of groups 2 and 3: 4".
  std::string Finds(size_t i) {
    const std::vector<Finding> findings = Climb().findings;
    if (i >= findings.size()) return "nothing";
    return absl::StrCat(InfoOf(findings[i].kind).name, " of ",
                        NameGroups(findings[i]), ": ",
                        absl::StrJoin(findings[i].numbers, " "));
  }

 private:
  static absl::string_view Name(Where where) {
    switch (where) {
      case Where::kUnknown:
        return "unknown";
      case Where::kNotStarted:
        return "not started";
      case Where::kStuckInside:
        return "stuck inside";
      case Where::kConditionTrue:
        return "condition true";
      case Where::kMissed:
        return "missed";
      case Where::kLostArrival:
        return "lost arrival";
      case Where::kSignalMissing:
        return "signal missing";
      case Where::kLostRelease:
        return "lost release";
      case Where::kHolderStarved:
        return "holder starved";
      case Where::kSuspended:
        return "suspended";
      case Where::kExtraArrivals:
        return "extra arrivals";
      case Where::kEndedEarly:
        return "ended early";
      case Where::kUnreachableGoal:
        return "unreachable goal";
    }
    return "?";
  }

  Primitive primitive_;
  Observation o_;
  std::vector<std::pair<uint32_t, uint32_t>> before_;
};

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_VERDICT_STILL_LAUNCH_TESTING_H_
