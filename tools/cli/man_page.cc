#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "reports/render/text.h"
#include "tools/cli/completion.h"
#include "tools/cli/version.h"

namespace wgsync {
namespace {

constexpr size_t kSourceColumns = 78;

// Running text: nothing in it is troff's.
std::string Text(absl::string_view text) {
  std::string out = absl::StrReplaceAll(text, {{"\\", "\\e"},
                                               {"-", "\\-"},
                                               {"\n", " "},
                                               {"~", "\\(ti"},
                                               {"`", "\\(ga"},
                                               {"^", "\\(ha"},
                                               {"'", "\\(aq"}});
  // A line that begins with a full stop would be a request.
  out = absl::StrReplaceAll(Wrap(out, kSourceColumns, 0), {{"\n.", "\n\\&."}});
  if (absl::StartsWith(out, ".")) out.insert(0, "\\&");
  return out;
}

std::string Bold(absl::string_view text) {
  std::string line = Text(text);
  return absl::StrCat(".B \"",
                      absl::StrReplaceAll(absl::StripAsciiWhitespace(line),
                                          {{"\"", "\\(dq"}, {"\n", " "}}),
                      "\"\n");
}

std::string Item(absl::string_view name, absl::string_view help) {
  return absl::StrCat(".TP\n", Bold(name), Text(help));
}

std::string ArgumentText(const Argument& a) {
  std::string help = absl::StrCat(
      a.section.empty() ? "" : absl::StrCat("Of ", a.section, ": "), a.help,
      ".");
  if (!a.default_value.empty()) {
    absl::StrAppend(&help, " The default is ", a.default_value, ".");
  }
  return Item(Spelling(a), help);
}

std::string CommandText(const Command& command) {
  std::string text;
  if (command.commands.empty()) {
    text = absl::StrCat(".SS \"", command.path, "\"\n", Bold(Synopsis(command)),
                        ".PP\n", Text(absl::StrCat(command.about, ".")));
    for (const Argument& a : command.arguments) text += ArgumentText(a);
    absl::StrAppend(&text, ".PP\nExamples:\n");
    for (absl::string_view line : absl::StrSplit(command.examples, '\n')) {
      absl::StrAppend(&text, ".PP\n", Bold(line));
    }
    absl::StrAppend(
        &text, ".PP\n",
        Text(absl::StrCat("Exit codes: ", command.exit_codes, ".")));
  }
  for (const Command& below : command.commands) text += CommandText(below);
  return text;
}

struct Named {
  const char* name;
  const char* says;
};

constexpr Named kVariables[] = {
    {"NO_COLOR",
     "Where it is set and not empty, nothing is coloured; --color wins."},
    {"COLUMNS",
     "The width of what is printed. Without it that is the "
     "terminal's, and in a pipe or a file nothing is folded."},
    {"OCL_ICD_VENDORS",
     "Which OpenCL drivers there are: a folder of .icd files. It is read by "
     "the OpenCL loader; ocl-icd also takes one file or library here."},
    {"OCL_ICD_FILENAMES",
     "Libraries of drivers, with colons between them. Khronos' loader adds "
     "them; ocl-icd 2.3.1 ignores it."},
    {"RUSTICL_ENABLE",
     "Which devices Mesa's rusticl shows; it shows none where it is not set."},
    {"WGSYNC_STATE_DIR",
     "Where the hang tests that passed are remembered, "
     "instead of ~/.local/state/wgsync."},
};

constexpr Named kFiles[] = {
    {"wgsync-runs/TIME/",
     "A run: run.json, which says what it was asked to do, and junit.xml."},
    {"wgsync-runs/TIME/SLUG/log.jsonl",
     "The verdicts on one device, a line each."},
};

}  // namespace

std::string ManPage(const Command& program) {
  std::string text = absl::StrCat(
      ".\\\" Made by `wgsync man`.\n", ".TH WGSYNC 1 ", kVersionDate,
      " \"wgsync ", kVersion, "\" \"User Commands\"\n", ".SH NAME\n",
      "wgsync \\- tests synchronization between OpenCL work\\-groups\n",
      ".SH SYNOPSIS\n", Bold(Synopsis(program)), ".SH DESCRIPTION\n",
      Text(absl::StrCat(program.about, ".")));
  for (const Argument& a : program.arguments) text += ArgumentText(a);
  text += ".SH COMMANDS\n";
  for (const Command& c : program.commands) text += CommandText(c);
  text += ".SH \"EXIT STATUS\"\n";
  text += Text(absl::StrCat(program.exit_codes, "."));
  text += ".SH ENVIRONMENT\n";
  for (const Named& n : kVariables) text += Item(n.name, n.says);
  text += ".SH FILES\n";
  for (const Named& n : kFiles) text += Item(n.name, n.says);
  return text;
}

}  // namespace wgsync
