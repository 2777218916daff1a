#include "tools/cli/command_handle.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "CLI/CLI.hpp"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "tools/cli/command_line.h"

namespace wgsync {

OptionHandle OptionHandle::TypeName(const std::string& name) const {
  return OptionHandle(option_->type_name(name));
}

OptionHandle OptionHandle::Description(const std::string& help) const {
  return OptionHandle(option_->description(help));
}

OptionHandle OptionHandle::Required() const {
  return OptionHandle(option_->required());
}

OptionHandle OptionHandle::Delimiter(char delimiter) const {
  return OptionHandle(option_->delimiter(delimiter));
}

OptionHandle OptionHandle::CommaList() const {
  return OptionHandle(option_->delimiter(',')->allow_extra_args(false));
}

OptionHandle OptionHandle::DefaultStr(const std::string& text) const {
  return OptionHandle(option_->default_str(text));
}

OptionHandle OptionHandle::Expected(int least, int most) const {
  return OptionHandle(option_->expected(least, most));
}

OptionHandle OptionHandle::OneOf(const std::vector<std::string>& words) const {
  const auto check = [words](std::string& word) {
    const bool known =
        std::find(words.begin(), words.end(), word) != words.end();
    return known
               ? std::string()
               : absl::StrCat(word, " is none of ", absl::StrJoin(words, ", "));
  };
  option_->check(CLI::Validator(check, ""));
  return TypeName(absl::StrJoin(words, "|"));
}

template <typename T>
OptionHandle OptionHandle::Within(T least, T most) const {
  const CLI::Range range(least, most);
  std::string says = range.get_description();  // "INT in [1 - 9]"
  says = says.substr(says.find('[') + 1);
  says.pop_back();
  option_->description(option_->get_description() + " (" + says + ")");
  option_->check(range.description(""));
  return TypeName("N");
}
template OptionHandle OptionHandle::Within(int, int) const;
template OptionHandle OptionHandle::Within(double, double) const;

OptionHandle OptionHandle::Excludes(const OptionHandle& other) const {
  return OptionHandle(option_->excludes(other.option_));
}

OptionHandle OptionHandle::Needs(const OptionHandle& other) const {
  return OptionHandle(option_->needs(other.option_));
}

OptionHandle OptionHandle::Section(const std::string& name) const {
  return OptionHandle(name.empty() ? option_ : option_->group(name));
}

OptionHandle OptionHandle::PartOf(const OptionHandle& other) const {
  return Needs(other).Section(other.Name());
}

size_t OptionHandle::Count() const { return option_->count(); }

std::string OptionHandle::Name() const { return option_->get_name(); }

CommandHandle CommandHandle::AddSubcommand(const std::string& name,
                                           const std::string& about) const {
  return CommandHandle(app_->add_subcommand(name, about));
}

template <typename T>
OptionHandle CommandHandle::AddOption(const std::string& name, T& value,
                                      const std::string& help) const {
  return OptionHandle(app_->add_option(name, value, help));
}
template OptionHandle CommandHandle::AddOption(const std::string&, std::string&,
                                               const std::string&) const;
template OptionHandle CommandHandle::AddOption(const std::string&,
                                               std::vector<std::string>&,
                                               const std::string&) const;
template OptionHandle CommandHandle::AddOption(const std::string&, uint32_t&,
                                               const std::string&) const;
template OptionHandle CommandHandle::AddOption(const std::string&,
                                               std::vector<uint32_t>&,
                                               const std::string&) const;
template OptionHandle CommandHandle::AddOption(const std::string&, uint64_t&,
                                               const std::string&) const;
template OptionHandle CommandHandle::AddOption(const std::string&, double&,
                                               const std::string&) const;

OptionHandle CommandHandle::AddFlag(const std::string& name, bool& value,
                                    const std::string& help) const {
  return OptionHandle(app_->add_flag(name, value, help));
}

OptionHandle CommandHandle::AddSettingFlag(const std::string& name,
                                           double& value, double given,
                                           const std::string& help) const {
  return OptionHandle(app_->add_flag_callback(
      name, [&value, given] { value = given; }, help));
}

void CommandHandle::OnParse(std::function<void()> callback) const {
  app_->callback(std::move(callback));
}

void CommandHandle::Remark(const std::string& text) const {
  // Above what it has from the command above.
  app_->footer(absl::StrCat(text, "\n", app_->get_footer()));
}

void CommandHandle::RequireSubcommand() const { app_->require_subcommand(1); }

Command CommandHandle::Describe() const { return DescribeCommand(*app_); }

}  // namespace wgsync
