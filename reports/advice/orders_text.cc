#include "reports/advice/orders_text.h"

#include <algorithm>
#include <map>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "reports/advice/common_names.h"
#include "reports/matrix/matrix_model.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/launch/weakened_twins.h"
#include "suite/core/record/run_facts.h"
#include "suite/core/record/twin_result.h"
#include "suite/core/verdict/verdict.h"

namespace wgsync {
namespace {

// Names of twins, in the order of the log.
using Names = std::vector<std::string>;

void Insert(const std::string& name, Names* names) {
  if (!absl::c_linear_search(*names, name)) names->push_back(name);
}

void Erase(const Names& names, Names* from) {
  for (const std::string& name : names) {
    from->erase(std::remove(from->begin(), from->end(), name), from->end());
  }
}

std::string Lacks(const Names& names) {
  return absl::StrJoin(names, ", ", [](std::string* out, const std::string& n) {
    absl::StrAppend(out, LackOfTwin(n));
  });
}

// Of a primitive without twins: what those of the others showed.
std::string OfOthers(const Run& run) {
  const TwinTally all = TallyTwins(run);
  const std::string text =
      "not looked at: no twin with one order taken away was run";
  if (all.Observable() == 0) return text;
  return absl::StrCat(text, "; of other primitives ",
                      all.Of(TwinState::kKilled), " of ", all.Observable(),
                      " came out wrong");
}

}  // namespace

std::string OrdersText(const Run& run, absl::string_view primitive) {
  const Primitive* known = FindPrimitive(primitive);
  if (known == nullptr || known->one_word || IsShape(*known)) return "";
  const std::string prefix = absl::StrCat(primitive, "/");
  Names killed, missed;
  std::map<std::string, Names> hidden;  // by the reason
  for (const CaseResult& r : run.results) {
    if (r.twins.empty() || !absl::StartsWith(r.id, prefix)) continue;
    for (const TwinResult& twin : r.twins) {
      if (twin.state == TwinState::kKilled) Insert(twin.name, &killed);
      if (twin.state == TwinState::kMissed) Insert(twin.name, &missed);
      if (twin.state == TwinState::kNotObservable) {
        Insert(twin.name, &hidden[twin.why]);
      }
    }
  }
  if (killed.empty() && missed.empty() && hidden.empty()) return OfOthers(run);
  Erase(killed, &missed);
  std::vector<std::string> parts;
  if (!killed.empty()) {
    parts.push_back(
        absl::StrCat("seen to matter on this device: ", Lacks(killed)));
  }
  if (!missed.empty()) {
    parts.push_back(absl::StrCat("not seen to: ", Lacks(missed)));
  }
  for (auto& [why, names] : hidden) {
    Erase(killed, &names);
    if (names.empty()) continue;
    parts.push_back(
        absl::StrCat("not to be seen here: ", Lacks(names), " (", why, ")"));
  }
  return absl::StrJoin(parts, "; ");
}

std::string OrdersText(const Run& run, const CaseResult& r) {
  if (r.verdict.kind != VerdictKind::kPass) return "";
  return OrdersText(run, SplitId(r.id).primitive);
}

std::string NearestProof(const Run& run,
                         const std::vector<std::string>& globs) {
  for (const CaseResult& r : run.results) {
    if (r.verdict.kind != VerdictKind::kPass ||
        PlaceOf(globs, SplitId(r.id).primitive) == globs.size()) {
      continue;
    }
    TwinTally twins;
    for (const TwinResult& twin : r.twins) twins.Add(twin);
    if (twins.Observable() == 0) continue;
    return absl::StrCat("right in teams, many small grids, where ",
                        twins.Of(TwinState::kKilled), " of ",
                        twins.Observable(), " weakened forms failed (", r.id,
                        ")");
  }
  return "";
}

}  // namespace wgsync
