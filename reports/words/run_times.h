// Where the time of a run went: by what launches were made for, with their
// phases, and by primitive. Pure.

#ifndef WGSYNC_REPORTS_WORDS_RUN_TIMES_H_
#define WGSYNC_REPORTS_WORDS_RUN_TIMES_H_

#include <string>

#include "suite/core/record/run_log.h"

namespace wgsync {

// Two tables in seconds, the longest first:
//
//   NVIDIA H200: 59.0 s
//   for          seconds  share    run  read  decode  build  fill  upload
//   boards          27.2   46 %   20.1   1.9     3.1    0.7   0.6     0.6
//   ...
//   between          1.3    2 %
//
//   primitive                  cases  seconds  a case
//   barrier.counter_per_group     16     12.3    0.77
//
// `between` is the time in which nothing was launched: judging, and writing the
// log. A run that was resumed has the times of its last part. One that has not
// ended, or an old one, has the second table alone.
std::string RunTimesText(const Run& run);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_WORDS_RUN_TIMES_H_
