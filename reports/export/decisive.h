// The launch on which the verdict of a case rests, as the run's log tells it;
// or the program that was never launched since the compiler refused it.

#ifndef WGSYNC_REPORTS_EXPORT_DECISIVE_H_
#define WGSYNC_REPORTS_EXPORT_DECISIVE_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "suite/core/launch/launch_spec.h"
#include "suite/core/record/launch_record.h"
#include "suite/core/record/result.h"
#include "suite/core/record/run_log.h"

namespace wgsync {

struct DecisiveLaunch {
  LaunchSpec spec;
  // The files of its program: the run's own, if it kept them.
  std::vector<SourcePart> parts;
  std::string label;  // "judged launch (no board)"
  // Its buffers lie on memory of the host's (CL_MEM_USE_HOST_PTR).
  bool shared = false;
  bool gpu = false;
  // The compiler refused the program, and nothing was launched.
  bool refused = false;
  double patience_seconds = 0;  // how long a launch that moves may take
  // What the log does not hold and was chosen here, a sentence each.
  std::vector<std::string> chosen;
};

// The program of the case, as far as the run's log tells it without a launch:
// its case, device model and language, without a board. Errors: an id or a
// model that this wgsync does not know.
absl::StatusOr<ProgramSpec> ProgramOfCase(const Run& run,
                                          const CaseResult& result);

// The record of the launch that decided: the last one without a board, else the
// last one with the relaxed board. kNotFound where the log keeps no such
// launch; kFailedPrecondition where another version's cannot be read.
absl::StatusOr<LaunchRecord> FindDecisiveRecord(const Run& run,
                                                const CaseResult& result);

// That launch without a board, which is what the digest of a case is of. Where
// the log keeps none (it is of before launches were kept, or the program was
// never launched), the program of the case alone. Errors: as ProgramOfCase().
absl::StatusOr<LaunchSpec> JudgedSpec(const Run& run, const CaseResult& result);

// kUnimplemented, with why in one line, where the case has no launch that one
// program could make again. kFailedPrecondition where this wgsync does not make
// of the case what the run's did; kAborted where that is its kernel alone, and
// `across` helps.
//
// kDataLoss where a kernel file in the log does not fit its digest.
//
// `across`: a kernel that is another one than the run's is taken all the same,
// and `chosen` says so.
absl::StatusOr<DecisiveLaunch> FindDecisiveLaunch(const Run& run,
                                                  const CaseResult& result,
                                                  bool across);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_EXPORT_DECISIVE_H_
