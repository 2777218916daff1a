// The compatibility matrix as data: what its printed forms share.

#ifndef WGSYNC_REPORTS_MATRIX_MATRIX_MODEL_H_
#define WGSYNC_REPORTS_MATRIX_MATRIX_MODEL_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "reports/matrix/timeline.h"
#include "reports/render/text.h"
#include "suite/core/record/run_facts.h"
#include "suite/core/record/run_log.h"
#include "suite/core/record/twin_result.h"

namespace wgsync {

struct MatrixRow {
  std::string id;
  std::vector<std::string> words;   // one for each of the group's axes
  std::vector<TimelineCell> cells;  // one for each run
};

// The cases of one primitive. Words that all of them share stand in `common`;
// each other one is an axis, a column of the rows' names.
struct MatrixGroup {
  std::string family;
  std::string primitive;
  std::vector<std::string> common;  // "signal=rmw"
  std::vector<std::string> axes;    // "poll", "groups"
  std::vector<MatrixRow> rows;
};

// The rows of the runs' timeline in groups, by family and primitive, in the
// order in which these first appear. The runs must outlive the model.
std::vector<MatrixGroup> BuildMatrix(absl::Span<const Run> runs);

// Parts a group by the words that some of its cases have and others have not,
// so that each part has fewer axes. For where a table has no room for them.
std::vector<MatrixGroup> SplitByRareWords(const MatrixGroup& group);

// A sign after the letter of a verdict, or in place of it.
struct MarkInfo {
  absl::string_view sign, meaning, note;
  bool (*has)(const TimelineCell& cell);
};
absl::Span<const MarkInfo> Marks();

// "X!* 3/10": the letter and the signs. "?" for a planned case without a
// verdict, "" for one that was not planned.
std::string CellText(const TimelineCell& cell);

// Red: it binds, or the suite or the device is at fault. Green: proven. Yellow:
// bad and not counted. Faint: it says nothing.
Ink InkOf(const CaseResult& result);

// The letters and marks that occur, each with its meaning.
std::vector<std::pair<std::string, std::string>> MatrixLegend(
    absl::Span<const MatrixGroup> groups);

// One row of the counts: what is counted, and how often for each run.
struct CountRow {
  std::string letter;  // of a verdict, else ""
  std::string name;
  std::vector<size_t> counts;
};
// Verdicts that occur, then failures by what they bind as, then bad ones not
// counted.
std::vector<CountRow> MatrixCounts(absl::Span<const Run> runs);

// "[2]", and of a run on a device model "[2 model:cache]".
std::string ColumnHead(const Run& run, size_t index);

// "Portable Computing Language/pthread-x, driver 3.1", and before it
// "model:cache on " where it is that model's.
std::string ColumnName(const Run& run);

// "the run was cut short, 2 planned cases have no verdict; ... goes on"; "" if
// it was not.
std::string CutShortText(const Run& run);
// How a run that was cut short is made whole: "`wgsync run --resume F` goes
// on".
std::string ResumeText(const Run& run);

// What a reader must know of a run before believing its column: changed, cut
// short, nothing binds, unproven cases, what the driver promises, the class of
// progress, the run's own notes.
std::vector<std::string> ColumnRemarks(const Run& run);

// The weakened twins of the cases of the primitive; "": of all cases.
TwinTally TallyTwins(const Run& run, absl::string_view primitive = "");

// The verdicts of the run that fail as binding.
std::vector<const CaseResult*> Failures(const Run& run);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_MATRIX_MATRIX_MODEL_H_
