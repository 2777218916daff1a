// What a shell offers for a word of the command line that is not finished.
//
// The shells' scripts ask the program itself, by `wgsync __complete WORD...`,
// where the last word is the one to be completed. It answers with a line for
// each suggestion, "VALUE\tHELP", and as the last line ":none", ":files" or
// ":folders": whether the shell's own completion of names comes in too. A value
// that ends with '/' or ',' goes on; after any other one the word is done.

#ifndef WGSYNC_TOOLS_CLI_COMPLETION_H_
#define WGSYNC_TOOLS_CLI_COMPLETION_H_

#include <functional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "tools/cli/command_line.h"

namespace wgsync {

struct Suggestion {
  std::string value;
  std::string help;  // "" where there is nothing to say
};

struct Completions {
  std::vector<Suggestion> suggestions;
  bool files = false, folders = false;
};

// All values of a kind that options are declared with: "MODEL", "CASE", ...
using ValuesOfKind = std::function<std::vector<Suggestion>(const std::string&)>;

// `words` are those after the program's name; the last one is completed.
Completions Complete(const Command& program,
                     const std::vector<std::string>& words,
                     const ValuesOfKind& values);

// As a shell's script reads it.
std::string CompletionText(const Completions& completions);

// The names of cases, primitives and models, and the kinds of devices. What
// takes a driver to know is not among them: a key that is pressed must load
// none.
std::vector<Suggestion> KnownValues(const std::string& kind);

// The script for "bash", "zsh" or "fish"; "" for another shell.
std::string CompletionScript(absl::string_view shell);

}  // namespace wgsync

#endif  // WGSYNC_TOOLS_CLI_COMPLETION_H_
