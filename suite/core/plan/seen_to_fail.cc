#include "suite/core/plan/seen_to_fail.h"

#include "absl/strings/str_cat.h"
#include "suite/core/base/name_pattern.h"

namespace wgsync {
namespace {

// Devices by the names in tools/drivers/all.sh. Left out are those
// on which the sound form fails as well, such as rusticl's, which cuts waits.
constexpr absl::string_view kPublished = "2026-11-24";
constexpr absl::string_view kLoops = "2026-11-26";
constexpr absl::string_view kWords = "2026-11-29";
constexpr absl::string_view kNvidia = "NVIDIA H200 (580.159.04)";
constexpr absl::string_view kCpusAndNvidia =
    "Intel CPU 2023.2.4 and 2026.2.0, PoCL 3.1 to 7.1, NVIDIA H200 "
    "(580.159.04)";

// clang-format off
constexpr SeenToFail kRows[] = {
    {"barrier.counter_per_group_unopened/*", "NVIDIA H200 (580.159.04) in teams, Intel CPU 2023.2.4 and 2026.2.0, PoCL 3.1 and Oclgrind 21.10 with loop=step_first", kLoops},
    {"barrier.counter_per_group_local_fence/*", "", kPublished},
    {"barrier.flags_master_group_unopened/*", "NVIDIA H200 (580.159.04) in teams, Intel CPU 2023.2.4 and 2026.2.0, Oclgrind 21.10 with loop=step_first", kLoops},
    {"barrier.flags_two_arrays_unopened/*", "NVIDIA H200 (580.159.04) in teams, Intel CPU 2023.2.4 and 2026.2.0, PoCL 3.1 (rarely) and Oclgrind 21.10 with loop=step_first", kLoops},
    // PoCL 3.1 hangs without loop=step_first, as the text does that has the barrier.
    {"barrier.flags_master_group_literal_unopened/*", "NVIDIA H100 (580.159.04) in teams, PoCL 3.1 and Oclgrind 21.10 with loop=step_first", kLoops},
    {"barrier.flags_master_group_literal_one_each_unopened/*", "NVIDIA H100 (580.159.04) in teams, Oclgrind 21.10", kLoops},
    {"handoff.host_finish_in_step/*", "Intel CPU 2023.2.4 and 2026.2.0, Oclgrind 21.10, PoCL 3.1 to 7.1", kPublished},
    {"mutex.dekker/*", "Intel CPU 2023.2.4 and 2026.2.0, PoCL 3.1 to 7.1", kPublished},
    {"mutex.peterson/*", "Intel CPU 2023.2.4 and 2026.2.0, PoCL 3.1 to 7.1", kPublished},
    {"mutex.bakery/*", "Intel CPU 2023.2.4 and 2026.2.0, PoCL 3.1 to 7.1", kPublished},
    {"handoff.coherence_one_word/*", "", kPublished},
    {"handoff.value_in_vector_*/poll=volatile/*", "Oclgrind 21.10", kWords},
    {"*/scope=work_group*", kNvidia, kPublished},
    {"*/poll=plain/*", kCpusAndNvidia, kPublished},
    {"*/poll=reissued/*", kNvidia, kPublished},
    {"*/signal=plain/*", "Intel CPU 2023.2.4, PoCL 3.1 to 7.1, NVIDIA H200 (580.159.04)", kPublished},
    {"*/fence=none/pay=atomic/*", "", kPublished},
    {"*/fence=none/*", kNvidia, kPublished},
    {"*/fence=mem/pay=plain/*", kNvidia, kPublished},
    {"*/fence=readback/pay=plain/*", kNvidia, kPublished},
    {"*/fence=mem/*", "", kPublished},
    {"*/fence=readback/*", "", kPublished},
    {"*/fence=rw_mem/*", "", kPublished},
    {"twin no_release", kNvidia, kPublished},
    {"twin no_acquire", kNvidia, kPublished},
    {"twin no_order", kNvidia, kPublished},
    {"twin work_group_scope", kNvidia, kPublished},
    {"twin unopened", "NVIDIA H200 (580.159.04), Intel CPU 2025.3.3, PoCL 3.1", kPublished},
    {"twin closed_locally", kNvidia, kPublished},
};
// clang-format on

}  // namespace

absl::Span<const SeenToFail> SeenToFailRows() { return kRows; }

const SeenToFail* FindSeenToFail(absl::string_view id) {
  for (const SeenToFail& row : kRows) {
    if (GlobMatches(row.form, id)) return &row;
  }
  return nullptr;
}

bool FailedNowhere(absl::string_view id) {
  const SeenToFail* row = FindSeenToFail(id);
  return row != nullptr && row->devices.empty();
}

std::string SeenToFailText(absl::string_view id) {
  const SeenToFail* row = FindSeenToFail(id);
  if (row == nullptr) return "";
  return absl::StrCat(row->devices.empty()
                          ? "no device so far: a pass proves nothing"
                          : row->devices,
                      " (", row->date, ")");
}

}  // namespace wgsync
