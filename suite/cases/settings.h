// What a test target, or whoever starts wgsync-gtest, asks for by its
// environment.

#ifndef WGSYNC_SUITE_CASES_SETTINGS_H_
#define WGSYNC_SUITE_CASES_SETTINGS_H_

#include <limits>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "suite/core/plan/choice.h"
#include "suite/core/plan/plan.h"

namespace wgsync {

struct Settings {
  std::string device;          // WGSYNC_TEST_DEVICE; "" is every device
  std::string family = "all";  // WGSYNC_TEST_FAMILY
  std::string tier = "smoke";  // WGSYNC_TEST_TIER
  // WGSYNC_TEST_EXPECT: files of expectations, FILE or DEVICE=FILE, separated
  // by semicolons. Failures that they expect are known, and cases that they
  // leave out are not launched.
  std::vector<std::string> expect;
  // TEST_SHARD_INDEX and TEST_TOTAL_SHARDS, as Bazel sets them, or those of
  // GoogleTest, GTEST_SHARD_INDEX and GTEST_TOTAL_SHARDS.
  Part part;
  // TEST_TIMEOUT, after which Bazel ends this process; infinite without it.
  double timeout_seconds = std::numeric_limits<double>::infinity();
  // WGSYNC_TEST_CASES: globs of ids, separated by semicolons; empty for all.
  std::vector<std::string> cases = {};
};

// Seconds from the start after which no case may begin. The last case and the
// writing need the rest of the time: of a process that was ended by the
// time-out, nothing comes back from another machine.
double LastStart(double timeout_seconds);

Settings SettingsFromEnvironment();

// The cases of tier, family, globs and shard; an error where a name is unknown
// or no case is left before the shard is taken.
absl::StatusOr<std::vector<PlannedCase>> CasesFor(const Settings& settings);

// Where this process may leave the folder of a run: Bazel's undeclared
// outputs, else its temporary folder, else a new one.
std::string OutputFolder();

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CASES_SETTINGS_H_
