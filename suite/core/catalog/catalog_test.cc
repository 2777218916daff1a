#include "suite/core/catalog/catalog.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "gtest/gtest.h"
#include "suite/core/base/field_visitor.h"
#include "suite/core/catalog/access.h"
#include "suite/core/catalog/needs.h"

namespace wgsync {
namespace {

bool Has(const std::vector<std::string>& names, absl::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

const char* FolderOf(Family family) {
  switch (family) {
    case Family::kBarrier:
      return "barriers/";
    case Family::kMutex:
      return "mutexes/";
    case Family::kHandoff:
      return "handoff/";
    case Family::kSemaphore:
      return "semaphores/";
    case Family::kProgress:
      return "progress/";
  }
  return "";
}

// Its name without the family and, where the file is another primitive's too,
// without the regime in which it is run or its capacity.
std::string Algorithm(const Primitive& p) {
  absl::string_view bare = p.name;
  bare.remove_prefix(FamilyName(p.family).size() + 1);
  if (p.by_item && p.family == Family::kMutex) {
    EXPECT_TRUE(absl::ConsumeSuffix(&bare, "_per_item"));
  }
  if (p.writer == Writer::kMiddle) {
    EXPECT_TRUE(absl::ConsumeSuffix(&bare, "_middle"));
  }
  if (p.writer == Writer::kLast) {
    EXPECT_TRUE(absl::ConsumeSuffix(&bare, "_last"));
  }
  if (p.wide > 1 && p.wide < 64) return "value_in_word";
  // What the options change is told behind the name of the file.
  if (p.variant || !p.options.empty()) {
    const size_t end = p.file.size() - absl::string_view(".cl").size();
    const size_t begin = p.file.find('/') + 1;
    const std::string stem = p.file.substr(begin, end - begin);
    EXPECT_TRUE(absl::StartsWith(bare, absl::StrCat(stem, "_"))) << p.name;
    return stem;
  }
  if (p.capacity != 0) {
    EXPECT_TRUE(absl::ConsumeSuffix(&bare, absl::StrCat("_", p.capacity)));
  }
  return std::string(bare);
}

// The same of a workload.
std::string Computation(const Workload& w) {
  absl::string_view bare = w.name;
  if (w.cold) {
    EXPECT_TRUE(absl::ConsumeSuffix(&bare, "_cold"));
  }
  if (w.word_init != 0) {
    EXPECT_TRUE(absl::ConsumeSuffix(&bare, "_16") ||
                absl::ConsumeSuffix(&bare, "_31") ||
                absl::ConsumeSuffix(&bare, "_32"));
  }
  return std::string(bare);
}

TEST(CatalogTest, WhereEveryWorkItemWaitsItsGroupMustGoOn) {
  for (const Primitive& p : Primitives()) {
    EXPECT_EQ(p.by_item, p.need == ProgressNeed::kGroupLockstep) << p.name;
    EXPECT_EQ(p.by_item, absl::StrContains(p.name, "_per_item")) << p.name;
    EXPECT_TRUE(!p.by_item || p.roles_per_group == 1u) << p.name;
  }
}

TEST(CatalogTest, EachNameIsThatOfItsFamilyAndItsFile) {
  std::set<std::string> names;
  for (const Primitive& p : Primitives()) {
    const std::string prefix = absl::StrCat(FamilyName(p.family), ".");
    ASSERT_TRUE(absl::StartsWith(p.name, prefix)) << p.name;
    const std::string bare = p.name.substr(prefix.size());
    EXPECT_EQ(p.file, absl::StrCat(FolderOf(p.family), Algorithm(p), ".cl"));
    EXPECT_EQ(bare.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_"),
              std::string::npos)
        << bare;
    EXPECT_FALSE(p.source.empty()) << p.name;
    EXPECT_TRUE(names.insert(p.name).second) << p.name;
    EXPECT_EQ(FindPrimitive(p.name), &p);
  }
  EXPECT_EQ(FindPrimitive("barrier.none"), nullptr);
}

TEST(CatalogTest, EachWorkloadSaysWhatItDoesAndIsUsed) {
  std::set<std::string> used;
  for (const Primitive& p : Primitives()) {
    used.insert(p.workloads.begin(), p.workloads.end());
  }
  for (const Workload& w : Workloads()) {
    EXPECT_EQ(FindWorkload(w.name), &w);
    EXPECT_EQ(w.file, absl::StrCat("workloads/", Computation(w), ".cl"));
    EXPECT_FALSE(w.says.empty()) << w.name;
    EXPECT_EQ(used.count(w.name), w.for_teams ? 0u : 1u) << w.name;
    EXPECT_GT(w.rounds, 0u) << w.name;
    EXPECT_GT(w.rounds_cpu, 0u) << w.name;
    EXPECT_GT(w.late_every, 0u) << w.name;
    // Every run must see at least two late groups, but where a wait with a
    // limit, or a shape of forward progress, is met once.
    if (w.name != "arrivals" && w.family != Family::kProgress) {
      EXPECT_GE(w.rounds / w.late_every, 2u) << w.name;
      EXPECT_GE(w.rounds_cpu / w.late_every, 2u) << w.name;
    }
    EXPECT_GT(w.payload_fixed + w.payload_per_item + w.payload_per_group +
                  w.payload_per_item_round + w.payload_all_items_round +
                  w.payload_per_group_round + w.elements,
              0u)
        << w.name;
  }
  EXPECT_EQ(FindWorkload("none"), nullptr);
}

TEST(CatalogTest, EachPrimitiveHasWorkloadsOfItsFamily) {
  for (const Primitive& p : Primitives()) {
    EXPECT_FALSE(p.workloads.empty()) << p.name;
    for (const std::string& name : p.workloads) {
      const Workload* w = FindWorkload(name);
      ASSERT_NE(w, nullptr) << p.name << " " << name;
      EXPECT_EQ(w->family, p.family) << p.name << " " << name;
    }
  }
}

TEST(AccessTest, OnlyAtomicsOfOpenCl20NameAnOrder) {
  for (Poll p : kPolls) EXPECT_TRUE(IsC11(p) || !IsOrdered(p)) << PollName(p);
  for (Signal s : kSignals) {
    EXPECT_TRUE(IsC11(s) || !IsOrdered(s)) << SignalName(s);
  }
}

TEST(AccessTest, ASetHasItsNamesInTheOrderOfTheTable) {
  const Polls polls = {Poll::kSeqCst, Poll::kPlain};
  EXPECT_EQ(NamesOf(polls),
            (std::vector<absl::string_view>{"plain", "seq_cst"}));
  EXPECT_TRUE(polls.Has(Poll::kPlain));
  EXPECT_FALSE(polls.Has(Poll::kReissued));
  EXPECT_TRUE(NamesOf(Signals()).empty());
  EXPECT_EQ(NamesOf(FindPrimitive("mutex.seqlock")->polls).front(), "volatile");
}

TEST(CatalogTest, EachPrimitiveIsPolledAndSignalled) {
  for (const Primitive& p : Primitives()) {
    EXPECT_FALSE(p.polls.empty()) << p.name;
    EXPECT_FALSE(p.signals.empty()) << p.name;
  }
}

TEST(CatalogTest, WhatWaitsHasWordsAndSoundAccess) {
  for (const Primitive& p : Primitives()) {
    EXPECT_GE(p.roles_per_group, 1u) << p.name;
    EXPECT_GE(p.rounds_factor, 1u) << p.name;
    if (p.host_boundary || p.host_finishes) {
      EXPECT_EQ(p.need, ProgressNeed::kNone) << p.name;
      EXPECT_EQ(p.words_fixed + p.words_per_group, 0u) << p.name;
      continue;
    }
    if (p.device_barrier) {
      EXPECT_EQ(p.need, ProgressNeed::kCoResident) << p.name;
      EXPECT_EQ(p.words_fixed + p.words_per_group, 0u) << p.name;
      continue;
    }
    // Its words are the payload's, and no discovery or difference polls them.
    if (p.one_word) continue;
    EXPECT_GT(p.words_fixed + p.words_per_group + p.words_per_group_round +
                  p.words_per_lock,
              0u)
        << p.name;
    // Controls, differences and the discovery of the residency rest on these.
    EXPECT_TRUE(p.polls.Has(Poll::kRmw)) << p.name;
    EXPECT_TRUE(p.signals.Has(Signal::kRmw)) << p.name;
    EXPECT_TRUE(p.polls.Has(Poll::kAcquire)) << p.name;
    EXPECT_TRUE(p.signals.Has(Signal::kRelease)) << p.name;
    // A plain poll is explained by the reissued one.
    EXPECT_EQ(p.polls.Has(Poll::kPlain), p.polls.Has(Poll::kReissued))
        << p.name;
  }
}

TEST(CatalogTest, ACounterBarrierPassesTheWrapInItsShortestRun) {
  const Primitive* p = FindPrimitive("barrier.counter_per_group");
  ASSERT_NE(p, nullptr);
  for (const std::string& name : p->workloads) {
    const Workload* w = FindWorkload(name);
    const uint32_t rounds = std::min(w->rounds, w->rounds_cpu);
    const uint32_t steps = w->steps_per_round * rounds + w->steps_more;
    // One group, and a barrier between two steps.
    EXPECT_GE(steps - 1, 0u - p->word_init) << name;
  }
}

TEST(CatalogTest, ReadersThatWaitForAHigherGroupNeedAllOfThem) {
  std::set<Writer> writers;
  for (const Primitive& p : Primitives()) {
    if (p.writer == Writer::kNone) continue;
    writers.insert(p.writer);
    EXPECT_EQ(p.need, p.writer == Writer::kFirst ? ProgressNeed::kHsa
                                                 : ProgressNeed::kCoResident)
        << p.name;
    EXPECT_TRUE(p.words_fixed == 1u || p.wide != 0) << p.name;
  }
  EXPECT_EQ(writers.size(), 3u);
  EXPECT_EQ(WriterGroup(Writer::kFirst, 5), 0u);
  EXPECT_EQ(WriterGroup(Writer::kMiddle, 5), 2u);
  EXPECT_EQ(WriterGroup(Writer::kLast, 5), 4u);
}

TEST(CatalogTest, AWrapIsPassedInTheShortestRunAndWherePlacesEnd) {
  std::set<uint32_t> starts;
  for (const Workload& w : Workloads()) {
    if (w.word_init == 0) continue;
    starts.insert(w.word_init);
    EXPECT_GE(std::min(w.rounds, w.rounds_cpu), 10000u) << w.name;
    for (const Primitive& p : Primitives()) {
      if (!Has(p.workloads, w.name)) continue;
      EXPECT_EQ(p.use, WordUse::kRising) << p.name << " " << w.name;
      EXPECT_NE(p.word_init, 0u) << p.name << ": its words begin at 0";
    }
  }
  EXPECT_EQ(starts, (std::set<uint32_t>{0xFFFEu, 0x7FFFFFFEu, 0xFFFFFFFEu}));
}

TEST(CatalogTest, AProductKeepsATraceOfEachFactor) {
  const Workload* w = FindWorkload("product");
  ASSERT_NE(w, nullptr);
  EXPECT_EQ(w->first_element % 2, 1u);
  EXPECT_GT(w->first_element, 1u);
  EXPECT_EQ(w->element_step % 2, 0u);
  for (const Primitive& p : Primitives()) {
    if (Has(p.workloads, "product")) {
      EXPECT_EQ(p.word_init % 2, 1u) << p.name;
    }
  }
}

TEST(CatalogTest, ATileHasNoMoreElementsThanItsGroupWorkItems) {
  EXPECT_EQ(TileSide(1), 1u);
  EXPECT_EQ(TileSide(3), 1u);
  EXPECT_EQ(TileSide(64), 8u);
  EXPECT_EQ(TileSide(255), 8u);
  EXPECT_EQ(TileSide(256), 16u);
  EXPECT_EQ(TileSide(1024), 32u);
  EXPECT_EQ(TileSide(8192), 32u);
  const Workload* w = FindWorkload("transpose_pingpong");
  ASSERT_NE(w, nullptr);
  EXPECT_GE(w->local_words, 32u * 33u);
}

TEST(CatalogTest, LocalMemoryIsThePrimitivesOrTheWorkloads) {
  for (const Primitive& p : Primitives()) {
    for (const std::string& name : p.workloads) {
      const Workload* w = FindWorkload(name);
      EXPECT_TRUE(p.local_words == 0 || w->local_words == 0)
          << p.name << " " << name;
    }
  }
}

TEST(CatalogTest, AValueThatDoesNotStayIsNotExpectedToBeSeen) {
  for (const Primitive& p : Primitives()) {
    if (IsShape(p)) continue;
    EXPECT_EQ(p.use == WordUse::kReset && !p.by_item,
              p.need == ProgressNeed::kNoPromise)
        << p.name;
    // Its hang shows in some of many rounds only.
    if (p.use != WordUse::kReset) continue;
    EXPECT_GE(p.rounds_factor, 10u) << p.name;
  }
}

TEST(CatalogTest, EntriesOfOneFileDifferInTheirOptionsOrTheirRegime) {
  std::set<std::string> seen;
  for (const Primitive& p : Primitives()) {
    EXPECT_TRUE(
        seen.insert(absl::StrCat(p.file, " ", p.counters, " ", p.capacity, " ",
                                 absl::StrJoin(p.options, " "), " ", p.by_item,
                                 " ", p.kernels, " ", p.wide, " ",
                                 static_cast<int>(p.writer)))
            .second)
        << p.name;
    // Every form but one of a file is asked little, and what is a race by
    // itself is such a form.
    EXPECT_TRUE(!p.variant || !p.options.empty() || p.kernels > 1 ||
                p.wide != 0)
        << p.name;
    EXPECT_TRUE(p.hazard.empty() || p.variant) << p.name;
  }
}

TEST(CatalogTest, SeveralCountersLieInTheWordsOnLinesOfTheirOwn) {
  std::set<uint32_t> returned;
  for (const Primitive& p : Primitives()) {
    if (p.counters == 0) continue;
    EXPECT_EQ(p.words_fixed, (p.counters - 1) * p.counter_stride + 1) << p.name;
    EXPECT_EQ(p.words_per_group, 0u) << p.name;
    EXPECT_GE(p.counter_stride, 32u) << p.name;
    EXPECT_EQ(p.use, WordUse::kRising) << p.name;
    if (absl::EndsWith(p.name, "_returned")) returned.insert(p.counters);
  }
  EXPECT_EQ(returned, (std::set<uint32_t>{1, 2, 3, 4, 5, 6, 7, 8}));
}

TEST(CatalogTest, PhasesPassTheirWrapInTheirShortestRun) {
  const Primitive* halves = FindPrimitive("barrier.phase_halves");
  const Primitive* bit = FindPrimitive("barrier.phase_bit");
  ASSERT_TRUE(halves != nullptr && bit != nullptr);
  EXPECT_EQ(halves->word_init & 0xFFFFu, 0u) << "the count begins at 0";
  EXPECT_EQ(halves->max_groups, 65535u) << "one more carries by itself";
  EXPECT_EQ(bit->word_init & 0x7FFFFFFFu, 0u) << "the sum begins at 0";
  EXPECT_NE(bit->word_init, 0u) << "the first round passes 2^32";
  for (const std::string& name : halves->workloads) {
    const Workload* w = FindWorkload(name);
    const uint32_t rounds = std::min(w->rounds, w->rounds_cpu);
    EXPECT_GE(rounds, 0x10000u - (halves->word_init >> 16)) << name;
  }
}

TEST(CatalogTest, ATreeHasALineForEachOfItsCounters) {
  for (int levels : {2, 3}) {
    const Primitive* p = FindPrimitive(absl::StrCat("barrier.tree_", levels));
    ASSERT_NE(p, nullptr);
    for (uint32_t n = 1; n < 70000; n += n < 300 ? 1 : 97) {
      // As the kernels have it.
      const uint32_t log = 32 - __builtin_clz(n);
      const uint32_t fan = 1u << ((log + levels - 2) / levels);
      uint32_t lines = 1, clusters = n;
      for (int level = 1; level < levels; ++level) {
        clusters = (clusters + fan - 1) / fan;
        lines += clusters;
      }
      EXPECT_LE(lines * 32, p->words_fixed + n * p->words_per_group) << n;
    }
  }
}

TEST(CatalogTest, ASemaphoreHasPermitsAndNothingElseHas) {
  std::set<std::string> seen;
  for (const Primitive& p : Primitives()) {
    EXPECT_EQ(p.family == Family::kSemaphore, p.capacity != 0) << p.name;
    if (p.capacity == 0) continue;
    seen.insert(absl::StrCat(Algorithm(p), " ", p.capacity));
    // One word counts those that are left.
    EXPECT_EQ(p.word_init, p.words_fixed == 1 ? p.capacity : 0) << p.name;
  }
  for (const char* algorithm : {"spin", "back_off", "sleeping_ring"}) {
    for (uint32_t capacity : {1u, 2u, 10u, 120u}) {
      EXPECT_EQ(seen.count(absl::StrCat(algorithm, " ", capacity)), 1u);
    }
  }
}

TEST(CatalogTest, LoadsAndStoresAreAskedForTheirOrderAlone) {
  size_t count = 0;
  for (const Primitive& p : Primitives()) {
    if (!p.loads_and_stores) continue;
    ++count;
    EXPECT_TRUE(p.polls.Has(Poll::kSeqCst) && p.signals.Has(Signal::kSeqCst))
        << p.name;
    // One word does not say who may pass.
    EXPECT_EQ(p.use, WordUse::kSeveral) << p.name;
  }
  EXPECT_GE(count, 3u);
}

TEST(CatalogTest, WorkloadsThatCannotTellAreMarked) {
  EXPECT_TRUE(FindWorkload("exchange")->classifies);
  EXPECT_TRUE(FindWorkload("scatter")->classifies);
  EXPECT_TRUE(FindWorkload("phase_check")->classifies);
  EXPECT_TRUE(FindWorkload("message")->classifies);
  EXPECT_FALSE(FindWorkload("rotate_sum")->classifies);
  EXPECT_TRUE(FindWorkload("snapshot")->classifies);
  EXPECT_FALSE(FindWorkload("counter")->classifies);
  EXPECT_FALSE(FindWorkload("holders")->classifies);
}

TEST(CatalogTest, HostChecksHaveNamesAxesAndAPromiseWithItsSection) {
  const std::string letters = "abcdefghijklmnopqrstuvwxyz0123456789_";
  std::set<std::string> names;
  for (const HostCheck& c : HostChecks()) {
    ASSERT_TRUE(absl::StartsWith(c.name, absl::StrCat(kHostFamily, ".")));
    EXPECT_TRUE(names.insert(c.name).second) << c.name;
    EXPECT_EQ(FindHostCheck(c.name), &c);
    EXPECT_FALSE(c.says.empty()) << c.name;
    EXPECT_TRUE(absl::StrContains(c.promise, "(\"") ||
                absl::StrContains(c.promise, ", \""))
        << c.name;
    // An id without a word could not be told from a glob.
    EXPECT_GE(c.axes.size(), 1u) << c.name;
    EXPECT_LE(c.axes.size(), kMostHostAxes) << c.name;
    std::set<std::string> words;
    for (const HostAxis& axis : c.axes) {
      for (const std::string& value : axis.values) {
        EXPECT_EQ((axis.key + value).find_first_not_of(letters),
                  std::string::npos)
            << c.name;
        EXPECT_TRUE(words.insert(absl::StrCat(axis.key, "=", value)).second);
      }
    }
    for (const auto& [one, other] : c.except) {
      EXPECT_EQ(words.count(one) + words.count(other), 2u) << c.name;
    }
  }
  EXPECT_EQ(FindHostCheck("host_sync.none"), nullptr);
}

TEST(CatalogTest, FamiliesAndNeedsHaveNames) {
  EXPECT_EQ(FamilyName(Family::kHandoff), "handoff");
  EXPECT_EQ(FamilyName(Family::kSemaphore), "semaphore");
  std::set<std::string> names;
  for (int i = 0; i <= static_cast<int>(ProgressNeed::kGroupLockstep); ++i) {
    names.emplace(NameOf(static_cast<ProgressNeed>(i)));
  }
  EXPECT_EQ(names.size(), 10u);
  EXPECT_EQ(NameOf(ProgressNeed::kCoResident), "co_resident");
  std::set<std::string> texts;
  for (const std::string& name : names) texts.insert(NeedText(name));
  EXPECT_EQ(texts.size(), 10u);
  for (const NeedInfo& row : Needs()) {
    EXPECT_FALSE(row.waits_for.empty()) << row.name;
  }
  EXPECT_EQ(NeedText("obe"), "started groups go on (OBE)");
  EXPECT_EQ(NeedText("of a later log"), "of a later log");
}

}  // namespace
}  // namespace wgsync
