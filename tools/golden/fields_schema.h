// Makes the JSON Schema (draft 2020-12) of a struct from its list of fields:
//
//   schema::Of<LaunchRecord>()
//
// schema_files_test compares it with the published files in reports/schema/.

#ifndef WGSYNC_TOOLS_GOLDEN_FIELDS_SCHEMA_H_
#define WGSYNC_TOOLS_GOLDEN_FIELDS_SCHEMA_H_

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "nlohmann/json.hpp"
#include "suite/core/base/field_visitor.h"

namespace wgsync {
namespace schema {

// The object that `visit` lists the fields of. A field that a writer may leave
// out, or that older files lack, is not required.
nlohmann::json OfFields(absl::FunctionRef<void(FieldVisitor&)> visit);

template <typename T>
nlohmann::json Of() {
  T value;
  return OfFields([&value](FieldVisitor& v) { value.Fields(v); });
}

// A string that is one of `names`.
nlohmann::json OneOf(absl::Span<const absl::string_view> names);

}  // namespace schema
}  // namespace wgsync

#endif  // WGSYNC_TOOLS_GOLDEN_FIELDS_SCHEMA_H_
