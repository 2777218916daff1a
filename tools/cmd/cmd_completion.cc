// The completion scripts of shells, and the manual page.

#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "tools/cli/cli.h"
#include "tools/cli/completion.h"
#include "tools/cli/completion_scripts.h"

namespace wgsync {

Command CompletionCommand() {
  auto shell = std::make_shared<std::string>();
  Command completion("completion",
                     "Prints the script by which a shell completes commands");
  completion.Add("shell bash|zsh|fish", *shell, "The shell").Required();
  completion.run = [shell] {
    return PrintText(
        FindCompletionScriptFile(absl::StrCat("completion.", *shell))->text);
  };
  return completion;
}

Command ManCommand() {
  Command man("man", "Prints the manual page: wgsync man | man -l -");
  man.run = [] { return PrintText(ManPage(Program())); };
  return man;
}

int PrintCompletions(int argc, char** argv) {
  const Completions all =
      Complete(Program(), {argv + 2, argv + argc}, KnownValues);
  return PrintText(CompletionText(all));
}

}  // namespace wgsync
