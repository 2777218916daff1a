// The function that makes an error of bad input, and the two macros by which a
// function hands an error on, as newer versions of Abseil have them:
//
//   absl::Status Show(const std::string& folder) {
//     if (folder.empty()) return BadInput("name a run");
//     ASSIGN_OR_RETURN(const Run run, ReadRun(folder));
//     RETURN_IF_ERROR(CheckIntegrity(run));
//     ...
//
// The function returns absl::Status or absl::StatusOr. Only .cc files include
// this.

#ifndef WGSYNC_SUITE_CORE_BASE_STATUS_MACROS_H_
#define WGSYNC_SUITE_CORE_BASE_STATUS_MACROS_H_

#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"

namespace wgsync {

// Something that a user gave cannot be used: a file, an option, a name.
// Commands end with kBadInput for it. The parts are put together by
// absl::StrCat().
template <typename... Parts>
absl::Status BadInput(const Parts&... parts) {
  return absl::InvalidArgumentError(absl::StrCat(parts...));
}

}  // namespace wgsync

// Returns the status of `...` if it is an error.
#define RETURN_IF_ERROR(...)                                 \
  do {                                                       \
    if (absl::Status error_ = (__VA_ARGS__); !error_.ok()) { \
      return error_;                                         \
    }                                                        \
  } while (false)

// Declares or assigns `left`, which has no comma in it, from the value of the
// absl::StatusOr `...`; returns its status if it is an error.
#define ASSIGN_OR_RETURN(left, ...)                                    \
  WGSYNC_ASSIGN_OR_RETURN_(WGSYNC_ON_LINE_(value_or_, __LINE__), left, \
                           __VA_ARGS__)

#define WGSYNC_ASSIGN_OR_RETURN_(value_or, left, ...) \
  auto value_or = (__VA_ARGS__);                      \
  if (!value_or.ok()) return value_or.status();       \
  left = *std::move(value_or)
#define WGSYNC_ON_LINE_(name, line) WGSYNC_ON_LINE_2_(name, line)
#define WGSYNC_ON_LINE_2_(name, line) name##line

#endif  // WGSYNC_SUITE_CORE_BASE_STATUS_MACROS_H_
