#include "suite/core/record/progress_record.h"

#include <array>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/types/optional.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/progress/litmus_facts.h"
#include "suite/core/progress/mapping.h"
#include "suite/core/verdict/kinds.h"
#include "suite/core/verdict/verdict.h"

namespace wgsync {
namespace {

bool IsRefutation(const CaseResult& r) {
  const Cause cause = r.verdict.cause;
  return r.verdict.kind == VerdictKind::kHang && r.k >= 2 &&
         (cause == Cause::kNotStarted || cause == Cause::kStarved ||
          cause == Cause::kLivelock);
}

// A launch did not end as the shape does. An error of the driver says nothing
// of that.
bool IsFailure(const CaseResult& r) {
  return IsFault(r.verdict.kind) && r.verdict.kind != VerdictKind::kError;
}

// "20"; "5x4".
std::string GridText(uint64_t groups, uint32_t dims) {
  const std::array<uint64_t, 3> sides = Sides(groups, dims);
  return absl::StrJoin(sides.begin(), sides.begin() + dims, "x");
}

std::string HangText(const KernelCase& c, const CaseResult& r) {
  const ShapeResult& s = r.shape;
  std::string text = absl::StrCat(MappingName(c.grid.map), ", ", s.copies,
                                  s.copies == 1 ? " copy" : " copies", " in ",
                                  GridText(s.groups, c.grid.dims), " groups");
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

struct SeenOnGrid {
  Grid grid;
  progress::Sighting sighting;
};

// Nothing of a case that is not a shape, or was not launched.
absl::optional<SeenOnGrid> SightingOf(const CaseResult& r) {
  if (r.shape.groups == 0) return absl::nullopt;
  const absl::StatusOr<KernelCase> c = ParseKernelCaseId(r.id);
  if (!c.ok() || !IsShape(*c->primitive)) return absl::nullopt;
  SeenOnGrid seen;
  seen.grid = c->grid;
  progress::Sighting& s = seen.sighting;
  s.shape = std::string(progress::ShapeOfPrimitive(c->primitive->name));
  s.id = r.id;
  s.ended = r.shape.ended;
  s.waited = r.shape.waited;
  s.hung = IsRefutation(r);
  s.failed = !s.hung && IsFailure(r);
  if (s.hung) s.text = HangText(*c, r);
  if (s.failed) {
    s.text =
        absl::StrCat(MappingName(c->grid.map), ": ", VerdictText(r.verdict));
  }
  return seen;
}

progress::Classification ProgressIn(const std::vector<CaseResult>& results,
                                    bool space, Queue queue) {
  std::vector<progress::Sighting> all;
  for (const CaseResult& r : results) {
    absl::optional<SeenOnGrid> seen = SightingOf(r);
    if (seen && (seen->grid.dims > 1) == space && seen->grid.queue == queue) {
      all.push_back(std::move(seen->sighting));
    }
  }
  return progress::Classify(std::move(all));
}

}  // namespace

progress::Classification ProgressOf(const std::vector<CaseResult>& results,
                                    Queue queue) {
  return ProgressIn(results, false, queue);
}

progress::Classification ProgressInSpace(
    const std::vector<CaseResult>& results) {
  return ProgressIn(results, true, Queue::kInOrder);
}

void AddShape(const CaseResult& r, DeviceSeen* seen) {
  const absl::optional<SeenOnGrid> shown = SightingOf(r);
  if (!shown || !IsUsualEntry(shown->grid)) return;
  const auto add = [&shown](progress::Classification* c) {
    c->sightings.push_back(shown->sighting);
    *c = progress::Classify(std::move(c->sightings));
  };
  ShapesSeen& there = seen->In(shown->grid.dims);
  add(&there.all);
  if (r.shape.groups > r.residency && r.residency != 0) add(&there.beyond);
}

std::string ClassNote(const std::vector<CaseResult>& results, const Part& part,
                      const std::vector<std::string>& notes) {
  const std::string summary = progress::ClassSummary(ProgressOf(results));
  if (summary.empty() || !part.whole()) return "";
  std::string note = absl::StrCat("progress: ", summary);
  return absl::c_linear_search(notes, note) ? "" : note;
}

}  // namespace wgsync
