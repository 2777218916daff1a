#include "tools/run/run_here.h"

#include <cstdio>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "reports/render/text.h"
#include "tools/cli/cli.h"
#include "tools/run/device_list.h"
#include "tools/run/live_line.h"
#include "tools/run/run_folder.h"

namespace wgsync {

int RunHere(const std::string& device, RunOptions options,
            const std::string& folder, Run* run,
            const Expectations* expectations) {
  const int exit_code = FindOneDevice(device, &options.device);
  if (exit_code != kAsExpected) return exit_code;
  if (expectations != nullptr) {
    options.skips = SkipsOf(*expectations, options.device.full_name,
                            options.device.driver_version);
  }
  const absl::Status made = MakeRunFolder(folder);
  if (!made.ok()) return Complain(kBadInput, made.message());
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
  if (!summary.ok()) return ComplainOf(summary.status());
  absl::StatusOr<Run> read = ReadRun(options.folder);
  if (!read.ok()) return ComplainOf(read.status());
  *run = *std::move(read);
  return kAsExpected;
}

}  // namespace wgsync
