#include "tools/run/read_runs.h"

#include <cstdio>
#include <filesystem>
#include <iterator>
#include <system_error>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "reports/diff/run_store.h"
#include "reports/gate/expectation.h"
#include "reports/gate/known.h"
#include "reports/site/case_source.h"
#include "reports/words/show.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/record/run_facts.h"
#include "tools/run/archive.h"

namespace wgsync {

absl::StatusOr<std::vector<Run>> OpenRuns(const std::string& folder,
                                          Changed changed) {
  std::vector<Run> runs;
  std::error_code error;
  if (std::filesystem::exists(folder, error) &&
      !std::filesystem::is_directory(folder, error)) {
    ASSIGN_OR_RETURN(Run run, ReadArchive(folder));
    runs.push_back(std::move(run));
  } else {
    ASSIGN_OR_RETURN(runs, ReadRuns(folder));
  }
  for (Run& run : runs) {
    run.running = !run.finished && IsWritten(run.folder);
    const absl::Status s = CheckUnchanged(run);
    if (s.ok()) continue;
    if (changed == Changed::kRefused) return s;
    std::fprintf(stderr, "wgsync: note: %s\n",
                 std::string(s.message()).c_str());
  }
  return runs;
}

absl::StatusOr<Run> ReadOneRun(const std::string& folder, Changed changed) {
  ASSIGN_OR_RETURN(std::vector<Run> runs, OpenRuns(folder, changed));
  if (runs.size() == 1) return std::move(runs.front());
  // One log of several devices has one folder, which would not tell them apart.
  if (runs.front().folder == runs.back().folder) {
    return absl::InvalidArgumentError(absl::StrCat(
        runs.front().folder, ": its log is of ", runs.size(), " devices: ",
        absl::StrJoin(runs, ", ",
                      [](std::string* out, const Run& run) {
                        out->append(RunDeviceName(run));
                      }),
        "; this command takes a run of one device"));
  }
  return absl::InvalidArgumentError(absl::StrCat(
      folder, ": holds ", runs.size(), " runs; name one of them: ",
      absl::StrJoin(runs, ", ", [](std::string* out, const Run& run) {
        out->append(run.folder);
      })));
}

absl::StatusOr<std::vector<Run>> ReadOneRunEach(
    absl::Span<const std::string> folders, Changed changed) {
  std::vector<Run> runs;
  for (const std::string& folder : folders) {
    ASSIGN_OR_RETURN(Run run, ReadOneRun(folder, changed));
    runs.push_back(std::move(run));
  }
  return runs;
}

absl::StatusOr<std::vector<Run>> ReadAllRuns(
    absl::Span<const std::string> folders, Changed changed) {
  std::vector<Run> runs;
  for (const std::string& folder : folders) {
    ASSIGN_OR_RETURN(std::vector<Run> some, OpenRuns(folder, changed));
    absl::c_move(some, std::back_inserter(runs));
  }
  return runs;
}

absl::StatusOr<std::vector<FoundCase>> FindCasesOf(absl::Span<const Run> runs,
                                                   const std::string& pattern) {
  absl::Status none;
  std::vector<FoundCase> found;
  for (const Run& run : runs) {
    const absl::StatusOr<std::vector<const CaseResult*>> cases =
        FindCases(run, pattern);
    if (!cases.ok()) {
      none = cases.status();
      continue;
    }
    for (const CaseResult* result : *cases) found.push_back({&run, result});
  }
  if (found.empty()) return none;
  return found;
}

absl::StatusOr<SiteOptions> ReadSiteOptions(
    const std::vector<std::string>& expectations) {
  SiteOptions options;
  options.source_of = SourceOfCase;
  ASSIGN_OR_RETURN(options.expectations,
                   ReadDeviceExpectations(expectations, Today()));
  return options;
}

}  // namespace wgsync
