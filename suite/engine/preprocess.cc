#include "suite/engine/preprocess.h"

#include <map>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "absl/types/optional.h"

namespace wgsync {
namespace {

using Macros = std::map<std::string, std::string>;

std::string WithoutComments(const std::string& source) {
  std::string out;
  for (absl::string_view line : absl::StrSplit(source, '\n')) {
    line = line.substr(0, line.find("//"));
    const std::vector<absl::string_view> words =
        absl::StrSplit(line, absl::ByAnyChar(" \t\\"), absl::SkipEmpty());
    if (!words.empty()) absl::StrAppend(&out, absl::StrJoin(words, " "), "\n");
  }
  return out;
}

absl::optional<int64_t> Number(absl::string_view word, const Macros& macros) {
  for (int depth = 0; depth < 8; ++depth) {
    const auto it = macros.find(std::string(word));
    if (it == macros.end()) break;
    word = it->second;
  }
  int64_t value = 0;
  if (!absl::SimpleAtoi(absl::StripSuffix(word, "u"), &value)) {
    return absl::nullopt;
  }
  return value;
}

// One comparison, or defined(NAME).
absl::optional<bool> Term(absl::string_view text, const Macros& macros) {
  text = absl::StripAsciiWhitespace(text);
  if (absl::ConsumePrefix(&text, "defined(")) {
    return macros.count(std::string(absl::StripSuffix(text, ")"))) > 0;
  }
  for (const char* op : {">=", "<=", "==", "!="}) {
    const size_t at = text.find(op);
    if (at == absl::string_view::npos) continue;
    const auto a =
        Number(absl::StripAsciiWhitespace(text.substr(0, at)), macros);
    const auto b =
        Number(absl::StripAsciiWhitespace(text.substr(at + 2)), macros);
    if (!a || !b) return absl::nullopt;
    if (op[0] == '>') return *a >= *b;
    if (op[0] == '<') return *a <= *b;
    return (*a == *b) == (op[0] == '=');
  }
  return absl::nullopt;
}

absl::optional<bool> Condition(absl::string_view text, const Macros& macros) {
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

  void Line(absl::string_view line) {
    absl::string_view rest = line;
    const bool active = branches_.empty() || branches_.back().kept;
    if (absl::ConsumePrefix(&rest, "#ifdef ")) {
      Open(active, macros_.count(std::string(rest)) > 0, line);
    } else if (absl::ConsumePrefix(&rest, "#ifndef ")) {
      Open(active, macros_.count(std::string(rest)) == 0, line);
    } else if (absl::ConsumePrefix(&rest, "#if ")) {
      Open(active, Condition(rest, macros_), line);
    } else if (absl::ConsumePrefix(&rest, "#elif ")) {
      Next(Condition(rest, macros_), line);
    } else if (line == "#else") {
      Next(true, line);
    } else if (line == "#endif") {
      if (branches_.empty() || branches_.back().unknown) Keep(line);
      if (!branches_.empty()) branches_.pop_back();
    } else if (active) {
      if (absl::ConsumePrefix(&rest, "#define ")) Define(rest);
      Keep(line);
    }
  }

  std::string Take() { return std::move(out_); }

 private:
  void Open(bool active, absl::optional<bool> value, absl::string_view line) {
    if (active && !value) {
      branches_.push_back({true, true, true});
      Keep(line);
    } else {
      const bool kept = active && *value;
      branches_.push_back({kept, kept || !active, false});
    }
  }
  void Next(absl::optional<bool> value, absl::string_view line) {
    if (branches_.empty()) return Keep(line);
    Branch& b = branches_.back();
    if (b.unknown) return Keep(line);
    b.kept = !b.taken && value.value_or(true);
    b.taken = b.taken || b.kept;
  }
  void Define(absl::string_view rest) {
    const std::pair<std::string, std::string> parts =
        absl::StrSplit(rest, absl::MaxSplits(' ', 1));
    macros_[parts.first] = parts.second;
  }
  void Keep(absl::string_view line) { absl::StrAppend(&out_, line, "\n"); }

  Macros macros_;
  std::vector<Branch> branches_;
  std::string out_;
};

}  // namespace

std::string Preprocess(const std::string& source, const std::string& options) {
  Macros macros;
  for (absl::string_view word : absl::StrSplit(options, ' ')) {
    if (!absl::ConsumePrefix(&word, "-D")) continue;
    const std::pair<std::string, std::string> parts =
        absl::StrSplit(word, absl::MaxSplits('=', 1));
    macros[parts.first] = parts.second;
  }
  Preprocessor p(std::move(macros));
  const std::string plain = WithoutComments(source);
  for (absl::string_view line :
       absl::StrSplit(plain, '\n', absl::SkipEmpty())) {
    p.Line(line);
  }
  return p.Take();
}

}  // namespace wgsync
