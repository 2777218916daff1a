// A benchmark for a terminal.

#ifndef WGSYNC_REPORTS_BENCH_TEXT_H_
#define WGSYNC_REPORTS_BENCH_TEXT_H_

#include <string>

#include "reports/bench_data.h"

namespace wgsync {

// The device, how it was timed, then a table for each grid: a line for each
// case with the median, least and most of its launches, or the reason why there
// is no time. Fits 80 columns, but for ids and reasons that are longer.
std::string BenchText(const Bench& bench);

// "1234", "99.5", "1.23": four digits at most below 10,000.
std::string ShortNs(double ns);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_BENCH_TEXT_H_
