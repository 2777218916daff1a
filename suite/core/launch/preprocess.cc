#include "suite/core/launch/preprocess.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "absl/types/optional.h"

namespace wgsync {
namespace {

bool IsName(absl::string_view text) {
  if (text.empty() || absl::ascii_isdigit(text[0])) return false;
  return absl::c_all_of(text, InName);
}

// The text in logical lines: continued ones joined, comments gone, white space
// made one blank (literals keep theirs), none at the ends.
class Scanner {
 public:
  explicit Scanner(absl::string_view text) : text_(text) {}

  std::vector<std::string> Lines() && {
    while (!text_.empty()) Step();
    EndLine();
    return std::move(lines_);
  }

 private:
  void Step() {
    if (absl::ConsumePrefix(&text_, "\\\n")) return;
    if (absl::ConsumePrefix(&text_, "//")) {
      while (!text_.empty() && text_[0] != '\n') SkipOne();
    } else if (absl::ConsumePrefix(&text_, "/*")) {
      while (!text_.empty() && !absl::StartsWith(text_, "*/")) SkipOne();
      absl::ConsumePrefix(&text_, "*/");
      blank_ = true;
    } else if (text_[0] == '\n') {
      EndLine();
      text_.remove_prefix(1);
    } else if (absl::ascii_isspace(text_[0])) {
      blank_ = true;
      text_.remove_prefix(1);
    } else if (text_[0] == '"' || text_[0] == '\'') {
      Literal(text_[0]);
    } else {
      Put();
    }
  }
  void SkipOne() {
    if (!absl::ConsumePrefix(&text_, "\\\n")) text_.remove_prefix(1);
  }
  void Literal(char quote) {
    Put();
    while (!text_.empty() && text_[0] != '\n') {
      const char c = text_[0];
      if (absl::ConsumePrefix(&text_, "\\\n")) continue;
      if (c == '\\') Put();
      if (text_.empty() || text_[0] == '\n') return;
      Put();
      if (c == quote) return;
    }
  }
  void Put() {
    // "# if" is the same as "#if".
    if (blank_ && !line_.empty() && line_ != "#") line_ += ' ';
    blank_ = false;
    line_ += text_[0];
    text_.remove_prefix(1);
  }
  void EndLine() {
    if (!line_.empty()) lines_.push_back(std::move(line_));
    line_.clear();
    blank_ = false;
  }

  absl::string_view text_;
  std::string line_;
  bool blank_ = false;  // white space since the last character that was put
  std::vector<std::string> lines_;
};

// What is known of macros. A name is defined, or not, or nothing is known of
// it.
class Macros {
 public:
  void Define(absl::string_view name, absl::string_view value) {
    values_[std::string(name)] = std::string(value);
  }
  void Undefine(absl::string_view name) {
    values_[std::string(name)] = absl::nullopt;
  }
  // A definition whose conditional was not understood.
  void Doubt(absl::string_view name) { doubts_[std::string(name)] = true; }

  absl::optional<bool> Defined(absl::string_view name) const {
    if (!IsName(name) || doubts_.count(std::string(name)) > 0) {
      return absl::nullopt;
    }
    const auto it = values_.find(std::string(name));
    if (it != values_.end()) return it->second.has_value();
    // Names of ours come from the text and the options alone; others may be the
    // compiler's own.
    if (absl::StartsWith(name, "WG_")) return false;
    return absl::nullopt;
  }

  absl::optional<int64_t> Number(absl::string_view word) const {
    for (int depth = 0; depth < 8 && IsName(word); ++depth) {
      if (!Defined(word).value_or(false)) return absl::nullopt;
      word = *values_.at(std::string(word));
    }
    int64_t value = 0;
    if (!absl::SimpleAtoi(absl::StripSuffix(word, "u"), &value)) {
      return absl::nullopt;
    }
    return value;
  }

 private:
  std::map<std::string, absl::optional<std::string>> values_;
  std::map<std::string, bool> doubts_;
};

// One comparison of two numbers, or defined(NAME).
absl::optional<bool> Term(absl::string_view text, const Macros& macros) {
  text = absl::StripAsciiWhitespace(text);
  if (absl::ConsumePrefix(&text, "defined(")) {
    if (!absl::ConsumeSuffix(&text, ")")) return absl::nullopt;
    return macros.Defined(text);
  }
  for (const char* op : {">=", "<=", "==", "!="}) {
    const size_t at = text.find(op);
    if (at == absl::string_view::npos) continue;
    const auto a =
        macros.Number(absl::StripAsciiWhitespace(text.substr(0, at)));
    const auto b =
        macros.Number(absl::StripAsciiWhitespace(text.substr(at + 2)));
    if (!a || !b) return absl::nullopt;
    if (op[0] == '>') return *a >= *b;
    if (op[0] == '<') return *a <= *b;
    return (*a == *b) == (op[0] == '=');
  }
  return absl::nullopt;
}

absl::optional<bool> ConditionHolds(absl::string_view text,
                                    const Macros& macros) {
  bool all = true;
  for (absl::string_view term : absl::StrSplit(text, "&&")) {
    const absl::optional<bool> value = Term(term, macros);
    if (!value) return absl::nullopt;
    all = all && *value;
  }
  return all;
}

struct Branch {
  bool kept;     // its lines come out
  bool taken;    // this branch or an earlier one of the same #if was kept
  bool unknown;  // not understood: all of it stays
};

class Preprocessor {
 public:
  explicit Preprocessor(Macros macros) : macros_(std::move(macros)) {}

  // One logical line. Where it is kept, `written` comes out.
  void Line(absl::string_view line, absl::string_view written) {
    absl::string_view rest = line;
    if (absl::ConsumePrefix(&rest, "#ifdef ")) {
      Open(macros_.Defined(rest), line);
    } else if (absl::ConsumePrefix(&rest, "#ifndef ")) {
      absl::optional<bool> value = macros_.Defined(rest);
      if (value) value = !*value;
      Open(value, line);
    } else if (absl::StartsWith(line, "#if")) {
      Open(ConditionHolds(line.substr(3), macros_), line);
    } else if (absl::ConsumePrefix(&rest, "#elif")) {
      Next(ConditionHolds(rest, macros_), line);
    } else if (line == "#else") {
      Next(true, line);
    } else if (line == "#endif") {
      if (branches_.empty() || branches_.back().unknown) Keep(line);
      if (!branches_.empty()) branches_.pop_back();
    } else if (Active()) {
      Define(line);
      Keep(written);
    }
  }

  std::string Take() { return std::move(out_); }

 private:
  bool Active() const { return branches_.empty() || branches_.back().kept; }

  void Open(absl::optional<bool> value, absl::string_view line) {
    if (!Active()) {
      branches_.push_back({false, true, false});
    } else if (!value) {
      branches_.push_back({true, true, true});
      Keep(line);
    } else {
      branches_.push_back({*value, *value, false});
    }
  }
  void Next(absl::optional<bool> value, absl::string_view line) {
    if (branches_.empty()) return Keep(line);
    Branch& b = branches_.back();
    if (b.unknown) return Keep(line);
    if (!b.taken && !value) {
      // What came before is gone; from here on it stays.
      b = {true, true, true};
      absl::ConsumePrefix(&line, "#el");
      return Keep(absl::StrCat("#", line));
    }
    b.kept = !b.taken && *value;
    b.taken = b.taken || b.kept;
  }
  void Define(absl::string_view line) {
    const bool defines = absl::ConsumePrefix(&line, "#define ");
    if (!defines && !absl::ConsumePrefix(&line, "#undef ")) return;
    const absl::string_view name = line.substr(0, line.find_first_of(" ("));
    line.remove_prefix(name.size());
    for (const Branch& b : branches_) {
      if (b.unknown) return macros_.Doubt(name);
    }
    if (defines) {
      macros_.Define(name, absl::StripAsciiWhitespace(line));
    } else {
      macros_.Undefine(name);
    }
  }
  void Keep(absl::string_view line) { absl::StrAppend(&out_, line, "\n"); }

  Macros macros_;
  std::vector<Branch> branches_;
  std::string out_;
};

Macros MacrosOf(const std::string& options) {
  Macros macros;
  for (absl::string_view word : absl::StrSplit(options, ' ')) {
    if (!absl::ConsumePrefix(&word, "-D")) continue;
    const size_t end = word.find('=');
    macros.Define(word.substr(0, end),
                  end == absl::string_view::npos ? "1" : word.substr(end + 1));
  }
  return macros;
}

}  // namespace

bool InName(char c) { return absl::ascii_isalnum(c) || c == '_'; }

std::string Preprocess(const std::string& source, const std::string& options) {
  Preprocessor p(MacrosOf(options));
  for (const std::string& line : Scanner(source).Lines()) p.Line(line, line);
  return p.Take();
}

std::string ResolveConditionals(const std::string& source,
                                const std::string& options) {
  Preprocessor p(MacrosOf(options));
  std::string written;
  for (absl::string_view line :
       absl::StrSplit(absl::StripSuffix(source, "\n"), '\n')) {
    absl::StrAppend(&written, written.empty() ? "" : "\n", line);
    if (absl::EndsWith(line, "\\")) continue;
    const std::vector<std::string> logical = Scanner(written).Lines();
    p.Line(logical.empty() ? "" : logical.front(), written);
    written.clear();
  }
  return p.Take();
}

}  // namespace wgsync
