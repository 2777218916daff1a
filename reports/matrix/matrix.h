// The compatibility matrix of several runs: a row for each case, a column for
// each run, a letter for each verdict; below it the counts, the legend, and the
// failures that bind with their causes.

#ifndef WGSYNC_REPORTS_MATRIX_MATRIX_H_
#define WGSYNC_REPORTS_MATRIX_MATRIX_H_

#include <cstddef>
#include <string>

#include "absl/types/span.h"
#include "suite/core/record/run_log.h"

namespace wgsync {

struct MatrixStyle {
  bool color = false;  // never the only sign: letters and marks say the same
  size_t width = 80;
};

// For terminals. Runs that do not fit beside each other stand in several tables
// of a primitive, one below the other.
std::string MatrixText(absl::Span<const Run> runs, const MatrixStyle& style);

// GitHub's Markdown.
std::string MatrixMarkdown(absl::Span<const Run> runs);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_MATRIX_MATRIX_H_
