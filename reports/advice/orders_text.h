// Which memory orders were seen to matter on the device of a run. Pure.

#ifndef WGSYNC_REPORTS_ADVICE_ORDERS_TEXT_H_
#define WGSYNC_REPORTS_ADVICE_ORDERS_TEXT_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "suite/core/record/run_log.h"

namespace wgsync {

// By the weakened twins of all cases of the primitive that the run has: "seen
// to matter on this device: device scope, the poll's acquire (4 of 4 weakened
// forms of barrier.counter_per_group failed)"; what no twin showed is named
// too. Says so where the primitive has no twin in the run, or none that this
// device could let fail. "" of a primitive that orders nothing.
std::string OrdersText(const Run& run, absl::string_view primitive);

// The same of a pass; "" of any other verdict, and of a check of the host.
std::string OrdersText(const Run& run, const CaseResult& r);

// The proof nearest to an answer that is not known: a pass in teams, many
// small grids, of a primitive that one of the globs matches; "" without one.
std::string NearestProof(const Run& run, const std::vector<std::string>& globs);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_ADVICE_ORDERS_TEXT_H_
