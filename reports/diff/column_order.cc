#include "reports/diff/column_order.h"

#include <string>
#include <tuple>

#include "absl/algorithm/container.h"
#include "reports/diff/driver_facts.h"
#include "reports/matrix/timeline.h"
#include "suite/core/base/versions.h"
#include "suite/core/record/run_facts.h"

namespace wgsync {
namespace {

std::tuple<std::string, std::string, std::string> DeviceOf(const Run& run) {
  return {RunModel(run),
          JsonString(run.profile().fingerprint, {"platform", "name"}),
          DeviceKey(run)};
}

// Whether the column of `a` is left of that of `b`.
bool IsBefore(const Run& a, const Run& b) {
  const auto of_a = DeviceOf(a), of_b = DeviceOf(b);
  if (of_a != of_b) return of_a < of_b;
  const int versions =
      CompareVersions(RunDriverVersion(a), RunDriverVersion(b));
  return versions != 0 ? versions > 0 : RunBegan(a) > RunBegan(b);
}

}  // namespace

void SortColumns(std::vector<Run>* runs) {
  absl::c_stable_sort(*runs, IsBefore);
}

std::vector<const Run*> NewestOfEachDevice(absl::Span<const Run> runs) {
  std::vector<const Run*> sorted = Pointers(runs), newest;
  absl::c_stable_sort(
      sorted, [](const Run* a, const Run* b) { return IsBefore(*a, *b); });
  for (const Run* run : sorted) {
    if (newest.empty() || DeviceOf(*newest.back()) != DeviceOf(*run)) {
      newest.push_back(run);
    }
  }
  return newest;
}

}  // namespace wgsync
