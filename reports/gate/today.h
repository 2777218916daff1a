// The current day.

#ifndef WGSYNC_REPORTS_GATE_TODAY_H_
#define WGSYNC_REPORTS_GATE_TODAY_H_

#include <string>

#include "absl/time/clock.h"
#include "absl/time/time.h"

namespace wgsync {

// "2026-11-21", in UTC.
inline std::string Today() {
  return absl::FormatTime("%Y-%m-%d", absl::Now(), absl::UTCTimeZone());
}

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_GATE_TODAY_H_
