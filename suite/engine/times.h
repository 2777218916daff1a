// Where the time of a run goes: what for, and in which phase of a launch.

#ifndef WGSYNC_SUITE_ENGINE_TIMES_H_
#define WGSYNC_SUITE_ENGINE_TIMES_H_

#include <array>
#include <string>

#include "nlohmann/json_fwd.hpp"
#include "suite/core/next/question.h"

namespace wgsync {

// The phases of a launch, as the controller sees them.
enum class Phase {
  kFill,    // of the shared memory
  kBuild,   // until the program is there
  kUpload,  // buffers made and written
  kRun,     // from enqueue to complete
  kRead,    // buffers read back, twice
  kDecode,  // and where a launch did not finish, its end
};
inline constexpr size_t kPhases = 6;

// Seconds of the host's clock.
class Times {
 public:
  void Add(Purpose purpose, Phase phase, double seconds) {
    seconds_[static_cast<size_t>(purpose)][static_cast<size_t>(phase)] +=
        seconds;
  }
  // {"controls": {"fill": 0.1, ...}, ...}
  nlohmann::json ToJson() const;
  // "boards 12 s, opening 3 s; build 10 s, run 5 s": by purpose and by phase,
  // the longest first, without what rounds to 0.
  std::string Text() const;

 private:
  std::array<std::array<double, kPhases>, kPurposes> seconds_ = {};
};

}  // namespace wgsync

#endif  // WGSYNC_SUITE_ENGINE_TIMES_H_
