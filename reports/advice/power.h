// The suite's mutation score on a device: how many weakened twins of the cases
// of a run came out wrong under the stress of their cases. Pure.

#ifndef WGSYNC_REPORTS_ADVICE_POWER_H_
#define WGSYNC_REPORTS_ADVICE_POWER_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "nlohmann/json.hpp"
#include "suite/core/record/run_log.h"
#include "suite/core/record/twin_result.h"

namespace wgsync {

// Twins of one kind and primitive.
struct TwinTally {
  std::array<uint64_t, kTwinStates> states = {};  // by TwinState
  uint64_t launches = 0;
  uint64_t failed = 0;  // of them
  uint64_t reads = 0;

  uint64_t Of(TwinState state) const {
    return states[static_cast<size_t>(state)];
  }
  // Those that such a device is known, or expected, to let fail.
  uint64_t Observable() const {
    return Of(TwinState::kKilled) + Of(TwinState::kMissed);
  }
};

struct Power {
  uint64_t cases = 0;  // that have twins
  TwinTally all;
  // By the twin's name and the primitive's.
  std::map<std::pair<std::string, std::string>, TwinTally> rows;
  // Each missed twin, with the id of its case.
  std::vector<std::pair<std::string, TwinResult>> survivors;
};

Power PowerOf(const Run& run);

// "94 % of 36 observable twins killed"; "no observable twin".
std::string ScoreText(const TwinTally& tally);

// Sentences are wrapped at `width` columns.
std::string PowerText(const Run& run, const Power& power, size_t width);

// {"kind":"power","schema":1,"run":{...},"all":{...},"rows":[...],
// "survivors":[...]}
nlohmann::json PowerJson(const Run& run, const Power& power);
nlohmann::json PowerSchema();

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_ADVICE_POWER_H_
