// The expressions of a tried kernel's description: lengths, initial values, and
// conditions of right elements. Pure.
//
//   out[i] == sum(in, 0, i + 1) && flag[i / items] != 0
//
// Operators are those of C, `?:` too. Whole numbers have 64 bits and wrap, as
// do the elements of unsigned types; with a float or double, double. Where an
// element is compared by == or !=, the other side is converted to its type.

#ifndef WGSYNC_SUITE_CORE_TRIED_EXPRESSION_H_
#define WGSYNC_SUITE_CORE_TRIED_EXPRESSION_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "suite/core/tried/element.h"

namespace wgsync {

// The names that an expression may use, in the order of TryScope's values.
struct Symbols {
  std::vector<std::string> scalars, buffers;
};

// What the names mean. Not thread-safe.
struct TryScope {
  struct Buffer {
    const ElementType* type = nullptr;
    uint64_t length = 0;
    const uint8_t* first = nullptr;  // as it was before the launch
    const uint8_t* now = nullptr;
    std::vector<Value> sums;  // of `first`, made by the first sum()
  };
  std::vector<Value> scalars;
  std::vector<Buffer> buffers;
  std::string problem;  // of the first evaluation that could not be made
};

class Expression {
 public:
  // An error names the mistake and its character.
  static absl::StatusOr<Expression> Parse(absl::string_view text,
                                          const Symbols& symbols);

  // 0, and scope->problem set, where the expression has no value: a division by
  // zero, an element that is not there.
  Value Eval(TryScope* scope) const { return EvalNode(root_, scope); }

  // Of a comparison `buffer[index] == value` or the other way round: its two
  // sides; -1 of anything else.
  struct Sides {
    int buffer = -1;
    Value index, got, want;
  };
  Sides SidesOf(TryScope* scope) const;

  // The first buffer that has the scalar `slot` as its whole index; -1: none.
  int BufferIndexedBy(int slot) const;
  // The expression uses the scalar or the buffer.
  bool UsesScalar(int slot) const;
  bool UsesBuffers() const;
  const std::string& text() const { return text_; }

 private:
  friend class ExpressionParser;
  enum class Op { kNumber, kScalar, kElement, kUnary, kBinary, kChoice, kCall };
  struct Node {
    Op op = Op::kNumber;
    std::string name;
    int code = 0;   // of an operator or function
    int slot = -1;  // of a scalar or buffer, in Symbols
    Value value;
    int a = -1, b = -1, c = -1;
  };
  Value EvalNode(int node, TryScope* scope) const;
  Value EvalBinary(const Node& n, TryScope* scope) const;
  Value EvalElement(const Node& n, TryScope* scope) const;
  Value EvalSum(const Node& n, TryScope* scope) const;
  Value EvalCall(const Node& n, TryScope* scope) const;

  std::string text_;
  std::vector<Node> nodes_;
  int root_ = -1;
};

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_TRIED_EXPRESSION_H_
