#include "suite/core/record/device_profile.h"

#include "nlohmann/json.hpp"
#include "suite/core/base/field_visitor.h"

namespace wgsync {

void Calibration::Fields(FieldVisitor& v) {
  v.Added("volatile_poll_seconds", &volatile_poll_seconds);
  v.Added("rmw_poll_seconds", &rmw_poll_seconds);
  v.Added("delay_seconds", &delay_seconds);
}

void DeviceProfile::Fields(FieldVisitor& v) {
  device.Fields(v);
  v.Added("driver_digest", &driver_digest);
  v.Rare("hang_test", &hang_test, false);
  v.Added("channel_proven", &channel_proven);
  v.Rare("loops_cut", &loops_cut, false);
  v.Rare("loop_turns", &loop_turns, 0u);
  v.Rare("sandbox", &sandbox, std::string());
  v.Rare("host_code", &host_code, std::string());
  if (v.Present("fingerprint", !fingerprint->is_null())) {
    v.Object("fingerprint", &fingerprint);
  }
  if (!v.Present("claims", described)) return;
  described = true;
  v.Struct("claims", &claims);
  v.Struct("calibration", &calibration);
}

}  // namespace wgsync
