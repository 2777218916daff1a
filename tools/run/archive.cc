#include "tools/run/archive.h"

#include <zlib.h>

#include <cerrno>
#include <cstring>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "reports/diff/join_shards.h"
#include "reports/diff/run_store.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/record/variables.h"

namespace wgsync {
absl::Status WriteArchive(const Run& run, const std::string& file) {
  RETURN_IF_ERROR(CheckIntegrity(run));
  ASSIGN_OR_RETURN(const std::string log, LogText(run));
  // The log's writer leaves it out; a driver's own text may have it.
  const std::string home = HomeFolder();
  if (!home.empty() && absl::StrContains(log, home)) {
    return absl::FailedPreconditionError(absl::StrCat(
        run.folder, ": its log has your home folder, ", home, "; run again"));
  }
  // Not over a file that is there.
  const gzFile out = gzopen(file.c_str(), "wbxe");
  const bool wrote = out != nullptr && gzwrite(out, log.data(), log.size()) > 0;
  const int error = errno;
  if (out != nullptr && gzclose(out) == Z_OK && wrote) return absl::OkStatus();
  return absl::PermissionDeniedError(
      absl::StrCat(file, ": cannot write it: ", std::strerror(error),
                   "; name another file"));
}

absl::StatusOr<Run> ReadArchive(const std::string& file) {
  const gzFile in = gzopen(file.c_str(), "rbe");
  if (in == nullptr) {
    return absl::InvalidArgumentError(
        absl::StrCat(file, ": cannot read it: ", std::strerror(errno)));
  }
  std::string log;
  char buffer[1 << 16];
  int got;
  while ((got = gzread(in, buffer, sizeof(buffer))) > 0 &&
         log.size() < kMostLogBytes) {
    log.append(buffer, static_cast<size_t>(got));
  }
  const bool is_archive = gzdirect(in) == 0;
  const bool whole = gzclose(in) == Z_OK && got == 0;
  if (!is_archive) {
    return absl::InvalidArgumentError(absl::StrCat(
        file,
        ": neither a folder that `wgsync run` wrote nor an archive; make "
        "one with `wgsync export RUN -o FILE.gz`"));
  }
  if (whole) return ParseRun(log, file);
  return absl::DataLossError(absl::StrCat(
      file, ": the archive is cut short or damaged; fetch it again"));
}

}  // namespace wgsync
