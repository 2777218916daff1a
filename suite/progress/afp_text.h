// The program files of AlloyForwardProgress (tyler-utah/AlloyForwardProgress).

#ifndef WGSYNC_SUITE_PROGRESS_AFP_TEXT_H_
#define WGSYNC_SUITE_PROGRESS_AFP_TEXT_H_

#include <vector>

#include "absl/status/statusor.h"
#include "suite/core/litmus/line_reader.h"
#include "suite/progress/litmus_program.h"

namespace wgsync {
namespace progress {

using litmus::LineReader;

// Whether a file whose first line is this one is of that kind.
bool IsAfpLine(const LineReader& line);

// All lines of the file, at least one. Where a line is THREADk, it begins the
// group k; otherwise blank lines separate the groups.
absl::StatusOr<Program> ReadAfpLines(const std::vector<LineReader>& lines);

}  // namespace progress
}  // namespace wgsync

#endif  // WGSYNC_SUITE_PROGRESS_AFP_TEXT_H_
