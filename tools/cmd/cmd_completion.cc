// What the command line says of itself, for shells and for man.

#include <cstdio>
#include <memory>
#include <string>

#include "tools/cli/cli.h"
#include "tools/cli/command_line.h"
#include "tools/cli/completion.h"
#include "tools/cli/man_page.h"

namespace wgsync {

void AddCompletionCommand(CommandHandle app, int* exit_code) {
  auto shell = std::make_shared<std::string>();
  CommandHandle completion = app.AddSubcommand(
      "completion", "Prints the script by which a shell completes commands");
  completion.AddOption("shell", *shell, "The shell")
      .OneOf({"bash", "zsh", "fish"})
      .Required();
  completion.OnParse([=] {
    std::fputs(CompletionScript(*shell).c_str(), stdout);
    *exit_code = kAsExpected;
  });
}

void AddManCommand(CommandHandle app, int* exit_code) {
  CommandHandle man =
      app.AddSubcommand("man", "Prints the manual page: wgsync man | man -l -");
  man.OnParse([=] {
    std::fputs(ManPage(app.Describe()).c_str(), stdout);
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
