// The file of a run's log, for its reader and its writer.

#ifndef WGSYNC_SUITE_CORE_RECORD_LOG_FILE_H_
#define WGSYNC_SUITE_CORE_RECORD_LOG_FILE_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "nlohmann/json_fwd.hpp"
#include "suite/core/record/run_log.h"

namespace wgsync {

std::string LogPath(const std::string& folder);

// The `seal` of a line "finished": the SHA-256 of the line without its `seal`,
// as dump() writes it.
std::string SealOf(nlohmann::json finished);

// A log as parsed, and how many of its bytes are whole lines.
struct ParsedLog {
  std::vector<Run> runs;  // one for each device
  size_t whole_bytes = 0;
};
absl::StatusOr<ParsedLog> ParseLog(const std::string& folder);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_RECORD_LOG_FILE_H_
