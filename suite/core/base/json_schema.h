// JSON Schemas (draft 2020-12) of what the program writes.
//
// A struct with Fields() has its schema by its list of fields, so that the two
// cannot differ:
//
//   schema::Of<LaunchRecord>()
//
// A document that is put together by hand has its schema next to the function
// that writes it:
//
//   return schema::Document(
//       "list", 1, {{"tier", schema::Text()},
//                   {"cases", schema::ListOf(schema::Of<PlannedCase>())}});
//
// A schema allows fields that it does not name, since a field may be added at
// any time. tools/golden/schema_test.sh is strict: there no field may be
// unnamed.

#ifndef WGSYNC_SUITE_CORE_BASE_JSON_SCHEMA_H_
#define WGSYNC_SUITE_CORE_BASE_JSON_SCHEMA_H_

#include <string>
#include <utility>
#include <vector>

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

nlohmann::json Any();
nlohmann::json Text();
nlohmann::json Flag();
nlohmann::json Number();
nlohmann::json Whole();  // a whole number of either sign
nlohmann::json Count();  // a whole number, 0 or more
nlohmann::json OneOf(absl::Span<const absl::string_view> names);
nlohmann::json ListOf(nlohmann::json element);
// An object with names that are data, each with such a value.
nlohmann::json MapOf(nlohmann::json value);
nlohmann::json MapOf(absl::Span<const absl::string_view> names,
                     nlohmann::json value);
nlohmann::json NullOr(nlohmann::json value);

using Properties = std::vector<std::pair<std::string, nlohmann::json>>;
// All of `properties` are required, and `optional` may come too.
nlohmann::json Object(const Properties& properties,
                      const Properties& optional = {});
// The same added to the schema of an object.
nlohmann::json With(nlohmann::json object, const Properties& properties,
                    const Properties& optional = {});
// The object's schema with every field required: it has been written just now.
nlohmann::json Full(nlohmann::json object);

// A whole document: {"kind":KIND,"schema":VERSION,...}.
nlohmann::json Document(absl::string_view kind, int version,
                        const Properties& properties);
nlohmann::json DocumentOf(absl::string_view kind, int version,
                          nlohmann::json object);
// Names the language of schemas, which only the outermost schema does.
nlohmann::json Published(absl::string_view title, nlohmann::json schema);

}  // namespace schema
}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_BASE_JSON_SCHEMA_H_
