// A command of the command line and its options, as the subcommands use them.
//
// A thin cover over CLI11 (`CLI::App`, `CLI::Option`), whose header takes a
// compiler 3.4 s in each file: only the files that make the parser include it.
// The handles are pointers into the parser, which owns all and lives longer.
//
//   CommandHandle list = app.AddSubcommand("list", "Lists cases");
//   list.AddOption("--tier", args->tier, "Which cases").TypeName("TIER");
//   list.OnParse([=] { *exit_code = List(*args); });

#ifndef WGSYNC_TOOLS_CLI_COMMAND_HANDLE_H_
#define WGSYNC_TOOLS_CLI_COMMAND_HANDLE_H_

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace wgsync {

struct Command;  // command_line.h

class OptionHandle {
 public:
  explicit OptionHandle(CLI::Option* option) : option_(option) {}

  // What its value is called in help: "FOLDER", "a|b|c".
  OptionHandle TypeName(const std::string& name) const;
  OptionHandle Description(const std::string& help) const;
  OptionHandle Required() const;
  // One word may have several values, with this between them.
  OptionHandle Delimiter(char delimiter) const;
  // A list with commas in one word, so that a positional argument may follow.
  OptionHandle CommaList() const;
  // The value if the option is given without one, and the default in its help.
  OptionHandle DefaultStr(const std::string& text) const;
  // How many values it takes.
  OptionHandle Expected(int least, int most) const;
  // It takes one of these words; with a delimiter, some of them.
  OptionHandle OneOf(const std::vector<std::string>& words) const;
  // It takes a number of this range, which its help then names. T: int, double.
  template <typename T>
  OptionHandle Within(T least, T most) const;
  // Both of them cannot be given.
  OptionHandle Excludes(const OptionHandle& other) const;
  // It can be given only if the other one is.
  OptionHandle Needs(const OptionHandle& other) const;
  // Help lists it with the other options of this name, "--power".
  OptionHandle Section(const std::string& name) const;
  // Both: it is of that option's section.
  OptionHandle PartOf(const OptionHandle& other) const;

  // How often it was given.
  size_t Count() const;
  std::string Name() const;

 private:
  CLI::Option* option_;
};

class CommandHandle {
 public:
  explicit CommandHandle(CLI::App* app) : app_(app) {}

  CommandHandle AddSubcommand(const std::string& name,
                              const std::string& about) const;
  // "--name" or, of a positional argument, "name". *value is set as the command
  // line is parsed, and must live until then. T: std::string, uint32_t, vectors
  // of them, uint64_t, double.
  template <typename T>
  OptionHandle AddOption(const std::string& name, T& value,
                         const std::string& help) const;
  OptionHandle AddFlag(const std::string& name, bool& value,
                       const std::string& help) const;
  // A flag that sets *value to `given`.
  OptionHandle AddSettingFlag(const std::string& name, double& value,
                              double given, const std::string& help) const;
  // Called if the command was chosen, after all its options are set.
  void OnParse(std::function<void()> callback) const;
  // A paragraph of its help, after the options.
  void Remark(const std::string& text) const;
  // One of its subcommands must be given.
  void RequireSubcommand() const;

  Command Describe() const;

 private:
  CLI::App* app_;
};

}  // namespace wgsync

#endif  // WGSYNC_TOOLS_CLI_COMMAND_HANDLE_H_
