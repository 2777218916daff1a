#include "suite/progress/afp_text.h"

#include <algorithm>
#include <string>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "suite/core/base/status_macros.h"

namespace wgsync {
namespace progress {
namespace {

constexpr int kMostWords = 64;
constexpr int kMostValue = 1000;
constexpr int kMostInstructions = 1000;
constexpr int kEnd = -1;

bool IsThread(const LineReader& line) {
  return absl::StartsWithIgnoreCase(line.Peek(), "thread");
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
  line.Expect("(");
  now.array = line.TakeNumber("a location", 0, kMostWords - 1);
  line.Expect(",");
  if (!store) {
    now.branch = Branch::kIfEqual;
    now.check.constant = line.TakeNumber("a check", 0, kMostValue);
    line.Expect(",");
  }
  if (store || exchange) {
    now.write = Write::kStore;
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

// Replaces END, and refuses a target that the group does not have. `lines` are
// those of the instructions.
absl::Status SetTargets(std::vector<LineReader>& lines,
                        std::vector<Instruction>* code) {
  const int size = static_cast<int>(code->size());
  for (int at = 0; at < size; ++at) {
    Instruction& now = (*code)[at];
    if (now.target == kEnd) now.target = size;
    if (now.target <= size) continue;
    lines[at].Fail(absl::StrCat("there is no instruction ", now.target,
                                "; this group has ", size,
                                ", and its end is END"));
    return lines[at].status();
  }
  return absl::OkStatus();
}

}  // namespace

bool IsAfpLine(const LineReader& line) {
  return IsThread(line) || absl::StartsWith(line.Peek(), "atomic_");
}

absl::StatusOr<Program> ReadAfpLines(const std::vector<LineReader>& lines) {
  const bool titled = absl::c_any_of(lines, IsThread);
  Program program;
  std::vector<std::vector<LineReader>> lines_of;  // the instructions of a group
  bool begins = true;  // the next instruction is the first of a group
  size_t words = 0;
  for (LineReader line : lines) {
    if (line.IsBlank() || IsThread(line)) {
      begins = begins || !titled || IsThread(line);
      continue;
    }
    if (begins) {
      if (program.groups.size() == kMostGroups) line.Fail("too many groups");
      program.groups.push_back({program.roles.size(), 0});
      program.roles.emplace_back();
      lines_of.emplace_back();
    }
    begins = false;
    std::vector<Instruction>& code = program.roles.back().code;
    lines_of.back().push_back(line);
    if (code.size() == kMostInstructions) line.Fail("too many instructions");
    code.push_back(ReadInstruction(line));
    code.back().line = line.line();
    words = std::max(words, code.back().array + 1);
    if (!line.status().ok()) return line.status();
  }
  if (program.groups.empty()) {
    LineReader last = lines.back();
    last.Fail("the file has no instruction");
    return last.status();
  }
  for (size_t group = 0; group < lines_of.size(); ++group) {
    RETURN_IF_ERROR(SetTargets(lines_of[group], &program.roles[group].code));
  }
  for (size_t word = 0; word < words; ++word) {
    program.arrays.push_back(
        {word < 3 ? std::string(1, "xyz"[word]) : absl::StrCat("w", word), 1});
  }
  return program;
}

}  // namespace progress
}  // namespace wgsync
