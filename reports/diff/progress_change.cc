#include "reports/diff/progress_change.h"

#include <map>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "nlohmann/json.hpp"
#include "reports/diff/driver_facts.h"
#include "reports/matrix/progress_class.h"
#include "reports/matrix/report_json.h"
#include "suite/core/record/progress_record.h"

namespace wgsync {
namespace {

using nlohmann::json;
using progress::Classification;
using progress::Model;
using progress::Standing;

constexpr Standing::State kSeen[] = {Standing::State::kHeld,
                                     Standing::State::kRefuted};

// A bounded wait is another program, whose verdict counts all the same.
bool SameKernel(const CaseResult& a, const CaseResult& b, bool other_suite) {
  if (other_suite && !SameLaunch(a, b)) return false;
  return a.kernel_digest == b.kernel_digest || a.bounded != b.bounded ||
         a.kernel_digest.empty() || b.kernel_digest.empty();
}

// Of the later run, the results of cases that the earlier one launched.
std::vector<CaseResult> OfBoth(const Run& before, const Run& after,
                               bool other_kernels) {
  std::map<std::string, const CaseResult*> was;
  for (const CaseResult& r : before.results) {
    if (r.shape.groups != 0) was[r.id] = &r;
  }
  const bool other_suite = OtherSuite(before, after);
  std::vector<CaseResult> both;
  for (const CaseResult& r : after.results) {
    const auto it = was.find(r.id);
    if (it == was.end()) continue;
    if (other_kernels || SameKernel(*it->second, r, other_suite)) {
      both.push_back(r);
    }
  }
  return both;
}

// Whether each shape that was launched hung.
std::map<std::string, bool> Hung(const Classification& c) {
  std::map<std::string, bool> hung;
  for (const progress::Sighting& s : c.sightings) {
    if (s.hung || s.ended != 0) hung[s.shape] = hung[s.shape] || s.hung;
  }
  return hung;
}

std::vector<ShapeChange> ShapeChanges(const Classification& before,
                                      const Classification& after) {
  std::vector<ShapeChange> changes;
  const std::map<std::string, bool> was = Hung(before);
  for (const auto& [shape, hangs] : Hung(after)) {
    const auto it = was.find(shape);
    if (it != was.end() && it->second != hangs) {
      changes.push_back({shape, hangs});
    }
  }
  return changes;
}

void AddModels(const char* what, const std::vector<Model>& models,
               const char* why, std::vector<std::string>* lines) {
  if (models.empty()) return;
  lines->push_back(absl::StrCat("progress: ", what,
                                absl::StrJoin(ModelNames(models), ", "), why));
}

std::string Shapes(const ProgressChange& change, bool hang_now) {
  std::vector<std::string> names;
  for (const ShapeChange& s : change.shapes) {
    if (s.hangs_now == hang_now) names.push_back(s.shape);
  }
  return absl::StrJoin(names, ", ");
}

}  // namespace

ProgressChange CompareProgress(const Run& before, const Run& after,
                               bool other_kernels) {
  ProgressChange change;
  change.before = ProgressOf(before.results);
  change.after = ProgressOf(after.results);
  if (change.before.empty()) return change;
  change.after_by_both = ProgressOf(OfBoth(before, after, other_kernels));
  change.lost = progress::Lost(change.before, change.after_by_both);
  for (const Model m : progress::Lost(change.before, change.after)) {
    if (!absl::c_linear_search(change.lost, m)) {
      change.lost_by_others.push_back(m);
    }
  }
  change.gained =
      progress::Moved(change.before, change.after, {Standing::State::kRefuted},
                      Standing::State::kHeld);
  change.unseen = progress::Moved(change.before, change.after, kSeen,
                                  Standing::State::kNotSeen);
  change.shapes = ShapeChanges(change.before, change.after);
  return change;
}

std::vector<std::string> ProgressChangeLines(const ProgressChange& change) {
  std::vector<std::string> lines;
  if (!change.IsKnown()) return lines;
  const std::string was = progress::ClassText(change.before);
  const std::string is = progress::ClassText(change.after);
  lines.push_back(was == is ? absl::StrCat("progress: ", was, " in both runs")
                            : absl::StrCat("progress: ", was, " -> ", is));
  AddModels("the class shrinks: held before and refuted now: ", change.lost, "",
            &lines);
  AddModels("held before: ", change.lost_by_others,
            ", refuted now by cases that the earlier run does not have, or has "
            "of another kernel",
            &lines);
  AddModels("the class grows: refuted before and held now: ", change.gained, "",
            &lines);
  AddModels("the later run saw too little to tell: ", change.unseen, "",
            &lines);
  const std::string hang = Shapes(change, true);
  const std::string end = Shapes(change, false);
  if (!hang.empty()) {
    lines.push_back(absl::StrCat("progress: hang now: ", hang));
  }
  if (!end.empty()) {
    lines.push_back(absl::StrCat("progress: end now: ", end));
  }
  return lines;
}

std::vector<std::string> LostSentences(const ProgressChange& change) {
  std::vector<std::string> sentences;
  for (const Model m : change.lost) {
    sentences.push_back(progress::StandingText(change.after_by_both,
                                               {m, progress::Fairness::kWeak}));
  }
  return sentences;
}

std::string LostCase(const ProgressChange& change) {
  if (change.lost.empty()) return "";
  const Standing& s =
      change.after_by_both.Of({change.lost.front(), progress::Fairness::kWeak});
  return change.after_by_both.sightings[s.refuted_by].id;
}

json ProgressChangeJson(const ProgressChange& change) {
  if (!change.IsKnown()) return nullptr;
  const auto shape = [](const ShapeChange& s) -> json {
    return {{"shape", s.shape}, {"hangs_now", s.hangs_now}};
  };
  return {{"before", ProgressClassJson(change.before)},
          {"after", ProgressClassJson(change.after)},
          {"lost", ModelNames(change.lost)},
          {"lost_by_others", ModelNames(change.lost_by_others)},
          {"gained", ModelNames(change.gained)},
          {"unseen", ModelNames(change.unseen)},
          {"shapes", JsonList(change.shapes, shape)}};
}

}  // namespace wgsync
