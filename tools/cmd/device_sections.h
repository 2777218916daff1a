// The sections of `wgsync device`, which find out facts by launches.

#ifndef WGSYNC_TOOLS_CMD_DEVICE_SECTIONS_H_
#define WGSYNC_TOOLS_CMD_DEVICE_SECTIONS_H_

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "tools/cli/cli.h"

namespace wgsync {

struct DeviceArgs {
  std::string device;  // with `power` a run's folder, too
  std::string driver_dir;
  Output output;
  bool residency = false, power = false, hang_test = false;
  // Of `residency` and `power`.
  double wait_seconds = std::numeric_limits<double>::infinity();
  // Of `power`.
  std::string out;
  // Of `residency`.
  std::vector<std::string> kernels = {"fenced"};
  std::vector<std::string> boards = {"off"};
  std::vector<std::string> sizes = {"1", "32", "64", "96", "256", "max"};
  std::vector<std::string> ballasts = {"0"};
  std::vector<std::string> registers = {"low"};
  std::vector<uint32_t> distances = {1, 2, 10};
  bool safe = false;
};

// Each prints its section and returns an exit code.
absl::StatusOr<int> MeasureResidency(const DeviceArgs& args);
absl::StatusOr<int> CountTwins(const DeviceArgs& args);
absl::StatusOr<int> TestHang(const DeviceArgs& args);

}  // namespace wgsync

#endif  // WGSYNC_TOOLS_CMD_DEVICE_SECTIONS_H_
