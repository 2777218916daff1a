#include "suite/core/record/run_log.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "suite/core/base/parse_json.h"
#include "suite/core/base/sha256.h"
#include "suite/core/record/run_again.h"

namespace wgsync {
namespace {

using nlohmann::json;

// The log as parsed, and how many of its bytes are whole lines.
struct ParsedLog {
  Run run;
  size_t whole_bytes = 0;
};

std::string LogPath(const std::string& folder) {
  return absl::StrCat(folder, "/", kRunLogFile);
}

absl::Status Errno(int error, absl::string_view path, absl::string_view what,
                   absl::string_view mend) {
  return absl::Status(
      absl::ErrnoToStatusCode(error),
      absl::StrCat(path, ": ", what, ": ", std::strerror(error), "; ", mend));
}

absl::Status BadLine(absl::string_view path, int line, absl::string_view what,
                     absl::string_view mend) {
  return absl::InvalidArgumentError(
      absl::StrCat(path, ":", line, ": ", what, "; ", mend));
}

// Runs of this schema and later ones end with a digest.
constexpr int kFirstSealedSchema = 2;
constexpr char kMendRemove[] = "remove this line, or run again";
constexpr char kMendAgain[] = "delete the folder and run again";

int64_t NowNanoseconds() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

// "" where the field is missing or no string.
std::string StringField(const json& object, const char* name) {
  auto it = object.find(name);
  if (it == object.end() || !it->is_string()) return "";
  return it->get<std::string>();
}

absl::StatusOr<std::string> ReadFile(const std::string& path) {
  int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) {
    int error = errno;
    return Errno(error, path, "cannot read it",
                 error == ENOENT
                     ? "name a folder that `wgsync run` wrote, or one that "
                       "holds such folders"
                     : "mend its permissions");
  }
  std::string text;
  char buffer[1 << 16];
  ssize_t got;
  while ((got = read(fd, buffer, sizeof(buffer))) != 0) {
    if (got > 0) {
      text.append(buffer, got);
    } else if (errno != EINTR) {
      int error = errno;
      close(fd);
      return Errno(error, path, "cannot read it", "mend the file or the disk");
    }
  }
  close(fd);
  return text;
}

// Takes the lines of one log in order.
class LogParser {
 public:
  LogParser(std::string path, Run* run) : path_(std::move(path)), run_(run) {}

  // `text` is the line's, `before` all that is before the line. Both must
  // outlive this.
  absl::Status Take(const json& line, int number, absl::string_view text,
                    absl::string_view before) {
    std::string kind = StringField(line, "kind");
    if (kind.empty()) return BadLine(path_, number, "no \"kind\"", kMendRemove);
    if (number == 1) return TakeContext(line, kind);
    if (kind == "started") return TakeStarted(line, number);
    if (kind == "launch") TakeLaunch(line, text);
    if (kind == "verdict") return TakeVerdict(line, number);
    if (kind == "note") run_->notes.push_back(StringField(line, "text"));
    if (kind == "finished") TakeFinished(line, before);
    if (kind == "resumed") run_->finished = false;
    if (kind == "context") {
      return BadLine(path_, number, "a second context: two runs in one file",
                     "part them into two folders");
    }
    return absl::OkStatus();
  }

 private:
  absl::Status TakeContext(const json& line, const std::string& kind) {
    auto schema = line.find("schema");
    if (kind != "context" || schema == line.end() ||
        !schema->is_number_integer()) {
      return BadLine(path_, 1, "does not begin with the context of a run",
                     "name the log of a run of wgsync");
    }
    int64_t version = schema->get<int64_t>();
    if (version > kRunLogSchema) {
      return BadLine(path_, 1,
                     absl::StrCat("made by a newer wgsync (schema ", version,
                                  ", this one reads ", kRunLogSchema, ")"),
                     "use that wgsync");
    }
    if (version < 1) {
      return BadLine(path_, 1, absl::StrCat("unknown schema ", version),
                     kMendAgain);
    }
    run_->context = line;
    run_->schema = static_cast<int>(version);
    return absl::OkStatus();
  }

  void TakeFinished(const json& line, absl::string_view before) {
    run_->finished = true;
    const std::string digest = StringField(line, "digest");
    run_->sealed = !digest.empty();
    // A digest that was taken out is no older schema.
    const bool due = run_->sealed || run_->schema >= kFirstSealedSchema;
    if (due && digest != Sha256(before)) run_->intact = false;
  }

  absl::Status TakeStarted(const json& line, int number) {
    std::string id = StringField(line, "case");
    if (id.empty()) {
      return BadLine(path_, number, "started without a case", kMendRemove);
    }
    run_->unfinished[id] = StringField(line, "boot_id");
    return absl::OkStatus();
  }

  void TakeLaunch(const json& line, absl::string_view text) {
    const auto number = line.find("number");
    if (number == line.end() || !number->is_number_unsigned()) return;
    const uint64_t n = number->get<uint64_t>();
    launches_[n] = text;
    run_->last_launch = std::max(run_->last_launch, n);
  }

  absl::Status TakeVerdict(const json& line, int number) {
    CaseResult result;
    std::string error;
    if (!FromJson(line, &result, &error)) {
      return BadLine(path_, number, absl::StrCat("not a verdict: ", error),
                     kMendRemove);
    }
    run_->unfinished.erase(result.id);
    for (uint64_t n : result.launches) {
      const auto launch = launches_.find(n);
      if (launch != launches_.end()) {
        run_->launches.try_emplace(n, ParseJson(launch->second));
      }
    }
    auto [seen, is_new] = seen_.try_emplace(result.id, Seen{number, 0});
    if (is_new) {
      seen->second.index = run_->results.size();
      run_->results.push_back(std::move(result));
      return absl::OkStatus();
    }
    CaseResult& before = run_->results[seen->second.index];
    if (before.verdict.kind != VerdictKind::kLost &&
        !RunsAgain(before.verdict)) {
      return BadLine(path_, number,
                     absl::StrCat("a second verdict for ", result.id,
                                  ", the first is in line ", seen->second.line),
                     "remove one of them");
    }
    before = std::move(result);
    return absl::OkStatus();
  }

  struct Seen {
    int line;
    size_t index;
  };
  std::string path_;
  Run* run_;
  std::map<std::string, Seen> seen_;
  // Most have no reader: they stay text until a verdict names them.
  std::map<uint64_t, absl::string_view> launches_;
};

absl::StatusOr<ParsedLog> ParseText(absl::string_view text,
                                    const std::string& folder) {
  const std::string path = LogPath(folder);
  ParsedLog log;
  log.run.folder = folder;
  LogParser parser(path, &log.run);
  int number = 0;
  while (log.whole_bytes < text.size()) {
    ++number;
    size_t newline = text.find('\n', log.whole_bytes);
    bool has_newline = newline != absl::string_view::npos;
    size_t end = has_newline ? newline : text.size();
    const absl::string_view line_text =
        text.substr(log.whole_bytes, end - log.whole_bytes);
    json line = ParseJson(line_text);
    if (!has_newline || !line.is_object()) {
      bool last = !has_newline || newline + 1 == text.size();
      if (!last) return BadLine(path, number, "not a JSON object", kMendRemove);
      log.run.truncated = std::string(text.substr(log.whole_bytes));
      break;
    }
    absl::Status status =
        parser.Take(line, number, line_text, text.substr(0, log.whole_bytes));
    if (!status.ok()) return status;
    log.whole_bytes = newline + 1;
  }
  if (log.run.context.is_null()) {
    return BadLine(path, 1,
                   "the run ended before it had written down what it runs",
                   kMendAgain);
  }
  log.run.digest = Sha256(text);
  return log;
}

absl::StatusOr<ParsedLog> ParseLog(const std::string& folder) {
  absl::StatusOr<std::string> text = ReadFile(LogPath(folder));
  if (!text.ok()) return text.status();
  return ParseText(*text, folder);
}

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
  if (before >= 0 && wrote > 0 && ftruncate(fd, before) != 0) error = errno;
  return Errno(error, path, "cannot write a line",
               "make room, then `wgsync run --resume`");
}

// After a crash of the machine the log must still be found in its folder.
void SyncFolder(const std::string& folder) {
  int fd = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return;
  fsync(fd);
  close(fd);
}

std::string LineOf(const json& line) {
  // Drivers' strings and build logs need not be UTF-8.
  return line.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
}

// One writer a run. The lock goes with the process.
absl::Status LockLog(int fd, const std::string& path) {
  if (flock(fd, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) {
    return absl::OkStatus();  // some file systems have no locks
  }
  return absl::FailedPreconditionError(absl::StrCat(
      path, ": another wgsync is writing this run; wait for its end"));
}

// A store has device, driver and run below it.
constexpr int kDeepestStore = 3;

// The folders of runs in `folder`, at most `depth` below it.
absl::Status FindRunLogs(const std::string& folder, int depth,
                         std::vector<std::string>* folders) {
  if (HasRunLog(folder)) {
    folders->push_back(folder);
    return absl::OkStatus();
  }
  std::error_code error;
  std::filesystem::directory_iterator it(folder, error);
  if (error) {
    return Errno(error.value(), folder, "cannot read the folder",
                 "name a folder that `wgsync run` wrote");
  }
  for (; !error && it != std::filesystem::directory_iterator();
       it.increment(error)) {
    // A link may lead back up.
    std::error_code unknown;
    if (HasRunLog(it->path().string())) {
      folders->push_back(it->path());
    } else if (depth > 1 && !it->is_symlink(unknown) &&
               it->is_directory(unknown)) {
      absl::Status status = FindRunLogs(it->path(), depth - 1, folders);
      if (!status.ok()) return status;
    }
  }
  return absl::OkStatus();
}

}  // namespace

bool HasRunLog(const std::string& folder) {
  struct stat unused;
  return stat(LogPath(folder).c_str(), &unused) == 0;
}

absl::StatusOr<Run> ReadRun(const std::string& folder) {
  absl::StatusOr<ParsedLog> log = ParseLog(folder);
  if (!log.ok()) return log.status();
  return std::move(log->run);
}

absl::StatusOr<Run> ParseRun(absl::string_view text,
                             const std::string& folder) {
  absl::StatusOr<ParsedLog> log = ParseText(text, folder);
  if (!log.ok()) return log.status();
  return std::move(log->run);
}

absl::StatusOr<std::vector<Run>> ReadRuns(const std::string& folder) {
  std::vector<std::string> folders;
  absl::Status found = FindRunLogs(folder, kDeepestStore, &folders);
  if (!found.ok()) return found;
  std::sort(folders.begin(), folders.end());
  if (folders.empty()) {
    return absl::NotFoundError(absl::StrCat(
        folder, ": neither ", kRunLogFile,
        " in it nor in a folder below; name a folder that `wgsync run` wrote"));
  }
  std::vector<Run> runs;
  for (const std::string& one : folders) {
    absl::StatusOr<Run> run = ReadRun(one);
    if (!run.ok()) return run.status();
    runs.push_back(*std::move(run));
  }
  return runs;
}

absl::StatusOr<std::unique_ptr<RunLogWriter>> RunLogWriter::Create(
    const std::string& folder, const json& context) {
  const std::string path = LogPath(folder);
  std::error_code made;
  std::filesystem::create_directories(folder, made);
  if (made) {
    return Errno(made.value(), folder, "cannot make the folder",
                 "name another one");
  }
  // Under another name until the context is in it.
  const std::string part = absl::StrCat(path, ".", getpid());
  int fd = open(part.c_str(),
                O_CREAT | O_TRUNC | O_WRONLY | O_APPEND | O_CLOEXEC, 0666);
  if (fd < 0) {
    return Errno(errno, folder, "cannot write there", "name another folder");
  }
  std::unique_ptr<RunLogWriter> writer(new RunLogWriter(fd, path));
  json line = context;
  line["kind"] = "context";
  line["schema"] = kRunLogSchema;
  absl::Status status = LockLog(fd, path);
  if (status.ok()) status = writer->AppendLine(line, /*sync=*/true);
  if (status.ok() && link(part.c_str(), path.c_str()) != 0) {
    if (errno == EEXIST) {
      status = absl::AlreadyExistsError(
          absl::StrCat(path,
                       ": holds a run already; name another folder, or "
                       "go on with `wgsync run --resume`"));
    } else if (rename(part.c_str(), path.c_str()) != 0) {  // no hard links here
      status = Errno(errno, path, "cannot write it", "name another folder");
    }
  }
  unlink(part.c_str());
  if (!status.ok()) return status;
  SyncFolder(folder);
  return writer;
}

absl::StatusOr<std::unique_ptr<RunLogWriter>> RunLogWriter::Resume(
    const std::string& folder, const std::string& boot_id) {
  const std::string path = LogPath(folder);
  absl::StatusOr<ParsedLog> unlocked = ParseLog(folder);
  if (!unlocked.ok()) return unlocked.status();
  int fd = open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  if (fd < 0) {
    return Errno(errno, path, "cannot write it", "mend its permissions");
  }
  std::unique_ptr<RunLogWriter> writer(new RunLogWriter(fd, path));
  absl::Status status = LockLog(fd, path);
  if (!status.ok()) return status;
  // Once more: until the lock was held another process may have written.
  absl::StatusOr<ParsedLog> log = ParseLog(folder);
  if (!log.ok()) return log.status();
  if (!log->run.truncated.empty() && ftruncate(fd, log->whole_bytes) != 0) {
    return Errno(errno, path, "cannot drop its truncated last line",
                 "remove that line");
  }
  status = writer->AppendLine({{"kind", "resumed"},
                               {"boot_id", boot_id},
                               {"unix_ns", NowNanoseconds()}},
                              /*sync=*/false);
  if (status.ok() && !log->run.truncated.empty()) {
    status = writer->Note(absl::StrCat(
        "dropped a truncated last line of ", log->run.truncated.size(),
        " bytes: ", log->run.truncated.substr(0, 80)));
  }
  if (!status.ok()) return status;
  return writer;
}

RunLogWriter::~RunLogWriter() { close(fd_); }

absl::Status RunLogWriter::AppendLine(const json& line, bool sync) {
  absl::Status status = WriteWhole(fd_, path_, LineOf(line));
  if (!status.ok()) return status;
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
                     {"unix_ns", NowNanoseconds()},
                     {"unbounded", sync}},
                    sync);
}

absl::Status RunLogWriter::Launch(json record) {
  record["kind"] = "launch";
  return AppendLine(record, /*sync=*/false);
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

absl::Status RunLogWriter::Finished(int exit_code, const json& times) {
  absl::StatusOr<FileDigest> before = Sha256OfFile(path_);
  if (!before.ok()) return before.status();
  return AppendLine({{"kind", "finished"},
                     {"unix_ns", NowNanoseconds()},
                     {"exit", exit_code},
                     {"times", times},
                     {"digest", before->sha256}},
                    /*sync=*/true);
}

}  // namespace wgsync
