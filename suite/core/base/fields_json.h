// Structs with Fields() as JSON objects: see field_visitor.h.

#ifndef WGSYNC_SUITE_CORE_BASE_FIELDS_JSON_H_
#define WGSYNC_SUITE_CORE_BASE_FIELDS_JSON_H_

#include <string>
#include <utility>

#include "absl/functional/function_ref.h"
#include "nlohmann/json.hpp"
#include "suite/core/base/field_visitor.h"

namespace wgsync {

// The object that `visit` lists the fields of.
nlohmann::json WriteFields(absl::FunctionRef<void(FieldVisitor&)> visit);
// Sets what `visit` lists. Returns the first error, for example
// "\"evidence.ending\" is not a string", or "".
std::string ReadFields(const nlohmann::json& j,
                       absl::FunctionRef<void(FieldVisitor&)> visit);
// The first name, in the order of names, whose values differ; "" where all are
// equal.
std::string FirstDifference(const nlohmann::json& a, const nlohmann::json& b);

template <typename T>
nlohmann::json FieldsToJson(T value) {
  return WriteFields([&value](FieldVisitor& v) { value.Fields(v); });
}

// Leaves *value alone where it returns an error.
template <typename T>
std::string FieldsFromJson(const nlohmann::json& j, T* value) {
  T read = *value;
  std::string error =
      ReadFields(j, [&read](FieldVisitor& v) { read.Fields(v); });
  if (error.empty()) *value = std::move(read);
  return error;
}

// The first field of `a` that `b` has another value of; "" where all are equal.
template <typename T>
std::string FirstDifferentField(const T& a, const T& b) {
  return FirstDifference(FieldsToJson(a), FieldsToJson(b));
}

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_BASE_FIELDS_JSON_H_
