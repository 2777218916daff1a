#include "suite/core/launch/final_check.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"
#include "suite/core/base/parallel.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/launch/seats.h"

namespace wgsync {
namespace {

uint32_t BitsFor(uint64_t count) {
  const uint32_t v = static_cast<uint32_t>(count - 1) | 1u;
  return 32 - __builtin_clz(v);
}

uint32_t Value(uint64_t round, uint64_t index, uint32_t bits) {
  return (static_cast<uint32_t>(round + 3) << bits) |
         static_cast<uint32_t>(index);
}

// So many words are compared by a separate thread.
constexpr uint64_t kLeastWords = uint64_t{1} << 18;

class FinalCheck {
 public:
  FinalCheck(const LaunchSpec& s, const uint8_t* words, const uint8_t* payload,
             PayloadFacts* f)
      : s_(s),
        words_(words),
        payload_(payload),
        f_(f),
        items_(uint64_t{s.groups} * s.group_size) {}
  FinalCheck(const LaunchSpec& s, FinalMemorySink* sink)
      : s_(s), sink_(sink), items_(uint64_t{s.groups} * s.group_size) {}

  void Run() {
    const Workload& w = *s_.program.c.workload;
    switch (w.final_memory) {
      case FinalMemory::kHalvesByItem:
        return Halves(uint64_t{w.payload_per_item / 2} * items_, 1);
      case FinalMemory::kHalvesSpread:
        return Halves(uint64_t{w.payload_per_item / 4} * items_, 2);
      case FinalMemory::kHalvesByGroup:
        return Halves(s_.groups, kLineWords);
      case FinalMemory::kRegionsByRound:
        return Regions(uint64_t{w.payload_per_item_round / 2} * s_.group_size,
                       2, 0);
      case FinalMemory::kRegionsOfAll:
        return Regions(uint64_t{w.payload_all_items_round / 2} * items_, 2, 0);
      case FinalMemory::kEqualElements:
        return EqualElements(w.reads_per_item + 1);
      case FinalMemory::kCount:
        return CountInWord0();
      case FinalMemory::kTallies:
        return Tallies(uint64_t{w.payload_per_group_item / 2} * s_.group_size);
      case FinalMemory::kTransposed:
        return Transposed(TileSide(s_.group_size));
      case FinalMemory::kScanned:
        return Scanned();
      case FinalMemory::kTasks:
        return Regions(uint64_t{w.payload_per_item_round - 1} * s_.group_size,
                       1, s_.group_size);
      case FinalMemory::kReduced:
        return Reduced();
      case FinalMemory::kCountOfOne:
        if (PermitsOf(s_) == s_.program.c.primitive->capacity) CountInWord0();
        return;
      case FinalMemory::kLastRound:
        return LastRound(w.payload_fixed + w.payload_per_item * items_);
      case FinalMemory::kRows:
        return Rows();
      case FinalMemory::kTotal:
        return Total();
      case FinalMemory::kSeats:
        return Seats();
    }
  }

 private:
  // A word of the payload, and what it must hold.
  struct Word {
    uint64_t at;
    uint32_t wanted;
  };
  struct WrongWords {
    uint64_t count = 0;
    uint64_t first = 0;
  };

  // The words that word(0) to word(count - 1) name. A launch has millions.
  template <typename NameWord>
  void Expect(uint64_t count, const NameWord& word) {
    if (sink_ != nullptr) {
      for (uint64_t i = 0; i < count; ++i) {
        const Word w = word(i);
        sink_->Word(kPayload, w.at, w.wanted);
      }
      return;
    }
    std::vector<WrongWords> parts(PartsOf(count, kLeastWords));
    ForParts(count, kLeastWords, [&](size_t part, size_t begin, size_t end) {
      parts[part] = WrongIn(begin, end, word);
    });
    for (const WrongWords& wrong : parts) Tell(wrong, word);
  }
  template <typename NameWord>
  WrongWords WrongIn(uint64_t begin, uint64_t end, const NameWord& word) const {
    WrongWords wrong;
    for (uint64_t i = begin; i < end; ++i) {
      const Word w = word(i);
      if (ReadWord(payload_, w.at) == w.wanted) continue;
      if (wrong.count++ == 0) wrong.first = i;
    }
    return wrong;
  }
  template <typename NameWord>
  void Tell(const WrongWords& wrong, const NameWord& word) {
    if (wrong.count == 0) return;
    if (f_->final_wrong == 0) {
      const Word w = word(wrong.first);
      TellFirst(absl::StrCat("payload word ", w.at), ReadWord(payload_, w.at),
                w.wanted);
    }
    f_->final_wrong += wrong.count;
  }
  void Part() {
    if (sink_ != nullptr) sink_->Part();
  }
  void ExpectFound(absl::string_view what, uint32_t found, uint32_t wanted) {
    if (found == wanted) return;
    if (f_->final_wrong++ == 0) TellFirst(what, found, wanted);
  }
  void TellFirst(absl::string_view what, uint32_t found, uint32_t wanted) {
    f_->final_text = absl::StrFormat(
        "at the end %s holds 0x%08x instead of 0x%08x", what, found, wanted);
  }
  // The last two rounds lie in the two halves, `count` values in each.
  void Halves(uint64_t count, uint64_t stride) {
    const uint32_t bits = BitsFor(count);
    for (uint32_t round = FirstOfTwo(); round < s_.rounds; ++round) {
      const uint64_t base = (round & 1) * count * stride;
      Part();
      Expect(count, [&](uint64_t i) {
        return Word{base + i * stride, Value(round, i, bits)};
      });
    }
  }
  uint32_t FirstOfTwo() const {
    return s_.rounds - std::min<uint32_t>(2, s_.rounds);
  }
  // A region has `values` values, `stride` words apart, then `counts` words
  // that are one more than before.
  void Regions(uint64_t values, uint64_t stride, uint64_t counts) {
    const uint32_t bits = BitsFor(values);
    const uint64_t region = values * stride;
    for (uint32_t round = 0; round < s_.rounds; ++round) {
      const uint64_t base = round * (region + counts);
      Part();
      Expect(values, [&](uint64_t i) {
        return Word{base + i * stride, Value(round, i, bits)};
      });
      Part();
      Expect(counts, [&](uint64_t i) {
        return Word{base + region + i, kPattern + 1};
      });
    }
  }
  void EqualElements(uint32_t factor) {
    uint32_t value = kPattern;
    for (uint32_t r = 0; r < s_.rounds; ++r) value *= factor;
    Expect(items_, [&](uint64_t i) { return Word{i, value}; });
    if (sink_ == nullptr && f_->final_wrong != 0) {
      f_->final_text = absl::StrFormat(
          "%u of %u elements are not %u^%u times what they were",
          f_->final_wrong, items_, factor, s_.rounds);
    }
  }
  void LastRound(uint64_t count) {
    const uint32_t bits = BitsFor(count);
    Expect(count, [&](uint64_t i) {
      return Word{i, Value(s_.rounds - 1, i, bits)};
    });
  }
  void Rows() {
    const uint32_t bits = BitsFor(items_);
    for (uint64_t i = 0; i < items_; ++i) {
      Part();
      Expect(s_.rounds, [&](uint64_t round) {
        return Word{2 * (i * s_.rounds + round), Value(round, i, bits)};
      });
    }
  }
  void Total() {
    if (sink_ != nullptr) {
      sink_->Word(kPayload, 0, kPattern + s_.rounds);
      return CountOfGroups(kReportTook, s_.rounds);
    }
    const uint32_t count = ReadWord(payload_, 0) - kPattern;
    const uint64_t counted =
        std::accumulate(f_->took.begin(), f_->took.end(), uint64_t{0});
    if (count == s_.rounds && counted == s_.rounds) return;
    f_->final_wrong = 1;
    f_->final_text =
        absl::StrCat("the count is ", count, ", and the groups have counted ",
                     counted, " turns, where ", s_.rounds, " end the run");
  }
  void Seats() {
    const std::vector<uint32_t> seats = SeatWords(s_);
    const std::vector<uint64_t> order = SeatWordOrder(s_);
    Expect(order.size(), [&](uint64_t i) {
      return Word{order[i], seats[order[i]]};
    });
  }
  void CountInWord0() {
    const uint32_t wanted = static_cast<uint32_t>(WaitersOf(s_)) * s_.rounds;
    if (sink_ != nullptr) return sink_->Word(kPayload, 0, kPattern + wanted);
    const uint32_t count = ReadWord(payload_, 0) - kPattern;
    if (count == wanted) return;
    f_->final_wrong = 1;
    f_->final_text =
        absl::StrCat("the count is ", count, " instead of ", wanted);
  }
  void Tallies(uint64_t count) {
    const uint32_t wanted = static_cast<uint32_t>(WaitersOf(s_)) * s_.rounds;
    Expect(count, [&](uint64_t i) {
      return Word{kLineWords + 2 * i, kPattern + wanted};
    });
    if (sink_ == nullptr && f_->final_wrong != 0) {
      f_->final_text = absl::StrCat(f_->final_wrong, " of ", count,
                                    " counts are not ", wanted);
    }
  }
  // The first half has `side` rows; its columns are the second one's rows.
  void Transposed(uint64_t side) {
    const uint64_t columns = side * s_.groups;
    const uint32_t bits = BitsFor(side * columns);
    for (uint32_t round = FirstOfTwo(); round < s_.rounds; ++round) {
      Part();
      Expect(side * columns, [&](uint64_t i) {
        const uint64_t turned = i % columns * side + i / columns;
        const uint64_t at = (round & 1) == 0 ? i : side * columns + turned;
        return Word{at, Value(round, i, bits)};
      });
    }
  }
  void Scanned() {
    const uint32_t bits = BitsFor(items_);
    for (uint32_t round = 0; round < s_.rounds; ++round) {
      const uint64_t base = round * (items_ + 2 * uint64_t{s_.groups});
      Part();
      Expect(items_, [&](uint64_t i) {
        return Word{base + i, Value(round, i, bits)};
      });
      Part();  // the first group has a prefix alone
      Expect(s_.groups - 1, [&](uint64_t g) {
        return Word{base + items_ + 1 + g, s_.group_size};
      });
      Part();
      Expect(s_.groups, [&](uint64_t g) {
        return Word{base + items_ + s_.groups + g,
                    Value(round, (g + 1) * s_.group_size - 1, bits)};
      });
    }
  }
  void Reduced() {
    Expect(s_.elements, [&](uint64_t i) {
      const uint32_t element = static_cast<uint32_t>(i);
      return Word{i, ElementOf(*s_.program.c.workload, element)};
    });
    const std::vector<uint64_t> sums = PartialSums(s_);
    if (sums.empty()) return Folded();
    std::vector<uint32_t> wanted = FirstSums(sums[0]);
    uint64_t first = 0;  // the level's first one among all of a round
    for (size_t level = 0; level < sums.size(); ++level) {
      if (level > 0) wanted = SumsOf(wanted, sums[level]);
      for (uint32_t round = 0; round < s_.rounds; ++round) {
        const uint64_t at = s_.elements + round * SumsOfARound(s_) + first;
        Part();
        Expect(sums[level], [&](uint64_t i) {
          return Word{at + i, wanted[i]};
        });
      }
      first += sums[level];
    }
    // What remains is the host's; or, in the control, group 0's.
    uint32_t total = 0;
    for (uint32_t sum : wanted) total += sum;
    for (uint32_t round = 0; round < s_.rounds; ++round) {
      Finish(s_.elements + round * SumsOfARound(s_) + first, sums.back(),
             total);
    }
    Waits();
  }
  // The partial sums of the first level: of parts that lie together, or of what
  // a group finds striding through all.
  std::vector<uint32_t> FirstSums(uint64_t parts) const {
    std::vector<uint32_t> sums(parts, 0);
    const bool strides = s_.program.c.primitive->host_finishes;
    const uint64_t step = strides ? parts * s_.group_size : s_.elements;
    ForParts(parts, kLeastWords / s_.group_size,
             [&](size_t, size_t begin, size_t end) {
               for (size_t part = begin; part < end; ++part) {
                 sums[part] = SumOfPart(part * s_.group_size, step);
               }
             });
    return sums;
  }
  // Of as many elements as a group has work-items, from `first` on, and again
  // after each `step`.
  uint32_t SumOfPart(uint64_t first, uint64_t step) const {
    uint32_t sum = 0;
    for (uint64_t at = first; at < s_.elements; at += step) {
      const uint64_t end = std::min<uint64_t>(at + s_.group_size, s_.elements);
      for (uint64_t i = at; i < end; ++i) {
        sum += ElementOf(*s_.program.c.workload, static_cast<uint32_t>(i));
      }
    }
    return sum;
  }
  std::vector<uint32_t> SumsOf(const std::vector<uint32_t>& below,
                               uint64_t parts) const {
    std::vector<uint32_t> sums(parts, 0);
    for (size_t i = 0; i < below.size(); ++i) {
      sums[i / s_.group_size] += below[i];
    }
    return sums;
  }
  // The host's part of one round: the last `count` sums, which end at `end`.
  void Finish(uint64_t end, uint64_t count, uint32_t wanted) {
    if (sink_ != nullptr) {
      return sink_->Sum(kPayload, end - count, count, 1, wanted);
    }
    uint32_t total = 0;
    for (uint64_t i = end - count; i < end; ++i) total += ReadWord(payload_, i);
    if (s_.program.c.primitive->host_finishes &&
        s_.program.waits == WaitMode::kRemoved) {
      total = ReadWord(payload_, end);
    }
    ExpectFound("the sum of a round", total, wanted);
  }
  // A reduction that does not come to its waits is broken, be its sum right.
  void Waits() {
    const uint64_t due = ReductionWaits(s_);
    if (sink_ != nullptr) {
      return CountOfGroups(kReportWaits, static_cast<uint32_t>(due));
    }
    if (f_->waits == due) return;
    ++f_->final_wrong;
    f_->final_text = absl::StrCat("the groups came to ", f_->waits,
                                  " waits for partial sums instead of ", due);
  }
  // What the groups' lines of the report count together.
  void CountOfGroups(uint32_t field, uint32_t wanted) {
    sink_->Sum(kReport, kLineWords + field, s_.groups, kLineWords,
               s_.groups * kPattern + wanted);
  }
  void Folded() {
    uint32_t all = WordInit(s_.program.c);
    const bool product = s_.program.c.workload->fold == Fold::kProduct;
    uint32_t of_a_round = product ? 1 : 0;
    for (uint32_t i = 0; i < s_.elements; ++i) {
      const uint32_t element = ElementOf(*s_.program.c.workload, i);
      of_a_round = product ? of_a_round * element : of_a_round + element;
    }
    for (uint32_t round = 0; round < s_.rounds; ++round) {
      all = product ? all * of_a_round : all + of_a_round;
    }
    if (sink_ != nullptr) return sink_->Word(kWords, 0, all);
    ExpectFound(product ? "the product" : "the sum", ReadWord(words_, 0), all);
  }

  const LaunchSpec& s_;
  const uint8_t* words_ = nullptr;
  const uint8_t* payload_ = nullptr;
  PayloadFacts* f_ = nullptr;
  FinalMemorySink* sink_ = nullptr;
  uint64_t items_;
};

}  // namespace

void CheckFinalMemory(const LaunchSpec& spec, const uint8_t* words,
                      const uint8_t* payload, PayloadFacts* facts) {
  FinalCheck(spec, words, payload, facts).Run();
}

void TellFinalMemory(const LaunchSpec& spec, FinalMemorySink* sink) {
  FinalCheck(spec, sink).Run();
}

}  // namespace wgsync
