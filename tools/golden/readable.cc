#include "tools/golden/readable.h"

#include <zlib.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "nlohmann/json.hpp"

namespace wgsync {
namespace {

using nlohmann::json;

constexpr size_t kContextLines = 2;

std::string OnOneLine(const json& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

void Append(const json& value, int depth, size_t indent, std::string* out) {
  if (depth == 0 || !value.is_structured() || value.empty()) {
    *out += OnOneLine(value);
    return;
  }
  const std::string margin(indent + 1, ' ');
  absl::string_view separator = "";
  *out += value.is_object() ? "{\n" : "[\n";
  for (const auto& [key, member] : value.items()) {
    absl::StrAppend(out, separator, margin);
    if (value.is_object()) absl::StrAppend(out, OnOneLine(key), ": ");
    Append(member, depth - 1, indent + 1, out);
    separator = ",\n";
  }
  absl::StrAppend(out, "\n", std::string(indent, ' '),
                  value.is_object() ? "}" : "]");
}

// The text of the script with this id; "" if the page has none.
std::string ScriptOf(const std::string& html, absl::string_view id) {
  const size_t at = html.find(absl::StrCat("id=\"", id, "\">"));
  if (at == std::string::npos) return "";
  const size_t begin = html.find('>', at) + 1;
  return html.substr(begin, html.find("</script>", begin) - begin);
}

// The inverse of Packed() (reports/site/page.h); "" if it cannot be unpacked.
std::string Unpacked(absl::string_view text) {
  std::string packed;
  if (!absl::Base64Unescape(text, &packed)) return "";
  constexpr size_t kMostBytes = 16 << 20;
  std::string bytes(kMostBytes, '\0');
  uLongf size = bytes.size();
  const int status =
      uncompress(reinterpret_cast<Bytef*>(&bytes[0]), &size,
                 reinterpret_cast<const Bytef*>(packed.data()), packed.size());
  bytes.resize(status == Z_OK ? size : 0);
  return bytes;
}

std::string ReadableBlock(absl::string_view name, absl::string_view text,
                          int depth) {
  json value = json::parse(text.begin(), text.end(), nullptr,
                           /*allow_exceptions=*/false);
  if (value.is_discarded()) return absl::StrCat(name, ": not JSON\n");
  if (value.is_array()) {  // rows of cells, or null
    for (json& row : value) {
      for (json& cell : row) {
        if (cell.is_object()) cell.erase("source");
      }
    }
  }
  return absl::StrCat(name, " ", ReadableJson(value, depth), "\n");
}

}  // namespace

std::string Readable(absl::string_view bytes) {
  std::string out;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\n' || absl::ascii_isprint(byte)) {
      out += c;
    } else {
      absl::StrAppendFormat(&out, "⟦%02x⟧", byte);
    }
  }
  return out;
}

std::string ReadableJson(const json& value, int depth) {
  std::string out;
  Append(value, depth, 0, &out);
  return out;
}

std::string ReadablePage(const std::string& html) {
  std::string out = ReadableBlock("index", ScriptOf(html, "index"), 3);
  for (size_t i = 0;; ++i) {
    const std::string id = absl::StrCat("details", i);
    const std::string block = ScriptOf(html, id);
    if (block.empty()) return out;
    out += ReadableBlock(id, Unpacked(block), 4);
  }
}

std::string FirstDifference(absl::string_view expected, absl::string_view now) {
  if (expected == now) return "";
  const std::vector<absl::string_view> old = absl::StrSplit(expected, '\n');
  const std::vector<absl::string_view> is = absl::StrSplit(now, '\n');
  size_t line = 0;
  while (line < old.size() && line < is.size() && old[line] == is[line]) ++line;
  std::string out = absl::StrCat("line ", line + 1, " differs:\n");
  for (size_t i = line - std::min(line, kContextLines); i < line; ++i) {
    absl::StrAppend(&out, "   ", old[i], "\n");
  }
  absl::StrAppend(&out, "  -", line < old.size() ? old[line] : "(the end)",
                  "\n  +", line < is.size() ? is[line] : "(the end)", "\n");
  return out;
}

}  // namespace wgsync
