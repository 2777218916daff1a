#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "suite/core/litmus/program_text.h"

namespace wgsync {
namespace litmus {
namespace {

template <typename Enum, size_t n>
std::string NameOf(Enum value, const absl::string_view (&names)[n],
                   Enum first = Enum()) {
  return std::string(names[static_cast<int>(value) - static_cast<int>(first)]);
}

std::string OperandText(const Operand& operand, const Role& role) {
  if (operand.reg < 0) return absl::StrCat(operand.constant);
  const std::string& name = role.registers[operand.reg];
  if (operand.constant == 0) return name;
  return absl::StrCat(name, operand.constant < 0 ? "" : "+", operand.constant);
}

// Whether the instruction is printed as `while`, which needs no label.
bool IsWhile(const Role& role, size_t at) {
  const Instruction& now = role.code[at];
  return now.target == static_cast<int>(at) && now.branch != Branch::kNever &&
         now.branch != Branch::kAlways;
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
  if (at >= role.code.size()) return at == role.code.size() ? "end" : "wrong";
  const auto own = role.labels.find(static_cast<int>(at));
  return own == role.labels.end() ? absl::StrCat("L", at) : own->second;
}

// The order and the scope, as far as SetDefaults() gives others.
std::string PrefixText(const Code& code, const Instruction& now) {
  Instruction usual = now;
  SetDefaults(code, &usual);
  const bool both = now.failure != usual.failure;
  std::string text;
  if (both || now.order != Order::kRelaxed) {
    absl::StrAppend(&text, NameOf(now.order, kOrders), " ");
  }
  if (both) absl::StrAppend(&text, NameOf(now.failure, kOrders), " ");
  if (now.scope != usual.scope) {
    absl::StrAppend(&text, NameOf(now.scope, kScopes), " ");
  }
  return text;
}

// The word that the instruction uses: "x", "flag[t+1]".
std::string WordText(const Code& code, const Role& role,
                     const Instruction& now) {
  const Array& array = code.arrays[now.array];
  if (array.size == 1 && now.index.reg < 0) return array.name;
  return absl::StrCat(array.name, "[", OperandText(now.index, role), "]");
}

// What it reads: "x", "add(x, 1)", "read x", "t+1".
std::string SourceText(const Code& code, const Role& role,
                       const Instruction& now) {
  const std::string value = OperandText(now.value, role);
  if (now.access == Access::kNone) return value;
  const std::string word = WordText(code, role, now);
  if (now.access == Access::kRead) {
    return absl::StrCat(now.plain ? "read " : "", word);
  }
  return absl::StrCat(
      NameOf(now.access, kReads, Access::kRead), "(", word, ", ",
      now.access == Access::kCas ? OperandText(now.check, role) + ", " : "",
      value, ")");
}

std::string UnlabeledText(const Code& code, const Role& in, size_t at) {
  const Instruction& now = in.code[at];
  const std::string prefix = PrefixText(code, now);
  if (now.access == Access::kFence || now.access == Access::kBarrier) {
    constexpr absl::string_view kFlags[] = {"", "global", "local",
                                            "global, local"};
    return absl::StrCat(prefix,
                        now.access == Access::kFence ? "fence(" : "barrier(",
                        kFlags[now.flags], ")");
  }
  if (now.access == Access::kWrite) {
    return absl::StrCat(prefix, now.plain ? "write " : "",
                        WordText(code, in, now),
                        " := ", OperandText(now.value, in));
  }
  const std::string target = LabelOf(in, now.target);
  if (now.branch == Branch::kAlways) return absl::StrCat("goto ", target);
  std::string read = SourceText(code, in, now);
  if (now.modulus != 0) absl::StrAppend(&read, " % ", now.modulus);
  if (now.branch == Branch::kNever) {
    return absl::StrCat(
        prefix,
        now.result < 0 ? "" : absl::StrCat(in.registers[now.result], " = "),
        read);
  }
  const bool fails = now.branch == Branch::kIfUnequal;
  const std::string condition =
      now.access == Access::kCas
          ? absl::StrCat(read, fails ? " fails" : " succeeds")
          : absl::StrCat(read, " ",
                         NameOf(now.branch, kComparisons, Branch::kIfEqual),
                         " ", OperandText(now.check, in));
  return absl::StrCat(prefix,
                      IsWhile(in, at)
                          ? absl::StrCat("while ", condition)
                          : absl::StrCat("if ", condition, " goto ", target));
}

}  // namespace

std::string InstructionText(const Code& code, size_t role, size_t at) {
  const Role& in = code.roles[role];
  return absl::StrCat(
      IsTarget(in, at) ? absl::StrCat(LabelOf(in, at), ": ") : "",
      UnlabeledText(code, in, at));
}

std::vector<std::string> RoleLines(const Code& code, size_t role) {
  std::vector<std::string> lines;
  for (size_t at = 0; at < code.roles[role].code.size(); ++at) {
    lines.push_back(InstructionText(code, role, at));
  }
  return lines;
}

}  // namespace litmus
}  // namespace wgsync
