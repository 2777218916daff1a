// The JSON Schema of a run's log, line by line: see run_log.h.

#ifndef WGSYNC_SUITE_CORE_RECORD_LOG_SCHEMA_H_
#define WGSYNC_SUITE_CORE_RECORD_LOG_SCHEMA_H_

#include "nlohmann/json_fwd.hpp"

namespace wgsync {

// The schema that each line of a log has, of every version that this wgsync
// reads. It allows lines of other kinds, as readers do. `options` is the schema
// of the run's options, which the engine defines.
nlohmann::json LogLineSchema(const nlohmann::json& options);

// The schema of the context's device, which reports repeat.
nlohmann::json ContextDeviceSchema();

// The schema of a verdict as the log has it, without its kind.
nlohmann::json VerdictSchema();

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_RECORD_LOG_SCHEMA_H_
