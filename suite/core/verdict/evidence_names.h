// The stable machine names of what a verdict is a function of, as logs keep
// them. Each list is indexed by its enumeration; the argument only chooses it.

#ifndef WGSYNC_SUITE_CORE_VERDICT_EVIDENCE_NAMES_H_
#define WGSYNC_SUITE_CORE_VERDICT_EVIDENCE_NAMES_H_

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "suite/core/verdict/host_verdict.h"
#include "suite/core/verdict/verdict.h"

namespace wgsync {

absl::Span<const absl::string_view> NamesOf(Ending);
absl::Span<const absl::string_view> NamesOf(Where);
absl::Span<const absl::string_view> NamesOf(Waits);
absl::Span<const absl::string_view> NamesOf(PayloadState);
absl::Span<const absl::string_view> NamesOf(Trial);
absl::Span<const absl::string_view> NamesOf(Reread);
absl::Span<const absl::string_view> NamesOf(Guilt);
absl::Span<const absl::string_view> NamesOf(Strength);
absl::Span<const absl::string_view> NamesOf(Account);
absl::Span<const absl::string_view> NamesOf(Doubt);
absl::Span<const absl::string_view> NamesOf(HostEnding);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_VERDICT_EVIDENCE_NAMES_H_
