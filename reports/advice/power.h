// The suite's mutation score on a device: how many weakened twins of the cases
// of a run came out wrong under the stress of their cases. Pure.

#ifndef WGSYNC_REPORTS_ADVICE_POWER_H_
#define WGSYNC_REPORTS_ADVICE_POWER_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "nlohmann/json_fwd.hpp"
#include "suite/core/record/run_log.h"
#include "suite/core/record/twin_result.h"

namespace wgsync {

struct Power {
  uint64_t cases = 0;  // that have twins
  TwinTally all;
  // By the twin's name and the primitive's.
  std::map<std::pair<std::string, std::string>, TwinTally> rows;
  // How many are equivalent, by the reason.
  std::map<std::string, uint64_t> equivalent;
  // Each missed twin, with the id of its case.
  std::vector<std::pair<std::string, TwinResult>> survivors;
};

Power PowerOf(const Run& run);

// Sentences are wrapped at `width` columns.
std::string PowerText(const Run& run, const Power& power, size_t width);

// {"kind":"power","schema":1,"run":{...},"all":{...},"rows":[...],
// "survivors":[...]}
nlohmann::json PowerJson(const Run& run, const Power& power);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_ADVICE_POWER_H_
