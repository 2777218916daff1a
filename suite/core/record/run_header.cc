#include "suite/core/record/run_header.h"

#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"
#include "suite/core/base/field_visitor.h"
#include "suite/core/base/fields_json.h"

namespace wgsync {
namespace {

using nlohmann::json;

// The first schema with "devices".
constexpr int kDevicesSchema = 3;

// A context of schema 1 or 2 as one of schema 3.
json Upgraded(json context) {
  json device = context.value("device", json());
  if (!device.is_object()) device = json::object();
  for (const char* name : {"driver_digest", "fingerprint", "channel_proven"}) {
    if (context.contains(name)) device[name] = context[name];
  }
  DeviceProfile profile;
  // What cannot be read stays unknown.
  static_cast<void>(FieldsFromJson(device, &profile));
  context["devices"] = json::array({FieldsToJson(profile)});
  return context;
}

}  // namespace

void RunHeader::Fields(FieldVisitor& v) {
  v.Added("suite", &suite);
  v.Added("suite_digest", &suite_digest);
  v.Added("boot_id", &boot_id);
  v.Added("unix_ns", &unix_ns);
  v.Added("plan", &plan);
  if (v.Present("part", !part.whole())) v.Struct("part", &part);
  if (v.Present("options", true)) v.Struct("options", &settings);
  v.List("devices", &devices);
  if (devices.empty()) v.Fail("devices", "is empty");
  if (devices.size() > kMostDevices) {
    v.Fail("devices", absl::StrCat("has more than ", kMostDevices, " devices"));
  }
  v.Rare("shared", &shared, false);
}

std::string ReadHeader(const json& context, RunHeader* header) {
  const bool old =
      context.is_object() && context.value("schema", json(0)) < kDevicesSchema;
  *header = RunHeader();
  return old ? FieldsFromJson(Upgraded(context), header)
             : FieldsFromJson(context, header);
}

}  // namespace wgsync
