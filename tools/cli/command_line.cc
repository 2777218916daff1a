#include "tools/cli/command_line.h"

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "reports/render/text.h"
#include "tools/cli/cli.h"

namespace wgsync {
namespace {

constexpr size_t kNameColumns = 24;  // of options, before their help
constexpr size_t kMostHelpColumns = 100;

// A whole number of any size without an exponent.
std::string NumberText(double number) {
  const auto whole = static_cast<int64_t>(number);
  return static_cast<double>(whole) == number ? absl::StrCat(whole)
                                              : absl::StrCat(number);
}

// As help writes it: a list with commas.
struct DefaultText {
  template <typename T>
  std::string operator()(std::vector<T>* values) const {
    return absl::StrJoin(*values, ",");
  }
  template <typename T>
  std::string operator()(T* value) const {
    return absl::StrCat(*value);
  }
  template <typename T>
  std::string operator()(const T& /*flag*/) const {
    return "";
  }
};

}  // namespace

Argument& Argument::Within(double least, double most) {
  range = {least, most};
  absl::StrAppend(&help, " (", RangeText(), ")");
  return *this;
}

std::string Argument::RangeText() const {
  return absl::StrCat(NumberText(range[0]), " - ", NumberText(range[1]));
}

std::vector<std::string> Argument::Words() const {
  // What is in capitals names a kind of value.
  if (!absl::StrContains(value, '|') || absl::ascii_isupper(value[0])) {
    return {};
  }
  return absl::StrSplit(value, '|');
}

Command::Command(std::string command_name, std::string does)
    : name(std::move(command_name)), about(std::move(does)) {
  Add("-h,--help", std::monostate(), "Prints this and exits");
}

Argument& Command::Add(const std::string& written, Target target,
                       const std::string& help) {
  const std::pair<absl::string_view, absl::string_view> parts =
      absl::StrSplit(written, absl::MaxSplits(' ', 1));
  Argument a;
  a.names = absl::StrSplit(parts.first, ',');
  a.value = std::string(parts.second);
  a.positional = !absl::StartsWith(written, "-");
  a.help = help;
  a.many = std::holds_alternative<std::vector<std::string>*>(target) ||
           std::holds_alternative<std::vector<uint32_t>*>(target);
  if (a.TakesValue()) a.default_value = std::visit(DefaultText(), target);
  a.target = std::move(target);
  const auto place =
      a.positional
          ? absl::c_find_if(arguments,
                            [](const Argument& b) { return !b.positional; })
          : arguments.end();
  return *arguments.insert(place, std::move(a));
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
    auto part =
        absl::c_find_if(parts, [&](const auto& p) { return p.first == title; });
    if (part == parts.end()) part = parts.insert(part, {title, ""});
    part->second += Row(Spelling(a), HelpOf(a), width);
  }
  for (const auto& [title, rows] : parts) {
    absl::StrAppend(&text, "\n", title, ":\n", rows);
  }
  absl::StrAppend(&text, CommandsText(command.commands, width));
  if (!command.footer.empty()) {
    bool was_example = false;
    for (absl::string_view paragraph : absl::StrSplit(command.footer, '\n')) {
      const bool is_example = absl::StartsWith(paragraph, "    ");
      absl::StrAppend(&text, is_example && was_example ? "" : "\n",
                      is_example ? absl::StrCat(paragraph, "\n")
                                 : Wrap(paragraph, width, 2));
      was_example = is_example;
    }
  }
  const char* one = absl::StrContains(command.examples, '\n') ? "s:" : ":";
  absl::StrAppend(
      &text, "\nExample", one, "\n  ",
      absl::StrReplaceAll(command.examples, {{"\n", "\n  "}}), "\n\n",
      Wrap(absl::StrCat("Exit codes: ", command.exit_codes, "."), width, 2));
  return text;
}

std::string HelpText(const Command& command) {
  return HelpText(command, std::min(OutputWidth(), kMostHelpColumns));
}

}  // namespace wgsync
