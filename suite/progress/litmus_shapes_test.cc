#include <fstream>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "gtest/gtest.h"
#include "suite/progress/check.h"
#include "suite/progress/named_programs.h"
#include "suite/progress/program_text.h"
#include "suite/progress/program_text_testing.h"
#include "suite/progress/scheduler_testing.h"

namespace wgsync {
namespace progress {
namespace {

// W: guaranteed weakly and strongly; S: strongly only. E: ends, h: may hang, H:
// hangs surely, with as many slots as a copy has groups.
struct Row {
  const char* name;
  const char* models;  // UNFAIR HSA OBE HSA+OBE LOBE FAIR
  const char* slots;   // plain or round-robin, chunked
  const char* dealt;   // round-robin, 2 workers that take 2 groups each
  const char* weakest;
};

constexpr Row kRows[] = {
    {"cas_counter", "WWWWWW", "EE", "E", "UNFAIR"},
    {"holder_low", "-WWWWW", "EE", "E", "weak HSA, weak OBE"},
    {"handoff_up", "-W-WWW", "EE", "E", "weak HSA"},
    {"chain_up_3", "-W-WWW", "EE", "E", "weak HSA"},
    {"holder_high", "--WWWW", "EE", "E", "weak OBE"},
    {"lock_3", "--WWWW", "EE", "E", "weak OBE"},
    {"ticket_lock", "--WWWW", "EE", "E", "weak OBE"},
    {"lookback_ticket", "--WWWW", "EE", "E", "weak OBE"},
    {"up_then_lock", "---WWW", "EE", "E", "weak HSA+OBE"},
    {"late_middle", "----WW", "EE", "h", "weak LOBE"},
    {"late_middle_x", "----WW", "EE", "h", "weak LOBE"},
    {"handoff_down", "-----W", "EH", "H", "weak FAIR"},
    {"meet_3", "-----W", "EH", "H", "weak FAIR"},
    {"late_top", "-----W", "EH", "H", "weak FAIR"},
    {"skip_middle", "-----W", "EE", "E", "weak FAIR"},
    {"duel", "-SSSSS", "hh", "E", "strong HSA, strong OBE"},
    {"duel_up", "-S-SSS", "hh", "E", "strong HSA"},
    {"trylock_cross", "--SSSS", "hh", "E", "strong OBE"},
    {"lock_told", "---SSS", "hh", "E", "strong HSA+OBE"},
    {"late_duel", "----SS", "hh", "h", "strong LOBE"},
    {"duel_down", "-----S", "hH", "H", "strong FAIR"},
};

std::string Letters(const Verdicts& verdicts) {
  std::string letters;
  for (const ModelRow& row : Models()) {
    const bool weak = verdicts.Guaranteed({row.model, Fairness::kWeak});
    const bool strong = verdicts.Guaranteed({row.model, Fairness::kStrong});
    EXPECT_TRUE(strong || !weak) << row.name;
    letters += weak ? "W" : strong ? "S" : "-";
  }
  return letters;
}

char Letter(const Scheduler& scheduler, const Program& grid) {
  const absl::StatusOr<Outcome> outcome = RunOn(scheduler, grid);
  EXPECT_TRUE(outcome.ok()) << outcome.status();
  return "EhH"[static_cast<size_t>(*outcome)];
}

class ShapesTest : public testing::TestWithParam<Row> {
 protected:
  Program Single() const {
    const Shape* shape = FindShape(GetParam().name);
    return shape == nullptr ? Program() : ShapeProgram(*shape);
  }
};

TEST_P(ShapesTest, IsGuaranteedByItsModels) {
  const absl::StatusOr<Verdicts> verdicts = Check(Single());
  ASSERT_TRUE(verdicts.ok()) << verdicts.status();
  EXPECT_EQ(Letters(*verdicts), GetParam().models);
  std::vector<std::string> weakest;
  for (const Config config : WeakestModels(*verdicts)) {
    weakest.push_back(ConfigName(config));
  }
  std::string names;
  for (const std::string& name : weakest) {
    absl::StrAppend(&names, names.empty() ? "" : ", ", name);
  }
  EXPECT_EQ(names, GetParam().weakest);
}

TEST_P(ShapesTest, IsLitmusUnlessItIsTheControl) {
  EXPECT_EQ(Check(Single())->IsLitmus(),
            std::string(GetParam().name) != "cas_counter");
}

TEST_P(ShapesTest, EndsOrHangsOnSlots) {
  const Program single = Single();
  const size_t groups = single.groups.size();
  const Scheduler slots = {SchedulerKind::kSlots, groups};
  EXPECT_EQ(Letter(slots, single), GetParam().slots[0]);
  for (size_t copies : {2, 3}) {
    EXPECT_EQ(Letter(slots, CopiesOf(single, copies, Mapping::kRoundRobin)),
              GetParam().slots[0])
        << copies;
  }
  for (size_t copies : {groups, groups + 1}) {
    EXPECT_EQ(Letter(slots, CopiesOf(single, copies, Mapping::kChunked)),
              GetParam().slots[1])
        << copies;
  }
}

TEST_P(ShapesTest, EndsOrHangsOnDealtGroups) {
  EXPECT_EQ(Letter({SchedulerKind::kDealt, 2, 2},
                   CopiesOf(Single(), 2, Mapping::kRoundRobin)),
            GetParam().dealt[0]);
}

TEST_P(ShapesTest, TwoCopiesAreGuaranteedAsOneIs) {
  const Program single = Single();
  if (single.groups.size() > 2) GTEST_SKIP() << "too many states for a test";
  for (const Mapping mapping :
       {Mapping::kRoundRobin, Mapping::kChunked, Mapping::kShuffled}) {
    const absl::StatusOr<Verdicts> both =
        Check(CopiesOf(single, 2, mapping, /*seed=*/7));
    ASSERT_TRUE(both.ok()) << both.status();
    EXPECT_EQ(Letters(*both), GetParam().models);
  }
}

TEST_P(ShapesTest, IsPrintedAsItIsRead) {
  const std::string text = ProgramText(Single());
  const absl::StatusOr<Program> again = ParseProgram("again", text);
  ASSERT_TRUE(again.ok()) << again.status() << "\n" << text;
  EXPECT_EQ(ProgramText(*again), text);
  EXPECT_EQ(Letters(*Check(*again)), GetParam().models);
}

INSTANTIATE_TEST_SUITE_P(All, ShapesTest, testing::ValuesIn(kRows),
                         [](const testing::TestParamInfo<Row>& info) {
                           return std::string(info.param.name);
                         });

TEST(ShapesTableTest, HasARowForEachShape) {
  ASSERT_EQ(Shapes().size(), std::size(kRows));
  for (size_t i = 0; i < Shapes().size(); ++i) {
    EXPECT_EQ(Shapes()[i].name, kRows[i].name);
  }
}

// A device with descending ids, on which the roles of low and high are changed.
TEST(ShapesTableTest, DescendingSlotsHangHandoffUp) {
  const Scheduler slots = {SchedulerKind::kSlotsDescending, 2};
  const Program up = ShapeProgram(*FindShape("handoff_up"));
  const Program down = ShapeProgram(*FindShape("handoff_down"));
  EXPECT_EQ(Letter(slots, CopiesOf(up, 2, Mapping::kChunked)), 'H');
  EXPECT_EQ(Letter(slots, CopiesOf(down, 2, Mapping::kChunked)), 'E');
}

TEST(ShapesTableTest, LowestOnlyHangsALockThatAHigherIdHolds) {
  const Scheduler lowest = {SchedulerKind::kLowestOnly};
  EXPECT_EQ(Letter(lowest, ShapeProgram(*FindShape("handoff_up"))), 'E');
  EXPECT_EQ(Letter(lowest, ShapeProgram(*FindShape("holder_high"))), 'h');
}

TEST(ShapesTableTest, OneSlotHangsTheGroupsThatWaitForAHigherId) {
  const Scheduler one = {SchedulerKind::kSlots, 1};
  EXPECT_EQ(Letter(one, ShapeProgram(*FindShape("lock_3"))), 'E');
  EXPECT_EQ(Letter(one, ShapeProgram(*FindShape("handoff_down"))), 'H');
}

// The shape that the line names last, in backticks; otherwise `before`.
std::string LastNamed(const std::string& line, const std::string& before) {
  std::string name = before;
  const std::vector<std::string> parts = absl::StrSplit(line, '`');
  for (size_t i = 1; i < parts.size(); i += 2) {
    if (FindShape(parts[i]) != nullptr) name = parts[i];
  }
  return name;
}

// "group 0   x := 1; x := 0     group 1   ..." as the lines of a program.
std::vector<std::string> PictureLines(absl::string_view picture) {
  std::vector<std::string> lines;
  for (absl::string_view group : absl::StrSplit(picture, "group ")) {
    group = absl::StripAsciiWhitespace(group);
    if (group.empty()) continue;
    lines.push_back("group");
    for (absl::string_view step : absl::StrSplit(group.substr(1), ';')) {
      lines.emplace_back(absl::StripAsciiWhitespace(step));
    }
  }
  return lines;
}

// The lines of the shape but for its words.
std::vector<std::string> ShapeLines(const Shape& shape) {
  std::vector<std::string> lines;
  for (absl::string_view line : absl::StrSplit(shape.text, '\n')) {
    line = absl::StripAsciiWhitespace(line);
    if (line.empty() || absl::StartsWith(line, "words")) continue;
    lines.emplace_back(line);
  }
  return lines;
}

// In the page for readers a picture begins with the program of the shape that
// was named last before it.
TEST(ShapesTableTest, PicturesInTheDocumentHaveTheProgramsOfTheirShapes) {
  std::ifstream file("kernels/progress/README.md");
  std::string line, shape;
  int pictures = 0;
  while (std::getline(file, line)) {
    shape = LastNamed(line, shape);
    const bool is_program = absl::StartsWith(line, "group 0 ") &&
                            absl::StrContains(line, "group 1 ") &&
                            !absl::StrContains(line, '*');
    if (!is_program) continue;
    ++pictures;
    ASSERT_NE(FindShape(shape), nullptr) << line;
    EXPECT_EQ(PictureLines(line), ShapeLines(*FindShape(shape))) << line;
  }
  EXPECT_EQ(pictures, 6);
}

// Group i waits for i + d in a grid of n.
TEST(ShapesTableTest, AChainDownHangsByItsDistance) {
  for (size_t slots = 1; slots <= 3; ++slots) {
    for (size_t n = 2; n <= 7; ++n) {
      for (size_t distance = 1; distance < n; ++distance) {
        std::string text = absl::StrCat("words flag[", n, "]\n");
        for (size_t i = 0; i < n; ++i) {
          absl::StrAppend(&text, "group\n flag[", i, "] := 1\n");
          if (i + distance >= n) continue;
          absl::StrAppend(&text, " while flag[", i + distance, "] == 0\n");
        }
        const bool hangs = distance >= slots && n - distance >= slots;
        EXPECT_EQ(Letter({SchedulerKind::kSlots, slots},
                         *ParseProgram("chain", text)) != 'E',
                  hangs)
            << slots << " slots, " << n << " groups, distance " << distance;
      }
    }
  }
}

}  // namespace
}  // namespace progress
}  // namespace wgsync
