// What each workload leaves in memory, stored by hand as its kernel does, and
// what the check at the end of a launch says of it.

#include <algorithm>
#include <cstdint>
#include <functional>
#include <set>
#include <string>

#include "gtest/gtest.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/launch/decode.h"
#include "suite/core/launch/launch_memory_testing.h"

namespace wgsync {
namespace {

// All stores of one step, by every work-item of every group.
struct Stores {
  const char* workload;
  const char* primitive;
  std::function<void(uint32_t round, LaunchMemory* m)> round;
};

uint32_t BitsOf(uint32_t count) {
  uint32_t bits = 1;
  while ((uint64_t{1} << bits) < count) ++bits;
  return bits;
}

// Calls store(group, work-item) for all.
void ForAll(const LaunchSpec& s,
            const std::function<void(uint32_t g, uint32_t l)>& store) {
  for (uint32_t g = 0; g < s.groups; ++g) {
    for (uint32_t l = 0; l < s.group_size; ++l) store(g, l);
  }
}

void Exchange(uint32_t round, LaunchMemory* m) {
  const LaunchSpec& s = m->spec();
  const uint32_t items = s.groups * s.group_size;
  ForAll(s, [&](uint32_t g, uint32_t l) {
    const uint32_t index = g * s.group_size + l;
    m->At(kPayload, (round & 1) * items + index) =
        KernelValue(round, index, BitsOf(items));
  });
}

void Scatter(uint32_t round, LaunchMemory* m) {
  const LaunchSpec& s = m->spec();
  const uint32_t half = 4 * s.groups * s.group_size;
  ForAll(s, [&](uint32_t g, uint32_t l) {
    for (uint32_t k = 0; k < 4; ++k) {
      const uint32_t index = (k * s.group_size + l) * s.groups + g;
      m->At(kPayload, (round & 1) * half + index) =
          KernelValue(round, index, BitsOf(half));
    }
  });
}

void Lanes(uint32_t round, LaunchMemory* m) {
  const LaunchSpec& s = m->spec();
  const uint32_t items = s.groups * s.group_size;
  ForAll(s, [&](uint32_t g, uint32_t l) {
    for (uint32_t k = 0; k < 8; ++k) {
      const uint32_t index = k * items + g * s.group_size + l;
      m->At(kPayload, 2 * ((round & 1) * 8 * items + index)) =
          KernelValue(round, index, BitsOf(8 * items));
    }
  });
}

void PhaseCheck(uint32_t round, LaunchMemory* m) {
  const LaunchSpec& s = m->spec();
  for (uint32_t g = 0; g < s.groups; ++g) {
    m->At(kPayload, ((round & 1) * s.groups + g) * kLineWords) =
        KernelValue(round, g, BitsOf(s.groups));
  }
}

void RotateSum(uint32_t, LaunchMemory* m) {
  // All are equal, so that it does not matter who adds first.
  for (uint64_t i = 0; i < m->Words(kPayload); ++i) m->At(kPayload, i) *= 3;
}

void Arrivals(uint32_t, LaunchMemory* m) {
  for (uint64_t i = 0; i < m->Words(kPayload); ++i) m->At(kPayload, i) *= 2;
}

void Counter(uint32_t, LaunchMemory* m) {
  for (uint32_t g = 0; g < m->spec().groups; ++g) {
    m->At(kPayload, 0) += 1;
    m->At(kPayload, kLineWords) = g;  // the owner
  }
}

void Tallies(uint32_t, LaunchMemory* m) {
  const LaunchSpec& s = m->spec();
  ForAll(s, [&](uint32_t, uint32_t l) {
    for (uint32_t k = 0; k < 4; ++k) {
      m->At(kPayload, kLineWords + 2 * (k * s.group_size + l)) += 1;
    }
  });
}

void Snapshot(uint32_t round, LaunchMemory* m) {
  for (uint32_t i = 0; i < 16; ++i) {
    m->At(kPayload, i) = KernelValue(round, i, BitsOf(16));
  }
}

void Message(uint32_t round, LaunchMemory* m) {
  const uint32_t size = m->spec().group_size;
  for (uint32_t k = 0; k < 4; ++k) {
    for (uint32_t l = 0; l < size; ++l) {
      const uint32_t index = k * size + l;
      m->At(kPayload, 2 * (round * 4 * size + index)) =
          KernelValue(round, index, BitsOf(4 * size));
    }
  }
}

void MadeOnce(uint32_t round, LaunchMemory* m) {
  const uint32_t size = m->spec().group_size;
  for (uint32_t index = 0; index < size; ++index) {
    m->At(kPayload, 2 * (round * size + index)) =
        KernelValue(round, index, BitsOf(size));
  }
}

// Tiles of 2 x 2 for groups of 4.
void Transpose(uint32_t round, LaunchMemory* m) {
  const uint32_t columns = 2 * m->spec().groups;
  for (uint32_t row = 0; row < 2; ++row) {
    for (uint32_t column = 0; column < columns; ++column) {
      const uint32_t name = row * columns + column;
      const uint32_t at =
          (round & 1) == 0 ? name : 2 * columns + column * 2 + row;
      m->At(kPayload, at) = KernelValue(round, name, BitsOf(2 * columns));
    }
  }
}

void Axpy(uint32_t round, LaunchMemory* m) {
  const LaunchSpec& s = m->spec();
  const uint32_t half = 4 * s.groups * s.group_size;
  for (uint32_t i = 0; i < half; ++i) {
    m->At(kPayload, (round & 1) * half + i) =
        KernelValue(round, i, BitsOf(half));
  }
}

// The element names the round, so that each prefix names round and index.
void Scan(uint32_t round, LaunchMemory* m) {
  const LaunchSpec& s = m->spec();
  const uint32_t items = s.groups * s.group_size;
  const uint32_t region = round * (items + 2 * s.groups);
  const uint32_t first = KernelValue(round, 0, BitsOf(items));
  uint32_t sum = 0;
  for (uint32_t g = 0; g < s.groups; ++g) {
    for (uint32_t l = 0; l < s.group_size; ++l) {
      const uint32_t index = g * s.group_size + l;
      sum += index == 0 ? first : 1;
      m->At(kPayload, region + index) = sum;
    }
    if (g != 0) m->At(kPayload, region + items + g) = s.group_size;
    m->At(kPayload, region + items + s.groups + g) = sum;
  }
}

void Tasks(uint32_t round, LaunchMemory* m) {
  const uint32_t size = m->spec().group_size;
  for (uint32_t i = 0; i < 4 * size; ++i) {
    m->At(kPayload, round * 5 * size + i) =
        KernelValue(round, i, BitsOf(4 * size));
  }
  for (uint32_t i = 0; i < size; ++i) {
    m->At(kPayload, round * 5 * size + 4 * size + i) += 1;
  }
}

// 70 elements in groups of 4: 18 sums, 5, and 2, which are the host's.
void Chained(uint32_t round, LaunchMemory* m) {
  const LaunchSpec& s = m->spec();
  uint32_t from = 0, count = s.elements, at = s.elements + round * 25;
  for (uint32_t sums : {18u, 5u, 2u}) {
    for (uint32_t i = 0; i < sums; ++i) {
      uint32_t sum = 0;
      for (uint32_t k = 4 * i; k < std::min(4 * i + 4, count); ++k) {
        sum += m->At(kPayload, from + k);
      }
      m->At(kPayload, at + i) = sum;
    }
    m->Report(1, "WG_REPORT_WAITS") += count == s.elements ? 0 : sums;
    from = at;
    count = sums;
    at += sums;
  }
}

void Product(uint32_t, LaunchMemory* m) {
  for (uint32_t i = 0; i < m->spec().elements; ++i) {
    m->At(kWords, 0) *= 3 + 2 * i;
  }
}

void Rows(uint32_t round, LaunchMemory* m) {
  const LaunchSpec& s = m->spec();
  ForAll(s, [&](uint32_t g, uint32_t l) {
    const uint32_t index = g * s.group_size + l;
    m->At(kPayload, 2 * (index * s.rounds + round)) =
        KernelValue(round, index, BitsOf(s.groups * s.group_size));
  });
}

// Two rows of two planes for each place: that of its part and of its prefix.
void ScanRows(uint32_t round, LaunchMemory* m) {
  const LaunchSpec& s = m->spec();
  const uint32_t region = 2 * s.groups * 2 * s.group_size;
  ForAll(s, [&](uint32_t g, uint32_t l) {
    for (uint32_t row : {g, s.groups + g}) {
      for (uint32_t plane : {0u, 1u}) {
        const uint32_t index = (row * 2 + plane) * s.group_size + l;
        m->At(kPayload, 2 * (round * region + index)) =
            KernelValue(round, index, BitsOf(region));
      }
    }
  });
}

void InWord(uint32_t round, LaunchMemory* m) {
  const uint32_t size = m->spec().group_size;
  for (uint32_t l = 0; l < size; ++l) {
    m->At(kPayload, 2 * (round * size + l)) =
        KernelValue(round, l, BitsOf(size));
  }
}

void Rising(uint32_t round, LaunchMemory* m) {
  const LaunchSpec& s = m->spec();
  ForAll(s, [&](uint32_t g, uint32_t l) {
    const uint32_t index = g * s.group_size + l;
    m->At(kPayload, index) =
        KernelValue(round, index, BitsOf(s.groups * s.group_size));
  });
}

const Stores kWorkloads[] = {
    {"exchange", "barrier.counter_per_group", Exchange},
    {"scatter", "barrier.counter_per_group", Scatter},
    {"lanes", "barrier.counter_per_group", Lanes},
    {"phase_check", "barrier.counter_per_group", PhaseCheck},
    {"rotate_sum", "barrier.counter_per_group", RotateSum},
    {"arrivals", "barrier.counter_per_item_limited", Arrivals},
    {"counter", "mutex.spin_exchange", Counter},
    {"tallies", "mutex.spin_exchange", Tallies},
    {"message", "handoff.message_passing", Message},
    {"snapshot", "mutex.seqlock", Snapshot},
    {"holders", "semaphore.spin_1", Counter},
    {"message_cold", "handoff.message_passing", Message},
    {"made_once", "handoff.once", MadeOnce},
    {"transpose_pingpong", "barrier.counter_per_group", Transpose},
    {"axpy_vector", "barrier.counter_per_group", Axpy},
    {"uneven_arrival", "barrier.counter_per_group", Exchange},
    {"wrap_16", "barrier.counter_per_group", PhaseCheck},
    {"wrap_31", "barrier.counter_per_group", PhaseCheck},
    {"wrap_32", "barrier.counter_per_group", PhaseCheck},
    {"sum", "handoff.chained_reduction", Chained},
    {"product", "handoff.atomic_reduction", Product},
    {"scan", "handoff.lookback_by_group_id", Scan},
    {"scan_rows", "handoff.lookback_by_group_id", ScanRows},
    {"tasks", "handoff.work_steal_queue", Tasks},
    {"message_rows", "handoff.message_passing_unawaited", Rows},
    {"rising", "handoff.coherence_one_word", Rising},
    {"in_word", "handoff.value_in_word", InWord},
};

class FinalMemoryTest : public ::testing::TestWithParam<Stores> {
 protected:
  // The memory after `stored` of `rounds` rounds.
  LaunchMemory After(uint32_t rounds, uint32_t stored) {
    LaunchSpec spec =
        LaunchMemory::Spec(GetParam().primitive, GetParam().workload);
    spec.rounds = rounds;
    if (spec.program.c.workload->elements != 0) spec.elements = 70;
    LaunchMemory m(spec);
    for (uint32_t r = 0; r < stored; ++r) GetParam().round(r, &m);
    return m;
  }
};

TEST_P(FinalMemoryTest, RightMemoryIsRight) {
  for (uint32_t rounds : {1u, 2u, 5u, 8u}) {
    const PayloadFacts f = After(rounds, rounds).Payload();
    EXPECT_EQ(f.final_wrong, 0u) << rounds << ": " << f.final_text;
    EXPECT_EQ(f.final_text, "") << rounds;
  }
}

TEST_P(FinalMemoryTest, EveryWordThatTheRoundsStoredCounts) {
  LaunchMemory m = After(5, 5);
  LaunchMemory untouched = After(5, 0);
  for (uint64_t i = 0; i < m.Words(kPayload); ++i) {
    // The elements of a reduction must be as they were.
    const bool stored =
        m.At(kPayload, i) != untouched.At(kPayload, i) || i < m.spec().elements;
    const FinalMemory judged = m.spec().program.c.workload->final_memory;
    const bool count_alone =
        judged == FinalMemory::kCount || judged == FinalMemory::kCountOfOne;
    const bool owner = count_alone && i != 0;
    m.At(kPayload, i) ^= 0x100;
    const PayloadFacts f = m.Payload();
    m.At(kPayload, i) ^= 0x100;
    // What the host adds up is wrong in itself and in the sum.
    const bool adds = m.spec().program.c.workload->name == "sum" &&
                      i >= m.spec().elements &&
                      (i - m.spec().elements) % 25 >= 23;
    EXPECT_EQ(f.final_wrong, !stored || owner ? 0u
                             : adds           ? 2u
                                              : 1u)
        << "word " << i;
    EXPECT_EQ(f.final_text.empty(), f.final_wrong == 0) << "word " << i;
  }
}

TEST_P(FinalMemoryTest, ARoundThatIsMissingIsSeen) {
  EXPECT_NE(After(5, 4).Payload().final_wrong, 0u);
  EXPECT_NE(After(1, 0).Payload().final_wrong, 0u);
}

TEST_P(FinalMemoryTest, ARoundTooManyIsSeen) {
  // A region for each round has no room for one.
  const LaunchMemory m = After(4, 0);
  const Workload& w = *m.spec().program.c.workload;
  if (w.family == Family::kHandoff && w.name != "product") return;
  EXPECT_NE(After(4, 5).Payload().final_wrong, 0u);
}

INSTANTIATE_TEST_SUITE_P(Workloads, FinalMemoryTest,
                         ::testing::ValuesIn(kWorkloads), [](const auto& info) {
                           return std::string(info.param.workload);
                         });

TEST(FinalMemoryOfTheCatalogTest, EveryWorkloadIsStoredAbove) {
  std::set<std::string> stored;
  for (const Stores& s : kWorkloads) stored.insert(s.workload);
  for (const Workload& w : Workloads()) {
    // Seats are stored by the host alone: seats_test.
    EXPECT_EQ(stored.count(w.name), w.family == Family::kProgress ? 0u : 1u);
  }
}

TEST(FinalMemoryOfTheCatalogTest, ANewWorkloadIsAnEntryAlone) {
  // As exchange, under another name and with three words for each work-item.
  Workload w = *FindWorkload("exchange");
  w.name = "new";
  w.payload_per_item = 6;
  LaunchSpec spec = LaunchMemory::Spec("barrier.counter_per_group", "exchange");
  spec.program.c.workload = &w;
  LaunchMemory m(spec);
  const uint32_t half = 3 * spec.groups * spec.group_size;
  for (uint32_t r = 0; r < spec.rounds; ++r) {
    for (uint32_t i = 0; i < half; ++i) {
      m.At(kPayload, (r & 1) * half + i) = KernelValue(r, i, BitsOf(half));
    }
  }
  EXPECT_EQ(m.Payload().final_text, "");
  m.At(kPayload, 2 * half - 1) = 7;
  EXPECT_EQ(m.Payload().final_wrong, 1u);
}

TEST(FinalReductionTest, ASumThatDidNotComeToItsWaitsIsWrong) {
  LaunchSpec spec = LaunchMemory::Spec("handoff.chained_reduction", "sum");
  spec.elements = 70;
  spec.rounds = 2;
  LaunchMemory m(spec);
  Chained(0, &m);
  Chained(1, &m);
  EXPECT_EQ(m.Payload().final_text, "");
  m.Report(1, "WG_REPORT_WAITS") = kPattern;
  EXPECT_EQ(m.Payload().final_wrong, 1u);
  EXPECT_EQ(m.Payload().final_text,
            "the groups came to 0 waits for partial sums instead of 14");
}

TEST(FinalReductionTest, TheHostAddsThePartialSumsUnlessItIsTheControl) {
  LaunchSpec spec = LaunchMemory::Spec("handoff.host_finish", "sum");
  spec.elements = 70;
  spec.rounds = 1;
  LaunchMemory m(spec);
  for (uint32_t g = 0; g < 3; ++g) {
    m.At(kPayload, 70 + g) = 0;
    for (uint32_t i = 0; i < 70; ++i) {
      if (i / 4 % 3 == g) m.At(kPayload, 70 + g) += i + 1;
    }
  }
  EXPECT_EQ(m.Payload().final_text, "");
  m.At(kPayload, 71) -= 1;
  EXPECT_EQ(m.Payload().final_wrong, 2u);  // the sum of group 1, and of all
  m.At(kPayload, 71) += 1;

  spec.program.waits = WaitMode::kRemoved;
  LaunchMemory control(spec);
  for (uint32_t g = 0; g < 3; ++g) {
    control.At(kPayload, 70 + g) = m.At(kPayload, 70 + g);
  }
  EXPECT_EQ(control.Payload().final_wrong, 1u);
  control.At(kPayload, 73) = 70 * 71 / 2;
  EXPECT_EQ(control.Payload().final_text, "");
}

TEST(FinalReductionTest, TheAtomicSumIsInItsWord) {
  LaunchSpec spec = LaunchMemory::Spec("handoff.atomic_reduction", "sum");
  spec.elements = 70;
  LaunchMemory m(spec);
  m.At(kWords, 0) += 5 * 70 * 71 / 2;
  EXPECT_EQ(m.Payload().final_text, "");
  m.At(kWords, 0) -= 1;
  EXPECT_EQ(m.Payload().final_wrong, 1u);
}

TEST(FinalTextTest, NamesTheFirstWrongWord) {
  LaunchMemory m(LaunchMemory::Spec("barrier.counter_per_group", "exchange"));
  for (uint32_t r = 0; r < 5; ++r) Exchange(r, &m);
  m.At(kPayload, 3) = m.At(kPayload, 5) = 0x77;
  EXPECT_EQ(m.Payload().final_wrong, 2u);
  EXPECT_EQ(m.Payload().final_text,
            "at the end payload word 3 holds 0x00000077 instead of 0x00000073");
}

TEST(FinalTextTest, ComparesTheCount) {
  LaunchMemory m(LaunchMemory::Spec("mutex.spin_exchange", "counter"));
  m.At(kPayload, 0) += 14;
  EXPECT_EQ(m.Payload().final_text, "the count is 14 instead of 15");
  LaunchMemory each(
      LaunchMemory::Spec("mutex.spin_exchange_per_item", "counter"));
  each.At(kPayload, 0) += 60;
  EXPECT_EQ(each.Payload().final_text, "");
}

TEST(FinalTextTest, OfASemaphoreOnlyOneHolderAtATimeCounts) {
  // Three groups: of 2 permits each takes one, of 1 the only one.
  LaunchMemory two(LaunchMemory::Spec("semaphore.spin_2", "holders"));
  EXPECT_EQ(two.Payload().final_text, "");
  LaunchMemory one(LaunchMemory::Spec("semaphore.spin_1", "holders"));
  EXPECT_EQ(one.Payload().final_text, "the count is 0 instead of 15");
  // On two groups, each takes both.
  LaunchSpec spec = LaunchMemory::Spec("semaphore.spin_2", "holders");
  spec.groups = 2;
  LaunchMemory both(spec);
  EXPECT_EQ(both.Payload().final_text, "the count is 0 instead of 10");
}

TEST(FinalTextTest, CountsTheElementsThatAreNotEqual) {
  LaunchMemory m(LaunchMemory::Spec("barrier.counter_per_group", "rotate_sum"));
  for (uint32_t r = 0; r < 5; ++r) RotateSum(r, &m);
  m.At(kPayload, 1) = m.At(kPayload, 2) = 0;
  EXPECT_EQ(m.Payload().final_text,
            "2 of 12 elements are not 3^5 times what they were");
}

// A contest for a lock: word 0 counts, and each group its own turns.
TEST(ContestTest, TheGroupsTurnsMustAddUpToTheCount) {
  Workload contest = *FindWorkload("counter");
  contest.final_memory = FinalMemory::kTotal;
  LaunchSpec s = LaunchMemory::Spec("mutex.spin_exchange", "counter");
  s.program.c.workload = &contest;
  s.program.timed = true;
  s.rounds = 12;
  LaunchMemory m(s);
  m.At(kPayload, 0) += 12;
  for (uint32_t g = 0; g < 3; ++g) m.Report(g, "WG_REPORT_TOOK") += 3 + g;
  PayloadFacts f = m.Payload();
  EXPECT_EQ(f.final_wrong, 0u) << f.final_text;
  EXPECT_EQ(f.took, (std::vector<uint32_t>{3, 4, 5}));
  EXPECT_EQ(f.reads, 15u);             // each has seen once that it was over
  m.Report(1, "WG_REPORT_TOOK") += 1;  // an update that was lost
  f = m.Payload();
  EXPECT_EQ(f.final_wrong, 1u);
  EXPECT_EQ(f.final_text,
            "the count is 12, and the groups have counted 13 turns, where 12 "
            "end the run");
}

}  // namespace
}  // namespace wgsync
