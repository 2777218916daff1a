#include "suite/core/litmus/program_text.h"

#include <map>
#include <set>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "suite/core/base/name_pattern.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/litmus/claim_text.h"
#include "suite/core/litmus/language.h"

namespace wgsync {
namespace litmus {

namespace {

constexpr int kMostConstant = 1000;
constexpr size_t kMostWords = 256, kMostInstructions = 1000;

bool IsReserved(absl::string_view name) {
  static const auto& others = *new std::set<absl::string_view>{
      "always", "barrier", "data",   "end",   "fails", "fence",
      "goto",   "group",   "groups", "id",    "if",    "item",
      "items",  "never",   "svm",    "while", "words", "write"};
  return others.count(name) != 0 || absl::c_linear_search(kOrders, name) ||
         absl::c_linear_search(kScopes, name) ||
         absl::c_linear_search(kMemories, name) ||
         absl::c_linear_search(kReads, name);
}

// The error of a `name` in the place of a word, before the token `next`. Before
// another name it was meant as an order or a scope.
std::string NoSuchWord(absl::string_view name, absl::string_view next) {
  if (IsReserved(name)) return " has a meaning already; a word is missing";
  if (next == "(") {
    return " is not an access; they are LOC := V, exchange(LOC, V), add(LOC, "
           "V) and cas(LOC, OLD, NEW)";
  }
  if (!next.empty() && absl::ascii_isalpha(next[0])) {
    std::vector<std::string> known;
    for (absl::string_view order : kOrders) known.emplace_back(order);
    for (absl::string_view scope : kScopes) known.emplace_back(scope);
    const std::string near = NearestName(name, known);
    return absl::StrCat(
        " is not an order or a scope; ",
        near.empty()
            ? absl::StrCat("the orders are ", absl::StrJoin(kOrders, ", "))
            : absl::StrCat("did you mean ", near, "?"));
  }
  return " is neither a word nor a register that an earlier line of the group "
         "sets; add it to the line `words`";
}

// A goto whose label may follow later.
struct Jump {
  int instruction;
  std::string label;
  LineReader at;  // at the label
};

// The instructions of one work-item.
class RoleReader {
 public:
  RoleReader(const Code& code, const Thread& thread, const CaseOrders* orders)
      : code_(code), thread_(thread), orders_(orders) {}

  absl::Status Read(LineReader line) {
    if (line.Peek(1) == ":") {
      const size_t column = line.Column();
      const std::string label = line.TakeName("a label");
      if (label == "end" || !labels_.emplace(label, Size()).second) {
        line.FailAt(column, absl::StrCat("the label ", label,
                                         " is taken; name it otherwise"));
      }
      line.Take(":");
      if (line.AtEnd()) {
        line.Fail(absl::StrCat("an instruction is missing after ", label,
                               ":; write it on the same line"));
      }
    }
    if (role_.code.size() == kMostInstructions) {
      line.Fail(absl::StrCat("a group has at most ", kMostInstructions,
                             " instructions"));
    }
    role_.code.push_back(ReadInstruction(line));
    role_.code.back().line = line.line();
    line.ExpectEnd();
    return line.status();
  }

  absl::StatusOr<Role> Finish() {
    labels_.emplace("end", Size());
    labels_.emplace("wrong", Size() + 1);
    for (Jump& jump : jumps_) {
      const auto at = labels_.find(jump.label);
      if (at == labels_.end()) {
        jump.at.Fail(absl::StrCat("this group has no label ", jump.label,
                                  "; the end is `end`"));
        return jump.at.status();
      }
      role_.code[jump.instruction].target = at->second;
    }
    for (const auto& [label, at] : labels_) role_.labels.emplace(at, label);
    return std::move(role_);
  }

 private:
  int Size() const { return static_cast<int>(role_.code.size()); }

  Instruction ReadInstruction(LineReader& line) {
    const size_t column = line.Column();
    order_ = failure_ = scope_ = -1;
    const int word = orders_ == nullptr ? -1 : line.TakeOneOf(kCaseWords);
    if (word < 0) ReadOrder(line);
    Instruction now;
    ReadStep(line, &now);
    if (!line.status().ok()) return now;
    if (word >= 0) {
      const CaseOrder& by_case = (*orders_)[word];
      const bool fence = now.access == Access::kFence;
      order_ = static_cast<int>(fence ? by_case.fence : by_case.access);
      if (!fence) scope_ = static_cast<int>(by_case.scope);
      // A swap that fails does not signal.
      if (now.access == Access::kCas && word == 1) failure_ = 0;
    }
    if (order_ >= 0) now.order = static_cast<Order>(order_);
    SetDefaults(code_, &now);
    if (failure_ >= 0) now.failure = static_cast<Order>(failure_);
    if (scope_ >= 0) now.scope = static_cast<Scope>(scope_);
    const bool ordered = now.access == Access::kFence || now.IsAtomic();
    const bool scoped = ordered || now.access == Access::kBarrier;
    if ((order_ >= 0 && !ordered) || (scope_ >= 0 && !scoped) ||
        (failure_ >= 0 && now.access != Access::kCas) || !MayHaveOrder(now)) {
      line.FailAt(column,
                  "OpenCL C has no such access: a store is relaxed, release or "
                  "seq_cst, a load relaxed, acquire or seq_cst, and data and "
                  "`goto` have no order");
    }
    return now;
  }

  // Before the instruction, or before what it reads.
  void ReadOrder(LineReader& line) {
    if (order_ >= 0 || scope_ >= 0) return;
    order_ = line.TakeOneOf(kOrders);
    failure_ = order_ < 0 ? -1 : line.TakeOneOf(kOrders);
    scope_ = line.TakeOneOf(kScopes);
  }

  void ReadStep(LineReader& line, Instruction* now) {
    if (line.Take("goto")) {
      now->branch = Branch::kAlways;
      ReadTarget(line);
    } else if (line.Take("while")) {
      now->target = Size();
      ReadCondition(line, now);
    } else if (line.Take("if")) {
      ReadCondition(line, now);
      line.Expect("goto");
      ReadTarget(line);
    } else if (line.Peek() == "fence" || line.Peek() == "barrier") {
      now->access = line.Take() == "fence" ? Access::kFence : Access::kBarrier;
      ReadFlags(line, now);
    } else if (line.Take("write")) {
      now->access = Access::kWrite;
      ReadWord(line, /*plain=*/true, now);
      line.Expect(":=");
      ReadValue(line, &now->value);
    } else if (line.Peek(1) == "=") {
      const size_t column = line.Column();
      const std::string name = line.TakeName("a register");
      if (IsReserved(name) || code_.FindArray(name) != code_.arrays.size()) {
        line.FailAt(column, absl::StrCat(name,
                                         " cannot be a register; to "
                                         "store to a word write :="));
      }
      line.Take("=");
      now->result = NumberOf(name);
      ReadSource(line, now);
    } else if (absl::c_linear_search(kReads, line.Peek())) {
      ReadSource(line, now);
    } else {
      now->access = Access::kRead;
      ReadWord(line, /*plain=*/false, now);
      if (line.AtEnd()) return;
      now->access = Access::kWrite;
      line.Expect(":=");
      ReadValue(line, &now->value);
    }
  }

  void ReadTarget(LineReader& line) {
    const LineReader at = line;
    jumps_.push_back({Size(), line.TakeName("a label"), at});
  }

  void ReadFlags(LineReader& line, Instruction* now) {
    line.Expect("(");
    do {
      const int memory = line.TakeOneOf(kMemories);
      if (memory >= 0) now->flags |= SetOf(static_cast<Memory>(memory));
    } while (line.Take(","));
    line.Expect(")");
  }

  void ReadCondition(LineReader& line, Instruction* now) {
    ReadSource(line, now);
    if (now->access == Access::kCas) {
      now->branch = Branch::kIfUnequal;
      if (line.Take("fails")) return;
      now->branch = Branch::kIfEqual;
      if (line.Take("succeeds")) return;
      return line.Fail(absl::StrCat(
          "write `fails` or `succeeds` after cas(...)",
          line.AtEnd() ? "" : absl::StrCat(", not \"", line.Peek(), "\"")));
    }
    const int comparison = line.TakeOneOf(kComparisons);
    if (comparison < 0) line.Expect("==");
    now->branch = static_cast<Branch>(comparison + 1);
    ReadValue(line, &now->check);
  }

  void ReadSource(LineReader& line, Instruction* now) {
    ReadOrder(line);
    const int call = line.TakeOneOf(kReads);
    if (call < 0 && IsValue(line.Peek())) {
      ReadValue(line, &now->value);
    } else if (call <= 0) {
      now->access = Access::kRead;
      ReadWord(line, /*plain=*/call == 0, now);
    } else {
      now->access = static_cast<Access>(static_cast<int>(Access::kRead) + call);
      line.Expect("(");
      ReadWord(line, /*plain=*/false, now);
      line.Expect(",");
      if (now->access == Access::kCas) {
        ReadValue(line, &now->check);
        line.Expect(",");
      }
      ReadValue(line, &now->value);
      line.Expect(")");
      if (now->access == Access::kCas) return;
    }
    if (line.Take("%")) {
      now->modulus = line.TakeNumber("a divisor", 1, kMostConstant);
    }
  }

  void ReadWord(LineReader& line, bool plain, Instruction* now) {
    const size_t column = line.Column();
    const std::string name = line.TakeName("a word");
    const auto fail = [&](absl::string_view problem) {
      line.FailAt(column, absl::StrCat(name, problem));
    };
    const size_t at = code_.FindArray(name);
    if (at == code_.arrays.size()) {
      return fail(NoSuchWord(name, line.Peek()));
    }
    now->array = at;
    now->plain = plain;
    const Array& array = code_.arrays[at];
    if (!array.atomic && !plain) {
      fail(" is data; use `t = read LOC` and `write LOC := V`");
    }
    const size_t size = array.size;
    if (!line.Take("[")) {
      if (size == 1) return;
      line.Fail(absl::StrCat(name, " has ", size,
                             " words; add an index: ", name, "[0]"));
      return;
    }
    const size_t index_column = line.Column();
    ReadValue(line, &now->index);
    const int index = now->index.constant;
    if (now->index.reg < 0 &&
        (index < 0 || static_cast<size_t>(index) >= size)) {
      line.FailAt(index_column, absl::StrCat(name, " has the words 0 to ",
                                             size - 1, ", not ", index));
    }
    line.Expect("]");
  }

  bool IsValue(absl::string_view token) const {
    return token == "id" || token == "item" || token == "-" ||
           (!token.empty() && absl::ascii_isdigit(token[0])) ||
           registers_.count(std::string(token)) != 0;
  }

  void ReadValue(LineReader& line, Operand* operand) {
    const std::string name(line.Peek());
    if (name == "id" || name == "item") {
      operand->constant =
          static_cast<int>(name == "id" ? thread_.group : thread_.item);
    } else if (registers_.count(name) != 0) {
      operand->reg = NumberOf(name);
    } else if (code_.FindArray(name) != code_.arrays.size()) {
      line.Fail(absl::StrCat(name,
                             " is in memory; read it into a register by "
                             "a line above"));
    } else {
      operand->constant = line.TakeNumber(
          "a value, if it is not `id` or a register that an "
          "earlier line of the group sets,",
          -kMostConstant, kMostConstant);
      return;
    }
    line.Take();
    if (line.Peek() != "+" && line.Peek() != "-") return;
    line.Take("+");
    operand->constant += line.TakeNumber("the second part of a sum",
                                         -kMostConstant, kMostConstant);
  }

  int NumberOf(const std::string& name) {
    const auto [at, added] = registers_.emplace(name, role_.registers.size());
    if (added) role_.registers.push_back(name);
    return at->second;
  }

  const Code& code_;
  const Thread thread_;
  const CaseOrders* const orders_;
  Role role_;
  std::map<std::string, int> registers_, labels_;
  std::vector<Jump> jumps_;
  int order_ = -1, failure_ = -1, scope_ = -1;  // of the line; -1: none
};

class ProgramReader {
 public:
  explicit ProgramReader(const CaseOrders* orders) : orders_(orders) {}

  absl::StatusOr<Program> Read(std::vector<LineReader> lines) {
    for (LineReader& line : lines) {
      if (!line.IsBlank()) RETURN_IF_ERROR(ReadLine(line));
    }
    LineReader& last = lines.back();
    if (lines_.empty()) {
      last.Fail("a program ends with the instructions of a group");
      return last.status();
    }
    RETURN_IF_ERROR(EndBlock());
    for (LineReader& line : claims_) {
      program_.claims.push_back(ReadClaim(program_, line));
      RETURN_IF_ERROR(line.status());
    }
    program_.name = last.name();
    return std::move(program_);
  }

 private:
  absl::Status ReadLine(LineReader line) {
    const absl::string_view first = line.Peek();
    const bool item = first == "item" || first == "items";
    if (first == "words" || first == "data" || first == "local" ||
        first == "svm") {
      if (program_.groups > 0) line.Fail("declare it before the first group");
      ReadArrays(line);
    } else if (first == "group" || first == "groups" ||
               (item && program_.groups > 0)) {
      RETURN_IF_ERROR(EndBlock());
      BeginBlock(line);
    } else if (IsClaimLine(line)) {
      claims_.push_back(line);
    } else if (program_.groups > 0) {
      lines_.push_back(line);
    } else {
      line.Fail(
          "begin with `words NAME, NAME`, then `group` before the "
          "instructions of each group");
    }
    return line.status();
  }

  void ReadArrays(LineReader& line) {
    std::vector<Array>& arrays = program_.arrays;
    Array array;
    if (line.Take("local")) array.memory = Memory::kLocal;
    if (line.Take("svm")) array.svm = true;
    array.atomic = !line.Take("data");
    if (array.atomic) line.Expect("words");
    do {
      const size_t column = line.Column();
      array.name = line.TakeName("a word's name");
      if (IsReserved(array.name) ||
          program_.FindArray(array.name) != arrays.size()) {
        line.FailAt(column, absl::StrCat(array.name,
                                         " has a meaning already; take "
                                         "another name"));
      }
      array.size = 1;
      if (line.Take("[")) {
        array.size = line.TakeNumber("the number", 1, kMostWords);
        line.Expect("]");
      }
      array.initial = line.Take("=")
                          ? line.TakeNumber("an initial value", -kMostConstant,
                                            kMostConstant)
                          : 0;
      arrays.push_back(array);
      if (arrays.size() > kMostWords) line.Fail("these are too many words");
    } while (line.Take(",") || !line.AtEnd());
  }

  void BeginBlock(LineReader& line) {
    if (program_.groups > 0 && lines_.empty()) {
      return line.Fail("the group before has no instruction; add one");
    }
    lines_.clear();
    const bool item = line.Peek()[0] == 'i';
    const bool several = line.Take().back() == 's';
    const size_t groups = item ? program_.groups - first_group_ : 1;
    const size_t room = (kMostGroups - program_.threads.size()) / groups;
    if (room == 0) {
      return line.Fail(
          absl::StrCat("a program has at most ", kMostGroups, " work-items"));
    }
    const size_t count = several
                             ? line.TakeNumber(item ? "the number of work-items"
                                                    : "the number of groups",
                                               1, static_cast<int>(room))
                             : 1;
    if (!item) first_group_ = program_.groups;
    if (!item) program_.groups += count;
    first_item_ = item ? first_item_ + items_ : 0;
    items_ = item ? count : 1;
    own_sub_group_ = line.Take("sub_group");
    if (!several && !line.AtEnd()) {
      line.Fail(absl::StrCat("for N alike write `", item ? "items" : "groups",
                             " N`"));
    }
    line.ExpectEnd();
  }

  // Reads the lines for each of the work-items that they are for.
  absl::Status EndBlock() {
    const size_t groups = program_.groups - first_group_;
    for (size_t i = 0; i < groups * items_ && !lines_.empty(); ++i) {
      Thread thread;
      thread.role = program_.roles.size();
      thread.group = first_group_ + i / items_;
      thread.item = first_item_ + i % items_;
      if (own_sub_group_) thread.sub_group = thread.item;
      RoleReader reader(program_, thread, orders_);
      for (const LineReader& line : lines_) RETURN_IF_ERROR(reader.Read(line));
      ASSIGN_OR_RETURN(Role role, reader.Finish());
      program_.threads.push_back(thread);
      program_.roles.push_back(std::move(role));
    }
    return absl::OkStatus();
  }

  const CaseOrders* const orders_;
  Program program_;
  // The block: the groups from this one on, so many work-items of each, and
  // their lines.
  size_t first_group_ = 0, first_item_ = 0, items_ = 1;
  bool own_sub_group_ = false;
  std::vector<LineReader> lines_;
  std::vector<LineReader> claims_;
};

}  // namespace

absl::string_view ProgramFormat() {
  return absl::StripSuffix(FindLanguageFile("language.txt")->text, "\n");
}

absl::StatusOr<Program> ReadProgram(std::vector<LineReader> lines,
                                    const CaseOrders* orders) {
  if (absl::c_all_of(lines, [](const LineReader& l) { return l.IsBlank(); })) {
    lines[0].Fail("it has no program; see `wgsync check --help`");
    return lines[0].status();
  }
  return ProgramReader(orders).Read(std::move(lines));
}

absl::StatusOr<Program> ParseProgram(absl::string_view name,
                                     absl::string_view text,
                                     const CaseOrders* orders) {
  return ReadProgram(LinesOf(name, text), orders);
}

}  // namespace litmus
}  // namespace wgsync
