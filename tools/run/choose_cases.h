// The cases that patterns of a command line name, and the rows of a matrix.

#ifndef WGSYNC_TOOLS_RUN_CHOOSE_CASES_H_
#define WGSYNC_TOOLS_RUN_CHOOSE_CASES_H_

#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "suite/core/plan/plan.h"
#include "suite/core/record/run_log.h"

namespace wgsync {

// Patterns of the command line, those of lists ("@FILE") with their places.
struct Patterns {
  std::vector<std::string> all;
  std::vector<std::string> places;  // "FILE:LINE: "; "" of other patterns
};
absl::StatusOr<Patterns> ReadPatterns(
    const std::vector<std::string>& arguments);

// The ids that the patterns name, ids, globs, parts of ids or common names. One
// that names none is an error, in which the ids are of `what`.
absl::StatusOr<std::set<std::string>> NamedCases(
    const Patterns& patterns, const std::vector<std::string>& ids,
    const std::string& what);

// Select(), which takes common names too and whose error names the place of the
// pattern.
absl::StatusOr<std::vector<PlannedCase>> SelectFrom(Tier tier,
                                                    const Patterns& patterns);

// SelectFrom() the words of a command line, whose patterns follow each other.
// Words that do not all match may be one common name: grid barrier.
absl::StatusOr<std::vector<PlannedCase>> SelectWords(
    Tier tier, const std::vector<std::string>& words);

// Rows of a matrix: all that is asked for must hold.
struct RowChoice {
  std::vector<std::string> cases;  // patterns of ids, or common names
  bool failures = false;           // a counted failure in some column
  bool differ = false;  // two columns have different verdicts, as on the page
  // Only results of programs that this wgsync makes.
  bool current = false;
};
// Sets Run::rows of all runs, and adds a note with their number, unless nothing
// is asked for. A pattern that matches no case is an error. `current` takes the
// other results out of the runs before, and notes how many.
absl::Status ChooseRows(const RowChoice& choice, std::vector<Run>* runs);

}  // namespace wgsync

#endif  // WGSYNC_TOOLS_RUN_CHOOSE_CASES_H_
