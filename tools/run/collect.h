// The runs of a fleet: out of the outputs of Bazel's tests into the store.

#ifndef WGSYNC_TOOLS_RUN_COLLECT_H_
#define WGSYNC_TOOLS_RUN_COLLECT_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "suite/core/record/run_log.h"

namespace wgsync {

struct Collected {
  // One for each device and driver whose tests ran: the runs of its targets and
  // shards, joined where their plans have no case in common; they are in the
  // store. Then one for each test without a whole run: without a verdict, named
  // "lost: TARGET", with a note that says what Bazel and the outputs told.
  std::vector<Run> runs;
  size_t lost = 0;  // so many of them
};

// Of the tests in `build_events`, a file that `bazel test
// --build_event_json_file` wrote. Needs unzip, as Bazel does. Errors are
// DeviceTestsOf()'s, and that the store cannot be written.
absl::StatusOr<Collected> CollectRuns(const std::string& build_events,
                                      const std::string& store);

}  // namespace wgsync

#endif  // WGSYNC_TOOLS_RUN_COLLECT_H_
