// What a case's verdict was decided by, so that a log can be judged again.
//
// Most verdicts are a function of the evidence: JudgeEvidence() or JudgeHost().
// The others were decided before there was any, by a rule (rules.h) that gives
// its verdict alone. A new version of the rules that gives a logged case
// another verdict is found by judging recorded logs again
// (suite/proof/golden/judge_again).

#ifndef WGSYNC_SUITE_CORE_RECORD_JUDGED_H_
#define WGSYNC_SUITE_CORE_RECORD_JUDGED_H_

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "suite/core/verdict/host_verdict.h"
#include "suite/core/verdict/rules.h"
#include "suite/core/verdict/verdict.h"

namespace wgsync {

class FieldVisitor;

absl::Span<const absl::string_view> NamesOf(DecidedBy);

struct Judged {
  DecidedBy by = DecidedBy::kNotRecorded;
  Evidence evidence;  // kEvidence only
  HostEvidence host;  // kHostEvidence only

  void Fields(FieldVisitor& v);
};

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_RECORD_JUDGED_H_
