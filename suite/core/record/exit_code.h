// The exit codes of wgsync, and how a run or a gate comes to one.

#ifndef WGSYNC_SUITE_CORE_RECORD_EXIT_CODE_H_
#define WGSYNC_SUITE_CORE_RECORD_EXIT_CODE_H_

namespace wgsync {

enum ExitCode {
  kAsExpected = 0,
  kFailures = 1,
  kBadInput = 2,
  kInfrastructure = 3,
  kNothingBinds = 4,  // or nothing ran, or too little was proven
};

// Of what was judged. A suite or a device that failed comes before failures,
// and failures come before having proven nothing. Failures that no infra can
// have made, such as a gate's regressions, come first: the caller then passes
// no infrastructure.
inline ExitCode ExitCodeOf(bool infrastructure, bool fails, bool binds) {
  if (infrastructure) return kInfrastructure;
  if (fails) return kFailures;
  return binds ? kAsExpected : kNothingBinds;
}

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_RECORD_EXIT_CODE_H_
