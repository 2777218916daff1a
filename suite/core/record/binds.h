// Kinds of failures: the promise that a failing verdict breaks.

#ifndef WGSYNC_SUITE_CORE_RECORD_BINDS_H_
#define WGSYNC_SUITE_CORE_RECORD_BINDS_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace wgsync {

enum class Binding {
  kNothing,    // the verdict is not counted
  kViolation,  // against what the OpenCL specification guarantees, or a crash
  kProgress,   // occupancy-bound progress not met
  kExecution,  // a launch does not end, and no model of progress excuses it
  kCustomary,  // what devices without device-scope atomics must live on
  kOwn,        // a tried kernel is not what its own file asks for
};

struct BindingInfo {
  Binding value;
  absl::string_view name;     // in files: "violation"; "" for kNothing
  absl::string_view meaning;  // in reports
};
// In the order of the enumeration, which is that of reports.
absl::Span<const BindingInfo> Bindings();
const BindingInfo& InfoOf(Binding binding);
absl::Span<const absl::string_view> NamesOf(Binding);

// The kinds that fail a run.
struct BindMask {
  bool violation = true;
  bool progress = true;  // and kExecution
  bool customary = true;
};

// {"violation","progress"} and the inverse; an unknown word is an error.
std::vector<std::string> BindWords(const BindMask& mask);
absl::StatusOr<BindMask> ParseBind(const std::vector<std::string>& words);
// Whether a verdict that binds so is a failure; kOwn always is.
bool Fails(Binding binds, const BindMask& mask);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_RECORD_BINDS_H_
