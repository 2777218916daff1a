#include "suite/core/record/progress_record.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/plan/case.h"
#include "suite/core/plan/expected.h"
#include "suite/core/progress/classify.h"
#include "suite/core/progress/program.h"
#include "suite/core/record/result.h"
#include "suite/core/verdict/verdict.h"

namespace wgsync {
namespace {

absl::string_view MappingText(progress::Mapping map) {
  using progress::Mapping;
  switch (map) {
    case Mapping::kRoundRobin:
      return "round-robin";
    case Mapping::kChunked:
      return "chunked";
    case Mapping::kShuffled:
      return "shuffled";
    case Mapping::kPlain:
      return "plain";
  }
  return "";
}

bool IsRefutation(const CaseResult& r) {
  const Cause cause = r.verdict.cause;
  return r.verdict.kind == VerdictKind::kHang && r.k >= 2 &&
         (cause == Cause::kNotStarted || cause == Cause::kStarved ||
          cause == Cause::kLivelock);
}

// Kinds of verdicts in which a launch did not end as the shape does.
bool IsFailure(const CaseResult& r) {
  switch (r.verdict.kind) {
    case VerdictKind::kHang:
    case VerdictKind::kStaleCache:
    case VerdictKind::kStaleHoisted:
    case VerdictKind::kStalePayload:
    case VerdictKind::kBroken:
    case VerdictKind::kCrash:
    case VerdictKind::kLost:
      return true;
    case VerdictKind::kInfra:
    case VerdictKind::kError:
    case VerdictKind::kSlow:
    case VerdictKind::kPass:
    case VerdictKind::kUnproven:
    case VerdictKind::kUnsupported:
    case VerdictKind::kBuildFailed:
    case VerdictKind::kNotRun:
      break;
  }
  return false;
}

std::string HangText(const KernelCase& c, const CaseResult& r) {
  const ShapeResult& s = r.shape;
  std::string text = absl::StrCat(MappingText(c.grid.map), ", ", s.copies,
                                  s.copies == 1 ? " copy" : " copies");
  if (c.grid.load == GridLoad::kBusy) absl::StrAppend(&text, ", busy");
  if (c.grid.form == Form::kInterpreted) {
    absl::StrAppend(&text, ", interpreted");
  }
  if (s.late) {
    absl::StrAppend(&text, ", role ", c.primitive->shape.late_role, " late");
  }
  if (s.group >= 0) {
    absl::StrAppend(
        &text, ": group ", s.group, " (role ", s.role, ") ",
        s.started ? "had started and was not run again" : "never started");
  } else {
    absl::StrAppend(&text, ": a livelock");
  }
  return absl::StrCat(text, " (", r.k, " of ", r.n,
                      r.bounded ? ", bounded waits)" : ")");
}

}  // namespace

progress::Classification ProgressOf(const std::vector<CaseResult>& results) {
  std::vector<progress::Sighting> seen;
  for (const CaseResult& r : results) {
    if (r.shape.groups == 0) continue;
    const absl::StatusOr<KernelCase> c = ParseKernelCaseId(r.id);
    if (!c.ok() || !IsShape(*c->primitive)) continue;
    absl::string_view shape = c->primitive->name;
    absl::ConsumePrefix(&shape, "progress.");
    progress::Sighting s;
    s.shape = std::string(shape);
    s.id = r.id;
    s.ended = r.shape.ended;
    s.waited = r.shape.waited;
    s.hung = IsRefutation(r);
    s.failed = !s.hung && IsFailure(r);
    if (s.hung) s.text = HangText(*c, r);
    if (s.failed) {
      s.text =
          absl::StrCat(MappingText(c->grid.map), ": ", VerdictText(r.verdict));
    }
    seen.push_back(std::move(s));
  }
  return progress::Classify(std::move(seen));
}

ShapesSeen ShapesSeenIn(const std::vector<CaseResult>& results) {
  std::vector<CaseResult> beyond;
  for (const CaseResult& r : results) {
    if (r.shape.groups > r.residency && r.residency != 0) beyond.push_back(r);
  }
  return {ProgressOf(results), ProgressOf(beyond)};
}

std::string ClassNote(const std::vector<CaseResult>& results, const Part& part,
                      const std::vector<std::string>& notes) {
  const std::string summary = progress::ClassSummary(ProgressOf(results));
  if (summary.empty() || !part.whole()) return "";
  std::string note = absl::StrCat("progress: ", summary);
  return std::find(notes.begin(), notes.end(), note) == notes.end() ? note : "";
}

}  // namespace wgsync
