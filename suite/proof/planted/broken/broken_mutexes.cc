// Broken locks, and the verdicts that must come of them.

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "suite/core/catalog/catalog.h"
#include "suite/proof/planted/broken/broken.h"

namespace wgsync {
namespace {

constexpr char kSpin[] = "mutex.spin_exchange";
constexpr char kEachSpins[] = "mutex.spin_exchange_per_item";
constexpr char kBackOff[] = "mutex.back_off";
constexpr char kTicket[] = "mutex.fetch_and_add";
constexpr char kRing[] = "mutex.flag_per_group";

// Whether groups want the lock at the same time is the machine's matter: where
// they come one after the other, right is right, and proves nothing.
constexpr char kViolated[] = "broken (exclusion violated) | unproven";
constexpr char kPasses[] = "pass | unproven";
constexpr char kWhyViolated[] = "the owner word changed under a holder";
constexpr char kSaysViolated[] = "the owner changed under";
constexpr char kLostRelease[] = "broken (lost release)";
constexpr char kWhyLost[] =
    "a lock that nobody may take, and every group that had it gave it back";
constexpr char kSaysLost[] = "every group that had it has released it";
constexpr char kWhyAny[] = "a lock waits only for groups that have started";

// Rows of locks that let two in, and of locks that no group may take again.
Broken Violated(const std::string& base, const std::string& name,
                const std::string& kind, std::vector<Edit> edits) {
  return Row(base, name, kind, std::move(edits), kViolated, kWhyViolated,
             kSaysViolated, kViolated, kWhyAny);
}
Broken Lost(const std::string& base, const std::string& name,
            const std::string& kind, std::vector<Edit> edits) {
  return Row(base, name, kind, std::move(edits), kLostRelease, kWhyLost,
             kSaysLost, kLostRelease, kWhyAny);
}

// The text of a condition on the group and round of a release.
std::string Unless(const std::string& condition, const std::string& statement) {
  return absl::StrCat("  if (!(", condition, ")) {\n", statement, "  }\n");
}

constexpr char kOnce[] = "c->g == 0u && round == 1u";
constexpr char kUnlocks[] = "  wg_signal_store(c, 0u, 0u);\n";
constexpr char kTakes[] = "  wg_fence_after_wait(c, 0u);\n";
constexpr char kBeforeRelease[] = "  wg_fence_before_signal();\n";

// Group 0 keeps the lock of its second round.
Broken StuckHolding(const std::string& base) {
  return Quick(Row(base, "stuck_holding", "a group stuck inside itself",
                   {{kBeforeRelease, StuckIf(kOnce) + kBeforeRelease}},
                   "hang (holder starved)", "held by a live group",
                   "group 0 has the lock and does not go on",
                   "hang (holder starved)", kWhyAny));
}

// What a lock by exchange shares with its form that backs off.
void AddExchange(const std::string& base, std::vector<Broken>* rows) {
  rows->push_back(Lost(base, "not_released", "a lock that is never released",
                       {{kUnlocks, Unless(kOnce, kUnlocks)}}));
  rows->push_back(Violated(base, "released_early",
                           "a lock released before the payload's store",
                           {{kTakes, absl::StrCat(kTakes, kUnlocks)}}));
  rows->push_back(StuckHolding(base));
  rows->push_back(Unbroken(base, kPasses, kPasses, kWhyAny));
}

void AddSpin(std::vector<Broken>* rows) {
  const std::string locks =
      "static inline void wg_lock(wg_ctx* c, uint round) {";
  const std::string tries = "wg_poll_exchange(c, 0u, 1u))";
  const auto with_try = [&](const std::string& body) {
    return std::vector<Edit>{
        {locks, absl::StrCat("static inline uint wg_try(wg_ctx* c) {\n", body,
                             "}\n\n", locks)},
        {tries, "wg_try(c))"}};
  };
  rows->push_back(
      Quick(Violated(kSpin, "two_steps", "a lock that lets two in",
                     with_try("  const uint seen = wg_poll(c, 0u);\n"
                              "  if (seen == 0u) {\n    wg_delay(c, 64u);\n"
                              "    wg_signal_store(c, 0u, 1u);\n  }\n"
                              "  return seen;\n"))));
  const std::string word = "(volatile __global uint*)c->words";
  rows->push_back(
      Row(kSpin, "tries_for_ever", "a livelock of retries",
          with_try("  atomic_add(" + word + ", 2u);\n  return 1u;\n"),
          "hang (livelock)",
          "for a whole deadline nothing but the word has changed",
          "only retries move", "hang (livelock)", kWhyAny));
  rows->push_back(
      Quick(Row(kSpin, "undoes_its_try", "a livelock of retries",
                with_try("  atomic_add(" + word + ", 1u);\n  atomic_sub(" +
                         word + ", 1u);\n  return 1u;\n"),
                "hang (livelock)",
                "for a whole deadline nothing but the word has changed",
                "only retries move", "hang (livelock)", kWhyAny)));
  rows->push_back(Violated(
      kSpin, "released_by_another", "a lock released by the wrong group",
      {{locks,
        absl::StrCat(locks, "\n  if (c->g == 1u) {\n  ", kUnlocks, "  }\n")}}));
  rows->push_back(Violated(
      kSpin, "released_twice", "a lock released by the wrong group",
      {{kUnlocks, absl::StrCat(kUnlocks, "  wg_delay(c, 64u);\n", kUnlocks)}}));
  const std::string waits =
      "  WG_WAIT_PASSES(c, wg_own_role(c), round, 0u, WG_EQUALS, 0u,\n"
      "                 wg_poll_exchange(c, 0u, 1u))\n";
  rows->push_back(
      Violated(kSpin, "one_does_not_wait", "a group that does not wait",
               {{waits, "  if (c->g != 1u) {\n" + waits + "  }\n"}}));
  rows->push_back(Row(kSpin, "stuck_outside", "a group stuck inside itself",
                      {{locks, locks + StuckIf(kOnce)}},
                      "hang (conditions met)",
                      "the lowest group has asked for a lock that is free, all "
                      "have started, and no other poll helps",
                      "waiting for a condition that memory meets",
                      "hang (conditions met)", kWhyAny));
}

void AddBackOff(std::vector<Broken>* rows) {
  rows->push_back(
      Violated(kBackOff, "two_steps", "a lock that lets two in",
               {{"  const uint seen = wg_poll_exchange(c, 0u, 1u);\n",
                 "  const uint seen = wg_poll(c, 0u);\n"
                 "  if (seen == 0u) {\n    wg_delay(c, 64u);\n"
                 "    wg_signal_store(c, 0u, 1u);\n  }\n"}}));
}

void AddTicket(std::vector<Broken>* rows) {
  const std::string serves =
      "  wg_signal_store(c, WG_NOW_SERVING, c->carry + 1u);\n";
  const std::string takes = "  wg_fence_after_wait(c, WG_NOW_SERVING);\n";
  rows->push_back(
      Violated(kTicket, "serves_two", "a ticket lock that serves two",
               {{"WG_EQUALS, ticket)", "WG_REACHES, ticket - 1u)"},
                // Counts, so that none goes back behind another.
                {serves, "  wg_signal_add(c, WG_NOW_SERVING, 1u);\n"}}));
  rows->push_back(
      Row(kTicket, "skips_a_number", "a ticket lock that skips a number",
          {{serves, absl::StrCat("  wg_signal_store(c, WG_NOW_SERVING,\n"
                                 "                  c->carry + (",
                                 kOnce, " ? 2u : 1u));\n")}},
          "hang (missed)", "the word has passed the awaited number",
          "the number that", "hang (missed)", kWhyAny));
  rows->push_back(
      Lost(kTicket, "serves_a_number_twice",
           "a ticket lock that serves a number twice",
           {{serves, absl::StrCat("  wg_signal_store(c, WG_NOW_SERVING,\n"
                                  "                  c->carry + (",
                                  kOnce, " ? 0u : 1u));\n")}}));
  rows->push_back(
      Quick(Lost(kTicket, "not_released", "a lock that is never released",
                 {{serves, Unless(kOnce, serves)}})));
  rows->push_back(Violated(
      kTicket, "released_early", "a lock released before the payload's store",
      {{takes, takes + "  wg_look_back(c);\n  wg_signal_store(c, "
                       "WG_NOW_SERVING, ticket + "
                       "1u);\n"},
       {serves, ""}}));
  rows->push_back(StuckHolding(kTicket));
  rows->push_back(Unbroken(kTicket, kPasses, kPasses, kWhyAny));
}

void AddRing(std::vector<Broken>* rows) {
  const std::string next = "c->g + 1u == c->n ? 0u : c->g + 1u";
  const std::string passes =
      "  wg_signal_store(c, c->g + 1u == c->n ? 0u : c->g + 1u, round + 1u);\n";
  const std::string goal = "c->g == 0u ? round : round + 1u";
  const std::string takes = "  wg_fence_after_wait(c, c->g);\n";
  const std::string unknown = "hang (cause unknown)";
  const std::string why =
      "all arrived, memory does not show the signal, and a volatile one does "
      "not help: no rung names it";
  const std::string says = "memory does not show the signal";
  rows->push_back(Row(kRing, "skips_a_group", "a ring that skips a group",
                      {{next, "(c->g + 2u) % c->n"}}, unknown, why, says));
  rows->push_back(
      Row(kRing, "own_flag", "a flag of the wrong group", {{next, "c->g"}},
          unknown, why, says, "hang (not started) | hang (cause unknown)",
          "group 0 waits for nobody and ends; then all have started"));
  rows->push_back(Row(kRing, "not_passed_on", "a lock that is never released",
                      {{passes, Unless(kOnce, passes)}}, unknown, why, says));
  rows->push_back(
      Row(kRing, "last_round_missing", "a last round that is missing",
          {{passes, Unless("c->g == 0u && round + 1u == c->rounds", passes)}},
          unknown, why, says));
  rows->push_back(Row(kRing, "one_round_behind",
                      "a wait with a goal that is never "
                      "met",
                      {{", round + 1u);", ", round);"}}, unknown, why, says));
  rows->push_back(Row(kRing, "lets_two_in", "a lock that lets two in",
                      {{goal, "round"}}, kViolated, kWhyViolated,
                      kSaysViolated));
  rows->push_back(Row(
      kRing, "passed_on_early", "a lock released before the payload's store",
      {{takes, takes + passes}}, kViolated, kWhyViolated, kSaysViolated));
  rows->push_back(Row(kRing, "stuck_holding", "a group stuck inside itself",
                      {{kBeforeRelease, StuckIf(kOnce) + kBeforeRelease}},
                      "hang (stuck inside)",
                      "it left its wait and not its closing work-group barrier",
                      "group 0 started and is stuck inside round 1"));
  rows->push_back(Unbroken(kRing, kPasses));
}

}  // namespace

std::vector<Broken> BrokenMutexes() {
  std::vector<Broken> rows;
  AddExchange(kSpin, &rows);
  AddSpin(&rows);
  rows.push_back(Unbroken(kEachSpins, kPasses, kPasses, kWhyAny));
  AddExchange(kBackOff, &rows);
  AddBackOff(&rows);
  AddTicket(&rows);
  AddRing(&rows);
  // Of the other locks, the twins alone.
  AddTwins([](const Primitive& p) { return IsLock(p.family); },
           [](const Primitive& p) {
             return Unbroken(p.name, kPasses, kPasses, kWhyAny);
           },
           &rows);
  return rows;
}

}  // namespace wgsync
