// What the subcommands of wgsync share: exit codes, messages, output.

#ifndef WGSYNC_TOOLS_CLI_H_
#define WGSYNC_TOOLS_CLI_H_

#include <cstddef>
#include <string>

#include "CLI/CLI.hpp"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace wgsync {

inline constexpr char kVersion[] = "0.1.0";

// What --tier takes, for the help texts.
inline constexpr char kTiers[] = "smoke (the default), default or full";

enum ExitCode {
  kAsExpected = 0,
  kFailures = 1,
  kBadInput = 2,
  kInfrastructure = 3,
  kNothingBinds = 4,  // or nothing ran
};

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

// Each adds one subcommand; where it is chosen, *exit_code gets its result.
void AddDevicesCommand(CLI::App* app, int* exit_code);
void AddListCommand(CLI::App* app, int* exit_code);
void AddRunCommand(CLI::App* app, int* exit_code);
void AddProbeCommand(CLI::App* app, int* exit_code);
void AddShowCommand(CLI::App* app, int* exit_code);
void AddMatrixCommand(CLI::App* app, int* exit_code);
void AddImportCommand(CLI::App* app, int* exit_code);
void AddDiffCommand(CLI::App* app, int* exit_code);
void AddExpectCommand(CLI::App* app, int* exit_code);
void AddExportCommand(CLI::App* app, int* exit_code);
void AddGateCommand(CLI::App* app, int* exit_code);
void AddResidencyCommand(CLI::App* app, int* exit_code);
void AddBenchCommand(CLI::App* app, int* exit_code);
void AddRecipeCommand(CLI::App* app, int* exit_code);

}  // namespace wgsync

#endif  // WGSYNC_TOOLS_CLI_H_
