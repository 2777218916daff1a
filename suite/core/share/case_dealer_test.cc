#include "suite/core/share/case_dealer.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "suite/core/plan/soundness.h"

namespace wgsync {
namespace {

using ::testing::AllOf;
using ::testing::Ge;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Le;
using ::testing::SizeIs;

DeviceProfile Profile(const std::string& uuid) {
  DeviceProfile profile;
  profile.claims.highest_c11 = 300;
  profile.claims.order_acq_rel = true;
  profile.claims.scope_device = true;
  profile.claims.is_gpu = true;
  profile.claims.max_group_size = 1024;
  *profile.fingerprint = {{"device", {{"name", "G"}, {"uuid", uuid}}},
                          {"driver_version", "7"}};
  return profile;
}

// The cases that one device has run, in its order; and its verdict of a case.
struct Ran {
  std::vector<std::string> ids;
  std::set<std::string> unique;
};
using Judge = std::function<CaseResult(uint32_t device, const std::string&)>;

CaseResult Passed(uint32_t /*device*/, const std::string& id) {
  CaseResult r;
  r.id = id;
  r.verdict.kind = VerdictKind::kPass;
  r.could_bind = true;
  return r;
}

// Runs the plan on so many devices, each in a thread. One whose verdict is lost
// hands over what it has, as the engine does.
std::vector<Ran> Share(const std::vector<PlannedCase>& cases, uint32_t devices,
                       const Judge& judge,
                       const std::vector<CaseResult>& done_by_first = {}) {
  CaseDealer dealer(&cases, devices);
  std::vector<Ran> ran(devices);
  std::vector<std::thread> threads;
  for (uint32_t d = 0; d < devices; ++d) {
    threads.emplace_back([&, d] {
      EXPECT_TRUE(dealer
                      .Join(d, Profile(std::to_string(d)),
                            d == 0 ? done_by_first : std::vector<CaseResult>())
                      .ok());
      bool lost = false;
      for (;;) {
        if (lost && dealer.HandOver(d)) break;
        const auto i = dealer.Next(d);
        if (!i) break;
        const CaseResult r = judge(d, cases[*i].id);
        ran[d].ids.push_back(r.id);
        EXPECT_TRUE(ran[d].unique.insert(r.id).second) << r.id << " twice";
        lost = lost || r.verdict.kind == VerdictKind::kLost;
        dealer.Done(d, r);
      }
      dealer.Leave(d);
    });
  }
  for (std::thread& thread : threads) thread.join();
  return ran;
}

std::set<std::string> IdsOf(const std::vector<PlannedCase>& cases) {
  std::set<std::string> ids;
  for (const PlannedCase& planned : cases) ids.insert(planned.id);
  return ids;
}

std::map<std::string, size_t> TimesRun(const std::vector<Ran>& ran) {
  std::map<std::string, size_t> times;
  for (const Ran& one : ran) {
    for (const std::string& id : one.ids) ++times[id];
  }
  return times;
}

TEST(CaseDealerTest, EachCaseRunsAndOnlyASampleOnAllDevices) {
  const std::vector<PlannedCase> cases = PlanTier(Tier::kDefault);
  std::map<std::string, Soundness> soundness;
  for (const PlannedCase& planned : cases) {
    soundness[planned.id] =
        SoundnessOf(planned.c, Profile("").claims).soundness;
  }
  for (const uint32_t devices : {1u, 2u, 3u}) {
    const std::map<std::string, size_t> times =
        TimesRun(Share(cases, devices, Passed));
    EXPECT_THAT(times, SizeIs(cases.size()));
    size_t everywhere = 0;
    for (const auto& [id, n] : times) {
      EXPECT_TRUE(n == 1 || n == devices) << id;
      if (n != devices || devices == 1) continue;
      ++everywhere;
      EXPECT_NE(soundness.at(id), Soundness::kRacy) << id;
    }
    if (devices == 1) continue;
    EXPECT_THAT(everywhere, AllOf(Ge(20u), Le(cases.size() / kSampleOf)));
  }
}

TEST(CaseDealerTest, AClassStaysOnOneDeviceButForTheSample) {
  const std::vector<PlannedCase> cases = PlanTier(Tier::kDefault);
  const std::vector<Ran> ran = Share(cases, 2, Passed);
  for (const std::vector<size_t>& one : ClassesOf(cases)) {
    std::vector<size_t> counts;
    counts.reserve(ran.size());
    for (const Ran& device : ran) {
      counts.push_back(std::count_if(one.begin(), one.end(), [&](size_t i) {
        return device.unique.count(cases[i].id) > 0;
      }));
    }
    // The other device has the first case of it, if any.
    EXPECT_EQ(*std::max_element(counts.begin(), counts.end()), one.size())
        << cases[one.front()].id;
    EXPECT_LE(*std::min_element(counts.begin(), counts.end()), 1u);
  }
}

TEST(CaseDealerTest, ADeviceThatFinishesTakesFromTheOther) {
  const std::vector<PlannedCase> cases = PlanTier(Tier::kDefault);
  // The second device ends its first case when the first one has run all else.
  std::mutex mutex;
  std::condition_variable changed;
  size_t by_first = 0;
  std::string held;
  const size_t due = cases.size() * 3 / 4;
  const std::vector<Ran> ran =
      Share(cases, 2, [&](uint32_t device, const std::string& id) {
        std::unique_lock<std::mutex> lock(mutex);
        if (device == 0) ++by_first;
        changed.notify_all();
        if (device == 1 && held.empty()) {
          held = id;
          EXPECT_TRUE(changed.wait_for(lock, std::chrono::seconds(60),
                                       [&] { return by_first >= due; }));
        }
        return Passed(device, id);
      });
  EXPECT_THAT(TimesRun(ran), SizeIs(cases.size()));
  EXPECT_GE(ran[0].ids.size(), due);
}

TEST(CaseDealerTest, ALostDeviceLosesNoCaseAndItsCaseIsNotTriedAgain) {
  const std::vector<PlannedCase> cases = PlanTier(Tier::kDefault);
  for (const size_t at : {1u, 7u, 200u}) {
    size_t count = 0;
    std::string fatal;
    std::mutex mutex;
    std::condition_variable changed;
    const std::vector<Ran> ran =
        Share(cases, 2, [&](uint32_t device, const std::string& id) {
          CaseResult r = Passed(device, id);
          // The first device waits, so that it does not run the case before.
          std::unique_lock<std::mutex> lock(mutex);
          changed.notify_all();
          if (device == 0) changed.wait(lock, [&] { return count >= at; });
          if (device == 1 && ++count == at) {
            fatal = id;
            r.verdict.kind = VerdictKind::kLost;
          }
          return r;
        });
    const std::map<std::string, size_t> times = TimesRun(ran);
    EXPECT_THAT(times, SizeIs(cases.size())) << at;
    EXPECT_THAT(ran[1].ids, SizeIs(at));
    EXPECT_EQ(times.at(fatal), 1u);
  }
}

TEST(CaseDealerTest, TheLastDeviceGoesOnSoThatEachCaseHasAVerdict) {
  const std::vector<PlannedCase> cases = PlanTier(Tier::kSmoke);
  const std::vector<Ran> ran =
      Share(cases, 2, [](uint32_t device, const std::string& id) {
        CaseResult r = Passed(device, id);
        r.verdict.kind = VerdictKind::kLost;
        return r;
      });
  EXPECT_THAT(TimesRun(ran), SizeIs(cases.size()));
}

TEST(CaseDealerTest, ACaseThatFailsRunsOnEveryDeviceUpToALimit) {
  const std::vector<PlannedCase> cases = PlanTier(Tier::kSmoke);
  const auto everywhere = [&](size_t fails) {
    size_t left = fails;
    std::mutex mutex;
    const std::vector<Ran> ran =
        Share(cases, 2, [&](uint32_t device, const std::string& id) {
          const std::lock_guard<std::mutex> lock(mutex);
          CaseResult r = Passed(device, id);
          if (left > 0) {
            --left;
            r.verdict.kind = VerdictKind::kBroken;
            r.binds = Binding::kViolation;
          }
          return r;
        });
    const std::map<std::string, size_t> times = TimesRun(ran);
    EXPECT_THAT(times, SizeIs(cases.size()));
    return std::count_if(times.begin(), times.end(),
                         [](const auto& one) { return one.second == 2; });
  };
  const auto sample = everywhere(0);
  EXPECT_GT(everywhere(3), sample);
  EXPECT_LE(everywhere(60), sample + static_cast<int>(kMostFailures));
}

TEST(CaseDealerTest, WhatALogHasIsNotRunAgain) {
  const std::vector<PlannedCase> cases = PlanTier(Tier::kSmoke);
  std::vector<CaseResult> done;
  for (size_t i = 0; i < 60; ++i) done.push_back(Passed(0, cases[i].id));
  const std::vector<Ran> ran = Share(cases, 2, Passed, done);
  const std::map<std::string, size_t> times = TimesRun(ran);
  std::set<std::string> missing = IdsOf(cases);
  for (const auto& [id, n] : times) missing.erase(id);
  for (const CaseResult& r : done) {
    missing.erase(r.id);
    EXPECT_EQ(ran[0].unique.count(r.id), 0u) << r.id;
  }
  EXPECT_THAT(missing, IsEmpty());
  // The other device runs those of the sample.
  EXPECT_THAT(times, SizeIs(AllOf(Ge(cases.size() - 59), Le(cases.size()))));
}

TEST(CaseDealerTest, DevicesThatAreNotEqualAreRefusedAndTheDifferenceIsNamed) {
  const std::vector<PlannedCase> cases = PlanTier(Tier::kSmoke);
  CaseDealer dealer(&cases, 2);
  absl::Status first;
  std::thread other([&] { first = dealer.Join(0, Profile("a"), {}); });
  DeviceProfile profile = Profile("b");
  (*profile.fingerprint)["driver_version"] = "8";
  const absl::Status second = dealer.Join(1, profile, {});
  other.join();
  for (const absl::Status& s : {first, second}) {
    EXPECT_TRUE(absl::IsInvalidArgument(s));
    EXPECT_THAT(std::string(s.message()), HasSubstr("driver_version (\""));
  }
}

// All devices join, the last one only if it opens. From then on the caller
// alone takes cases, so that their order does not depend on threads.
void Open(CaseDealer* dealer, uint32_t devices, bool last_opens = true) {
  std::vector<std::thread> threads;
  for (uint32_t d = 0; d < devices; ++d) {
    threads.emplace_back([=] {
      if (d + 1 == devices && !last_opens) return dealer->Leave(d);
      EXPECT_TRUE(dealer->Join(d, Profile(std::to_string(d)), {}).ok());
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST(CaseDealerTest, ADeviceThatLeavesEarlyLeavesAllToTheOthers) {
  const std::vector<PlannedCase> cases = PlanTier(Tier::kDefault);
  std::set<size_t> begin_classes;
  for (const std::vector<size_t>& one : ClassesOf(cases)) {
    if (one.size() > 1) begin_classes.insert(one.front());
  }
  enum class Left { kBeforeAll, kInACase, kInAClass };
  for (const Left left : {Left::kBeforeAll, Left::kInACase, Left::kInAClass}) {
    CaseDealer dealer(&cases, 2);
    Open(&dealer, 2, left != Left::kBeforeAll);
    if (left == Left::kInACase) {
      EXPECT_TRUE(dealer.Next(1));
    }
    while (left == Left::kInAClass) {
      const auto i = dealer.Next(1);
      ASSERT_TRUE(i);
      dealer.Done(1, Passed(1, cases[*i].id));
      if (begin_classes.count(*i) > 0) break;
    }
    dealer.Leave(1);
    for (auto i = dealer.Next(0); i; i = dealer.Next(0)) {
      dealer.Done(0, Passed(0, cases[*i].id));
    }
    EXPECT_EQ(dealer.done(), cases.size());
  }
}

TEST(CaseDealerTest, ACaseThatHasAVerdictDoesNotComeBackFromADeviceThatLeaves) {
  const std::vector<PlannedCase> cases = PlanTier(Tier::kSmoke);
  CaseDealer dealer(&cases, 2);
  Open(&dealer, 2);
  while (dealer.done() < cases.size()) {
    dealer.Done(0, Passed(0, cases[*dealer.Next(0)].id));
  }
  // One of the sample.
  EXPECT_TRUE(dealer.Next(1));
  dealer.Leave(1);
  EXPECT_FALSE(dealer.Next(0));
}

TEST(CaseDealerTest, AClassThatADeviceHasBegunIsNotTakenFromIt) {
  const std::vector<PlannedCase> cases = PlanTier(Tier::kDefault);
  CaseDealer dealer(&cases, 3);
  Open(&dealer, 3);
  std::vector<size_t> begun;
  while (begun.size() < 2) {
    const auto i = dealer.Next(1);
    ASSERT_TRUE(i);
    dealer.Done(1, Passed(1, cases[*i].id));
    for (const std::vector<size_t>& one : ClassesOf(cases)) {
      if (one.front() == *i) begun = one;
    }
  }
  const size_t rest = begun.size() - 1;
  while (dealer.done() < cases.size() - rest) {
    const size_t i = *dealer.Next(0);
    EXPECT_EQ(std::count(begun.begin() + 1, begun.end(), i), 0) << cases[i].id;
    dealer.Done(0, Passed(0, cases[i].id));
  }
  EXPECT_EQ(dealer.Next(1), begun[1]);
}

TEST(CaseDealerTest, ACaseThatADeviceWasLostInRunsOnNoOther) {
  const std::vector<PlannedCase> cases = PlanTier(Tier::kSmoke);
  CaseDealer dealer(&cases, 2);
  Open(&dealer, 2);
  std::set<size_t> fatal;
  while (fatal.size() < 20) {
    const size_t i = *dealer.Next(1);
    fatal.insert(i);
    CaseResult r = Passed(1, cases[i].id);
    r.verdict.kind = VerdictKind::kLost;
    r.binds = Binding::kViolation;
    dealer.Done(1, r);
  }
  dealer.Leave(1);
  for (auto i = dealer.Next(0); i; i = dealer.Next(0)) {
    EXPECT_EQ(fatal.count(*i), 0u) << cases[*i].id;
    dealer.Done(0, Passed(0, cases[*i].id));
  }
  EXPECT_EQ(dealer.done(), cases.size());
}

// Compiling ahead begins with them.
TEST(CaseDealerTest, EachCaseIsInTheQueueOfOneDevice) {
  const std::vector<PlannedCase> cases = PlanTier(Tier::kSmoke);
  CaseDealer dealer(&cases, 2);
  Open(&dealer, 2);
  const std::set<std::string> not_of[] = {dealer.NotOf(0), dealer.NotOf(1)};
  for (const PlannedCase& planned : cases) {
    EXPECT_EQ(not_of[0].count(planned.id) + not_of[1].count(planned.id), 1u);
  }
}

}  // namespace
}  // namespace wgsync
