#include "suite/core/launch/readable_source.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "suite/core/launch/expand_macros.h"
#include "suite/core/launch/preprocess.h"

namespace wgsync {
namespace {

using Lines = std::vector<std::string>;

// The primitive, the workload and the runner are the last parts.
constexpr size_t kOwnParts = 3;

// One definition at file scope: a function, a macro or a type.
struct Item {
  size_t part = 0;
  std::string name;
  Lines comment;
  Lines code;
};

bool IsComment(absl::string_view line) {
  return absl::StartsWith(absl::StripLeadingAsciiWhitespace(line), "//");
}

// The line without the comment at its end.
absl::string_view CodeOf(absl::string_view line) {
  return absl::StripTrailingAsciiWhitespace(line.substr(0, line.find("//")));
}

// The name that ends before `end`.
std::string NameBefore(absl::string_view text, size_t end) {
  end = std::min(end, text.size());
  while (end > 0 && !InName(text[end - 1])) --end;
  size_t begin = end;
  while (begin > 0 && InName(text[begin - 1])) --begin;
  return std::string(text.substr(begin, end - begin));
}

void AddNames(absl::string_view text, std::set<std::string>* names) {
  std::string name;
  for (char c : absl::StrCat(text, " ")) {
    if (InName(c)) {
      name += c;
    } else if (!name.empty()) {
      names->insert(std::exchange(name, ""));
    }
  }
}

std::string NameOf(const Lines& code) {
  const std::string text = absl::StrJoin(code, "\n");
  absl::string_view rest = text;
  if (absl::ConsumePrefix(&rest, "#define ")) {
    return std::string(rest.substr(0, rest.find_first_of(" (\n")));
  }
  const bool type = absl::StartsWith(text, "typedef ");
  // Of a function, an array, a constant, a struct.
  return NameBefore(text, type ? text.rfind(';') : text.find_first_of("([={;"));
}

// The braces of `code` that are open, below 0 at the end of a text that is not
// C.
int Depth(const Lines& code) {
  int depth = 0;
  for (const std::string& line : code) {
    for (char c : CodeOf(line)) depth += c == '{' ? 1 : c == '}' ? -1 : 0;
  }
  return depth;
}

bool IsWhole(const Lines& code) {
  const absl::string_view last = CodeOf(code.back());
  if (absl::StartsWith(code.front(), "#define ")) {
    return !absl::EndsWith(last, "\\");
  }
  const bool ends =
      absl::EndsWith(last, ";") || absl::EndsWith(last, "}") ||
      (absl::StartsWith(code.front(), "WG_") && absl::EndsWith(last, ")"));
  return Depth(code) <= 0 && ends;
}

// "uint f(uint a) { return a; } uint g..." as functions of several lines.
std::vector<Lines> WrittenOut(absl::string_view text) {
  std::vector<Lines> functions;
  for (absl::string_view function :
       absl::StrSplit(text, " }", absl::SkipWhitespace())) {
    const std::string body =
        absl::StrReplaceAll(absl::StripAsciiWhitespace(function),
                            {{"{ ", "{\n  "},
                             {"; ", ";\n  "},
                             {"\" \"", ""},
                             {"wg_ctx * c", "wg_ctx* c"},
                             {"((c)->words + (word))", "(c->words + word)"}});
    functions.push_back(absl::StrSplit(absl::StrCat(body, "\n}"), '\n'));
  }
  return functions;
}

// The definitions of one part; its header comment goes to `header`.
std::vector<Item> ItemsOf(const std::string& text, size_t part,
                          const std::string& macros, Lines* header) {
  std::vector<Item> items;
  Item item;
  item.part = part;
  for (const std::string& line : Lines(absl::StrSplit(text, '\n'))) {
    if (item.code.empty() && (line.empty() || IsComment(line))) {
      if (!line.empty()) item.comment.push_back(line);
      if (line.empty() && items.empty() && header->empty()) {
        *header = item.comment;
      }
      if (line.empty()) item.comment.clear();
      continue;
    }
    item.code.push_back(line);
    if (!IsWhole(item.code)) continue;
    const bool call = absl::StartsWith(item.code.front(), "WG_");
    const std::string expanded =
        call ? ExpandMacros(
                   absl::StrCat(macros, absl::StrJoin(item.code, " "), "\n"))
             : "";
    for (Lines& function :
         WrittenOut(call ? absl::string_view(expanded) : "")) {
      items.push_back({part, NameOf(function), {}, std::move(function)});
    }
    item.name = NameOf(item.code);
    if (!call) items.push_back(item);
    item.comment.clear();
    item.code.clear();
  }
  return items;
}

// A function or macro with parameters that does nothing.
bool IsEmpty(const Item& item) {
  std::string text;
  for (const std::string& line : item.code) {
    absl::StrAppend(&text, CodeOf(line), " ");
  }
  absl::string_view rest = text;
  if (absl::ConsumePrefix(&rest, "#define ")) {
    const size_t open = rest.find('(');
    if (open == absl::string_view::npos || open != item.name.size()) {
      return false;
    }
    rest.remove_prefix(rest.find(')') + 1);
  } else {
    const size_t open = rest.find('{');
    if (open == absl::string_view::npos || absl::StartsWith(rest, "typedef ")) {
      return false;
    }
    rest.remove_prefix(open);
  }
  return rest.find_first_not_of(" {}\\") == absl::string_view::npos;
}

// The line is a call of one of `names` and nothing else.
bool OnlyCalls(absl::string_view line, const std::set<std::string>& names) {
  line = absl::StripAsciiWhitespace(line);
  absl::ConsumeSuffix(&line, "\\");
  line = absl::StripTrailingAsciiWhitespace(line);
  absl::ConsumeSuffix(&line, ";");
  const size_t open = line.find('(');
  return open != absl::string_view::npos && absl::EndsWith(line, ")") &&
         std::count(line.begin(), line.end(), '(') ==
             std::count(line.begin(), line.end(), ')') &&
         names.count(std::string(line.substr(0, open))) > 0;
}

// Takes out calls of what is empty, until nothing more becomes empty by that.
void DropEmpty(std::vector<Item>* items) {
  for (;;) {
    std::set<std::string> names;
    for (const Item& item : *items) {
      if (IsEmpty(item)) names.insert(item.name);
    }
    for (const Item& item : *items) {
      if (!IsEmpty(item)) names.erase(item.name);
    }
    size_t dropped = 0;
    for (Item& item : *items) {
      Lines kept;
      for (const std::string& line : item.code) {
        if (kept.empty() || !OnlyCalls(line, names)) kept.push_back(line);
      }
      dropped += item.code.size() - kept.size();
      if (absl::StartsWith(kept.front(), "#define ")) {
        absl::string_view last = kept.back();
        absl::ConsumeSuffix(&last, "\\");
        kept.back() = std::string(absl::StripTrailingAsciiWhitespace(last));
      }
      item.code = std::move(kept);
    }
    if (dropped == 0) return;
  }
}

// The names that `root` reaches.
std::set<std::string> Reached(const std::vector<Item>& items,
                              const std::string& root) {
  std::multimap<std::string, const Item*> by_name;
  for (const Item& item : items) by_name.emplace(item.name, &item);
  std::set<std::string> reached;
  std::vector<std::string> open = {root};
  while (!open.empty()) {
    const std::string name = std::move(open.back());
    open.pop_back();
    if (!reached.insert(name).second) continue;
    const auto [begin, end] = by_name.equal_range(name);
    for (auto at = begin; at != end; ++at) {
      std::set<std::string> used;
      for (const std::string& line : at->second->code) {
        AddNames(CodeOf(line), &used);
      }
      open.insert(open.end(), used.begin(), used.end());
    }
  }
  return reached;
}

}  // namespace

std::vector<SourcePart> ReadableSource(const std::vector<SourcePart>& parts,
                                       const std::string& options,
                                       const std::string& kernel) {
  // Conditionals of a part may rest on macros of those before it.
  std::string source;
  for (size_t i = 0; i < parts.size(); ++i) {
    absl::StrAppend(&source, "WG_PART ", i, "\n", parts[i].text, "\n");
  }
  std::string macros;
  for (absl::string_view line :
       absl::StrSplit(Preprocess(source, options), '\n')) {
    if (absl::StartsWith(line, "#define ")) {
      absl::StrAppend(&macros, line, "\n");
    }
  }
  std::vector<Item> items;
  std::vector<Lines> headers(parts.size());
  size_t part = 0;
  for (absl::string_view text :
       absl::StrSplit(ResolveConditionals(source, options), "WG_PART ",
                      absl::SkipEmpty())) {
    text.remove_prefix(text.find('\n') + 1);
    for (Item& item :
         ItemsOf(std::string(text), part, macros, &headers[part])) {
      items.push_back(std::move(item));
    }
    ++part;
  }
  DropEmpty(&items);
  const std::set<std::string> reached = Reached(items, kernel);
  std::vector<std::string> texts(parts.size());
  const size_t own = parts.size() - std::min(kOwnParts, parts.size());
  for (const Item& item : items) {
    if (reached.count(item.name) == 0 || IsEmpty(item)) continue;
    std::string* out = &texts[item.part];
    // Short definitions of one kind stand together.
    const bool more = !out->empty() && !absl::StartsWith(item.code[0], "#");
    if (more || !item.comment.empty()) *out += out->empty() ? "" : "\n";
    for (const Lines& lines : {item.comment, item.code}) {
      for (const std::string& line : lines) absl::StrAppend(out, line, "\n");
    }
  }
  std::vector<SourcePart> readable;
  const auto add = [&](size_t i, bool with_header) {
    if (texts[i].empty()) return;
    const std::string header =
        with_header ? absl::StrCat(absl::StrJoin(headers[i], "\n"), "\n\n")
                    : "";
    readable.push_back({parts[i].path, header + texts[i]});
  };
  for (size_t i = own; i < parts.size(); ++i) add(i, i + 1 < parts.size());
  for (size_t i = own; i > 0; --i) add(i - 1, false);
  return readable;
}

std::string ReadableText(const std::vector<SourcePart>& parts,
                         const LaunchSpec& spec) {
  const std::string options = BuildOptions(spec.program);
  std::string text = absl::StrCat("// options: ", options, "\n");
  for (const SourcePart& part :
       ReadableSource(parts, options, KernelName(spec))) {
    absl::StrAppend(&text, "\n// --- kernels/", part.path, "\n\n", part.text);
  }
  return text;
}

}  // namespace wgsync
