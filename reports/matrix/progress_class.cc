#include "reports/matrix/progress_class.h"

#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "nlohmann/json.hpp"
#include "suite/core/base/field_visitor.h"
#include "suite/core/plan/case.h"
#include "suite/core/record/progress_record.h"

namespace wgsync {
namespace {

using nlohmann::json;
using progress::Standing;

constexpr auto kStateNames =
    EnumNames<Standing::State>({{Standing::State::kNotSeen, "not seen"},
                                {Standing::State::kHeld, "held"},
                                {Standing::State::kRefuted, "refuted"}},
                               Standing::State::kRefuted);

}  // namespace

NameSpan NamesOf(Standing::State) { return kStateNames.names; }

absl::string_view StateName(Standing::State state) {
  return kStateNames.names[static_cast<size_t>(state)];
}

std::string ProgressLine(const Run& run) {
  const progress::Classification c = ProgressOf(run.results);
  const std::string summary = progress::ClassSummary(c);
  if (summary.empty()) return "";
  const progress::Classification space = ProgressInSpace(run.results);
  const bool differs = !space.empty() && AtMost(space) != AtMost(c);
  std::string line = absl::StrCat("progress: ", summary,
                                  differs ? "; in several dimensions: " : "",
                                  differs ? progress::ClassText(space) : "");
  for (const QueueRow& row : QueueRows()) {
    const progress::Classification of = ProgressOf(run.results, row.queue);
    // Few shapes refute few models, which alone is not a difference.
    const bool refutes = absl::c_any_of(of.standings, [&c](const Standing& s) {
      return s.state == Standing::State::kRefuted &&
             absl::c_none_of(c.standings, [&s](const Standing& usual) {
               return usual.config == s.config &&
                      usual.state == Standing::State::kRefuted;
             });
    });
    if (!refutes) continue;
    absl::StrAppend(&line, "; with queue=", row.name, ": ",
                    progress::ClassText(of));
  }
  return line;
}

std::vector<std::string> ModelNames(absl::Span<const progress::Model> models) {
  std::vector<std::string> names;
  for (const progress::Model m : models) {
    names.emplace_back(progress::NameOf(m));
  }
  return names;
}

json ProgressClassJson(const progress::Classification& c) {
  if (c.empty()) return nullptr;
  json models = json::array();
  for (const Standing& s : c.standings) {
    const bool refuted = s.state == Standing::State::kRefuted;
    models.push_back({{"model", progress::ShortName(s.config)},
                      {"state", std::string(StateName(s.state))},
                      {"launches", s.launches},
                      {"case", refuted ? c.sightings[s.refuted_by].id : ""}});
  }
  return {{"class", progress::ClassText(c)},
          {"at_most", ModelNames(progress::AtMost(c))},
          {"held", ModelNames(progress::Held(c))},
          {"sentences", progress::ClassSentences(c)},
          {"models", std::move(models)}};
}

}  // namespace wgsync
