#include "suite/planted/test_device.h"

#include <cstdlib>
#include <vector>

#include "suite/engine/session.h"

namespace wgsync {

absl::StatusOr<DeviceInfo> FindTestDevice() {
  const auto all = EnumerateDevices();
  if (!all.ok()) return all.status();
  const char* wanted = std::getenv("WGSYNC_TEST_DEVICE");
  const auto chosen = ChooseDevices(
      *all, wanted != nullptr ? wanted : "Portable Computing Language/");
  if (!chosen.ok()) return chosen.status();
  return chosen->front();
}

}  // namespace wgsync
