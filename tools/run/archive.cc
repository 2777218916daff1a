#include "tools/run/archive.h"

#include <sys/stat.h>
#include <zlib.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "reports/diff/join_shards.h"
#include "reports/diff/run_store.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/base/write_file.h"
#include "suite/core/record/variables.h"

namespace wgsync {
namespace {

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
