// With a made-up compiler, which writes a recorded listing for each program.

#include "tools/run/compile_for.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "suite/compiled/wait_statement.h"
#include "suite/core/base/test_file.h"
#include "suite/core/base/write_file.h"
#include "suite/core/plan/plan.h"

namespace wgsync {
namespace {

namespace fs = std::filesystem;

class CompileForTest : public testing::Test {
 protected:
  CompileForTest()
      : folder_(absl::StrCat(
            testing::TempDir(), "/",
            testing::UnitTest::GetInstance()->current_test_info()->name())) {
    fs::remove_all(folder_);
    Script("run", "exec \"$@\"");
    // Each program that it compiles is a line of `made`.
    SetCompiler(
        "while [ \"$1\" != -o ]; do shift; done\n"
        "echo program >> " +
        folder_ + "/made\ncp suite/compiled/listings/plain_gfx942.txt \"$2\"");
    options_.targets = {"gfx942"};
    options_.compilers = folder_;
    options_.listings = folder_ + "/listings";
    options_.jobs = 2;
    options_.on_start = [](const std::string&, size_t, size_t) {};
    const auto cases = Select(Tier::kSmoke, {"mutex.fetch_and_add"});
    EXPECT_TRUE(cases.ok());
    if (cases.ok()) options_.forms = FormsOf(*cases);
  }

  void SetCompiler(const std::string& script) {
    Script("root/usr/bin/clang-21",
           "[ \"$1\" != --version ] || { echo made-up 21; exit; }\n" + script);
  }

  void Script(const std::string& name, const std::string& text) {
    const fs::path path = fs::path(folder_) / name;
    fs::create_directories(path.parent_path());
    ASSERT_TRUE(WriteTextFile(path, "#!/bin/sh\n" + text + "\n").ok());
    fs::permissions(path, fs::perms::owner_all);
  }

  // How many programs were compiled so far.
  size_t Made() const {
    const std::string text = ReadTestFile(folder_ + "/made");
    return std::count(text.begin(), text.end(), '\n');
  }

  const std::string folder_;
  CompileOptions options_;
};

TEST_F(CompileForTest, EachFormIsCompiledOnce) {
  ASSERT_GT(options_.forms.size(), 1u);
  options_.targets = {"gfx942", "gfx942"};
  const auto report = CompileFor(options_);
  ASSERT_TRUE(report.ok()) << report.status();
  EXPECT_EQ(report->targets[0].compiler, "made-up 21");
  ASSERT_EQ(report->forms.size(), options_.forms.size());
  for (const CompiledForm& form : report->forms) {
    ASSERT_EQ(form.results.size(), 1u);
    EXPECT_EQ(form.results[0].target, "gfx942");
    EXPECT_EQ(form.results[0].judgement.statement, WaitStatement::kLost);
    EXPECT_EQ(form.waits, 1u) << form.form;
    EXPECT_TRUE(fs::exists(
        absl::StrCat(options_.listings, "/", form.results[0].listing)));
  }
  // The forms, and four programs with a fence alone.
  const size_t made = Made();
  EXPECT_EQ(made, options_.forms.size() + 4);
  // A second run takes the listings that are there, but one that is gone.
  ASSERT_TRUE(CompileFor(options_).ok());
  EXPECT_EQ(Made(), made);
  fs::remove(absl::StrCat(options_.listings, "/",
                          report->forms[0].results[0].listing));
  ASSERT_TRUE(CompileFor(options_).ok());
  EXPECT_EQ(Made(), made + 1);
}

TEST(SoundFormsTest, AreThoseThatCountAndThatAllKeep) {
  using S = WaitStatement;
  CompiledReport report;
  const auto add = [&](const char* form, bool counts, S first, S second) {
    CompiledForm made;
    made.form = form;
    made.counts = counts;
    made.results.resize(2);
    made.results[0].judgement.statement = first;
    made.results[1].judgement.statement = second;
    report.forms.push_back(made);
  };
  add("mutex.mcs/poll=rmw", true, S::kKept, S::kKept);
  add("mutex.mcs/poll=plain", false, S::kKept, S::kKept);
  add("mutex.mcs/poll=volatile", true, S::kKept, S::kUnknown);
  add("mutex.mcs/poll=relaxed", true, S::kLost, S::kKept);
  // A fast group overtakes a slow one.
  add("barrier.counter_per_group_reset/poll=rmw", true, S::kKept, S::kKept);
  add("barrier.counter_per_group_unopened/poll=rmw", true, S::kKept, S::kKept);
  EXPECT_EQ(SoundFormsKept(report),
            std::vector<std::string>{"mutex.mcs/poll=rmw"});
}

TEST_F(CompileForTest, AProgramThatIsRefusedIsUnknown) {
  // The probe for fences alone is compiled.
  SetCompiler(
      "while [ \"$1\" != -o ]; do shift; done\n"
      "grep -q 'wgsync_case(__global uint\\* w' \"${2%.s}.cl\" ||\n"
      "  { echo 'error: no such builtin' >&2; exit 1; }\n"
      "cp suite/compiled/listings/plain_gfx942.txt \"$2\"");
  const auto report = CompileFor(options_);
  ASSERT_TRUE(report.ok()) << report.status();
  const WaitJudgement& j = report->forms[0].results[0].judgement;
  EXPECT_EQ(j.statement, WaitStatement::kUnknown);
  EXPECT_EQ(j.reason, WaitReason::kNotCompiled);
  EXPECT_EQ(j.text, "exit code 1, 0 listings: error: no such builtin");
}

TEST_F(CompileForTest, TheDriverOfADeviceThatIsHereIsACompiler) {
  options_.targets = {kDriverTarget};
  options_.driver = "made-up 580";
  std::vector<std::string> asked;
  options_.build =
      [&](const std::string&,
          const std::string& options) -> absl::StatusOr<std::string> {
    asked.push_back(options);
    return ReadTestFile("suite/compiled/listings/plain_h200.txt");
  };
  const auto report = CompileFor(options_);
  ASSERT_TRUE(report.ok()) << report.status();
  EXPECT_EQ(report->targets[0].compiler, "made-up 580");
  EXPECT_EQ(report->targets[0].dialect, "ptx");
  for (const CompiledForm& form : report->forms) {
    EXPECT_EQ(form.results[0].judgement.statement, WaitStatement::kLost);
  }
  ASSERT_EQ(asked.size(), options_.forms.size() + 4);
  for (const std::string& options : asked) {
    EXPECT_TRUE(absl::StrContains(options, " -nv-line-info")) << options;
  }
  options_.build = [](const std::string&,
                      const std::string&) -> absl::StatusOr<std::string> {
    return absl::InternalError("no PTX");
  };
  options_.listings += "2";
  const auto refused = CompileFor(options_);
  EXPECT_TRUE(
      absl::EndsWith(refused.status().message(), "compilers sid`: no PTX"))
      << refused.status();
}

TEST_F(CompileForTest, ErrorsNameTheFix) {
  options_.targets = {"gfx1"};
  EXPECT_TRUE(absl::StartsWith(CompileFor(options_).status().message(),
                               "no target \"gfx1\"; there are gfx906"));
  EXPECT_TRUE(absl::StrContains(CompileFor(options_).status().message(),
                                "gfx942 MI300"));
  options_.targets = {"dg2"};
  EXPECT_TRUE(absl::StrContains(CompileFor(options_).status().message(),
                                "there is no ocloc; name the folder"));
}

TEST_F(CompileForTest, AFormIsThereOnceAndHasWaits) {
  std::set<std::string> forms;
  for (const PlannedCase& form : FormsOf(PlanTier(Tier::kDefault))) {
    EXPECT_TRUE(forms.insert(form.id.substr(0, form.id.find("/work="))).second);
    EXPECT_FALSE(absl::StrContains(form.id, "fence=native")) << form.id;
    EXPECT_FALSE(absl::StartsWith(form.id, "host_sync.")) << form.id;
  }
  EXPECT_GT(forms.size(), 100u);
}

}  // namespace
}  // namespace wgsync
