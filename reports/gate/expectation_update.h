// Makes the expectations that runs call for.

#ifndef WGSYNC_REPORTS_GATE_EXPECTATION_UPDATE_H_
#define WGSYNC_REPORTS_GATE_EXPECTATION_UPDATE_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "reports/gate/expectation.h"
#include "suite/core/record/run_log.h"

namespace wgsync {

struct ExpectationUpdate {
  std::vector<std::string> lines;  // of the file as it is to be
  // "-LINE" and "+LINE", each with its number, as it was and as it is to be.
  std::vector<std::string> diff;
};

// A rule that fits all that the runs (of one device and driver) give stays as
// it is, and so does every comment and empty line. A rule that does not is
// taken out. Cases that then have no rule and do not simply pass get new ones
// at the end, as few as can be, each with a reason that says what they are
// from: a person is to put a better one in its place. What came besides a pass
// becomes flaky where at least 10 runs are known, until `until` (YYYY-MM-DD).
// Infra and not-run are nothing to expect.
ExpectationUpdate UpdateExpectations(const Expectations& expectations,
                                     absl::Span<const Run> runs,
                                     absl::string_view until);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_GATE_EXPECTATION_UPDATE_H_
