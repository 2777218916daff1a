// The numbers that the kernels #define, for tests of their twins in C++.

#ifndef WGSYNC_SUITE_CORE_LAUNCH_KERNEL_NUMBERS_TESTING_H_
#define WGSYNC_SUITE_CORE_LAUNCH_KERNEL_NUMBERS_TESTING_H_

#include <cstdint>
#include <map>
#include <string>

#include "absl/strings/string_view.h"

namespace wgsync {

// By name, each "#define NAME 12u" of the embedded file whose name begins with
// `prefix`; hexadecimal numbers too. The prefix is cut off.
std::map<std::string, uint32_t> KernelNumbers(absl::string_view file,
                                              absl::string_view prefix);

// One of them; fails the test where the file does not define it as a number.
uint32_t KernelNumber(absl::string_view file, absl::string_view name);

// The embedded text; "" and a failed test where there is none.
std::string KernelText(absl::string_view file);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_LAUNCH_KERNEL_NUMBERS_TESTING_H_
