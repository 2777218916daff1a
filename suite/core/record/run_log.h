// The log of a run: a folder with log.jsonl, one JSON object a line.
//
//   {"kind":"context","schema":2,"suite":...,"boot_id":...,"device":{...},
//    "fingerprint":{...},"plan":[ids...],"options":{...}}
//   {"kind":"started","case":ID,"boot_id":...,"unix_ns":...,"unbounded":true}
//   {"kind":"launch","number":N,"case":ID,...}
//   (suite/core/record/launch_record.h)
//   {"kind":"verdict","case":ID,...}            (suite/core/record/result.h)
//   {"kind":"resumed","boot_id":...,"unix_ns":...}
//   {"kind":"note","text":...}
//   {"kind":"finished","unix_ns":...,"exit":N,"digest":...}
//
// `digest` is the SHA-256 of every byte before that line; schema 1 had none.
//
// What resuming and the reports read of the context:
//   device   {"index","full_name","slug","driver_version","type"}
//   options  {"tier":"smoke","repeat":1,"safe":false,"isolate":"worker",
//             "bind":["violation","progress","customary"],...}, all of which
//            suite/engine/run_options.h lists
//
// Every line is appended with one write and is whole or is the last one; lines
// of a kind that a reader does not know are skipped. A verdict is in the file
// before the next case starts; `started` is on the disk (fdatasync) before an
// unbounded launch, and every verdict before it with it.

#ifndef WGSYNC_SUITE_CORE_RECORD_RUN_LOG_H_
#define WGSYNC_SUITE_CORE_RECORD_RUN_LOG_H_

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "nlohmann/json.hpp"
#include "suite/core/record/result.h"

namespace wgsync {

inline constexpr int kRunLogSchema = 2;
inline constexpr char kRunLogFile[] = "log.jsonl";

// One run as read back from its folder.
struct Run {
  std::string folder;
  nlohmann::json context;
  std::vector<CaseResult> results;  // in the order of the log; one per case
  std::vector<std::string> notes;
  // The launches that a verdict is of (CaseResult::launches), by number, as the
  // log has them. Logs that were made before launches were kept have none.
  std::map<uint64_t, nlohmann::json> launches;
  uint64_t last_launch = 0;  // the highest number of any launch; 0: none
  // Cases that were started and have no verdict, with the boot id of then.
  std::map<std::string, std::string> unfinished;
  bool finished = false;
  int schema = kRunLogSchema;
  // SHA-256 of the whole log as it is now: what tells one run from another.
  std::string digest;
  // The end of the run carries the digest of what is before it, and whether
  // it fits: where it does not, somebody changed the log afterwards.
  bool sealed = false;
  bool intact = true;
  // The last line was cut short and has been dropped ("" if not).
  std::string truncated;
};

// Reads a run folder. Errors name the file, the line and the mend:
// "/x/log.jsonl:17: not a JSON object; ...". A truncated last line (without a
// newline, or not JSON) is no error; a broken line before the last is. A
// verdict for a case that has one already is an error, except where that one is
// `lost` or RunsAgain() (run_again.h): then it is the retry's and takes its
// place.
absl::StatusOr<Run> ReadRun(const std::string& folder);

// The run that `text` is the log of; `folder` is for its errors and its name.
absl::StatusOr<Run> ParseRun(absl::string_view text, const std::string& folder);

// A folder may hold one run, or runs in sub-folders: one per device, or a store
// (run_store.h). The latter come back sorted by name.
absl::StatusOr<std::vector<Run>> ReadRuns(const std::string& folder);

// True where the folder holds the log of a run, readable or not.
bool HasRunLog(const std::string& folder);

// Thread-hostile; one writer a run, which a lock on the file enforces.
class RunLogWriter {
 public:
  // Makes the folder (and its parents) and an empty log with the context; an
  // error where a log is there already or where the folder cannot be written.
  // "kind" and "schema" are added to the context. The log appears whole: one
  // without its context is never seen.
  static absl::StatusOr<std::unique_ptr<RunLogWriter>> Create(
      const std::string& folder, const nlohmann::json& context);
  // Opens the log of a run that was cut short: drops a truncated last line and
  // says so in a note. `boot_id` is the machine's now. Errors are ReadRun's,
  // and that another process writes this run.
  static absl::StatusOr<std::unique_ptr<RunLogWriter>> Resume(
      const std::string& folder, const std::string& boot_id);
  ~RunLogWriter();
  RunLogWriter(const RunLogWriter&) = delete;
  RunLogWriter& operator=(const RunLogWriter&) = delete;

  // On the disk when it returns, if `sync`, which an unbounded launch asks for.
  absl::Status Started(absl::string_view case_id, const std::string& boot_id,
                       bool sync);
  // One that was made; `record` has a number that no other one in the log has.
  absl::Status Launch(nlohmann::json record);
  absl::Status Append(const CaseResult& result);
  absl::Status Note(absl::string_view text);
  // `times`: where the time went, as the engine names its parts.
  absl::Status Finished(int exit_code, const nlohmann::json& times = {});

 private:
  explicit RunLogWriter(int fd, std::string path)
      : fd_(fd), path_(std::move(path)) {}
  // A line that cannot be written whole leaves nothing behind.
  absl::Status AppendLine(const nlohmann::json& line, bool sync);
  int fd_;
  std::string path_;
};

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_RECORD_RUN_LOG_H_
