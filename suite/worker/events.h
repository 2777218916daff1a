// The lines between controller and worker: what of a JSON object is an event
// (messages.h), and what is a command (commands.h). Pure.
//
// A driver lives in the worker's process and may write where it pleases, into
// the pipe as well. So nothing of a line is believed before it was read into
// the struct of its name here.

#ifndef WGSYNC_SUITE_WORKER_EVENTS_H_
#define WGSYNC_SUITE_WORKER_EVENTS_H_

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "nlohmann/json_fwd.hpp"

namespace wgsync {

// A line from a worker. "event" is a name, and "what" is a text in every event.
// An event of a name that messages.h does not have passes, for readers to pass
// over. The error says what is wrong, with the beginning of the line, in
// printable letters.
absl::StatusOr<nlohmann::json> ParseEvent(absl::string_view line);

// A line to a worker, with "cmd", in the same way; its name is known.
absl::StatusOr<nlohmann::json> ParseCommand(absl::string_view line);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_WORKER_EVENTS_H_
