// A benchmark for a terminal, and for tools of Google Benchmark.

#ifndef WGSYNC_REPORTS_ADVICE_BENCH_TEXT_H_
#define WGSYNC_REPORTS_ADVICE_BENCH_TEXT_H_

#include <cstddef>
#include <string>

#include "nlohmann/json_fwd.hpp"
#include "suite/core/record/bench_data.h"

namespace wgsync {

// The device, how it was timed, then a table for each grid: a line for each
// case with the median, least and most of its launches, or the reason why there
// is no time. Words are wrapped at `width` columns; the table itself takes 80.
std::string BenchText(const Bench& bench, size_t width = 80);

// "1234", "99.5", "1.23": four digits at most below 10,000.
std::string ShortNs(double ns);

// A benchmark for each case, a repetition for each of its launches: nanoseconds
// of an operation, without what the same work takes without synchronization. A
// case without a time has "error_occurred" and the reason. A launch has one
// time, so that "cpu_time" is "real_time".
nlohmann::json GoogleBenchmark(const Bench& bench);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_ADVICE_BENCH_TEXT_H_
