// What the subcommands of wgsync share: messages, output, and the options that
// several of them have.

#ifndef WGSYNC_TOOLS_CLI_CLI_H_
#define WGSYNC_TOOLS_CLI_CLI_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "nlohmann/json_fwd.hpp"
#include "suite/core/record/exit_code.h"
#include "tools/cli/command_line.h"

namespace wgsync {

// The worst of two exit codes: bad input, infrastructure, failures, nothing
// binds, as expected.
int WorseExit(int a, int b);

// Prints "wgsync: MESSAGE" as one line to stderr; returns `code`.
int Complain(int code, absl::string_view message);

// Complains of an error; the code is bad input where the caller can mend it
// by naming something else, else infrastructure.
int ComplainOf(const absl::Status& status);

// Columns of the terminal behind `fd`, 80 where there is none.
size_t TerminalWidth(int fd);

// Wider than anything: nothing is folded.
inline constexpr size_t kNoWidth = 1000000;

// How wide what goes to stdout may be: $COLUMNS, else the terminal's width. In
// a pipe or a file there is none, so that a line is found whole by who looks
// for a word of it: kNoWidth.
size_t OutputWidth();

// The same for running text, which in long lines is hard to read.
size_t ProseWidth();

// How a command prints.
struct Output {
  bool json = false;
  std::string color = "auto";
  // Whether stdout takes escape sequences. By itself only a terminal that is
  // not dumb does, where $NO_COLOR (no-color.org) is not set.
  bool Colored() const;
};
// Adds --json, and --color unless the command has nothing to colour.
void AddJsonOption(Command& command, Output* output);
void AddOutputOptions(Command& command, Output* output);

// One document to stdout; what is no UTF-8 in it is replaced. Like the next one
// it returns kAsExpected.
int PrintJson(const nlohmann::json& document);
int PrintText(const std::string& text);

// Flushes stdout. A reader that has gone (`| head`) is no error; another fault
// is said, and the worse of the exit codes returned.
int FinishOutput(int exit_code);

// --device, --tier and --driver-dir, which mean the same in all commands.
void AddDeviceOption(Command& command, std::string* device);
void AddTierOption(Command& command, std::string* tier);
void AddDriverDirOption(Command& command, std::string* folder);
// --wait, which is returned, and --no-wait: *seconds for DeviceLease; and
// --no-sandbox, for the workers of this process.
Argument& AddEngineOptions(Command& command, double* seconds,
                           const std::string& section = "");

// Each describes one command.
Command DeviceCommand();
Command ListCommand();
Command RunCommand();
Command ShowCommand();
Command MatrixCommand();
Command ImportCommand();
Command DiffCommand();
Command HistoryCommand();
Command ExpectCommand();
Command ExplainCommand();
Command ExportCommand();
Command BaselineCommand();
Command GateCommand();
Command BenchCommand();
Command CheckCommand();
Command ProgressCommand();
Command CanCommand();
Command CompileCommand();
Command SchemaCommand();
Command TryCommand();
Command CompletionCommand();
Command ManCommand();

// The program: all of them, and what it says of itself.
Command Program();

// The arguments after the program's name, with today's name of a command in
// place of an old one; *note then says so.
std::vector<std::string> CurrentArguments(std::vector<std::string> args,
                                          std::string* note);

// `wgsync __complete WORD...`, which only the shells' scripts call.
int PrintCompletions(int argc, char** argv);

}  // namespace wgsync

#endif  // WGSYNC_TOOLS_CLI_CLI_H_
