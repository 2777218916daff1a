// OpenCL's C++ bindings as this project uses them: no exceptions, and every
// entry point of OpenCL 3.0 declared (a driver may have fewer).
//
// The minimum is 1.1 because a platform may be that old (Mesa Clover), and
// because the bindings of 2023 do not compile with 1.2.

#ifndef WGSYNC_DEVICES_DRIVER_OPENCL_H_
#define WGSYNC_DEVICES_DRIVER_OPENCL_H_

#define CL_HPP_TARGET_OPENCL_VERSION 300
#define CL_HPP_MINIMUM_OPENCL_VERSION 110
#include <CL/opencl.hpp>

#endif  // WGSYNC_DEVICES_DRIVER_OPENCL_H_
