// The devices that a selection names.

#ifndef WGSYNC_SUITE_ENGINE_CHOOSE_DEVICES_H_
#define WGSYNC_SUITE_ENGINE_CHOOSE_DEVICES_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "suite/core/record/device_info.h"

namespace wgsync {

// The devices of `all` that `selection` names; upper and lower case are the
// same. A selection is, in this order:
//
//   ""              all devices
//   P:D             an index
//   type:gpu        a type
//   PLATFORM/DEVICE a whole name
//   a part of the platform's name, or the beginning of DeviceInfo::slug: "PoCL"
//   a part of the whole name, if not only of the processor in it: "AMD" does
//                   not name PoCL on a processor of that brand
//
// A part takes all devices of one platform that it fits. Errors, one line:
// nothing fits, only the processor's name does, or devices of several platforms
// do; each lists them. `processor` is ProcessorName(), given by tests.
absl::StatusOr<std::vector<DeviceInfo>> ChooseDevicesOn(
    absl::string_view processor, const std::vector<DeviceInfo>& all,
    const std::string& selection);

// "AMD EPYC 7763 64-Core Processor", as the system knows it; "" if it does not.
std::string ProcessorName();

}  // namespace wgsync

#endif  // WGSYNC_SUITE_ENGINE_CHOOSE_DEVICES_H_
