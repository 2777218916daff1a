// JudgeEvidence() over the full product of its enumerations: what no evidence
// whatever may lead to, and that a further fault never improves a verdict.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "suite/core/verdict/product_rules_testing.h"
#include "suite/core/verdict/reasons_testing.h"
#include "suite/core/verdict/rules.h"
#include "suite/core/verdict/verdict.h"

namespace wgsync {
namespace {

constexpr int kEndings = 14;
constexpr int kWheres = 13;
constexpr int kWaits = 3;
constexpr int kPayloads = 4;
constexpr int kGuilts = 4;
constexpr int kTrials = 4;
constexpr int kTrialFields = 8;
constexpr int kTrialProduct = 1 << (2 * kTrialFields);

using TrialField = Trial Evidence::*;
constexpr std::array<TrialField, kTrialFields> kTrialField = {
    &Evidence::control,        &Evidence::negative,
    &Evidence::boundary,       &Evidence::poll_rmw,
    &Evidence::poll_reissued,  &Evidence::signal_volatile,
    &Evidence::payload_atomic, &Evidence::fence_device};

std::string Describe(const Evidence& e) {
  std::string s = "ending " + std::to_string(static_cast<int>(e.ending));
  const auto add = [&s](const char* name, int value) {
    s += std::string(", ") + name + " " + std::to_string(value);
  };
  add("where", static_cast<int>(e.where));
  add("channel", static_cast<int>(e.channel_proven));
  add("plain_poll", static_cast<int>(e.plain_poll));
  add("waits", static_cast<int>(e.waits));
  add("payload", static_cast<int>(e.payload));
  add("reread", static_cast<int>(e.reread));
  add("guilt", static_cast<int>(e.guilt));
  add("strength", static_cast<int>(e.strength));
  add("account", static_cast<int>(e.account));
  for (TrialField field : kTrialField) add("trial", static_cast<int>(e.*field));
  return s;
}

// How bad a verdict is. Infra is apart: it does not know. As what a fault makes
// of evidence it is never an improvement; where evidence gave infra, a further
// fault may lead anywhere but to a pass.
constexpr uint8_t kBadness[] = {
    127,  // infra
    10,   // crash
    9,    // lost
    8,    // hang
    7,    // error
    6,    // broken
    5,    // stale-cache
    4,    // stale-payload
    3,    // stale-hoisted
    2,    // slow
    0,    // pass
    1,    // unproven
};
uint8_t AsBase(Kind kind) {
  return kind == Kind::kInfra ? 2 : kBadness[static_cast<size_t>(kind)];
}
uint8_t AsFaulty(Kind kind) { return kBadness[static_cast<size_t>(kind)]; }

uint64_t EightBytes(const uint8_t* from) {
  uint64_t bytes;
  std::memcpy(&bytes, from, sizeof(bytes));
  return bytes;
}

// Whether faulty[i] < base[i] anywhere where chosen[i] is 1; eight at a time,
// since the product is large. All values are below 128.
bool AnyImproved(const uint8_t* chosen, const uint8_t* base,
                 const uint8_t* faulty, int count) {
  constexpr uint64_t kOnes = 0x0101010101010101u;
  uint64_t improved = 0;
  int i = 0;
  for (; i + 8 <= count; i += 8) {
    // The top bit of a byte stays where nothing was borrowed.
    const uint64_t kept =
        (EightBytes(faulty + i) | kOnes << 7) - EightBytes(base + i);
    improved |= (~kept >> 7) & EightBytes(chosen + i);
  }
  for (; i < count; ++i) improved |= faulty[i] < base[i] ? chosen[i] : 0;
  return improved != 0;
}

// A fault: the first value becomes the second.
using Step = std::pair<int, int>;

template <typename E>
Step Worsens(E from, E to) {
  return {static_cast<int>(from), static_cast<int>(to)};
}

const std::vector<Step>& EndingSteps() {
  static const auto* const steps = new std::vector<Step>{
      Worsens(Ending::kFinished, Ending::kFinishedLate),
      Worsens(Ending::kFinishedLate, Ending::kMoving),
      Worsens(Ending::kMoving, Ending::kFrozen),
      Worsens(Ending::kMoving, Ending::kRetrying),
      Worsens(Ending::kMoving, Ending::kEventError),
      Worsens(Ending::kMoving, Ending::kNotReported),
      Worsens(Ending::kMoving, Ending::kCompletedEarly),
      Worsens(Ending::kEventError, Ending::kEndedByWatchdog),
      Worsens(Ending::kNotReported, Ending::kWorkerDied),
      Worsens(Ending::kCompletedEarly, Ending::kDeviceLost),
      Worsens(Ending::kFinished, Ending::kEndedFromOutside),
      Worsens(Ending::kFinished, Ending::kNoProcessor),
      Worsens(Ending::kFrozen, Ending::kWorkerDied),
      Worsens(Ending::kFrozen, Ending::kDeviceLost),
      Worsens(Ending::kRetrying, Ending::kWorkerDied),
      Worsens(Ending::kEndedByWatchdog, Ending::kDeviceLost)};
  return *steps;
}

const std::vector<Step>& WaitSteps() {
  static const auto* const steps =
      new std::vector<Step>{Worsens(Waits::kMet, Waits::kLeftUnmet),
                            Worsens(Waits::kLeftUnmet, Waits::kGaveUp)};
  return *steps;
}

const std::vector<Step>& PayloadSteps() {
  static const auto* const steps = new std::vector<Step>{
      Worsens(PayloadState::kRight, PayloadState::kNotJudged),
      Worsens(PayloadState::kNotJudged, PayloadState::kWrong),
      Worsens(PayloadState::kWrong, PayloadState::kTorn)};
  return *steps;
}

const std::vector<Step>& GuiltSteps() {
  static const auto* const steps =
      new std::vector<Step>{Worsens(Guilt::kUnknown, Guilt::kEarlyDeparture),
                            Worsens(Guilt::kUnknown, Guilt::kOwnerChanged),
                            Worsens(Guilt::kUnknown, Guilt::kExtraArrivals)};
  return *steps;
}

// A control or difference that does not pass, or was not made, is a fault. For
// the negative control being wrong is what is right.
std::vector<Step> TrialSteps(size_t field, const Evidence& fixed) {
  if (kTrialField[field] == &Evidence::negative) {
    return {Worsens(Trial::kWrong, Trial::kNotRun),
            Worsens(Trial::kWrong, Trial::kRight),
            Worsens(Trial::kRight, Trial::kHung)};
  }
  // Another case's poll is no weaker than the reissued one: that this passes
  // and the other hangs is a contradiction, not the absence of a fault.
  if (kTrialField[field] == &Evidence::poll_reissued && !fixed.plain_poll) {
    return {};
  }
  return {Worsens(Trial::kRight, Trial::kNotRun),
          Worsens(Trial::kRight, Trial::kHung),
          Worsens(Trial::kRight, Trial::kWrong)};
}

// The verdicts over everything but the three fields that carry no order
// (where, plain_poll, reread), which one table holds fixed.
class Table {
 public:
  Table() : base_(kOuter * kTrialProduct), faulty_(base_.size()) {}

  // Where the table before this one held the same verdicts' kinds, as it must
  // where only the re-read differs, no fault needs to be tried again.
  void Fill(const Evidence& fixed, bool kinds_as_before) {
    fixed_ = fixed;
    const std::vector<uint8_t> before =
        kinds_as_before ? faulty_ : std::vector<uint8_t>();
    for (int outer = 0; outer < kOuter; ++outer) FillOuter(outer);
    if (kinds_as_before) {
      if (before != faulty_) {
        Report("another kind of verdict by the re-read", fixed, Kind::kInfra);
      }
      return;
    }
    CheckOuter(EndingSteps(), 0);
    CheckOuter(WaitSteps(), 1);
    CheckOuter(PayloadSteps(), 2);
    CheckOuter(GuiltSteps(), 3);
    CheckOuter({{1, 0}}, 4);  // the channel, proven and not
    for (size_t field = 0; field < kTrialFields; ++field) CheckTrial(field);
  }

  // One fault more than in the table before this one: it improves nothing.
  void FillFaulty(const Evidence& fixed) {
    const std::vector<uint8_t> before = base_;
    Fill(fixed, false);
    for (int outer = 0; outer < kOuter; ++outer) {
      const size_t begin = static_cast<size_t>(outer) * kTrialProduct;
      compared_ += kTrialProduct;
      if (!AnyImproved(all_.data(), &before[begin], &faulty_[begin],
                       kTrialProduct)) {
        continue;
      }
      for (int i = 0; i < kTrialProduct; ++i) {
        if (faulty_[begin + i] >= before[begin + i]) continue;
        const Evidence e = At(outer, i);
        Report("a fault improves on the same without it", e,
               JudgeEvidence(e).kind);
      }
    }
  }

  uint64_t evaluated() const { return evaluated_; }
  uint64_t compared() const { return compared_; }
  uint64_t faults() const { return faults_; }
  const std::string& first_fault() const { return first_fault_; }
  const std::set<Rule>& seen() const { return seen_; }

 private:
  static constexpr std::array<int, 5> kSizes = {kEndings, kWaits, kPayloads,
                                                kGuilts, 2};
  static constexpr int kOuter = kEndings * kWaits * kPayloads * kGuilts * 2;

  static int Stride(size_t field) {
    int stride = 1;
    for (size_t i = 0; i < field; ++i) stride *= kSizes[i];
    return stride;
  }
  static int Digit(int outer, size_t field) {
    return outer / Stride(field) % kSizes[field];
  }

  Evidence At(int outer, int trials) const {
    Evidence e = fixed_;
    e.ending = static_cast<Ending>(Digit(outer, 0));
    e.waits = static_cast<Waits>(Digit(outer, 1));
    e.payload = static_cast<PayloadState>(Digit(outer, 2));
    e.guilt = static_cast<Guilt>(Digit(outer, 3));
    e.channel_proven = Digit(outer, 4) == 1;
    for (size_t f = 0; f < kTrialFields; ++f) {
      e.*kTrialField[f] = static_cast<Trial>(trials >> (2 * f) & 3);
    }
    return e;
  }

  void FillOuter(int outer) {
    Evidence e = At(outer, 0);
    const size_t begin = static_cast<size_t>(outer) * kTrialProduct;
    std::array<bool, kRules> seen = {};
    const HostEvidence no_host;
    for (int trials = 0; trials < kTrialProduct; ++trials) {
      // Counts up: a field changes only when those below it are through.
      for (size_t f = 0; f < kTrialFields; ++f) {
        e.*kTrialField[f] = static_cast<Trial>(trials >> (2 * f) & 3);
        if ((trials >> (2 * f) & 3) != 0) break;
      }
      const Verdict v = JudgeEvidence(e);
      const char* fault = Fault(e, v);
      if (!(v == rules_[static_cast<size_t>(v.rule)])) {
        fault = "a rule that gives another verdict than its row";
      }
      if (IsPossible(e) && !ClaimHolds(v.rule, e, no_host)) {
        fault = "a rule whose sentence the evidence denies";
      }
      if (fault != nullptr) Report(fault, e, v.kind);
      base_[begin + trials] = AsBase(v.kind);
      faulty_[begin + trials] = AsFaulty(v.kind);
      seen[static_cast<size_t>(v.rule)] = true;
    }
    evaluated_ += kTrialProduct;
    for (size_t i = 0; i < seen.size(); ++i) {
      if (seen[i]) seen_.insert(static_cast<Rule>(i));
    }
  }

  void CheckOuter(const std::vector<Step>& steps, size_t field) {
    for (int outer = 0; outer < kOuter; ++outer) {
      for (const Step& step : steps) {
        if (Digit(outer, field) != step.first) continue;
        const int to = outer + (step.second - step.first) * Stride(field);
        Compare(outer, to, 0, all_);
      }
    }
  }

  void CheckTrial(size_t field) {
    for (const Step& step : TrialSteps(field, fixed_)) {
      std::vector<uint8_t> with(kTrialProduct);
      for (int i = 0; i < kTrialProduct; ++i) {
        with[i] = (i >> (2 * field) & 3) == step.first ? 1 : 0;
      }
      const int offset = (step.second - step.first) * (1 << (2 * field));
      for (int outer = 0; outer < kOuter; ++outer) {
        Compare(outer, outer, offset, with);
      }
    }
  }

  // Compares the verdicts of `outer`, where `with` has a 1, with what one more
  // fault makes of them: those of `faulty_outer`, `offset` further on.
  void Compare(int outer, int faulty_outer, int offset,
               const std::vector<uint8_t>& with) {
    const int begin = std::max(0, -offset);
    const int count = kTrialProduct - std::abs(offset);
    const uint8_t* chosen = with.data() + begin;
    const uint8_t* base =
        &base_[static_cast<size_t>(outer) * kTrialProduct + begin];
    const uint8_t* faulty =
        &faulty_[static_cast<size_t>(faulty_outer) * kTrialProduct + begin +
                 offset];
    compared_ += kTrialProduct;
    if (!AnyImproved(chosen, base, faulty, count)) return;
    for (int i = 0; i < count; ++i) {
      if (chosen[i] == 0 || faulty[i] >= base[i]) continue;
      const Evidence e = At(faulty_outer, begin + offset + i);
      Report(("a fault improves on " + Describe(At(outer, begin + i))).c_str(),
             e, JudgeEvidence(e).kind);
    }
  }

  void Report(const char* fault, const Evidence& e, Kind kind) {
    ++faults_;
    if (!first_fault_.empty()) return;
    first_fault_ = std::string(fault) + ": " + std::string(VerdictName(kind)) +
                   " of " + Describe(e);
  }

  static constexpr size_t kRules = static_cast<size_t>(kLastRule) + 1;
  static std::array<Verdict, kRules> VerdictsOfRules() {
    std::array<Verdict, kRules> verdicts;
    for (const RuleInfo& row : VerdictRules()) {
      verdicts[static_cast<size_t>(row.rule)] = {row.kind, row.cause};
    }
    return verdicts;
  }

  Evidence fixed_;
  const std::array<Verdict, kRules> rules_ = VerdictsOfRules();
  const std::vector<uint8_t> all_ = std::vector<uint8_t>(kTrialProduct, 1);
  std::vector<uint8_t> base_;
  std::vector<uint8_t> faulty_;
  uint64_t evaluated_ = 0;
  uint64_t compared_ = 0;
  uint64_t faults_ = 0;
  std::string first_fault_;
  std::set<Rule> seen_;
};

TEST(ProductTest, NoEvidenceLeadsToAVerdictThatItDoesNotProve) {
  Table table;
  for (int where = 0; where < kWheres; ++where) {
    for (bool plain_poll : {false, true}) {
      for (Reread reread : {Reread::kNew, Reread::kOld, Reread::kNone}) {
        if (reread != Reread::kNew && where != 0) continue;  // for time
        Evidence fixed;
        fixed.where = static_cast<Where>(where);
        fixed.plain_poll = plain_poll;
        fixed.reread = reread;
        table.Fill(fixed, reread == Reread::kOld);
        if (reread != Reread::kNone) continue;  // for time
        fixed.strength = Strength::kMissed;
        table.FillFaulty(fixed);
        fixed.doubt = Doubt::kOneCore;
        table.FillFaulty(fixed);
        for (Account account : {Account::kReadsMissing, Account::kItemsLost,
                                Account::kStoreLost}) {
          fixed.account = account;
          table.FillFaulty(fixed);
        }
      }
    }
  }
  EXPECT_EQ(table.faults(), 0u) << table.first_fault();
  EXPECT_EQ(table.evaluated(), uint64_t{kEndings} * (2 * kWheres + 14) *
                                   kWaits * kPayloads * 2 * kGuilts *
                                   kTrialProduct);
  EXPECT_GT(table.compared(), table.evaluated());

  // Every rule about evidence is reached, and no other one. Other doubts, an
  // incomplete board, a lost guard, conditions that are met, a launch without a
  // payload and one that was not repeated are not in the product;
  // reasons_test.cc is enough for them.
  const std::set<Rule> outside = {
      Rule::kBoardIncomplete, Rule::kGuardLost,    Rule::kConditionsMet,
      Rule::kWaitsMet,        Rule::kNoWaitUnmet,  Rule::kNoGroupWaited,
      Rule::kCouldNotFail,    Rule::kOneGroup,     Rule::kNoneWaited,
      Rule::kPermitsLeft,     Rule::kRareTurns,    Rule::kSawLittleNew,
      Rule::kFoundAlone,      Rule::kRareMeetings, Rule::kFailedNowhere,
      Rule::kNotRepeated};
  for (const RuleInfo& row : VerdictRules()) {
    const bool due =
        row.by == DecidedBy::kEvidence && outside.count(row.rule) == 0;
    EXPECT_EQ(table.seen().count(row.rule) == 1, due) << row.name;
  }
}

}  // namespace
}  // namespace wgsync
