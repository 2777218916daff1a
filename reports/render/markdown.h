// GitHub's Markdown: the one place that knows what is markup there. Reports put
// text of drivers, logs and files through these functions, so that no text
// becomes markup, HTML, a link or another line.
//
//   out += MarkdownRow({MarkdownCellCode(id), MarkdownText(verdict)});

#ifndef WGSYNC_REPORTS_RENDER_MARKDOWN_H_
#define WGSYNC_REPORTS_RENDER_MARKDOWN_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace wgsync {

// Running text on one line, also in a cell of a table.
std::string MarkdownText(absl::string_view text);

// A code span on one line; "" for "". In a table a pipe ends the cell even in
// code, so that cells have a function of their own.
std::string MarkdownCode(absl::string_view text);
std::string MarkdownCellCode(absl::string_view text);

// A fenced block, which its text cannot end. `language` is a plain word.
std::string MarkdownBlock(absl::string_view language, absl::string_view text);

// A row of a table, of cells that are Markdown already; and the rule below the
// head.
std::string MarkdownRow(const std::vector<std::string>& cells);
std::string MarkdownRule(size_t columns);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_RENDER_MARKDOWN_H_
