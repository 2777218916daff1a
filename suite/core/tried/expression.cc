#include "suite/core/tried/expression.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

namespace wgsync {
namespace {

// A tree that is deeper would end the process that walks it.
constexpr int kDeepest = 100;

enum Binary {
  kOr,
  kAnd,
  kBitOr,
  kBitXor,
  kBitAnd,
  kEqual,
  kNotEqual,
  kAtMost,
  kAtLeast,
  kLeft,
  kRight,
  kLess,
  kMore,
  kPlus,
  kMinus,
  kTimes,
  kDivided,
  kRemainder
};
// Longer operators precede those that they begin with.
constexpr struct {
  absl::string_view name;
  Binary code;
  int binds;
} kBinaries[] = {
    {"||", kOr, 1},       {"&&", kAnd, 2},     {"==", kEqual, 6},
    {"!=", kNotEqual, 6}, {"<=", kAtMost, 7},  {">=", kAtLeast, 7},
    {"<<", kLeft, 8},     {">>", kRight, 8},   {"|", kBitOr, 3},
    {"^", kBitXor, 4},    {"&", kBitAnd, 5},   {"<", kLess, 7},
    {">", kMore, 7},      {"+", kPlus, 9},     {"-", kMinus, 9},
    {"*", kTimes, 10},    {"/", kDivided, 10}, {"%", kRemainder, 10},
};

enum Function { kMin, kMax, kAbs, kNear };
constexpr struct {
  absl::string_view name;
  Function code;
  int takes;
} kFunctions[] = {
    {"min", kMin, 2}, {"max", kMax, 2}, {"abs", kAbs, 1}, {"near", kNear, 3}};

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
    switch (op) {
      case kPlus:
        return Value::Real(x + y);
      case kMinus:
        return Value::Real(x - y);
      case kTimes:
        return Value::Real(x * y);
      case kDivided:
        return Value::Real(x / y);
      default:
        Fail(scope, "%, &, |, ^, << and >> are for whole numbers");
        return {};
    }
  }
  if (op == kDivided || op == kRemainder) {
    if (b.whole == 0) {
      Fail(scope, "a division by zero");
      return {};
    }
    if (b.whole == -1) {
      return Value::Whole(op == kDivided ? Wrapped(0 - Bits(a)) : 0);
    }
    return Value::Whole(op == kDivided ? a.whole / b.whole : a.whole % b.whole);
  }
  const uint64_t x = Bits(a), y = Bits(b);
  const uint64_t n = op == kPlus     ? x + y
                     : op == kMinus  ? x - y
                     : op == kTimes  ? x * y
                     : op == kBitOr  ? (x | y)
                     : op == kBitXor ? (x ^ y)
                     : op == kBitAnd ? (x & y)
                     : y >= 64       ? 0
                     : op == kLeft   ? x << y
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
      Bad(absl::StrCat("'", text_.substr(at_, 1), "' is not expected"));
    }
    if (!problem_.empty()) return absl::InvalidArgumentError(problem_);
    return std::move(e_);
  }

 private:
  using Node = Expression::Node;
  using Op = Expression::Op;

  int Bad(absl::string_view what) {
    if (problem_.empty()) {
      problem_ = absl::StrCat("expression '", e_.text_, "': ", what,
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
    if (!Take(token)) Bad(absl::StrCat("'", token, "' is missing"));
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
      const auto op = std::find_if(
          std::begin(kBinaries), std::end(kBinaries), [this](const auto& row) {
            return absl::StartsWith(text_.substr(at_), row.name);
          });
      if (op == std::end(kBinaries) || op->binds < least) return left;
      at_ += op->name.size();
      Node node;
      node.op = Op::kBinary;
      node.code = op->code;
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
      node.code = static_cast<unsigned char>(*op);
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
    size_t end = at_;
    const bool hex = absl::StartsWithIgnoreCase(text_.substr(at_), "0x");
    bool real = false;
    for (; end < text_.size(); ++end) {
      const char c = text_[end];
      const bool sign = (c == '-' || c == '+') && !hex && end > at_ &&
                        absl::ascii_tolower(text_[end - 1]) == 'e';
      if (!absl::ascii_isalnum(c) && c != '.' && !sign) break;
      real = real || c == '.' || (!hex && absl::ascii_tolower(c) == 'e');
    }
    std::string digits(text_.substr(at_, end - at_));
    const auto suffix = [&](absl::string_view letters) {
      while (!digits.empty() && absl::StrContains(letters, digits.back())) {
        digits.pop_back();
      }
    };
    suffix(real ? "fF" : hex ? "uUlL" : "uUlLfF");
    Node node;
    uint64_t n = 0;
    double x = 0;
    if (real  ? absl::SimpleAtod(digits, &x)
        : hex ? absl::SimpleHexAtoi(digits, &n)
              : absl::SimpleAtoi(digits, &n)) {
      node.value = real ? Value::Real(x) : Value::Whole(Wrapped(n));
      at_ = end;
      return Add(node);
    }
    return Bad(absl::StrCat("'", digits, "' is not a number"));
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
    return Bad(absl::StrCat(
        "'", node.name, "' is ",
        is_buffer ? "a buffer: name an element of it"
                  : "not known here; a line above it must describe it"));
  }

  int Call(Node node, int depth) {
    const bool of_buffer =
        node.name == "sum" || node.name == "was" || node.name == "length";
    int takes = node.name == "sum" ? 3 : node.name == "was" ? 2 : 1;
    if (of_buffer) {
      node.op = node.name == "sum"   ? Op::kSum
                : node.name == "was" ? Op::kWas
                                     : Op::kLength;
      const std::string buffer = Name();
      node.slot = PlaceIn(symbols_.buffers, buffer);
      if (node.slot < 0) {
        return Bad(absl::StrCat("'", buffer, "' is not a buffer"));
      }
    } else {
      node.op = Op::kCall;
      const auto row =
          std::find_if(std::begin(kFunctions), std::end(kFunctions),
                       [&](const auto& f) { return f.name == node.name; });
      if (row == std::end(kFunctions)) {
        return Bad(absl::StrCat("there is no function '", node.name,
                                "', only sum, was, length, min, max, abs and "
                                "near"));
      }
      node.code = row->code;
      takes = row->takes;
    }
    int* const operands[] = {&node.a, &node.b, &node.c};
    int next = 0;
    for (int i = of_buffer ? 1 : 0; i < takes; ++i) {
      if (i > 0) Want(",");
      *operands[next++] = Choice(depth + 1);
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
    case Op::kWas:
      return EvalElement(n, scope);
    case Op::kSum:
      return EvalSum(n, scope);
    case Op::kLength:
      return Value::Whole(Wrapped(scope->buffers[n.slot].length));
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
  const Value a = EvalNode(n.a, scope);
  if (n.code == kOr) return Truth(a.IsTrue() || EvalNode(n.b, scope).IsTrue());
  if (n.code == kAnd) return Truth(a.IsTrue() && EvalNode(n.b, scope).IsTrue());
  const Value b = EvalNode(n.b, scope);
  switch (n.code) {
    case kEqual:
    case kNotEqual: {
      Value x = a, y = b;
      const Node &left = nodes_[n.a], &right = nodes_[n.b];
      if (left.op == Op::kElement) {
        y = Converted(b, *scope->buffers[left.slot].type);
      } else if (right.op == Op::kElement) {
        x = Converted(a, *scope->buffers[right.slot].type);
      }
      return Truth(Same(x, y) == (n.code == kEqual));
    }
    case kLess:
      return Truth(Less(a, b));
    case kMore:
      return Truth(Less(b, a));
    case kAtMost:
      return Truth(Less(a, b) || Same(a, b));
    case kAtLeast:
      return Truth(Less(b, a) || Same(a, b));
    default:
      return Arithmetic(n.code, a, b, scope);
  }
}

Value Expression::EvalElement(const Node& n, TryScope* scope) const {
  const TryScope::Buffer& b = scope->buffers[n.slot];
  const Value at = EvalNode(n.a, scope);
  if (at.is_real || at.whole < 0 || Bits(at) >= b.length) {
    Fail(scope, absl::StrCat(n.name == "was" ? "an element" : n.name, "[",
                             ValueText(at), "] is not one of its ", b.length,
                             " elements"));
    return {};
  }
  const uint8_t* memory = n.op == Op::kWas ? b.first : b.now;
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
      b.sums.push_back(Arithmetic(kPlus, b.sums.back(), v, scope));
    }
  }
  return Arithmetic(kMinus, b.sums[to.whole], b.sums[from.whole], scope);
}

Value Expression::EvalCall(const Node& n, TryScope* scope) const {
  const Value a = EvalNode(n.a, scope);
  if (n.code == kAbs) {
    if (a.is_real) return Value::Real(std::fabs(a.real));
    return Value::Whole(a.whole < 0 ? Wrapped(0 - Bits(a)) : a.whole);
  }
  const Value b = EvalNode(n.b, scope);
  if (n.code == kMin) return Less(b, a) ? b : a;
  if (n.code == kMax) return Less(a, b) ? b : a;
  const double within = EvalNode(n.c, scope).AsReal();
  return Truth(std::fabs(a.AsReal() - b.AsReal()) <= within);
}

Expression::Sides Expression::SidesOf(TryScope* scope) const {
  Sides sides;
  const Node& n = nodes_[root_];
  if (n.op != Op::kBinary || n.code != kEqual) return sides;
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
  return std::any_of(nodes_.begin(), nodes_.end(), [slot](const Node& n) {
    return n.op == Op::kScalar && n.slot == slot;
  });
}

bool Expression::UsesBuffers() const {
  return std::any_of(nodes_.begin(), nodes_.end(), [](const Node& n) {
    return n.op == Op::kElement || n.op == Op::kWas || n.op == Op::kSum ||
           n.op == Op::kLength;
  });
}

}  // namespace wgsync
