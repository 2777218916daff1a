#include "tools/run/run_folder.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "reports/render/text.h"
#include "suite/core/base/clean_text.h"
#include "suite/core/base/errno_status.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/base/write_file.h"
#include "tools/run/device_list.h"
#include "tools/run/interrupt.h"
#include "tools/run/live_line.h"

namespace wgsync {

std::string NewRunFolder() {
  const std::string now =
      absl::FormatTime("%Y%m%dT%H%M%SZ", absl::Now(), absl::UTCTimeZone());
  return UnusedName(absl::StrCat("wgsync-runs/", now),
                    [](const std::string& folder) {
                      std::error_code ignored;
                      return std::filesystem::exists(folder, ignored);
                    });
}

absl::StatusOr<std::string> NewestRunFolder() {
  std::string newest;
  std::error_code error;
  for (const auto& entry :
       std::filesystem::directory_iterator("wgsync-runs", error)) {
    const std::string name = entry.path().filename().string();
    if (absl::ascii_isdigit(name[0])) newest = std::max(newest, name);
  }
  if (!newest.empty()) return "wgsync-runs/" + newest;
  return absl::NotFoundError(
      "wgsync-runs: there is no run yet; name a RUN, or make one with `wgsync "
      "run`");
}

absl::Status MakeRunFolder(const std::string& folder) {
  // Commands to paste and logs have it.
  if (CleanText(folder) != folder) {
    return BadInput("--out ", CleanLine(folder),
                    ": the name has control characters or bytes that are not "
                    "UTF-8; name another folder");
  }
  constexpr char kFix[] = "name another folder with --out";
  RETURN_IF_ERROR(MakeFolders(folder, kFix));
  if (access(folder.c_str(), W_OK | X_OK) == 0) return absl::OkStatus();
  return Errno(errno, folder, "cannot write there", kFix);
}

absl::StatusOr<RunSummary> RunShown(RunOptions options) {
  Progress progress;
  progress.Follow(Counted(options.cases.size(), "case"), &options);
  options.on_busy = [&](const std::string& note) {
    progress.Clear();
    std::fprintf(stderr, "note: %s\n", note.c_str());
  };
  options.on_result = [&](const CaseResult& r, size_t done, size_t total) {
    progress.Result(r, done, total);
  };
  return RunDevice(options);
}

absl::StatusOr<Run> RunHere(const std::string& device, RunOptions options,
                            const std::string& folder) {
  ASSIGN_OR_RETURN(options.device, FindOneDevice(device));
  RETURN_IF_ERROR(MakeRunFolder(folder));
  options.folder = absl::StrCat(folder, "/", options.device.slug);
  LeaveWithMessage(
      absl::StrCat("\nwgsync: interrupted; to resume: wgsync run --resume ",
                   ShellQuote(options.folder), "\n"));
  RETURN_IF_ERROR(RunShown(options).status());
  return ReadRun(options.folder);
}

}  // namespace wgsync
