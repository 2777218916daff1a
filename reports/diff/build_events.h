// What Bazel's build events say about the tests of devices: a test whose worker
// died has neither a log nor a run, and these events are all there is of it.
//
// Source: Bazel's build_event_stream.proto as --build_event_json_file writes
// it, a JSON object in each line; fields as Bazel 4 to 8 have them.

#ifndef WGSYNC_REPORTS_DIFF_BUILD_EVENTS_H_
#define WGSYNC_REPORTS_DIFF_BUILD_EVENTS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace wgsync {

// The last attempt of one shard of a test target.
struct DeviceTest {
  std::string label;   // "//suite/cases:smoke_pocl_mutex"
  std::string device;  // of devices.bzl, from its tag "device-pocl"
  uint32_t run = 1;    // of --runs_per_test
  uint32_t shard = 1;
  uint32_t attempt = 1;
  std::string status;  // "PASSED", "FAILED", "TIMEOUT", "NO_STATUS", ...
  std::string reason;  // why Bazel gave it up, or ""
  std::string worker;  // the host that ran it, or "" if Bazel does not know
  // Its undeclared outputs on this machine: outputs.zip, or their folder; "" if
  // there are none, or if they were not downloaded.
  std::string outputs;
};

// "//suite/cases:smoke_pocl_mutex", and "shard 2" or "run 2" where there are
// several.
std::string DeviceTestName(const DeviceTest& test);

// The tests with a tag "device-...", in the order of the file. One that was
// planned and has no result is there, with the status NO_STATUS. `text` is that
// of the file at `path`, which is for the errors: a line that is not an event,
// and a file without a test of a device.
absl::StatusOr<std::vector<DeviceTest>> DeviceTestsOf(absl::string_view text,
                                                      const std::string& path);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_DIFF_BUILD_EVENTS_H_
