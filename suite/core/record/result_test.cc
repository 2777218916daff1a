#include "suite/core/record/result.h"

#include <cstdint>
#include <limits>
#include <string>

#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "suite/core/catalog/catalog.h"
#include "suite/core/plan/soundness.h"
#include "suite/core/verdict/rules.h"
#include "suite/core/verdict/verdict.h"

namespace wgsync {
namespace {

using nlohmann::json;

CaseResult Sample() {
  CaseResult r;
  r.id = "barrier.counter_per_group/poll=plain";
  r.device = 2;
  r.verdict = VerdictOf(Rule::kPollHoisted);
  r.judged.by = DecidedBy::kEvidence;
  r.judged.evidence.ending = Ending::kFrozen;
  r.launches = {7, 12345678901234};
  r.bounded = true;
  r.k = 3;
  r.n = std::numeric_limits<uint64_t>::max();
  r.unit = Unit::kReads;
  r.failed_launches = 3;
  r.case_launches = 31;
  r.runs = {{"hang", 2}, {"pass", 1}};
  r.also = {"pass, alone in a fresh worker"};
  r.perturbed = true;
  r.soundness = Soundness::kRacy;
  r.soundness_why = "a plain poll";
  r.need = ProgressNeed::kCoResident;
  r.binds = Binding::kProgress;
  r.could_bind = true;
  r.groups = 65537;
  r.group_size = 64;
  r.residency = 132;
  r.rounds = 200;
  r.reads = 12345678901234;
  r.language = "CL1.2";
  r.kernel_digest = "f00d";
  r.binary_digest = "beef";
  r.seconds = 0.75;
  r.launch_seconds = 0.5;
  r.deadline_seconds = 0.25;
  r.started_unix_ns = 1763700000000000001;
  r.finished_unix_ns = 1763700000750000002;
  r.words = {"group 1 waits for word 0", "memory holds 2"};
  r.findings = {FoundIn(FindingKind::kNotStarted, {2, 3}, {4}),
                FoundText("a driver's words")};
  r.build_log = "no such type";
  return r;
}

TEST(ResultTest, APassThatRestsOnLuckSaysSoFirst) {
  CaseResult r;
  r.verdict = VerdictOf(Rule::kPass);
  r.case_launches = 4;
  for (const Primitive& p : Primitives()) {
    r.id = p.name + "/poll=rmw";
    const bool lucky = p.need == ProgressNeed::kNoPromise;
    EXPECT_EQ(lucky, !p.no_promise.empty()) << p.name;
    EXPECT_EQ(ReasonText(r).find("pass (right in 4 launches; a slow poller can "
                                 "miss the value") == 0,
              lucky)
        << ReasonText(r);
    EXPECT_EQ(ReasonText(r) == ReasonText(r.verdict), !lucky);
  }
  r.id = "barrier.modulo/poll=rmw";
  r.verdict = VerdictOf(Rule::kMissed);
  EXPECT_EQ(ReasonText(r), ReasonText(r.verdict));
  r.id = "barrier.of_a_later_suite/poll=rmw";
  r.verdict = VerdictOf(Rule::kPass);
  EXPECT_EQ(ReasonText(r), ReasonText(r.verdict));
}

// What FromJson() says of `j`; "" where it takes it.
std::string ErrorOf(const json& j) {
  CaseResult r;
  std::string error;
  const bool ok = FromJson(j, &r, &error);
  EXPECT_EQ(ok, error.empty());
  return error;
}

TEST(ResultTest, EveryFieldComesBackFromItsLine) {
  const json written = ToJson(Sample());
  CaseResult back;
  std::string error;
  ASSERT_TRUE(FromJson(json::parse(written.dump()), &back, &error)) << error;
  EXPECT_EQ(ToJson(back), written);
  // Not merely both empty: the defaults differ in every field.
  const json defaults = ToJson(CaseResult());
  for (const auto& [key, value] : written.items()) {
    EXPECT_NE(value, defaults.value(key, json())) << key;
  }
  EXPECT_EQ(back.judged.evidence.ending, Ending::kFrozen);
  EXPECT_EQ(back.runs.at("hang"), 2);
  EXPECT_EQ(back.id, "barrier.counter_per_group/poll=plain");
  EXPECT_EQ(VerdictText(back.verdict), "stale-hoisted (load hoisted)");
  EXPECT_EQ(back.started_unix_ns, 1763700000000000001);
  EXPECT_EQ(back.n, std::numeric_limits<uint64_t>::max());
}

TEST(ResultTest, AResultThatWasNotWrittenOutIsReadAsWell) {
  EXPECT_EQ(ErrorOf(ToJson(Sample())), "");
}

// Fields that older logs lack.
bool MayBeMissing(const std::string& key) {
  return key == "binary_digest" || key == "device" || key == "judged" ||
         key == "launches" || key == "rule" || key == "runs" ||
         key == "failed_launches" || key == "case_launches" || key == "words" ||
         key == "findings" || key == "build_log";
}

TEST(ResultTest, EachMissingFieldIsNamed) {
  const json whole = ToJson(Sample());
  for (const auto& [key, value] : whole.items()) {
    json cut = whole;
    cut.erase(key);
    EXPECT_EQ(ErrorOf(cut),
              MayBeMissing(key) ? "" : "\"" + key + "\" is missing");
  }
}

TEST(ResultTest, EachFieldOfAnotherTypeIsNamed) {
  const json whole = ToJson(Sample());
  for (const auto& [key, value] : whole.items()) {
    json bad = whole;
    bad[key] = 0.5;
    if (value.is_number_float()) bad[key] = json::object();
    EXPECT_NE(ErrorOf(bad).find("\"" + key + "\" is not"), std::string::npos)
        << ErrorOf(bad);
  }
}

TEST(ResultTest, ValuesOutOfRangeAreErrors) {
  json bad = ToJson(Sample());
  bad["k"] = -1;
  EXPECT_EQ(ErrorOf(bad), "\"k\" is negative");
  bad = ToJson(Sample());
  bad["group_size"] = 4294967296;
  EXPECT_EQ(ErrorOf(bad), "\"group_size\" is too large");
  bad = ToJson(Sample());
  bad["started_unix_ns"] = std::numeric_limits<uint64_t>::max();
  EXPECT_EQ(ErrorOf(bad), "\"started_unix_ns\" is too large");
  bad = ToJson(Sample());
  bad["rounds"] = 1.5;
  EXPECT_EQ(ErrorOf(bad), "\"rounds\" is not a whole number");
  bad = ToJson(Sample());
  bad["words"] = json::array({1});
  EXPECT_EQ(ErrorOf(bad), "\"words\" is not a list of strings");
}

TEST(ResultTest, AnUnknownVerdictOrCauseIsAnError) {
  json bad = ToJson(Sample());
  bad["verdict"] = "fine";
  EXPECT_EQ(ErrorOf(bad),
            "\"verdict\" has a value that this wgsync does not know: fine");
  bad = ToJson(Sample());
  bad["cause"] = "gremlins";
  EXPECT_EQ(ErrorOf(bad),
            "\"cause\" has a value that this wgsync does not know: gremlins");
}

// Reports that did not know it would pass over it.
TEST(ResultTest, AnUnknownNameIsAnError) {
  for (const char* field : {"need", "soundness", "binds", "unit"}) {
    json bad = ToJson(Sample());
    bad[field] = "telepathy";
    EXPECT_EQ(ErrorOf(bad), "\"" + std::string(field) +
                                "\" has a value that this wgsync does not "
                                "know: telepathy");
  }
}

TEST(ResultTest, WhatIsNotKnownHasNoName) {
  CaseResult r = Sample();
  r.need = absl::nullopt;
  r.soundness = absl::nullopt;
  const json written = ToJson(r);
  EXPECT_EQ(written["need"], "");
  EXPECT_EQ(written["soundness"], "");
  CaseResult back;
  std::string error;
  ASSERT_TRUE(FromJson(written, &back, &error)) << error;
  EXPECT_FALSE(back.need.has_value());
  EXPECT_FALSE(back.soundness.has_value());
}

TEST(ResultTest, ARuleThatGivesAnotherVerdictIsAnError) {
  json bad = ToJson(Sample());
  bad["rule"] = "pass";
  EXPECT_EQ(ErrorOf(bad), "\"rule\" is not a rule of this verdict: pass");
}

TEST(ResultTest, ARuleOfALaterVersionIsPassedOver) {
  json later = ToJson(Sample());
  later["rule"] = "poll_bewitched";
  CaseResult r;
  std::string error;
  ASSERT_TRUE(FromJson(later, &r, &error)) << error;
  EXPECT_EQ(r.verdict.rule, Rule::kNotRecorded);
  EXPECT_EQ(VerdictText(r.verdict), "stale-hoisted (load hoisted)");
}

TEST(ResultTest, AVerdictWithoutEvidenceIsItsRules) {
  CaseResult r;
  r.Decide(Rule::kOverLimit);
  EXPECT_EQ(VerdictText(r.verdict), "unsupported");
  EXPECT_EQ(r.judged.by, DecidedBy::kBuild);
}

TEST(ResultTest, WhatIsNoObjectIsAnError) {
  EXPECT_EQ(ErrorOf(json::array()), "not a JSON object");
}

TEST(ResultTest, AFailedReadLeavesTheResultAlone) {
  CaseResult r = Sample();
  std::string error;
  EXPECT_FALSE(FromJson(json::object(), &r, &error));
  EXPECT_EQ(r.id, Sample().id);
}

}  // namespace
}  // namespace wgsync
