// Whether barriers and locks have become slower: benchmarks against benchmarks.
//
// Pure. A benchmark is one process, and its launches share what the process
// was given: clocks, cores, places in memory. On PoCL with two cores a barrier
// takes 115 ns in one process and 46,000 ns in the next one, each time in all
// of its launches. So a benchmark is one sample, its median, and a case is
// slower where all of this holds:
//
//   - the median of the new samples is `slower` times that of the baseline's,
//   or
//     more, and the difference is a tenth of a baseline's launch: the time that
//     is subtracted for the work without synchronization varies, too;
//   - the one-sided U test over the samples rejects equal times at 1 % for all
//     cases together, by Holm's correction.
//
// Five benchmarks of the baseline and ten of the new driver can show that for
// up to 30 cases; with fewer nothing fails. On a CPU device a time that was
// taken while other processes had the cores does not count.

#ifndef WGSYNC_REPORTS_GATE_GATE_TIMES_H_
#define WGSYNC_REPORTS_GATE_GATE_TIMES_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "nlohmann/json_fwd.hpp"
#include "suite/core/record/bench_data.h"

namespace wgsync {

enum class TimeOutcome {
  kSlower,       // fails
  kLooksSlower,  // and the samples do not show it
  kFaster,       // by the same rules
  kNoTime,       // it was timed, and is not now
  kSame,
};
// "looks slower": as it is printed.
absl::Span<const absl::string_view> NamesOf(TimeOutcome);

struct TimedCase {
  std::string id;
  std::string clock;
  std::vector<double> before;  // ns of an operation, of each benchmark
  std::vector<double> after;
  double least_ns = 0;  // of an operation: a tenth of a launch
  // Timed alone because the first of `after` looked slower: that one was
  // chosen, and is not counted.
  bool lone = false;
  std::string no_time;  // why the last benchmark has none
  TimeOutcome outcome = TimeOutcome::kSame;
  double ratio = 0;  // of the medians
  double p = 1;      // by the U test, uncorrected
};

struct GateTimes {
  std::string device;
  double slower = 1.25;
  std::vector<TimedCase> cases;  // in the baseline's order
  size_t Count(TimeOutcome outcome) const;
  bool Fails() const { return Count(TimeOutcome::kSlower) > 0; }
};

// The cases that the baseline has timed. An error where its benchmarks are of
// different devices, or have no times.
absl::StatusOr<GateTimes> TimesToCompare(absl::Span<const Bench> before,
                                         double slower);

// One more benchmark of the new driver, of some of the cases or all of them. An
// error where it is of another device.
absl::Status AddTimes(const Bench& after, GateTimes* times);

// Whether the case looks slower, and fewer than ten benchmarks say so. The
// caller times it alone and sets `lone`.
bool WantsTimeAgain(const GateTimes& times, const TimedCase& c);

// Judges all cases by the samples that there are.
void JudgeTimes(GateTimes* times);

// "times     1 slower, 44 same": with each case that is not the same, in words;
// for a terminal, and for GitHub.
std::string TimesText(const GateTimes& times, size_t width);
std::string TimesMarkdown(const GateTimes& times);

// "1100 -> 2900 ns by the host's clock, 2.64 times (5 and 10 benchmarks), p =
// 0.0003".
std::string TimeWords(const TimedCase& c);

nlohmann::json TimesJson(const GateTimes& times);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_GATE_GATE_TIMES_H_
