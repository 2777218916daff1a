// Where the cases that promise nothing have failed: hazards of the catalog,
// racy accesses, and weakened twins.
//
// A pass of such a case says something of a device only if the case can fail:
// on some device it came out wrong while the sound form next to it was right.
// One that failed nowhere has no control of its kind, and its pass is unproven.
//
// After a new measurement change the row here, with its date. A test compares
// the rows with the catalog and the plan.

#ifndef WGSYNC_SUITE_CORE_PLAN_SEEN_TO_FAIL_H_
#define WGSYNC_SUITE_CORE_PLAN_SEEN_TO_FAIL_H_

#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace wgsync {

struct SeenToFail {
  absl::string_view form;     // a glob of case ids, or "twin NAME"
  absl::string_view devices;  // "": it failed nowhere
  absl::string_view date;     // of the last measurement
};

absl::Span<const SeenToFail> SeenToFailRows();

// The row of a racy case, or of a twin: the first that matches. Null if none
// does, as for cases of another suite.
const SeenToFail* FindSeenToFail(absl::string_view id);

// True of a racy case whose row names no device.
bool FailedNowhere(absl::string_view id);

// "NVIDIA H200 (2026-11-24)", or that it failed nowhere; "" without a row.
std::string SeenToFailText(absl::string_view id);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_PLAN_SEEN_TO_FAIL_H_
