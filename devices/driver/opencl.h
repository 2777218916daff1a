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
#include <cstddef>

namespace wgsync {

// No answer is longer; a driver that says so is not to be believed.
inline constexpr size_t kLongestAnswer = size_t{1} << 20;

// Sets `*list`, a string or a vector, to the answer to a query that is asked
// for its size first: `ask(bytes, place, &bytes)`. Empty unless CL_SUCCESS.
template <typename Ask, typename List>
cl_int AskList(const Ask& ask, List* list, size_t longest = kLongestAnswer) {
  size_t bytes = 0;
  cl_int code = ask(0, nullptr, &bytes);
  if (code == CL_SUCCESS && bytes > longest) code = CL_INVALID_VALUE;
  list->resize(code == CL_SUCCESS ? bytes / sizeof((*list)[0]) : 0);
  if (!list->empty()) code = ask(bytes, &(*list)[0], nullptr);
  if (code != CL_SUCCESS) list->clear();
  return code;
}

}  // namespace wgsync

#endif  // WGSYNC_DEVICES_DRIVER_OPENCL_H_
