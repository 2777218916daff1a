#include "reports/render/markdown.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "reports/render/text.h"

namespace wgsync {
namespace {

// More backticks than `text` has in a row, and at least `least`.
std::string Fence(absl::string_view text, size_t least) {
  size_t longest = 0, row = 0;
  for (const char c : text) {
    row = c == '`' ? row + 1 : 0;
    longest = std::max(longest, row);
  }
  return std::string(std::max(least, longest + 1), '`');
}

}  // namespace

std::string MarkdownText(absl::string_view text) {
  return absl::StrReplaceAll(OneLine(text), {{"\\", "\\\\"},
                                             {"&", "&amp;"},
                                             {"<", "&lt;"},
                                             {">", "&gt;"},
                                             {"|", "\\|"},
                                             {"*", "\\*"},
                                             {"_", "\\_"},
                                             {"`", "\\`"},
                                             {"~~", "\\~\\~"},
                                             {"](", "]\\("},
                                             {"][", "]\\["},
                                             // A space of no width: escapes
                                             // do not stop a mention.
                                             {"@", "@&#8203;"},
                                             {"://", ":\\//"},
                                             {"www.", "www\\."}});
}

std::string MarkdownCode(absl::string_view text) {
  const std::string line = OneLine(text);
  if (line.empty()) return "";
  const std::string fence = Fence(line, 1);
  // A backtick at an end would join the fence.
  const char* space = fence.size() > 1 ? " " : "";
  return absl::StrCat(fence, space, line, space, fence);
}

std::string MarkdownCellCode(absl::string_view text) {
  return absl::StrReplaceAll(MarkdownCode(text), {{"|", "\\|"}});
}

std::string MarkdownBlock(absl::string_view language, absl::string_view text) {
  const std::string fence = Fence(text, 3);
  return absl::StrCat(fence, language, "\n", Printable(text), "\n", fence,
                      "\n");
}

std::string MarkdownRow(const std::vector<std::string>& cells) {
  return absl::StrCat("| ", absl::StrJoin(cells, " | "), " |\n");
}

std::string MarkdownRule(size_t columns) {
  return MarkdownRow(std::vector<std::string>(columns, "---"));
}

}  // namespace wgsync
