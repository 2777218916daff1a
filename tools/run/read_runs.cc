#include "tools/run/read_runs.h"

#include <sys/stat.h>
#include <zlib.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <system_error>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "reports/diff/join_shards.h"
#include "reports/diff/run_store.h"
#include "reports/gate/expectation.h"
#include "reports/gate/known.h"
#include "reports/site/case_source.h"
#include "reports/words/show.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/base/write_file.h"
#include "suite/core/record/run_facts.h"
#include "suite/core/record/variables.h"
#include "tools/run/choose_cases.h"

namespace wgsync {
namespace {

namespace fs = std::filesystem;

// In gzip's format.
std::string Zipped(const std::string& text) {
  constexpr int kGzip = 16, kWindow = 15, kMemory = 9;
  z_stream stream = {};
  // It fails for want of memory alone.
  deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, kWindow + kGzip,
               kMemory, Z_DEFAULT_STRATEGY);
  std::string zipped(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = text.size();
  stream.next_out = reinterpret_cast<Bytef*>(&zipped[0]);
  stream.avail_out = zipped.size();
  deflate(&stream, Z_FINISH);
  zipped.resize(stream.total_out);
  deflateEnd(&stream);
  return zipped;
}

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

// OpenRuns() without a look at whether they were changed.
absl::StatusOr<std::vector<Run>> RunsIn(const std::string& path) {
  std::vector<std::string> archives = {path};
  std::error_code error;
  const fs::path log(path);
  if (log.filename() == kRunLogFile && fs::is_regular_file(log, error)) {
    return ReadRuns(log.has_parent_path() ? log.parent_path().string() : ".");
  }
  if (!fs::exists(path, error) || fs::is_directory(path, error)) {
    absl::StatusOr<std::vector<Run>> runs = ReadRuns(path);
    if (!absl::IsNotFound(runs.status())) return runs;
    archives = ArchivesIn(path);
    if (archives.empty()) return runs;
  }
  std::vector<Run> runs;
  for (const std::string& archive : archives) {
    ASSIGN_OR_RETURN(Run run, ReadArchive(archive));
    runs.push_back(std::move(run));
  }
  return runs;
}

}  // namespace

absl::Status WriteArchive(const Run& run, const std::string& file,
                          Existing existing) {
  RETURN_IF_ERROR(CheckIntegrity(run));
  ASSIGN_OR_RETURN(const std::string log, LogText(run));
  // The log's writer leaves it out; a driver's own text may have it.
  const std::string home = HomeFolder();
  if (!home.empty() && absl::StrContains(log, home)) {
    return absl::FailedPreconditionError(absl::StrCat(
        run.folder, ": its log has your home folder, ", home, "; run again"));
  }
  struct stat there;
  if (existing == Existing::kRefused && lstat(file.c_str(), &there) == 0) {
    return absl::AlreadyExistsError(
        absl::StrCat(file, ": cannot write it: ", std::strerror(EEXIST),
                     "; name another file"));
  }
  return WriteTextFile(file, Zipped(log));
}

bool IsArchive(const std::string& file) {
  char magic[2] = {};
  std::ifstream in(file, std::ios::binary);
  in.read(magic, sizeof(magic));
  return in && magic[0] == '\x1f' && magic[1] == '\x8b';
}

absl::StatusOr<Run> ReadArchive(const std::string& file) {
  const gzFile in = gzopen(file.c_str(), "rbe");
  if (in == nullptr) {
    return BadInput(file, ": cannot read it: ", std::strerror(errno));
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
    return BadInput(
        file,
        ": neither a folder that `wgsync run` wrote nor an archive; make "
        "one with `wgsync export RUN -o FILE.gz`");
  }
  if (whole) return ParseRun(log, file);
  return absl::DataLossError(absl::StrCat(
      file, ": the archive is cut short or damaged; fetch it again"));
}

absl::StatusOr<std::vector<Run>> OpenRuns(const std::string& folder,
                                          Changed changed) {
  ASSIGN_OR_RETURN(std::vector<Run> runs, RunsIn(folder));
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
    return BadInput(runs.front().folder, ": its log is of ", runs.size(),
                    " devices: ",
                    absl::StrJoin(runs, ", ",
                                  [](std::string* out, const Run& run) {
                                    out->append(RunDeviceName(run));
                                  }),
                    "; this command takes a run of one device");
  }
  return BadInput(
      folder, ": holds ", runs.size(), " runs; name one of them: ",
      absl::StrJoin(runs, ", ", [](std::string* out, const Run& run) {
        out->append(run.folder);
      }));
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
  if (!found.empty()) return found;
  std::vector<std::string> ids;
  for (const Run& run : runs) {
    for (const CaseResult& result : run.results) ids.push_back(result.id);
  }
  const absl::StatusOr<std::set<std::string>> named =
      NamedCases({{pattern}, {""}}, ids, "the runs");
  if (!named.ok()) return none;
  for (const Run& run : runs) {
    for (const CaseResult& result : run.results) {
      if (named->count(result.id) != 0) found.push_back({&run, &result});
    }
  }
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
