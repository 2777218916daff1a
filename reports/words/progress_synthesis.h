// The smallest programs that tell two models of progress apart, in words.

#ifndef WGSYNC_REPORTS_WORDS_PROGRESS_SYNTHESIS_H_
#define WGSYNC_REPORTS_WORDS_PROGRESS_SYNTHESIS_H_

#include <cstddef>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "nlohmann/json_fwd.hpp"
#include "suite/core/progress/progress_model.h"
#include "suite/progress/synthesize.h"

namespace wgsync {

// What each of the two guarantees and the other does not, then each pattern of
// verdicts with its smallest program and the shapes that have it.
std::string SynthesisText(const progress::Synthesis& synthesis,
                          progress::Config a, progress::Config b, size_t width);

// {"groups","instructions","words","programs","done","litmus","separators":[
// {"by","not_by","programs","instructions","smallest","examples":[]}],
// "patterns":[{"pattern","programs","instructions","smallest","shapes":[],
// "examples":[]}]}
nlohmann::json SynthesisReport(const progress::Synthesis& synthesis,
                               progress::Config a, progress::Config b);

// The file from which a later process resumes.
std::string SynthesisStateText(const progress::Synthesis& synthesis);
// kInvalidArgument: "PROBLEM; FIX".
absl::StatusOr<progress::Synthesis> ReadSynthesisState(absl::string_view text);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_WORDS_PROGRESS_SYNTHESIS_H_
