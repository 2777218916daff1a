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
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "suite/core/tried/element.h"

namespace wgsync {

// The names that an expression may use, in the order of TryScope's values.
struct Symbols {
  std::vector<std::string> scalars, buffers;  // of equal ones the first
  std::set<std::string> by_launch;  // scalars that each launch changes
};

// What the names mean. Not thread-safe.
struct TryScope {
  struct Buffer {
    const ElementType* type = nullptr;
    uint64_t length = 0;
    std::vector<uint8_t> first;  // as it was before the launch
    const uint8_t* now = nullptr;
    std::vector<Value> sums;  // of `first`, made by the first sum()
    // In the half of the shared memory that is live (launch/layout.h), in whole
    // pages; of which argument.
    uint64_t offset = 0, bytes = 0;
    int argument = 0;
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
  Value Eval(TryScope* scope) const { return (*eval_)(scope); }

  // Of a comparison `buffer[index] == value` or the other way round: its two
  // sides; -1 of anything else.
  struct Sides {
    int buffer = -1;
    Value index, got, want;
  };
  Sides SidesOf(TryScope* scope) const {
    return sides_ ? (*sides_)(scope) : Sides();
  }

  bool uses_index() const { return uses_index_; }    // the scalar i
  bool uses_launch() const { return uses_launch_; }  // of Symbols::by_launch
  bool uses_buffers() const { return uses_buffers_; }
  // The first buffer that has i as its whole index; -1: none.
  int over() const { return over_; }
  // The buffer of Sides, and all whose elements it reads as they are now.
  int compared() const { return compared_; }
  const std::set<int>& reads() const { return reads_; }
  const std::string& text() const { return text_; }

 private:
  friend class ExpressionParser;
  template <typename T>
  using Made = std::shared_ptr<const std::function<T(TryScope*)>>;

  std::string text_;
  Made<Value> eval_;
  Made<Sides> sides_;  // nullptr: it is not such a comparison
  bool uses_index_ = false, uses_launch_ = false, uses_buffers_ = false;
  int over_ = -1, compared_ = -1;
  std::set<int> reads_;
};

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_TRIED_EXPRESSION_H_
