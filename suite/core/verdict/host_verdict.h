// The verdict of a host check, by what was seen of it.

#ifndef WGSYNC_SUITE_CORE_VERDICT_HOST_VERDICT_H_
#define WGSYNC_SUITE_CORE_VERDICT_HOST_VERDICT_H_

#include "suite/core/verdict/verdict.h"

namespace wgsync {

// How the check ended.
enum class HostEnding {
  kCameBack,     // every call came back, and each try was looked at
  kRefused,      // the driver refuses a call that its version has deprecated
  kCallFailed,   // a call ended in an error that it must not end in
  kShort,        // ... in one that says that memory or resources were short
  kNotBack,      // a call did not come back in its time; see `watched`
  kSetUpFailed,  // nothing was tried
  kWorkerDied,
  kEndedFromOutside,  // the worker, by a signal that the suite did not send
  kDeviceLost,
};

struct HostEvidence {
  HostEnding ending = HostEnding::kCameBack;
  // Until the end the worker was alive, its heart beat, and whichever of its
  // threads could run had a core: what did not happen did not wait for one.
  bool watched = false;
  // It ended in a control that races on purpose: commands that nothing orders,
  // or host memory that the driver still reads. There all is undefined.
  bool racing = false;
  // Of the tries with the synchronization, the first wrong one's.
  Cause fault = Cause::kNone;
  // The same without it: kNotRun where there is nothing to remove, since the
  // check asks for an answer.
  Trial control = Trial::kNotRun;

  // What a log keeps of it, whole: evidence_fields.cc.
  void Fields(FieldVisitor& v);
};

absl::Span<const absl::string_view> NamesOf(HostEnding);

Verdict JudgeHost(const HostEvidence& e);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_VERDICT_HOST_VERDICT_H_
