// Each axiom matters: the litmus tests whose answer changes if it is dropped.

#include <string>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "suite/core/memory/candidates.h"
#include "suite/core/memory/explore.h"
#include "suite/core/memory/litmus_files_testing.h"

namespace wgsync {
namespace memory {
namespace {

// One for each Axiom, in order.
struct Row {
  absl::string_view axiom;
  absl::string_view tests;  // that find it out
};

constexpr Row kRows[] = {
    {"atomics_synchronize",
     "barrier_closes barrier_opens counter_barrier iriw_seq_cst isa2 "
     "lb_acq_rel+cycles local_device_scope local_flag look_back look_back_two "
     "memories_joined_by_seq_cst mp mp_all_svm_devices "
     "mp_all_svm_devices_outside mp_barrier_then_flag mp_exchange_and_add "
     "mp_failed_cas_acquires mp_once mp_one_group mp_one_sub_group "
     "mp_unequal_scopes plain_reset rwc_seq_cst s sequence_rmw "
     "sequence_same_item sleeping_ring_fixed spin_lock ticket_lock wrc "
     "wrc_two_scopes"},
    {"fences_synchronize",
     "barrier_device_scope lb_fences+cycles memories_joined_by_fences "
     "mp_fence_and_acquire mp_fences mp_release_and_fence sequence_of_fence "
     "wrc_fences"},
    {"barriers_synchronize",
     "barrier barrier_closes barrier_opens barrier_twice mp_barrier_then_flag"},
    {"rmw_continues", "sequence_of_fence sequence_rmw"},
    {"same_item_continues", "sequence_same_item"},
    {"inclusive_scopes",
     "barrier_is_a_release_fence mp_fence_too_narrow mp_one_scope_too_narrow "
     "mp_scope_too_narrow mp_sub_groups wrc_first_scope_too_narrow"},
    {"memories_apart",
     "barrier_no_flags barrier_wrong_flags memories_apart "
     "memories_local_acquire_fence memories_local_release_fence "
     "memories_one_fence mp_local_barrier_then_flag mp_local_fences"},
    {"fence_of_both", "memories_joined_by_fences"},
    {"seq_cst_of_both", "memories_joined_by_seq_cst"},
    {"write_write", "coww plain_in_order s sequence_same_item"},
    {"read_read", "corr corr_two_readers wrc"},
    {"read_write", "corw plain_in_order+cycles sleeping_ring_fixed+cycles"},
    {"write_read", "cowr plain_in_order plain_reset sleeping_ring_fixed"},
    {"visible",
     "barrier barrier_closes barrier_device_scope barrier_opens barrier_twice "
     "counter_barrier isa2 local_device_scope local_flag look_back "
     "look_back_two memories_joined_by_fences memories_joined_by_seq_cst mp "
     "mp_all_svm_devices mp_all_svm_devices_outside mp_barrier_then_flag "
     "mp_exchange_and_add mp_failed_cas_acquires mp_fence_and_acquire "
     "mp_fences mp_once mp_one_group mp_one_sub_group mp_release_and_fence "
     "mp_unequal_scopes sequence_of_fence sequence_rmw sequence_same_item "
     "spin_lock ticket_lock wrc_fences wrc_two_scopes"},
    {"atomicity", "atomicity+cycles spin_lock+cycles ticket_lock+cycles"},
    {"seq_cst",
     "dekker iriw_seq_cst r_fences r_seq_cst rwc_seq_cst sb_fences sb_local "
     "sb_narrow_elsewhere sb_seq_cst sb_svm sb_unequal_fences "
     "two_plus_two_writes_fences two_plus_two_writes_seq_cst"},
    {"seq_cst_fences",
     "r_fences sb_fences sb_unequal_fences two_plus_two_writes_fences"},
    {"seq_cst_scopes", "sb_narrow_fences"},
    {"data_races",
     "barrier_is_a_release_fence barrier_no_flags barrier_wrong_flags "
     "dekker_acq_rel memories_apart memories_local_acquire_fence "
     "memories_local_release_fence memories_one_fence mp_control_dependency "
     "mp_failed_cas mp_fence_too_narrow mp_late_fence "
     "mp_local_barrier_then_flag mp_local_fences mp_no_acquire mp_no_release "
     "mp_relaxed plain_flag plain_read plain_store sequence_broken "
     "sleeping_ring spin_lock_relaxed_release"},
    {"scope_races", "sb_work_group_seq_cst"},
};

// The tests, sorted. "+cycles" comes after those that need cycles of program
// order and reads-from.
std::string Killers(Axiom axiom) {
  Rules mutant;
  mutant.dropped = axiom;
  std::string killers;
  for (const auto& [name, program] : LitmusPrograms()) {
    const char* mark = nullptr;
    if (Explore(program, mutant).verdict != program.expected[0]) {
      mark = "";
    } else if (Enumerate(program, mutant, Cycles::kAlso).verdict !=
               program.expected[3]) {
      mark = "+cycles";
    }
    if (mark == nullptr) continue;
    absl::StrAppend(&killers, killers.empty() ? "" : " ", name, mark);
  }
  return killers;
}

TEST(AxiomsTest, EachIsFoundOut) {
  static_assert(sizeof(kRows) / sizeof(kRows[0]) == kAxioms, "one for each");
  for (size_t i = 0; i < kAxioms; ++i) {
    EXPECT_EQ(Killers(static_cast<Axiom>(i)), std::string(kRows[i].tests))
        << kRows[i].axiom;
    EXPECT_FALSE(kRows[i].tests.empty()) << kRows[i].axiom;
  }
}

}  // namespace
}  // namespace memory
}  // namespace wgsync
