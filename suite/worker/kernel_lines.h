// The lines of the kernel log that are evidence of a case.
//
// A vendor triages a hang by them: "NVRM: Xid", "GPU HANG: ecode", "ring
// timeout". They decide no verdict. The log is the whole machine's, and may
// hold what other users do: only lines of GPU drivers and of processes that
// died are kept, and the others are counted.

#ifndef WGSYNC_SUITE_WORKER_KERNEL_LINES_H_
#define WGSYNC_SUITE_WORKER_KERNEL_LINES_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "suite/core/verdict/verdict.h"
#include "suite/worker/kernel_log.h"

namespace wgsync {

// What a line may be about.
struct KernelSubjects {
  bool gpu = false;
  bool process = false;  // that died

  bool any() const { return gpu || process; }
};

// What can have made the kernel log a line: nothing if the verdict is right or
// about the results. A hang on a CPU device is one of threads, which the kernel
// does not notice.
KernelSubjects SubjectsOf(VerdictKind verdict, bool cpu_device);

// Whether the line is about one of these.
bool IsAbout(const KernelSubjects& subjects, absl::string_view text);

// Sentences for the evidence: the lines since the log's last SkipAll(), at most
// 40 of them and 8 KiB, and how many were left out.
std::vector<std::string> TellKernelLines(const KernelSubjects& subjects,
                                         KernelLog* log);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_WORKER_KERNEL_LINES_H_
