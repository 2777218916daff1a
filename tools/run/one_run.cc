#include "tools/run/one_run.h"

#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "suite/core/record/run_facts.h"

namespace wgsync {

absl::StatusOr<Run> ReadOneRun(const std::string& folder) {
  absl::StatusOr<std::vector<Run>> runs = ReadRuns(folder);
  if (!runs.ok()) return runs.status();
  if (runs->size() == 1) return std::move(runs->front());
  // One log of several devices has one folder, which would not tell them apart.
  if (runs->front().folder == runs->back().folder) {
    return absl::InvalidArgumentError(absl::StrCat(
        runs->front().folder, ": its log is of ", runs->size(), " devices: ",
        absl::StrJoin(*runs, ", ",
                      [](std::string* out, const Run& run) {
                        out->append(RunDeviceName(run));
                      }),
        "; this command takes a run of one device"));
  }
  return absl::InvalidArgumentError(absl::StrCat(
      folder, ": holds ", runs->size(), " runs; name one of them: ",
      absl::StrJoin(*runs, ", ", [](std::string* out, const Run& run) {
        out->append(run.folder);
      })));
}

}  // namespace wgsync
