// A benchmark for a terminal.

#ifndef WGSYNC_REPORTS_ADVICE_BENCH_TEXT_H_
#define WGSYNC_REPORTS_ADVICE_BENCH_TEXT_H_

#include <cstddef>
#include <string>

#include "suite/core/record/bench_data.h"

namespace wgsync {

// The device, how it was timed, then a table for each grid: a line for each
// case with the median, least and most of its launches, or the reason why there
// is no time. Words are wrapped at `width` columns; the table itself takes 80.
std::string BenchText(const Bench& bench, size_t width = 80);

// "1234", "99.5", "1.23": four digits at most below 10,000.
std::string ShortNs(double ns);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_ADVICE_BENCH_TEXT_H_
