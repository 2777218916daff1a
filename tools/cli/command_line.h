// The command line as data: its commands, arguments and options, each described
// once. The parser, help, the manual page and shell completion read it, so that
// they cannot differ.
//
//   Command ListCommand() {
//     auto args = std::make_shared<ListArgs>();
//     Command list("list", "Lists cases");
//     list.Add("--tier smoke|default|full", args->tier, "Which cases");
//     list.run = [args] { return List(*args); };
//     return list;
//   }

#ifndef WGSYNC_TOOLS_CLI_COMMAND_LINE_H_
#define WGSYNC_TOOLS_CLI_COMMAND_LINE_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "absl/status/statusor.h"

namespace wgsync {

// What a flag does when it is given.
using FlagAction = std::function<void()>;

// A flag that prints this text in place of a command's work.
using TextFlag = std::function<std::string()>;

// Where the value of an argument goes. All outlive the parser. Without one it
// is the flag that prints the command's help.
using Target = std::variant<std::monostate, TextFlag, bool*, FlagAction,
                            std::string*, uint32_t*, uint64_t*, double*,
                            std::vector<std::string>*, std::vector<uint32_t>*>;

// An option, or a positional argument. The setters return *this.
struct Argument {
  std::vector<std::string> names;  // "-h", "--help"; of a positional, "run"
  std::string value;               // "FOLDER"; "a|b|c": one of these words
  std::string default_value;       // "" if help shows none
  std::string help;
  std::string section;  // "--power": options that belong to this one; or ""
  Target target;
  bool positional = false;
  bool required = false;
  bool many = false;                // takes several values
  bool value_optional = false;      // may be given without its value
  bool one_word = false;            // takes no second word after it
  char delimiter = '\0';            // parts several values in one word
  int exactly = 0;                  // takes so many values, if not 0
  std::vector<std::string> one_of;  // takes no other words, if not none
  std::vector<double> range;        // {} or {least, most}
  std::vector<std::string> excludes, needs;  // options
  // Gets the name if the argument was given; may be null.
  std::vector<std::string>* given = nullptr;

  Argument& Description(const std::string& text) { return Set(&help, text); }
  // The default in its help.
  Argument& DefaultStr(const std::string& text) {
    return Set(&default_value, text);
  }
  Argument& Required() { return Set(&required, true); }
  // One word may have several values, with this between them.
  Argument& Delimiter(char c) { return Set(&delimiter, c); }
  // The same, and a positional argument may follow the word.
  Argument& CommaList() { return Delimiter(',').Set(&one_word, true); }
  // A list of which each word that gives it takes one value.
  Argument& OneEach() { return Set(&one_word, true); }
  // May be given without its value, which is then `text`.
  Argument& ValueOptional(const std::string& text) {
    return DefaultStr(text).Set(&value_optional, true);
  }
  Argument& Exactly(int values) { return Set(&exactly, values); }
  // It takes one of these words, which are too many for a line of help.
  Argument& OneOf(const std::vector<std::string>& words) {
    return Set(&one_of, words);
  }
  // It takes a number of this range, which its help then names.
  Argument& Within(double least, double most);
  std::string RangeText() const;  // "1 - 64"
  // It and one of these cannot be given both.
  Argument& Excludes(const std::vector<std::string>& options) {
    return Set(&excludes, options);
  }
  // It can be given only if these are.
  Argument& Needs(const std::vector<std::string>& options) {
    return Set(&needs, options);
  }
  // Help lists it with the other options of this name.
  Argument& Section(const std::string& name) { return Set(&section, name); }
  // Both: it is of that option's section.
  Argument& PartOf(const std::string& option) {
    return Needs({option}).Section(option);
  }

  bool TakesValue() const { return !value.empty(); }
  // The words that it takes; none where others than these are taken.
  std::vector<std::string> Words() const;

 private:
  template <typename T, typename V>
  Argument& Set(T* field, const V& to) {
    *field = to;
    return *this;
  }
};

struct Command {
  Command(std::string command_name, std::string does);

  // `written`: "--name VALUE" or "-n,--name VALUE", "--name" of a flag, and of
  // a positional argument "name VALUE". The target, whose type is one of
  // Target's, holds the default; it is set as the command line is parsed. The
  // reference is valid until the next argument is added.
  template <typename T>
  Argument& Add(const std::string& written, T& target,
                const std::string& help) {
    return Add(written, Target(&target), help);
  }
  Argument& Add(const std::string& written, Target target,
                const std::string& help);

  std::string name;   // "check"
  std::string path;   // "wgsync expect check"
  std::string about;  // a sentence without its full stop
  // Of tasks: "Read". Of a group in small letters ("other commands") help lists
  // the names alone. "" if commands are not grouped.
  std::string group;
  // Paragraphs of its help, after the options. A line that begins with four
  // spaces is of an example, which stays as it is.
  std::string footer;
  std::string examples;             // command lines, one a line
  std::string exit_codes;           // "0 done, 2 bad input"
  std::vector<Argument> arguments;  // positional ones first
  std::vector<Command> commands;    // one of them must be given
  // Returns an exit code, or an error that ParseAndRun() prints.
  std::function<absl::StatusOr<int>()> run;
};

// "--tier smoke|default|full", "RUN...", "[GLOB...]": as it is written.
std::string Spelling(const Argument& argument);

// "wgsync list [OPTION...] [GLOB...]".
std::string Synopsis(const Command& command);

// At most `width` columns but for what has no space in it.
std::string HelpText(const Command& command, size_t width);

// The same, as wide as stdout.
std::string HelpText(const Command& command);

}  // namespace wgsync

#endif  // WGSYNC_TOOLS_CLI_COMMAND_LINE_H_
