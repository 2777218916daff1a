// The class of progress of a run's device, as the other reports have it: one
// line, and as data. Pure.

#ifndef WGSYNC_REPORTS_MATRIX_PROGRESS_CLASS_H_
#define WGSYNC_REPORTS_MATRIX_PROGRESS_CLASS_H_

#include <string>
#include <vector>

#include "absl/types/span.h"
#include "nlohmann/json_fwd.hpp"
#include "suite/core/progress/classify.h"
#include "suite/core/progress/progress_model.h"
#include "suite/core/record/run_log.h"

namespace wgsync {

// "progress: at most HSA+OBE; held in 1240 launches: HSA, OBE, HSA+OBE; in
// several dimensions: at most OBE", where this differs; empty if the run has no
// launch of the family in one dimension.
std::string ProgressLine(const Run& run);

// "held", "refuted", "not seen".
absl::string_view StateName(progress::Standing::State state);
absl::Span<const absl::string_view> NamesOf(progress::Standing::State);

// {"class","at_most":[],"held":[],"sentences":[],"models":[{"model","state",
// "launches","case"}]}, where "case" refutes the model; null if nothing was
// seen.
nlohmann::json ProgressClassJson(const progress::Classification& c);

std::vector<std::string> ModelNames(absl::Span<const progress::Model> models);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_MATRIX_PROGRESS_CLASS_H_
