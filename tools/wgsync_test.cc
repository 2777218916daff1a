// The program as its user meets it: what he may do wrong gives one line and
// the exit code of bad input. Nothing here needs an OpenCL device.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "suite/core/record/run_log.h"
#include "suite/core/record/test_runs.h"
#include "tools/cli/cli.h"
#include "tools/cli/version.h"
#include "tools/wgsync_program_testing.h"

namespace wgsync {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;
using ::testing::StartsWith;

using Outcome = ProgramOutcome;

class WgsyncTest : public ProgramTest {
 protected:
  // A finished run of one case.
  std::string MakeRun(const std::string& name) {
    std::string folder = folder_ + "/" + name;
    auto log = RunLogWriter::Create(folder, TestHeader({kCase}));
    EXPECT_TRUE(log.ok()) << log.status();
    EXPECT_TRUE((*log)->Append(TestResult(kCase, VerdictKind::kPass)).ok());
    EXPECT_TRUE((*log)->Finished(0).ok());
    return folder;
  }

  static constexpr char kCase[] = "barrier.a/poll=rmw/groups=2";
};

TEST_F(WgsyncTest, TellsItsVersionAndItsCommands) {
  const std::string digest =
      RunShell("sha256sum " + WgsyncProgram()).text.substr(0, 16);
  EXPECT_THAT(Wgsync("--version").text,
              MatchesRegex(std::string("wgsync ") + kVersion +
                           "\ncommit (not stamped|[0-9a-f]{40}(-dirty)?)"
                           "\nsuite " +
                           digest + "\n"));
  Outcome help = Wgsync("--help");
  EXPECT_EQ(help.exit_code, kAsExpected);
  for (const char* command :
       {"device", "list", "run", "can", "show", "matrix", "import", "diff",
        "expect", "export", "gate", "bench"}) {
    EXPECT_THAT(help.text, HasSubstr(command));
  }
}

TEST_F(WgsyncTest, EachRuleOfTheDevicesFilesMatchesACase) {
  int files = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator("devices/expect")) {
    const Outcome o = Wgsync("expect check " + entry.path().string());
    EXPECT_EQ(o.exit_code, kAsExpected) << o.text;
    EXPECT_THAT(o.text, HasSubstr(" rules\n"));
    ++files;
  }
  EXPECT_GE(files, 5);
}

TEST_F(WgsyncTest, AMatrixHasTheRowsThatAreAskedFor) {
  const std::string run = MakeRun("run");
  const std::string matrix = "matrix " + run + " " + run;
  const std::string rows = Wgsync(matrix + " --cases barrier.a").text;
  EXPECT_THAT(rows, HasSubstr("shown are 1 of 1 cases"));
  ExpectRefused(Wgsync(matrix + " --cases nosuch"),
                "--cases nosuch: no case of the runs has it");
  const std::string out = folder_ + "/site";
  EXPECT_EQ(Wgsync(matrix + " --differ --out " + out).exit_code, kAsExpected);
  std::ifstream file(out + "/matrix.json");
  const auto json = nlohmann::json::parse(file, nullptr, false);
  EXPECT_EQ(json["cases"].size(), 0u);
  EXPECT_EQ(json["columns"].size(), 2u);
}

TEST_F(WgsyncTest, ThePagesInputsAreChecked) {
  const std::string run = MakeRun("run");
  ExpectRefused(Wgsync("matrix " + run + " --bench b.json"), "--out");
  const std::string out = " --out " + folder_ + "/site";
  ExpectRefused(Wgsync("matrix " + run + out + " --bench no.json"),
                "no.json: cannot read it");
  ExpectRefused(Wgsync("matrix " + run + out + " --residency no.json"),
                "no.json: cannot read it");
  ExpectRefused(Wgsync("matrix " + run + out + " --expect gpu=no.expect"),
                "no.expect");
  ExpectRefused(Wgsync("matrix " + run + " --out " + run + "/log.jsonl"),
                "log.jsonl: cannot write there: Not a directory");
  for (const std::string& command :
       {"matrix " + run, "diff " + run + " " + run}) {
    ExpectRefused(Wgsync(command + " --out " + run),
                  run + ": is not empty, and has no page of wgsync; name");
  }
  EXPECT_FALSE(std::filesystem::exists(run + "/index.html"));
  ExpectRefused(Wgsync("diff " + run), "name two runs");
}

TEST_F(WgsyncTest, ASeriesIsWrittenInAllItsForms) {
  const std::string run = MakeRun("run");
  const std::string site = folder_ + "/new/site";
  const Outcome outcome =
      Wgsync("diff " + run + " " + run + " " + run + " --out " + site);
  EXPECT_EQ(outcome.exit_code, kAsExpected) << outcome.text;
  for (const char* file : {"index.html", "diff.md", "diff.csv", "diff.json"}) {
    EXPECT_TRUE(std::filesystem::exists(site + "/" + file)) << file;
  }
  const Outcome printed = Wgsync("diff --json " + run + " " + run + " " + run);
  const auto series = nlohmann::json::parse(printed.text, nullptr, false);
  ASSERT_TRUE(series.is_object()) << printed.text;
  EXPECT_EQ(series["kind"], "series");
  EXPECT_EQ(series["steps"].size(), 2u);
}

TEST_F(WgsyncTest, TheResidencysWordsAreChecked) {
  ExpectRefused(
      Wgsync("device --residency --wg 64,big"),
      "wg=big: no such value; it may be a number from 1 on, sub_group");
  ExpectRefused(Wgsync("device --residency --ballast 8"),
                "ballast=8: no such value");
  ExpectRefused(Wgsync("device --residency --regs many"),
                "many is none of low, high");
  ExpectRefused(Wgsync("device --residency --board on"), "--board");
  ExpectRefused(Wgsync("device --residency --kernel plain"), "--kernel");
  ExpectRefused(Wgsync("device --residency --distance -1"), "--distance");
}

TEST_F(WgsyncTest, AnOldNameIsTheNewCommandAndSaysIt) {
  const std::string run = MakeRun("a");
  const Outcome old_name = Wgsync("power " + run);
  EXPECT_THAT(
      old_name.text,
      HasSubstr("note: `wgsync power` is now `wgsync device D --power`"));
  const Outcome now = Wgsync("device " + run + " --power");
  EXPECT_EQ(now.exit_code, old_name.exit_code);
  EXPECT_THAT(now.text, Not(HasSubstr("note:")));
  EXPECT_THAT(old_name.text, StartsWith(now.text));
  for (const char* device : {" --device nosuch", " --device=nosuch"}) {
    for (const char* name : {"residency --wg 32,64", "power", "probe"}) {
      const std::string line = std::string(name) + device;
      EXPECT_THAT(Wgsync(line).text,
                  AnyOf(HasSubstr("matches 'nosuch'"), HasSubstr("no OpenCL")))
          << line;
    }
  }
  for (const char* name : {"devices", "residency", "power", "probe"}) {
    EXPECT_THAT(Wgsync(name + std::string(" --help")).text,
                HasSubstr("Usage: wgsync device [OPTION...] [DEVICE|RUN]"));
  }
  EXPECT_THAT(Wgsync("recipe barrier --run " + run).text,
              HasSubstr("note: `wgsync recipe` is now `wgsync can --all`"));
}

TEST_F(WgsyncTest, OptionsOfAnotherSectionAreRefused) {
  for (const char* option :
       {"--wg 64", "--ballast 0", "--regs low", "--safe", "--kernel fenced",
        "--board off", "--distance 1"}) {
    ExpectRefused(Wgsync(std::string("device x --power ") + option),
                  "requires --residency; see `wgsync device --help`");
  }
  ExpectRefused(Wgsync("device x --residency --out y"), "requires --power");
  ExpectRefused(Wgsync("device x --hang-test --wait 1"), "require --residency");
  ExpectRefused(Wgsync("device x --no-wait"), "require --residency");
  ExpectRefused(Wgsync("device x --residency --power"), "excludes");
  ExpectRefused(Wgsync("device x --hang-test --power"), "excludes");
  ExpectRefused(Wgsync("device --hang-test"), "name the device");
  ExpectRefused(Wgsync("device --power"), "name a device");
  // A list is one word: the device may follow it.
  EXPECT_THAT(Wgsync("device --residency --wg 32,64 nosuch").text,
              AnyOf(HasSubstr("matches 'nosuch'"), HasSubstr("no OpenCL")));
}

// The answer is the exit code, so that a script can ask.
TEST_F(WgsyncTest, CanExitsWithItsAnswer) {
  const std::string run = MakeRun("a");
  EXPECT_EQ(Wgsync("can barrier --run " + run).exit_code, kAsExpected);
  EXPECT_EQ(Wgsync("can lock --run " + run).exit_code, kNothingBinds);
  EXPECT_EQ(Wgsync("can --run " + run).exit_code, kAsExpected);
  EXPECT_EQ(Wgsync("can nosuch --run " + run).exit_code, kBadInput);
  EXPECT_EQ(Wgsync("can lock").exit_code, kBadInput);
  EXPECT_EQ(Wgsync("can lock --run " + run + " --device 0:0").exit_code,
            kBadInput);
}

TEST_F(WgsyncTest, ListsCasesWithTheirReasons) {
  Outcome all = Wgsync("list");
  EXPECT_EQ(all.exit_code, kAsExpected);
  EXPECT_THAT(all.text, HasSubstr("barrier."));
  EXPECT_THAT(all.text, HasSubstr("mutex."));
  Outcome some = Wgsync("list 'mutex.*' --why");
  EXPECT_THAT(some.text, Not(HasSubstr("\nbarrier.")));
  EXPECT_THAT(some.text, HasSubstr("    soundness "));
  EXPECT_THAT(some.text, HasSubstr("    needs: all groups resident\n"));
}

TEST_F(WgsyncTest, ListsTheCasesOfACommonName) {
  const Outcome cases = Wgsync("list grid barrier --tier default");
  EXPECT_EQ(cases.exit_code, kAsExpected);
  EXPECT_THAT(cases.text, HasSubstr("barrier.counter_per_group/"));
  EXPECT_THAT(cases.text, HasSubstr("\nbarrier.tree_2/"));
  EXPECT_THAT(cases.text, Not(HasSubstr("\nmutex.")));
  ExpectRefused(Wgsync("list hairy barrier"), "matches \"hairy\"");
}

TEST_F(WgsyncTest, ExplainsWordsAndNamesThoseNearAnUnknownOne) {
  EXPECT_THAT(Wgsync("explain").text, HasSubstr("\n  stale-cache (C) "));
  EXPECT_THAT(Wgsync("explain '~'").text, HasSubstr("verdict not-run (~): "));
  EXPECT_THAT(Wgsync("explain -").text, HasSubstr("unsupported (-): "));
  EXPECT_THAT(Wgsync("explain not started").text,
              HasSubstr("rule not_started: hang (not started), because "));
  ExpectRefused(Wgsync("explain stale_cache"), "no such word; try stale-cache");
  ExpectRefused(Wgsync("explain gremlins"), "try `wgsync explain`");
}

TEST_F(WgsyncTest, WrongArgumentsAreRefused) {
  ExpectRefused(Wgsync(""), "name a command");
  ExpectRefused(Wgsync("frob"), "no command frob; there are run, list");
  ExpectRefused(Wgsync("baseline mak"),
                "no command mak; there are make, show, update");
  ExpectRefused(Wgsync("baseline"), "name a command of `wgsync baseline`");
  ExpectRefused(Wgsync("help baseline mak"), "no command mak");
  ExpectRefused(Wgsync("run --device ''"), "--device: its value is empty");
  ExpectRefused(Wgsync("list --frob"), "--frob");
  ExpectRefused(Wgsync("list 'barrier.countr*'"), "nearest is barrier.counter");
  ExpectRefused(Wgsync("list --tier big"), "smoke, default");
  ExpectRefused(Wgsync("run --cases nonsense"), "no case");
  ExpectRefused(Wgsync("run --bind all"),
                "--bind: all is none of violation, progress, customary");
  ExpectRefused(Wgsync("run --model cash"), "no model cash; there are cache");
  ExpectRefused(Wgsync("run --model residency=0"), "say residency=3");
  ExpectRefused(Wgsync("run --retry-lost"), "requires --resume");
  ExpectRefused(Wgsync("run --resume x --safe"), "does not go with --resume");
  ExpectRefused(Wgsync("run --resume x --model cache"), "does not go with");
  ExpectRefused(Wgsync("run --dry-run --known /"), "name a file of expect");
  ExpectRefused(Wgsync("matrix"), "run is required");
  ExpectRefused(Wgsync("matrix x --json --out y"), "--out excludes --json");
  ExpectRefused(Wgsync("bench --grid 132"), "write GROUPSxSIZE");
  ExpectRefused(Wgsync("progress --groups 3 --run x"),
                "--groups requires --synthesize");
  ExpectRefused(Wgsync("progress"), "a program is for `wgsync check`");
  ExpectRefused(Wgsync("check"), "file is required");
  ExpectRefused(Wgsync("check x --why NONE"),
                "there is no model of progress NONE");
  ExpectRefused(Wgsync("check nosuch.program"), "nosuch.program: cannot read");
  ExpectRefused(Wgsync("progress --synthesize OBE weak-OBE"),
                "both models are weak OBE; name two that differ");
  ExpectRefused(Wgsync("can --run x --bench x"), "x: cannot read it");
  ExpectRefused(Wgsync("can --run x --time"), "--time requires --device");
  ExpectRefused(Wgsync("can --device x --time --bench x"), "excludes --time");
  ExpectRefused(Wgsync("can host-sync --device x --time"),
                "`wgsync bench` times none of these");
}

TEST_F(WgsyncTest, AnUnknownOptionIsNamedAsItWasTypedWithTheNearest) {
  const auto line = [](const std::string& args) { return Wgsync(args).text; };
  EXPECT_EQ(line("run --devise x y"),
            "wgsync: --devise: no such option of `wgsync run`; did you mean "
            "--device? See `wgsync run --help`\n");
  EXPECT_EQ(line("expect check --runn=a b"),
            "wgsync: --runn: no such option of `wgsync expect check`; did you "
            "mean --run? See `wgsync expect check --help`\n");
  EXPECT_EQ(line("--device x run"),
            "wgsync: --device: write it after `wgsync run`; see `wgsync run "
            "--help`\n");
  EXPECT_EQ(line("run --frob"),
            "wgsync: --frob: no such option of `wgsync run`; see `wgsync run "
            "--help`\n");
  EXPECT_EQ(line("device a b"),
            "wgsync: b: not expected by `wgsync device`; see `wgsync device "
            "--help`\n");
  EXPECT_EQ(line("--versoin"),
            "wgsync: --versoin: no such option of `wgsync`; did you mean "
            "--version? See `wgsync --help`\n");
  ExpectRefused(Wgsync("matrix"), "; see `wgsync matrix --help`");
}

TEST_F(WgsyncTest, FoldersWithoutAReadableRunAreRefused) {
  ExpectRefused(Wgsync("show " + folder_ + "/none"), "No such file");
  ExpectRefused(Wgsync("show " + folder_), "neither log.jsonl in it");
  ExpectRefused(Wgsync("run --resume " + folder_), "neither run.json");
  std::string run = MakeRun("run");
  EXPECT_EQ(Wgsync("show " + run + "/log.jsonl").text,
            Wgsync("show " + run).text);
  std::ofstream(run + "/log.jsonl") << "{\"kind\":\n{}\n";
  ExpectRefused(Wgsync("show " + run), "log.jsonl:1: not a JSON object");
  ExpectRefused(Wgsync("matrix " + run), "log.jsonl:1: not a JSON object");
  ExpectRefused(Wgsync("run --resume " + run), "log.jsonl:1: not a JSON");
}

TEST_F(WgsyncTest, ARunOfSeveralDevicesNamesThem) {
  const std::string run = folder_ + "/both";
  std::filesystem::create_directory(run);
  std::ofstream(run + "/log.jsonl")
      << R"({"kind":"context","schema":3,"devices":[{"full_name":"P/A"},)"
      << R"({"full_name":"P/B"}]})"
      << "\n";
  ExpectRefused(Wgsync("device --power " + run),
                "its log is of 2 devices: P/A, P/B;");
  ExpectRefused(Wgsync("expect check " + run), "say --run ");
}

TEST_F(WgsyncTest, HelpAndVersionAreCommandsToo) {
  for (const std::string path : {"", "run", "expect update"}) {
    const Outcome help = Wgsync("help " + path);
    EXPECT_EQ(help.exit_code, kAsExpected) << help.text;
    EXPECT_THAT(help.text, HasSubstr("Usage: wgsync " + path));
    EXPECT_EQ(help.text, Wgsync(path + " --help").text);
  }
  EXPECT_EQ(Wgsync("version").text, Wgsync("--version").text);
  ExpectRefused(Wgsync("help nosuch"), "no command nosuch");
}

TEST_F(WgsyncTest, WithoutARunTheNewestIsShown) {
  const Outcome wgsync = RunShell("realpath " + WgsyncProgram());
  const std::string show = "cd " + folder_ + " && " +
                           wgsync.text.substr(0, wgsync.text.size() - 1) +
                           " show ";
  ExpectRefused(RunShell(show + "2>&1"), "there is no run yet");
  const std::string old = "wgsync-runs/20260102T030405Z";
  const std::string newest = "wgsync-runs/20261121T101112Z";
  MakeRun(newest);
  MakeRun(old);
  MakeRun("wgsync-runs/store/a/b/c");
  EXPECT_THAT(RunShell(show + "2>&1").text,
              StartsWith("run: " + newest + "\n"));
  EXPECT_THAT(RunShell(show + "--json 2>/dev/null").text, StartsWith("{"));
}

TEST_F(WgsyncTest, ARunThatIsWrittenIsNotCalledCutShort) {
  const std::string run = folder_ + "/run";
  auto log = RunLogWriter::Create(run, TestHeader({kCase}));
  ASSERT_TRUE(log.ok()) << log.status();
  EXPECT_THAT(Wgsync("show " + run).text,
              HasSubstr("1 planned case has no verdict; a wgsync writes it"));
  log->reset();
  EXPECT_THAT(Wgsync("show " + run).text, HasSubstr("was cut short"));
}

TEST_F(WgsyncTest, ShowsARunAndACase) {
  std::string run = MakeRun("run");
  EXPECT_THAT(Wgsync("show " + run).text, HasSubstr("1 pass"));
  Outcome one = Wgsync("show " + run + " " + kCase);
  EXPECT_EQ(one.exit_code, kAsExpected);
  EXPECT_THAT(one.text, HasSubstr("Reproduce\n  wgsync run "));
  ExpectRefused(Wgsync("show " + run + " barrier.b/poll=rmw/groups=2"),
                std::string("the nearest is ") + kCase);
}

TEST_F(WgsyncTest, ExportsWhatItCanOfACase) {
  std::string run = MakeRun("run");
  std::string out = folder_ + "/out";
  // A case that was never launched has evidence, and says why no more.
  Outcome made = Wgsync("export " + run + " " + kCase + " -o " + out);
  EXPECT_EQ(made.exit_code, kAsExpected) << made.text;
  EXPECT_THAT(made.text, HasSubstr("no replay.c and no binary: "));
  EXPECT_TRUE(std::filesystem::exists(out + "/README.txt"));
  EXPECT_TRUE(std::filesystem::exists(out + "/evidence.txt"));
  EXPECT_FALSE(std::filesystem::exists(out + "/replay.c"));
}

TEST_F(WgsyncTest, ExportsWhatClinfoPrints) {
  const std::string run = MakeRun("run");
  const std::string programs = folder_ + "/bin", out = folder_ + "/out";
  const auto exported = [&](const std::string& to) {
    return Wgsync("export " + run + " " + kCase + " -o " + to,
                  "PATH=" + programs);
  };
  const Outcome without = exported(out);
  EXPECT_EQ(without.exit_code, kAsExpected) << without.text;
  EXPECT_THAT(without.text,
              HasSubstr("no clinfo.json: there is no clinfo on "));
  EXPECT_FALSE(std::filesystem::exists(out + "/clinfo.json"));
  std::filesystem::create_directory(programs);
  std::ofstream(programs + "/clinfo") << "#!/bin/sh\necho '{}'\n";
  std::filesystem::permissions(programs + "/clinfo",
                               std::filesystem::perms::owner_all);
  const Outcome with = exported(out + "2");
  EXPECT_EQ(with.exit_code, kAsExpected) << with.text;
  EXPECT_THAT(with.text, Not(HasSubstr("clinfo.json")));
  EXPECT_TRUE(std::filesystem::exists(out + "2/clinfo.json"));
}

TEST_F(WgsyncTest, WhatCannotBeExportedIsRefused) {
  std::string run = MakeRun("run");
  std::string out = " -o " + folder_ + "/out";
  ExpectRefused(Wgsync("export" + out), "name a RUN");
  ExpectRefused(Wgsync("export " + run + " " + kCase), "--out is required");
  ExpectRefused(Wgsync("export " + folder_ + "/none x" + out), "No such file");
  ExpectRefused(Wgsync("export " + run + " barrier.b/poll=rmw/groups=2" + out),
                std::string("the nearest is ") + kCase);
  ExpectRefused(Wgsync("export " + run + " " + kCase + " -o " + run),
                "not an empty folder");
  ExpectRefused(Wgsync("export " + run + " " + kCase + " -o /proc/x/y"),
                "cannot write there");
  std::string changed = MakeRun("changed") + "/log.jsonl";
  std::string text = "{\"kind\":\"note\",\"text\":\"later\"}\n";
  std::ifstream whole(changed);
  std::string log((std::istreambuf_iterator<char>(whole)), {});
  std::ofstream(changed) << log.substr(0, log.find('\n') + 1) << text
                         << log.substr(log.find('\n') + 1, std::string::npos);
  changed = folder_ + "/changed";
  for (const std::string& concludes :
       {"export " + changed + " " + kCase + out, "can --run " + changed,
        "expect update " + changed + " --file " + folder_ + "/rules"}) {
    ExpectRefused(Wgsync(concludes), "its digest does not fit");
  }
  for (const std::string& shows : {"show " + changed, "matrix " + changed}) {
    const ProgramOutcome o = Wgsync(shows);
    EXPECT_EQ(o.exit_code, kAsExpected) << o.text;
    EXPECT_THAT(o.text, HasSubstr("note: " + changed + "/log.jsonl"));
    EXPECT_THAT(o.text, HasSubstr("its digest does not fit"));
  }
  std::filesystem::remove_all(folder_ + "/changed");
  // Of two runs of the case nobody knows which is meant.
  MakeRun("again");
  ExpectRefused(Wgsync("export " + folder_ + " " + kCase + out),
                "names a case in 2 runs; name one run, such as " + folder_);
  std::ofstream(run + "/log.jsonl") << "{\"kind\":\n{}\n";
  ExpectRefused(Wgsync("export " + run + " " + kCase + out),
                "log.jsonl:1: not a JSON object");
  EXPECT_FALSE(std::filesystem::exists(folder_ + "/out"));
}

// A line that can be read; an id of a hundred characters is usual.
TEST_F(WgsyncTest, APatternOfManyCasesNamesAFew) {
  const std::string folder = folder_ + "/many";
  auto log = RunLogWriter::Create(folder, TestHeader({kCase}));
  ASSERT_TRUE(log.ok()) << log.status();
  for (int i = 0; i < 125; ++i) {
    const std::string id =
        "barrier." + std::string(50, 'x') + std::to_string(i) + "/poll=rmw";
    ASSERT_TRUE((*log)->Append(TestResult(id, VerdictKind::kPass)).ok());
  }
  ASSERT_TRUE((*log)->Finished(0).ok());
  const Outcome many =
      Wgsync("export " + folder + " 'barrier.*' -o " + folder_ + "/out");
  EXPECT_EQ(many.exit_code, kBadInput);
  EXPECT_THAT(many.text,
              HasSubstr("barrier.*: names 125 cases; name one, such as "));
  EXPECT_THAT(many.text, HasSubstr("x0/poll=rmw, barrier."));
  EXPECT_LE(many.text.size(), 210u) << many.text;
}

TEST_F(WgsyncTest, PrintsTheMatrixOfSeveralRuns) {
  MakeRun("a");
  MakeRun("b");
  Outcome text = Wgsync("matrix " + folder_);
  EXPECT_EQ(text.exit_code, kAsExpected);
  EXPECT_THAT(text.text, HasSubstr("[1]  [2]\n"));
  EXPECT_THAT(text.text, Not(HasSubstr("\x1b")));
  EXPECT_THAT(Wgsync("matrix --markdown " + folder_).text,
              HasSubstr("| --- |"));
}

TEST_F(WgsyncTest, ColoursOnlyWhereAskedFor) {
  MakeRun("a");
  std::string args = "matrix --color always " + folder_;
  EXPECT_THAT(Wgsync(args).text, HasSubstr("\x1b["));
  EXPECT_THAT(Wgsync(args, "NO_COLOR=1").text, HasSubstr("\x1b["));
  EXPECT_THAT(Wgsync("matrix --color never " + folder_).text,
              Not(HasSubstr("\x1b[")));
}

TEST_F(WgsyncTest, WithoutOpenClThereIsOneLine) {
  // A folder without a driver.
  std::string none = "OCL_ICD_VENDORS=" + folder_;
  for (const std::string& args :
       {std::string("device"), "run --out " + folder_}) {
    Outcome outcome = Wgsync(args, none);
    EXPECT_EQ(outcome.exit_code, kInfrastructure) << outcome.text;
    EXPECT_THAT(outcome.text, StartsWith("wgsync: "));
    EXPECT_THAT(outcome.text,
                AnyOf(HasSubstr("no OpenCL"), HasSubstr("no pl")));
    EXPECT_EQ(std::count(outcome.text.begin(), outcome.text.end(), '\n'), 1)
        << outcome.text;
  }
}

TEST(WorseExitTest, BadInputThenInfrastructureThenFailures) {
  EXPECT_EQ(WorseExit(kFailures, kBadInput), kBadInput);
  EXPECT_EQ(WorseExit(kInfrastructure, kFailures), kInfrastructure);
  EXPECT_EQ(WorseExit(kInfrastructure, kBadInput), kBadInput);
  EXPECT_EQ(WorseExit(kNothingBinds, kFailures), kFailures);
  EXPECT_EQ(WorseExit(kAsExpected, kNothingBinds), kNothingBinds);
  EXPECT_EQ(WorseExit(kAsExpected, kAsExpected), kAsExpected);
}

}  // namespace
}  // namespace wgsync
