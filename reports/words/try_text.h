// The report of `wgsync try`, as text and as JSON.

#ifndef WGSYNC_REPORTS_WORDS_TRY_TEXT_H_
#define WGSYNC_REPORTS_WORDS_TRY_TEXT_H_

#include <cstddef>
#include <string>

#include "nlohmann/json_fwd.hpp"
#include "suite/core/record/exit_code.h"
#include "suite/core/tried/next_try.h"

namespace wgsync {

// The verdict with what decided it, the grids, and the assumptions.
std::string TryText(const TryReport& report, size_t width);

// What a row of the report showed, for its own verdict; "" if it says no more
// than its counts.
std::string TryRowText(const TryReport& report, const TryRow& row);

// "right": the verdict of the file.
std::string TryVerdictText(TryVerdict verdict);

// Of `wgsync try --json`.
nlohmann::json TryJson(const TryReport& report);

ExitCode ExitCodeOf(TryVerdict verdict);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_WORDS_TRY_TEXT_H_
