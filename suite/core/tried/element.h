// Elements of a tried kernel's buffers: their types, and their values as the
// expressions have them. Pure.

#ifndef WGSYNC_SUITE_CORE_TRIED_ELEMENT_H_
#define WGSYNC_SUITE_CORE_TRIED_ELEMENT_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"

namespace wgsync {

// OpenCL C's scalar types, and what one is.
struct ElementType {
  absl::string_view name;
  uint32_t bytes = 0;
  bool is_real = false, is_signed = false;
};
// nullptr: none has this name.
const ElementType* FindElementType(absl::string_view name);
// The type that a driver or a line names: "const volatile uint*", "uint4*",
// "atomic_uint*", "unsigned int"; nullptr of any other. `width`: elements of a
// vector.
const ElementType* NamedType(absl::string_view text, uint32_t* width);

struct Value {
  bool is_real = false;
  int64_t whole = 0;
  double real = 0;

  static Value Whole(int64_t n) { return {false, n, 0}; }
  static Value Real(double x) { return {true, 0, x}; }
  double AsReal() const { return is_real ? real : static_cast<double>(whole); }
  bool IsTrue() const { return is_real ? real != 0 : whole != 0; }
};
bool Same(const Value& a, const Value& b);
std::string ValueText(const Value& v);

// Whether the type's bits hold it: of whole numbers, signed or not.
bool Holds(const ElementType& type, const Value& v);
// As the type stores it.
Value Converted(const Value& v, const ElementType& type);
void StoreValue(const Value& v, const ElementType& type, uint8_t* at);
Value LoadValue(const ElementType& type, const uint8_t* at);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_TRIED_ELEMENT_H_
