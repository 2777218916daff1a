#include "suite/core/launch/expand_macros.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "suite/core/launch/preprocess.h"

namespace wgsync {
namespace {

// Takes one token off the front of `text`: a name or number, a literal, or one
// character.
absl::string_view NextToken(absl::string_view* text) {
  size_t end = 1;
  const char first = (*text)[0];
  if (InName(first)) {
    while (end < text->size() && InName((*text)[end])) ++end;
  } else if (first == '"' || first == '\'') {
    while (end < text->size() && (*text)[end] != first) {
      end += (*text)[end] == '\\' ? 2 : 1;
    }
    end = std::min(end + 1, text->size());
  }
  const absl::string_view token = text->substr(0, end);
  text->remove_prefix(end);
  return token;
}

struct Macro {
  bool has_parameters = false;
  std::vector<std::string> parameters;
  std::string body;
};

// Takes "(a, f(b, c))" off the front of `text`: {"a", "f(b, c)"}. False, and
// nothing is taken if there is no such list.
bool TakeArguments(absl::string_view* text, std::vector<std::string>* out) {
  absl::string_view rest = absl::StripLeadingAsciiWhitespace(*text);
  if (!absl::ConsumePrefix(&rest, "(")) return false;
  int depth = 1;
  std::string argument;
  while (!rest.empty()) {
    const absl::string_view token = NextToken(&rest);
    if (token == "(") ++depth;
    if (token == ")") --depth;
    if (depth == 0 || (depth == 1 && token == ",")) {
      out->emplace_back(absl::StripAsciiWhitespace(argument));
      argument.clear();
      if (depth > 0) continue;
      *text = rest;
      return true;
    }
    absl::StrAppend(&argument, token);
  }
  return false;
}

class Expander {
 public:
  // The line after "#define ".
  void Define(absl::string_view line) {
    const std::string name(NextToken(&line));
    Macro macro;
    macro.has_parameters =
        absl::StartsWith(line, "(") && TakeArguments(&line, &macro.parameters);
    macro.body = std::string(absl::StripAsciiWhitespace(line));
    macros_[name] = std::move(macro);
  }

  // `hidden` are the macros that are being expanded, which are not expanded
  // again.
  std::string Expand(absl::string_view text,
                     const std::set<std::string>& hidden) const {
    std::string out;
    while (!text.empty()) {
      const absl::string_view token = NextToken(&text);
      const auto at = macros_.find(std::string(token));
      std::vector<std::string> arguments;
      if (at == macros_.end() || hidden.count(at->first) > 0 ||
          (at->second.has_parameters && !TakeArguments(&text, &arguments))) {
        absl::StrAppend(&out, token);
        continue;
      }
      std::set<std::string> inside = hidden;
      inside.insert(at->first);
      absl::StrAppend(
          &out, Expand(Substitute(at->second, arguments, hidden), inside));
    }
    return out;
  }

 private:
  // The macro's body with its arguments, expanded but at ##.
  std::string Substitute(const Macro& macro,
                         const std::vector<std::string>& arguments,
                         const std::set<std::string>& hidden) const {
    std::string out;
    absl::string_view body = macro.body;
    bool pasted = false;  // what comes next stands after ##
    while (!body.empty()) {
      const absl::string_view token = NextToken(&body);
      absl::string_view rest = absl::StripLeadingAsciiWhitespace(body);
      const bool pastes = absl::ConsumePrefix(&rest, "##");
      const auto at =
          std::find(macro.parameters.begin(), macro.parameters.end(), token);
      const auto index = static_cast<size_t>(at - macro.parameters.begin());
      if (index >= arguments.size()) {
        absl::StrAppend(&out, token);
      } else {
        absl::StrAppend(&out, pasted || pastes
                                  ? arguments[index]
                                  : Expand(arguments[index], hidden));
      }
      pasted = pastes;
      if (pastes) body = absl::StripLeadingAsciiWhitespace(rest);
    }
    return out;
  }

  std::map<std::string, Macro> macros_;
};

}  // namespace

std::string ExpandMacros(const std::string& text) {
  Expander expander;
  std::string out;
  for (absl::string_view line :
       absl::StrSplit(absl::StripSuffix(text, "\n"), '\n')) {
    if (absl::ConsumePrefix(&line, "#define ")) {
      expander.Define(line);
    } else if (absl::StartsWith(line, "#")) {
      absl::StrAppend(&out, line, "\n");
    } else {
      absl::StrAppend(&out, expander.Expand(line, {}), "\n");
    }
  }
  return out;
}

}  // namespace wgsync
