#include "suite/core/tried/element.h"

#include <cmath>
#include <cstring>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"

namespace wgsync {
namespace {

constexpr ElementType kTypes[] = {
    {"char", 1, false, true},  {"uchar", 1, false, false},
    {"short", 2, false, true}, {"ushort", 2, false, false},
    {"int", 4, false, true},   {"uint", 4, false, false},
    {"long", 8, false, true},  {"ulong", 8, false, false},
    {"float", 4, true, true},  {"double", 8, true, true},
};

int64_t Rounded(double x) {
  constexpr double kBeyond = 9223372036854775808.0;
  if (!(x > -kBeyond && x < kBeyond)) return 0;  // NaN too
  return static_cast<int64_t>(x);
}

}  // namespace

const ElementType* FindElementType(absl::string_view name) {
  for (const ElementType& type : kTypes) {
    if (type.name == name) return &type;
  }
  return nullptr;
}

const ElementType* NamedType(absl::string_view text, uint32_t* width) {
  std::string name = absl::StrReplaceAll(text, {{"unsigned ", "u"}});
  for (const char* other :
       {"const", "volatile", "restrict", "_Atomic", "atomic_", "(", ")", "*"}) {
    absl::StrReplaceAll({{other, ""}}, &name);
  }
  name = std::string(absl::StripAsciiWhitespace(name));
  const size_t letters = name.find_last_not_of("0123456789") + 1;
  *width = 1;
  for (const uint32_t elements : {2, 3, 4, 8, 16}) {
    if (name.substr(letters) != absl::StrCat(elements)) continue;
    *width = elements == 3 ? 4 : elements;
    name.resize(letters);
  }
  return FindElementType(name);
}

bool Same(const Value& a, const Value& b) {
  return a.is_real || b.is_real ? a.AsReal() == b.AsReal() : a.whole == b.whole;
}

std::string ValueText(const Value& v) {
  if (!v.is_real) return absl::StrCat(v.whole);
  // As many digits as tell it from its neighbours.
  const bool narrow = static_cast<double>(static_cast<float>(v.real)) == v.real;
  return narrow ? absl::StrFormat("%.9g", v.real)
                : absl::StrFormat("%.17g", v.real);
}

bool Holds(const ElementType& type, const Value& v) {
  if (type.is_real) {
    return type.bytes == 8 || !std::isfinite(v.AsReal()) ||
           std::isfinite(static_cast<float>(v.AsReal()));
  }
  const int64_t n = v.is_real ? Rounded(v.real) : v.whole;
  if (v.is_real && static_cast<double>(n) != v.real) return false;
  const unsigned bits = 8 * type.bytes;
  return bits == 64 || (n >= -(int64_t{1} << (bits - 1)) && n >> bits <= 0);
}

Value Converted(const Value& v, const ElementType& type) {
  uint8_t bytes[8] = {};
  StoreValue(v, type, bytes);
  return LoadValue(type, bytes);
}

void StoreValue(const Value& v, const ElementType& type, uint8_t* at) {
  if (type.is_real) {
    const double x = v.AsReal();
    const float narrow = static_cast<float>(x);
    memcpy(at, type.bytes == 4 ? static_cast<const void*>(&narrow) : &x,
           type.bytes);
    return;
  }
  // Little-endian, as every device that the suite runs on.
  const int64_t n = v.is_real ? Rounded(v.real) : v.whole;
  memcpy(at, &n, type.bytes);
}

Value LoadValue(const ElementType& type, const uint8_t* at) {
  if (type.is_real) {
    float narrow = 0;
    double x = 0;
    memcpy(type.bytes == 4 ? static_cast<void*>(&narrow) : &x, at, type.bytes);
    return Value::Real(type.bytes == 4 ? narrow : x);
  }
  uint64_t n = 0;
  memcpy(&n, at, type.bytes);
  const unsigned unused = 64 - 8 * type.bytes;
  if (type.is_signed) {
    return Value::Whole(static_cast<int64_t>(n << unused) >> unused);
  }
  return Value::Whole(static_cast<int64_t>(n));
}

}  // namespace wgsync
