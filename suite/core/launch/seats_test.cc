#include "suite/core/launch/seats.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/launch/kernel_numbers_testing.h"
#include "suite/core/launch/launch_memory_testing.h"
#include "suite/core/launch/layout.h"

namespace wgsync {
namespace {

using progress::Mapping;

LaunchSpec Shape(absl::string_view name, uint32_t groups, Mapping map) {
  LaunchSpec s = LaunchMemory::Spec(name, "copies");
  s.groups = groups;
  s.program.c.grid.map = map;
  return s;
}

std::string Text(const LaunchSpec& s) {
  std::string text;
  for (const Seat& seat : SeatsOf(s)) {
    if (!text.empty()) text += ' ';
    text += seat.kind == Seat::Kind::kIdle ? "-"
            : seat.kind == Seat::Kind::kBusy
                ? "+"
                : std::to_string(seat.copy) + "." + std::to_string(seat.role);
  }
  return text;
}

TEST(SeatsTest, EachMappingHasItsOrder) {
  EXPECT_EQ(Text(Shape("progress.lock_3", 7, Mapping::kRoundRobin)),
            "0.0 0.1 0.2 1.0 1.1 1.2 -");
  EXPECT_EQ(Text(Shape("progress.lock_3", 7, Mapping::kChunked)),
            "0.0 1.0 0.1 1.1 0.2 1.2 -");
  EXPECT_EQ(Text(Shape("progress.lock_3", 7, Mapping::kPlain)),
            "0.0 0.1 0.2 - - - -");
}

TEST(SeatsTest, BusyGroupsTakeEverySecondCopyAndWhatIsLeft) {
  LaunchSpec s = Shape("progress.handoff_up", 7, Mapping::kRoundRobin);
  s.program.c.grid.load = GridLoad::kBusy;
  EXPECT_EQ(Text(s), "0.0 0.1 + + 2.0 2.1 +");
}

TEST(SeatsTest, AShuffleKeepsTheOrderOfRolesAndDiffersByNumber) {
  LaunchSpec s = Shape("progress.late_middle", 31, Mapping::kShuffled);
  std::set<std::string> texts;
  for (s.shuffle = 0; s.shuffle < 20; ++s.shuffle) {
    texts.insert(Text(s));
    std::map<uint32_t, uint32_t> next;
    for (const Seat& seat : SeatsOf(s)) {
      if (seat.kind != Seat::Kind::kPlays) continue;
      EXPECT_EQ(seat.role, next[seat.copy]++);
    }
    EXPECT_EQ(next.size(), 10u);
    EXPECT_TRUE(std::all_of(next.begin(), next.end(),
                            [](const auto& copy) { return copy.second == 3; }));
  }
  EXPECT_EQ(texts.size(), 20u);
}

TEST(SeatsTest, OneRoleIsLateAndTheKernelReadsWhatTheHostWrote) {
  LaunchSpec s = Shape("progress.holder_high", 5, Mapping::kRoundRobin);
  s.delay = 77;
  EXPECT_EQ(SeatWords(s), (std::vector<uint32_t>{
                              0, 0, 0,  0, 0,  1, 77, 0,           32, 0,
                              0, 0, 32, 1, 77, 0, 64, 0xFFFFFFFFu, 0,  0}));
  EXPECT_EQ(kSeatWords, KernelNumber("lib/run_progress.cl", "WG_SEAT"));
  LaunchMemory memory(s);
  EXPECT_EQ(memory.At(kPayload, 6), 77u);
  EXPECT_EQ(memory.Payload().final_wrong, 0u);
  memory.At(kPayload, 6) = 78;
  EXPECT_EQ(memory.Payload().final_wrong, 1u);
}

TEST(SeatsTest, TheInstructionsOfAnInterpretedShapeFollowTheSeats) {
  LaunchSpec s = Shape("progress.holder_high", 5, Mapping::kRoundRobin);
  const size_t seats = SeatWords(s).size();
  s.program.c.grid.form = Form::kInterpreted;
  const std::vector<uint32_t> words = SeatWords(s);
  const std::vector<uint32_t> code(words.begin() + seats, words.end());
  // Two roles, one word, one instruction and two of them.
  EXPECT_EQ(std::vector<uint32_t>(code.begin(), code.begin() + 5),
            (std::vector<uint32_t>{2, 0, 0, 1, 3}));
  EXPECT_EQ(code.size(),
            5 + 3 * KernelNumber("lib/interpreter.cl", "WG_STEP_FIELDS"));
  EXPECT_EQ(kSeatWords, KernelNumber("lib/interpreter.cl", "WG_SEAT"));
  EXPECT_EQ(SeatWordOrder(s).size(), words.size());
  LaunchMemory memory(s);
  EXPECT_EQ(memory.Payload().final_wrong, 0u);
  ++memory.At(kPayload, words.size() - 1);
  EXPECT_EQ(memory.Payload().final_wrong, 1u);
}

// Each copy, and the line of the busy groups, is within the words.
TEST(SeatsTest, TheWordsOfAllCopiesFit) {
  for (const Primitive& p : Primitives()) {
    if (p.shape.roles == 0) continue;
    for (uint32_t groups = p.shape.roles; groups < 40; ++groups) {
      LaunchSpec s = Shape(p.name, groups, Mapping::kRoundRobin);
      s.program.c.grid.load = GridLoad::kBusy;
      const LaunchMemory memory(s);
      const std::vector<uint32_t> words = SeatWords(s);
      for (size_t i = 0; i < words.size(); i += kSeatWords) {
        EXPECT_LE(words[i] + kLineWords, memory.Words(kWords)) << p.name;
      }
      EXPECT_LE(CopiesOf(s) * p.shape.words * kLineWords, memory.Words(kWords))
          << p.name << " " << groups;
    }
  }
}

}  // namespace
}  // namespace wgsync
