#include "tools/cli/parser.h"

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <variant>

#include "CLI/CLI.hpp"
#include "absl/algorithm/container.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "suite/core/base/name_pattern.h"
#include "suite/core/base/overload.h"
#include "tools/cli/cli.h"

namespace wgsync {
namespace {

// More letters than this are another option.
constexpr size_t kMostLetters = 2;

struct Chosen {
  const Command* command;
  const CLI::App* app;
};

// The command that was typed: `wgsync expect check`.
Chosen ChosenOf(const Command& command, CLI::App& app) {
  const std::vector<CLI::App*> below = app.get_subcommands();
  for (const Command& c : command.commands) {
    if (!below.empty() && c.name == below.back()->get_name()) {
      return ChosenOf(c, *below.back());
    }
  }
  return {&command, &app};
}

CLI::Option* Feed(const Argument& a, CLI::App* app) {
  const std::string names = absl::StrJoin(a.names, ",");
  return std::visit(
      Overload{[&](std::monostate) { return app->set_help_flag(names); },
               [&](const TextFlag& text) {
                 return app->set_version_flag(names, text);
               },
               [&](bool* value) { return app->add_flag(names, *value); },
               [&](const FlagAction& action) {
                 return app->add_flag_callback(names, action);
               },
               [&](auto* value) { return app->add_option(names, *value); }},
      a.target);
}

CLI::Validator InRange(const Argument& a) {
  const bool whole = !std::holds_alternative<double*>(a.target);
  const auto check = [&a, whole](std::string& text) {
    double value = 0;
    int64_t number = 0;
    if (!absl::SimpleAtod(text, &value) || std::isnan(value) ||
        (whole && !absl::SimpleAtoi(text, &number))) {
      return absl::StrCat(text, " is not a ", whole ? "whole " : "", "number");
    }
    return a.range[0] <= value && value <= a.range[1]
               ? std::string()
               : absl::StrCat(text, " is not within ", a.RangeText());
  };
  return CLI::Validator(check, "");
}

// A script's unset variable must not mean the default.
std::string RefuseEmpty(std::string& text) {
  return text.empty() ? "its value is empty" : "";
}

CLI::Validator IsOneOf(const std::vector<std::string>& words) {
  const auto check = [words](std::string& word) {
    const bool known = absl::c_linear_search(words, word);
    return known
               ? std::string()
               : absl::StrCat(word, " is none of ", absl::StrJoin(words, ", "));
  };
  return CLI::Validator(check, "");
}

void FeedOption(const Argument& a, CLI::App* app) {
  CLI::Option* option = Feed(a, app);
  if (!a.TakesValue()) return;
  option->type_name(a.value)->required(a.required);
  if (a.delimiter != '\0') option->delimiter(a.delimiter);
  if (a.one_word) option->allow_extra_args(false);
  if (a.exactly != 0) option->expected(a.exactly);
  if (a.value_optional) option->expected(0, 1)->default_str(a.default_value);
  const std::vector<std::string> words =
      a.one_of.empty() ? a.Words() : a.one_of;
  option->check(CLI::Validator(RefuseEmpty, ""));
  if (!words.empty()) option->check(IsOneOf(words));
  if (!a.range.empty()) option->check(InRange(a));
}

void FeedCommand(const Command& command, CLI::App* app) {
  for (const Argument& a : command.arguments) FeedOption(a, app);
  for (const Argument& a : command.arguments) {
    CLI::Option* option = app->get_option(a.names.back());
    for (const std::string& other : a.excludes) {
      option->excludes(app->get_option(other));
    }
    for (const std::string& other : a.needs) {
      option->needs(app->get_option(other));
    }
  }
  for (const Command& c : command.commands) {
    FeedCommand(c, app->add_subcommand(c.name));
  }
  if (!command.commands.empty()) app->require_subcommand(1);
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
  if (near == name) {
    return absl::StrCat(name, ": write it after `", command.path, "`; see `",
                        command.path, " --help`");
  }
  return absl::StrCat(name, ": no such option of `", command.path, "`; ",
                      near.empty() ? "" : absl::StrCat("did you mean ", near),
                      near.empty() ? "see `" : "? See `", command.path,
                      " --help`");
}

std::string UnknownCommand(const Command& command, absl::string_view typed) {
  std::vector<std::string> names;
  for (const Command& c : command.commands) names.push_back(c.name);
  return absl::StrCat(
      typed.empty() ? absl::StrCat("name a command of `", command.path, "`")
                    : absl::StrCat("no command ", typed),
      "; there are ", absl::StrJoin(names, ", "));
}

std::string ErrorLine(const Command& command, const CLI::App& app,
                      const CLI::ParseError& error) {
  const std::vector<std::string> extra = app.remaining(/*recurse=*/true);
  const int code = error.get_exit_code();
  const bool unexpected = code == static_cast<int>(CLI::ExitCodes::ExtrasError);
  // A required option may be the mistyped one.
  const bool missing = code == static_cast<int>(CLI::ExitCodes::RequiredError);
  const std::string first = extra.empty() ? "" : extra.front();
  if (!command.commands.empty() && (unexpected || missing) &&
      !absl::StartsWith(first, "-")) {
    return UnknownCommand(command, first);
  }
  const auto option = absl::c_find_if(extra, [](const std::string& word) {
    return word.size() > 1 && word[0] == '-' && word != "--";
  });
  if ((unexpected || missing) && option != extra.end()) {
    return UnknownOption(command, *option);
  }
  if (!unexpected || extra.empty()) {
    const std::string what = error.what();
    const size_t twice = what.find(": At Most 1 required");
    return absl::StrCat(what.substr(0, twice),
                        twice == std::string::npos ? "" : ": given twice",
                        "; see `", command.path, " --help`");
  }
  return absl::StrCat(absl::StrJoin(extra, " "), ": not expected by `",
                      command.path, "`; see `", command.path, " --help`");
}

}  // namespace

int ParseAndRun(const Command& program, std::vector<std::string> args) {
  CLI::App app("", program.name);
  FeedCommand(program, &app);
  // CLI11 takes them from the back.
  absl::c_reverse(args);
  try {
    app.parse(args);
  } catch (const CLI::CallForHelp&) {
    const Command& command = *ChosenOf(program, app).command;
    const std::vector<std::string> extra = app.remaining(/*recurse=*/true);
    return command.commands.empty() || extra.empty()
               ? PrintText(HelpText(command))
               : Complain(kBadInput, UnknownCommand(command, extra.front()));
  } catch (const CLI::CallForVersion& version) {
    std::printf("%s\n", version.what());
    return kAsExpected;
  } catch (const CLI::ParseError& error) {
    return Complain(kBadInput,
                    ErrorLine(*ChosenOf(program, app).command, app, error));
  }
  const Chosen chosen = ChosenOf(program, app);
  for (const Argument& a : chosen.command->arguments) {
    if (a.given != nullptr && chosen.app->count(a.names.back()) > 0) {
      a.given->push_back(a.names.back());
    }
  }
  const absl::StatusOr<int> exit_code = chosen.command->run();
  return exit_code.ok() ? *exit_code : ComplainOf(exit_code.status());
}

}  // namespace wgsync
