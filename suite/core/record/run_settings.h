// Settings of a run that its log keeps.

#ifndef WGSYNC_SUITE_CORE_RECORD_RUN_SETTINGS_H_
#define WGSYNC_SUITE_CORE_RECORD_RUN_SETTINGS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "suite/core/launch/device_model.h"
#include "suite/core/plan/choice.h"

namespace wgsync {

class FieldVisitor;

// The kinds of binding verdicts that fail a run.
struct BindMask {
  bool violation = true;
  bool progress = true;  // and "execution": launches that do not end
  bool customary = true;
};

// {"violation","progress"} and the inverse; an unknown word is an error.
std::vector<std::string> BindWords(const BindMask& mask);
absl::StatusOr<BindMask> ParseBind(const std::vector<std::string>& words);
// True if a verdict that binds as `binds` ("" if it does not bind) is a
// failure.
bool Fails(absl::string_view binds, const BindMask& mask);

// The "options" of run.json and of a log's context: `--resume` reads them, so
// that the run continues as it was begun, and reports print them.
struct RunSettings {
  std::string tier = "smoke";
  // Cases and differences that are never launched.
  std::vector<SkipRule> skips;
  // The behaviour that kernels give the device; every report of the run bears
  // its mark.
  DeviceModel model;
  // Factor of the workload's rounds in each launch: a fault that needs luck
  // shows more often in more rounds.
  uint32_t rounds = 1;
  uint32_t repeat = 1;  // every case n times; the worst verdict counts, k of n
  // A case whose verdicts differ, or are of so many reads, runs until it has
  // run this often; 0: never more than `repeat`.
  uint32_t repeat_stochastic = 0;
  bool safe = false;           // never an unbounded wait
  bool without_waits = false;  // a self-check of the suite: no case may pass
  bool isolate_case = false;   // a fresh worker for every case
  BindMask bind;

  // A field that a file lacks keeps its default.
  void Fields(FieldVisitor& v);
};

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_RECORD_RUN_SETTINGS_H_
