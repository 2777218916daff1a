// Which launch of a tried kernel comes next, and what all of them say. Pure.
//
//   while (absl::optional<TryLaunch> next = NextTry(plan, records)) {
//     records.push_back(Launch(*next));
//   }
//   Conclude(plan, records, &report);

#ifndef WGSYNC_SUITE_CORE_TRIED_NEXT_TRY_H_
#define WGSYNC_SUITE_CORE_TRIED_NEXT_TRY_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/types/optional.h"
#include "suite/core/tried/try_report.h"

namespace wgsync {

struct TryGrid {
  std::string name;  // "res_plus1"
  uint32_t groups = 0;
};

struct TryLimits {
  uint32_t launches = 50;  // of each grid, at most
  double seconds = 10;     // of each grid; then no further launch begins
  // A launch that has not ended after this, or 20 times what earlier ones took,
  // does not end.
  double limit = 2;
};

// A launch may take so many limits if it is the second one and none has ended
// yet, if one group makes it alone, for the comparison, or if the driver may
// compile the kernel meanwhile.
constexpr double kPatience = 4;

struct TryPlan : TryLimits {
  std::vector<TryGrid> grids;                 // rising
  uint32_t least = 1;                         // groups that have memory
  bool one_group = false, reference = false;  // comparisons with them
  // The file has such a form.
  bool late = true, paused = true, unordered = true, ordered = true;
  bool hot = false;              // its work-items store to a hot word
  bool marked = false;           // it has marks (group_marks.h)
  bool reads = true;             // the late form reads buffers if it is to
  std::vector<TryOrder> orders;  // of the file, to be left out one at a time
  bool keeps = false;            // a buffer has the role kept
  uint32_t residency = 0;        // 0: not known
};

// Numbers of groups from symbols; those that name the residency need it.
std::vector<TryGrid> GridsOf(const std::vector<std::string>& symbols,
                             uint32_t residency);

absl::optional<TryLaunch> NextTry(const TryPlan& plan,
                                  const std::vector<TryRecord>& records);

// Why launches that were all right show little, after Conclude(); none if they
// are a proof.
absl::optional<TryDoubt> DoubtOf(const TryReport& report);

// Fills all that the records decide.
void Conclude(const TryPlan& plan, std::vector<TryRecord> records,
              TryReport* report);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_TRIED_NEXT_TRY_H_
