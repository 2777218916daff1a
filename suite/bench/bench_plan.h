// What a benchmark times: forms of access, grids, cases. Pure.

#ifndef WGSYNC_SUITE_BENCH_BENCH_PLAN_H_
#define WGSYNC_SUITE_BENCH_BENCH_PLAN_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/plan/case.h"
#include "suite/core/plan/soundness.h"

namespace wgsync {

struct BenchGrid {
  uint32_t groups = 0;
  uint32_t group_size = 0;
};
inline bool operator==(const BenchGrid& a, const BenchGrid& b) {
  return a.groups == b.groups && a.group_size == b.group_size;
}

// "132x64": 132 groups of 64 work-items. The error says what of it is wrong.
absl::StatusOr<BenchGrid> ParseGrid(absl::string_view text);
std::string GridName(const BenchGrid& grid);

// The workload whose rounds are timed, and the one that looks closer, for the
// primitives of a family. nullptr: such primitives are not timed, or are not
// looked at again. A lock's rounds are the turns of all groups together.
const Workload* TimedWorkload(Family family);
const Workload* CheckWorkload(Family family);

// Whether the primitive can be timed at all. A hazard is not: it is wrong. Nor
// is a barrier that needs a concurrent dispatch.
bool IsTimed(const Primitive& p);

// The forms of access that are timed of each primitive that can be, as cases of
// its timed workload, without a grid yet: what the specification guarantees,
// what custom uses, the native fence where the device has one. Where a
// primitive allows none of them, its first words. With globs over ids only
// those that match; a glob that matches none of these on any of `grids` is
// looked for among all words that the primitives allow. An error names a glob
// that matches nothing at all.
absl::StatusOr<std::vector<KernelCase>> SelectForms(
    absl::Span<const std::string> globs, absl::Span<const BenchGrid> grids,
    const Claims& claims);

// `form` on a grid.
KernelCase OnGrid(KernelCase form, const BenchGrid& grid);

// Whether a glob keeps this very grid of the form; true where there is none.
bool Kept(const KernelCase& c, absl::Span<const std::string> globs);

// What is known of a device where a grid is to be chosen.
struct GridFacts {
  bool cpu = false;
  uint32_t compute_units = 0;
  uint32_t max_group_size = 0;
  // Measured residency of groups of so many work-items.
  uint32_t resident_64 = 0;
  uint32_t resident_128 = 0;
  uint32_t resident_max = 0;
};

// Grids that say something of the device: on a GPU one group a compute unit, in
// small, middle and large groups; all that large groups can be; and many small
// ones. On a CPU two groups, all that are resident, and 2,048 work-items in
// all. None beyond the residency, none twice, none of a single group.
std::vector<BenchGrid> DefaultGrids(const GridFacts& facts);

// The numbers of groups that compete for a lock: 1, 2, half of the residency
// and all of it.
std::vector<uint32_t> Contenders(uint32_t residency);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_BENCH_BENCH_PLAN_H_
