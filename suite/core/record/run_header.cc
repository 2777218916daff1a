#include "suite/core/record/run_header.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"
#include "suite/core/base/fields_json.h"

namespace wgsync {
namespace {

using nlohmann::json;

// The fields of a profile that schema 2 has next to "device".
constexpr const char* kBesideDevice[] = {"driver_digest", "fingerprint",
                                         "channel_proven"};

// What cannot be read stays unknown: reports have always passed over it.
DeviceProfile ProfileOfOldContext(const json& context) {
  DeviceProfile profile;
  json fields = context.value("device", json());
  if (!fields.is_object()) fields = json::object();
  for (const char* name : kBesideDevice) {
    if (context.contains(name)) fields[name] = context[name];
  }
  static_cast<void>(FromJson(fields, &profile));
  return profile;
}

}  // namespace

void AddHeader(const RunHeader& header, json* context) {
  json& devices = (*context)["devices"] = json::array();
  for (const DeviceProfile& profile : header.devices) {
    devices.push_back(ToJson(profile));
  }
  if (!header.part.whole()) (*context)["part"] = FieldsToJson(header.part);
  if (header.shared) (*context)["shared"] = true;
}

std::string ReadHeader(const json& context, RunHeader* header) {
  header->devices.clear();
  if (context.contains("part")) {
    const std::string error = FieldsFromJson(context["part"], &header->part);
    if (!error.empty()) return absl::StrCat("\"part\": ", error);
  }
  header->shared = context.value("shared", json()) == true;
  if (!context.contains("devices")) {
    header->devices = {ProfileOfOldContext(context)};
    return "";
  }
  const json& devices = context["devices"];
  if (!devices.is_array() || devices.empty()) {
    return "\"devices\" is not a list of devices";
  }
  for (const json& one : devices) {
    DeviceProfile profile;
    const std::string error = FromJson(one, &profile);
    if (!error.empty()) {
      return absl::StrCat("device ", header->devices.size(), ": ", error);
    }
    header->devices.push_back(profile);
  }
  return "";
}

json ContextOf(const json& context, const DeviceProfile& profile) {
  if (!context.contains("devices")) return context;
  json view = context;
  view.erase("devices");
  view["device"] = FieldsToJson(profile.device);
  const json fields = ToJson(profile);
  for (const char* name : kBesideDevice) {
    if (fields.contains(name)) view[name] = fields[name];
  }
  return view;
}

}  // namespace wgsync
