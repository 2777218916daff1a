// A model of forward progress, as an option names it.

#ifndef WGSYNC_TOOLS_CMD_PROGRESS_CONFIG_H_
#define WGSYNC_TOOLS_CMD_PROGRESS_CONFIG_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "suite/core/progress/progress_model.h"

namespace wgsync {

absl::StatusOr<progress::Config> ProgressConfigOf(absl::string_view option,
                                                  const std::string& name);

}  // namespace wgsync

#endif  // WGSYNC_TOOLS_CMD_PROGRESS_CONFIG_H_
