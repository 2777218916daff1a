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

bool Less(const Value& a, const Value& b) {
  return a.is_real || b.is_real ? a.AsReal() < b.AsReal() : a.whole < b.whole;
}

// Of all binary operators but &&, ||, == and !=.
Value Operated(int op, const Value& a, const Value& b, TryScope* scope) {
  if (op == Code("<")) return Truth(Less(a, b));
  if (op == Code(">")) return Truth(Less(b, a));
  if (op == Code("<=")) return Truth(Less(a, b) || Same(a, b));
  if (op == Code(">=")) return Truth(Less(b, a) || Same(a, b));
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

Value ElementOf(int slot, const std::string& name, bool now, const Value& at,
                TryScope* scope) {
  const TryScope::Buffer& b = scope->buffers[slot];
  if (at.is_real || at.whole < 0 || Bits(at) >= b.length) {
    Fail(scope, absl::StrCat(name, "[", ValueText(at), "] is not one of its ",
                             b.length, " elements"));
    return {};
  }
  return LoadValue(*b.type,
                   (now ? b.now : b.first.data()) + Bits(at) * b.type->bytes);
}

Value SumOf(int slot, const Value& from, const Value& to, TryScope* scope) {
  TryScope::Buffer& b = scope->buffers[slot];
  if (from.is_real || to.is_real || from.whole < 0 || to.whole < from.whole ||
      Bits(to) > b.length) {
    Fail(scope, absl::StrCat("sum() from ", ValueText(from), " to ",
                             ValueText(to), " of ", b.length, " elements"));
    return {};
  }
  if (b.sums.empty()) {
    b.sums.push_back(b.type->is_real ? Value::Real(0) : Value::Whole(0));
    for (uint64_t i = 0; i < b.length; ++i) {
      const Value v = LoadValue(*b.type, &b.first[i * b.type->bytes]);
      b.sums.push_back(Operated(Code("+"), b.sums.back(), v, scope));
    }
  }
  return Operated(Code("-"), b.sums[to.whole], b.sums[from.whole], scope);
}

}  // namespace

// By precedence climbing. Each part becomes a function of the scope.
class ExpressionParser {
 public:
  ExpressionParser(absl::string_view text, const Symbols& symbols)
      : text_(text), symbols_(symbols) {
    e_.text_ = std::string(absl::StripAsciiWhitespace(text));
  }

  absl::StatusOr<Expression> Run() {
    const Term root = Choice(0);
    Skip();
    if (problem_.empty() && at_ < text_.size()) {
      Bad("'", text_.substr(at_, 1), "' is not expected");
    }
    if (!problem_.empty()) return absl::InvalidArgumentError(problem_);
    e_.eval_ = root.eval;
    e_.sides_ = root.sides;
    e_.compared_ = root.compared;
    return std::move(e_);
  }

 private:
  using Sides = Expression::Sides;
  // Copies of a part share it: a tree of them would grow by its depth.
  using Eval = Expression::Made<Value>;
  struct Term {
    Eval eval;
    int buffer = -1;  // of an element
    Eval index;
    bool is_index = false;          // it is i
    Expression::Made<Sides> sides;  // see Expression::SidesOf
    int compared = -1;              // the buffer of these
  };

  template <typename T, typename F>
  static Expression::Made<T> Shared(F made) {
    return std::make_shared<const std::function<T(TryScope*)>>(made);
  }
  template <typename F>
  static Term Of(F eval) {
    Term term;
    term.eval = Shared<Value>(eval);
    return term;
  }
  template <typename... What>
  Term Bad(const What&... what) {
    if (problem_.empty()) {
      problem_ = absl::StrCat("expression '", e_.text_, "': ", what...,
                              ", at character ", at_ + 1);
    }
    at_ = text_.size();
    return {};
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

  Term Choice(int depth) {
    if (depth > kDeepest) return Bad("it is nested too deeply");
    const Term condition = Climb(1, depth);
    if (!Take("?")) return condition;
    const Eval is = condition.eval, b = Choice(depth + 1).eval;
    Want(":");
    const Eval c = Choice(depth + 1).eval;
    return Of([=](TryScope* s) { return ((*is)(s).IsTrue() ? *b : *c)(s); });
  }

  // The parts of a chain of operators are as deep as the chain is long.
  Term Climb(int least, int depth) {
    Term left = Unary(depth);
    for (int links = 0;; ++links) {
      if (links + depth > kDeepest) return Bad("it is too long");
      Skip();
      const auto op = absl::c_find_if(kBinaries, [this](const auto& row) {
        return absl::StartsWith(text_.substr(at_), row.name);
      });
      if (op == std::end(kBinaries) || op->binds < least) return left;
      at_ += op->name.size();
      left = Binary(Code(op->name), left, Climb(op->binds + 1, depth + 1));
    }
  }

  static Term Binary(int code, const Term& left, const Term& right) {
    const Eval a = left.eval, b = right.eval;
    if (code == Code("||") || code == Code("&&")) {
      return Of([=, decides = code == Code("||")](TryScope* s) {
        const bool is = (*a)(s).IsTrue();
        return Truth(is == decides ? is : (*b)(s).IsTrue());
      });
    }
    const bool equal = code == Code("==");
    if (!equal && code != Code("!=")) {
      return Of([=](TryScope* s) {
        const Value x = (*a)(s);
        return Operated(code, x, (*b)(s), s);
      });
    }
    const Term element = left.buffer >= 0 ? left : right;
    const Eval other = left.buffer >= 0 ? b : a;
    if (element.buffer < 0) {
      return Of(
          [=](TryScope* s) { return Truth(Same((*a)(s), (*b)(s)) == equal); });
    }
    const auto want = [=](TryScope* s) {
      return Converted((*other)(s), *s->buffers[element.buffer].type);
    };
    Term term = Of([=](TryScope* s) {
      return Truth(Same((*element.eval)(s), want(s)) == equal);
    });
    if (!equal) return term;
    term.compared = element.buffer;
    term.sides = Shared<Sides>([=](TryScope* s) {
      return Sides{element.buffer, (*element.index)(s), (*element.eval)(s),
                   want(s)};
    });
    return term;
  }

  Term Unary(int depth) {
    if (depth > kDeepest) return Bad("it is nested too deeply");
    for (const char op : {'-', '!', '~', '+'}) {
      if (!Take({&op, 1})) continue;
      return Of([op, a = Unary(depth + 1).eval](TryScope* s) {
        const Value v = (*a)(s);
        if (op == '!') return Truth(!v.IsTrue());
        if (op == '+') return v;
        if (v.is_real) return Value::Real(-v.real);
        return Value::Whole(Wrapped(op == '-' ? 0 - Bits(v) : ~Bits(v)));
      });
    }
    return Primary(depth);
  }

  Term Primary(int depth) {
    if (Take("(")) {
      const Term inner = Choice(depth + 1);
      Want(")");
      return inner;
    }
    Skip();
    const char c = at_ < text_.size() ? text_[at_] : '\0';
    if (absl::ascii_isdigit(c) || c == '.') return Number();
    if (absl::ascii_isalpha(c) || c == '_') return Named(depth);
    return Bad(c == '\0' ? "it ends too early" : "a value is missing");
  }

  Term Number() {
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
    const Value value = real ? Value::Real(x) : Value::Whole(Wrapped(n));
    return Of([value](TryScope*) { return value; });
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

  Term Named(int depth) {
    const size_t begin = at_;
    const std::string name = Name();
    if (Take("(")) return Call(name, depth);
    const int buffer = PlaceIn(symbols_.buffers, name);
    const bool is_element = Take("[");
    if (is_element && buffer >= 0) {
      const Term index = Choice(depth + 1);
      Want("]");
      e_.uses_buffers_ = true;
      e_.reads_.insert(buffer);
      if (index.is_index && e_.over_ < 0) e_.over_ = buffer;
      Term element = Of([=, at = index.eval](TryScope* s) {
        return ElementOf(buffer, name, true, (*at)(s), s);
      });
      element.buffer = buffer;
      element.index = index.eval;
      return element;
    }
    const int slot = is_element ? -1 : PlaceIn(symbols_.scalars, name);
    if (slot >= 0) {
      Term scalar = Of([slot](TryScope* s) { return s->scalars[slot]; });
      scalar.is_index = name == "i";
      e_.uses_index_ |= scalar.is_index;
      e_.uses_launch_ |= symbols_.by_launch.count(name) > 0;
      return scalar;
    }
    at_ = begin;
    return Bad("'", name, "' is ",
               buffer >= 0
                   ? "a buffer: name an element of it"
                   : "not known here; a line above it must describe it");
  }

  Term Call(const std::string& name, int depth) {
    const auto row = absl::c_find_if(
        kFunctions, [&](const auto& f) { return f.name == name; });
    if (row == std::end(kFunctions)) {
      return Bad("there is no function '", name,
                 "', only sum, was, length, min, max, abs and near");
    }
    int slot = -1;
    if (row->of_buffer) {
      const std::string buffer = Name();
      slot = PlaceIn(symbols_.buffers, buffer);
      if (slot < 0) return Bad("'", buffer, "' is not a buffer");
      if (row->takes > 0) Want(",");
      e_.uses_buffers_ = true;
    }
    std::vector<Eval> operands;
    for (int i = 0; i < row->takes; ++i) {
      if (i > 0) Want(",");
      operands.push_back(Choice(depth + 1).eval);
    }
    Want(")");
    return Of([=, code = Code(name)](TryScope* s) {
      Value v[3];
      for (size_t i = 0; i < operands.size(); ++i) v[i] = (*operands[i])(s);
      return Called(code, slot, v, s);
    });
  }

  static Value Called(int code, int slot, const Value* v, TryScope* scope) {
    if (code == Code("sum")) return SumOf(slot, v[0], v[1], scope);
    if (code == Code("was"))
      return ElementOf(slot, "an element", false, v[0], scope);
    if (code == Code("length")) {
      return Value::Whole(Wrapped(scope->buffers[slot].length));
    }
    if (code == Code("min")) return Less(v[1], v[0]) ? v[1] : v[0];
    if (code == Code("max")) return Less(v[0], v[1]) ? v[1] : v[0];
    if (code == Code("near")) {
      return Truth(std::fabs(v[0].AsReal() - v[1].AsReal()) <= v[2].AsReal());
    }
    if (v[0].is_real) return Value::Real(std::fabs(v[0].real));  // abs
    return Value::Whole(v[0].whole < 0 ? Wrapped(0 - Bits(v[0])) : v[0].whole);
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

}  // namespace wgsync
