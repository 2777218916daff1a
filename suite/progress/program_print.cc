#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "suite/progress/program_text.h"

namespace wgsync {
namespace progress {
namespace {

std::string OperandText(const Operand& operand, const Role& role) {
  if (operand.reg < 0) return absl::StrCat(operand.constant);
  const std::string& name = role.registers[operand.reg];
  if (operand.constant == 0) return name;
  return absl::StrCat(name, operand.constant < 0 ? "" : "+", operand.constant);
}

std::vector<std::string> RoleLines(const Program& program, size_t role) {
  std::vector<std::string> lines;
  for (size_t at = 0; at < program.roles[role].code.size(); ++at) {
    lines.push_back(InstructionText(program, role, at));
  }
  return lines;
}

// Whether the instruction is printed as `while`, which needs no label.
bool IsWhile(const Role& role, size_t at) {
  const Instruction& now = role.code[at];
  return now.target == static_cast<int>(at) &&
         (now.branch == Branch::kIfEqual || now.branch == Branch::kIfUnequal);
}

bool IsTarget(const Role& role, size_t target) {
  for (size_t at = 0; at < role.code.size(); ++at) {
    const Instruction& now = role.code[at];
    if (now.branch != Branch::kNever && !IsWhile(role, at) &&
        now.target == static_cast<int>(target)) {
      return true;
    }
  }
  return false;
}

std::string LabelOf(const Role& role, size_t at) {
  if (at == role.code.size()) return "end";
  const auto own = role.labels.find(static_cast<int>(at));
  return own == role.labels.end() ? absl::StrCat("L", at) : own->second;
}

// The word that the instruction uses: "x", "flag[t+1]".
std::string WordText(const Program& program, const Role& role, size_t at) {
  const Instruction& now = role.code[at];
  const Array& array = program.arrays[now.array];
  if (array.size == 1 && now.index.reg < 0) return array.name;
  return absl::StrCat(array.name, "[", OperandText(now.index, role), "]");
}

std::string UnlabeledText(const Program& program, const Role& in, size_t at) {
  const Instruction& now = in.code[at];
  const std::string target = LabelOf(in, now.target);
  const std::string value = OperandText(now.value, in);
  const std::string check = OperandText(now.check, in);
  if (now.branch == Branch::kAlways) return absl::StrCat("goto ", target);
  std::string read = now.source == Source::kRegister
                         ? in.registers[now.index.reg]
                         : WordText(program, in, at);
  if (now.branch == Branch::kNever && now.result < 0 &&
      now.write == Write::kStore) {
    return absl::StrCat(read, " := ", value);
  }
  const bool cas = now.write == Write::kStoreIfEqual;
  if (cas) {
    read = absl::StrCat("cas(", read, ", ", check, ", ", value, ")");
  } else if (now.write != Write::kNone) {
    read = absl::StrCat(now.write == Write::kAdd ? "add" : "exchange", "(",
                        read, ", ", value, ")");
  }
  if (now.branch == Branch::kNever) {
    return now.result < 0 ? read
                          : absl::StrCat(in.registers[now.result], " = ", read);
  }
  const bool equal = now.branch == Branch::kIfEqual;
  const std::string condition =
      cas ? absl::StrCat(read, equal ? " succeeds" : " fails")
          : absl::StrCat(read, equal ? " == " : " != ", check);
  return IsWhile(in, at) ? absl::StrCat("while ", condition)
                         : absl::StrCat("if ", condition, " goto ", target);
}

}  // namespace

std::string PolledText(const Program& program, size_t role, size_t at,
                       absl::Span<const int> registers) {
  const Role& in = program.roles[role];
  const Instruction& now = in.code[at];
  switch (now.source) {
    case Source::kNothing:
      return "";
    case Source::kRegister:
      return absl::StrCat("its register ", in.registers[now.index.reg]);
    case Source::kWord:
      break;
  }
  const Array& array = program.arrays[now.array];
  if (array.size == 1) return array.name;
  const int index =
      now.index.constant + (now.index.reg < 0 ? 0 : registers[now.index.reg]);
  return absl::StrCat(array.name, "[", index, "]");
}

std::string InstructionText(const Program& program, size_t role, size_t at) {
  const Role& in = program.roles[role];
  return absl::StrCat(
      IsTarget(in, at) ? absl::StrCat(LabelOf(in, at), ": ") : "",
      UnlabeledText(program, in, at));
}

std::string ProgramText(const Program& program) {
  std::vector<std::string> words;
  for (const Array& array : program.arrays) {
    words.push_back(array.size == 1
                        ? array.name
                        : absl::StrCat(array.name, "[", array.size, "]"));
  }
  std::string text = absl::StrCat("words ", absl::StrJoin(words, ", "), "\n");
  for (const Group& group : program.groups) {
    if (group.copy != 0) continue;
    absl::StrAppend(&text, "group\n  ",
                    absl::StrJoin(RoleLines(program, group.role), "\n  "),
                    "\n");
  }
  return text;
}

std::string ProgramLine(const Program& program) {
  std::vector<std::string> groups;
  for (const Group& group : program.groups) {
    groups.push_back(absl::StrJoin(RoleLines(program, group.role), "; "));
  }
  return absl::StrJoin(groups, " | ");
}

}  // namespace progress
}  // namespace wgsync
