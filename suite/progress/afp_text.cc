#include "suite/progress/afp_text.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "suite/core/base/status_macros.h"

namespace wgsync {
namespace progress {
namespace {

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

}  // namespace

bool IsAfpLine(const LineReader& line) {
  return IsThread(line) || absl::StartsWith(line.Peek(), "atomic_");
}

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

}  // namespace progress
}  // namespace wgsync
