#include "suite/core/record/twin_result.h"

#include <map>

#include "absl/strings/str_format.h"
#include "suite/core/base/field_visitor.h"

namespace wgsync {
namespace {

constexpr auto kStateNames =
    EnumNames<TwinState>({{TwinState::kNotRun, "not_run"},
                          {TwinState::kKilled, "killed"},
                          {TwinState::kEquivalent, "equivalent"},
                          {TwinState::kNotObservable, "not_observable"},
                          {TwinState::kMissed, "missed"}},
                         TwinState::kMissed);

}  // namespace

NameSpan NamesOf(TwinState) { return kStateNames.names; }

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

}  // namespace wgsync
