#include <sys/stat.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "nlohmann/json.hpp"
#include "suite/core/base/errno_status.h"
#include "suite/core/base/fields_json.h"
#include "suite/core/base/parse_json.h"
#include "suite/core/base/read_file.h"
#include "suite/core/base/sha256.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/record/launch_record.h"
#include "suite/core/record/log_file.h"
#include "suite/core/record/part_by_device.h"
#include "suite/core/record/result.h"
#include "suite/core/record/run_header.h"
#include "suite/core/record/run_log.h"

namespace wgsync {
namespace {

using nlohmann::json;

absl::Status BadLine(absl::string_view path, int line, absl::string_view what,
                     absl::string_view fix) {
  return BadInput(path, ":", line, ": ", what, "; ", fix);
}

// Runs of this schema and later ones end with a digest.
constexpr int kFirstSealedSchema = 2;
// The longest lines are build logs of 64 KiB.
constexpr size_t kMostLineBytes = size_t{16} << 20;
constexpr char kFixRemove[] =
    "copy the run anew from where it was made, or run again";
constexpr char kFixAgain[] = "delete the folder and run again";

// "" where the field is missing or no string.
std::string StringField(const json& object, const char* name) {
  auto it = object.find(name);
  if (it == object.end() || !it->is_string()) return "";
  return it->get<std::string>();
}

// Takes the lines of one log in order.
class LogParser {
 public:
  LogParser(std::string path, std::vector<Run>* runs)
      : path_(std::move(path)), runs_(runs) {}

  absl::Status Take(const json& line, const LogPlace& place,
                    absl::string_view before) {
    const int number = place.line;
    const std::string kind = StringField(line, "kind");
    if (kind.empty()) return BadLine(path_, number, "no \"kind\"", kFixRemove);
    TakeStamp(line);
    if (number == 1) return TakeContext(line, kind);
    // Lines after the end were not there when the run ended.
    if (runs_->front().finished && kind != "resumed") {
      for (Run& each : *runs_) each.intact = false;
    }
    if (kind == "context") {
      return BadLine(path_, number, "a second context: two runs in one file",
                     "part them into two folders");
    }
    if (kind == "started" || kind == "launch" || kind == "verdict" ||
        kind == "again") {
      Run* run = RunOf(line);
      if (run == nullptr) {
        return BadLine(path_, number,
                       "of a device that the context does not name",
                       kFixRemove);
      }
      if (kind == "started") return TakeStarted(line, number, run);
      if (kind == "verdict") return TakeVerdict(line, place, run);
      if (kind == "again") return TakeAgain(line, number, run);
      TakeLaunch(line, place);
    }
    if (kind == "kernel") return TakeKernel(line, place);
    for (Run& each : *runs_) {
      if (kind == "note") each.notes.push_back(StringField(line, "text"));
      if (kind == "finished") TakeFinished(line, before, &each);
      if (kind == "resumed") TakeResumed(&each);
    }
    if (kind == "resumed") part_begin_ = last_stamp_;
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
                     kFixAgain);
    }
    RunHeader header;
    const std::string error = ReadHeader(line, &header);
    header.schema = static_cast<int>(version);
    if (!error.empty()) return BadLine(path_, 1, error, kFixAgain);
    if (!std::all_of(header.plan.begin(), header.plan.end(), IsCaseId)) {
      return BadLine(path_, 1,
                     "\"plan\" has a word that is not an id of a case",
                     kFixAgain);
    }
    runs_->resize(header.joined() ? 1 : header.devices.size());
    for (size_t i = 0; i < runs_->size(); ++i) {
      (*runs_)[i].device = static_cast<uint32_t>(i);
      (*runs_)[i].header = header;
    }
    return absl::OkStatus();
  }

  // Of the device that the line names; nullptr if there is none.
  Run* RunOf(const json& line) {
    const auto device = line.find("device");
    if (device == line.end()) return &runs_->front();
    if (!device->is_number_unsigned()) return nullptr;
    const uint64_t n = device->get<uint64_t>();
    const RunHeader& header = runs_->front().header;
    if (n >= header.devices.size()) return nullptr;
    return header.joined() ? &runs_->front() : &(*runs_)[n];
  }

  void TakeStamp(const json& line) {
    for (const char* name : {"unix_ns", "finished_unix_ns"}) {
      const auto stamp = line.find(name);
      if (stamp == line.end() || !stamp->is_number()) continue;
      before_stamp_ = last_stamp_;
      last_stamp_ = stamp->get<double>();
      if (part_begin_ == 0) part_begin_ = last_stamp_;
    }
  }

  // The part before lasted as its end says, or up to its last stamp if it has
  // no end.
  void TakeResumed(Run* run) const {
    run->finished = false;
    run->earlier_seconds +=
        run->seconds > 0 ? run->seconds
                         : std::max(0.0, before_stamp_ - part_begin_) / 1e9;
    run->seconds = 0;
    run->times.clear();
  }

  static void TakeFinished(const json& line, absl::string_view before,
                           Run* run) {
    run->finished = true;
    TakeTimes(line, run);
    const std::string digest = StringField(line, "digest");
    run->sealed = !digest.empty();
    // A log whose digest was removed is not of an older schema.
    const bool due = run->sealed || run->header.schema >= kFirstSealedSchema;
    if (due && digest != Sha256(before)) run->intact = false;
    const std::string seal = StringField(line, "seal");
    if (!seal.empty() && seal != SealOf(line)) run->intact = false;
  }

  // Takes the numbers alone: no verdict depends on them.
  static void TakeTimes(const json& line, Run* run) {
    run->times.clear();
    run->seconds = 0;
    const auto seconds = line.find("seconds");
    if (seconds != line.end() && seconds->is_number()) run->seconds = *seconds;
    const auto times = line.find("times");
    if (times == line.end() || !times->is_object()) return;
    for (const auto& [purpose, phases] : times->items()) {
      if (!phases.is_object()) continue;
      for (const auto& [phase, spent] : phases.items()) {
        if (spent.is_number()) run->times[purpose][phase] = spent;
      }
    }
  }

  absl::Status TakeStarted(const json& line, int number, Run* run) {
    std::string id = StringField(line, "case");
    if (!IsCaseId(id)) {
      return BadLine(path_, number, "started without the id of a case",
                     kFixRemove);
    }
    run->unfinished[id] = StringField(line, "boot_id");
    return absl::OkStatus();
  }

  void TakeLaunch(const json& line, const LogPlace& place) {
    const auto number = line.find("number");
    if (number == line.end() || !number->is_number_unsigned()) return;
    const uint64_t n = number->get<uint64_t>();
    launches_[n] = place;
    for (Run& run : *runs_) run.last_launch = std::max(run.last_launch, n);
  }

  absl::Status TakeKernel(const json& line, const LogPlace& place) {
    const KeptKernel kernel = {StringField(line, "path"),
                               StringField(line, "sha256"), place};
    if (kernel.path.empty() || kernel.sha256.empty()) {
      return BadLine(path_, place.line, "a kernel without path and digest",
                     kFixRemove);
    }
    for (Run& run : *runs_) run.kernels.push_back(kernel);
    return absl::OkStatus();
  }

  absl::Status ReadResult(const json& line, int number, CaseResult* result) {
    std::string error;
    if (FromJson(line, result, &error)) return absl::OkStatus();
    return BadLine(path_, number, absl::StrCat("not a verdict: ", error),
                   kFixRemove);
  }

  absl::Status TakeVerdict(const json& line, const LogPlace& place, Run* run) {
    CaseResult result;
    RETURN_IF_ERROR(ReadResult(line, place.line, &result));
    result.line = place.line;
    run->unfinished.erase(result.id);
    for (uint64_t n : result.launches) {
      const auto launch = launches_.find(n);
      if (launch != launches_.end()) run->launches.insert(*launch);
    }
    const auto key = std::make_pair(result.device, result.id);
    auto [seen, is_new] = seen_.try_emplace(key, Seen{place.line, 0});
    if (is_new) {
      seen->second.index = run->results.size();
      run->results.push_back(std::move(result));
      return absl::OkStatus();
    }
    CaseResult& before = run->results[seen->second.index];
    if (!MayGiveWay(before)) {
      return BadLine(path_, place.line,
                     absl::StrCat("a second verdict for ", result.id,
                                  ", the first is in line ", seen->second.line),
                     "remove one of them");
    }
    before = std::move(result);
    return absl::OkStatus();
  }

  absl::Status TakeAgain(const json& line, int number, Run* run) {
    CaseResult result;
    const absl::Status read = ReadResult(line, number, &result);
    if (read.ok()) run->again.push_back(std::move(result));
    return read;
  }

  struct Seen {
    int line;
    size_t index;
  };
  std::string path_;
  std::vector<Run>* runs_;
  std::map<std::pair<uint32_t, std::string>, Seen> seen_;
  // Most have no reader: a run keeps those that a verdict names.
  std::map<uint64_t, LogPlace> launches_;
  // Nanoseconds: of the part's first line, the last line, and the one before.
  double part_begin_ = 0, last_stamp_ = 0, before_stamp_ = 0;
};

absl::StatusOr<ParsedLog> ParseText(absl::string_view text,
                                    const std::string& folder) {
  const std::string path = LogPath(folder);
  ParsedLog log;
  LogParser parser(path, &log.runs);
  std::string truncated;
  int number = 0;
  while (log.whole_bytes < text.size()) {
    ++number;
    size_t newline = text.find('\n', log.whole_bytes);
    bool has_newline = newline != absl::string_view::npos;
    size_t end = has_newline ? newline : text.size();
    const LogPlace place = {log.whole_bytes, end - log.whole_bytes, number};
    if (place.bytes > kMostLineBytes) {
      return BadLine(
          path, number,
          absl::StrCat("has more than ", kMostLineBytes >> 20, " MiB"),
          kFixRemove);
    }
    json line = ParseJson(text.substr(place.offset, place.bytes));
    if (!has_newline || !line.is_object()) {
      bool last = !has_newline || newline + 1 == text.size();
      if (!last) return BadLine(path, number, "not a JSON object", kFixRemove);
      truncated = std::string(text.substr(log.whole_bytes));
      break;
    }
    RETURN_IF_ERROR(parser.Take(line, place, text.substr(0, log.whole_bytes)));
    log.whole_bytes = newline + 1;
  }
  if (log.runs.empty()) {
    return BadLine(path, 1,
                   "the run ended before it had written down what it runs",
                   kFixAgain);
  }
  const std::string digest = Sha256(text);
  if (log.runs.front().header.joined()) PartByDevice(&log.runs.front());
  for (Run& run : log.runs) {
    run.folder = folder;
    run.truncated = truncated;
    run.digest = digest;
  }
  return log;
}

// TIME/DEVICE of `wgsync run`. What a user has deeper below a folder such as
// /tmp is not meant by its name.
constexpr int kDeepest = 2;
// A store has device, driver and run below it.
constexpr int kDeepestOfStore = 3;

// "20261121T101112Z-1a2b3c4d", as a store names its runs.
bool IsStoredRun(absl::string_view name) {
  constexpr absl::string_view kShape = "00000000T000000Z-xxxxxxxx";
  if (name.size() != kShape.size()) return false;
  for (size_t i = 0; i < name.size(); ++i) {
    const bool fits = kShape[i] == '0'   ? absl::ascii_isdigit(name[i])
                      : kShape[i] == 'x' ? absl::ascii_isxdigit(name[i])
                                         : name[i] == kShape[i];
    if (!fits) return false;
  }
  return true;
}

// The folders of runs below `folder`, which is `depth` below the one that was
// named.
absl::Status FindRunLogs(const std::string& folder, int depth,
                         std::vector<std::string>* folders) {
  if (HasRunLog(folder)) {
    folders->push_back(folder);
    return absl::OkStatus();
  }
  std::error_code error;
  std::filesystem::directory_iterator it(folder, error);
  // Another user's, below the one that was named, is not meant.
  if (error && depth > 0) return absl::OkStatus();
  if (error) {
    return Errno(error.value(), folder, "cannot read the folder",
                 "name a folder that `wgsync run` wrote");
  }
  for (; !error && it != std::filesystem::directory_iterator();
       it.increment(error)) {
    const std::string path = it->path().string();
    if (it->path().filename() == kLoneFolder) continue;
    if (depth == kDeepest && !IsStoredRun(it->path().filename().string())) {
      continue;
    }
    // A link may lead back up.
    std::error_code unknown;
    if (HasRunLog(path)) {
      folders->push_back(path);
    } else if (depth + 1 < kDeepestOfStore && !it->is_symlink(unknown) &&
               it->is_directory(unknown)) {
      RETURN_IF_ERROR(FindRunLogs(path, depth + 1, folders));
    }
  }
  return absl::OkStatus();
}

}  // namespace

std::string LogPath(const std::string& folder) {
  return absl::StrCat(folder, "/", kRunLogFile);
}

absl::StatusOr<std::string> ReadLogText(const std::string& folder) {
  return ReadRegularFile(LogPath(folder),
                         "name a folder that `wgsync run` wrote, or one that "
                         "holds such folders",
                         kMostLogBytes);
}

absl::StatusOr<ParsedLog> ParseLog(const std::string& folder) {
  ASSIGN_OR_RETURN(const std::string text, ReadLogText(folder));
  return ParseText(text, folder);
}

bool HasRunLog(const std::string& folder) {
  struct stat unused;
  return stat(LogPath(folder).c_str(), &unused) == 0;
}

absl::StatusOr<Run> ReadRun(const std::string& folder) {
  ASSIGN_OR_RETURN(ParsedLog log, ParseLog(folder));
  return std::move(log.runs.front());
}

absl::StatusOr<Run> ParseRun(absl::string_view text,
                             const std::string& folder) {
  ASSIGN_OR_RETURN(ParsedLog log, ParseText(text, folder));
  Run run = std::move(log.runs.front());
  run.text = std::make_shared<const std::string>(text);
  return run;
}

absl::StatusOr<std::vector<Run>> ReadRuns(const std::string& folder) {
  std::vector<std::string> folders;
  RETURN_IF_ERROR(FindRunLogs(folder, 0, &folders));
  std::sort(folders.begin(), folders.end());
  if (folders.empty()) {
    return absl::NotFoundError(absl::StrCat(
        folder, ": neither ", kRunLogFile,
        " in it nor in a folder below it, two levels deep; name a folder that "
        "`wgsync run` wrote"));
  }
  std::vector<Run> runs;
  for (const std::string& one : folders) {
    ASSIGN_OR_RETURN(ParsedLog log, ParseLog(one));
    std::move(log.runs.begin(), log.runs.end(), std::back_inserter(runs));
  }
  return runs;
}

absl::StatusOr<json> ReadLine(const Run& run, const LogPlace& place) {
  const std::string path = LogPath(run.folder);
  std::string line(place.bytes, '\0');
  if (run.text != nullptr) {
    line =
        run.text->substr(std::min(place.offset, run.text->size()), place.bytes);
  } else {
    std::ifstream file(path, std::ios::binary);
    file.seekg(static_cast<std::streamoff>(place.offset));
    file.read(line.data(), static_cast<std::streamsize>(line.size()));
    line.resize(static_cast<size_t>(file.gcount()));
  }
  json object = ParseJson(line);
  if (object.is_object()) return object;
  return BadLine(path, place.line, "the log was changed while it was read",
                 "read it again");
}

absl::StatusOr<LaunchRecord> ReadLaunch(const Run& run, uint64_t number) {
  const auto launch = run.launches.find(number);
  if (launch == run.launches.end()) {
    return absl::NotFoundError(absl::StrCat(
        LogPath(run.folder), ": keeps no launch ", number, " of a verdict"));
  }
  ASSIGN_OR_RETURN(const json line, ReadLine(run, launch->second));
  LaunchRecord record;
  const std::string error = FieldsFromJson(line, &record);
  if (error.empty()) return record;
  return BadLine(LogPath(run.folder), launch->second.line,
                 absl::StrCat("not a launch: ", error), kFixRemove);
}

}  // namespace wgsync
