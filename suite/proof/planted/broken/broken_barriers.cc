// Broken barriers, and the verdicts that must come of them.

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "suite/core/catalog/catalog.h"
#include "suite/proof/planted/broken/broken.h"

namespace wgsync {
namespace {

constexpr char kCounter[] = "barrier.counter_per_group";
constexpr char kReset[] = "barrier.counter_per_group_reset";
constexpr char kFlags[] = "barrier.flags_master_group";

constexpr char kAdds[] = "    wg_signal_add(c, 0u, 1u);\n";
constexpr char kWaits[] =
    "    WG_WAIT_STAYS(c, c->g, round, 0u, WG_REACHES, goal)\n";
constexpr char kGoal[] =
    "    const uint goal = c->base + (round + 1u) * c->n;\n";
constexpr char kFirst[] = "  if (wg_enter_barrier(c)) {\n    const uint goal";
constexpr char kArrives[] = "    wg_arrive_before(c, c->g);\n";
constexpr char kLeaves[] = "    wg_left(c, c->g);\n";

constexpr char kEarly[] = "broken (early release)";
constexpr char kWhyEarly[] =
    "the ordered board shows a departure before an arrival";

std::string Stores(const std::string& value) {
  return absl::StrCat(
      "    if (c->g == 0u) {\n"
      "      c->payload[(round & 1u) * c->n * c->size] = ",
      value, ";\n    }\n", kArrives);
}

// Group 1 does not come to its arrival in `round`.
Broken StuckBefore(const std::string& base, int round) {
  return Row(
      base, "stuck_before", "a group stuck inside itself",
      {{kArrives, StuckIf(absl::StrCat("c->g == 1u && round == ", round, "u")) +
                      kArrives}},
      "hang (stuck inside)", "started, and not arrived",
      absl::StrCat("group 1 started and is stuck inside round ", round));
}

// A kernel that does not call all that the board is kept by is never judged.
void AddRitual(std::vector<Broken>* rows) {
  const auto lacks = [rows](const std::string& name, const std::string& call,
                            const std::string& instead) {
    rows->push_back(
        Quick(Row(kCounter, name, "a barrier without a call for the board",
                  {{call, instead}}, "infra (board incomplete)",
                  "every group must have arrived, left and closed as often "
                  "as there are barriers",
                  "the kernel lacks a call of")));
  };
  const std::string leaves = "  wg_leave_barrier(c, c->g, round);\n";
  const std::string closes = "  wg_close(c);\n";
  lacks("not_left", kLeaves, "");
  lacks("not_arrived", "    wg_arrive_after(c, c->g);\n", "");
  lacks("not_looked_back", leaves, closes + "  wg_group_closed(c, c->g);\n");
  lacks("not_closed", leaves, closes + "  wg_look_back(c);\n");
}

void AddArrivals(std::vector<Broken>* rows) {
  rows->push_back(
      Quick(Row(kCounter, "no_arrival", "a barrier without an arrival",
                {{kAdds,
                  "    if (c->g + 1u != c->n) wg_signal_add(c, 0u, "
                  "1u);\n"}},
                "broken (lost arrival)",
                "all arrived on the board, and a counter without reset is "
                "below the arrivals",
                "all arrived in round 0")));
  rows->push_back(
      Row(kCounter, "skips_one_arrival", "a counter that skips one arrival",
          {{kAdds,
            "    if (c->g != 1u || round != 1u) {\n"
            "      wg_signal_add(c, 0u, 1u);\n    }\n"}},
          "broken (lost arrival)",
          "the counter is one below the arrivals from that round on",
          "all arrived in round 1"));
  rows->push_back(
      Row(kCounter, "arrival_undone", "a reset too early",
          {{kLeaves, absl::StrCat(kLeaves,
                                  "    if (c->g == 0u && round == 1u) "
                                  "wg_signal_add(c, 0u, 0u - 1u);\n")}},
          "broken (lost arrival)", "the counter is one below the arrivals",
          "and the word is below the goal", kNotStarted,
          kWhyNotStarted,  // All who look back after a wait may find the
                           // arrival undone, and each
          // role keeps its first wait that was unmet.
          "broken (wait cut short)"));
  rows->push_back(Row(kCounter, "counted_twice",
                      "a counter that counts an arrival twice",
                      {{kAdds,
                        "    wg_signal_add(c, 0u, c->g == 1u && round == "
                        "1u ? 2u : 1u);\n"}},
                      kEarly, kWhyEarly, "had arrived in it"));
  rows->push_back(Quick(
      Row(kCounter, "two_representatives", "more arrivals than rounds",
          {{kFirst, "  wg_open();\n  if (c->lid < 2u) {\n    const uint goal"}},
          "broken (extra arrivals)",
          "the board shows more arrivals of a group than barriers",
          "more than one work-item ran the representative's code")));
  rows->push_back(Quick(Row(
      kCounter, "ends_early", "a group that returns before its last barrier",
      {{kFirst,
        "  if (wg_enter_barrier(c) &&\n      !(c->g + 1u == c->n && round + "
        "1u == c->rounds)) {\n    const uint goal"}},
      "hang (ended early)",
      "the others wait for an arrival of a group that has ended without it; "
      "no memory lost it",
      "group 1 has ended and never arrived in round")));
  rows->push_back(
      Row(kCounter, "last_round_missing", "a last round that is missing",
          {{kFirst,
            "  if (wg_enter_barrier(c) && round + 1u != c->rounds) "
            "{\n    const uint goal"}},
          "broken (early release) | infra (board incomplete)",
          "the ordered board shows a departure before an arrival; if "
          "the launch with the relaxed board is right by luck, that "
          "board has a round less",
          "wanted round"));
}

// The group counts as waiting, the word meets its goal, and it does not go on.
Broken Deaf(const std::string& group, const std::string& kind,
            const std::string& want, const std::string& why) {
  const std::string round = absl::StrCat("c->g == ", group, "u && round == 1u");
  return Row(
      kCounter, absl::StrCat("deaf_", group), kind,
      {{kWaits,
        absl::StrCat("    wg_before_wait(c, c->g, 0u, WG_REACHES, goal);\n",
                     StuckIf(round), kWaits)}},
      want, why,
      absl::StrCat("group ", group,
                   " is waiting for a condition that memory meets"));
}

void AddDeaf(std::vector<Broken>* rows) {
  rows->push_back(Quick(
      Deaf("0", "the lowest group does not see that its wait is met",
           "hang (conditions met)",
           "all have started, and the lowest group has what it waits for")));
  rows->push_back(
      Deaf("1", "another group does not see that its wait is met",
           "hang (cause unknown)",
           "group 0 waits for its next arrival: HSA promises group 1 nothing"));
}

void AddWaits(std::vector<Broken>* rows) {
  rows->push_back(Quick(Row(kCounter, "goal_one_small",
                            "a barrier that does not wait for one group",
                            {{kGoal,
                              "    const uint goal = c->base + (round + 1u) * "
                              "c->n - 1u;\n"}},
                            kEarly, kWhyEarly, "wanted round")));
  rows->push_back(Quick(
      Row(kCounter, "goal_one_large", "a wait with a goal that is never met",
          {{kGoal,
            "    const uint goal = c->base + (round + 1u) * "
            "c->n + 1u;\n"}},
          "hang (unreachable goal)",
          "the counter holds every arrival of the board: nothing was "
          "lost, and the goal is beyond them",
          "all arrived in round 0")));
  rows->push_back(Row(
      kCounter, "one_does_not_wait", "a group that does not wait",
      {{kWaits, absl::StrCat("    if (c->g != 0u) {\n", kWaits, "    }\n")}},
      kEarly, kWhyEarly, "wanted round",
      "broken (early release) | hang (not started)",
      "group 0 waits for nobody, ends, and lets the others start, if it is "
      "itself one of those that are resident"));
  rows->push_back(
      Row(kCounter, "some_waits_missing",
          "a group that does not wait in some rounds",  // The others come late
                                                        // to those rounds.
          {{kWaits, absl::StrCat("    if (c->g != 0u || round % 8u != 1u) "
                                 "{\n",
                                 kWaits, "    }\n")},
           {kLeaves,
            absl::StrCat(kLeaves,
                         "    if (c->g != 0u && round % 8u == 0u) wg_delay(c, "
                         "60000u);\n")}},
          absl::StrCat(kEarly, " | broken (torn or foreign)"),
          absl::StrCat(kWhyEarly,
                       ", or no launch with it is early, and a later round's "
                       "value was read"),
          "group 0 item"));
  rows->push_back(Quick(
      Row(kCounter, "cut_short", "a wait that ends after a few polls",
          {{kWaits,
            "#if WG_WAITS != WG_WAITS_REMOVED\n"
            "    for (uint i = 0u; i < 4u; ++i) {\n"
            "      if (WG_HOLDS(WG_REACHES, wg_poll(c, 0u), goal)) break;\n"
            "    }\n"
            "    wg_owe(c, c->g, round, 0u, WG_REACHES, goal);\n"
            "#endif\n"}},
          "broken (wait cut short)",
          "the waiter's own word says that it left unmet", "ended unmet",
          "broken (wait cut short)",
          "nobody waits for long, so that all groups run")));
  rows->push_back(Row(kCounter, "signals_ahead",
                      "a payload written after the signal",
                      {{kAdds,
                        "    wg_signal_add(c, 0u, round == 0u ? 2u : "
                        "1u);\n"}},
                      kEarly, kWhyEarly, "had arrived in it"));
}

void AddOthers(std::vector<Broken>* rows) {
  const std::string foreign = "broken (torn or foreign)";
  const std::string why = "neither the wanted round's value nor an earlier one";
  rows->push_back(
      Quick(Row(kCounter, "foreign_value", "a value torn or foreign",
                {{kArrives, Stores("0xDEADBEEFu")}}, foreign, why,
                "of no earlier round")));
  rows->push_back(
      Row(kCounter, "wrong_index", "a value torn or foreign",
          {{kArrives, Stores("wg_value(round, 1u, wg_bits(c->n * c->size))")}},
          foreign, why, "of no earlier round"));
  rows->push_back(Row(
      kCounter, "later_round", "a value torn or foreign",
      {{kArrives, Stores("wg_value(round + 1u, 0u, wg_bits(c->n * c->size))")}},
      foreign, why, "of no earlier round"));
  rows->push_back(StuckBefore(kCounter, 1));
  rows->push_back(
      Quick(Row(kCounter, "stuck_after", "a group stuck inside itself",
                {{kLeaves, kLeaves + StuckIf("c->g == 0u && round == 1u")}},
                "hang (stuck inside)",
                "it left its wait and not its closing work-group barrier",
                "group 0 started and is stuck inside round 1")));
  const std::string null_store =
      "#if WG_WAITS != WG_WAITS_REMOVED\n"
      "    if (round == 1u) *(volatile __global uint*)((size_t)c->mask) = 1u;\n"
      "#endif\n";
  rows->push_back(
      Quick(Row(kCounter, "null_store", "a kernel that ends its process",
                {{kLeaves, kLeaves + null_store}}, "crash",
                "the worker died by a signal, twice", "SIGSEGV")));
  rows->push_back(Unbroken(kCounter, "pass"));
}

void AddReset(std::vector<Broken>* rows) {
  const std::string missed = "hang (missed)";
  const std::string subtract =
      "    if (c->g == 0u) wg_signal_add(c, 0u, 0u - c->n);\n";
  const std::string arrived = "    wg_arrive_after(c, c->g);\n";
  rows->push_back(Row(kReset, "reset_left_out", "a reset that is left out",
                      {{subtract, ""}}, missed,
                      "all arrived, and the word has left the awaited value",
                      "is not what"));
  rows->push_back(Row(kReset, "reset_too_early", "a reset too early",
                      {{subtract, ""}, {arrived, arrived + subtract}}, missed,
                      "all arrived, and the word that is reset is not what is "
                      "awaited",
                      "is not what"));
  rows->push_back(Quick(Row(
      kReset, "no_arrival", "a barrier without an arrival",
      {{kAdds, "    if (c->g + 1u != c->n) wg_signal_add(c, 0u, 1u);\n"}},
      missed, "all arrived, and the word that is reset is not what is awaited",
      "all arrived in round 0")));
  rows->push_back(StuckBefore(kReset, 0));
  rows->push_back(
      Row(kReset, "unbroken", "an unbroken twin", {}, "pass | hang (missed)",
          "a slow poller may miss the value, a race of the algorithm", ""));
}

void AddFlags(std::vector<Broken>* rows) {
  const std::string sets = "    wg_signal_store(c, c->g, 1u);\n";
  const std::string clears = "    wg_signal_store(c, i, 0u);\n";
  const std::string own =
      "    WG_WAIT_STAYS(c, c->g, round, c->g, WG_EQUALS, 0u)\n";
  const std::string first =
      "  if (wg_enter_barrier(c)) {\n    wg_arrive_before(c, c->g);\n";
  const std::string second = "  if (c->lid == 0u) {\n" + own;
  const std::string unless_last_round =
      " &&\n      !(c->g + 1u == c->n && round + 1u == c->rounds)) {\n";
  const std::string unknown = "hang (cause unknown)";
  const std::string why =
      "all arrived, memory does not show the signal, and a volatile one does "
      "not help: no rung names it";
  const std::string says = "memory does not show the signal";
  rows->push_back(
      Quick(Row(kFlags, "no_flag", "a barrier without an arrival",
                {{sets, "    if (c->g + 1u != c->n) {\n" + sets + "    }\n"}},
                unknown, why, says)));
  rows->push_back(Row(kFlags, "wrong_flag", "a flag of the wrong group",
                      {{sets,
                        "    wg_signal_store(c, c->g + 1u == c->n ? 0u : "
                        "c->g, 1u);\n"}},
                      unknown, why, says));
  rows->push_back(
      Row(kFlags, "not_cleared", "a reset that is left out",
          {{clears, "    if (i + 1u != c->n) {\n" + clears + "    }\n"}},
          unknown, why, "group 1 waits for word 1 to be 0; memory holds 1"));
  rows->push_back(Row(
      kFlags, "left_out_group", "a barrier that does not wait for one group",
      {{"c->g == 0u ? c->n : 0u", "c->g == 0u ? c->n - 1u : 0u"},
       {own, "    if (c->g + 1u != c->n) {\n" + own + "    }\n"}},
      kEarly, kWhyEarly, "wanted round",
      "broken (early release) | hang (not started)",
      "nobody waits for the last group, if that is the one that "
      "is not resident"));
  rows->push_back(
      Row(kFlags, "ends_early", "a group that returns before its last barrier",
          {{first, "  if (wg_enter_barrier(c)" + unless_last_round + kArrives},
           {second, "  if (c->lid == 0u" + unless_last_round + own}},
          "hang (ended early)",
          "group 0 waits for an arrival of a group that has ended "
          "without it",
          "group 1 has ended and never arrived in round"));
  rows->push_back(StuckBefore(kFlags, 1));
  rows->push_back(Unbroken(kFlags, "pass"));
}

}  // namespace

std::vector<Broken> BrokenBarriers() {
  std::vector<Broken> rows;
  AddArrivals(&rows);
  AddRitual(&rows);
  AddDeaf(&rows);
  AddWaits(&rows);
  AddOthers(&rows);
  AddReset(&rows);
  AddFlags(&rows);
  Broken per_item = Unbroken("barrier.counter_per_item", "hang (stuck inside)");
  per_item.why =
      "PoCL runs a group's work-items one after the other: the first waits for "
      "those after it, which have not arrived";
  rows.push_back(per_item);
  per_item.base = "barrier.counter_per_item_reset";
  rows.push_back(per_item);
  Broken literal =
      Unbroken("barrier.flags_master_group_literal",
               "pass | hang (cause unknown) | hang (conditions met) | "
               "broken (early release)");
  literal.why =
      "PoCL lets every work-item of group 0 run the loop that clears the "
      "flags; "
      "whether a flag is cleared that is set again is luck";
  rows.push_back(literal);
  AddTwins(
      [](const Primitive& p) {
        return p.family == Family::kBarrier && !p.host_boundary && !p.limited &&
               !p.device_barrier && !p.variant;
      },
      [](const Primitive& p) {
        const bool race = p.use == WordUse::kReset;
        return Unbroken(p.name, race ? "pass | hang (missed)" : "pass");
      },
      &rows);
  return rows;
}

}  // namespace wgsync
