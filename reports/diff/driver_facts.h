// What two runs do not have in common beside their verdicts: device, driver,
// machine, environment, suite.

#ifndef WGSYNC_REPORTS_DIFF_DRIVER_FACTS_H_
#define WGSYNC_REPORTS_DIFF_DRIVER_FACTS_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "suite/core/record/run_log.h"

namespace wgsync {

// What a fact is of; see Bars().
enum class FactOf {
  kDevice,
  kKernelDriver,
  kEnvironment,
  kSuite,
  kDriver,
  kMachine
};
absl::Span<const absl::string_view> NamesOf(FactOf);

struct FactDifference {
  FactOf of = FactOf::kDriver;
  std::string name;    // "environment CL_CONFIG_CPU_TARGET_ARCH"
  std::string before;  // "" where it was not there
  std::string after;
};
// One line: "environment X: 'a' -> 'b'".
std::string FactLine(const FactDifference& difference);

// In the order of FactOf. Not told: times, boot ids, where files lie, and the
// variables that only choose the driver, since the driver's own digest tells
// that. A device is its platform, its type and, where it is a CPU, the
// processor (a driver renames that from version to version), else its name. A
// kernel driver of the same version as the driver is a part of it.
std::vector<FactDifference> DifferentFacts(const Run& before, const Run& after);

// The programs of wgsync that made the two runs.
inline constexpr char kSuiteFact[] = "suite";
// Two devices of one model and driver.
inline constexpr char kBoardFact[] = "board";

// True where a difference says that the verdicts are not of two drivers alone:
// any but kDriver, kMachine (which has the board) and kSuiteFact.
bool Bars(const FactDifference& difference);

// Two programs of wgsync made the runs.
bool OtherSuite(const Run& before, const Run& after);

// Both runs have the same driver, by its digest; of two boards by all that is
// known of it.
bool SameDriver(const Run& before, const Run& after);

// The text as the name of a file or folder: small letters, digits, "." and "-",
// at most 64, and never empty.
std::string Slug(absl::string_view text);

// The device without its driver, as one word for a folder: "pocl-cpu"; of a
// model "model-cache-on-pocl-cpu". Whatever the run says, it is one file name.
std::string DeviceKey(const Run& run);
// The driver likewise: its version and a part of its digest.
std::string DriverKey(const Run& run);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_DIFF_DRIVER_FACTS_H_
