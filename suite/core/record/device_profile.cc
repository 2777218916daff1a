#include "suite/core/record/device_profile.h"

#include <string>
#include <utility>

#include "nlohmann/json.hpp"
#include "suite/core/base/field_visitor.h"
#include "suite/core/base/fields_json.h"

namespace wgsync {

using nlohmann::json;

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
  if (!v.Present("claims", described)) return;
  described = true;
  v.Struct("claims", &claims);
  v.Struct("calibration", &calibration);
}

json ToJson(const DeviceProfile& profile) {
  json j = FieldsToJson(profile);
  if (!profile.fingerprint->is_null()) j["fingerprint"] = *profile.fingerprint;
  return j;
}

std::string FromJson(const json& j, DeviceProfile* profile) {
  DeviceProfile read;
  std::string error = FieldsFromJson(j, &read);
  if (!error.empty()) return error;
  if (j.contains("fingerprint")) *read.fingerprint = j["fingerprint"];
  *profile = std::move(read);
  return "";
}

}  // namespace wgsync
