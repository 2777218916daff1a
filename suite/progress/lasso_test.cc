#include "suite/progress/lasso.h"

#include <random>

#include "gtest/gtest.h"
#include "suite/progress/brute_force_testing.h"
#include "suite/progress/check.h"
#include "suite/progress/named_programs.h"
#include "suite/progress/program_text.h"
#include "suite/progress/program_text_testing.h"

namespace wgsync {
namespace progress {
namespace {

Lasso OfShape(const char* name, Config config) {
  const absl::StatusOr<StateGraph> graph =
      StateGraph::Build(ShapeProgram(*FindShape(name)));
  return FindLasso(*graph, config).value_or(Lasso());
}

TEST(LassoTest, NamesTheGroupThatNeverStarts) {
  const Lasso lasso =
      OfShape("late_middle", {Model::kHsaObe, Fairness::kStrong});
  EXPECT_EQ(lasso.never_started, SetOf(1));
  EXPECT_EQ(lasso.polling, SetOf(0));
  EXPECT_EQ(lasso.stopped | lasso.looping, 0u);
  ASSERT_EQ(lasso.stem.size(), 2);
  EXPECT_EQ(lasso.stem[0].group, 2);
  EXPECT_EQ(lasso.stem[1].group, 0);
  ASSERT_EQ(lasso.cycle.size(), 1);
  EXPECT_EQ(lasso.cycle[0].at, 1);
}

TEST(LassoTest, NamesTheGroupThatStops) {
  const Lasso lasso = OfShape("holder_high", {Model::kHsa, Fairness::kWeak});
  EXPECT_EQ(lasso.stopped, SetOf(1));
  EXPECT_EQ(lasso.polling, SetOf(0));
  EXPECT_FALSE(lasso.memory_changes);
}

TEST(LassoTest, ShowsALivelock) {
  const Lasso lasso = OfShape("duel", {Model::kFair, Fairness::kWeak});
  EXPECT_EQ(lasso.polling, SetOf(0) | SetOf(1));
  EXPECT_TRUE(lasso.memory_changes);
}

// Makes the moves of the lasso, and returns the states: of the stem, then of
// the cycle. Empty if one cannot be made.
std::vector<size_t> Replay(const StateGraph& graph, const Lasso& lasso) {
  std::vector<size_t> states = {0};
  std::vector<Move> moves = lasso.stem;
  moves.insert(moves.end(), lasso.cycle.begin(), lasso.cycle.end());
  for (const Move& move : moves) {
    const size_t now = states.back();
    for (const Edge& edge : graph.EdgesFrom(now)) {
      if (edge.group != move.group ||
          graph.Counter(now, move.group) != static_cast<int>(move.at)) {
        continue;
      }
      states.push_back(edge.to);
      break;
    }
    if (states.back() == now && states.size() < 2) return {};
  }
  return states.size() == moves.size() + 1 ? states : std::vector<size_t>();
}

TEST(LassoTest, IsARunThatKeepsTheModel) {
  std::mt19937 random(3);
  int lassos = 0;
  for (int i = 0; i < 3000; ++i) {
    const Program program = RandomProgram(&random);
    const absl::StatusOr<StateGraph> graph = StateGraph::Build(program, 3000);
    if (!graph.ok()) continue;
    const Verdicts verdicts = Judge(*graph);
    for (const Config config : Configs()) {
      const absl::optional<Lasso> lasso = FindLasso(*graph, config);
      ASSERT_EQ(!lasso.has_value(), verdicts.Guaranteed(config))
          << ConfigName(config) << "\n"
          << ProgramText(program);
      if (!lasso.has_value()) continue;
      ++lassos;
      const std::vector<size_t> states = Replay(*graph, *lasso);
      ASSERT_FALSE(states.empty()) << ProgramText(program);
      ASSERT_EQ(states.back(), states[lasso->stem.size()])
          << "the cycle is closed\n"
          << ProgramText(program);
      GroupSet moved = 0;
      for (const Move& move : lasso->cycle) moved |= SetOf(move.group);
      const size_t begin = states.back();
      ASSERT_EQ(
          Promised(config.model, graph->Unfinished(begin), graph->Ever(begin)) &
              ~moved,
          0u)
          << "each promised group moves\n"
          << ProgramText(program);
    }
  }
  EXPECT_GT(lassos, 10000);
}

}  // namespace
}  // namespace progress
}  // namespace wgsync
