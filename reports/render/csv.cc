#include "reports/render/csv.h"

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "nlohmann/json.hpp"

namespace wgsync {

namespace {

bool IsFormula(const std::string& field) {
  double ignored = 0;
  return !field.empty() && absl::StrContains("=+-@", field[0]) &&
         !absl::SimpleAtod(field, &ignored);
}

}  // namespace

std::string CsvLine(const std::vector<std::string>& fields) {
  return absl::StrCat(
      absl::StrJoin(fields, ",",
                    [](std::string* out, std::string field) {
                      if (IsFormula(field)) field.insert(0, "'");
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
