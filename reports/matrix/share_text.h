// The devices that shared a run, in words: what each of them ran, and which one
// is sick or lost. Pure.

#ifndef WGSYNC_REPORTS_MATRIX_SHARE_TEXT_H_
#define WGSYNC_REPORTS_MATRIX_SHARE_TEXT_H_

#include <cstddef>
#include <string>
#include <vector>

#include "suite/core/record/run_log.h"

namespace wgsync {

// A line for each device; empty if the run was not shared.
std::vector<std::string> ShareLines(const Run& run);

// The same under a heading; "" if the run was not shared.
std::string ShareText(const Run& run, size_t width);

// "the device 0:1 (UUID ...) is sick: ..." of all bad devices; "" if there is
// none.
std::string BadDeviceText(const Run& run);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_MATRIX_SHARE_TEXT_H_
