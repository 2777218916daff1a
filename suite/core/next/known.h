// What the cases of a run have in common, and what each leaves to later ones.

#ifndef WGSYNC_SUITE_CORE_NEXT_KNOWN_H_
#define WGSYNC_SUITE_CORE_NEXT_KNOWN_H_

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "suite/core/launch/device_model.h"
#include "suite/core/plan/choice.h"
#include "suite/core/plan/soundness.h"
#include "suite/core/record/launch_record.h"
#include "suite/core/verdict/verdict.h"

namespace wgsync {

// What the controls of a launch showed: RunControls().
struct Controls {
  bool ran = false;
  Trial control = Trial::kNotRun;
  Trial negative = Trial::kNotRun;
  Doubt doubt = Doubt::kNone;
  double seconds = 0;  // of a launch without its waits, delays included
  uint32_t delay = 0;
  uint32_t rounds = 0;
  uint32_t elements = 0;
  LaunchRecord shown;
};

// What the discoveries of the residency have found: residency.h.
struct KnownResidency {
  // By kernel; on a CPU by the size and shape of groups as well.
  std::map<std::string, uint32_t> groups;
  // Of a GPU: counts of groups of one size that two launches have agreed on.
  std::set<std::string> counted;
  double look_seconds = 0;     // of a discovery; 0: none was made
  uint32_t most_resident = 0;  // on a CPU: found in any discovery
};

struct Known {
  // Every launch is made on `model`, if the run has one, and has `rounds` times
  // its workload's rounds.
  DeviceModel model;
  uint32_t rounds = 1;
  // Cases that are never launched, not even as differences.
  std::vector<SkipRule> skips;
  // What shapes of forward progress have shown: whether a hang of another case
  // binds depends on it.
  DeviceSeen seen;
  KnownResidency residency;
  std::map<std::string, Controls> controls;
  // Launches that a difference asks for again, by LaunchKey().
  std::map<std::string, LaunchRecord> launches;
  // Hang classes (plan.h) of which a member hung.
  std::set<std::string> hung_classes;
  // Kinds of stress that the search of a twin has found, by their first number.
  std::vector<uint32_t> found_stress;
  // The device did not survive a case; nothing more can run on it.
  bool wedged = false;
};

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_NEXT_KNOWN_H_
