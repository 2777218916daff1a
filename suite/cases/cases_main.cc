// The cases of the suite as GoogleTest tests: one for each planned case and
// device, registered at run time. See README.md for its environment.

#include <signal.h>
#include <sys/prctl.h>

#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "gtest/gtest.h"
#include "reports/gate/expectation.h"
#include "reports/gate/gtest_text.h"
#include "reports/gate/known.h"
#include "reports/render/junit.h"
#include "reports/render/text.h"
#include "reports/words/cts_results.h"
#include "reports/words/run_junit.h"
#include "suite/cases/device_cases.h"
#include "suite/cases/settings.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/base/write_file.h"
#include "suite/core/record/exit_code.h"
#include "suite/core/record/run_facts.h"
#include "suite/core/record/run_log.h"
#include "suite/core/verdict/kinds.h"
#include "suite/engine/session.h"

namespace wgsync {
namespace {

// What stands behind a registered test.
struct Registered {
  DeviceCases* device;
  PlannedCase planned;
};

struct Suite {
  std::vector<DeviceExpectations> known;
  std::vector<std::unique_ptr<DeviceCases>> devices;
  std::map<std::string, Registered> tests;  // by "suite.name"
};

// For --gtest_output; what Bazel reads is made by WriteXml().
void Record(const CaseResult& r, const std::string& words) {
  for (const auto& [name, value] : ResultProperties(r)) {
    testing::Test::RecordProperty(name, value);
  }
  testing::Test::RecordProperty("evidence", words);
  testing::Test::RecordProperty("seconds", absl::StrCat(r.seconds));
}

std::string Describe(const CaseResult& r, const std::vector<std::string>& words,
                     const DeviceInfo& device) {
  std::string text = VerdictText(r.verdict);
  if (r.binds != Binding::kNothing)
    absl::StrAppend(&text, ", counted as ", InfoOf(r.binds).name);
  const std::string seen = CountsText(r);
  if (!seen.empty()) absl::StrAppend(&text, ", ", seen);
  for (const std::string& one : words) absl::StrAppend(&text, "\n  ", one);
  // To a shell two quotes are nothing, and a line with them cannot look like a
  // status.
  const std::string name =
      absl::StrReplaceAll(ShellQuote(device.full_name), {{"] ", "]'' "}});
  return TestMessage(absl::StrCat(text, "\nReproduce: wgsync run --device ",
                                  name, " --cases ", ShellQuote(r.id)));
}

class CaseTest : public testing::Test {
 public:
  explicit CaseTest(const Registered* test) : test_(test) {}

  void TestBody() override {
    absl::StatusOr<CaseResult> result =
        test_->device->Result(test_->planned.id);
    if (absl::IsDeadlineExceeded(result.status())) {
      GTEST_SKIP() << TestMessage(OneLine(result.status().message()));
    }
    if (!result.ok()) {
      FAIL() << TestMessage(OneLine(result.status().message()));
    }
    const CaseResult& r = *result;
    const std::vector<std::string> words = test_->device->Words(r.id);
    const std::string in_one_line = OneLine(absl::StrJoin(words, "\n"));
    Record(r, in_one_line);
    std::string text = Describe(r, words, test_->device->device());
    if (Fails(r.binds, BindMask())) {
      const std::string known = test_->device->WhyKnown(r);
      if (known.empty()) FAIL() << text;
      GTEST_SKIP() << TestMessage("known failure: " + known) << "\n" << text;
    }
    const KindInfo& kind = InfoOf(r.verdict.kind);
    if (kind.status == TestStatus::kError) FAIL() << text;
    // Otherwise it passed, is unproven, or is bad and not counted.
    if (!IsJudged(kind.kind) || r.other_cores > 0) {
      GTEST_SKIP() << TestMessage(VerdictText(r.verdict) + ": " + in_one_line);
    }
  }

 private:
  const Registered* test_;
};

// Selects before the first test what the filter left, and looks at the whole
// after the last one.
class RunsEnvironment : public testing::Environment {
 public:
  explicit RunsEnvironment(Suite* suite) : suite_(suite) {}

  void SetUp() override {
    for (auto& device : suite_->devices) device->Reset();
    const testing::UnitTest& all = *testing::UnitTest::GetInstance();
    for (int i = 0; i < all.total_test_suite_count(); ++i) {
      const testing::TestSuite& some = *all.GetTestSuite(i);
      for (int j = 0; j < some.total_test_count(); ++j) {
        const testing::TestInfo& info = *some.GetTestInfo(j);
        if (!info.should_run()) continue;
        auto test = suite_->tests.find(
            absl::StrCat(info.test_suite_name(), ".", info.name()));
        if (test == suite_->tests.end()) continue;
        test->second.device->Select(test->second.planned);
      }
    }
  }

  // GoogleTest calls a test whose cases were all skipped a success.
  void TearDown() override {
    for (auto& device : suite_->devices) {
      std::string objection = device->Objection();
      if (!objection.empty()) ADD_FAILURE() << objection;
    }
  }

 private:
  Suite* suite_;
};

absl::StatusOr<std::vector<DeviceInfo>> FindDevices(const Settings& settings) {
  ASSIGN_OR_RETURN(std::vector<DeviceInfo> all, EnumerateDevices());
  ASSIGN_OR_RETURN(std::vector<DeviceInfo> chosen,
                   ChooseDevices(all, settings.device));
  std::vector<DeviceInfo> devices;
  for (DeviceInfo& device : chosen) {
    if (!device.type.empty()) devices.push_back(std::move(device));
  }
  if (!devices.empty()) return devices;
  return absl::NotFoundError(absl::StrCat(
      "WGSYNC_TEST_DEVICE='", settings.device, "': no OpenCL device is there",
      all.empty() ? "" : ", only platforms without one"));
}

void RegisterCase(const TestName& name, const Registered& test, Suite* suite) {
  const Registered* kept =
      &suite->tests.insert({name.Full(), test}).first->second;
  testing::RegisterTest(
      name.suite.c_str(), name.name.c_str(), nullptr, nullptr, __FILE__,
      __LINE__, [kept]() -> testing::Test* { return new CaseTest(kept); });
}

absl::Status Register(const Settings& settings, Suite* suite) {
  ASSIGN_OR_RETURN(std::vector<PlannedCase> cases, CasesFor(settings));
  absl::StatusOr<std::vector<DeviceExpectations>> known =
      ReadDeviceExpectations(settings.expect, Today());
  if (!known.ok()) {
    return absl::Status(
        known.status().code(),
        absl::StrCat("WGSYNC_TEST_EXPECT: ", known.status().message()));
  }
  suite->known = *std::move(known);
  ASSIGN_OR_RETURN(std::vector<DeviceInfo> devices, FindDevices(settings));
  // A list needs no folder.
  const std::string output =
      testing::GTEST_FLAG(list_tests) ? "" : OutputFolder();
  const std::string whole =
      settings.part.whole() && testing::GTEST_FLAG(filter) == "*"
          ? absl::StrCat(settings.tier, "/", settings.family)
          : "";
  std::set<std::string> labels;
  for (const DeviceInfo& device : devices) {
    const std::string label = UnusedName(
        device.slug, [&](const std::string& s) { return labels.count(s) > 0; });
    labels.insert(label);
    suite->devices.push_back(std::make_unique<DeviceCases>(
        device, settings.tier, absl::StrCat(output, "/", label), &suite->known,
        LastStart(settings.timeout_seconds), whole));
    for (const PlannedCase& planned : cases) {
      RegisterCase(NameOf(planned.id, devices.size() > 1 ? label : ""),
                   {suite->devices.back().get(), planned}, suite);
    }
  }
  return absl::OkStatus();
}

// Fails, so that test.xml says why there is no case.
class NoCasesTest : public testing::Test {
 public:
  explicit NoCasesTest(std::string why) : why_(std::move(why)) {}
  void TestBody() override { FAIL() << why_; }

 private:
  std::string why_;
};

void RegisterFailure(const std::string& why) {
  testing::RegisterTest(
      "device", "found", nullptr, nullptr, __FILE__, __LINE__,
      [why]() -> testing::Test* { return new NoCasesTest(why); });
  testing::GTEST_FLAG(filter) = "*";
}

std::string Tested(const Suite& suite) {
  std::vector<std::string> names;
  for (const auto& device : suite.devices) {
    if (device->selected() == 0) continue;
    const DeviceInfo& info = device->device();
    names.push_back(absl::StrCat(OneLine(info.full_name), " (driver ",
                                 OneLine(info.driver_version), ", ",
                                 device->selected(), " cases)"));
  }
  return names.empty() ? "none" : absl::StrJoin(names, ", ");
}

// GoogleTest's own document has no errors beside failures, no output and no
// attachments, and takes the time of a case for that of its test. In its place
// Bazel's XML_OUTPUT_FILE gets that of the runs, whose folders are among the
// undeclared outputs. Where a run has no log GoogleTest's stays.
void WriteXml(const Suite& suite) {
  const char* file = std::getenv("XML_OUTPUT_FILE");
  if (file == nullptr || *file == '\0') return;
  std::vector<JunitSuite> suites;
  for (const auto& device : suite.devices) {
    if (device->selected() == 0) continue;
    absl::StatusOr<Run> run = ReadRun(device->folder());
    absl::StatusOr<EvidenceFiles> evidence =
        run.ok() ? WriteEvidence(*run)
                 : absl::StatusOr<EvidenceFiles>(run.status());
    if (!evidence.ok()) {
      std::printf("%s\n", OneLine(evidence.status().message()).c_str());
      return;
    }
    JunitRun junit = {&*run, *std::move(evidence), device->Objection(),
                      suite.devices.size() > 1 ? device->device().slug : ""};
    for (const CaseResult& r : run->results) {
      const std::string why = device->WhyKnown(r);
      if (!why.empty()) junit.known[r.id] = why;
    }
    absl::c_move(RunSuites(junit), std::back_inserter(suites));
  }
  const absl::Status written = WriteTextFile(file, JunitXml(suites));
  if (!written.ok()) std::printf("%s\n", written.ToString().c_str());
}

void WriteCts(const Suite& suite) {
  std::vector<Run> runs;
  runs.reserve(suite.devices.size());
  std::vector<const Run*> all;
  for (const auto& device : suite.devices) {
    if (device->selected() == 0) continue;
    absl::StatusOr<Run> run = ReadRun(device->folder());
    if (!run.ok()) continue;  // its tests have failed of it
    runs.push_back(*std::move(run));
    all.push_back(&runs.back());
  }
  const absl::Status written = WriteCtsResults("wgsync-gtest", {}, all);
  if (!written.ok()) std::printf("%s\n", written.ToString().c_str());
}

// What .ci/run looks for in a test's log: such a test is neither passed nor
// failed.
void TellInconclusive(const Suite& suite) {
  for (const auto& device : suite.devices) {
    for (const std::string& line : device->inconclusive()) {
      std::printf("inconclusive: %s\n", line.c_str());
    }
  }
}

// Cases that pass and are expected to fail: a file of expectations that is too
// old fails no test.
void TellUnexpectedPasses(const Suite& suite) {
  for (const auto& device : suite.devices) {
    for (const std::string& line : device->UnexpectedPasses()) {
      std::printf("unexpected pass: %s\n", line.c_str());
    }
  }
}

int Main() {
  Suite suite;
  const Settings settings = SettingsFromEnvironment();
  // The shard is taken here, by hang classes, and not by GoogleTest.
  unsetenv("GTEST_SHARD_INDEX");
  unsetenv("GTEST_TOTAL_SHARDS");
  absl::Status registered = Register(settings, &suite);
  if (!registered.ok()) {
    const std::string why = OneLine(registered.message());
    std::fprintf(stderr, "wgsync-gtest: %s\n", why.c_str());
    // Bazel looks for it in test.xml. Other runners ask for tests by name, and
    // one that they did not ask for confuses them.
    if (std::getenv("XML_OUTPUT_FILE") == nullptr) {
      return absl::IsInvalidArgument(registered) ? kBadInput : kInfrastructure;
    }
    RegisterFailure(why);
  }
  // Else --gtest_repeat would ask the first round's results again.
  testing::GTEST_FLAG(recreate_environments_when_repeating) = true;
  testing::AddGlobalTestEnvironment(new RunsEnvironment(&suite));
  int exit_code = RUN_ALL_TESTS();
  if (testing::GTEST_FLAG(list_tests)) return exit_code;
  if (registered.ok() && testing::GTEST_FLAG(repeat) == 1) {
    WriteXml(suite);
    WriteCts(suite);
  }
  TellInconclusive(suite);
  TellUnexpectedPasses(suite);
  const bool empty = registered.ok() && suite.tests.empty();
  if (empty && !settings.part.whole()) {
    std::printf("there are more shards than cases can be dealt to\n");
  } else if (testing::UnitTest::GetInstance()->test_to_run_count() == 0) {
    std::printf("no case matches the filter: nothing was tested\n");
    exit_code = 1;
  }
  std::printf("devices tested: %s\n", Tested(suite).c_str());
  return exit_code;
}

}  // namespace
}  // namespace wgsync

int main(int argc, char** argv) {
  wgsync::MaybeWorkerMain(argc, argv);
  // Bazel's wrapper starts tests in new process groups, and a time-out on
  // another machine kills the wrapper alone.
  if (std::getenv("TEST_TARGET") != nullptr) prctl(PR_SET_PDEATHSIG, SIGKILL);
  testing::InitGoogleTest(&argc, argv);
  return wgsync::Main();
}
