// Litmus programs as text, and back. README.md describes the language:
//
//   words f, flag[4]
//   data x
//   groups 2
//     write x := 1
//     release flag[id] := 1
//     acquire while flag[0] == 0

#ifndef WGSYNC_SUITE_CORE_LITMUS_PROGRAM_TEXT_H_
#define WGSYNC_SUITE_CORE_LITMUS_PROGRAM_TEXT_H_

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "suite/core/litmus/line_reader.h"
#include "suite/core/litmus/program.h"

namespace wgsync {
namespace litmus {

// Words in place of an order in the program of a kernel: the order is that of
// the case's access. README.md describes them.
enum class CaseWord { kPoll, kSignal, kBoth };
inline constexpr absl::string_view kCaseWords[] = {"poll", "signal", "both"};

// What an access makes of each CaseWord.
struct CaseOrder {
  Order access = Order::kRelaxed;
  Scope scope = Scope::kDevice;   // of the access
  Order fence = Order::kRelaxed;  // a relaxed fence is none
};
using CaseOrders = std::array<CaseOrder, 3>;

// The grammar, for a command's help.
absl::string_view ProgramFormat();

// `orders` is for the program of a kernel; without it CaseWords are names.
// Errors are kInvalidArgument and one line, "NAME:LINE:COLUMN: PROBLEM; FIX".
// There is at least one line.
absl::StatusOr<Program> ReadProgram(std::vector<LineReader> lines,
                                    const CaseOrders* orders = nullptr);
absl::StatusOr<Program> ParseProgram(absl::string_view name,
                                     absl::string_view text,
                                     const CaseOrders* orders = nullptr);

// The instruction as ParseProgram() reads it: "while x == 0". One to which a
// goto leads has its label. A label is the text's own; without one the
// instruction 2 is "L2".
std::string InstructionText(const Code& code, size_t role, size_t at);
// All instructions of the role.
std::vector<std::string> RoleLines(const Code& code, size_t role);

}  // namespace litmus
}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_LITMUS_PROGRAM_TEXT_H_
