// What the command line says of itself, for shells and for man.

#include <cstdio>
#include <memory>
#include <string>

#include "tools/cli/cli.h"
#include "tools/cli/command_line.h"
#include "tools/cli/completion.h"
#include "tools/cli/man_page.h"

namespace wgsync {

void AddCompletionCommand(CLI::App* app, int* exit_code) {
  auto shell = std::make_shared<std::string>();
  CLI::App* completion = app->add_subcommand(
      "completion", "Prints the script by which a shell completes commands");
  OneOf(completion->add_option("shell", *shell, "The shell"),
        {"bash", "zsh", "fish"})
      ->required();
  completion->callback([=] {
    std::fputs(CompletionScript(*shell).c_str(), stdout);
    *exit_code = kAsExpected;
  });
}

void AddManCommand(CLI::App* app, int* exit_code) {
  CLI::App* man = app->add_subcommand(
      "man", "Prints the manual page: wgsync man | man -l -");
  man->callback([=] {
    std::fputs(ManPage(DescribeCommand(*app)).c_str(), stdout);
    *exit_code = kAsExpected;
  });
}

int PrintCompletions(const CLI::App& app, int argc, char** argv) {
  const Completions all =
      Complete(DescribeCommand(app), {argv + 2, argv + argc}, KnownValues);
  std::fputs(CompletionText(all).c_str(), stdout);
  return kAsExpected;
}

}  // namespace wgsync
