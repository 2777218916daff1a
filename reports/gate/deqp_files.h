// Runs as Mesa's deqp-runner keeps what it expects of a driver: three files, by
// the names of GoogleTest's tests (gtest_text.h).

#ifndef WGSYNC_REPORTS_GATE_DEQP_FILES_H_
#define WGSYNC_REPORTS_GATE_DEQP_FILES_H_

#include <string>
#include <vector>

#include "absl/types/span.h"
#include "suite/core/record/run_log.h"

namespace wgsync {

struct DeqpFile {
  const char* name;                // "fails.txt"
  std::vector<std::string> lines;  // the first ones are comments
};

// Of runs of one device and driver, in this order:
//   fails.txt   "NAME,Fail": each time that it ran it failed
//   flakes.txt  "^NAME$", a regular expression: it failed and did not fail
//   skips.txt   likewise: it lost the device once, or a file of expectations
//               left it out. It is never launched
// A case is in one of them at most. It failed where wgsync-gtest would call its
// test FAILED. A run that says nothing of a case (infra, not-run) is not asked.
std::vector<DeqpFile> DeqpFiles(absl::Span<const Run> runs);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_GATE_DEQP_FILES_H_
