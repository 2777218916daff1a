// A run, played again from its log: each question of its cases is answered by
// the launch that the run has made.
//
// The rules of a case (suite/core/next) are a function of answers. So a log
// shows, without its device and in seconds, whether a changed rule would have
// launched something else there, or have come to another verdict.

#ifndef WGSYNC_SUITE_PROOF_REPLAY_REPLAY_H_
#define WGSYNC_SUITE_PROOF_REPLAY_REPLAY_H_

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "suite/core/record/launch_record.h"

namespace wgsync {

struct Replayed {
  size_t cases = 0;
  size_t launches = 0;
  // Where the rules ask for another launch or come to another result than the
  // run: one line each, with the case. The first of each case only.
  std::vector<std::string> differences;
};

// Plays the run in this folder again. `change` may change each launch before it
// is the answer. An error if the log cannot be read, or has no launches.
absl::StatusOr<Replayed> Replay(
    const std::string& folder,
    const std::function<void(LaunchRecord*)>& change = nullptr);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_PROOF_REPLAY_REPLAY_H_
