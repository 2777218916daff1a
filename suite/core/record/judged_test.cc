#include <functional>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "suite/core/base/fields_json.h"
#include "suite/core/record/result.h"
#include "suite/core/verdict/host_verdict.h"
#include "suite/core/verdict/rules.h"
#include "suite/core/verdict/verdict.h"

namespace wgsync {
namespace {

using nlohmann::json;

// Each field away from its default. The first line of each names all fields of
// its struct: with one more it does not compile.
std::vector<Evidence> EachFieldChanged() {
  std::vector<Evidence> changed;
  const int fields = 24;
  for (int i = 0; i < fields; ++i) {
    Evidence e;
    auto& [ending, where, channel_proven, plain_poll, no_payload, doubt, waits,
           payload, reread, guilt, board_incomplete, guard_lost, met_for_lowest,
           not_repeated, strength, account, control, negative, boundary,
           poll_rmw, poll_reissued, signal_volatile, payload_atomic,
           fence_device] = e;
    const std::function<void()> change[fields] = {
        [&a = ending] { a = Ending::kDeviceLost; },
        [&a = where] { a = Where::kUnreachableGoal; },
        [&a = channel_proven] { a = true; },
        [&a = plain_poll] { a = true; },
        [&a = no_payload] { a = true; },
        [&a = doubt] { a = Doubt::kOneCore; },
        [&a = waits] { a = Waits::kLeftUnmet; },
        [&a = payload] { a = PayloadState::kTorn; },
        [&a = reread] { a = Reread::kNone; },
        [&a = guilt] { a = Guilt::kExtraArrivals; },
        [&a = board_incomplete] { a = true; },
        [&a = guard_lost] { a = true; },
        [&a = met_for_lowest] { a = true; },
        [&a = not_repeated] { a = true; },
        [&a = strength] { a = Strength::kMissed; },
        [&a = account] { a = Account::kItemsLost; },
        [&a = control] { a = Trial::kWrong; },
        [&a = negative] { a = Trial::kWrong; },
        [&a = boundary] { a = Trial::kHung; },
        [&a = poll_rmw] { a = Trial::kHung; },
        [&a = poll_reissued] { a = Trial::kRight; },
        [&a = signal_volatile] { a = Trial::kRight; },
        [&a = payload_atomic] { a = Trial::kWrong; },
        [&a = fence_device] { a = Trial::kWrong; }};
    change[i]();
    changed.push_back(e);
  }
  return changed;
}

std::vector<HostEvidence> EachHostFieldChanged() {
  std::vector<HostEvidence> changed;
  const int fields = 5;
  for (int i = 0; i < fields; ++i) {
    HostEvidence e;
    auto& [ending, watched, racing, fault, control] = e;
    const std::function<void()> change[fields] = {
        [&a = ending] { a = HostEnding::kDeviceLost; },
        [&a = watched] { a = true; }, [&a = racing] { a = true; },
        [&a = fault] { a = Cause::kUnordered; },
        [&a = control] { a = Trial::kWrong; }};
    change[i]();
    changed.push_back(e);
  }
  return changed;
}

// Each differs from the default in one field of its JSON, which no other one
// differs in, and comes back from it.
template <typename T>
void ExpectEachFieldIsKept(const std::vector<T>& changed) {
  std::set<std::string> seen;
  for (const T& e : changed) {
    const std::string field = FirstDifferentField(T(), e);
    EXPECT_NE(field, "") << "field " << seen.size() << " is not in the list";
    EXPECT_TRUE(seen.insert(field).second) << field;
    T back;
    EXPECT_EQ(FieldsFromJson(json::parse(FieldsToJson(e).dump()), &back), "");
    EXPECT_EQ(FirstDifferentField(e, back), "");
  }
  EXPECT_EQ(seen.size(), FieldsToJson(T()).size());
}

TEST(EvidenceTest, EachFieldIsKept) {
  ExpectEachFieldIsKept(EachFieldChanged());
}

TEST(HostEvidenceTest, EachFieldIsKept) {
  ExpectEachFieldIsKept(EachHostFieldChanged());
}

TEST(EvidenceTest, EachMissingOrUnknownFieldIsNamed) {
  const json whole = FieldsToJson(Evidence());
  const std::set<std::string> added = {
      "board_incomplete", "guard_lost", "account",        "strength",
      "no_payload",       "doubt",      "met_for_lowest", "not_repeated"};
  for (const auto& [name, value] : whole.items()) {
    if (added.count(name) > 0) continue;
    Evidence e;
    json bad = whole;
    bad.erase(name);
    EXPECT_EQ(FieldsFromJson(bad, &e), "\"" + name + "\" is missing");
    if (!value.is_string()) continue;
    bad[name] = "gremlins";
    EXPECT_EQ(FieldsFromJson(bad, &e),
              "\"" + name +
                  "\" has a value that this wgsync does not know: gremlins");
  }
}

TEST(EvidenceTest, AFieldThatOlderLogsLackKeepsItsDefault) {
  Evidence e;
  json old = FieldsToJson(e);
  old.erase("board_incomplete");
  old.erase("guard_lost");
  old.erase("no_payload");
  old.erase("met_for_lowest");
  old.erase("not_repeated");
  old.erase("doubt");
  old.erase("account");
  old.erase("strength");
  EXPECT_EQ(FieldsFromJson(old, &e), "");
  EXPECT_FALSE(e.board_incomplete);
  EXPECT_FALSE(e.guard_lost);
  EXPECT_FALSE(e.no_payload);
  EXPECT_FALSE(e.met_for_lowest);
  EXPECT_FALSE(e.not_repeated);
  EXPECT_EQ(e.doubt, Doubt::kNotRecorded);
  EXPECT_EQ(e.account, Account::kComplete);
  EXPECT_EQ(e.strength, Strength::kNotAsked);
  old["no_group_waited"] = true;
  EXPECT_EQ(FieldsFromJson(old, &e), "");
  EXPECT_EQ(e.doubt, Doubt::kNoGroupWaited);
}

template <typename E>
void ExpectNames(E last) {
  const absl::Span<const absl::string_view> names = NamesOf(last);
  ASSERT_EQ(names.size(), static_cast<size_t>(last) + 1);
  const std::set<absl::string_view> different(names.begin(), names.end());
  EXPECT_EQ(different.size(), names.size());
  for (absl::string_view name : names) {
    EXPECT_EQ(name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_"),
              absl::string_view::npos)
        << name;
  }
}

TEST(NamesOfTest, EachValueHasANameOfItsOwn) {
  ExpectNames(Ending::kDeviceLost);
  ExpectNames(Where::kUnreachableGoal);
  ExpectNames(Waits::kLeftUnmet);
  ExpectNames(PayloadState::kTorn);
  ExpectNames(Trial::kWrong);
  ExpectNames(Reread::kNone);
  ExpectNames(Guilt::kExtraArrivals);
  ExpectNames(Account::kStoreLost);
  ExpectNames(Doubt::kFailedNowhere);
  ExpectNames(HostEnding::kDeviceLost);
  ExpectNames(DecidedBy::kTried);
}

TEST(JudgedTest, KeepsTheEvidenceThatDecided) {
  Judged judged = {DecidedBy::kEvidence, EachFieldChanged()[0], {}};
  json written = FieldsToJson(judged);
  EXPECT_EQ(written["by"], "evidence");
  EXPECT_EQ(written["evidence"]["ending"], "device_lost");
  EXPECT_FALSE(written.contains("host"));
  written["evidence"]["ending"] = 5;
  Judged back;
  EXPECT_EQ(FieldsFromJson(written, &back),
            "\"evidence.ending\" is not a string");

  judged = {DecidedBy::kHostEvidence, {}, EachHostFieldChanged()[3]};
  written = FieldsToJson(judged);
  EXPECT_EQ(FieldsFromJson(written, &back), "");
  EXPECT_EQ(back.host.fault, Cause::kUnordered);
  written["host"]["fault"] = "gremlins";
  EXPECT_EQ(
      FieldsFromJson(written, &back),
      "\"host.fault\" has a value that this wgsync does not know: gremlins");

  EXPECT_EQ(FieldsToJson(Judged{DecidedBy::kBuild, {}, {}}),
            json({{"by", "build"}}));
}

}  // namespace
}  // namespace wgsync
