// What a shell offers for a word of the command line that is not finished.
//
// The shells' scripts (completion.bash and so on) carry words to the program
// and its answer back. They ask by `wgsync __complete WORD...`, where the last
// word is the one to be completed. It answers with a line for each suggestion,
// "VALUE\tHELP", and as the last line ":none", ":files" or
// ":folders": whether the shell's own completion of names comes in too. A value
// that ends with '/' or ',' goes on; after any other one the word is done.
//
// Bash parts words at '=' and ':', which ids and options hold. Its script takes
// the words from the line, and removes from each suggestion what precedes the
// last of the two, as Bash expects; inside of quotes it does neither.

#ifndef WGSYNC_TOOLS_CLI_COMPLETION_H_
#define WGSYNC_TOOLS_CLI_COMPLETION_H_

#include <functional>
#include <string>
#include <vector>

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

// The manual page, wgsync(1), as troff reads it, with the macros of man(7):
// every command of the program, every argument and option of each, exit codes
// and environment.
std::string ManPage(const Command& program);

}  // namespace wgsync

#endif  // WGSYNC_TOOLS_CLI_COMPLETION_H_
