// The SPIR-V of programs that was made when wgsync was built: kernels/spirv.sh.

#ifndef WGSYNC_SUITE_CORE_LAUNCH_SPIRV_H_
#define WGSYNC_SUITE_CORE_LAUNCH_SPIRV_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace wgsync {

// The module of this very text with these options. kUnimplemented, in one line,
// where there is none.
absl::StatusOr<std::string> SpirvOf(absl::string_view source,
                                    absl::string_view options);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_LAUNCH_SPIRV_H_
