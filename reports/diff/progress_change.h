// How the class of progress differs between two runs. Pure.

#ifndef WGSYNC_REPORTS_DIFF_PROGRESS_CHANGE_H_
#define WGSYNC_REPORTS_DIFF_PROGRESS_CHANGE_H_

#include <string>
#include <vector>

#include "nlohmann/json_fwd.hpp"
#include "suite/core/progress/classify.h"
#include "suite/core/progress/progress_model.h"
#include "suite/core/record/run_log.h"

namespace wgsync {

// A shape that hung in one of two runs, and ended in the other one.
struct ShapeChange {
  std::string shape;
  bool hangs_now = false;
};

struct ProgressChange {
  progress::Classification before, after;
  // Of the later run, by the cases alone that the earlier one had, too.
  progress::Classification after_by_both;
  // Weak models, in the order of their strength. Held before, and refuted now
  // by after_by_both: the class shrinks.
  std::vector<progress::Model> lost;
  // The same, by cases that the earlier run did not have, or had of another
  // kernel: no change of the driver is shown.
  std::vector<progress::Model> lost_by_others;
  std::vector<progress::Model> gained;  // refuted before, and held now
  // Held or refuted before, and neither now: the later run saw too little.
  std::vector<progress::Model> unseen;
  std::vector<ShapeChange> shapes;

  bool IsKnown() const { return !before.empty() || !after.empty(); }
};

// `other_kernels`: a case counts although its kernels differ.
ProgressChange CompareProgress(const Run& before, const Run& after,
                               bool other_kernels);

// "progress: at most LOBE -> at most HSA+OBE", and a line for each other field
// that is not empty. No line if neither run has a launch of the family.
std::vector<std::string> ProgressChangeLines(const ProgressChange& change);
// Of `lost`: "LOBE is refuted by late_middle, ...", one an element; and the
// first case that refutes one.
std::vector<std::string> LostSentences(const ProgressChange& change);
std::string LostCase(const ProgressChange& change);

// {"before","after","lost":[],"lost_by_others":[],"gained":[],"unseen":[],
// "shapes":[{"shape","hangs_now"}]}; null if nothing is known.
nlohmann::json ProgressChangeJson(const ProgressChange& change);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_DIFF_PROGRESS_CHANGE_H_
