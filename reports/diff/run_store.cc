#include "reports/diff/run_store.h"

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "reports/diff/driver_facts.h"
#include "reports/matrix/matrix_model.h"
#include "reports/render/text.h"
#include "suite/core/base/sha256.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/base/write_file.h"
#include "suite/core/record/run_facts.h"

namespace wgsync {
namespace {

constexpr char kFix[] = "name another folder with --store";

// `text` is the run's log.
absl::StatusOr<Imported> ImportLog(const Run& run, const std::string& text,
                                   const std::string& store) {
  Imported imported;
  imported.without_digest = !run.sealed;
  imported.folder = absl::StrCat(store, "/", StorePath(run));
  RETURN_IF_ERROR(MakeFolders(imported.folder, kFix));
  const absl::StatusOr<std::string> there = ReadLogText(imported.folder);
  if (there.ok()) {
    imported.was_there = true;
    if (*there == text) return imported;
    return absl::FailedPreconditionError(absl::StrCat(
        imported.folder,
        ": holds a log of this run that is not the same; delete it, then "
        "import again"));
  }
  if (!absl::IsNotFound(there.status())) return there.status();
  RETURN_IF_ERROR(WriteTextFile(absl::StrCat(imported.folder, "/", kRunLogFile),
                                text, kFix));
  return imported;
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
        IsTried(run)
            ? absl::StrCat(path, ": was cut short; ", ResumeText(run))
            : absl::StrCat(path,
                           ": this run was cut short; end it with `wgsync run "
                           "--resume ",
                           ShellQuote(run.folder), "` first"));
  }
  return CheckUnchanged(run);
}

absl::StatusOr<Imported> ImportRun(const Run& run, const std::string& store) {
  RETURN_IF_ERROR(CheckIntegrity(run));
  ASSIGN_OR_RETURN(const std::string text, LogText(run));
  if (Sha256(text) == run.digest) return ImportLog(run, text, store);
  return absl::FailedPreconditionError(absl::StrCat(
      run.folder, ": was written while it was imported; import it again"));
}

absl::StatusOr<Imported> ImportShards(const Shards& shards,
                                      const std::string& store) {
  ASSIGN_OR_RETURN(const std::string log, JoinShards(shards));
  ASSIGN_OR_RETURN(const Run run, ParseRun(log, store));
  RETURN_IF_ERROR(CheckIntegrity(run));
  return ImportLog(run, log, store);
}

}  // namespace wgsync
