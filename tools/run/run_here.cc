#include "tools/run/run_here.h"

#include <cstdio>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "reports/render/text.h"
#include "suite/core/base/status_macros.h"
#include "tools/run/device_list.h"
#include "tools/run/live_line.h"
#include "tools/run/run_folder.h"

namespace wgsync {

absl::StatusOr<Run> RunHere(const std::string& device, RunOptions options,
                            const std::string& folder,
                            const Expectations* expectations) {
  ASSIGN_OR_RETURN(options.device, FindOneDevice(device));
  if (expectations != nullptr) {
    options.skips = SkipsOf(*expectations, options.device.full_name,
                            options.device.driver_version);
  }
  RETURN_IF_ERROR(MakeRunFolder(folder));
  options.folder = absl::StrCat(folder, "/", options.device.slug);
  Progress progress;
  progress.Follow(Counted(options.cases.size(), "case"), &options);
  options.on_busy = [&](const std::string& note) {
    progress.Clear();
    std::fprintf(stderr, "note: %s\n", note.c_str());
  };
  options.on_result = [&](const CaseResult& r, size_t done, size_t total) {
    progress.Result(r, done, total);
  };
  const absl::StatusOr<RunSummary> summary = RunDevice(options);
  progress.Clear();
  if (!summary.ok()) return summary.status();
  return ReadRun(options.folder);
}

}  // namespace wgsync
