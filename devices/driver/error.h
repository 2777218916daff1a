// OpenCL's error codes as text and as absl::Status.

#ifndef WGSYNC_DEVICES_DRIVER_ERROR_H_
#define WGSYNC_DEVICES_DRIVER_ERROR_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "devices/driver/opencl.h"

namespace wgsync {

// "CL_OUT_OF_RESOURCES"; "unknown error" for a code that no header names.
std::string OpenClErrorName(cl_int code);

// Ok for CL_SUCCESS, else "clEnqueueNDRangeKernel: CL_OUT_OF_RESOURCES (-5)".
// kUnavailable where the device is gone, kResourceExhausted where something ran
// out, kFailedPrecondition where the source does not build, kInvalidArgument
// for the CL_INVALID_ codes, else kInternal.
// `detail` is put after it.
absl::Status OpenClStatus(absl::string_view entry_point, cl_int code,
                          absl::string_view detail = "");

// The code that an error of OpenClStatus() was made of; CL_SUCCESS for all
// other statuses.
cl_int OpenClCode(const absl::Status& status);

}  // namespace wgsync

#endif  // WGSYNC_DEVICES_DRIVER_ERROR_H_
