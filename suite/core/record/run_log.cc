#include "suite/core/record/run_log.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "nlohmann/json.hpp"
#include "suite/core/base/errno_status.h"
#include "suite/core/base/fields_json.h"
#include "suite/core/base/parse_json.h"
#include "suite/core/base/sha256.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/base/write_file.h"
#include "suite/core/record/log_file.h"
#include "suite/core/record/variables.h"

namespace wgsync {
namespace {

using nlohmann::json;

constexpr char kFix[] = "name another folder";

// Writes all of `line` at the end of the file with one call, or nothing.
absl::Status WriteWhole(int fd, const std::string& path,
                        const std::string& line) {
  off_t before = lseek(fd, 0, SEEK_END);
  ssize_t wrote;
  do {
    wrote = write(fd, line.data(), line.size());
  } while (wrote < 0 && errno == EINTR);
  if (wrote == static_cast<ssize_t>(line.size())) return absl::OkStatus();
  // A short write is a full disk (or a limit); what is there of it would make
  // the next line unreadable.
  int error = wrote < 0 ? errno : ENOSPC;
  if (before >= 0 && ftruncate(fd, before) != 0) error = errno;
  return Errno(error, path, "cannot write a line",
               "make room, then `wgsync run --resume`");
}

// After a crash of the machine the log must still be found in its folder.
absl::Status SyncFolder(const std::string& folder) {
  const int fd = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const bool synced = fd >= 0 && (fsync(fd) == 0 || errno == EINVAL);
  const absl::Status s =
      synced ? absl::OkStatus()
             : Errno(errno, folder, "cannot bring it to the disk", kFix);
  if (fd >= 0) close(fd);
  return s;
}

// A log is shown to others: it does not tell whose it is.
std::string LineOf(json line) {
  RemoveHome(HomeFolder(), &line);
  // Drivers' strings and build logs need not be UTF-8.
  return JsonText(line);
}

// Some file systems have no locks.
bool IsLocked(int fd, int how) {
  return flock(fd, how | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}

// One writer a run. The lock goes with the process.
absl::Status LockLog(int fd, const std::string& path) {
  if (!IsLocked(fd, LOCK_EX)) return absl::OkStatus();
  return absl::FailedPreconditionError(absl::StrCat(
      path, ": another wgsync is writing this run; wait for its end"));
}

}  // namespace

std::string SealOf(json finished) {
  finished.erase("seal");
  return Sha256(finished.dump(-1, ' ', false, json::error_handler_t::replace));
}

json ContextJson(const RunHeader& header) {
  json line = FieldsToJson(header);
  line["kind"] = "context";
  line["schema"] = kRunLogSchema;
  return line;
}

bool IsWritten(const std::string& folder) {
  const int fd =
      open(LogPath(folder).c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  const bool is = IsLocked(fd, LOCK_SH);
  if (fd >= 0) close(fd);
  return is;
}

absl::StatusOr<std::unique_ptr<RunLogWriter>> RunLogWriter::Create(
    const std::string& folder, const RunHeader& header) {
  const std::string path = LogPath(folder);
  RETURN_IF_ERROR(MakeFolders(folder, kFix));
  // Under another name until the context is in it.
  const std::string part = absl::StrCat(path, ".", getpid());
  unlink(part.c_str());  // of a process that was killed, and had this number
  int fd = open(part.c_str(),
                O_CREAT | O_EXCL | O_WRONLY | O_APPEND | O_CLOEXEC, 0666);
  if (fd < 0) return Errno(errno, folder, "cannot write there", kFix);
  std::unique_ptr<RunLogWriter> writer(new RunLogWriter(fd, folder));
  absl::Status status = LockLog(fd, path);
  if (status.ok()) {
    status = writer->AppendLine(ContextJson(header), /*sync=*/true);
  }
  // No log that is there is replaced. Some file systems have no hard links.
  if (status.ok() && link(part.c_str(), path.c_str()) != 0 &&
      renameat2(AT_FDCWD, part.c_str(), AT_FDCWD, path.c_str(),
                RENAME_NOREPLACE) != 0) {
    status = errno == EEXIST
                 ? absl::AlreadyExistsError(absl::StrCat(
                       path,
                       ": holds a run already; name another folder, or "
                       "go on with `wgsync run --resume`"))
                 : Errno(errno, path, "cannot write it", kFix);
  }
  unlink(part.c_str());
  RETURN_IF_ERROR(status);
  RETURN_IF_ERROR(SyncFolder(folder));
  return writer;
}

absl::StatusOr<std::unique_ptr<RunLogWriter>> RunLogWriter::Resume(
    const std::string& folder) {
  const std::string path = LogPath(folder);
  RETURN_IF_ERROR(ParseLog(folder).status());
  const int fd =
      open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW);
  if (fd < 0) {
    return Errno(errno, path, "cannot write it",
                 errno == ELOOP ? "put the log itself in place of the link"
                                : "mend its permissions");
  }
  std::unique_ptr<RunLogWriter> writer(new RunLogWriter(fd, folder));
  RETURN_IF_ERROR(LockLog(fd, path));
  return writer;
}

absl::Status RunLogWriter::GoOn(const std::string& boot_id) {
  ASSIGN_OR_RETURN(const ParsedLog log, ParseLog(folder_));
  const std::string& truncated = log.runs.front().truncated;
  if (!truncated.empty() && ftruncate(fd_, log.whole_bytes) != 0) {
    return Errno(errno, path_, "cannot drop its truncated last line",
                 "remove that line");
  }
  RETURN_IF_ERROR(AppendLine({{"kind", "resumed"},
                              {"boot_id", boot_id},
                              {"unix_ns", absl::GetCurrentTimeNanos()}},
                             /*sync=*/false));
  if (truncated.empty()) return absl::OkStatus();
  return Note(absl::StrCat("dropped a truncated last line of ",
                           truncated.size(),
                           " bytes: ", truncated.substr(0, 80)));
}

RunLogWriter::RunLogWriter(int fd, std::string folder)
    : fd_(fd), folder_(std::move(folder)), path_(LogPath(folder_)) {}

RunLogWriter::~RunLogWriter() { close(fd_); }

absl::Status RunLogWriter::AppendLine(const json& line, bool sync) {
  RETURN_IF_ERROR(WriteWhole(fd_, path_, LineOf(line)));
  // EINVAL: a file system that cannot.
  if (sync && fdatasync(fd_) != 0 && errno != EINVAL) {
    return Errno(errno, path_, "cannot bring it to the disk",
                 "mend the disk or name another folder");
  }
  return absl::OkStatus();
}

absl::Status RunLogWriter::Started(absl::string_view case_id,
                                   const std::string& boot_id, bool sync) {
  return AppendLine({{"kind", "started"},
                     {"case", std::string(case_id)},
                     {"boot_id", boot_id},
                     {"unix_ns", absl::GetCurrentTimeNanos()},
                     {"unbounded", sync}},
                    sync);
}

absl::Status RunLogWriter::Launch(json record) {
  record["kind"] = "launch";
  return AppendLine(record, /*sync=*/false);
}

absl::Status RunLogWriter::Kernel(absl::string_view path,
                                  absl::string_view text) {
  return AppendLine({{"kind", "kernel"},
                     {"path", std::string(path)},
                     {"sha256", Sha256(text)},
                     {"text", std::string(text)}},
                    /*sync=*/false);
}

absl::Status RunLogWriter::Append(const CaseResult& result) {
  json line = ToJson(result);
  line["kind"] = "verdict";
  line["case"] = result.id;
  return AppendLine(line, /*sync=*/false);
}

absl::Status RunLogWriter::Note(absl::string_view text) {
  return AppendLine({{"kind", "note"}, {"text", std::string(text)}},
                    /*sync=*/false);
}

absl::Status RunLogWriter::Finished(int exit_code) {
  return Finished(exit_code, json(), 0);
}

absl::Status RunLogWriter::Finished(int exit_code, const json& times,
                                    double seconds) {
  ASSIGN_OR_RETURN(const FileDigest before, Sha256OfFile(path_));
  json line = {{"kind", "finished"}, {"unix_ns", absl::GetCurrentTimeNanos()},
               {"exit", exit_code},  {"times", times},
               {"seconds", seconds}, {"digest", before.sha256}};
  line["seal"] = SealOf(line);
  return AppendLine(line, /*sync=*/true);
}

}  // namespace wgsync
