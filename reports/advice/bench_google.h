// A benchmark as Google Benchmark's JSON, for tools that read that, such as its
// compare.py:
//
//   wgsync bench --format google-benchmark > before.json   (and after.json)
//   compare.py -u benchmarks before.json after.json
//
// Format: github.com/google/benchmark, docs/tools.md and src/json_reporter.cc.

#ifndef WGSYNC_REPORTS_ADVICE_BENCH_GOOGLE_H_
#define WGSYNC_REPORTS_ADVICE_BENCH_GOOGLE_H_

#include "nlohmann/json_fwd.hpp"
#include "suite/core/record/bench_data.h"

namespace wgsync {

// A benchmark for each case, a repetition for each of its launches: nanoseconds
// of an operation, without what the same work takes without synchronization. A
// case without a time has "error_occurred" and the reason. A launch has one
// time, so that "cpu_time" is "real_time".
nlohmann::json GoogleBenchmark(const Bench& bench);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_ADVICE_BENCH_GOOGLE_H_
