#include "suite/core/base/parse_json.h"

#include <utility>

#include "nlohmann/json.hpp"
#include "suite/core/base/clean_text.h"

namespace wgsync {
namespace {

// Never less than the depth of `text` where it is JSON.
size_t DepthOf(absl::string_view text) {
  size_t depth = 0, deepest = 0;
  bool in_string = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') ++i;
      if (c == '"') in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '[' || c == '{') {
      if (++depth > deepest) deepest = depth;
    } else if ((c == ']' || c == '}') && depth > 0) {
      --depth;
    }
  }
  return deepest;
}

// At most kDeepestJson deep.
void Clean(nlohmann::json* value) {
  if (value->is_string()) {
    std::string& text = value->get_ref<std::string&>();
    text = CleanText(text, kLongestString);
  } else if (value->is_array()) {
    for (nlohmann::json& element : *value) Clean(&element);
  } else if (value->is_object()) {
    nlohmann::json clean = nlohmann::json::object();
    for (auto& [name, member] : value->items()) {
      Clean(&member);
      clean[CleanText(name, kLongestString)] = std::move(member);
    }
    *value = std::move(clean);
  }
}

}  // namespace

nlohmann::json ParseJson(absl::string_view text) {
  if (DepthOf(text) > kDeepestJson) {
    return nlohmann::json(nlohmann::json::value_t::discarded);
  }
  nlohmann::json value =
      nlohmann::json::parse(text.begin(), text.end(), /*cb=*/nullptr,
                            /*allow_exceptions=*/false);
  Clean(&value);
  return value;
}

std::string JsonText(const nlohmann::json& value, int indent) {
  const auto replace = nlohmann::json::error_handler_t::replace;
  return value.dump(indent, ' ', false, replace) + "\n";
}

}  // namespace wgsync
