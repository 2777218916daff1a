#include "tools/cli/command_line.h"

#include <algorithm>
#include <utility>

#include "CLI/CLI.hpp"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "reports/render/text.h"
#include "tools/cli/cli.h"

namespace wgsync {
namespace {

constexpr size_t kNameColumns = 24;  // of options, before their help
constexpr size_t kMostHelpColumns = 100;

// As the parser keeps it: "[a,b]" of a list, which is written as a,b. Newer
// parsers call an empty list {}.
std::string DefaultOf(const CLI::Option& option) {
  std::string text = option.get_default_str();
  if (text == "{}") return "";
  if (absl::StartsWith(text, "[") && absl::EndsWith(text, "]")) {
    text = text.substr(1, text.size() - 2);
  }
  return text;
}

Argument DescribeOption(const CLI::Option& option) {
  Argument a;
  a.positional = option.get_positional();
  if (a.positional) {
    a.names = {option.get_name(/*positional=*/true)};
  } else {
    for (const std::string& name : option.get_snames()) {
      a.names.push_back("-" + name);
    }
    for (const std::string& name : option.get_lnames()) {
      a.names.push_back("--" + name);
    }
  }
  a.help = option.get_description();
  a.required = option.get_required();
  // The parser has a group of its own for all others.
  if (absl::StartsWith(option.get_group(), "--")) {
    a.section = option.get_group();
  }
  if (option.get_items_expected_max() == 0) return a;  // a flag
  a.value = option.get_type_name();
  a.default_value = DefaultOf(option);
  a.many = option.get_expected_max() > 1;
  a.value_optional = !a.positional && option.get_items_expected_min() == 0;
  a.delimiter = option.get_delimiter();
  return a;
}

std::string PathOf(const CLI::App& app) {
  const CLI::App* above = app.get_parent();
  return above == nullptr ? app.get_name()
                          : absl::StrCat(PathOf(*above), " ", app.get_name());
}

}  // namespace

std::vector<std::string> Argument::Words() const {
  // What is in capitals names a kind of value.
  if (!absl::StrContains(value, '|') || absl::ascii_isupper(value[0])) {
    return {};
  }
  return absl::StrSplit(value, '|');
}

Command DescribeCommand(const CLI::App& app) {
  Command command;
  command.name = app.get_name();
  command.path = PathOf(app);
  command.about = app.get_description();
  // CLI11's own name for commands that no one has grouped.
  if (app.get_group() != "Subcommands") command.group = app.get_group();
  command.footer = app.get_footer();
  for (const CLI::Option* option : app.get_options()) {
    command.arguments.push_back(DescribeOption(*option));
  }
  std::stable_partition(command.arguments.begin(), command.arguments.end(),
                        [](const Argument& a) { return a.positional; });
  const auto any = [](const CLI::App*) { return true; };
  for (const CLI::App* below : app.get_subcommands(any)) {
    command.commands.push_back(DescribeCommand(*below));
  }
  return command;
}

std::string Spelling(const Argument& a) {
  if (a.positional) {
    const std::string value = absl::StrCat(a.value, a.many ? "..." : "");
    return a.required ? value : absl::StrCat("[", value, "]");
  }
  std::string text = absl::StrJoin(a.names, ", ");
  if (!a.TakesValue()) return text;
  std::string value = a.value;
  if (a.delimiter != '\0') {
    absl::StrAppend(&value, std::string(1, a.delimiter), "...");
  } else if (a.many) {
    value += "...";
  }
  return a.value_optional ? absl::StrCat(text, " [", value, "]")
                          : absl::StrCat(text, " ", value);
}

std::string Synopsis(const Command& command) {
  std::string text = command.path;
  bool options = false;
  for (const Argument& a : command.arguments) {
    if (a.positional || !a.required) {
      options |= !a.positional;
      continue;
    }
    absl::StrAppend(&text, " ", Spelling(a));
  }
  if (options) text += " [OPTION...]";
  for (const Argument& a : command.arguments) {
    if (a.positional) absl::StrAppend(&text, " ", Spelling(a));
  }
  if (!command.commands.empty()) text += " COMMAND";
  return text;
}

namespace {

// A name and what it is for, beside it or below it.
std::string Row(const std::string& name, const std::string& help,
                size_t width) {
  const std::string head = absl::StrCat("  ", name);
  const bool beside = DisplayWidth(head) + 2 <= kNameColumns;
  return absl::StrCat(
      beside ? PadRight(head, kNameColumns)
             : absl::StrCat(head, "\n", std::string(kNameColumns, ' ')),
      Wrap(help, width, kNameColumns, kNameColumns));
}

std::string HelpOf(const Argument& a) {
  return a.default_value.empty()
             ? a.help
             : absl::StrCat(a.help, " [", a.default_value, "]");
}

class HelpFormatter : public CLI::FormatterBase {
 public:
  std::string make_help(const CLI::App* app, std::string /*name*/,
                        CLI::AppFormatMode /*mode*/) const override {
    return HelpText(DescribeCommand(*app),
                    std::min(OutputWidth(), kMostHelpColumns));
  }
};

// By groups, in the order in which they were added.
std::string CommandsText(const std::vector<Command>& commands, size_t width) {
  std::string text;
  for (size_t i = 0; i < commands.size();) {
    const std::string& group = commands[i].group;
    std::vector<std::string> names;
    std::string rows;
    for (; i < commands.size() && commands[i].group == group; ++i) {
      names.push_back(commands[i].name);
      rows += Row(commands[i].name, commands[i].about, width);
    }
    if (!group.empty() && absl::ascii_islower(group[0])) {
      absl::StrAppend(
          &text, "\n",
          Wrap(absl::StrCat("And ", group, ": ", absl::StrJoin(names, ", ")),
               width, 2));
    } else {
      absl::StrAppend(&text, "\n", group.empty() ? "Commands" : group, ":\n",
                      rows);
    }
  }
  return text;
}

}  // namespace

std::string HelpText(const Command& command, size_t width) {
  std::string text =
      absl::StrCat(Wrap(absl::StrCat(command.about, "."), width, 0),
                   "\nUsage: ", Wrap(Synopsis(command), width, 9, 7));
  std::vector<std::pair<std::string, std::string>> parts;  // title, rows
  for (const Argument& a : command.arguments) {
    const std::string title = a.positional ? "Arguments"
                              : a.section.empty()
                                  ? "Options"
                                  : absl::StrCat("Options of ", a.section);
    auto part = std::find_if(parts.begin(), parts.end(),
                             [&](const auto& p) { return p.first == title; });
    if (part == parts.end()) part = parts.insert(part, {title, ""});
    part->second += Row(Spelling(a), HelpOf(a), width);
  }
  for (const auto& [title, rows] : parts) {
    absl::StrAppend(&text, "\n", title, ":\n", rows);
  }
  absl::StrAppend(&text, CommandsText(command.commands, width));
  if (!command.footer.empty()) {
    for (absl::string_view paragraph : absl::StrSplit(command.footer, '\n')) {
      absl::StrAppend(&text, "\n", Wrap(paragraph, width, 2));
    }
  }
  return text;
}

std::shared_ptr<CLI::FormatterBase> MakeHelpFormatter() {
  return std::make_shared<HelpFormatter>();
}

}  // namespace wgsync
