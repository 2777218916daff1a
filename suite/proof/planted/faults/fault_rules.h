// What must come out of a case during which a driver's call goes wrong: the
// table of planted faults, written before any of them was run.

#ifndef WGSYNC_SUITE_PROOF_PLANTED_FAULT_RULES_H_
#define WGSYNC_SUITE_PROOF_PLANTED_FAULT_RULES_H_

#include <string>
#include <vector>

#include "devices/faults/fault_spec.h"

namespace wgsync {

// When the fault comes.
enum class FaultPhase {
  kFirst,         // while the run's first worker opens the device
  kOpen,          // while a fresh worker opens it for a case
  kControl,       // in the first launch of a control
  kFreshControl,  // the same, in a fresh worker
  kBoard,         // in the first launch of the case itself
  kLong,          // the same, and the launch takes milliseconds
};
const char* PhaseName(FaultPhase phase);

// Stands for the verdict of the same case without a fault.
inline constexpr char kAsWithout[] = "as without";

struct FaultRow {
  FaultPhase phase = FaultPhase::kBoard;
  std::string spec;  // as the layer takes it
  std::string want;  // VerdictText() or kAsWithout, " | " where both are open
  std::string why;
  bool crash_beside = false;  // a crash is named beside the verdict,
  bool crash_open = false;    // or may be
};

// The rule for the faults that every entry point has.
FaultRow RuleFor(FaultPhase phase, uint32_t entry, Fault fault);

// Entry points that a worker links and that no case reaches, each with why.
struct Unreached {
  const char* entry;
  const char* why;
};
const std::vector<Unreached>& UnreachedEntries();

// Lies, in the phases where they matter. CI runs all but those of kOpen.
const std::vector<FaultRow>& PlantedLies();

// Faults that stay: the run of a few cases of which the second is hit.
struct LastingFault {
  std::string spec;
  bool isolated = false;  // every case in a fresh worker
  std::string want;       // of the case that is hit
  std::string then;       // of those after it
  int exit_code = 3;
  std::string why;
  bool quick = false;  // CI runs it
};
const std::vector<LastingFault>& LastingFaults();

}  // namespace wgsync

#endif  // WGSYNC_SUITE_PROOF_PLANTED_FAULT_RULES_H_
