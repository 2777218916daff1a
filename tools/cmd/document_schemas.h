// The schemas of the JSON documents that the commands put together themselves,
// each next to its writer.

#ifndef WGSYNC_TOOLS_CMD_DOCUMENT_SCHEMAS_H_
#define WGSYNC_TOOLS_CMD_DOCUMENT_SCHEMAS_H_

#include "nlohmann/json_fwd.hpp"

namespace wgsync {

nlohmann::json DevicesSchema();
nlohmann::json ExpectCheckSchema();
nlohmann::json ListSchema();
nlohmann::json ProbeSchema();
nlohmann::json ShowCaseSchema();
nlohmann::json ShowRunSchema();

}  // namespace wgsync

#endif  // WGSYNC_TOOLS_CMD_DOCUMENT_SCHEMAS_H_
