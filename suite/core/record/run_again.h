// Which verdicts of a log give way to a later one of the same case.

#ifndef WGSYNC_SUITE_CORE_RECORD_RUN_AGAIN_H_
#define WGSYNC_SUITE_CORE_RECORD_RUN_AGAIN_H_

#include "suite/core/record/judged.h"
#include "suite/core/record/result.h"
#include "suite/core/verdict/verdict.h"

namespace wgsync {

// Whether `--resume` runs the case again and its new verdict takes the place of
// this one: the suite or the machine failed, or an earlier case had wedged the
// device, which says nothing about the case. A lost case runs again only with
// `--retry-lost`.
inline bool RunsAgain(const CaseResult& r) {
  return r.verdict.kind == VerdictKind::kInfra ||
         r.judged.by == DecidedBy::kWedged;
}

// Whether a log may have another verdict of the case after this one. A run
// tries a case that other processes' load left unproven again at its end.
inline bool MayGiveWay(const CaseResult& r) {
  return RunsAgain(r) || IsInconclusive(r) ||
         r.verdict.kind == VerdictKind::kLost;
}

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_RECORD_RUN_AGAIN_H_
