#include "tools/cmd/one_run.h"

#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace wgsync {

absl::StatusOr<Run> ReadOneRun(const std::string& folder) {
  absl::StatusOr<std::vector<Run>> runs = ReadRuns(folder);
  if (!runs.ok()) return runs.status();
  if (runs->size() == 1) return std::move(runs->front());
  return absl::InvalidArgumentError(absl::StrCat(
      folder, ": holds ", runs->size(), " runs; name one of them: ",
      absl::StrJoin(*runs, ", ", [](std::string* out, const Run& run) {
        out->append(run.folder);
      })));
}

}  // namespace wgsync
