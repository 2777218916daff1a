// What is remembered between runs: the devices whose first contact is over.

#ifndef WGSYNC_SUITE_ENGINE_STATE_H_
#define WGSYNC_SUITE_ENGINE_STATE_H_

#include <string>

#include "absl/status/status.h"

namespace wgsync {

// $WGSYNC_STATE_DIR, else $XDG_STATE_HOME/wgsync, else ~/.local/state/wgsync;
// "" where there is no home.
std::string StateFolder();

// A digest becomes part of a file's name; ParseEvent() has seen to that.
//
// Whether a spinning kernel was killed and a canary passed on this driver.
bool HangTestPassed(const std::string& driver_digest);
absl::Status RememberHangTest(const std::string& driver_digest,
                              const std::string& device);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_ENGINE_STATE_H_
