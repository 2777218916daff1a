// Litmus programs of forward progress as text.
//
//   words x, flag[4]        # the words, all 0 at the start
//   group                   # group 0: one instruction per line
//     x := 1
//   groups 2                # groups 1 and 2, with the same program
//     again: t = add(x, 1)
//     if t == 3 goto end
//     while flag[t] == 0
//     if cas(x, t, t+1) fails goto again
//
// The files of AlloyForwardProgress are read too: atomic_store(0,1),
// atomic_chk_branch(LOC,CHECK,TARGET),
// atomic_exch_branch(LOC,CHECK,NEW,TARGET), with a blank line or a line THREADk
// between the groups.

#ifndef WGSYNC_SUITE_PROGRESS_PROGRAM_TEXT_H_
#define WGSYNC_SUITE_PROGRESS_PROGRAM_TEXT_H_

#include <cstddef>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "suite/progress/litmus_program.h"

namespace wgsync {
namespace progress {

// The grammar, for a command's help.
extern const char kProgramFormat[];

// Errors are kInvalidArgument and one line, "NAME:LINE:COLUMN: PROBLEM; FIX".
// A byte order mark before the text is skipped.
absl::StatusOr<Program> ParseProgram(absl::string_view name,
                                     absl::string_view text);

// What the instruction reads if the registers of its group hold `registers`:
// "x", "flag[2]", "its register t"; "" if it reads nothing.
std::string PolledText(const Program& program, size_t role, size_t at,
                       absl::Span<const int> registers);

// The instruction as ParseProgram() reads it: "while x == 0". One to which a
// goto leads has its label. A label is the text's own; without one the
// instruction 2 is "L2".
std::string InstructionText(const Program& program, size_t role, size_t at);

// One copy of the program, as ParseProgram() reads it.
std::string ProgramText(const Program& program);
// On one line, for people: "x := 1 | while x == 0", with | between the groups.
std::string ProgramLine(const Program& program);

}  // namespace progress
}  // namespace wgsync

#endif  // WGSYNC_SUITE_PROGRESS_PROGRAM_TEXT_H_
