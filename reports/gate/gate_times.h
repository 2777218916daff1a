// Whether barriers and locks have become slower: benchmarks against benchmarks.
//
// Pure. A benchmark is one process, and its launches share what the process
// was given: clocks, cores, places in memory. Launches of one benchmark can
// tell that it was slower, and not that the driver is. So a case is slower only
// where at least two benchmarks of the new driver are, each by all of these:
//
//   - its median is `slower` times the baseline's, or more;
//   - the one-sided U test over the launches says so at 1 %: of five launches
//     against five, all must be longer;
//   - the difference is a tenth of a baseline's launch: the time that is
//     subtracted for the work without synchronization varies, too.

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
  kSlower,        // fails
  kNotConfirmed,  // slower in the only benchmark
  kNoise,         // slower in some of them
  kFaster,        // in each of them, by the same rules
  kNoTime,        // it was timed, and is not now
  kSame,
};
// "not confirmed": as it is printed.
absl::string_view TimeOutcomeName(TimeOutcome change);
absl::Span<const absl::string_view> NamesOf(TimeOutcome);

struct TimedCase {
  std::string id;
  std::string clock;
  std::vector<double> before;  // ns of an operation, of each launch
  double least_ns = 0;         // of an operation: a tenth of a launch
  std::vector<std::vector<double>> after;  // of each benchmark that timed it
  std::string no_time;                     // why the last one did not
  TimeOutcome change = TimeOutcome::kSame;
  // Of the first benchmark: its median over the baseline's, and the U test's
  // probability that it is no longer.
  double ratio = 0;
  double p = 1;
};

struct GateTimes {
  std::string device;
  double slower = 1.25;
  std::vector<TimedCase> cases;  // in the baseline's order
  size_t Count(TimeOutcome change) const;
  bool Fails() const { return Count(TimeOutcome::kSlower) > 0; }
};

// The cases that the baseline timed, its benchmarks' launches together. An
// error where these are of different devices, or have no times.
absl::StatusOr<GateTimes> TimesToCompare(absl::Span<const Bench> before,
                                         double slower);

// One more benchmark of the new driver, of some of the cases or all of them;
// judges them. An error where it is of another device.
absl::Status AddTimes(const Bench& after, GateTimes* times);

// Whether another benchmark of the case would tell more.
bool WantsTimeAgain(const TimedCase& c);

// "times     1 slower, 44 same": with each case that is not the same, in words;
// for a terminal, and for GitHub.
std::string TimesText(const GateTimes& times, size_t width);
std::string TimesMarkdown(const GateTimes& times);

// "1,100 -> 2,900 ns (host), 2.6 times, p 0.004; again 2.5, 2.6 times".
std::string TimeWords(const TimedCase& c);

nlohmann::json TimesJson(const GateTimes& times);
nlohmann::json TimesSchema();

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_GATE_GATE_TIMES_H_
