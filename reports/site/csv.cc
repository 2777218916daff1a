#include "reports/site/csv.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "nlohmann/json.hpp"

namespace wgsync {

std::string CsvLine(const std::vector<std::string>& fields) {
  return absl::StrCat(
      absl::StrJoin(fields, ",",
                    [](std::string* out, const std::string& field) {
                      if (field.find_first_of(",\"\r\n") == std::string::npos) {
                        *out += field;
                        return;
                      }
                      absl::StrAppend(
                          out, "\"",
                          absl::StrReplaceAll(field, {{"\"", "\"\""}}), "\"");
                    }),
      "\r\n");
}

std::string CsvValue(const nlohmann::ordered_json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

}  // namespace wgsync
