#include "tools/run/collect.h"

#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <system_error>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "reports/diff/build_events.h"
#include "reports/diff/join_shards.h"
#include "reports/diff/run_store.h"
#include "reports/render/text.h"
#include "suite/core/base/read_file.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/base/write_file.h"
#include "suite/worker/scratch_folder.h"
#include "tools/run/child.h"

namespace wgsync {
namespace {

namespace fs = std::filesystem;

constexpr char kFix[] = "name another folder with --store";
// A build of thousands of tests has some tens of megabytes.
constexpr size_t kMostEventBytes = size_t{1} << 30;
constexpr double kUnzipSeconds = 120;
// Of a test's outputs, unzipped: a run of the full tier has some tens.
constexpr uint64_t kMostUnzippedMiB = 1024;

// What Bazel says about the test, with where it ran.
std::string Said(const DeviceTest& test) {
  return absl::StrCat(
      "Bazel: ", test.status,
      test.reason.empty() ? "" : absl::StrCat(", ", test.reason), "; device ",
      test.device,
      test.worker.empty() ? ", worker not known"
                          : absl::StrCat(", worker ", test.worker));
}

// A column without a verdict: such a test is seen, not missed.
Run LostRun(const DeviceTest& test, const std::string& why) {
  const std::string name = absl::StrCat("lost: ", DeviceTestName(test));
  Run run;
  run.folder = name;
  run.finished = true;
  run.header.devices[0].device.full_name = name;
  run.notes = {absl::StrCat("lost: ", why, " (", Said(test), ")")};
  return run;
}

absl::Status Unreadable(const std::string& zip, int exit_code) {
  return absl::DataLossError(
      absl::StrCat(zip, ": unzip cannot read it (exit code ", exit_code, ")"));
}

// Unzips into `folder`, unless the archive declares too many bytes, or has a
// file of too many.
absl::Status Unzip(const std::string& zip, const std::string& folder) {
  RETURN_IF_ERROR(MakeFolders(folder, kFix));
  const std::string totals = folder + ".totals";
  ASSIGN_OR_RETURN(const int listed,
                   RunChild({"unzip", "-Zt", zip}, totals, kUnzipSeconds));
  // "3 files, 1234 bytes uncompressed, 567 bytes compressed:  54.1%"
  const std::string line = ReadIfThere(totals);
  const std::vector<absl::string_view> words =
      absl::StrSplit(line, ' ', absl::SkipEmpty());
  uint64_t bytes = 0;
  if (listed != 0 || words.size() < 3 || !absl::SimpleAtoi(words[2], &bytes)) {
    return Unreadable(zip, listed);
  }
  if (bytes >> 20 >= kMostUnzippedMiB) {
    return absl::DataLossError(absl::StrCat(zip, ": has ", bytes >> 20,
                                            " MiB of files; at most ",
                                            kMostUnzippedMiB, " are unpacked"));
  }
  // It may declare less than it has. ulimit counts 512 bytes.
  ASSIGN_OR_RETURN(
      const int ended,
      RunChild({"sh", "-c", "ulimit -f $1; exec unzip -q -o \"$2\" -d \"$3\"",
                "sh", absl::StrCat(kMostUnzippedMiB * 2048), zip, folder},
               "/dev/null", kUnzipSeconds));
  return ended == 0 ? absl::OkStatus() : Unreadable(zip, ended);
}

// The whole runs among the test's outputs, unzipped below `folder`.
absl::StatusOr<std::vector<Run>> RunsOf(const DeviceTest& test,
                                        const std::string& folder) {
  std::string outputs = test.outputs;
  std::error_code error;
  if (outputs.empty() || !fs::exists(outputs, error)) {
    return absl::NotFoundError(
        "it left no outputs here; if it has ended, have Bazel fetch them and "
        "say where: --remote_download_outputs=all "
        "--nobuild_event_json_file_path_conversion");
  }
  if (absl::EndsWith(outputs, ".zip")) {
    RETURN_IF_ERROR(Unzip(outputs, folder));
    outputs = folder;
  }
  ASSIGN_OR_RETURN(std::vector<Run> runs, ReadRuns(outputs));
  for (const Run& run : runs) {
    if (!run.finished) {
      return absl::DataLossError(absl::StrCat(
          "the run was cut short after ", Counted(run.results.size(), "case")));
    }
    RETURN_IF_ERROR(CheckIntegrity(run));
  }
  return runs;
}

absl::StatusOr<Run> Take(const Shards& parts, const std::string& store) {
  ASSIGN_OR_RETURN(const Imported imported,
                   parts.size() == 1 && parts[0]->header.part.whole()
                       ? ImportRun(*parts[0], store)
                       : ImportShards(parts, store));
  return ReadRun(imported.folder);
}

}  // namespace

absl::StatusOr<Collected> CollectRuns(const std::string& build_events,
                                      const std::string& store) {
  ASSIGN_OR_RETURN(
      const std::string text,
      ReadRegularFile(
          build_events,
          "name the file that `bazel test --build_event_json_file=FILE` wrote",
          kMostEventBytes));
  ASSIGN_OR_RETURN(const std::vector<DeviceTest> tests,
                   DeviceTestsOf(text, build_events));
  const ScratchFolder scratch(absl::StrCat(store, "/.collected.", getpid()));
  RETURN_IF_ERROR(MakeFolders(scratch.path(), kFix));
  std::vector<Run> whole, lost;
  for (size_t i = 0; i < tests.size(); ++i) {
    const DeviceTest& test = tests[i];
    absl::StatusOr<std::vector<Run>> runs =
        RunsOf(test, absl::StrCat(scratch.path(), "/", i));
    if (runs.ok()) {
      absl::c_move(*runs, std::back_inserter(whole));
    } else {
      lost.push_back(LostRun(test, std::string(runs.status().message())));
    }
  }
  Collected collected;
  for (const Shards& parts : PartsOfRuns(whole)) {
    ASSIGN_OR_RETURN(Run run, Take(parts, store));
    collected.runs.push_back(std::move(run));
  }
  collected.lost = lost.size();
  absl::c_move(lost, std::back_inserter(collected.runs));
  return collected;
}

}  // namespace wgsync
