#include "suite/progress/program_text.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "suite/core/base/status_macros.h"
#include "suite/progress/afp_text.h"
#include "suite/progress/line_reader.h"

namespace wgsync {
namespace progress {

const char kProgramFormat[] =
    "A program has a line `words x, flag[4]`, then `group`, or `groups N` for "
    "N "
    "alike, each with one instruction per line below. An instruction is one "
    "atomic step. LOC is a word: x, flag[2], flag[t+1]. V is a number, a "
    "register of the group, `id` for the group's id, or one of these and a "
    "number: t+1. All words and registers are 0 at the start.\n"
    "`LOC := V` stores.\n"
    "`READ` reads, and `t = READ` keeps the value in the register t.\n"
    "`while READ == V` stays there as long as it is true; also !=.\n"
    "`if READ == V goto LABEL` goes there if it is true; also !=.\n"
    "`goto LABEL` goes there; `LABEL:` precedes an instruction; `goto end` "
    "ends the group.\n"
    "READ gives the old value of a word or register: LOC, t, exchange(LOC, V), "
    "add(LOC, V), cas(LOC, OLD, NEW). In `while` and `if`, cas(...) is "
    "followed by `fails` or `succeeds`, not by a comparison: "
    "`while cas(x, 0, 1) fails`. Comments begin with # or //. Files of "
    "AlloyForwardProgress are read as they are.\n"
    "Limits: 64 groups, 1000 instructions per group, arrays of 256 words, "
    "numbers from -1000 to 1000 (16 bits in memory), a million states.";

namespace {

constexpr int kMostConstant = 1000;
constexpr size_t kMostWords = 256;
constexpr size_t kMostInstructions = 1000;

bool IsReserved(absl::string_view name) {
  static const auto& reserved = *new std::set<absl::string_view>{
      "add",   "cas",    "end", "exchange", "fails", "goto",
      "group", "groups", "id",  "if",       "while", "words"};
  return reserved.count(name) != 0;
}

// A goto whose label may follow later.
struct Jump {
  size_t instruction;
  std::string label;
  LineReader at;  // at the label
};

// The instructions of one group.
class RoleReader {
 public:
  RoleReader(const std::vector<Array>& arrays, size_t id)
      : arrays_(arrays), id_(id) {}

  absl::Status Read(LineReader line) {
    if (line.Peek(1) == ":") {
      const size_t column = line.Column();
      const std::string label = line.TakeName("a label");
      if (label == "end" || !labels_.emplace(label, role_.code.size()).second) {
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
    for (Jump& jump : jumps_) {
      const auto at = labels_.find(jump.label);
      if (jump.label != "end" && at == labels_.end()) {
        jump.at.Fail(absl::StrCat("this group has no label ", jump.label,
                                  "; the end is `end`"));
        return jump.at.status();
      }
      role_.code[jump.instruction].target = static_cast<int>(
          jump.label == "end" ? role_.code.size() : at->second);
    }
    for (const auto& [label, at] : labels_) role_.labels.emplace(at, label);
    return std::move(role_);
  }

 private:
  Instruction ReadInstruction(LineReader& line) {
    Instruction now;
    if (line.Take("goto")) {
      now.source = Source::kNothing;
      now.branch = Branch::kAlways;
      ReadTarget(line);
    } else if (line.Take("while")) {
      now.target = static_cast<int>(role_.code.size());
      ReadCondition(line, &now);
    } else if (line.Take("if")) {
      ReadCondition(line, &now);
      line.Expect("goto");
      ReadTarget(line);
    } else if (line.Peek(1) == "=") {
      const size_t column = line.Column();
      const std::string name = line.TakeName("a register");
      if (IsReserved(name) || FindArray(name) != arrays_.size()) {
        line.FailAt(column, absl::StrCat(name,
                                         " cannot be a register; to "
                                         "store to a word write :="));
      }
      line.Take("=");
      ReadAccess(line, &now);
      now.result = NumberOf(name);
    } else if (IsCall(line)) {
      ReadAccess(line, &now);
    } else {
      ReadWord(line, &now);
      if (line.AtEnd()) return now;
      now.write = Write::kStore;
      line.Expect(":=");
      ReadValue(line, &now.value);
    }
    return now;
  }

  void ReadTarget(LineReader& line) {
    const LineReader at = line;
    jumps_.push_back({role_.code.size(), line.TakeName("a label"), at});
  }

  void ReadCondition(LineReader& line, Instruction* now) {
    now->branch = Branch::kIfUnequal;
    ReadAccess(line, now);
    if (now->write == Write::kStoreIfEqual) {
      if (line.Take("fails")) return;
      now->branch = Branch::kIfEqual;
      if (line.Take("succeeds")) return;
      return line.Fail(absl::StrCat(
          "write `fails` or `succeeds` after cas(...)",
          line.AtEnd() ? "" : absl::StrCat(", not \"", line.Peek(), "\"")));
    }
    if (!line.Take("!=")) {
      now->branch = Branch::kIfEqual;
      line.Expect("==");
    }
    ReadValue(line, &now->check);
  }

  static bool IsCall(const LineReader& line) {
    return line.Peek() == "add" || line.Peek() == "exchange" ||
           line.Peek() == "cas";
  }

  void ReadAccess(LineReader& line, Instruction* now) {
    if (IsCall(line)) {
      const std::string call = line.Take();
      now->write = call == "add"   ? Write::kAdd
                   : call == "cas" ? Write::kStoreIfEqual
                                   : Write::kStore;
      line.Expect("(");
      ReadWord(line, now);
      line.Expect(",");
      if (call == "cas") {
        ReadValue(line, &now->check);
        line.Expect(",");
      }
      ReadValue(line, &now->value);
      line.Expect(")");
    } else if (registers_.count(std::string(line.Peek())) != 0) {
      now->source = Source::kRegister;
      now->index.reg = NumberOf(line.Take());
    } else {
      ReadWord(line, now);
    }
  }

  void ReadWord(LineReader& line, Instruction* now) {
    const size_t column = line.Column();
    const std::string name = line.TakeName("a word");
    now->array = FindArray(name);
    if (now->array == arrays_.size()) {
      line.FailAt(column, absl::StrCat(name,
                                       " is neither a word nor a register that "
                                       "an earlier line of the group sets; add "
                                       "it to the line `words`"));
      return;
    }
    const size_t size = arrays_[now->array].size;
    if (!line.Take("[")) {
      if (size == 1) return;
      line.Fail(absl::StrCat(name, " has ", size,
                             " words; add an index: ", name, "[0]"));
      return;
    }
    const size_t at = line.Column();
    ReadValue(line, &now->index);
    const int index = now->index.constant;
    if (now->index.reg < 0 &&
        (index < 0 || static_cast<size_t>(index) >= size)) {
      line.FailAt(at, absl::StrCat(name, " has the words 0 to ", size - 1,
                                   ", not ", index));
    }
    line.Expect("]");
  }

  void ReadValue(LineReader& line, Operand* operand) {
    const std::string name(line.Peek());
    if (name == "id") {
      operand->constant = static_cast<int>(id_);
    } else if (registers_.count(name) != 0) {
      operand->reg = NumberOf(name);
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

  size_t FindArray(absl::string_view name) const {
    size_t at = 0;
    while (at < arrays_.size() && arrays_[at].name != name) ++at;
    return at;
  }

  int NumberOf(const std::string& name) {
    const auto [at, added] = registers_.emplace(name, role_.registers.size());
    if (added) role_.registers.push_back(name);
    return at->second;
  }

  const std::vector<Array>& arrays_;
  const size_t id_;
  Role role_;
  std::map<std::string, int> registers_, labels_;
  std::vector<Jump> jumps_;
};

void ReadWords(LineReader& line, std::vector<Array>* arrays) {
  do {
    const size_t column = line.Column();
    const std::string name = line.TakeName("a word's name");
    if (IsReserved(name) || absl::c_any_of(*arrays, [&](const Array& other) {
          return other.name == name;
        })) {
      line.FailAt(column, absl::StrCat(name,
                                       " has a meaning already; take "
                                       "another name"));
    }
    arrays->push_back({name, 1});
    if (line.Take("[")) {
      arrays->back().size = line.TakeNumber("the number", 1, kMostWords);
      line.Expect("]");
    }
    if (arrays->size() > kMostWords) line.Fail("these are too many words");
  } while (line.Take(",") || !line.AtEnd());
}

// The line `group` or `groups N`; returns N.
size_t ReadCount(LineReader& line, size_t groups_so_far) {
  const int room = static_cast<int>(kMostGroups - groups_so_far);
  if (room == 0) {
    line.Fail(absl::StrCat("a program has at most ", kMostGroups, " groups"));
  }
  const bool several = line.Take() == "groups";
  const size_t count =
      several ? line.TakeNumber("the number of groups", 1, room) : 1;
  line.ExpectEnd();
  return count;
}

// The lines below a line `group`, read for each of the groups.
absl::Status ReadGroups(const std::vector<LineReader>& block, size_t count,
                        Program* program) {
  for (size_t i = 0; i < count; ++i) {
    RoleReader reader(program->arrays, program->groups.size());
    for (const LineReader& line : block) {
      RETURN_IF_ERROR(reader.Read(line));
    }
    ASSIGN_OR_RETURN(Role role, reader.Finish());
    program->groups.push_back({program->roles.size(), 0});
    program->roles.push_back(std::move(role));
  }
  return absl::OkStatus();
}

absl::StatusOr<Program> ReadOwn(const std::vector<LineReader>& lines) {
  Program program;
  size_t count = 0;  // of the groups that the block is for; 0: none yet
  std::vector<LineReader> block;
  for (LineReader line : lines) {
    if (line.IsBlank()) continue;
    const bool begins = line.Peek() == "group" || line.Peek() == "groups";
    if (begins && count > 0 && block.empty()) {
      line.Fail("the group before has no instruction; add one");
    } else if (begins) {
      RETURN_IF_ERROR(ReadGroups(block, count, &program));
      block.clear();
      count = ReadCount(line, program.groups.size());
    } else if (count > 0) {
      block.push_back(line);
    } else if (line.Take("words")) {
      ReadWords(line, &program.arrays);
    } else {
      line.Fail(
          "begin with `words NAME, NAME`, then `group` before the "
          "instructions of each group");
    }
    if (!line.status().ok()) return line.status();
  }
  if (block.empty()) {
    LineReader last = lines.back();
    last.Fail("a program ends with the instructions of a group");
    return last.status();
  }
  RETURN_IF_ERROR(ReadGroups(block, count, &program));
  return program;
}

}  // namespace

absl::StatusOr<Program> ParseProgram(absl::string_view name,
                                     absl::string_view text) {
  absl::ConsumePrefix(&text, "\xEF\xBB\xBF");  // a byte order mark
  std::vector<LineReader> lines;
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    lines.emplace_back(name, lines.size() + 1, line);
  }
  for (const LineReader& line : lines) {
    if (line.IsBlank()) continue;
    absl::StatusOr<Program> program =
        IsAfpLine(line) ? ReadAfpLines(lines) : ReadOwn(lines);
    if (program.ok()) program->name = line.name();
    return program;
  }
  lines[0].Fail("it has no program; see `wgsync progress --help`");
  return lines[0].status();
}

}  // namespace progress
}  // namespace wgsync
