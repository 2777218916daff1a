#include "reports/site/case_source.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "suite/core/base/fields_json.h"
#include "suite/core/base/sha256.h"
#include "suite/core/launch/launch_spec.h"
#include "suite/core/launch/program_spec.h"
#include "suite/core/record/launch_record.h"
#include "suite/core/record/test_runs.h"

namespace wgsync {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

constexpr char kId[] =
    "barrier.counter_per_group/poll=acquire/signal=release/fence=none/"
    "pay=plain/work=exchange/wg=64/groups=2";

LaunchSpec JudgedSpec(const std::string& id) {
  LaunchSpec spec;
  spec.program.c = *ParseKernelCaseId(id);
  spec.program.language = 300;
  spec.program.board = BoardMode::kOff;
  return spec;
}

// A result as the engine logs it: with the digest of what it judged.
CaseResult LoggedResult(const LaunchSpec& spec) {
  CaseResult r = TestResult(CaseId(spec.program.c), VerdictKind::kPass);
  r.kernel_digest =
      KernelDigest(*ComposeSource(spec.program), BuildOptions(spec.program));
  return r;
}

std::string TextOf(const CaseSource& source) {
  std::string text;
  for (const auto& [path, part] : source.files)
    absl::StrAppend(&text, part, "\n");
  return text;
}

TEST(CaseSourceTest, TheTextWithTheLogsDigestIsWhatWasCompiled) {
  const LaunchSpec spec = JudgedSpec(kId);
  const CaseSource source = SourceOfCase(TestRun("d", {}), LoggedResult(spec));
  EXPECT_TRUE(source.exact) << source.note;
  EXPECT_EQ(source.options, BuildOptions(spec.program));
  EXPECT_EQ(source.files.front().first, "barriers/counter_per_group.cl");
  EXPECT_THAT(TextOf(source), HasSubstr("memory_order_release"));
}

TEST(SourceTextTest, BeginsWithThePrimitiveAndEndsWithWhatOnlyWatches) {
  const std::string text =
      *SourceText(TestRun("d", {}), LoggedResult(JudgedSpec(kId)));
  EXPECT_THAT(text, StartsWith(absl::StrCat(
                        "// ", kId,
                        "\n// what was compiled: its digest is the one in the "
                        "log\n// options: -cl-std=CL3.0 ")));
  const size_t primitive = text.find("\n// --- kernels/barriers/");
  const size_t wait = text.find("\n// --- kernels/lib/wait.cl");
  EXPECT_LT(primitive, text.find("\n// --- kernels/workloads/exchange.cl"));
  EXPECT_LT(primitive, wait);
  EXPECT_NE(wait, std::string::npos);
  EXPECT_EQ(text.find("// --- kernels/lib/board.cl"), std::string::npos);
  EXPECT_THAT(text, HasSubstr("to check the payload: kernels/lib/"));
  // It is to be read as a whole.
  EXPECT_LT(std::count(text.begin(), text.end(), '\n'), 260);
}

TEST(CaseSourceTest, WaitsThatGiveUpAreAnotherProgram) {
  LaunchSpec spec = JudgedSpec(kId);
  spec.program.waits = WaitMode::kBounded;
  CaseResult r = LoggedResult(spec);
  EXPECT_FALSE(SourceOfCase(TestRun("d", {}), r).exact);
  r.bounded = true;
  EXPECT_TRUE(SourceOfCase(TestRun("d", {}), r).exact);
}

TEST(CaseSourceTest, ALaunchThatIsOnRecordIsNotGuessed) {
  LaunchSpec spec = JudgedSpec(absl::StrCat(kId, "/ballast=half"));
  spec.program.ballast = 24576;
  spec.program.cuts_loops = true;
  spec.program.waits = WaitMode::kBounded;
  CaseResult r = LoggedResult(spec);
  r.language.clear();
  LaunchRecord record;
  record.number = 5;
  record.case_id = r.id;
  record.purpose = LaunchPurpose::kWatched;
  record.spec = spec;
  record.spec.program.board = BoardMode::kRelaxed;
  r.launches = {5};
  LoggedRun run = TestRun("d", {});
  EXPECT_FALSE(SourceOfCase(run, r).exact);
  run.launches[5] = AddLine(&run, FieldsToJson(record));
  const CaseSource source = SourceOfCase(run, r);
  EXPECT_TRUE(source.exact) << source.note;
  EXPECT_EQ(source.options, BuildOptions(spec.program));
}

TEST(CaseSourceTest, AModelsFilesArePartOfIt) {
  LaunchSpec spec = JudgedSpec(kId);
  spec.program.model = *ParseModel("cache");
  LoggedRun run = TestRun("d", {});
  run.header.settings.model = *ParseModel("cache");
  EXPECT_TRUE(SourceOfCase(run, LoggedResult(spec)).exact);
}

TEST(CaseSourceTest, AnotherVersionsDigestIsSaid) {
  CaseResult r = LoggedResult(JudgedSpec(kId));
  r.kernel_digest = std::string(64, '0');
  const CaseSource source = SourceOfCase(TestRun("d", {}), r);
  EXPECT_FALSE(source.exact);
  EXPECT_THAT(source.note, HasSubstr("another version of the suite"));
  EXPECT_FALSE(source.files.empty());
}

TEST(CaseSourceTest, ACaseThatIsNotKnownHasNoSource) {
  const CaseSource source =
      SourceOfCase(TestRun("d", {}),
                   TestResult("barrier.gone/poll=rmw", VerdictKind::kPass));
  EXPECT_THAT(source.files, IsEmpty());
  EXPECT_THAT(source.note, HasSubstr("does not know the case"));
}

TEST(CaseSourceTest, ATriedKernelHasItsFile) {
  LoggedRun run = TestRun("d", {});
  const std::string text = "kernel void scan() {}";
  const LogPlace place = AddLine(&run, {{"kind", "kernel"}, {"text", text}});
  run.kernels.push_back({"tried.scan.cl", Sha256(text), place});
  const CaseResult r =
      TestResult("tried.scan/form=late/groups=res", VerdictKind::kPass);
  const CaseSource source = SourceOfCase(run, r);
  EXPECT_EQ(source.note, "the file that was tried");
  EXPECT_THAT(TextOf(source), HasSubstr(text));
  EXPECT_THAT(SourceOfCase(TestRun("d", {}), r).note,
              HasSubstr("the log lacks it"));
}

TEST(CaseSourceTest, AHostCheckThatDidNotRunCompiledNothing) {
  const CaseSource source = SourceOfCase(
      TestRun("d", {}),
      TestResult("host_sync.finish/queue=in_order", VerdictKind::kUnsupported));
  EXPECT_FALSE(source.exact);
  EXPECT_EQ(source.note, "nothing was compiled");
}

// A run of an earlier version, whose primitive was written otherwise.
class KeptSourceTest : public testing::Test {
 protected:
  KeptSourceTest() {
    std::vector<SourcePart> parts = *SourceParts(spec_);
    for (SourcePart& part : parts) {
      if (part.path != spec_.c.primitive->file) continue;
      text_ = absl::StrReplaceAll(part.text, {{"(round + 1u)", kOld}});
      part.text = text_;
    }
    result_.kernel_digest = KernelDigest(JoinParts(parts), BuildOptions(spec_));
  }
  void Keep(const std::string& text) {
    const std::string path = spec_.c.primitive->file;
    const LogPlace place = AddLine(&run_, {{"kind", "kernel"}, {"text", text}});
    run_.kernels.push_back({path, Sha256(text_), place});
  }

  static constexpr char kOld[] = "(1u + round)";
  const ProgramSpec spec_ = JudgedSpec(kId).program;
  LoggedRun run_ = TestRun("d", {});
  CaseResult result_ = TestResult(kId, VerdictKind::kPass);
  std::string text_;
};

TEST_F(KeptSourceTest, AnOldRunShowsTheTextThatRan) {
  EXPECT_FALSE(SourceOfCase(run_, result_).exact);
  Keep(text_);
  const CaseSource source = SourceOfCase(run_, result_);
  EXPECT_TRUE(source.exact) << source.note;
  EXPECT_THAT(TextOf(source), HasSubstr(kOld));
  EXPECT_THAT(*SourceText(run_, result_), HasSubstr(kOld));
}

TEST_F(KeptSourceTest, AKeptFileThatWasChangedIsRefused) {
  Keep(text_ + " ");
  const std::string error(SourceText(run_, result_).status().message());
  EXPECT_THAT(error, HasSubstr("log.jsonl:1: the text of kernels/barriers/"
                               "counter_per_group.cl does not fit its digest"));
  const CaseSource source = SourceOfCase(run_, result_);
  EXPECT_THAT(source.files, IsEmpty());
  EXPECT_EQ(source.note, error);
}

}  // namespace
}  // namespace wgsync
