// Broken hand-offs, and the verdicts that must come of them.

#include <string>
#include <utility>
#include <vector>

#include "suite/proof/planted/broken/broken.h"

namespace wgsync {

namespace {

std::string OrNotStarted(const std::string& want) {
  return want + " | " + kNotStarted;
}

std::vector<Broken> BrokenLoopedStores() {
  const std::string base = "handoff.looped_store";
  const std::string unknown = "hang (cause unknown)";
  return {
      Row(base, "no_progress",
          "a writer whose progress does not come to the middle",
          {{"  wg_signal_store(c, 0u, c->base + round * WG_TURNS + *turn);\n",
            ""}},
          unknown,
          "all arrived, memory does not show the progress, and no plain store "
          "is "
          "at fault",
          "and the word is below the goal"),
      Row(base, "no_answer", "a reader that does not answer",
          {{"  wg_signal_add(c, WG_ANSWERS, 1u);\n", ""}}, unknown,
          "the writer waits for answers that memory does not show",
          "group 0 waits for word 32"),
      Quick(
          Row(base, "does_not_wait", "a reader that reads before the wait",
              {{"  WG_WAIT_STAYS(c, c->g, round, 0u, WG_REACHES, goal)\n", ""}},
              "broken (wrong payload)",
              "wrong with the atomic payload and the device fence too, and "
              "right over "
              "kernel_boundary",
              "group 1 item")),
      Unbroken(base, "pass"),
  };
}

std::vector<Broken> BrokenDistances() {
  const std::string base = "handoff.dependency_distance";
  const std::string goal =
      "  const uint goal = c->base + (WG_BYSTANDER(c) ? 0u : round + 1u);\n";
  const std::string any =
      "who waits fills the half of the device: the last group may start";
  const std::string unknown = "hang (cause unknown)";
  const std::string wrong = "broken (wrong payload)";
  const auto row = [&](const char* name, const char* kind,
                       const std::vector<Edit>& edits, const std::string& want,
                       const std::string& why, const std::string& says) {
    return Row(base, name, kind, edits, want, why, says, OrNotStarted(want),
               any);
  };
  return {
      Quick(row(
          "no_signal", "a writer that does not signal",
          {{"  wg_signal_store(c, 0u, c->base + round + 1u);\n", ""}}, unknown,
          "all arrived, memory does not show the signal, and no plain store "
          "is at "
          "fault",
          "and the word is below the goal")),
      row("one_early", "a wait that ends a round early",
          {{goal,
            "  const uint goal = c->base + (WG_BYSTANDER(c) ? 0u : "
            "round);\n"}},
          wrong,
          "wrong with the atomic payload and the device fence too, and right "
          "over "
          "kernel_boundary",
          "group 0 item"),
      Unbroken(base, "pass", OrNotStarted("pass"), any),
  };
}

std::vector<Broken> BrokenWords() {
  const std::string base = "handoff.value_in_word";
  const std::string store =
      "  wg_signal_store(c, WG_OBJECT(round), c->base + 1u);\n";
  const std::string value = "  c->carried = wg_value_of(c, round);\n";
  return {
      Row(base, "torn", "a word whose halves are stored one after the other",
          {{value, "  c->carried = 0u;\n"},
           {store, store + "  wg_delay(c, 64u);\n" + value + store}},
          "broken (torn or foreign)",
          "between the two stores the flag is up, and the value is 0",
          "of no earlier round"),
      Unbroken(base, "pass"),
  };
}

std::vector<Broken> BrokenUnawaited() {
  const std::string message = "handoff.message_passing_unawaited";
  const std::string word = "handoff.coherence_one_word";
  const std::string read =
      "  wg_check_round(c, wg_read_round(c, from, seen - 1u), from, seen - "
      "1u);\n";
  const std::string wrong = "broken (wrong payload) | unproven";
  const std::string why =
      "wrong with the atomic payload and the device fence too, and right over "
      "kernel_boundary; two groups that never run at the same time prove "
      "nothing";
  return {
      Row("handoff.last_arriver", "counts_ahead",
          "a payload written after the signal",
          {{"static inline void wg_publish(wg_ctx* c, uint round) { "
            "wg_writes(c, round); }",
            "static inline void wg_publish(wg_ctx* c, uint round) {}"},
           {"  const uint place = *c->shared;\n",
            "  const uint place = *c->shared;\n  wg_writes(c, round);\n"}},
          wrong, why, "difference: payload atomic", wrong, why),
      Row("handoff.last_arriver", "one_early",
          "a group that takes itself for the last",
          {{"  const bool last = place == c->n - 1u;\n",
            "  const bool last = place + 2u >= c->n;\n"}},
          wrong, why, "difference: payload atomic", wrong, why),
      Row(message, "published_ahead", "a payload written after the signal",
          {{"c->base + round + 1u", "c->base + round + 2u"}}, wrong, why,
          "difference: payload atomic", wrong, why),
      Row(message, "reads_ahead", "a reader that reads before the wait",
          {{read,
            "  wg_check_round(c, wg_read_round(c, from, min(seen, c->rounds - "
            "1u)),\n                 from, min(seen, c->rounds - 1u));\n"}},
          wrong, why, "difference: payload atomic", wrong, why),
      Row(word, "reads_swapped", "a read that is older than the one before it",
          {{"  wg_check_order(c, first, second);\n",
            "  wg_check_order(c, second, before);\n"}},
          wrong,
          "the later read is called the earlier one; wrong with the atomic "
          "payload too, and one word has no fence",
          "difference: payload atomic", wrong, "the same"),
  };
}

}  // namespace

std::vector<Broken> BrokenHandoffs() {
  const std::string base = "handoff.message_passing";
  const std::string signals =
      "  wg_signal_store(c, 0u, c->base + round + 1u);\n";
  const std::string before = "  wg_arrive_before(c, c->g);\n";
  const std::string after = "  wg_arrive_after(c, c->g);\n";
  const std::string waits =
      "  WG_WAIT_STAYS(c, c->g, round, 0u, WG_REACHES, goal)\n";
  const std::string goal =
      "  const uint goal = c->base + round + 1u;\n"
      "  wg_board_count";
  const std::string unknown = "hang (cause unknown)";
  const std::string why =
      "the writer arrived, memory does not show the signal, and a volatile one "
      "does not help: no rung names it";
  // The writer may be the group that is not resident.
  const std::string any = "all wait for the writer alone";
  const auto row = [&](const char* name, const char* kind,
                       const std::vector<Edit>& edits, const std::string& want,
                       const std::string& why, const std::string& says) {
    return Row(base, name, kind, edits, want, why, says, OrNotStarted(want),
               any);
  };
  const std::string says = "and the word is below the goal";
  const std::string wrong = "broken (wrong payload)";
  const std::string why_wrong =
      "wrong with the atomic payload and the device fence too, and right over "
      "kernel_boundary";
  const std::string early = "hang (ended early)";
  const std::string why_early =
      "readers wait for an arrival of a writer that has ended without it";
  const auto only_if = [&](const std::string& condition) {
    return std::vector<Edit>{{before, "  if (" + condition + ") {\n" + before},
                             {after, after + "  }\n"}};
  };
  std::vector<Broken> rows = {
      row("no_signal", "a writer that does not signal", {{signals, ""}},
          unknown, why, says),
      row("wrong_word", "a flag of the wrong group",
          {{signals, "  wg_signal_store(c, WG_LINE, c->base + round + 1u);\n"}},
          unknown, why, says),
      row("one_behind", "a last round that is missing",
          {{signals, "  wg_signal_store(c, 0u, c->base + round);\n"}}, unknown,
          why, says),
      row("stops_half", "an interrupted writer",
          only_if("round < c->rounds / 2u"), early, why_early,
          "group 0 has ended and never arrived in round"),
      row("last_round_missing", "a last round that is missing",
          only_if("round + 1u < c->rounds"), early, why_early,
          "group 0 has ended and never arrived in round"),
      row("writer_stuck", "a group stuck inside itself",
          {{before, StuckIf("round == 1u") + before}}, "hang (stuck inside)",
          "the writer started and has not arrived",
          "group 0 started and is stuck inside round 1"),
      row("published_ahead", "a payload written after the signal",
          {{signals, "  wg_signal_store(c, 0u, c->base + round + 2u);\n"}},
          wrong, why_wrong, "difference: payload atomic"),
      row("does_not_wait", "a reader that reads before the wait", {{waits, ""}},
          wrong, why_wrong, "group 1 item"),
      Quick(
          row("late_readers", "a hand-off that nobody has to wait for",
              {{goal,
                "#if WG_WAITS != WG_WAITS_REMOVED\n"
                "  while ((int)(atomic_or((volatile __global uint*)c->words, "
                "0u) -\n"
                "               (c->base + round + 1u)) < 0) {\n"
                "  }\n"
                "#endif\n" +
                    goal}},
              "unproven",
              "each reader comes when the signal is there, so no wait is tried",
              "nobody had to wait")),
      Quick(row(
          "goal_one_large", "a wait with a goal that is never met",
          {{goal,
            "  const uint goal = c->base + round + 2u;\n  wg_board_count"}},
          "hang (unreachable goal)",
          "memory shows every signal that the board counts, and the goal is "
          "beyond "
          "them",
          "beyond")),
      row("foreign_value", "a value torn or foreign",
          {{before,
            "  c->payload[round * 4u * c->size] = 0xDEADBEEFu;\n" + before}},
          "broken (torn or foreign)",
          "neither the wanted round's value nor an earlier one",
          "of no earlier round"),
      Unbroken(base, "pass", OrNotStarted("pass"), any),
  };
  for (Broken& b : BrokenLoopedStores()) rows.push_back(std::move(b));
  for (Broken& b : BrokenDistances()) rows.push_back(std::move(b));
  for (Broken& b : BrokenUnawaited()) rows.push_back(std::move(b));
  for (Broken& b : BrokenWords()) rows.push_back(std::move(b));
  // Of the other hand-offs, the twins alone. Two groups may share a core, and
  // then nothing is proven.
  const std::string passes = "pass | unproven";
  rows.push_back(Row(
      "handoff.work_steal_queue", "note_damaged",
      "a compiler that damages the note of a wait",
      {{"  wg_fence_after_wait(c, word);\n",
        "  wg_fence_after_wait(c, word);\n"
        "  c->owed_word = WG_HEAD(round % c->n);\n"}},
      passes,
      "every wait was met, and the look back at another word than the wait's "
      "proves nothing",
      "", OrNotStarted(passes),
      "the group that is not resident never starts, and all must be"));
  AddTwins(
      [](const Primitive& p) {
        return p.family == Family::kHandoff && !p.variant;
      },
      [&](const Primitive& p) {
        const bool all = p.need == ProgressNeed::kCoResident;
        return Unbroken(p.name, passes, all ? OrNotStarted(passes) : passes,
                        "who is not resident never starts, where all must be");
      },
      &rows);
  return rows;
}

}  // namespace wgsync
