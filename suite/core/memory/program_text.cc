#include "suite/core/memory/program_text.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/types/span.h"
#include "suite/core/base/clean_text.h"

namespace wgsync {
namespace memory {
namespace {

constexpr int kMostConstant = 1000;
constexpr size_t kMostWords = 64, kMostThreads = 16;
constexpr absl::string_view kOrders[] = {"relaxed", "acquire", "release",
                                         "acq_rel", "seq_cst"};
constexpr absl::string_view kScopes[] = {"work_item", "sub_group", "work_group",
                                         "device", "all_svm_devices"};
constexpr absl::string_view kReserved[] = {"goto", "group", "id",   "if",
                                           "item", "read",  "while"};

bool Contains(absl::Span<const absl::string_view> names,
              absl::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// The number of the array; -1 if there is none.
int FindArray(const Program& program, absl::string_view name) {
  for (size_t at = 0; at < program.arrays.size(); ++at) {
    if (program.arrays[at].name == name) return static_cast<int>(at);
  }
  return -1;
}

// A line's tokens. Keeps the first error; after it there are no more tokens.
class Line {
 public:
  Line(size_t number, absl::string_view text) : number_(number) {
    text = text.substr(0, std::min(text.find('#'), text.find("//")));
    text_ = std::string(absl::StripAsciiWhitespace(text));
    for (absl::string_view rest = text_; !rest.empty();) {
      const auto is_name = [](char c) {
        return absl::ascii_isalnum(c) || c == '_';
      };
      size_t length = static_cast<size_t>(
          std::find_if_not(rest.begin(), rest.end(), is_name) - rest.begin());
      const absl::string_view two = rest.substr(0, 2);
      if (length == 0)
        length = Contains({":=", "==", "!=", "&&", "||"}, two) ? 2 : 1;
      tokens_.emplace_back(rest.substr(0, length));
      rest = absl::StripLeadingAsciiWhitespace(rest.substr(length));
    }
  }

  bool AtEnd() const { return next_ >= tokens_.size(); }
  std::string Peek(size_t ahead = 0) const {
    return next_ + ahead < tokens_.size() ? tokens_[next_ + ahead] : "";
  }
  std::string Take() { return AtEnd() ? "" : tokens_[next_++]; }
  bool Take(absl::string_view text) {
    const bool is = Peek() == text;
    next_ += is ? 1 : 0;
    return is;
  }
  void Expect(absl::string_view text) {
    if (!Take(text))
      Fail(absl::StrCat("\"", text, "\" is missing before \"", Peek(), "\""));
  }
  // The index of the next token in the names, taken; -1 if it is none.
  int TakeOneOf(absl::Span<const absl::string_view> names) {
    const auto at = std::find(names.begin(), names.end(), Peek());
    if (at == names.end()) return -1;
    ++next_;
    return static_cast<int>(at - names.begin());
  }
  std::string TakeName() {
    const std::string name = Take();
    if (name.empty() || (!absl::ascii_isalpha(name[0]) && name[0] != '_') ||
        Contains(kReserved, name)) {
      Fail(absl::StrCat("\"", name, "\" is not a name"));
    }
    return name;
  }
  int TakeNumber(int least, int most) {
    const int sign = Take("-") ? -1 : 1;
    const std::string digits = Take();
    int value = 0;
    if (!absl::SimpleAtoi(digits, &value) || sign * value < least ||
        sign * value > most) {
      Fail(absl::StrCat("\"", digits, "\" is not a number from ", least, " to ",
                        most));
      return least;
    }
    return sign * value;
  }
  void Fail(absl::string_view problem) {
    if (problem_.empty()) problem_ = CleanLine(problem);
    tokens_.clear();
  }

  size_t number() const { return number_; }
  const std::string& text() const { return text_; }
  const std::string& problem() const { return problem_; }

 private:
  size_t number_, next_ = 0;
  std::string text_, problem_;
  std::vector<std::string> tokens_;
};

// The instructions of one work-item.
class RoleReader {
 public:
  RoleReader(const Program& program, size_t id, size_t item)
      : program_(program), id_(id), item_(item) {}

  void Read(Line& line) {
    if (line.Peek(1) == ":") {
      const std::string label = line.TakeName();
      line.Take(":");
      if (!labels_.emplace(label, role_.code.size()).second)
        line.Fail("the label is taken");
    }
    Instruction now;
    now.line = line.number();
    now.text = line.text();
    ReadInstruction(line, &now);
    if (!line.AtEnd())
      line.Fail(absl::StrCat("\"", line.Peek(), "\" is left over"));
    role_.code.push_back(std::move(now));
  }

  // Sets *problem if a label is missing.
  Role Finish(std::string* problem) {
    for (const auto& [at, label] : jumps_) {
      const auto found = labels_.find(label);
      if (found == labels_.end() && label != "end")
        *problem = absl::StrCat("no label ", label);
      role_.code[at].target =
          found == labels_.end() ? role_.code.size() : found->second;
    }
    return std::move(role_);
  }

 private:
  void ReadInstruction(Line& line, Instruction* now) {
    int orders = 0, scope = -1;
    for (int order; orders < 2 && (order = line.TakeOneOf(kOrders)) >= 0;
         ++orders) {
      (orders == 0 ? now->order : now->failure) = static_cast<Order>(order);
    }
    scope = line.TakeOneOf(kScopes);
    if (line.Take("goto")) {
      now->branch = Branch::kAlways;
      jumps_.emplace_back(role_.code.size(), line.TakeName());
    } else if (line.Take("while")) {
      now->target = role_.code.size();
      ReadCondition(line, now);
    } else if (line.Take("if")) {
      ReadCondition(line, now);
      line.Expect("goto");
      jumps_.emplace_back(role_.code.size(), line.TakeName());
    } else if (line.Peek() == "fence" || line.Peek() == "barrier") {
      now->access = line.Take() == "fence" ? Access::kFence : Access::kBarrier;
      ReadFlags(line, now);
    } else if (line.Take("write")) {
      ReadWord(line, /*data=*/true, now);
      now->access = Access::kWrite;
      line.Expect(":=");
      ReadValue(line, &now->value);
    } else if (line.Peek(1) == "=") {
      const std::string name = line.TakeName();
      line.Take("=");
      if (FindArray(program_, name) >= 0)
        line.Fail(absl::StrCat(name, " is a word; store with :="));
      ReadSource(line, now);
      now->result = NumberOf(name);
    } else if (Contains({"exchange", "add", "cas", "read"}, line.Peek())) {
      ReadSource(line, now);
    } else {
      ReadWord(line, /*data=*/false, now);
      now->access = line.Take(":=") ? Access::kWrite : Access::kRead;
      if (now->access == Access::kWrite) ReadValue(line, &now->value);
    }
    SetScope(line, orders, scope, now);
  }

  // The defaults, and what OpenCL C allows.
  void SetScope(Line& line, int orders, int scope, Instruction* now) const {
    const bool barrier = now->access == Access::kBarrier;
    const bool fence = now->access == Access::kFence;
    const Array* word = barrier || fence || now->access == Access::kNone
                            ? nullptr
                            : &program_.arrays[now->array];
    const bool ordered = fence || (word != nullptr && word->atomic);
    const bool local = word != nullptr && word->memory == Memory::kLocal;
    now->scope = scope >= 0         ? static_cast<Scope>(scope)
                 : local || barrier ? Scope::kWorkGroup
                                    : Scope::kDevice;
    const Order order = now->order;
    const auto loads = [](Order o) {
      return o == Order::kSeqCst || !Releases(o);
    };
    if (orders < 2)
      now->failure = loads(order)              ? order
                     : order == Order::kAcqRel ? Order::kAcquire
                                               : Order::kRelaxed;
    const bool bad = (orders == 2 && now->access != Access::kCas) ||
                     !loads(now->failure) || (orders > 0 && !ordered) ||
                     (scope >= 0 && !ordered && !barrier) ||
                     (now->access == Access::kRead && !loads(order)) ||
                     (now->access == Access::kWrite &&
                      order != Order::kSeqCst && Acquires(order));
    if (bad) line.Fail("the access cannot have this order or scope");
  }

  void ReadFlags(Line& line, Instruction* now) {
    line.Expect("(");
    do {
      const int memory = line.TakeOneOf({"global", "local"});
      if (memory >= 0) now->flags |= SetOf(static_cast<Memory>(memory));
    } while (line.Take(","));
    line.Expect(")");
  }

  void ReadCondition(Line& line, Instruction* now) {
    ReadSource(line, now);
    const bool cas = now->access == Access::kCas;
    const bool unequal = line.Take(cas ? "fails" : "!=");
    if (!unequal) line.Expect(cas ? "succeeds" : "==");
    now->branch = unequal ? Branch::kIfUnequal : Branch::kIfEqual;
    now->check = now->expected;
    if (!cas) ReadValue(line, &now->check);
  }

  void ReadSource(Line& line, Instruction* now) {
    constexpr Access kAccesses[] = {Access::kExchange, Access::kAdd,
                                    Access::kCas, Access::kRead};
    const int call = line.TakeOneOf({"exchange", "add", "cas", "read"});
    if (call < 0 && FindArray(program_, line.Peek()) < 0)
      return ReadValue(line, &now->value);
    now->access = call < 0 ? Access::kRead : kAccesses[call];
    if (now->access == Access::kRead)
      return ReadWord(line, /*data=*/call >= 0, now);
    line.Expect("(");
    ReadWord(line, /*data=*/false, now);
    line.Expect(",");
    if (now->access == Access::kCas) {
      ReadValue(line, &now->expected);
      line.Expect(",");
    }
    ReadValue(line, &now->value);
    line.Expect(")");
  }

  void ReadWord(Line& line, bool data, Instruction* now) {
    const std::string name = line.TakeName();
    const int at = FindArray(program_, name);
    if (at < 0)
      return line.Fail(absl::StrCat(name, " is not a word; declare it first"));
    now->array = static_cast<size_t>(at);
    const Array& array = program_.arrays[now->array];
    if (array.atomic == data) {
      return line.Fail(
          absl::StrCat(name, data ? " is atomic; leave out `read` and `write`"
                                  : " is data; use `read` and `write`"));
    }
    if (array.size == 1 && line.Peek() != "[") return;
    line.Expect("[");
    ReadValue(line, &now->index);
    const int index = now->index.constant;
    if (now->index.reg < 0 &&
        (index < 0 || static_cast<size_t>(index) >= array.size)) {
      line.Fail(absl::StrCat(name, " has no word ", index));
    }
    line.Expect("]");
  }

  void ReadValue(Line& line, Operand* operand) {
    const std::string name = line.Peek();
    if (name == "id" || name == "item") {
      operand->constant = static_cast<int>(name == "id" ? id_ : item_);
    } else if (registers_.count(name) != 0) {
      operand->reg = NumberOf(name);
    } else {
      operand->constant = line.TakeNumber(-kMostConstant, kMostConstant);
      return;
    }
    line.Take();
    if (line.Peek() != "+" && line.Peek() != "-") return;
    line.Take("+");
    operand->constant += line.TakeNumber(-kMostConstant, kMostConstant);
  }

  int NumberOf(const std::string& name) {
    const auto [at, added] =
        registers_.emplace(name, static_cast<int>(role_.registers.size()));
    if (added) role_.registers.push_back(name);
    return at->second;
  }

  const Program& program_;
  const size_t id_, item_;
  Role role_;
  std::map<std::string, int> registers_;
  std::map<std::string, size_t> labels_;
  std::vector<std::pair<size_t, std::string>> jumps_;
};

// The lines below a line `group` or `item`, and for which work-items they are.
struct Block {
  std::vector<Line> lines;
  size_t first_group = 0, groups = 0, first_item = 0, items = 1;
  bool own_sub_group = false;
};

class ProgramReader {
 public:
  absl::StatusOr<Program> Read(absl::string_view name, absl::string_view text) {
    size_t number = 0;
    for (absl::string_view each : absl::StrSplit(text, '\n')) {
      Line line(++number, each);
      if (!line.AtEnd()) ReadLine(line);
      if (!line.problem().empty()) return Error(name, number, line.problem());
    }
    if (blocks_.empty())
      return Error(name, number, "the program has no `group`");
    return Finish(name);
  }

 private:
  static absl::Status Error(absl::string_view name, size_t line,
                            absl::string_view problem) {
    return absl::InvalidArgumentError(
        absl::StrCat(CleanLine(name), ":", line, ": ", problem));
  }

  void ReadLine(Line& line) {
    const std::string first = line.Peek();
    if (Contains({"never", "always", "expect"}, first)) {
      demands_.push_back(line);
    } else if (Contains({"words", "data", "local", "svm"}, first)) {
      if (!blocks_.empty()) line.Fail("declare words before the first group");
      ReadArrays(line);
    } else if (program_.arrays.empty()) {
      line.Fail("begin with `words NAME, NAME`, then `group`");
    } else if (Contains({"group", "groups"}, first) ||
               (!blocks_.empty() && Contains({"item", "items"}, first))) {
      BeginBlock(line);
    } else if (blocks_.empty()) {
      line.Fail("begin with `group` or `groups N` after the words");
    } else {
      blocks_.back().lines.push_back(line);
    }
  }

  void ReadArrays(Line& line) {
    Array kind;
    if (line.Take("local")) kind.memory = Memory::kLocal;
    if (line.Take("svm")) kind.svm = true;
    kind.atomic = !line.Take("data");
    if (kind.atomic) line.Expect("words");
    do {
      kind.name = line.TakeName();
      kind.size = 1;
      if (line.Take("[")) {
        kind.size = line.TakeNumber(1, kMostWords);
        line.Expect("]");
      }
      if (FindArray(program_, kind.name) >= 0)
        line.Fail(absl::StrCat(kind.name, " is declared twice"));
      program_.arrays.push_back(kind);
    } while (line.Take(","));
    if (!line.AtEnd()) line.Fail("a comma is missing");
  }

  void BeginBlock(Line& line) {
    const std::string kind = line.Take();
    const bool several = kind == "groups" || kind == "items";
    const size_t count = several ? line.TakeNumber(1, kMostThreads) : 1;
    Block block;
    if (kind == "group" || kind == "groups") {
      block.first_group = program_.groups;
      block.groups = count;
      program_.groups += count;
    } else {
      block = blocks_.back();
      block.lines.clear();
      block.first_item += block.items;
      block.items = count;
    }
    block.own_sub_group = line.Take("sub_group");
    blocks_.push_back(std::move(block));
  }

  absl::StatusOr<Program> Finish(absl::string_view name) {
    size_t words = 0;
    for (Array& a : program_.arrays) {
      a.base = words;
      words += a.size * (a.memory == Memory::kLocal ? program_.groups : 1);
    }
    if (words > kMostWords) return Error(name, 1, "these are too many words");
    for (const Block& block : blocks_) {
      for (size_t i = 0; i < block.groups * block.items; ++i) {
        const size_t item = block.first_item + i % block.items;
        const Thread thread{program_.roles.size(),
                            block.first_group + i / block.items,
                            block.own_sub_group ? item : 0, item};
        RoleReader reader(program_, thread.group, item);
        for (Line line : block.lines) {
          reader.Read(line);
          if (!line.problem().empty())
            return Error(name, line.number(), line.problem());
        }
        std::string problem;
        program_.roles.push_back(reader.Finish(&problem));
        if (!problem.empty())
          return Error(name, block.lines.back().number(), problem);
        program_.threads.push_back(thread);
        if (program_.threads.size() > kMostThreads)
          return Error(name, 1, "too many work-items");
      }
    }
    for (Line& line : demands_) {
      ReadDemand(line);
      if (!line.AtEnd()) line.Fail("something is left over");
      if (!line.problem().empty())
        return Error(name, line.number(), line.problem());
    }
    return std::move(program_);
  }

  void ReadDemand(Line& line) {
    if (line.Take("expect")) {
      const int reading = line.TakeOneOf(kReadingNames);
      const int verdict = line.TakeOneOf(kVerdictNames);
      if (verdict < 0) return line.Fail("expect holds, fails or racy");
      const auto is = static_cast<Verdict>(verdict);
      if (reading >= 0) program_.expected[reading] = is;
      if (reading < 0) std::fill_n(program_.expected, 4, is);
      return;
    }
    program_.always = line.Take() == "always";
    do {
      program_.demand.emplace_back();
      do {
        program_.demand.back().push_back(ReadComparison(line));
      } while (line.Take("&&"));
    } while (line.Take("||"));
  }

  Comparison ReadComparison(Line& line) {
    Comparison is;
    std::vector<std::string> names;
    if (line.Peek(1) == ":") {
      is.thread =
          line.TakeNumber(0, static_cast<int>(program_.threads.size()) - 1);
      line.Take(":");
      names = program_.roles[is.thread].registers;
    } else {
      for (size_t word = 0; word < program_.Words(); ++word)
        names.push_back(program_.WordName(word));
    }
    std::string name = line.TakeName();
    if (line.Take("[")) {
      absl::StrAppend(&name, "[", line.Take(), "]");
      line.Expect("]");
    }
    const auto at = std::find(names.begin(), names.end(), name);
    if (at == names.end())
      line.Fail(absl::StrCat("\"", name, "\" is not known here"));
    is.number = static_cast<size_t>(at - names.begin());
    is.equal = !line.Take("!=");
    if (is.equal) line.Expect("==");
    is.value = line.TakeNumber(-kMostConstant, kMostConstant);
    return is;
  }

  Program program_;
  std::vector<Block> blocks_;
  std::vector<Line> demands_;
};

}  // namespace

absl::StatusOr<Program> ParseProgram(absl::string_view name,
                                     absl::string_view text) {
  return ProgramReader().Read(name, text);
}

}  // namespace memory
}  // namespace wgsync
