// The gate from outside: the exit code of each situation, on made-up runs. No
// device is needed, so nothing is run again here; gate_device_test.cc does.

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "suite/core/record/run_log.h"
#include "suite/core/record/test_runs.h"
#include "tools/wgsync_program_testing.h"

namespace wgsync {
namespace {

using ::testing::HasSubstr;

constexpr char kA[] = "barrier.a/poll=rmw/groups=res";
constexpr char kB[] = "barrier.b/poll=rmw/groups=res";
// One that the catalog has.
constexpr char kReal[] =
    "barrier.counter_per_group/poll=rmw/signal=rmw/fence=device/pay=plain/"
    "work=exchange/wg=64/groups=2";

struct RunSpecimen {
  VerdictKind a = VerdictKind::kPass;
  VerdictKind b = VerdictKind::kPass;
  std::string driver = "d1";
  std::string lanes = "8";  // of the environment
  std::string kernel = "k1";
  std::string model;
  bool binds = true;
  bool end = true;
  bool part = false;  // has a alone
  uint32_t repeat = 1;
  std::string type = "cpu", uuid;
};

class GateTest : public ProgramTest {
 protected:
  std::string Make(const std::string& name, const RunSpecimen& s) {
    const std::string folder = folder_ + "/" + name;
    RunHeader header;
    header.plan = {kA, kB};
    if (s.part) header.plan = {kA};
    if (!s.model.empty()) header.settings.model = *ParseModel(s.model);
    DeviceProfile& profile = header.devices[0];
    profile.driver_digest = s.driver;
    profile.device.full_name = "P/D";
    profile.device.slug = "p-d";
    profile.device.type = s.type;
    header.settings.repeat = s.repeat;
    *profile.fingerprint = {{"driver_version", "3.1"},
                            {"platform", {{"name", "P"}}},
                            {"device", {{"name", "D"}, {"uuid", s.uuid}}},
                            {"environment", {{"CL_LANES", s.lanes}}}};
    auto log = RunLogWriter::Create(folder, header);
    EXPECT_TRUE(log.ok()) << log.status();
    for (const auto& [id, kind] : {std::pair(kA, s.a), std::pair(kB, s.b)}) {
      if (id != header.plan[0] && s.part) continue;
      CaseResult r = TestResult(id, kind);
      r.could_bind = s.binds;
      r.kernel_digest = s.kernel;
      EXPECT_TRUE((*log)->Append(r).ok());
    }
    EXPECT_TRUE(!s.end || (*log)->Finished(0).ok());
    return folder;
  }

  std::string File(const std::string& text) {
    const std::string path = folder_ + "/d.expect";
    std::ofstream(path) << text;
    return path;
  }

  // Without a driver no device is here.
  ProgramOutcome Gate(const std::string& args) {
    return Wgsync("gate --out " + folder_ + "/out " + args,
                  "OCL_ICD_VENDORS=" + folder_);
  }

  void ExpectExit(int exit_code, const std::string& args,
                  const std::string& says) {
    ProgramOutcome outcome = Gate(args);
    EXPECT_EQ(outcome.exit_code, exit_code) << outcome.text;
    EXPECT_THAT(outcome.text, HasSubstr(says));
  }
};

// One of the two sides is always all passes of another driver.
TEST_F(GateTest, ExitCodesOnRuns) {
  const std::string base = "--baseline " + Make("base", {});
  const auto make = [&](const std::string& name, RunSpecimen s) {
    s.driver = "d2";
    return base + " " + Make(name, s);
  };
  const std::string aa = base + " " + Make("aa", {});
  ExpectExit(0, aa, "A/A: the driver is the same");
  ExpectExit(4, aa + " --new-driver", "is the update installed? (exit 4)");
  ExpectExit(0, make("same", {}), "as expected, 2 of 2 compared (exit 0)");
  RunSpecimen s;
  s.a = VerdictKind::kBroken;
  ExpectExit(4, base + " " + Make("old", s) + " --new-driver",
             "no case was judged\ngate: the driver is the same");
  ExpectExit(1, make("broken", s), "\nregression\n");
  s.a = VerdictKind::kHang;
  ExpectExit(1, make("hang", s), "\nnew, unconfirmed\n");
  ExpectExit(1, make("hang0", s) + " --confirm 0", "\nnew, unconfirmed\n");
  s.a = VerdictKind::kInfra;
  ExpectExit(3, make("infra", s), "\ninfrastructure\n");
  s.a = VerdictKind::kUnproven;
  const std::string unproven = make("unproven", s);
  ExpectExit(4, unproven, "1 of 2 counted cases of the baseline compared");
  ExpectExit(0, unproven + " --min-compared 50", "says nothing now: 1");
  s.a = VerdictKind::kCrash;
  s.b = VerdictKind::kInfra;
  ExpectExit(1, make("both", s), "the device failed in 1 case (exit 1)");
  s = {};
  s.lanes = "16";
  const std::string other = make("environment", s);
  ExpectExit(3, other, "environment CL_LANES: '8' -> '16' (bars)");
  ExpectExit(0, other + " --across", "as expected, 2 of 2 compared (exit 0)");
  s = {};
  s.model = "cache";
  s.a = VerdictKind::kStaleCache;
  const std::string model = make("model", s);
  ExpectExit(3, model, "the new run is of model:cache, which is no device");
  ExpectExit(1, model + " --across", "\nregression\n");
  ExpectRefused(Wgsync("expect update " + folder_ + "/model --file " + folder_ +
                       "/m.expect"),
                "is of model:cache, which is no device");
  s = {};
  s.kernel = "k2";
  ExpectExit(4, make("kernel", s), "other kernel, not compared: 2");
  s = {};
  s.binds = false;
  ExpectExit(4, make("nothing", s), "this proves nothing (exit 4)");
  s = {};
  s.end = false;
  ExpectExit(3, make("cut", s), "was cut short");
}

TEST_F(GateTest, ExitCodesOnABaselineThatHangs) {
  RunSpecimen s;
  s.a = VerdictKind::kHang;
  const std::string base = "--baseline " + Make("base", s);
  ExpectExit(0, base + " " + Make("hangs", s), "2 as expected");
  ExpectExit(0, base + " " + Make("passes", {}), "unexpected pass: 1");
  ExpectExit(1,
             base + " " + folder_ + "/passes --expect " +
                 File("why barrier.a/* = hang\n"),
             "\nexpectation out of date\n");
  s.a = VerdictKind::kStaleCache;
  ExpectExit(0, base + " " + Make("stale", s), "\nother cause: 1\n");
  s.a = VerdictKind::kStalePayload;
  ExpectExit(1, base + " " + Make("payload", s), "\nregression\n");
}

TEST_F(GateTest, ExitCodesOnAFileOfExpectations) {
  RunSpecimen s;
  s.a = VerdictKind::kHang;
  const std::string run = " " + Make("run", s);
  const auto base = [&](const std::string& rule) {
    return "--baseline " + File(rule) + run;
  };
  ExpectExit(0, base("why barrier.a/* = hang\n"), "2 as expected");
  ExpectExit(1, base("why barrier.a/* = stale-cache\n"), "/d.expect:1:");
  ExpectExit(1, base("# nothing\n"), "expected    pass");
}

TEST_F(GateTest, AnotherBoardOfTheModelIsCompared) {
  RunSpecimen s;
  s.type = "gpu";
  s.uuid = "u1";
  const std::string base = "--baseline " + Make("base", s);
  s.uuid = "u2";
  s.driver = "d2";  // its digest has the UUID
  const std::string other = base + " " + Make("other", s);
  ExpectExit(0, other,
             "board: 'u1' -> 'u2' (another board of the same model; it is "
             "compared)");
  ExpectExit(4, other + " --new-driver", "is the update installed?");
}

TEST_F(GateTest, AKnownFailureDoesNotFail) {
  RunSpecimen s;
  const std::string base = "--baseline " + Make("base", s);
  s.a = VerdictKind::kHang;
  const std::string run = base + " " + Make("hangs", s);
  ExpectExit(1, run, "new, unconfirmed");
  ExpectExit(0, run + " --known " + File("why barrier.a/* = hang\n"),
             "\nknown: 1\n");
  ExpectExit(1, run + " --known other=" + File("why barrier.a/* = hang\n"),
             "note: --known: no file is for this device");
  ExpectExit(1, run + " --known " + File("why barrier.a/* = slow\n"),
             "new, unconfirmed");
}

TEST_F(GateTest, ABaselineIsOneFile) {
  RunSpecimen s;
  s.repeat = 3;
  const std::string file = folder_ + "/base.gz", make = "baseline make ";
  ProgramOutcome made = Wgsync(make + Make("base", s) + " -o " + file);
  EXPECT_EQ(made.exit_code, kAsExpected) << made.text;
  EXPECT_THAT(made.text, HasSubstr("2 of 2 cases can be, 2 of them count"));
  ExpectExit(0, "--baseline " + file + " " + folder_ + "/base",
             "2 of 2 compared (exit 0)");
  ExpectRefused(Wgsync(make + folder_ + "/base -o " + file), "name a new file");
  const std::string x = " -o " + folder_ + "/x.gz";
  ExpectRefused(Wgsync(make + x), "name either a RUN");
  ExpectRefused(Wgsync(make + "--device no -o " + folder_ + "/no/x.gz"),
                "/no/x.gz: cannot write it");
  ExpectRefused(Wgsync("baseline show " + folder_ + "/x.gz"), "is not there");
  const std::string empty = File("\n");
  ExpectRefused(Wgsync("gate --baseline " + empty + " " + folder_ + "/base"),
                empty + ": is empty");
  EXPECT_THAT(
      Wgsync(make + "--device no --dry-run --cases 'mutex.mcs/*'" + x).text,
      HasSubstr("1 case would be run"));
  const std::string once = Make("once", {});
  ExpectRefused(Wgsync(make + once + x), "each case 1 of 3 times");
  Wgsync("export " + once + " -o " + once + ".gz");
  ExpectRefused(Wgsync("baseline show " + once + ".gz"),
                "cannot be a baseline: it ran each case 1 of 3 times");
  s.end = false;
  ExpectRefused(Wgsync(make + Make("cut", s) + x), "was cut short");
  s.end = true;
  s.model = "cache";
  ExpectRefused(Wgsync(make + Make("model", s) + x), "is of model:cache");
  EXPECT_FALSE(std::filesystem::exists(folder_ + "/x.gz"));

  // A case that got worse wants a reason, which the file keeps.
  s.model = "";
  s.driver = "d2";
  s.b = VerdictKind::kHang;
  const std::string update = "baseline update " + file + " " + Make("new", s);
  s.part = true;
  EXPECT_THAT(
      Wgsync("baseline update " + file + " " + Make("part", s)).text,
      HasSubstr(
          "1 change for the worse, 1 of them by cases that " + folder_ +
          "/part (tier smoke) does not have: was it made with `wgsync run "
          "--baseline --tier smoke`?; say"));
  s.part = false;
  ProgramOutcome refused = Wgsync(update);
  EXPECT_EQ(refused.exit_code, kBadInput) << refused.text;
  EXPECT_THAT(refused.text, HasSubstr("worse  " + std::string(kB)));
  EXPECT_THAT(refused.text, HasSubstr("say with --reason TEXT"));
  EXPECT_THAT(Wgsync("baseline show " + file).text, HasSubstr("2 pass"));
  ProgramOutcome taken = Wgsync(update + " --reason 'the vendor knows'");
  EXPECT_EQ(taken.exit_code, kAsExpected) << taken.text;
  const std::string shown = Wgsync("baseline show " + file).text;
  EXPECT_THAT(shown, HasSubstr("1 hang"));
  EXPECT_THAT(shown, HasSubstr("in place of 3.1: the vendor knows"));
  ExpectExit(0, "--baseline " + file + " " + folder_ + "/new", "A/A");
  s.lanes = "16";
  ExpectRefused(Wgsync("baseline update " + file + " " + Make("elsewhere", s)),
                "not by the driver alone");
}

TEST_F(GateTest, BadInputIsOneLine) {
  const std::string base = Make("base", {});
  const std::string run = " " + Make("run", {});
  ExpectRefused(Gate(run), "--baseline is required");
  ExpectRefused(Gate("--baseline " + base), "what is to be judged?");
  ExpectRefused(Gate("--baseline " + base + run + " --resume " + folder_),
                "leave out one of them");
  const std::string none = "--baseline " + folder_ + "/none";
  for (const std::string& after : {run, std::string()}) {
    ExpectRefused(Gate(none + after), none + ": no such file or folder; name");
  }
  ExpectRefused(Gate("--baseline " + folder_ + run), "holds 2 runs; name one");
  ExpectRefused(Gate("--baseline " + base + " " + folder_ + "/none"),
                "No such file");
  ExpectRefused(Gate("--baseline " + File("barrier.* = hang\n") + run),
                "d.expect:1: no reason");
  ExpectRefused(
      Gate("--baseline " + File("why b.* = hang until=2020-01-01\n") + run),
      "d.expect:1: until=2020-01-01 is past");
  const std::string file = File("why b.* = hang\n");
  ExpectRefused(Gate("--baseline " + file + " --expect " + file + run),
                "--expect does not go");
  ExpectRefused(Gate("--baseline " + file + run + " --new-driver"),
                "a file of expectations is of no driver");
  ExpectRefused(Gate("--baseline " + base + run + " --min-compared 101"),
                "--min-compared");
  ExpectRefused(Gate("--baseline " + base + " --expect " + folder_ + run),
                "cannot read it");
  ExpectRefused(
      Gate("--baseline " + base + run + " --driver-dir " + folder_ + "/base"),
      "no vendors/*.icd in it");
  // One verdict is not what the run gave.
  std::ifstream log(base + "/log.jsonl");
  std::string text((std::istreambuf_iterator<char>(log)), {});
  text.replace(text.find("\"verdict\":\"pass\""), 16, "\"verdict\":\"hang\"");
  std::ofstream(base + "/log.jsonl") << text;
  ExpectRefused(Gate("--baseline " + base + run), "its digest does not fit");
  ExpectRefused(Wgsync("import " + base + " --store " + folder_ + "/store"),
                "its digest does not fit");
}

TEST_F(GateTest, ReportsThatCannotBeWrittenAreBadInput) {
  const std::string args =
      "--baseline " + Make("base", {}) + " " + Make("run", {});
  // Before anything is judged, or run.
  ExpectRefused(Gate(args + " --junit " + folder_ + "/no/x.xml"),
                "x.xml: cannot write it");
  ExpectRefused(Gate(args + " --markdown " + folder_ + "/no/x.md"),
                "x.md: cannot write it");
  EXPECT_EQ(Gate(args + " --junit " + folder_ + "/x.xml --markdown " + folder_ +
                 "/x.md")
                .exit_code,
            kAsExpected);
  std::ifstream junit(folder_ + "/x.xml"), markdown(folder_ + "/x.md");
  std::string first;
  std::getline(junit, first);
  EXPECT_THAT(first, HasSubstr("<?xml"));
  std::getline(markdown, first);
  EXPECT_EQ(first, "### wgsync gate: as expected, 2 of 2 compared (exit 0)");
}

TEST_F(GateTest, AStoreIsReadByEveryCommand) {
  Make("base", {});
  const std::string store = " " + folder_ + "/store";
  const std::string twice = store + store;
  ProgramOutcome imported =
      Wgsync("import " + folder_ + "/base --store" + store);
  EXPECT_EQ(imported.exit_code, kAsExpected) << imported.text;
  EXPECT_THAT(Wgsync("import " + folder_ + "/base --store" + store).text,
              HasSubstr("(was there)"));
  for (const std::string& command :
       {"show" + store, "matrix" + store, "diff" + twice, "diff --json" + twice,
        "expect why " + std::string(kReal) + " --file " +
            File("why b.* = hang\n") + " --run" + store}) {
    ProgramOutcome outcome = Wgsync(command);
    EXPECT_EQ(outcome.exit_code, kAsExpected) << command << outcome.text;
  }
  ExpectExit(0, "--baseline" + store + store, "A/A");
}

TEST_F(GateTest, ExpectationsAreCheckedMadeAndExplained) {
  ProgramOutcome bad = Wgsync("expect check " +
                              File("why nothing.* = hang\nbarrier.* = hang\n"));
  EXPECT_EQ(bad.exit_code, kBadInput);
  EXPECT_THAT(bad.text, HasSubstr("d.expect:2: no reason"));
  RunSpecimen s;
  s.a = VerdictKind::kHang;
  const std::string run = Make("run", s);
  const std::string file = folder_ + "/new.expect";
  ProgramOutcome made = Wgsync("expect update " + run + " --file " + file);
  EXPECT_EQ(made.exit_code, kAsExpected) << made.text;
  EXPECT_THAT(made.text, HasSubstr("ran each case once; make rules from a"));
  EXPECT_THAT(made.text, HasSubstr("+2: \"as seen with driver 3.1\" "));
  EXPECT_THAT(Wgsync("expect update " + run + " --file " + file).text,
              HasSubstr("nothing to change"));
  EXPECT_EQ(Wgsync("expect check " + file + " --run " + run).exit_code,
            kAsExpected);
  ExpectExit(0, "--baseline " + file + " " + run, "2 as expected");
  const std::string why = std::string("expect why ") + kReal + " --file ";
  EXPECT_THAT(Wgsync(why + File("why barrier.* = hang\n")).text,
              HasSubstr("d.expect:1: why barrier.* = hang"));
  EXPECT_THAT(Wgsync(why + File("why mutex.* = hang\n")).text,
              HasSubstr("no rule; it is expected to pass"));
  ExpectRefused(Wgsync("expect why barrier.x --file " + file), "barrier.x");
  ExpectRefused(Wgsync("expect why " + std::string(kReal) + " --file " +
                       folder_ + "/none"),
                "cannot read it");
}

}  // namespace
}  // namespace wgsync
