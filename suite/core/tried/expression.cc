#include "suite/core/tried/expression.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace wgsync {
namespace {

// A tree that is deeper would end the process that walks it.
constexpr int kDeepest = 100;

// What tells the operators and functions from one another: two letters.
constexpr int Code(absl::string_view name) {
  return name[0] + (name.size() > 1 ? 256 * name[1] : 0);
}

// Longer operators precede those that they begin with.
constexpr struct {
  absl::string_view name;
  int binds;
} kBinaries[] = {{"||", 1}, {"&&", 2}, {"==", 6}, {"!=", 6}, {"<=", 7},
                 {">=", 7}, {"<<", 8}, {">>", 8}, {"|", 3},  {"^", 4},
                 {"&", 5},  {"<", 7},  {">", 7},  {"+", 9},  {"-", 9},
                 {"*", 10}, {"/", 10}, {"%", 10}};

// `takes` so many operands, after a buffer if it is `of_buffer`.
constexpr struct {
  absl::string_view name;
  bool of_buffer;
  int takes;
} kFunctions[] = {{"sum", true, 2},  {"was", true, 1},  {"length", true, 0},
                  {"min", false, 2}, {"max", false, 2}, {"abs", false, 1},
                  {"near", false, 3}};

// Unsigned arithmetic wraps; that of int64_t must not.
int64_t Wrapped(uint64_t n) { return static_cast<int64_t>(n); }
uint64_t Bits(const Value& v) { return static_cast<uint64_t>(v.whole); }

Value Truth(bool is) { return Value::Whole(is ? 1 : 0); }

void Fail(TryScope* scope, std::string problem) {
  if (scope->problem.empty()) scope->problem = std::move(problem);
}

Value Arithmetic(int op, const Value& a, const Value& b, TryScope* scope) {
  if (a.is_real || b.is_real) {
    const double x = a.AsReal(), y = b.AsReal();
    if (op == Code("+")) return Value::Real(x + y);
    if (op == Code("-")) return Value::Real(x - y);
    if (op == Code("*")) return Value::Real(x * y);
    if (op == Code("/")) return Value::Real(x / y);
    Fail(scope, "%, &, |, ^, << and >> are for whole numbers");
    return {};
  }
  if (op == Code("/") || op == Code("%")) {
    if (b.whole == 0) {
      Fail(scope, "a division by zero");
      return {};
    }
    if (b.whole == -1) {
      return Value::Whole(op == Code("/") ? Wrapped(0 - Bits(a)) : 0);
    }
    return Value::Whole(op == Code("/") ? a.whole / b.whole
                                        : a.whole % b.whole);
  }
  const uint64_t x = Bits(a), y = Bits(b);
  const uint64_t n = op == Code("+")    ? x + y
                     : op == Code("-")  ? x - y
                     : op == Code("*")  ? x * y
                     : op == Code("|")  ? (x | y)
                     : op == Code("^")  ? (x ^ y)
                     : op == Code("&")  ? (x & y)
                     : y >= 64          ? 0
                     : op == Code("<<") ? x << y
                                        : x >> y;
  return Value::Whole(Wrapped(n));
}

bool Less(const Value& a, const Value& b) {
  return a.is_real || b.is_real ? a.AsReal() < b.AsReal() : a.whole < b.whole;
}

}  // namespace

// By precedence climbing.
class ExpressionParser {
 public:
  ExpressionParser(absl::string_view text, const Symbols& symbols)
      : text_(text), symbols_(symbols) {
    e_.text_ = std::string(absl::StripAsciiWhitespace(text));
  }

  absl::StatusOr<Expression> Run() {
    e_.root_ = Choice(0);
    Skip();
    if (problem_.empty() && at_ < text_.size()) {
      Bad("'", text_.substr(at_, 1), "' is not expected");
    }
    if (!problem_.empty()) return absl::InvalidArgumentError(problem_);
    return std::move(e_);
  }

 private:
  using Node = Expression::Node;
  using Op = Expression::Op;

  template <typename... What>
  int Bad(const What&... what) {
    if (problem_.empty()) {
      problem_ = absl::StrCat("expression '", e_.text_, "': ", what...,
                              ", at character ", at_ + 1);
    }
    at_ = text_.size();
    return Add({});
  }
  void Skip() {
    while (at_ < text_.size() && absl::ascii_isspace(text_[at_])) ++at_;
  }
  bool Take(absl::string_view token) {
    Skip();
    if (!absl::StartsWith(text_.substr(at_), token)) return false;
    at_ += token.size();
    return true;
  }
  void Want(absl::string_view token) {
    if (!Take(token)) Bad("'", token, "' is missing");
  }
  int Add(Node node) {
    e_.nodes_.push_back(std::move(node));
    return static_cast<int>(e_.nodes_.size()) - 1;
  }

  int Choice(int depth) {
    if (depth > kDeepest) return Bad("it is nested too deeply");
    const int condition = Climb(1, depth);
    if (!Take("?")) return condition;
    Node node;
    node.op = Op::kChoice;
    node.a = condition;
    node.b = Choice(depth + 1);
    Want(":");
    node.c = Choice(depth + 1);
    return Add(node);
  }

  // The nodes of a chain of operators are as deep as the chain is long.
  int Climb(int least, int depth) {
    int left = Unary(depth);
    for (int links = 0;; ++links) {
      if (links + depth > kDeepest) return Bad("it is too long");
      Skip();
      const auto op = absl::c_find_if(kBinaries, [this](const auto& row) {
        return absl::StartsWith(text_.substr(at_), row.name);
      });
      if (op == std::end(kBinaries) || op->binds < least) return left;
      at_ += op->name.size();
      Node node;
      node.op = Op::kBinary;
      node.code = Code(op->name);
      node.a = left;
      node.b = Climb(op->binds + 1, depth + 1);
      left = Add(node);
    }
  }

  int Unary(int depth) {
    if (depth > kDeepest) return Bad("it is nested too deeply");
    for (const char* op : {"-", "!", "~", "+"}) {
      if (!Take(op)) continue;
      Node node;
      node.op = Op::kUnary;
      node.code = Code(op);
      node.a = Unary(depth + 1);
      return Add(node);
    }
    return Primary(depth);
  }

  int Primary(int depth) {
    if (Take("(")) {
      const int inner = Choice(depth + 1);
      Want(")");
      return inner;
    }
    Skip();
    const char c = at_ < text_.size() ? text_[at_] : '\0';
    if (absl::ascii_isdigit(c) || c == '.') return Number();
    if (absl::ascii_isalpha(c) || c == '_') return Named(depth);
    return Bad(c == '\0' ? "it ends too early" : "a value is missing");
  }

  int Number() {
    const std::string text(text_.substr(at_));
    char *whole_end = nullptr, *real_end = nullptr;
    errno = 0;
    const int base = absl::StartsWithIgnoreCase(text, "0x") ? 16 : 10;
    const uint64_t n = std::strtoull(text.c_str(), &whole_end, base);
    const bool fits = errno == 0;
    const double x = std::strtod(text.c_str(), &real_end);
    const bool real = real_end > whole_end;
    const char* end = std::max<const char*>(whole_end, real_end);
    while (absl::StrContains(real ? "fF" : "uUlL", *end) && *end != '\0') ++end;
    if ((!real && !fits) || absl::ascii_isalnum(*end) || *end == '.') {
      while (absl::ascii_isalnum(*end) || *end == '.') ++end;
      return Bad("'", text.substr(0, end - text.c_str()), "' is not a number");
    }
    at_ += end - text.c_str();
    Node node;
    node.value = real ? Value::Real(x) : Value::Whole(Wrapped(n));
    return Add(node);
  }

  static int PlaceIn(const std::vector<std::string>& names,
                     absl::string_view name) {
    const auto it = std::find(names.begin(), names.end(), name);
    return it == names.end() ? -1 : static_cast<int>(it - names.begin());
  }

  std::string Name() {
    Skip();
    size_t end = at_;
    while (end < text_.size() &&
           (absl::ascii_isalnum(text_[end]) || text_[end] == '_')) {
      ++end;
    }
    std::string name(text_.substr(at_, end - at_));
    at_ = end;
    return name;
  }

  int Named(int depth) {
    const size_t begin = at_;
    Node node;
    node.name = Name();
    if (Take("(")) return Call(node, depth);
    if (Take("[")) {
      node.op = Op::kElement;
      node.slot = PlaceIn(symbols_.buffers, node.name);
      if (node.slot >= 0) node.a = Choice(depth + 1);
      if (node.slot >= 0) Want("]");
    } else {
      node.op = Op::kScalar;
      node.slot = PlaceIn(symbols_.scalars, node.name);
    }
    if (node.slot >= 0) return Add(node);
    at_ = begin;
    const bool is_buffer = PlaceIn(symbols_.buffers, node.name) >= 0;
    return Bad("'", node.name, "' is ",
               is_buffer ? "a buffer: name an element of it"
                         : "not known here; a line above it must describe it");
  }

  int Call(Node node, int depth) {
    const auto row = absl::c_find_if(
        kFunctions, [&](const auto& f) { return f.name == node.name; });
    if (row == std::end(kFunctions)) {
      return Bad("there is no function '", node.name,
                 "', only sum, was, length, min, max, abs and near");
    }
    node.op = Op::kCall;
    node.code = Code(node.name);
    if (row->of_buffer) {
      const std::string buffer = Name();
      node.slot = PlaceIn(symbols_.buffers, buffer);
      if (node.slot < 0) return Bad("'", buffer, "' is not a buffer");
      if (row->takes > 0) Want(",");
    }
    int* const operands[] = {&node.a, &node.b, &node.c};
    for (int i = 0; i < row->takes; ++i) {
      if (i > 0) Want(",");
      *operands[i] = Choice(depth + 1);
    }
    Want(")");
    return Add(node);
  }

  absl::string_view text_;
  const Symbols& symbols_;
  Expression e_;
  size_t at_ = 0;
  std::string problem_;
};

absl::StatusOr<Expression> Expression::Parse(absl::string_view text,
                                             const Symbols& symbols) {
  return ExpressionParser(text, symbols).Run();
}

Value Expression::EvalNode(int node, TryScope* scope) const {
  const Node& n = nodes_[node];
  switch (n.op) {
    case Op::kNumber:
      return n.value;
    case Op::kScalar:
      return scope->scalars[n.slot];
    case Op::kElement:
      return EvalElement(n, scope);
    case Op::kUnary: {
      const Value v = EvalNode(n.a, scope);
      if (n.code == '!') return Truth(!v.IsTrue());
      if (n.code == '+') return v;
      if (v.is_real) return Value::Real(-v.real);
      return Value::Whole(Wrapped(n.code == '-' ? 0 - Bits(v) : ~Bits(v)));
    }
    case Op::kBinary:
      return EvalBinary(n, scope);
    case Op::kChoice:
      return EvalNode(EvalNode(n.a, scope).IsTrue() ? n.b : n.c, scope);
    case Op::kCall:
      return EvalCall(n, scope);
  }
  return {};
}

Value Expression::EvalBinary(const Node& n, TryScope* scope) const {
  Value a = EvalNode(n.a, scope);
  if (n.code == Code("||"))
    return Truth(a.IsTrue() || EvalNode(n.b, scope).IsTrue());
  if (n.code == Code("&&"))
    return Truth(a.IsTrue() && EvalNode(n.b, scope).IsTrue());
  Value b = EvalNode(n.b, scope);
  if (n.code == Code("==") || n.code == Code("!=")) {
    const Node &left = nodes_[n.a], &right = nodes_[n.b];
    if (left.op == Op::kElement) {
      b = Converted(b, *scope->buffers[left.slot].type);
    } else if (right.op == Op::kElement) {
      a = Converted(a, *scope->buffers[right.slot].type);
    }
    return Truth(Same(a, b) == (n.code == Code("==")));
  }
  if (n.code == Code("<")) return Truth(Less(a, b));
  if (n.code == Code(">")) return Truth(Less(b, a));
  if (n.code == Code("<=")) return Truth(Less(a, b) || Same(a, b));
  if (n.code == Code(">=")) return Truth(Less(b, a) || Same(a, b));
  return Arithmetic(n.code, a, b, scope);
}

Value Expression::EvalElement(const Node& n, TryScope* scope) const {
  const TryScope::Buffer& b = scope->buffers[n.slot];
  const Value at = EvalNode(n.a, scope);
  if (at.is_real || at.whole < 0 || Bits(at) >= b.length) {
    Fail(scope, absl::StrCat(n.op == Op::kElement ? n.name : "an element", "[",
                             ValueText(at), "] is not one of its ", b.length,
                             " elements"));
    return {};
  }
  const uint8_t* memory = n.op == Op::kElement ? b.now : b.first;
  return LoadValue(*b.type, memory + Bits(at) * b.type->bytes);
}

Value Expression::EvalSum(const Node& n, TryScope* scope) const {
  const Value from = EvalNode(n.a, scope), to = EvalNode(n.b, scope);
  TryScope::Buffer& b = scope->buffers[n.slot];
  if (from.is_real || to.is_real || from.whole < 0 || to.whole < from.whole ||
      Bits(to) > b.length) {
    Fail(scope, absl::StrCat("sum() from ", ValueText(from), " to ",
                             ValueText(to), " of ", b.length, " elements"));
    return {};
  }
  if (b.sums.empty()) {
    b.sums.push_back(b.type->is_real ? Value::Real(0) : Value::Whole(0));
    for (uint64_t i = 0; i < b.length; ++i) {
      const Value v = LoadValue(*b.type, b.first + i * b.type->bytes);
      b.sums.push_back(Arithmetic(Code("+"), b.sums.back(), v, scope));
    }
  }
  return Arithmetic(Code("-"), b.sums[to.whole], b.sums[from.whole], scope);
}

Value Expression::EvalCall(const Node& n, TryScope* scope) const {
  if (n.code == Code("sum")) return EvalSum(n, scope);
  if (n.code == Code("was")) return EvalElement(n, scope);
  if (n.code == Code("length")) {
    return Value::Whole(Wrapped(scope->buffers[n.slot].length));
  }
  const Value a = EvalNode(n.a, scope);
  if (n.code == Code("abs")) {
    if (a.is_real) return Value::Real(std::fabs(a.real));
    return Value::Whole(a.whole < 0 ? Wrapped(0 - Bits(a)) : a.whole);
  }
  const Value b = EvalNode(n.b, scope);
  if (n.code == Code("min")) return Less(b, a) ? b : a;
  if (n.code == Code("max")) return Less(a, b) ? b : a;
  const double within = EvalNode(n.c, scope).AsReal();
  return Truth(std::fabs(a.AsReal() - b.AsReal()) <= within);
}

Expression::Sides Expression::SidesOf(TryScope* scope) const {
  Sides sides;
  const Node& n = nodes_[root_];
  if (n.op != Op::kBinary || n.code != Code("==")) return sides;
  for (const bool left : {true, false}) {
    const Node& element = nodes_[left ? n.a : n.b];
    if (element.op != Op::kElement) continue;
    sides.buffer = element.slot;
    sides.index = EvalNode(element.a, scope);
    sides.got = EvalElement(element, scope);
    sides.want = Converted(EvalNode(left ? n.b : n.a, scope),
                           *scope->buffers[element.slot].type);
    return sides;
  }
  return sides;
}

int Expression::BufferIndexedBy(int slot) const {
  for (const Node& n : nodes_) {
    if (n.op == Op::kElement && nodes_[n.a].op == Op::kScalar &&
        nodes_[n.a].slot == slot) {
      return n.slot;
    }
  }
  return -1;
}

bool Expression::UsesScalar(int slot) const {
  return absl::c_any_of(nodes_, [slot](const Node& n) {
    return n.op == Op::kScalar && n.slot == slot;
  });
}

bool Expression::UsesBuffers() const {
  return absl::c_any_of(nodes_, [](const Node& n) {
    return n.op == Op::kElement || (n.op == Op::kCall && n.slot >= 0);
  });
}

}  // namespace wgsync
