#include "reports/diff/run_store.h"

#include <unistd.h>

#include <filesystem>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "nlohmann/json.hpp"
#include "reports/diff/driver_facts.h"
#include "reports/render/text.h"
#include "reports/render/text_file.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/record/run_facts.h"

namespace wgsync {
namespace {

namespace fs = std::filesystem;

absl::Status CannotWrite(const std::string& path,
                         const std::error_code& error) {
  return absl::PermissionDeniedError(
      absl::StrCat(path, ": cannot write there: ", error.message(),
                   "; name another folder with --store"));
}

}  // namespace

std::string RunId(const Run& run) {
  const absl::Time began_at = absl::FromUnixSeconds(RunBegan(run) / 1000000000);
  return absl::StrCat(
      absl::FormatTime("%Y%m%dT%H%M%SZ", began_at, absl::UTCTimeZone()), "-",
      run.digest.substr(0, 8));
}

std::string StorePath(const Run& run) {
  return absl::StrCat(DeviceKey(run), "/", DriverKey(run), "/", RunId(run));
}

absl::Status CheckUnchanged(const Run& run) {
  if (run.intact) return absl::OkStatus();
  return absl::FailedPreconditionError(absl::StrCat(
      run.folder, "/", kRunLogFile, ": its digest does not fit: ", kChangedText,
      "; take it anew from where it was made, or run again"));
}

absl::Status CheckIntegrity(const Run& run) {
  const std::string path = absl::StrCat(run.folder, "/", kRunLogFile);
  if (!run.finished || !run.truncated.empty()) {
    return absl::FailedPreconditionError(
        absl::StrCat(path,
                     ": this run was cut short; end it with `wgsync run "
                     "--resume ",
                     ShellQuote(run.folder), "` first"));
  }
  return CheckUnchanged(run);
}

absl::StatusOr<Imported> ImportRun(const Run& run, const std::string& store) {
  RETURN_IF_ERROR(CheckIntegrity(run));
  Imported imported;
  imported.without_digest = !run.sealed;
  imported.folder = absl::StrCat(store, "/", StorePath(run));
  if (HasRunLog(imported.folder)) {
    imported.was_there = true;
    absl::StatusOr<Run> there = ReadRun(imported.folder);
    if (there.ok() && there->digest == run.digest) return imported;
    return absl::FailedPreconditionError(absl::StrCat(
        imported.folder,
        ": holds a log of this run that is not the same; delete it, then "
        "import again"));
  }
  std::error_code error;
  fs::create_directories(imported.folder, error);
  if (error) return CannotWrite(imported.folder, error);
  ASSIGN_OR_RETURN(const std::string log, LogText(run));
  RETURN_IF_ERROR(WriteRunFile(imported.folder, kRunLogFile, log,
                               "name another folder with --store"));
  absl::StatusOr<Run> copy = ReadRun(imported.folder);
  if (copy.ok() && copy->digest == run.digest) return imported;
  fs::remove(absl::StrCat(imported.folder, "/", kRunLogFile), error);
  return absl::FailedPreconditionError(absl::StrCat(
      run.folder, ": was written while it was imported; import it again"));
}

absl::StatusOr<Imported> ImportShards(const Shards& shards,
                                      const std::string& store) {
  ASSIGN_OR_RETURN(const std::string log, JoinShards(shards));
  const std::string folder = absl::StrCat(store, "/.joined.", getpid());
  std::error_code error;
  fs::create_directories(folder, error);
  const absl::Status written = WriteRunFile(folder, kRunLogFile, log,
                                            "name another folder with --store");
  const absl::StatusOr<Run> run =
      written.ok() ? ReadRun(folder) : absl::StatusOr<Run>(written);
  absl::StatusOr<Imported> imported =
      run.ok() ? ImportRun(*run, store)
               : absl::StatusOr<Imported>(run.status());
  fs::remove_all(folder, error);
  return imported;
}

}  // namespace wgsync
