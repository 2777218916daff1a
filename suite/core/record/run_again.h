// Which verdicts of a log a resumed run does not keep.

#ifndef WGSYNC_SUITE_CORE_RECORD_RUN_AGAIN_H_
#define WGSYNC_SUITE_CORE_RECORD_RUN_AGAIN_H_

#include "suite/core/verdict/verdict.h"

namespace wgsync {

// Whether `--resume` runs the case again and its new verdict takes the place of
// this one: the machine ended the worker, or gave it no processor time, which
// says nothing about the case. A lost case runs again only with
// `--retry-lost`.
inline bool RunsAgain(const Verdict& v) {
  return v.cause == Cause::kEndedFromOutside || v.cause == Cause::kNoProcessor;
}

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_RECORD_RUN_AGAIN_H_
