// The command line as data: what the parser knows of its commands, arguments
// and options. Help, manual page and shell completion are made of it, so that
// none of them can say anything else.

#ifndef WGSYNC_TOOLS_CLI_COMMAND_LINE_H_
#define WGSYNC_TOOLS_CLI_COMMAND_LINE_H_

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace CLI {
class App;
class FormatterBase;
}  // namespace CLI

namespace wgsync {

// An option, or a positional argument.
struct Argument {
  std::vector<std::string> names;  // "-h", "--help"; of a positional, "run"
  std::string value;               // "FOLDER"; "a|b|c": one of these words
  std::string default_value;       // "" where there is none to speak of
  std::string help;
  std::string section;  // "--power": options that belong to this one; or ""
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
  // Of tasks: "Read". Of a group in small letters ("other commands") help lists
  // the names alone. "" if commands are not grouped.
  std::string group;
  std::string footer;
  std::vector<Argument> arguments;  // positional ones first
  std::vector<Command> commands;
};

Command DescribeCommand(const CLI::App& app);

// "--tier smoke|default|full", "RUN...", "[GLOB...]": as it is written.
std::string Spelling(const Argument& argument);

// "wgsync list [OPTION...] [GLOB...]".
std::string Synopsis(const Command& command);

// At most `width` columns but for what has no space in it.
std::string HelpText(const Command& command, size_t width);

// What the parser prints for --help: HelpText(), as wide as stdout.
std::shared_ptr<CLI::FormatterBase> MakeHelpFormatter();

}  // namespace wgsync

#endif  // WGSYNC_TOOLS_CLI_COMMAND_LINE_H_
