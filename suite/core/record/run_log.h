// The log of a run: a folder with log.jsonl, one JSON object a line.
//
//   {"kind":"context","schema":4,"suite":...,"boot_id":...,"devices":[{...}],
//    "plan":[ids...],"options":{...}}          (suite/core/record/run_header.h)
//   {"kind":"started","case":ID,"boot_id":...,"unix_ns":...,"unbounded":true}
//   {"kind":"kernel","path":...,"sha256":...,"text":...}    (kept_kernels.h)
//   {"kind":"launch","number":N,"case":ID,...}
//   (suite/core/record/launch_record.h)
//   {"kind":"verdict","case":ID,...}            (suite/core/record/result.h)
//   {"kind":"again",...}    a verdict of a shared run's case that ran again,
//   alone
//   {"kind":"resumed","boot_id":...,"unix_ns":...}
//   {"kind":"note","text":...}
//   {"kind":"finished","unix_ns":...,"exit":N,"digest":...,"seal":...}
//
// `digest` is the SHA-256 of every byte before that line; schema 1 had none.
// `seal` is the SHA-256 of that line's other members (see SealOf()). Both
// detect damage; whoever edits one can write them anew. A line of a
// launch or a verdict, and "started", may have "device":N, the place of its
// device in the context; without it that is 0.
//
// Schema 4 stays: a field may be added, with a default that means "as before",
// and no meaning ever changes. Older schemas are read as well: verdicts of
// schemas 1 to 3 have sentences in place of findings, their launches lack what
// was seen of them, and schemas 1 and 2 have one device, and no kernels.
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
#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "nlohmann/json_fwd.hpp"
#include "suite/core/record/result.h"
#include "suite/core/record/run_header.h"

namespace wgsync {

struct LaunchRecord;  // launch_record.h

inline constexpr int kRunLogSchema = 4;
inline constexpr char kRunLogFile[] = "log.jsonl";
// In the folder of a run or a gate: runs of single cases, made again alone.
inline constexpr char kLoneFolder[] = "lone";
// A full tier's log has 50 MB.
inline constexpr size_t kMostLogBytes = size_t{256} << 20;

// A line of a log that is read when it is needed; see ReadLine().
struct LogPlace {
  size_t offset = 0;  // in bytes
  size_t bytes = 0;
  int line = 0;  // from 1
};

// A kernel file that programs of the run were made of.
struct KeptKernel {
  std::string path;  // below kernels/
  std::string sha256;
  LogPlace place;
};

// One device's part of a log. A log of several devices is read as several of
// these; they share notes, kernels, end and digest. If the devices shared the
// plan, it is one run, of the first device, with the results of all.
// Of a run that is not `intact`.
inline constexpr char kChangedText[] =
    "the log was changed after the run had ended";

struct Run {
  const DeviceProfile& profile() const { return header.devices[device]; }

  std::string folder;
  RunHeader header;
  uint32_t device = 0;              // this run's, in header.devices
  std::vector<CaseResult> results;  // in the order of the log; one per case
  // Of a shared run: the other verdicts of cases that ran on several devices.
  // The first by precedence is in `results`.
  std::vector<CaseResult> elsewhere;
  // ... and those of cases that ran again, alone, since devices disagreed.
  std::vector<CaseResult> again;
  std::vector<std::string> notes;
  // The launches that a verdict is of (CaseResult::launches), by number: see
  // ReadLaunch(). Logs that were made before launches were kept have none.
  std::map<uint64_t, LogPlace> launches;
  std::vector<KeptKernel> kernels;  // in the order of the log
  uint64_t last_launch = 0;         // the highest number of any launch; 0: none
  // Cases that were started and have no verdict, with the boot id of then.
  std::map<std::string, std::string> unfinished;
  bool finished = false;
  bool running = false;  // not finished, and a process writes it now
  // Where the time of the run's last part went, in seconds: by what launches
  // were made for, and by phase; and all of it. Empty if the log does not say.
  std::map<std::string, std::map<std::string, double>> times;
  double seconds = 0;
  double earlier_seconds = 0;  // of the parts before, by the stamps of lines
  double AllSeconds() const { return earlier_seconds + seconds; }
  // SHA-256 of the whole log as it is now: what tells one run from another.
  std::string digest;
  // The end of the run carries the digest of what is before it, and whether
  // it fits: where it does not, somebody changed the log afterwards.
  bool sealed = false;
  bool intact = true;
  // The last line was cut short and has been dropped ("" if not).
  std::string truncated;
  // The log, if it is in no file: ParseRun().
  std::shared_ptr<const std::string> text;
  // A timeline and the list of failures have these cases alone; null: all.
  // Counts and remarks are always those of the whole run.
  std::shared_ptr<const std::set<std::string>> rows;
  bool Shows(const std::string& id) const {
    return rows == nullptr || rows->count(id) > 0;
  }
};

// Reads a run folder: the first device's run. Errors name the file, the line
// and the fix:
// "/x/log.jsonl:17: not a JSON object; ...". A truncated last line (without a
// newline, or not JSON) is no error; a broken line before the last is. A
// second verdict for a case on the same device is an error, except if the first
// is `lost` or RunsAgain() (result.h): then the second is the retry's and
// replaces it.
absl::StatusOr<Run> ReadRun(const std::string& folder);

// The log of a run folder as it is. Errors are ReadRegularFile()'s.
absl::StatusOr<std::string> ReadLogText(const std::string& folder);

// The run that `text` is the log of; `folder` is for its errors and its name.
absl::StatusOr<Run> ParseRun(absl::string_view text, const std::string& folder);

// A folder may hold one run, or runs in sub-folders: one per device, such
// folders, or a store (run_store.h). Nothing deeper is looked at, and no folder
// of lone runs but the one that is named. The runs come back sorted by name,
// and then by device.
absl::StatusOr<std::vector<Run>> ReadRuns(const std::string& folder);

// Reads one line again. Errors name the file and the line.
absl::StatusOr<nlohmann::json> ReadLine(const Run& run, const LogPlace& place);

// One of run.launches; kNotFound for any other number. Errors name the file and
// the line.
absl::StatusOr<LaunchRecord> ReadLaunch(const Run& run, uint64_t number);

// True where the folder holds the log of a run, readable or not.
bool HasRunLog(const std::string& folder);

// True while a RunLogWriter has the log of the folder.
bool IsWritten(const std::string& folder);

// The first line of the log of a run that begins so.
nlohmann::json ContextJson(const RunHeader& header);

// Thread-hostile; one writer a run, which a lock on the file enforces.
class RunLogWriter {
 public:
  // Makes the folder (and its parents) and an empty log with the context; an
  // error where a log is there already or where the folder cannot be written.
  // The log appears whole: one without its context is never seen.
  static absl::StatusOr<std::unique_ptr<RunLogWriter>> Create(
      const std::string& folder, const RunHeader& header);
  // Takes the log of a run that was cut short, and changes nothing yet. Errors
  // are ReadRun's, and that another process writes this run.
  static absl::StatusOr<std::unique_ptr<RunLogWriter>> Resume(
      const std::string& folder);
  ~RunLogWriter();
  RunLogWriter(const RunLogWriter&) = delete;
  RunLogWriter& operator=(const RunLogWriter&) = delete;

  // After Resume(), before anything is written: drops a truncated last line,
  // says so in a note, and says that the run goes on. `boot_id` is the
  // machine's now.
  absl::Status GoOn(const std::string& boot_id);
  // On the disk when it returns, if `sync`, which an unbounded launch asks for.
  absl::Status Started(absl::string_view case_id, const std::string& boot_id,
                       bool sync);
  // One that was made; `record` has a number that no other one in the log has.
  absl::Status Launch(nlohmann::json record);
  // A kernel file, before the first launch of a program that has it.
  absl::Status Kernel(absl::string_view path, absl::string_view text);
  absl::Status Append(const CaseResult& result);
  absl::Status Note(absl::string_view text);
  // `times`: where the time went, as the engine names its parts, of `seconds`.
  absl::Status Finished(int exit_code);
  absl::Status Finished(int exit_code, const nlohmann::json& times,
                        double seconds);

 private:
  RunLogWriter(int fd, std::string folder);
  // A line that cannot be written whole leaves nothing behind.
  absl::Status AppendLine(const nlohmann::json& line, bool sync);
  int fd_;
  std::string folder_;
  std::string path_;
};

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_RECORD_RUN_LOG_H_
