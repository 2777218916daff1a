// One run, or one case of it, in words.

#ifndef WGSYNC_REPORTS_WORDS_SHOW_H_
#define WGSYNC_REPORTS_WORDS_SHOW_H_

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "nlohmann/json_fwd.hpp"
#include "suite/core/record/run_log.h"

namespace wgsync {

// Device, driver, options, counts, and the verdicts that are not a pass by
// their reason, with some of the ids, or with all of them (`full`). Colours
// only repeat what the words say.
std::string ShowRun(const Run& run, size_t width, bool color = false,
                    bool full = false);

// What is known of the case in addition to its evidence, by name: "verdict"
// (with its reason), "grid", "time", ... A name may come twice; what is not
// known is left out.
std::vector<std::pair<std::string, std::string>> CaseFacts(
    const Run& run, const CaseResult& result);

// The verdict with its reason, the evidence in words, what the case is, and a
// command that reproduces it; with `full` each launch, too.
//
std::string ShowCase(const Run& run, const CaseResult& result, size_t width,
                     bool color = false, bool full = false);
// One of many: its id, the verdict with its reason, and what decided.
std::string ShowBriefly(const Run& run, const CaseResult& result, size_t width,
                        bool color = false);

// As data: RunSummaryJson() with the options, the environment that steered the
// driver, and {"cases":[{"case","verdict",...}]}, all that have a verdict.
nlohmann::json RunReport(const Run& run);
// {"run":{...},"result":{...},"reproduce"}: the result as the run's log has it.
nlohmann::json CaseReport(const Run& run, const CaseResult& result);

// "NAME='VALUE' " for each variable of the run that steers a known driver: what
// a command needs before it so that the device is there.
std::string EnvironmentToPaste(const Run& run);

// "wgsync run --device '...' --cases '...'", with the options and the
// environment that steered the driver. If the run had --driver-dir, so has the
// command, without its path.
std::string ReproduceCommand(const Run& run, absl::string_view id);

// The cases that `pattern` names: an id; a glob (* and ?); else a part of ids
// (PatternMatches()), or a verdict: "hang", "hang (not started)".
// None is an error that says why, or names the nearest id.
absl::StatusOr<std::vector<const CaseResult*>> FindCases(
    const Run& run, const std::string& pattern);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_WORDS_SHOW_H_
