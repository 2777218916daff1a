// Litmus programs of forward progress as text: what suite/core/litmus reads,
// and the files of AlloyForwardProgress.

#ifndef WGSYNC_SUITE_PROGRESS_PROGRAM_TEXT_H_
#define WGSYNC_SUITE_PROGRESS_PROGRAM_TEXT_H_

#include <cstddef>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "suite/core/litmus/program_text.h"
#include "suite/progress/litmus_program.h"

namespace wgsync {
namespace progress {

using litmus::InstructionText;
using litmus::ProgramFormat;

// A group is its work-item 0: others may use data, fences and barriers alone,
// and are left out. Errors are kInvalidArgument and one line, "NAME:LINE:
// PROBLEM; FIX", with ":COLUMN" if the text has the error.
// `orders`: as litmus::ReadProgram(). `goto wrong` ends the group.
absl::StatusOr<Program> ParseProgram(
    absl::string_view name, absl::string_view text,
    const litmus::CaseOrders* orders = nullptr);

// What the instruction reads if the registers of its group hold `registers`:
// "x", "flag[2]", "its register t"; "" if it reads nothing.
std::string PolledText(const Program& program, size_t role, size_t at,
                       absl::Span<const int> registers);

// On one line, for people: "x := 1 | while x == 0", with | between the groups.
std::string ProgramLine(const Program& program);

}  // namespace progress
}  // namespace wgsync

#endif  // WGSYNC_SUITE_PROGRESS_PROGRAM_TEXT_H_
