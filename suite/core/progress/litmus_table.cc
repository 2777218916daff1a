// Written by //suite/progress:litmus_table_test; see litmus_facts.h.
// clang-format off

#include <cstdint>

#include "absl/types/span.h"
#include "suite/core/progress/litmus_facts.h"
#include "suite/core/progress/progress_model.h"

namespace wgsync {
namespace progress {
namespace {

constexpr uint32_t kChainUp3[] = {
    3, 1, 0, 1, 3, 4,
    3, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1,
    3, 0, 1, 0, 1, 0, 0, 0, 0, 0, 1,
    0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 3,};
constexpr uint32_t kDuel[] = {
    2, 0, 0, 1, 2,
    1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 1,};
constexpr uint32_t kDuelDown[] = {
    3, 1, 0, 1, 3, 4,
    0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0,
    1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1,
    3, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1,
    1, 0, 1, 0, 1, 0, 1, 0, 0, 0, 3,};
constexpr uint32_t kDuelUp[] = {
    2, 1, 0, 2, 4,
    3, 1, 1, 0, 1, 0, 0, 0, 0, 0, 0,
    1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1,
    0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 2,
    1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 3,};
constexpr Config kFair[] = {{Model::kFair, Fairness::kWeak}};
constexpr uint32_t kHandoffDown[] = {
    2, 0, 0, 1, 2,
    0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0,
    3, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1,};
constexpr uint32_t kHandoffUp[] = {
    2, 0, 0, 1, 2,
    3, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1,};
constexpr uint32_t kHolderHigh[] = {
    2, 0, 0, 1, 3,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    3, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1,
    3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1,};
constexpr uint32_t kHolderLow[] = {
    2, 0, 0, 2, 3,
    3, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0,
    3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2,};
constexpr Config kHsa[] = {{Model::kHsa, Fairness::kWeak}};
constexpr Config kHsaObe[] = {{Model::kHsaObe, Fairness::kWeak}};
constexpr Config kHsaOrObe[] = {{Model::kHsa, Fairness::kWeak}, {Model::kObe, Fairness::kWeak}};
constexpr uint32_t kLateMiddle[] = {
    3, 1, 0, 2, 3, 4,
    2, 1, 0, 0, 0, 0, 0, 0, 0, 1, 2,
    0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1,
    3, 0, 1, 0, 1, 0, 0, 0, 0, 0, 2,
    3, 0, 0, 0, 1, 0, 0, 0, 0, 0, 3,};
constexpr uint32_t kLateMiddleX[] = {
    3, 0, 0, 1, 2, 3,
    1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0,
    1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1,
    3, 0, 0, 0, 1, 0, 0, 0, 0, 0, 2,};
constexpr uint32_t kLateTop[] = {
    3, 1, 0, 1, 3, 4,
    3, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1,
    0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 2,
    3, 1, 1, 0, 1, 0, 0, 0, 0, 0, 3,};
constexpr Config kLobe[] = {{Model::kLobe, Fairness::kWeak}};
constexpr uint32_t kLock3[] = {
    3, 0, 0, 2, 4, 6,
    1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0,
    3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 2,
    3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 2,
    1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 4,
    3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4,};
constexpr uint32_t kLookbackTicket[] = {
    3, 3, 0, 4, 8, 12,
    4, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0,
    5, 0, 0, 1, 0, 0, 0, 0, 0, 1, 3,
    0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 2,
    3, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0,
    4, 0, 0, 0, 1, 0, 0, 0, 1, 0, 4,
    5, 0, 0, 1, 0, 0, 0, 0, 0, 1, 7,
    0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 6,
    3, 0, 1, 1, 1, 0, 0, 0, 0, 0, 4,
    4, 0, 0, 0, 1, 0, 0, 0, 1, 0, 8,
    5, 0, 0, 1, 0, 0, 0, 0, 0, 1, 11,
    0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 10,
    3, 1, 1, 1, 1, 0, 0, 0, 0, 0, 8,};
constexpr uint32_t kMeet3[] = {
    3, 2, 0, 3, 6, 9,
    3, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0,
    0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1,
    0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 2,
    3, 0, 1, 0, 1, 0, 0, 0, 0, 0, 3,
    0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 4,
    0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 5,
    3, 1, 2, 0, 1, 0, 0, 0, 0, 0, 6,
    0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 7,
    0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 8,};
constexpr Config kObe[] = {{Model::kObe, Fairness::kWeak}};
constexpr uint32_t kSkipMiddle[] = {
    3, 1, 0, 2, 3, 4,
    2, 1, 0, 0, 0, 0, 0, 0, 0, 1, 2,
    0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1,
    3, 0, 0, 0, 1, 0, 0, 0, 0, 0, 2,
    3, 0, 1, 0, 1, 0, 0, 0, 0, 0, 3,};
constexpr Config kStrongFair[] = {{Model::kFair, Fairness::kStrong}};
constexpr Config kStrongHsa[] = {{Model::kHsa, Fairness::kStrong}};
constexpr Config kStrongHsaObe[] = {{Model::kHsaObe, Fairness::kStrong}};
constexpr Config kStrongHsaOrStrongObe[] = {{Model::kHsa, Fairness::kStrong}, {Model::kObe, Fairness::kStrong}};
constexpr Config kStrongLobe[] = {{Model::kLobe, Fairness::kStrong}};
constexpr Config kStrongObe[] = {{Model::kObe, Fairness::kStrong}};
constexpr uint32_t kTicketLock[] = {
    3, 1, 0, 3, 6, 9,
    4, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0,
    0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 1,
    3, 0, 1, 0, 1, 1, 0, 0, 0, 0, 0,
    4, 0, 0, 0, 1, 0, 0, 0, 1, 0, 3,
    0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 4,
    3, 0, 1, 0, 1, 1, 0, 0, 0, 0, 3,
    4, 0, 0, 0, 1, 0, 0, 0, 1, 0, 6,
    0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 7,
    3, 1, 1, 0, 1, 1, 0, 0, 0, 0, 6,};
constexpr Config kUnfair[] = {{Model::kUnfair, Fairness::kWeak}};
constexpr uint32_t kUpThenLock[] = {
    2, 1, 0, 3, 6,
    3, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0,
    1, 0, 1, 0, 1, 0, 0, 0, 0, 0, 1,
    3, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 3,
    1, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4,
    3, 0, 1, 0, 0, 0, 0, 0, 0, 0, 3,};

constexpr ShapeFacts kShapes[] = {
    {"cas_counter", kUnfair, 2, 1, 0, 1, {}},
    {"holder_low", kHsaOrObe, 2, 1, 0, 1, kHolderLow},
    {"handoff_up", kHsa, 2, 1, 0, 0, kHandoffUp},
    {"chain_up_3", kHsa, 3, 2, 0, 0, kChainUp3},
    {"holder_high", kObe, 2, 1, 1, 1, kHolderHigh},
    {"lock_3", kObe, 3, 1, 1, 1, kLock3},
    {"ticket_lock", kObe, 3, 2, 2, 2, kTicketLock},
    {"lookback_ticket", kObe, 3, 4, 2, 3, kLookbackTicket},
    {"up_then_lock", kHsaObe, 2, 2, 0, 0, kUpThenLock},
    {"late_middle", kLobe, 3, 2, 0, 0, kLateMiddle},
    {"late_middle_x", kLobe, 3, 1, 0, 0, kLateMiddleX},
    {"handoff_down", kFair, 2, 1, 1, 0, kHandoffDown},
    {"meet_3", kFair, 3, 3, 2, 0, kMeet3},
    {"late_top", kFair, 3, 2, 2, 0, kLateTop},
    {"skip_middle", kFair, 3, 2, 0, 0, kSkipMiddle},
    {"duel", kStrongHsaOrStrongObe, 2, 1, 0, 0, kDuel},
    {"duel_up", kStrongHsa, 2, 2, 0, 0, kDuelUp},
    {"trylock_cross", kStrongObe, 2, 2, 0, 1, {}},
    {"lock_told", kStrongHsaObe, 2, 2, 0, 1, {}},
    {"late_duel", kStrongLobe, 3, 1, 0, 0, {}},
    {"duel_down", kStrongFair, 3, 2, 1, 0, kDuelDown},
};

constexpr ProgramFacts kPrograms[] = {
    {"barriers/arrive_wait", kFair},  // slots: 2 of 2, 3 of 3, 4 of 4
    {"barriers/counter_down", kFair},  // slots: 2 of 2, 3 of 3, 4 of 4
    {"barriers/counter_per_group", kFair},  // slots: 2 of 2, 3 of 3, 4 of 4
    {"barriers/counter_per_group_discovered", kObe},  // slots: 1 of 2, 1 of 3
    {"barriers/counter_per_group_equality", {}},
    {"barriers/counter_per_group_reset", {}},
    {"barriers/counter_per_item", {}},
    {"barriers/counter_per_item_limited", {}},
    {"barriers/counter_per_item_reset", {}},
    {"barriers/counters_one_hop", kFair},  // slots: 2 of 2, 3 of 3, 4 of 4
    {"barriers/dissemination", kFair},  // slots: 2 of 2, 3 of 3
    {"barriers/flags_all_to_all", kFair},  // slots: 2 of 2, 3 of 3
    {"barriers/flags_master_group", kFair},  // slots: 2 of 2, 3 of 3
    {"barriers/flags_master_group_literal", kFair},  // slots: 2 of 2, 3 of 3
    {"barriers/flags_master_group_literal_two_arrays", kFair},  // slots: 2 of 2, 3 of 3
    {"barriers/flags_two_arrays", kFair},  // slots: 2 of 2, 3 of 3
    {"barriers/intel_device_barrier", kFair},  // slots: 2 of 2, 3 of 3, 4 of 4
    {"barriers/kernel_boundary", kUnfair},  // slots: 1 of 2, 1 of 3, 1 of 4
    {"barriers/modulo", {}},
    {"barriers/phase_bit", kFair},  // slots: 2 of 2, 3 of 3, 4 of 4
    {"barriers/phase_halves", kFair},  // slots: 2 of 2, 3 of 3
    {"barriers/sense_reversing", kFair},  // slots: 2 of 2, 3 of 3
    {"barriers/tree_2", kFair},  // slots: 2 of 2, 3 of 3
    {"barriers/tree_3", kFair},  // slots: 2 of 2, 3 of 3
    {"handoff/atomic_reduction", kUnfair},  // slots: 1 of 2, 1 of 3, 1 of 4
    {"handoff/bounded_ring", kUnfair},  // slots: 1 of 2, 1 of 3
    {"handoff/chained_reduction", kFair},  // slots: 2 of 2, 3 of 3
    {"handoff/coherence_one_word", kUnfair},  // slots: 1 of 2, 1 of 3, 1 of 4
    {"handoff/dependency_distance", kFair},  // slots: 2 of 2, 2 of 3
    {"handoff/host_finish", kUnfair},  // slots: 1 of 2, 1 of 3, 1 of 4
    {"handoff/last_arriver", kUnfair},  // slots: 1 of 2, 1 of 3, 1 of 4
    {"handoff/list_push", kUnfair},  // slots: 1 of 2, 1 of 3
    {"handoff/lookback_by_group_id", kHsa},  // slots: 1 of 2, 1 of 3
    {"handoff/lookback_by_ticket", kObe},  // slots: 1 of 2, 1 of 3
    {"handoff/lookback_in_word", kObe},  // slots: 1 of 2, 1 of 3
    {"handoff/looped_store", kFair},  // slots: 2 of 2, 2 of 3, 2 of 4
    {"handoff/message_passing", kHsa},  // slots: 1 of 2, 1 of 3, 1 of 4
    {"handoff/message_passing_middle", kFair},  // slots: 2 of 2, 2 of 3
    {"handoff/message_passing_last", kFair},  // slots: 2 of 2, 3 of 3, 4 of 4
    {"handoff/message_passing_unawaited", kUnfair},  // slots: 1 of 2, 1 of 3, 1 of 4
    {"handoff/once", kUnfair},  // slots: 1 of 2, 1 of 3, 1 of 4
    {"handoff/value_in_word", kHsa},  // slots: 1 of 2, 1 of 3, 1 of 4
    {"handoff/work_steal_queue", kFair},  // slots: 2 of 2, 3 of 3
    {"mutexes/array", kObe},  // slots: 1 of 2, 1 of 3
    {"mutexes/back_off", kObe},  // slots: 1 of 2, 1 of 3, 1 of 4
    {"mutexes/back_off_per_item", {}},
    {"mutexes/back_off_exponential", kObe},  // slots: 1 of 2, 1 of 3, 1 of 4
    {"mutexes/bakery", kObe},  // slots: 1 of 2
    {"mutexes/clh", kObe},  // slots: 1 of 2, 1 of 3
    {"mutexes/dekker", kObe},  // slots: 1 of 2, 1 of 3
    {"mutexes/fetch_and_add", kObe},  // slots: 1 of 2, 1 of 3, 1 of 4
    {"mutexes/fetch_and_add_per_item", {}},
    {"mutexes/flag_per_group", kFair},  // slots: 2 of 2, 3 of 3
    {"mutexes/hemlock", kObe},  // slots: 1 of 2, 1 of 3
    {"mutexes/mcs", kObe},  // slots: 1 of 2, 1 of 3
    {"mutexes/peterson", kObe},  // slots: 1 of 2, 1 of 3
    {"mutexes/seqlock", kHsaOrObe},  // slots: 1 of 2, 1 of 3, 1 of 4
    {"mutexes/sleeping_ring", kObe},  // slots: 1 of 2, 1 of 3
    {"mutexes/spin_cas", kObe},  // slots: 1 of 2, 1 of 3, 1 of 4
    {"mutexes/spin_cas_per_item", {}},
    {"mutexes/spin_exchange", kObe},  // slots: 1 of 2, 1 of 3, 1 of 4
    {"mutexes/spin_exchange_per_item", {}},
    {"mutexes/spin_test_and_test", kObe},  // slots: 1 of 2, 1 of 3, 1 of 4
    {"mutexes/ticket_proportional", kObe},  // slots: 1 of 2, 1 of 3, 1 of 4
    {"semaphores/back_off_1", kObe},  // slots: 1 of 2, 1 of 3, 1 of 4
    {"semaphores/back_off", kObe},  // slots: 1 of 2, 1 of 3
    {"semaphores/sleeping_ring_1", kObe},  // slots: 1 of 2, 1 of 3, 1 of 4
    {"semaphores/sleeping_ring", kObe},  // slots: 1 of 2, 1 of 3
    {"semaphores/spin_1", kObe},  // slots: 1 of 2, 1 of 3, 1 of 4
    {"semaphores/spin", kObe},  // slots: 1 of 2, 1 of 3
};

}  // namespace

absl::Span<const ProgramFacts> ProgramTable() { return kPrograms; }

absl::Span<const ShapeFacts> ShapeTable() { return kShapes; }

}  // namespace progress
}  // namespace wgsync
