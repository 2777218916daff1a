#include "tools/cli/parse_error.h"

#include <algorithm>
#include <vector>

#include "CLI/CLI.hpp"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "suite/core/plan/case_pattern.h"
#include "tools/cli/command_line.h"

namespace wgsync {
namespace {

// More letters than this are another option.
constexpr size_t kMostLetters = 2;

// The command that was typed: `wgsync expect check`.
const CLI::App& Chosen(const CLI::App& app) {
  const std::vector<CLI::App*> below =
      const_cast<CLI::App&>(app).get_subcommands();
  return below.empty() ? app : Chosen(*below.back());
}

// The option that begins so or that it begins with, or the nearest one; "" if
// none is near.
std::string NearestOption(const Command& command, absl::string_view typed) {
  std::string nearest;
  size_t least = kMostLetters + 1;
  for (const Argument& a : command.arguments) {
    for (const std::string& name : a.names) {
      if (a.positional || !absl::StartsWith(name, "--")) continue;
      const size_t distance =
          absl::StartsWith(name, typed) || absl::StartsWith(typed, name)
              ? 0
              : EditDistance(typed, name);
      if (distance >= least) continue;
      least = distance;
      nearest = name;
    }
  }
  return nearest;
}

std::string UnknownOption(const Command& command, absl::string_view typed) {
  const absl::string_view name = typed.substr(0, typed.find('='));
  const std::string near = NearestOption(command, name);
  return absl::StrCat(name, ": no such option of `", command.path, "`; ",
                      near.empty() ? "" : absl::StrCat("did you mean ", near),
                      near.empty() ? "see `" : "? See `", command.path,
                      " --help`");
}

}  // namespace

std::string ParseErrorLine(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App& chosen = Chosen(app);
  const Command command = DescribeCommand(chosen);
  const std::vector<std::string> extra = app.remaining(/*recurse=*/true);
  const int code = error.get_exit_code();
  const bool unexpected = code == static_cast<int>(CLI::ExitCodes::ExtrasError);
  // A required option may be the mistyped one.
  const bool missing = code == static_cast<int>(CLI::ExitCodes::RequiredError);
  const auto option =
      std::find_if(extra.begin(), extra.end(), [](const std::string& word) {
        return word.size() > 1 && word[0] == '-' && word != "--";
      });
  if ((unexpected || missing) && option != extra.end()) {
    return UnknownOption(command, *option);
  }
  if (!unexpected || extra.empty()) {
    return absl::StrCat(error.what(), "; see `", command.path, " --help`");
  }
  return absl::StrCat(absl::StrJoin(extra, " "), ": not expected by `",
                      command.path, "`; see `", command.path, " --help`");
}

}  // namespace wgsync
