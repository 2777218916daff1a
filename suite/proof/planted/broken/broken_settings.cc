// Broken kernels that two groups on PoCL do not show: steps that three groups
// have, orders that a processor keeps by itself, and what a compiler would have
// to do with one kind of access. And kernels whose checks are broken: with the
// edit of a check, a fault that it finds elsewhere in this table is not found.

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "suite/proof/planted/broken/broken.h"

namespace wgsync {
namespace {

constexpr char kCounter[] = "barrier.counter_per_group";
constexpr char kMessage[] = "handoff.message_passing";
constexpr char kSpin[] = "mutex.spin_exchange";
constexpr char kWorkload[] = "lib/workload.cl";

constexpr char kPartner[] = "a wrong partner after the first step";
constexpr char kNoOrder[] = "a barrier that does not order";
constexpr char kCompiler[] = "what a compiler does with one kind of access";
constexpr char kUncounted[] = "a launch that does not do all";
constexpr char kBlind[] = "a check that does not look";

constexpr char kEarly[] = "broken (early release)";
constexpr char kWhyEarly[] =
    "the ordered board shows a departure before an arrival";

constexpr char kReads[] =
    "  WG_WAIT_STAYS(c, c->g, round, 0u, WG_REACHES, goal)\n";
constexpr char kArrives[] = "    wg_arrive_before(c, c->g);\n";

// A writer that needs milliseconds: a reader that does not wait for it finds
// old words, even if its thread starts late.
const Edit& SlowWriter() {
  static const auto& edit =
      *new Edit{"  wg_arrive_before(c, c->g);\n",
                "  wg_delay(c, 60000u);\n  wg_arrive_before(c, c->g);\n"};
  return edit;
}

// `text` where the condition of the preprocessor holds, and otherwise the rest.
std::string If(const std::string& condition, const std::string& text,
               const std::string& otherwise = "") {
  return absl::StrCat("#if ", condition, "\n", text,
                      otherwise.empty() ? "" : "#else\n", otherwise,
                      "#endif\n");
}

class Table {
 public:
  explicit Table(std::vector<Broken>* rows) : rows_(rows) {}

  void Add(const Setting& in, const char* base, const char* name,
           const char* kind, const std::vector<Edit>& edits, const char* want,
           const char* why, const char* says) {
    rows_->push_back({base, name, kind, edits, want, why, "", "", says, "",
                      /*quick=*/true, in});
  }

 private:
  std::vector<Broken>* rows_;
};

void AddSteps(Table* table) {
  table->Add({4}, "barrier.dissemination", "wrong_partner", kPartner,
             {{"(c->g + (1u << k)) % c->n", "(c->g + 1u) % c->n"}}, kEarly,
             kWhyEarly, "wanted round");
  table->Add({4}, "barrier.tree_2", "root_waits_for_one", kPartner,
             {{"c->base + (round + 1u) * clusters)", "c->base + round + 1u)"}},
             kEarly, kWhyEarly, "wanted round");
}

void AddOrders(Table* table) {
  // Without a fence: the one after a wait would release too.
  const Setting late_stores = {2, "late_store", AccessKind::kAcquireRelease};
  const Edit no_release = {"#define WG_RELEASES\n", "", "lib/access.cl"};
  table->Add(late_stores, kCounter, "no_release", kNoOrder, {no_release},
             "stale-payload (late store)",
             "nothing else releases the payload before the kernel's end",
             "difference: payload atomic");
  table->Add({2, "cache_word", AccessKind::kAcquireRelease}, kCounter,
             "no_acquire", kNoOrder,
             {{"#define WG_ACQUIRES\n", "", "lib/access.cl"}},
             "stale-payload (stale load)",
             "the payload's copy is of two rounds before and nothing drops it",
             "difference: payload atomic");
  table->Add(late_stores, kCounter, "no_release_stored_at_once", kBlind,
             {no_release,
              {"  const ulong held = c->model_lines[line];\n"
               "  if (held != 0ul) {\n    if",
               "  *wg_store_at(c, line, tag) = value;\n  return;\n"
               "  const ulong held = c->model_lines[line];\n"
               "  if (held != 0ul) {\n    if",
               "models/late_store.cl"}},
             "pass", "a model that stores at once keeps stores in order", "");
}

void AddCompilers(Table* table) {
  const Setting plain_poll = {2, "", AccessKind::kPlainPoll};
  const std::string sends =
      "  wg_signal_store(c, 0u, c->base + round * WG_TURNS + *turn);\n";
  table->Add({2, "", AccessKind::kPlainSignal}, "handoff.looped_store",
             "plain_store_sunk", kCompiler,
             {{sends, If("WG_SIGNAL != WG_SIGNAL_PLAIN", sends)}},
             "stale-hoisted (store sunk)",
             "memory never shows a plain signal, and with a volatile one it "
             "ends",
             "the word is below the goal");
  table->Add({2}, kMessage, "waits_with_a_fence", kCompiler,
             {SlowWriter(), {kReads, If("WG_FENCE != WG_FENCE_NONE", kReads)}},
             "stale-payload (not ordered)",
             "wrong with an atomic payload too, and right with the device "
             "fence",
             "difference: ");
  table->Add(
      plain_poll, kMessage, "plain_wait_elided", kCompiler,
      {{kReads,
        If("WG_POLL == WG_POLL_PLAIN && WG_WAITS != WG_WAITS_REMOVED",
           "  wg_owe(c, c->g, round, 0u, WG_REACHES, goal + 999u);\n",
           "  WG_WAIT_STAYS(c, c->g, round, 0u, WG_REACHES, goal + 999u)\n")}},
      "broken (wait elided)",
      "the plain wait is left unmet, and with a re-issued poll it waits for "
      "ever",
      "unmet");
  table->Add(
      plain_poll, kCounter, "plain_guard_lost", kCompiler,
      {{"  if (wg_enter_barrier(c)) {\n",
        If("WG_POLL == WG_POLL_PLAIN", "  wg_open();\n  if (c->lid < 2u) {\n",
           "  if (wg_enter_barrier(c)) {\n")}},
      "stale-hoisted (guard lost)",
      "two work-items run the branch next to a plain poll, one with a "
      "re-issued poll",
      "work-item");
  table->Add(
      {2}, kMessage, "atomic_never_ends", kCompiler,
      {SlowWriter(),
       {kReads, If("WG_PAYLOAD == WG_PAYLOAD_ATOMIC", StuckIf("round == 1u"))}},
      "infra (no difference to explain it)",
      "the payload is wrong, and with an atomic payload a reader is stuck",
      "atomic");
}

void AddCounts(Table* table) {
  const Edit reads_less = {"  if (step > 0u) {\n",
                           "  if (step > 0u && (step != 2u || c->lid != 0u)) "
                           "{\n",
                           "workloads/exchange.cl"};
  table->Add({2}, kCounter, "a_read_dropped", kUncounted, {reads_less},
             "broken (reads not made)",
             "each group's first work-item checks a read less than the launch "
             "has",
             "reads");
  table->Add(
      {2}, kCounter, "a_read_dropped_and_counted", kBlind,
      {reads_less,
       {"  wg_has_read(c, 1u);\n", "  wg_has_read(c, 2u);\n", kWorkload}},
      "pass", "more reads are counted than are made", "");
  table->Add({2}, kCounter, "start_not_stored", kUncounted,
             {{"  if (c->lid == 0u) {\n    atomic_xchg((volatile __global "
               "uint*)(c->board + c->g)",
               "  if (c->lid == 0u && c->g != 1u) {\n    atomic_xchg((volatile "
               "__global uint*)(c->board + c->g)",
               "lib/board.cl"}},
             "broken (store lost)",
             "group 1 came to its end, and its first store is not in memory",
             "group 1");
  table->Add({2}, kCounter, "slow_rounds", kUncounted,
             {{kArrives, If("WG_WAITS != WG_WAITS_REMOVED",
                            "    wg_delay(c, 3000000u);\n") +
                             kArrives}},
             "slow", "each round goes on, and together they miss the deadline",
             "watched launch");
}

void AddChecks(Table* table) {
  const Edit bit_0 = {
      kArrives,
      absl::StrCat("    if (c->g == 0u && round == 1u) {\n"
                   "      c->payload[c->n * c->size] =\n"
                   "          wg_value(1u, 0u, wg_bits(c->n * c->size)) ^ 1u;\n"
                   "    }\n",
                   kArrives)};
  table->Add({2}, kCounter, "bit_0_wrong", "a value torn or foreign", {bit_0},
             "broken (torn or foreign)",
             "neither the wanted round's value nor an earlier one",
             "of no earlier round");
  table->Add({2}, kCounter, "bit_0_wrong_and_ignored", kBlind,
             {bit_0,
              {"  if (found == wanted) return;\n",
               "  if ((found | 1u) == (wanted | 1u)) return;\n", kWorkload}},
             "pass", "the check of a read does not look at bit 0", "");
  table->Add(
      {2}, kMessage, "nobody_late", kBlind,
      {{"  wg_delay(c, c->delay);\n", "  (void)c;\n", "workloads/message.cl"}},
      "unproven", "no reader has to wait for a writer that is not late",
      "had to wait");
  table->Add(
      {2}, kSpin, "lets_in_one_round", "a lock that lets two in",
      {{"  WG_WAIT_PASSES(", "  if (round % 64u != 1u)\n  WG_WAIT_PASSES("}},
      "broken (exclusion violated)", "the owner word changed under a holder",
      "the owner changed under");
  table->Add(
      {2}, "semaphore.spin_1", "failed_swap_counts", "a lock that lets two in",
      {{"  return wg_poll_swap(c, 0u, left, left - c->permits) == left ? "
        "left : 0u;\n",
        "  wg_delay(c, 64u);\n"
        "  (void)wg_poll_swap(c, 0u, left, left - c->permits);\n"
        "  return left;\n"}},
      "broken (exclusion violated)", "more permits are out than there are",
      "permit");
  const Edit two_steps = {
      "  WG_WAIT_PASSES(c, wg_own_role(c), round, 0u, WG_EQUALS, 0u,\n"
      "                 wg_poll_exchange(c, 0u, 1u))\n",
      ""};
  table->Add({2}, kSpin, "no_lock_and_no_owner", kBlind,
             {two_steps,
              {"  if (atomic_or(owner, 0u) != me) atomic_inc(line + "
               "WG_REPORT_OWNER);\n",
               "", "workloads/counter.cl"}},
             "broken (wrong payload)",
             "updates are lost, and no owner says why",
             "difference: payload atomic");
  table->Add({2}, kMessage, "one_round_early",
             "a reader that reads before the wait",
             {SlowWriter(),
              {"  const uint goal = c->base + round + 1u;\n",
               "  const uint goal = c->base + round;\n"}},
             "broken (wrong payload)",
             "wrong with the atomic payload and the device fence too, and "
             "right over kernel_boundary",
             "group 1 item");
}

}  // namespace

std::vector<Broken> BrokenInSettings() {
  std::vector<Broken> rows;
  Table table(&rows);
  AddSteps(&table);
  AddOrders(&table);
  AddCompilers(&table);
  AddCounts(&table);
  AddChecks(&table);
  return rows;
}

}  // namespace wgsync
