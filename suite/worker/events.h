// The lines between controller and worker: what of a JSON object is an event,
// and what is a command. Pure.
//
// A driver lives in the worker's process and may write where it pleases, into
// the pipe as well. So nothing of a line is believed before it was checked here
// against a table: of what passes, every field that has a reader may be read
// without a look at its type.

#ifndef WGSYNC_SUITE_WORKER_EVENTS_H_
#define WGSYNC_SUITE_WORKER_EVENTS_H_

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "nlohmann/json_fwd.hpp"

namespace wgsync {

// A line from a worker. "event" is a name; where README.md lists it, what such
// an event must have is there, and every known field is of its type: seconds
// are at least 0 and finite, counts fit into 32 bits, a digest is a SHA-256 in
// hexadecimal. "what" is a text in every event. An event of another name
// passes, for readers to pass over. The error says what is wrong, with the
// beginning of the line, in printable letters.
absl::StatusOr<nlohmann::json> ParseEvent(absl::string_view line);

// A line to a worker, with "cmd", in the same way. The regions of a launch lie
// inside of the shared memory.
absl::StatusOr<nlohmann::json> ParseCommand(absl::string_view line);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_WORKER_EVENTS_H_
