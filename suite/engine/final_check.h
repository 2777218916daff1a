// What memory must hold at the end of a launch, by workload.

#ifndef WGSYNC_SUITE_ENGINE_FINAL_CHECK_H_
#define WGSYNC_SUITE_ENGINE_FINAL_CHECK_H_

#include <cstdint>

#include "suite/engine/launch_spec.h"
#include "suite/verdict/observation.h"

namespace wgsync {

// `words` and `payload` are the regions of the launch, in which a device may
// still be writing. Sets final_wrong and final_text; what the report has
// counted must be in `facts` by then.
void CheckFinalMemory(const LaunchSpec& spec, const uint8_t* words,
                      const uint8_t* payload, PayloadFacts* facts);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_ENGINE_FINAL_CHECK_H_
