#include "suite/progress/program_text.h"

#include <algorithm>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "suite/core/base/status_macros.h"
#include "suite/progress/afp_text.h"

namespace wgsync {
namespace progress {
namespace {

// The work-items 0 of the groups. The others must go along with them.
absl::StatusOr<Program> GroupsOf(const litmus::Program& all) {
  Program program;
  static_cast<litmus::Code&>(program) = all;
  for (Role& role : program.roles) {
    const int end = static_cast<int>(role.code.size());
    for (Instruction& now : role.code) now.target = std::min(now.target, end);
  }
  for (const litmus::Thread& thread : all.threads) {
    if (thread.item == 0) program.groups.push_back({thread.role});
    for (const Instruction& now : all.roles[thread.role].code) {
      if (thread.item == 0 || program.IsSilent(now)) continue;
      return absl::InvalidArgumentError(absl::StrCat(
          all.name, ":", now.line,
          ": progress is that of a group; let its work-items after the first "
          "use data, fences and barriers alone"));
    }
  }
  return program;
}

}  // namespace

absl::StatusOr<Program> ParseProgram(absl::string_view name,
                                     absl::string_view text,
                                     const litmus::CaseOrders* orders) {
  const std::vector<litmus::LineReader> lines = litmus::LinesOf(name, text);
  const auto first = absl::c_find_if_not(
      lines, [](const litmus::LineReader& line) { return line.IsBlank(); });
  if (first != lines.end() && IsAfpLine(*first)) return ReadAfpLines(lines);
  ASSIGN_OR_RETURN(const litmus::Program all,
                   litmus::ReadProgram(lines, orders));
  return GroupsOf(all);
}

std::string PolledText(const Program& program, size_t role, size_t at,
                       absl::Span<const int> registers) {
  const Role& in = program.roles[role];
  const Instruction& now = in.code[at];
  if (!now.UsesWord()) {
    return now.value.reg < 0
               ? ""
               : absl::StrCat("its register ", in.registers[now.value.reg]);
  }
  const Array& array = program.arrays[now.array];
  if (array.size == 1) return array.name;
  return absl::StrCat(array.name, "[", litmus::ValueOf(now.index, registers),
                      "]");
}

std::string ProgramLine(const Program& program) {
  std::vector<std::string> groups;
  for (const Group& group : program.groups) {
    groups.push_back(
        absl::StrJoin(litmus::RoleLines(program, group.role), "; "));
  }
  return absl::StrJoin(groups, " | ");
}

}  // namespace progress
}  // namespace wgsync
