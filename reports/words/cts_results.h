// Results as the OpenCL CTS writes them where CL_CONFORMANCE_RESULTS_FILENAME
// names a file: {"cmd": ..., "args": [...], "results": {NAME: "pass"}}, so that
// what compares results of the CTS compares these too.
//
// Source: KhronosGroup/OpenCL-CTS, test_common/harness/testHarness.cpp.

#ifndef WGSYNC_REPORTS_WORDS_CTS_RESULTS_H_
#define WGSYNC_REPORTS_WORDS_CTS_RESULTS_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "suite/core/record/run_log.h"

namespace wgsync {

// "pass", "fail" (a failure, known or not, and an error of the suite), or
// "skip" by case; of several runs each id ends with "/device=SLUG". A planned
// case without a verdict is "fail".
std::string CtsResults(const std::string& command,
                       const std::vector<std::string>& arguments,
                       absl::Span<const Run* const> runs);

// Writes them into the file that the variable names, if there is one; a
// relative name is below TEST_UNDECLARED_OUTPUTS_DIR, if that is set.
absl::Status WriteCtsResults(const std::string& command,
                             const std::vector<std::string>& arguments,
                             absl::Span<const Run* const> runs);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_WORDS_CTS_RESULTS_H_
