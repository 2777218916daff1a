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
namespace {

namespace fs = std::filesystem;

// The files of a folder that begin as archives do, by name.
std::vector<std::string> ArchivesIn(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code error;
  for (const fs::directory_entry& entry :
       fs::directory_iterator(folder, error)) {
    std::error_code unknown;
    if (entry.is_regular_file(unknown) && IsArchive(entry.path())) {
      files.push_back(entry.path());
    }
  }
  absl::c_sort(files);
  return files;
}

}  // namespace

absl::StatusOr<std::vector<Run>> OpenRuns(const std::string& folder,
                                          Changed changed) {
  std::vector<std::string> archives;
  absl::StatusOr<std::vector<Run>> found;
  std::error_code error;
  if (fs::exists(folder, error) && !fs::is_directory(folder, error)) {
    archives = {folder};
  } else if (found = ReadRuns(folder); absl::IsNotFound(found.status())) {
    archives = ArchivesIn(folder);
  }
  if (archives.empty()) RETURN_IF_ERROR(found.status());
  std::vector<Run> runs;
  if (archives.empty()) runs = *std::move(found);
  for (const std::string& archive : archives) {
    ASSIGN_OR_RETURN(Run run, ReadArchive(archive));
    runs.push_back(std::move(run));
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
