#include "suite/core/verdict/waits.h"

#include <algorithm>
#include <cstddef>

namespace wgsync {
namespace {

// Every group's goal is at most what all arrivals of a round add up to, or what
// a writer that has ended published.
bool RisenForAll(const Primitive& p, const Observation& o) {
  if (p.use != WordUse::kRising) return false;
  const uint32_t risen = RisenBy(p, o.last);
  if (p.writer != Writer::kNone) {
    return o.last.ended[WriterOf(p, o.last)] && risen == o.rounds;
  }
  const uint32_t groups = static_cast<uint32_t>(o.last.started.size());
  const uint32_t arrive = groups * (p.by_item ? o.group_size : 1);
  return CountsAll(p) && risen != 0 && risen % arrive == 0;
}

// Flag i is group i's: each has arrived, and group 0 has not ended.
bool EveryFlagIsRaised(const Primitive& p, const Observation& o) {
  const Snapshot& s = o.last;
  const size_t groups = s.started.size();
  return p.use == WordUse::kFlag && p.roles_per_group == 2 &&
         s.words.size() >= groups && !s.ended[0] && s.words[0] != p.word_init &&
         std::all_of(s.words.begin(), s.words.begin() + groups,
                     [&](uint32_t flag) { return flag == s.words[0]; });
}

}  // namespace

bool Holds(Comparison comparison, uint32_t seen, uint32_t goal) {
  switch (comparison) {
    case Comparison::kReaches:
      return static_cast<int32_t>(seen - goal) >= 0;
    case Comparison::kEquals:
      return seen == goal;
    case Comparison::kHighBit:
      return (seen ^ goal) >> 31 == 0;
    case Comparison::kHighHalf:
      return (seen ^ goal) >> 16 == 0;
    case Comparison::kMultiple:
      return goal != 0 && seen % goal == 0;
  }
  return false;
}

absl::optional<uint32_t> AwaitedWord(const Primitive& primitive,
                                     const Snapshot& s, uint32_t at) {
  if (at >= s.words.size()) return absl::nullopt;
  uint32_t sum = s.words[at];
  for (uint32_t k = 1; k < primitive.counters; ++k) {
    const size_t next = at + size_t{k} * primitive.counter_stride;
    if (next >= s.words.size()) return absl::nullopt;
    sum += s.words[next] - primitive.word_init;
  }
  return sum;
}

Finding FoundWait(const Primitive& primitive, const RoleFacts& r,
                  const Snapshot& s) {
  const absl::optional<uint32_t> word = AwaitedWord(primitive, s, r.word);
  Finding found = FoundIn(FindingKind::kWaitsForWord, {r.group},
                          {r.watcher, primitive.counters, r.word,
                           static_cast<uint64_t>(r.comparison), r.goal,
                           word.has_value(), word.value_or(0)});
  const bool met = word && Holds(r.comparison, *word, r.goal);
  if (word && r.comparison == Comparison::kReaches &&
      met != (*word >= r.goal)) {
    found.numbers.push_back(met ? 1 : 2);
    found.numbers.push_back(met ? *word - r.goal : r.goal - *word);
  }
  return found;
}

std::vector<uint32_t> GroupsWithout(const std::vector<bool>& flags) {
  std::vector<uint32_t> groups;
  for (size_t g = 0; g < flags.size(); ++g) {
    if (!flags[g]) groups.push_back(static_cast<uint32_t>(g));
  }
  return groups;
}

uint32_t WriterOf(const Primitive& primitive, const Snapshot& s) {
  return WriterGroup(primitive.writer, static_cast<uint32_t>(s.started.size()));
}

bool CountsAll(const Primitive& primitive) {
  return primitive.counters != 0 || primitive.words_fixed == 1;
}

uint32_t RisenBy(const Primitive& primitive, const Snapshot& s) {
  return AwaitedWord(primitive, s, 0).value_or(primitive.word_init) -
         primitive.word_init;
}

MetUnseen MetForAll(const Primitive& primitive, const Observation& o) {
  const Snapshot& s = o.last;
  if (s.words.empty() || s.started.empty() ||
      (o.has_pair && o.earlier.words != s.words))
    return {};
  if (EveryFlagIsRaised(primitive, o)) {
    return {FindingKind::kFlagsRaised, {0}, {s.started.size()}};
  }
  if (!RisenForAll(primitive, o)) return {};
  return {FindingKind::kWordRisen,
          GroupsWithout(s.ended),
          {s.started.size(), RisenBy(primitive, s)}};
}

}  // namespace wgsync
