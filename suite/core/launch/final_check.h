// What memory must hold at the end of a launch, by workload.

#ifndef WGSYNC_SUITE_CORE_LAUNCH_FINAL_CHECK_H_
#define WGSYNC_SUITE_CORE_LAUNCH_FINAL_CHECK_H_

#include <cstdint>

#include "suite/core/launch/launch_spec.h"
#include "suite/core/launch/layout.h"
#include "suite/core/verdict/observation.h"

namespace wgsync {

// `words` and `payload` are the regions of the launch, in which a device may
// still be writing. Sets final_wrong and final_text; what the report has
// counted must be in `facts` by then.
void CheckFinalMemory(const LaunchSpec& spec, const uint8_t* words,
                      const uint8_t* payload, PayloadFacts* facts);

// What CheckFinalMemory() compares, for who compares elsewhere.
class FinalMemorySink {
 public:
  virtual ~FinalMemorySink() = default;
  // What follows are words of another kind, or of another round.
  virtual void Part() = 0;
  // The word must hold this.
  virtual void Word(Region region, uint64_t at, uint32_t wanted) = 0;
  // `count` words, so far apart, must have this sum, modulo 2^32.
  virtual void Sum(Region region, uint64_t first, uint64_t count,
                   uint64_t stride, uint32_t wanted) = 0;
};
void TellFinalMemory(const LaunchSpec& spec, FinalMemorySink* sink);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_LAUNCH_FINAL_CHECK_H_
