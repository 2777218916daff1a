// The command line is described once: what the parser takes is in help, manual
// page and completion, each option and each value of it.

#include "tools/cli/command_line.h"

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "reports/render/text.h"
#include "tools/cli/cli.h"
#include "tools/cli/completion.h"

namespace wgsync {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class CommandLineTest : public testing::Test {
 protected:
  // Calls `see` with each command.
  void ForEach(const std::function<void(const Command&)>& see) {
    Walk(program_, see);
  }

  std::vector<std::string> Offered(const std::vector<std::string>& words) {
    std::vector<std::string> values;
    for (const Suggestion& c :
         Complete(program_, words, KnownValues).suggestions) {
      values.push_back(c.value);
    }
    return values;
  }

  const Command program_ = Program();

 private:
  static void Walk(const Command& command,
                   const std::function<void(const Command&)>& see) {
    see(command);
    for (const Command& below : command.commands) Walk(below, see);
  }
};

// The words that lead to the command: "expect", "check".
std::vector<std::string> WordsTo(const Command& command) {
  std::vector<std::string> words = absl::StrSplit(command.path, ' ');
  words.erase(words.begin());
  return words;
}

TEST_F(CommandLineTest, EveryOptionIsInHelpManualAndCompletion) {
  const std::string manual =
      absl::StrReplaceAll(ManPage(program_), {{"\\-", "-"}});
  size_t options = 0;
  ForEach([&](const Command& command) {
    const std::string help = HelpText(command, 80);
    const size_t section = manual.find("\"" + command.path + "\"");
    std::vector<std::string> words = WordsTo(command);
    words.push_back("--");
    const std::vector<std::string> offered = Offered(words);
    for (const Argument& a : command.arguments) {
      if (a.positional) continue;
      ++options;
      const std::string name = a.names.back();
      EXPECT_THAT(help, HasSubstr(name)) << command.path;
      EXPECT_THAT(offered, Contains(name)) << command.path;
      if (!command.commands.empty()) continue;
      ASSERT_NE(section, std::string::npos) << command.path;
      EXPECT_THAT(manual.substr(section, manual.find(".SS", section) - section),
                  HasSubstr(name))
          << command.path;
    }
  });
  EXPECT_GT(options, 60u);
}

TEST_F(CommandLineTest, EveryCommandIsInHelpManualAndCompletion) {
  const std::string manual = ManPage(program_);
  ForEach([&](const Command& command) {
    for (const Command& below : command.commands) {
      // Small letters: the names are listed without a word about them.
      const bool listed =
          !below.group.empty() && absl::ascii_islower(below.group[0]);
      EXPECT_THAT(HelpText(command, 80),
                  HasSubstr((listed ? " " : "\n  ") + below.name));
      std::vector<std::string> words = WordsTo(command);
      words.push_back("");
      EXPECT_THAT(Offered(words), Contains(below.name));
      if (below.commands.empty()) {
        EXPECT_THAT(manual, HasSubstr(".SS \"" + below.path + "\""));
      }
    }
  });
}

TEST_F(CommandLineTest, EveryCommandHasExamplesAndItsExitCodes) {
  const std::string manual =
      absl::StrReplaceAll(ManPage(program_), {{"\\-", "-"}});
  ForEach([&](const Command& command) {
    const std::string help = HelpText(command, 80);
    EXPECT_THAT(help, HasSubstr("\nExit codes: ")) << command.path;
    EXPECT_FALSE(command.examples.empty()) << command.path;
    if (command.path == "wgsync") return;
    std::vector<std::string> words = WordsTo(command);
    words.push_back("--");
    for (absl::string_view line : absl::StrSplit(command.examples, '\n')) {
      EXPECT_TRUE(absl::StrContains(line, command.path)) << line;
      EXPECT_THAT(help, HasSubstr(absl::StrCat("\n  ", line, "\n")));
      if (!command.commands.empty()) continue;
      for (absl::string_view word : absl::StrSplit(line, ' ')) {
        if (!absl::StartsWith(word, "--")) continue;
        EXPECT_THAT(Offered(words), Contains(std::string(word))) << line;
      }
    }
  });
  EXPECT_THAT(manual, HasSubstr(".B \"wgsync diff RUN RUN --only worse\"\n"));
  EXPECT_THAT(HelpText(program_.commands[0], 80), Not(HasSubstr("First:")));
}

TEST_F(CommandLineTest, EveryValueHasAKindOrIsOneOfItsWords) {
  const std::set<std::string> kinds = {
      "BYTES", "CASE",     "DEVICE", "DEVICE|RUN", "FILE", "FOLDER",
      "GLOB",  "GRID",     "I/N",    "MODEL",      "NAME", "RUN",
      "N",     "RUN|FILE", "SIZE",   "TEXT",       "WHAT", "WORD"};
  ForEach([&](const Command& command) {
    for (const Argument& a : command.arguments) {
      EXPECT_FALSE(a.help.empty()) << command.path << " " << a.names[0];
      EXPECT_NE(a.help.back(), '.') << command.path << " " << a.names[0];
      if (!a.TakesValue() || !a.Words().empty()) continue;
      EXPECT_EQ(kinds.count(a.value), 1)
          << command.path << " " << a.names[0] << " takes a " << a.value;
    }
  });
}

// A period is added to what a command does, and a default after an option's.
TEST_F(CommandLineTest, NoHelpEndsWithPunctuation) {
  ForEach([&](const Command& command) {
    const auto plain = [](const std::string& text) {
      return absl::string_view(".?!,;: ").find(text.back()) ==
             absl::string_view::npos;
    };
    EXPECT_TRUE(plain(command.about)) << command.path << ": " << command.about;
    for (const Argument& a : command.arguments) {
      EXPECT_TRUE(plain(a.help)) << command.path << " " << a.help;
      EXPECT_THAT(a.help, Not(HasSubstr("  "))) << command.path;
    }
    const std::string help = HelpText(command, 80);
    for (const char* wrong : {"?.", " .\n", " ,", ",,", ";;", "()"}) {
      EXPECT_THAT(help, Not(HasSubstr(wrong))) << command.path;
    }
  });
}

TEST_F(CommandLineTest, EveryWordOfAnOptionIsOffered) {
  ForEach([&](const Command& command) {
    for (const Argument& a : command.arguments) {
      if (a.positional) continue;
      for (const std::string& word : a.Words()) {
        std::vector<std::string> words = WordsTo(command);
        words.push_back(a.names.back());
        words.push_back(word.substr(0, 1));
        EXPECT_THAT(Offered(words), Contains(word)) << a.names.back();
      }
    }
  });
}

TEST_F(CommandLineTest, HelpFitsItsWidth) {
  ForEach([&](const Command& command) {
    for (absl::string_view line : absl::StrSplit(HelpText(command, 80), '\n')) {
      if (absl::StartsWith(line, "  --")) continue;  // a list of words is whole
      EXPECT_LE(DisplayWidth(line), 80) << line;
    }
  });
}

TEST_F(CommandLineTest, DefaultsAreShown) {
  ForEach([&](const Command& command) {
    if (command.path != "wgsync list") return;
    EXPECT_THAT(HelpText(command, 80), HasSubstr("Which cases [smoke]"));
    EXPECT_EQ(Synopsis(command), "wgsync list [OPTION...] [GLOB...]");
  });
  EXPECT_THAT(ManPage(program_), HasSubstr("The default is worker."));
}

TEST_F(CommandLineTest, OptionsOfASectionAreListedTogether) {
  ForEach([&](const Command& command) {
    if (command.path != "wgsync device") return;
    const std::string help = HelpText(command, 80);
    const size_t residency = help.find("\nOptions of --residency:\n  --wg ");
    const size_t power = help.find("\nOptions of --power:\n  --out FOLDER");
    const size_t both =
        help.find("\nOptions of --residency and --power:\n  --no-wait");
    EXPECT_LT(help.find("\n  --json "), residency);
    EXPECT_LT(residency, power);
    EXPECT_LT(power, both);
    EXPECT_NE(both, std::string::npos) << help;
  });
  EXPECT_THAT(ManPage(program_), HasSubstr("Of \\-\\-residency: Registers"));
}

TEST_F(CommandLineTest, TheManualHasNoLineThatIsARequestByAccident) {
  for (absl::string_view line : absl::StrSplit(ManPage(program_), '\n')) {
    if (!absl::StartsWith(line, ".")) continue;
    const std::string request(line.substr(0, line.find(' ')));
    EXPECT_THAT((std::set<std::string>{".\\\"", ".TH", ".SH", ".SS", ".TP",
                                       ".PP", ".B"}),
                Contains(request));
  }
}

TEST_F(CommandLineTest, ValuesAreCompletedByTheirKind) {
  EXPECT_THAT(Offered({"run", "--tier", "d"}), ElementsAre("default"));
  EXPECT_THAT(Offered({"run", "--tier=f"}), ElementsAre("--tier=full"));
  EXPECT_THAT(Offered({"run", "--bind", "violation,pr"}),
              ElementsAre("violation,progress"));
  EXPECT_THAT(Offered({"can", "barrier.sense"}),
              Contains("barrier.sense_reversing"));
  EXPECT_THAT(Offered({"run", "--model", "res"}), Contains("residency"));
  EXPECT_THAT(Offered({"run", "--device", "type:g"}), ElementsAre("type:gpu"));
  EXPECT_THAT(Offered({"completion", ""}), ElementsAre("bash", "zsh", "fish"));
}

TEST_F(CommandLineTest, IdsAreCompletedPartByPart) {
  EXPECT_THAT(Offered({"list", "barrier.sense_"}),
              ElementsAre("barrier.sense_reversing/"));
  EXPECT_THAT(Offered({"run", "--cases", "mutex.spin_cas/poll=r"}),
              Contains("mutex.spin_cas/poll=rmw/"));
  EXPECT_THAT(
      Offered({"show", "run",
               "barrier.kernel_boundary/poll=plain/signal=plain/fence=none/"
               "pay=plain/work=exchange/wg=64/groups=res_h"}),
      ElementsAre("barrier.kernel_boundary/poll=plain/signal=plain/fence=none/"
                  "pay=plain/work=exchange/wg=64/groups=res_half"));
  EXPECT_THAT(Offered({"list", "barrier.*"}), IsEmpty());
}

TEST_F(CommandLineTest, AnOptionThatWantsItsValueIsOfferedNothingElse) {
  EXPECT_THAT(Offered({"run", "--tier", "-"}), IsEmpty());
  EXPECT_THAT(Offered({"run", "--safe", "--ti"}), ElementsAre("--tier"));
  // What takes several values takes one more, or none.
  EXPECT_THAT(Offered({"run", "--cases", "barrier.a", "--ti"}),
              ElementsAre("--tier"));
  EXPECT_THAT(
      Offered({"run", "--cases", "barrier.a", "mutex.spin_cas/poll=rm"}),
      ElementsAre("mutex.spin_cas/poll=rmw/"));
}

TEST_F(CommandLineTest, ShellsCompleteTheNamesOfFiles) {
  const auto complete = [&](const std::vector<std::string>& words) {
    return Complete(program_, words, KnownValues);
  };
  EXPECT_TRUE(complete({"matrix", ""}).folders);
  EXPECT_TRUE(complete({"matrix", "one", ""}).folders);
  EXPECT_TRUE(complete({"device", "--power", ""}).folders);
  EXPECT_TRUE(complete({"expect", "check", ""}).files);
  EXPECT_TRUE(complete({"gate", "--baseline", ""}).files);
  EXPECT_TRUE(complete({"gate", "--junit", "g"}).files);
  EXPECT_FALSE(complete({"list", ""}).files);
  EXPECT_EQ(CompletionText(complete({"matrix", ""})), ":folders\n");
  EXPECT_EQ(CompletionText(complete({"run", "--tier", "s"})),
            "smoke\t\n:none\n");
}

}  // namespace
}  // namespace wgsync
