// What an idiom needs of a device's progress, next to the class of the device.
// Pure.
//
// The needs are computed from the programs of suite/progress/named_programs.h,
// of three groups each. The class tells what a device gave, and that OpenCL
// does not promise it.

#ifndef WGSYNC_REPORTS_ADVICE_IDIOM_NEEDS_H_
#define WGSYNC_REPORTS_ADVICE_IDIOM_NEEDS_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "nlohmann/json_fwd.hpp"
#include "suite/core/progress/classify.h"
#include "suite/core/progress/progress_model.h"

namespace wgsync {

struct IdiomNeed {
  std::string idiom;  // "lookback by ticket"
  // The weakest models that guarantee it: one of them is enough.
  std::vector<progress::Config> needs;
  // It ends, too, if all its groups are resident: FAIR is for larger grids.
  bool resident = false;
  // Of the best of `needs`: held, or refuted if all of them are.
  progress::Standing::State state = progress::Standing::State::kNotSeen;
  // "spin lock (an exchange is repeated until the lock is free) needs OBE; OBE
  // was held in 1240 launches".
  std::string says;
};

// Of each idiom, by the class in grids of one dimension and in those of several
// (ProgressInSpace()); one that needs nothing comes only if no other one is
// held. No need if the first class is empty.
std::vector<IdiomNeed> NeedsOf(absl::Span<const absl::string_view> idioms,
                               const progress::Classification& c,
                               const progress::Classification& space);

// "OBE is refuted by lock_3, ...", if the class refutes each of them; otherwise
// empty.
std::string WhyNone(absl::Span<const IdiomNeed> needs,
                    const progress::Classification& c);

// Globs over ids of the default tier's cases: the few shapes, each in the
// mapping that is likely to refute, by which NeedsOf() tells these idioms'
// needs held or refuted. Of FAIR, one that refutes it; no run of a grid shows
// that it is held. None for idioms that need nothing.
std::vector<std::string> DecidingCases(
    absl::Span<const absl::string_view> idioms);

// [{"idiom","needs":[],"resident","state","says"}]
nlohmann::json IdiomNeedsJson(absl::Span<const IdiomNeed> needs);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_ADVICE_IDIOM_NEEDS_H_
