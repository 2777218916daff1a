#include "suite/core/record/twin_result.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "suite/core/base/field_visitor.h"

namespace wgsync {
namespace {

constexpr EnumRow<TwinState> kStates[] = {
    {TwinState::kNotRun, "not_run"},
    {TwinState::kKilled, "killed"},
    {TwinState::kEquivalent, "equivalent"},
    {TwinState::kNotObservable, "not_observable"},
    {TwinState::kMissed, "missed"},
};
static_assert(Describes(kStates, TwinState::kMissed), "one row each");
constexpr auto kStateNames = EnumNames(kStates);

std::string InState(const std::vector<TwinResult>& twins, TwinState state,
                    absl::string_view what) {
  std::vector<std::string> names;
  for (const TwinResult& t : twins) {
    if (t.state == state) names.push_back(t.name);
  }
  if (names.empty()) return "";
  return absl::StrCat("; ", what, ": ", absl::StrJoin(names, ", "));
}

}  // namespace

absl::Span<const absl::string_view> NamesOf(TwinState) {
  return kStateNames.names;
}

void TwinResult::Fields(FieldVisitor& v) {
  v.Field("name", &name);
  v.Enum("state", &state);
  v.Field("launches", &launches);
  v.Field("failed", &failed);
  v.Field("reads", &reads);
  v.Field("wrong", &wrong);
  v.Field("why", &why);
}

void TwinTally::Add(const TwinResult& twin) {
  ++states[static_cast<size_t>(twin.state)];
  launches += twin.launches;
  failed += twin.failed;
  reads += twin.reads;
}

std::string ScoreText(const TwinTally& tally) {
  const uint64_t observable = tally.Observable();
  if (observable == 0) return "no observable twin";
  return absl::StrFormat("%.0f %% of %u observable twins killed",
                         100.0 * tally.Of(TwinState::kKilled) / observable,
                         observable);
}

Strength StrengthOf(const std::vector<TwinResult>& twins) {
  std::map<TwinState, size_t> count;
  for (const TwinResult& t : twins) ++count[t.state];
  if (twins.empty() || count[TwinState::kNotRun] == twins.size()) {
    return Strength::kNotAsked;
  }
  if (count[TwinState::kKilled] != 0) return Strength::kShown;
  return count[TwinState::kMissed] != 0 ? Strength::kMissed
                                        : Strength::kNotObservable;
}

std::string StrengthText(const std::vector<TwinResult>& twins) {
  const Strength strength = StrengthOf(twins);
  if (strength == Strength::kNotAsked) return "";
  size_t ran = 0, killed = 0;
  const TwinResult* hardest = nullptr;
  for (const TwinResult& t : twins) {
    ran += t.launches != 0 && t.state != TwinState::kNotRun ? 1 : 0;
    if (t.state != TwinState::kKilled) continue;
    ++killed;
    if (hardest == nullptr ||
        t.failed * hardest->launches < hardest->failed * t.launches) {
      hardest = &t;
    }
  }
  std::string text;
  if (hardest != nullptr) {
    text =
        absl::StrCat("the same stress failed ", killed, " of ", ran,
                     " weakened twins, the hardest (", hardest->name, ") in ",
                     hardest->failed, " of ", hardest->launches, " launches");
  } else {
    text = strength == Strength::kNotObservable
               ? "orderings are not observable on this device; only the "
                 "waits are shown to matter"
               : "no weakened twin came out wrong under the same stress";
  }
  return absl::StrCat(
      text, InState(twins, TwinState::kMissed, "missed"),
      InState(twins, TwinState::kNotObservable, "not observable here"),
      InState(twins, TwinState::kEquivalent, "the same program"),
      InState(twins, TwinState::kNotRun, "not run"));
}

}  // namespace wgsync
