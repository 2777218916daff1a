// JSON for human eyes.

#ifndef WGSYNC_REPORTS_RENDER_JSON_TEXT_H_
#define WGSYNC_REPORTS_RENDER_JSON_TEXT_H_

#include <cstddef>
#include <string>

#include "nlohmann/json_fwd.hpp"

namespace wgsync {

// Plain values as "name: value; name: value" wrapped at `width`, objects and
// lists of objects below it, further in. Long lists of numbers keep their first
// elements and their length. Every line begins with `indent` spaces.
std::string JsonText(const nlohmann::json& value, size_t width, size_t indent);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_RENDER_JSON_TEXT_H_
