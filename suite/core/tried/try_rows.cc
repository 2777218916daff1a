#include "suite/core/tried/try_rows.h"

#include <algorithm>

#include "absl/algorithm/container.h"

namespace wgsync {
namespace {

// It did not end, and no launch of its kind shows that it is slow. With pauses
// one whose words still change may be slow.
bool Hung(const std::vector<TryRecord>& records, const TryRecord& r) {
  return DoesNotEnd(r.ending) &&
         (r.ending == TryEnding::kHung || r.purpose != TryPurpose::kPaused) &&
         absl::c_none_of(records, [&r](const TryRecord& o) {
           return o.ending == TryEnding::kFinished && o.purpose == r.purpose &&
                  o.groups == r.groups && o.seconds > r.limit;
         });
}

}  // namespace

uint64_t Overlapped(const std::vector<TryRecord>& records) {
  return absl::c_count_if(records, [](const TryRecord& r) {
    return IsLate(r.purpose) && r.groups > 1 && r.overlapped;
  });
}

bool IsMeasured(const TryRecord& r) {
  return r.purpose == TryPurpose::kMeasure || r.purpose == TryPurpose::kSearch;
}

TryRow RowOf(const std::vector<TryRecord>& records, TryPurpose purpose,
             uint32_t groups, uint32_t order) {
  TryRow row;
  row.groups = groups;
  for (const TryRecord& r : records) {
    if (r.purpose != purpose || r.groups != groups || r.order != order) {
      continue;
    }
    const bool finished = r.ending == TryEnding::kFinished;
    const bool right = finished && r.right();
    const bool hung = Hung(records, r);
    if (DoesNotEnd(r.ending) && !hung && purpose != TryPurpose::kPaused) {
      continue;
    }
    const bool crashed =
        r.ending == TryEnding::kCrashed || r.ending == TryEnding::kFailed;
    if (row.launches + row.other == 0 ||
        (!right && row.right == row.launches &&
         row.example.ending == TryEnding::kFinished)) {
      row.example = r;
    }
    row.seconds += r.seconds;
    if (finished) row.slowest = std::max(row.slowest, r.seconds);
    row.right += right ? 1 : 0;
    row.kept_right += r.kept && right ? 1 : 0;
    row.wrong += finished && !right ? 1 : 0;
    row.hung += hung ? 1 : 0;
    row.crashed += crashed ? 1 : 0;
    const bool judged = finished || crashed || hung;
    row.kept += r.kept && judged ? 1 : 0;
    ++(judged ? row.launches : row.other);
  }
  for (const TryForm& form : kTryForms) {
    if (purpose != form.purpose || form.control == TryPurpose::kMeasure) {
      continue;
    }
    const TryRow control = RowOf(records, form.control, groups);
    row.right_in_time = control.clean() && control.other == 0;
  }
  return row;
}

Threshold ThresholdOf(const std::vector<TryRecord>& records) {
  Threshold t;
  const bool larger_ends = absl::c_any_of(records, [](const TryRecord& r) {
    return IsMeasured(r) && r.groups > 1 && r.ending == TryEnding::kFinished;
  });
  for (const TryRecord& r : records) {
    if (!IsMeasured(r) || !Hung(records, r)) continue;
    if (r.groups == 1 && larger_ends) {
      t.alone = true;
    } else if (t.hangs == 0 || r.groups < t.hangs) {
      t.hangs = r.groups;
    }
  }
  for (const TryRecord& r : records) {
    if (!IsMeasured(r) || r.ending != TryEnding::kFinished) continue;
    if (r.groups < t.hangs) t.ends = std::max(t.ends, r.groups);
    t.sometimes = t.sometimes || r.groups == t.hangs;
  }
  return t;
}

}  // namespace wgsync
