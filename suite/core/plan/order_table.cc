// Written by //suite/proof/programs:order_table_test; see order_facts.h.
// clang-format off

#include "suite/core/plan/order_facts.h"

namespace wgsync {
namespace {

constexpr absl::string_view kCells0 = "0000000000gg00ggcccccgggcgggcggg1111111111gg11ggcccccgggcgggcggg";
constexpr absl::string_view kCells1 = "0001000100gg00ggcccccgggcgggcggg2223222322gg22ggcccccgggcgggcggg";
constexpr absl::string_view kCells2 = "gggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggg";
constexpr absl::string_view kCells3 = "cccccgggcgggcgggcccccgggcgggcgggcccccgggcgggcgggcccccgggcgggcggg";
constexpr absl::string_view kCells4 = "00000000000000000000000000000000cggggggggggggggggggggggggggggggg";
constexpr absl::string_view kCells5 = "0000000000gg00ggcggggggggggggggg1111111111gg11ggcggggggggggggggg";
constexpr absl::string_view kCells6 = "0000000000gg11ggcccccgggcgggcggg2222222222gg22ggcccccgggcgggcggg";
constexpr absl::string_view kCells7 = "000000000000000gcccccgggcgggcggg111111111111111gcccccgggcgggcggg";
constexpr absl::string_view kCells8 = "000000000000000000000000000000001111111111111111cccccgggcgggcggg";
constexpr absl::string_view kCells9 = "0000000000gg00ggcccccgggcgggcggg1112111211gg11ggcccccgggcgggcggg";

constexpr OrderFailure kFailures0[] = {
    {Ordering::kRacy,
     "nothing orders group 1's 'write x[1] := 1' and group 0's 'read x[1]', which reads 0, the old value: a data race"},
    {Ordering::kUnordered,
     "group 0's 'read x[1]' reads 0, the old value"},
};
constexpr OrderFailure kFailures1[] = {
    {Ordering::kRacy,
     "nothing orders group 1's 'write x[seat] := 1' and group 0's 'read x[k-1]', which reads 0, the old value: a data race"},
    {Ordering::kUnordered,
     "group 0's 'read x[k-1]' reads 0, the old value"},
};
constexpr OrderFailure kFailures2[] = {
    {Ordering::kRacy,
     "nothing orders group 1's 'write x[1] := 1' and group 0's 'read x[1]', which reads 0, the old value: a data race"},
    {Ordering::kRacy,
     "nothing orders group 0's 'read x[1]' and group 1's 'write x[1] := 2': a data race"},
    {Ordering::kUnordered,
     "group 0's 'read x[1]' reads 0, the old value"},
    {Ordering::kUnordered,
     "group 1's 'read x[0]' reads 0, the old value"},
};
constexpr OrderFailure kFailures3[] = {
    {Ordering::kRacy,
     "nothing orders group 1's 'write x[1] := 1' and group 0's 'read x[1]', which reads 0, the old value: a data race"},
    {Ordering::kHangs,
     "no value ends group 0's 'while sense == 1' and group 1's 'while sense == 1'"},
};
constexpr OrderFailure kFailures4[] = {
    {Ordering::kRacy,
     "nothing orders group 0's 'write cell := 1' and group 1's 'read cell', which reads 0, the old value: a data race"},
    {Ordering::kUnordered,
     "a reader's copy is of two versions"},
};
constexpr OrderFailure kFailures5[] = {
    {Ordering::kRacy,
     "nothing orders group 1's 'write sum[1] := 1' and group 0's 'read sum[1]', which reads 0, the old value: a data race"},
    {Ordering::kUnordered,
     "group 0's 'read sum[1]' reads 0, the old value"},
};
constexpr OrderFailure kFailures6[] = {
    {Ordering::kRacy,
     "nothing orders group 0's 'read x[from]' and group 1's 'write x[1] := r+1': a data race"},
};
constexpr OrderFailure kFailures7[] = {
    {Ordering::kRacy,
     "nothing orders group 1's 'write x[0] := 1' and group 0's 'read x[0]', which reads 0, the old value: a data race"},
    {Ordering::kUnordered,
     "group 0's 'read x[0]' reads 0, the old value"},
};
constexpr OrderFailure kFailures8[] = {
    {Ordering::kRacy,
     "nothing orders group 0's 'write x[0] := 1' and group 1's 'read x[0]', which reads 0, the old value: a data race"},
    {Ordering::kUnordered,
     "group 1's 'read x[0]' reads 0, the old value"},
};
constexpr OrderFailure kFailures9[] = {
    {Ordering::kRacy,
     "nothing orders group 0's 'write x[0] := 1' and group 1's 'read x[h]', which reads 0, the old value: a data race"},
    {Ordering::kRacy,
     "nothing orders group 1's 'write x[1] := 1' and group 0's 'read x[h]', which reads 0, the old value: a data race"},
    {Ordering::kUnordered,
     "group 1's 'read x[h]' reads 0, the old value"},
    {Ordering::kUnordered,
     "group 0's 'read x[h]' reads 0, the old value"},
};
constexpr OrderFailure kFailures10[] = {
    {Ordering::kRacy,
     "nothing orders group 0's 'write prefix[0] := 1' and group 1's 'read prefix[0]', which reads 0, the old value: a data race"},
    {Ordering::kUnordered,
     "group 1's 'read prefix[0]' reads 0, the old value"},
};
constexpr OrderFailure kFailures11[] = {
    {Ordering::kRacy,
     "nothing orders group 0's 'write prefix[t] := 1' and group 1's 'read prefix[t-1]', which reads 0, the old value: a data race"},
    {Ordering::kUnordered,
     "group 1's 'read prefix[t-1]' reads 0, the old value"},
};
constexpr OrderFailure kFailures12[] = {
    {Ordering::kRacy,
     "nothing orders group 0's 'write y[0] := 1' and group 1's 'read y[from]', which reads 0, the old value: a data race"},
    {Ordering::kUnordered,
     "group 1's 'read y[from]' reads 0, the old value"},
};
constexpr OrderFailure kFailures13[] = {
    {Ordering::kRacy,
     "nothing orders group 0's 'write x := 1' and group 1's 'read x', which reads 0, the old value: a data race"},
    {Ordering::kUnordered,
     "group 1's 'read x' reads 0, the old value"},
};
constexpr OrderFailure kFailures14[] = {
    {Ordering::kRacy,
     "nothing orders group 1's 'write task[1] := 1' and group 0's 'read task[1]', which reads 0, the old value: a data race"},
    {Ordering::kUnordered,
     "group 0's 'read task[1]' reads 0, the old value"},
};
constexpr OrderFailure kFailures15[] = {
    {Ordering::kRacy,
     "nothing orders group 0's 'write x := 1' and group 1's 'read x', which reads 0, the old value: a data race"},
    {Ordering::kHangs,
     "no value ends group 1's 'while slot[s] < t'"},
};
constexpr OrderFailure kFailures16[] = {
    {Ordering::kRacy,
     "nothing orders group 0's 'write x := 1' and group 1's 'read x', which reads 0, the old value: a data race"},
    {Ordering::kRacy,
     "nothing orders group 0's 'write x := 1' and group 1's 'read x', which reads 1 of group 0: a data race"},
    {Ordering::kUnordered,
     "group 1's 'read x' reads 1 of group 0"},
};
constexpr OrderFailure kFailures17[] = {
    {Ordering::kRacy,
     "nothing orders group 0's 'write x := 1' and group 1's 'read x', which reads 0, the old value: a data race"},
    {Ordering::kUnordered,
     "group 1's 'read x' reads 1 of group 0"},
};
constexpr OrderFailure kFailures18[] = {
    {Ordering::kRacy,
     "nothing orders group 0's 'write x := 1' and group 1's 'read x', which reads 0, the old value: a data race"},
    {Ordering::kHangs,
     "no value ends group 0's 'while leaf_turn == 1'"},
};
constexpr OrderFailure kFailures19[] = {
    {Ordering::kRacy,
     "nothing orders group 0's 'write x := 1' and group 1's 'read x', which reads 0, the old value: a data race"},
    {Ordering::kHangs,
     "no value ends group 0's 'while word[1] == 0'"},
};
constexpr OrderFailure kFailures20[] = {
    {Ordering::kRacy,
     "nothing orders group 0's 'write x := 1' and group 1's 'read x', which reads 0, the old value: a data race"},
    {Ordering::kHangs,
     "no value ends group 0's 'while next[1] == 0' and group 1's 'while waits[2] == 1'"},
};
constexpr OrderFailure kFailures21[] = {
    {Ordering::kRacy,
     "nothing orders group 0's 'write x := 2' and group 1's 'read x', which reads 0, the old value: a data race"},
    {Ordering::kUnordered,
     "a reader's copy is of two versions"},
};
constexpr OrderFailure kFailures22[] = {
    {Ordering::kRacy,
     "nothing orders group 0's 'write x := 1' and group 1's 'read x', which reads 0, the old value: a data race"},
    {Ordering::kHangs,
     "no value ends group 1's 'while flag[s] == 0'"},
    {Ordering::kUnordered,
     "group 1's 'read x' reads 1 of group 0"},
};

constexpr absl::string_view kSpare0 = "0000000000000000000000000000000000000000000000000000000000000000";
constexpr absl::string_view kSpare1 = "7777777777777777777777777777777777777777777777777777777777777777";
constexpr absl::string_view kSpare2 = "0000000000000000000000000000000077777777777777777777777777777777";

constexpr OrderFacts kTable[] = {
    {"barriers/arrive_wait", kCells0, kFailures0, kSpare0},
    {"barriers/counter_down", kCells0, kFailures0, kSpare0},
    {"barriers/counter_per_group", kCells0, kFailures0, kSpare0},
    {"barriers/counter_per_group_discovered", kCells0, kFailures1, kSpare0},
    {"barriers/counter_per_group_equality", kCells0, kFailures0, kSpare0},
    {"barriers/counter_per_group_reset", kCells1, kFailures2, kSpare0},
    {"barriers/counter_per_item", kCells0, kFailures0, kSpare0},
    {"barriers/counter_per_item_limited", kCells0, kFailures0, kSpare0},
    {"barriers/counter_per_item_reset", kCells1, kFailures2, kSpare0},
    {"barriers/counters_one_hop", kCells0, kFailures0, kSpare0},
    {"barriers/dissemination", kCells0, kFailures0, kSpare0},
    {"barriers/flags_all_to_all", kCells0, kFailures0, kSpare0},
    {"barriers/flags_master_group", kCells0, kFailures0, kSpare0},
    {"barriers/flags_master_group_literal", kCells0, kFailures0, kSpare0},
    {"barriers/flags_master_group_literal_two_arrays", kCells0, kFailures0, kSpare0},
    {"barriers/flags_two_arrays", kCells0, kFailures0, kSpare0},
    {"barriers/intel_device_barrier", kCells0, kFailures0, kSpare0},
    {"barriers/kernel_boundary", kCells2, {}, kSpare1},
    {"barriers/modulo", kCells0, kFailures0, kSpare0},
    {"barriers/phase_bit", kCells0, kFailures0, kSpare0},
    {"barriers/phase_halves", kCells0, kFailures0, kSpare0},
    {"barriers/sense_reversing", kCells0, kFailures3, kSpare0},
    {"barriers/tree_2", kCells0, kFailures0, kSpare0},
    {"barriers/tree_3", kCells0, kFailures0, kSpare0},
    {"handoff/atomic_reduction", kCells3, {}, kSpare1},
    {"handoff/bounded_ring", kCells0, kFailures4, kSpare0},
    {"handoff/chained_reduction", kCells0, kFailures5, kSpare0},
    {"handoff/coherence_one_word", kCells4, kFailures6, kSpare2},
    {"handoff/dependency_distance", kCells0, kFailures7, kSpare0},
    {"handoff/host_finish", kCells2, {}, kSpare1},
    {"handoff/last_arriver", kCells5, kFailures8, kSpare0},
    {"handoff/list_push", kCells1, kFailures9, kSpare0},
    {"handoff/lookback_by_group_id", kCells0, kFailures10, kSpare0},
    {"handoff/lookback_by_ticket", kCells0, kFailures11, kSpare0},
    {"handoff/lookback_in_word", kCells3, {}, kSpare1},
    {"handoff/looped_store", kCells0, kFailures8, kSpare0},
    {"handoff/message_passing", kCells0, kFailures8, kSpare0},
    {"handoff/message_passing_middle", kCells0, kFailures8, kSpare0},
    {"handoff/message_passing_last", kCells0, kFailures8, kSpare0},
    {"handoff/message_passing_unawaited", kCells0, kFailures12, kSpare0},
    {"handoff/once", kCells0, kFailures13, kSpare0},
    {"handoff/value_in_word", kCells3, {}, kSpare1},
    {"handoff/work_steal_queue", kCells0, kFailures14, kSpare0},
    {"mutexes/array", kCells0, kFailures15, kSpare0},
    {"mutexes/back_off", kCells6, kFailures16, kSpare0},
    {"mutexes/back_off_per_item", kCells6, kFailures16, kSpare0},
    {"mutexes/back_off_exponential", kCells6, kFailures16, kSpare0},
    {"mutexes/bakery", kCells7, kFailures17, kSpare0},
    {"mutexes/clh", kCells0, kFailures17, kSpare0},
    {"mutexes/dekker", kCells7, kFailures18, kSpare0},
    {"mutexes/fetch_and_add", kCells0, kFailures17, kSpare0},
    {"mutexes/fetch_and_add_per_item", kCells0, kFailures17, kSpare0},
    {"mutexes/flag_per_group", kCells0, kFailures17, kSpare0},
    {"mutexes/hemlock", kCells0, kFailures19, kSpare0},
    {"mutexes/mcs", kCells0, kFailures20, kSpare0},
    {"mutexes/peterson", kCells7, kFailures17, kSpare0},
    {"mutexes/seqlock", kCells8, kFailures21, kSpare0},
    {"mutexes/sleeping_ring", kCells9, kFailures22, kSpare0},
    {"mutexes/spin_cas", kCells6, kFailures16, kSpare0},
    {"mutexes/spin_cas_per_item", kCells6, kFailures16, kSpare0},
    {"mutexes/spin_exchange", kCells6, kFailures16, kSpare0},
    {"mutexes/spin_exchange_per_item", kCells6, kFailures16, kSpare0},
    {"mutexes/spin_test_and_test", kCells6, kFailures16, kSpare0},
    {"mutexes/ticket_proportional", kCells0, kFailures17, kSpare0},
    {"semaphores/back_off_1", kCells6, kFailures16, kSpare0},
    {"semaphores/back_off", kCells0, kFailures17, kSpare0},
    {"semaphores/sleeping_ring_1", kCells0, kFailures17, kSpare0},
    {"semaphores/sleeping_ring", kCells0, kFailures17, kSpare0},
    {"semaphores/spin_1", kCells6, kFailures16, kSpare0},
    {"semaphores/spin", kCells0, kFailures17, kSpare0},
};

}  // namespace

absl::Span<const OrderFacts> OrderTable() { return kTable; }

}  // namespace wgsync
