#include "suite/progress/program_text.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/litmus/line_reader.h"

namespace wgsync {
namespace progress {
namespace {

using litmus::LineReader;

constexpr int kMostWords = 64;
constexpr int kMostValue = 1000;
constexpr int kMostInstructions = 1000;
constexpr int kEnd = -1;
constexpr absl::string_view kThread = "THREAD";

bool IsThread(const LineReader& line) {
  return absl::StartsWithIgnoreCase(line.Peek(), kThread);
}

// The old value is compared with the check before it is replaced, and the check
// comes before the new value.
Instruction ReadInstruction(LineReader& line) {
  const bool store = line.Take("atomic_store");
  const bool exchange = !store && line.Take("atomic_exch_branch");
  if (!store && !exchange && !line.Take("atomic_chk_branch")) {
    line.Fail(
        "write atomic_store(LOC,V), atomic_chk_branch(LOC,CHECK,TARGET), "
        "atomic_exch_branch(LOC,CHECK,NEW,TARGET), or THREADk");
  }
  Instruction now;
  now.access = store      ? Access::kWrite
               : exchange ? Access::kExchange
                          : Access::kRead;
  line.Expect("(");
  now.array = line.TakeNumber("a location", 0, kMostWords - 1);
  line.Expect(",");
  if (!store) {
    now.branch = Branch::kIfEqual;
    now.check.constant = line.TakeNumber("a check", 0, kMostValue);
    line.Expect(",");
  }
  if (store || exchange) {
    now.value.constant = line.TakeNumber("a value", 0, kMostValue);
  }
  if (exchange) line.Expect(",");
  if (!store && absl::EqualsIgnoreCase(line.Peek(), "end")) {
    line.Take();
    now.target = kEnd;
  } else if (!store) {
    now.target =
        line.TakeNumber("a target, if it is not END,", 0, kMostInstructions);
  }
  line.Expect(")");
  line.Take(";");
  line.ExpectEnd();
  return now;
}

// Reads the instructions of a group, and replaces END.
absl::StatusOr<Role> ReadRole(const std::vector<LineReader>& lines) {
  Role role;
  const int size = static_cast<int>(lines.size());
  for (LineReader line : lines) {
    const LineReader at = line;
    Instruction now = ReadInstruction(line);
    if (now.target == kEnd) now.target = size;
    if (now.target > size) {
      line = at;
      line.Fail(absl::StrCat("there is no instruction ", now.target,
                             "; this group has ", size,
                             ", and its end is END"));
    }
    if (size > kMostInstructions) line.Fail("too many instructions");
    RETURN_IF_ERROR(line.status());
    now.line = line.line();
    role.code.push_back(now);
  }
  return role;
}

// Whether a file whose first line is this one is of AlloyForwardProgress
// (tyler-utah/AlloyForwardProgress).
bool IsAfpLine(const LineReader& line) {
  return IsThread(line) || absl::StartsWith(line.Peek(), "atomic_");
}

// All lines of such a file, at least one. Where a line is THREADk, it begins
// the group k; otherwise blank lines separate the groups.
absl::StatusOr<Program> ReadAfpLines(const std::vector<LineReader>& lines) {
  const bool titled = absl::c_any_of(lines, IsThread);
  std::map<size_t, std::vector<LineReader>> groups;  // their instructions
  bool begins = true;  // the next instruction is the first of a group
  size_t number = 0;   // of that group
  for (LineReader line : lines) {
    if (IsThread(line)) {
      if (!absl::SimpleAtoi(line.Peek().substr(kThread.size()), &number) ||
          number >= kMostGroups || groups.count(number) != 0) {
        line.Fail("write THREADk with another k, from 0, for each group");
      }
    } else if (!line.IsBlank()) {
      if (begins && !titled) number = groups.size();
      if (number == kMostGroups) line.Fail("too many groups");
      groups[number].push_back(line);
    }
    begins = line.IsBlank();
    RETURN_IF_ERROR(line.status());
  }
  LineReader last = lines.back();
  if (groups.empty()) last.Fail("the file has no instruction");
  if (!groups.empty() && groups.rbegin()->first >= groups.size()) {
    last.Fail("a group has no instruction; number them from THREAD0");
  }
  RETURN_IF_ERROR(last.status());
  Program program;
  size_t words = 0;
  for (const auto& [id, instructions] : groups) {
    ASSIGN_OR_RETURN(Role role, ReadRole(instructions));
    for (const Instruction& now : role.code) {
      words = std::max(words, now.array + 1);
    }
    program.groups.push_back({id});
    program.roles.push_back(std::move(role));
  }
  for (size_t word = 0; word < words; ++word) {
    program.arrays.push_back(
        {word < 3 ? std::string(1, "xyz"[word]) : absl::StrCat("w", word), 1});
  }
  program.name = last.name();
  return program;
}

// The work-items 0 of the groups. The others must go along with them.
absl::StatusOr<Program> AsGroups(const litmus::Program& all) {
  Program program;
  static_cast<litmus::Code&>(program) = all;
  for (const litmus::Thread& thread : all.threads) {
    if (thread.item == 0) program.groups.push_back({thread.role});
    for (const Instruction& now : all.roles[thread.role].code) {
      if (thread.item == 0 || program.IsSilent(now)) continue;
      return BadInput(
          all.name, ":", now.line,
          ": progress is that of a group; let its work-items after the first "
          "use data, fences and barriers alone");
    }
  }
  return program;
}

}  // namespace

absl::StatusOr<Program> ParseProgram(absl::string_view name,
                                     absl::string_view text,
                                     const litmus::CaseOrders* orders) {
  const std::vector<LineReader> lines = litmus::LinesOf(name, text);
  const auto first = absl::c_find_if_not(
      lines, [](const LineReader& line) { return line.IsBlank(); });
  if (first != lines.end() && IsAfpLine(*first)) return ReadAfpLines(lines);
  ASSIGN_OR_RETURN(const litmus::Program all,
                   litmus::ReadProgram(lines, orders));
  return AsGroups(all);
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
