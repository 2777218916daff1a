#include "suite/core/launch/device_model.h"

#include <set>
#include <string>
#include <variant>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "kernels/embedded.h"
#include "suite/core/launch/launch_spec.h"
#include "suite/core/launch/layout.h"
#include "suite/core/launch/preprocess.h"
#include "suite/core/launch/program_spec.h"
#include "suite/core/plan/plan.h"

namespace wgsync {
namespace {

using ::testing::HasSubstr;

TEST(ParseModelTest, AModelIsItsNameAndItsNumber) {
  for (const char* text : {"cache", "residency=3", "cut_loops=65536"}) {
    const auto model = ParseModel(text);
    ASSERT_TRUE(model.ok()) << model.status();
    EXPECT_EQ(ModelText(*model), text);
    EXPECT_EQ(ModelMark(*model), absl::StrCat("model:", text));
  }
  EXPECT_EQ(ModelText(*ParseModel("cut_loops")), "cut_loops=65536");
  EXPECT_EQ(ModelMark(DeviceModel()), "");
}

TEST(ModelRowsTest, NoTwoModelsAreTheSameDevice) {
  std::set<std::string> devices;
  for (const ModelRow& row : ModelRows()) {
    EXPECT_TRUE(devices
                    .insert(absl::StrCat(row.file, " ", row.kind, " ",
                                         static_cast<int>(row.order)))
                    .second)
        << row.name;
  }
}

TEST(ParseModelTest, ErrorsNameTheMend) {
  const auto error = [](absl::string_view text) {
    return std::string(ParseModel(text).status().message());
  };
  EXPECT_THAT(error("cash"), HasSubstr("no model cash; there are cache, "));
  EXPECT_THAT(error("cash"), HasSubstr("residency=N"));
  EXPECT_THAT(error("cache=3"), HasSubstr("takes no number; say cache"));
  for (const char* text : {"residency=", "residency=0", "residency=x"}) {
    EXPECT_THAT(error(text), HasSubstr("say residency=3")) << text;
  }
}

TEST(NumbersOfTest, EveryGroupComesOnce) {
  for (GroupOrder order :
       {GroupOrder::kRising, GroupOrder::kFalling, GroupOrder::kShuffled}) {
    for (uint32_t n : {1u, 2u, 3u, 4u, 7u, 30u, 4096u, 65536u}) {
      const OrderNumbers o = NumbersOf(order, n);
      std::set<uint32_t> numbers;
      for (uint32_t k = 0; k < n; ++k)
        numbers.insert((k * o.step + o.first) % n);
      EXPECT_EQ(numbers.size(), n);
      EXPECT_EQ(*numbers.rbegin(), n - 1);
    }
  }
  EXPECT_EQ(NumbersOf(GroupOrder::kFalling, 5).first, 4u);
}

std::vector<LaunchSpec> SmokeLaunches() {
  std::vector<LaunchSpec> launches;
  for (const PlannedCase& planned : PlanTier(Tier::kSmoke)) {
    const auto* kernel = std::get_if<KernelCase>(&planned.c);
    if (kernel == nullptr) continue;  // it launches no primitive
    for (BoardMode board :
         {BoardMode::kOff, BoardMode::kRelaxed, BoardMode::kOrdered}) {
      for (WaitMode waits :
           {WaitMode::kRemoved, WaitMode::kUnbounded, WaitMode::kBounded}) {
        LaunchSpec s;
        s.program.c = *kernel;
        s.program.board = board;
        s.program.waits = waits;
        s.program.language = NeedsC11(s.program.c) ? 300 : 120;
        s.groups = 4;
        launches.push_back(s);
      }
    }
  }
  return launches;
}

// The text as it would be if no model had ever been written: without the
// branches of conditionals on names that begin with WG_MODEL.
std::string Stripped(const std::string& source) {
  std::string out;
  int depth = 0;         // of conditionals inside of a hook's branch
  bool in_hook = false;  // in a branch that goes
  int hooks = 0;         // hooks whose other branch stays
  for (absl::string_view line : absl::StrSplit(source, '\n')) {
    const bool opens = absl::StartsWith(line, "#if");
    if (!in_hook && absl::StartsWith(line, "#ifdef WG_MODEL")) {
      in_hook = true;
      continue;
    }
    if (in_hook) {
      if (opens) ++depth;
      if (depth == 0 && absl::StartsWith(line, "#elif")) {
        // What follows is a conditional of its own.
        absl::StrAppend(&out, "#if", line.substr(5), "\n");
        in_hook = false;
      } else if (depth == 0 && line == "#else") {
        in_hook = false;
        ++hooks;
      } else if (line == "#endif" && depth-- == 0) {
        depth = 0;
        in_hook = false;
      }
      continue;
    }
    // The end of a hook's #else: no conditional stands in one.
    if (hooks > 0 && line == "#endif") {
      --hooks;
      continue;
    }
    absl::StrAppend(&out, line, "\n");
  }
  return out;
}

TEST(NoModelTest, TheProgramsOfSmokeHaveNothingOfAModel) {
  for (const LaunchSpec& s : SmokeLaunches()) {
    const std::string options = BuildOptions(s.program);
    EXPECT_FALSE(absl::StrContains(options, "MODEL")) << options;
    const std::string source = *ComposeSource(s.program);
    const std::string bare = Stripped(source);
    EXPECT_FALSE(absl::StrContains(bare, "MODEL"));
    EXPECT_FALSE(absl::StrContains(bare, "wg_model"));
    EXPECT_EQ(Preprocess(source, options), Preprocess(bare, options))
        << CaseId(s.program.c);
    EXPECT_EQ(KernelDigest(source, options), KernelDigest(bare, options));
  }
}

TEST(ModelTest, AProgramOnAModelIsAnother) {
  for (const ModelRow& row : ModelRows()) {
    ASSERT_NE(FindKernelFile(row.file), nullptr) << row.file;
    LaunchSpec s = SmokeLaunches()[0];
    const std::string key = ProgramKey(s.program);
    const std::string digest =
        KernelDigest(*ComposeSource(s.program), BuildOptions(s.program));
    const size_t scratch = MakeLayout(s).used[kScratch];
    s.program.model = {&row, 3};
    EXPECT_NE(ProgramKey(s.program), key) << row.name;
    EXPECT_NE(KernelDigest(*ComposeSource(s.program), BuildOptions(s.program)),
              digest);
    EXPECT_EQ(MakeLayout(s).used[kScratch],
              scratch + (4 * 64 + kModelWords) * sizeof(uint32_t));
  }
}

TEST(ModelTest, ItsNumbersLieBehindTheLaunchsOwnScratch) {
  LaunchSpec s = SmokeLaunches()[0];
  s.group_size = 8;
  s.program.model = *ParseModel("reverse=2");
  const Layout l = MakeLayout(s);
  std::vector<uint32_t> half(l.total / sizeof(uint32_t));
  FillRegions(s, l, reinterpret_cast<uint8_t*>(half.data()));
  const uint32_t* model = half.data() + l.offset[kScratch] / sizeof(uint32_t) +
                          kLineWords * 4 + 4 * 8;
  EXPECT_EQ(model[0], 0u);  // the kind
  EXPECT_EQ(model[1], 2u);  // slots
  EXPECT_EQ(model[2], 3u);  // the step of n - 1 groups,
  EXPECT_EQ(model[3], 3u);  // from the highest
  EXPECT_EQ(model[kLineWords], kPattern);
}

}  // namespace
}  // namespace wgsync
