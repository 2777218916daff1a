// What a test target asks for, by its environment, and how cases are called as
// GoogleTest tests.

#ifndef WGSYNC_SUITE_CASES_SETTINGS_H_
#define WGSYNC_SUITE_CASES_SETTINGS_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "suite/core/plan/plan.h"
#include "suite/engine/session.h"

namespace wgsync {

struct Settings {
  std::string device;          // WGSYNC_TEST_DEVICE; "" is every device
  std::string family = "all";  // WGSYNC_TEST_FAMILY
  std::string tier = "smoke";  // WGSYNC_TEST_TIER
  // WGSYNC_TEST_BIND: which verdicts fail, of "violation,progress,customary";
  // a device's row leaves out what is known to fail on it, with the reason.
  BindMask bind;
  std::string unknown_bind{};  // a word of it that is none of the three
};
Settings SettingsFromEnvironment();

// The cases of tier and family; an error where a name is unknown, one of
// WGSYNC_TEST_BIND among them, or no case is left.
absl::StatusOr<std::vector<PlannedCase>> CasesFor(const Settings& settings);

struct TestName {
  std::string suite;  // "barrier"
  std::string name;   // "counter/poll=rmw/groups=2/device=pocl_3_1"
};
// The device's slug is a part of the name where several devices are tested.
// Nothing in the name means something to a GoogleTest filter.
TestName NameOf(absl::string_view id, absl::string_view slug,
                bool several_devices);

// Where this process may leave the folder of a run: Bazel's undeclared
// outputs, else its temporary folder, else a new one.
std::string OutputFolder();

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CASES_SETTINGS_H_
