// One run out of the shards of it that were made apart, or out of the parts of
// the devices that shared it.

#ifndef WGSYNC_REPORTS_DIFF_JOIN_SHARDS_H_
#define WGSYNC_REPORTS_DIFF_JOIN_SHARDS_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "suite/core/record/result.h"
#include "suite/core/record/run_log.h"

namespace wgsync {

// All of the run's log.
absl::StatusOr<std::string> LogText(const Run& run);

// Shards of one run, in their order: all of them, on equal devices and drivers,
// by the same suite with the same options.
using Shards = std::vector<const Run*>;

// The runs that are whole, and the others by the run that they are of.
// Errors: a shard that is missing or there twice, by number.
struct SortedShards {
  std::vector<const Run*> whole;
  std::vector<Shards> shards;
};
absl::StatusOr<SortedShards> SortShards(absl::Span<const Run> runs);

// The same for runs of which some may be missing: a fleet's tests, each of
// which has a family or a shard of a device. Runs of one device, driver and
// suite with the same options are parts of one, as far as their plans have no
// case in common; a run of a case that another one has begins a new one.
std::vector<Shards> PartsOfRuns(absl::Span<const Run> runs);

// The text of the joined run's log: the plan in the order in which one run
// would make it, everything that the shards' logs have, and launches numbered
// through. Each log is whole and has one device. The result is a function of
// the shards.
absl::StatusOr<std::string> JoinShards(const Shards& shards);

// The text of the log of a run that equal devices shared, out of the log of
// each: all devices, the plan, and every line with its device. `again` has
// verdicts of lone runs, of devices by their place in `parts`.
enum class SharedEnd {
  kNone,       // the run was stopped
  kGood,       // its exit code is that of its parts
  kBadDevice,  // a device is sick or lost: infrastructure
};
absl::StatusOr<std::string> JoinDevices(const Shards& parts,
                                        absl::Span<const CaseResult> again,
                                        SharedEnd end);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_DIFF_JOIN_SHARDS_H_
