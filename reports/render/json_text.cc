#include "reports/render/json_text.h"

#include <algorithm>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "nlohmann/json.hpp"
#include "reports/render/text.h"

namespace wgsync {
namespace {

using nlohmann::json;

// Of a list of plain values, and of a list of objects.
constexpr size_t kListShown = 16;
constexpr size_t kObjectsShown = 8;

std::string Name(const std::string& key) {
  return absl::StrReplaceAll(OneLine(key), {{"_", " "}});
}

bool HasObjects(const json& value) {
  if (value.is_object()) return true;
  return value.is_array() &&
         absl::c_any_of(value, [](const json& v) { return v.is_structured(); });
}

std::string Plain(const json& value) {
  if (value.is_string()) return OneLine(value.get<std::string>());
  if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
  if (value.is_null()) return "-";
  if (value.is_number_float()) {
    return absl::StrFormat("%.4g", value.get<double>());
  }
  if (!value.is_array()) return value.dump();
  std::vector<std::string> shown;
  for (const json& element : value) {
    if (shown.size() == kListShown) break;
    shown.push_back(Plain(element));
  }
  std::string more = value.size() > kListShown
                         ? absl::StrCat(" ... (", value.size(), ")")
                         : "";
  return absl::StrCat("[", absl::StrJoin(shown, " "), more, "]");
}

// Numbered elements, each beginning on its number's line.
std::string ListText(const json& list, size_t width, size_t indent) {
  std::string margin(indent, ' ');
  std::string out;
  for (size_t i = 0; i < list.size(); ++i) {
    if (i == kObjectsShown) {
      absl::StrAppend(&out, margin, "... (", list.size(), ")\n");
      break;
    }
    std::string text = JsonText(list[i], width, indent + 3);
    absl::StrAppend(&out,
                    PadRight(absl::StrCat(margin, i + 1, "."), indent + 3),
                    text.substr(std::min(text.size(), indent + 3)));
  }
  return out;
}

}  // namespace

std::string JsonText(const json& value, size_t width, size_t indent) {
  std::string margin(indent, ' ');
  width = std::max(width, indent + 20);
  if (value.is_array() && HasObjects(value)) {
    return ListText(value, width, indent);
  }
  if (!value.is_object()) {
    return margin + Wrap(Plain(value), width, indent + 2, indent);
  }
  std::vector<std::string> plain;
  std::string nested;
  for (const auto& [key, field] : value.items()) {
    if (HasObjects(field)) {
      absl::StrAppend(&nested, margin, Name(key), ":\n",
                      JsonText(field, width, indent + 2));
    } else {
      plain.push_back(absl::StrCat(Name(key), ": ", Plain(field)));
    }
  }
  std::string out;
  if (!plain.empty()) {
    out = margin + Wrap(absl::StrJoin(plain, "; "), width, indent, indent);
  }
  return out + nested;
}

}  // namespace wgsync
