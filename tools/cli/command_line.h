// The command line as data: what the parser knows of its commands, arguments
// and options. Help, manual page and shell completion are made of it, so that
// none of them can say anything else.

#ifndef WGSYNC_TOOLS_CLI_COMMAND_LINE_H_
#define WGSYNC_TOOLS_CLI_COMMAND_LINE_H_

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "CLI/CLI.hpp"
#include "absl/strings/string_view.h"

namespace wgsync {

// An option, or a positional argument.
struct Argument {
  std::vector<std::string> names;  // "-h", "--help"; of a positional, "run"
  std::string value;               // "FOLDER"; "a|b|c": one of these words
  std::string default_value;       // "" where there is none to speak of
  std::string help;
  bool positional = false;
  bool required = false;
  bool many = false;            // takes several values
  bool value_optional = false;  // may stand without its value
  char delimiter = '\0';        // parts several values in one word

  bool TakesValue() const { return !value.empty(); }
  // The words that it takes; none where others than these are taken.
  std::vector<std::string> Words() const;
};

struct Command {
  std::string name;   // "check"
  std::string path;   // "wgsync expect check"
  std::string about;  // a sentence without its full stop
  std::string footer;
  std::vector<Argument> arguments;  // positional ones first
  std::vector<Command> commands;
};

Command DescribeCommand(const CLI::App& app);

// The option takes one of these words; with a delimiter, some of them.
CLI::Option* OneOf(CLI::Option* option, const std::vector<std::string>& words);

// The option takes a number of this range, which its help then names.
template <typename T>
CLI::Option* Within(CLI::Option* option, T least, T most);

// "--tier smoke|default|full", "RUN...", "[GLOB...]": as it is written.
std::string Spelling(const Argument& argument);

// "wgsync list [OPTION...] [GLOB...]".
std::string Synopsis(const Command& command);

// At most `width` columns but for what has no space in it.
std::string HelpText(const Command& command, size_t width);

// What the parser prints for --help: HelpText(), as wide as stdout.
std::shared_ptr<CLI::FormatterBase> MakeHelpFormatter();

template <typename T>
CLI::Option* Within(CLI::Option* option, T least, T most) {
  const CLI::Range range(least, most);
  std::string says = range.get_description();  // "INT in [1 - 9]"
  says = says.substr(says.find('[') + 1);
  says.pop_back();
  option->description(option->get_description() + " (" + says + ")");
  return option->check(range.description(""))->type_name("N");
}

}  // namespace wgsync

#endif  // WGSYNC_TOOLS_CLI_COMMAND_LINE_H_
