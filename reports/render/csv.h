// Lines of RFC 4180.

#ifndef WGSYNC_REPORTS_RENDER_CSV_H_
#define WGSYNC_REPORTS_RENDER_CSV_H_

#include <string>
#include <vector>

#include "nlohmann/json_fwd.hpp"

namespace wgsync {

// The fields, quoted where they must be, and CRLF. What a spreadsheet would
// take for a formula (it begins with = + - or @ and is not a number) gets a '
// in front.
std::string CsvLine(const std::vector<std::string>& fields);

// A string as it is, anything else as JSON has it.
std::string CsvValue(const nlohmann::ordered_json& value);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_RENDER_CSV_H_
