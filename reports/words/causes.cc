#include "reports/words/causes.h"

#include <cstdint>
#include <map>
#include <tuple>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "reports/matrix/matrix_model.h"
#include "reports/render/text.h"
#include "reports/words/evidence_text.h"
#include "suite/core/record/run_facts.h"
#include "suite/core/verdict/rules.h"

namespace wgsync {
namespace {

constexpr size_t kFewIds = 2;

// What there is to add to an id of which the reason is known.
std::string More(const Run& run, const CaseResult& r, bool color) {
  std::vector<std::string> more;
  if (r.binds != Binding::kNothing) {
    more.push_back(
        Inked(absl::StrCat("fails: ", InfoOf(r.binds).name), Ink::kRed, color));
  }
  if (r.bounded) more.push_back("bounded");
  const std::string seen = OneLine(CountsText(r));
  if (!seen.empty()) more.push_back(seen);
  const std::vector<std::string> words = EvidenceWords(run, r);
  if (!words.empty()) more.push_back(OneLine(words[0]));
  return absl::StrJoin(more, "; ");
}

// A wait ended unmet, or work-items were lost and the loop over the rounds came
// near the limit. Mesa 22.3 also loses them in loops of 33 acquires.
bool IsOfTheLoopLimit(const CaseResult& r, uint32_t loop_turns) {
  return r.verdict.rule == Rule::kWaitCut ||
         (r.verdict.rule == Rule::kItemsLost && loop_turns != 0 &&
          2 * r.rounds >= loop_turns);
}

}  // namespace

std::vector<CauseGroup> CausesOf(const Run& run) {
  std::map<std::tuple<VerdictKind, Cause, Rule>, CauseGroup> groups;
  for (const CaseResult& r : run.results) {
    if (r.verdict.kind == VerdictKind::kPass) continue;
    CauseGroup& group =
        groups[{r.verdict.kind, r.verdict.cause, r.verdict.rule}];
    group.verdict = r.verdict;
    group.results.push_back(&r);
    if (r.binds != Binding::kNothing) ++group.fails;
  }
  std::vector<CauseGroup> sorted;
  sorted.reserve(groups.size());
  for (auto& [key, group] : groups) sorted.push_back(std::move(group));
  absl::c_stable_sort(sorted, [](const CauseGroup& a, const CauseGroup& b) {
    return (a.fails != 0) > (b.fails != 0);
  });
  return sorted;
}

std::vector<std::string> DriverFacts(const Run& run) {
  std::vector<std::string> facts;
  if (run.device >= run.header.devices.size()) return facts;
  const DeviceProfile& profile = run.header.devices[run.device];
  if (!profile.loops_cut) return facts;
  const auto cut = absl::c_count_if(run.results, [&](const CaseResult& r) {
    return IsOfTheLoopLimit(r, profile.loop_turns);
  });
  if (cut == 0) return facts;
  facts.push_back(absl::StrCat(
      "this driver ends loops",
      profile.loop_turns == 0
          ? ""
          : absl::StrCat(" after about ", ShortCount(profile.loop_turns),
                         " turns"),
      ": ", Counted(cut, "case"), cut == 1 ? " is of that" : " are of that"));
  return facts;
}

std::string CausesText(const Run& run, size_t width, bool color, bool full) {
  std::string out;
  for (const CauseGroup& group : CausesOf(run)) {
    const CaseResult& first = *group.results[0];
    std::string head = absl::StrCat(Counted(group.results.size(), "case"), ": ",
                                    ReasonText(group.verdict));
    if (group.fails != 0) absl::StrAppend(&head, "; ", group.fails, " fail");
    absl::StrAppend(&out, "\n",
                    Wrap(Inked(head, InkOf(first), color), width, 2));
    size_t shown = 0;
    for (const CaseResult* r : group.results) {
      if (shown == kFewIds && !full && group.results.size() > kFewIds + 1) {
        absl::StrAppend(&out, "  and ", group.results.size() - shown,
                        " more: --all\n");
        break;
      }
      ++shown;
      absl::StrAppend(&out, "  ", OneLine(r->id), "\n");
      const std::string more = More(run, *r, color);
      if (!more.empty()) {
        absl::StrAppend(&out, "      ", Wrap(more, width, 6, 6));
      }
    }
  }
  return out;
}

}  // namespace wgsync
