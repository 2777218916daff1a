// The difference of two runs for people and for programs.

#ifndef WGSYNC_REPORTS_DIFF_DIFF_TEXT_H_
#define WGSYNC_REPORTS_DIFF_DIFF_TEXT_H_

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "nlohmann/json_fwd.hpp"
#include "reports/diff/diff.h"
#include "suite/core/record/run_log.h"

namespace wgsync {

// The two runs, DirectionsText(), what else differs, residency, time, the class
// of progress, then each case of Listed(), and the counts. At most `width`
// columns but for ids. Colours only repeat what the words say.
std::string DiffText(const Run& before, const Run& after, const RunDiff& diff,
                     size_t width, bool color = false);

// {"kind":"diff","schema":1,"before":{...},"after":{...},"same_driver",
//  "facts":[{"of","name","before","after"}],
//  "residency":[{"before","after","cases":[ids]}],
//  "time":{"cases","median","least","most","slowest"},
//  "progress":{...} of progress_change.h, or null,
//  "counts":{"kind":N,...},
//  "cases":[{"case","change","direction","before","after",...}]}
nlohmann::json DiffJson(const Run& before, const Run& after,
                        const RunDiff& diff);

// "hang (not started), 2 of 3 runs, bounded".
std::string ResultText(const CaseResult& result);

// "residency: 2 -> 1 in 14 cases", "time: ...". The gate prints them too.
std::string ResidencyLine(const ResidencyChange& change);
std::string TimeLine(const TimeChange& time);  // "" where there is none
// What differs next to verdicts and facts: residency, time, progress.
std::vector<std::string> OtherLines(const RunDiff& diff);

// How many cases changed in each way that occurs, by its name, in the order of
// report.
std::vector<std::pair<std::string, size_t>> CountsOf(const RunDiff& diff);

// "worse 5, better 2, other 4".
std::string DirectionsText(const RunDiff& diff);

// The sentence for results of which DisagreeOnCompiler() is true.
inline constexpr absl::string_view kDisagreeOnCompiler =
    "same program binary: the compiler did the same on both, so stale-hoisted "
    "is wrong or the other verdict missed it";

absl::Span<const absl::string_view> NamesOf(Change);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_DIFF_DIFF_TEXT_H_
