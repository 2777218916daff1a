// Which changes for the worse break no promise.

#ifndef WGSYNC_REPORTS_DIFF_NOT_PROMISED_H_
#define WGSYNC_REPORTS_DIFF_NOT_PROMISED_H_

#include <cstdint>
#include <string>

#include "absl/types/span.h"
#include "suite/core/record/run_log.h"

namespace wgsync {

// The work-groups of the case's grid. Of a shape, which is launched in one
// grid after another until a launch does not end, those of the first grid; 0
// where a log does not say.
uint64_t FirstGroups(const CaseResult& r);

// The residency is measured anew in each run, and on a busy machine it may come
// out too small: then the case is another one. True where no grid is known.
bool SameGrid(const CaseResult& a, const CaseResult& b);

// Why a case may fail. Its launches were right, late, and took less than twice
// the time of `before`. Or it is a shape that binds nothing on either side, and
// all its unexpected verdicts are hang or slow, on another grid than before; or
// it needs strong fairness, which no device is expected to give, and they are
// livelocks or finished late, so that no group was kept from running; or it
// waits for a value that does not stay, and hung since it missed it, or its
// memory does not tell why (where it needs lockstep, one run must show that it
// was missed); it may be counted for what it reads. "" for any other failure.
// Expected is what `before` had; a pass, where that is null.
std::string WhyNotPromised(const CaseResult* before, const CaseResult& after,
                           absl::Span<const CaseResult> lone = {});

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_DIFF_NOT_PROMISED_H_
