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

// Of `wgsync try --json`.
nlohmann::json TryJson(const TryReport& report);

ExitCode ExitCodeOf(TryVerdict verdict);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_WORDS_TRY_TEXT_H_
