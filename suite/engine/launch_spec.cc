#include "suite/engine/launch_spec.h"

#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "devices/sha256.h"
#include "kernels/embedded.h"
#include "suite/engine/preprocess.h"

namespace wgsync {
namespace {

// Fences of a neighbour during one wait: some milliseconds on a GPU.
constexpr int kRefreshes = 2000;

std::string RunnerFile(const Primitive& p, const Workload& w) {
  if (!w.runner.empty()) return w.runner;
  if (p.limited) return "lib/run_once.cl";
  switch (p.family) {
    case Family::kBarrier:
      return "lib/run_barrier.cl";
    case Family::kMutex:
      return "lib/run_mutex.cl";
    case Family::kHandoff:
      return "lib/run_handoff.cl";
  }
  return "";
}

}  // namespace

bool IsHostBoundary(const LaunchSpec& spec) {
  return spec.c.primitive->host_boundary && spec.waits != WaitMode::kRemoved &&
         !spec.discover;
}

uint64_t WaitersOf(const LaunchSpec& spec) {
  return uint64_t{spec.groups} *
         (spec.c.primitive->by_item ? spec.group_size : 1);
}

uint32_t StepsOf(const LaunchSpec& spec) {
  return spec.c.workload->steps_per_round * spec.rounds +
         spec.c.workload->steps_more;
}

uint64_t ArrivalsDue(const LaunchSpec& spec) {
  const bool barrier = spec.c.primitive->family == Family::kBarrier;
  return barrier ? StepsOf(spec) - 1 : spec.rounds;
}

uint32_t LanguageOf(const Case& c, const Claims& claims) {
  return !NeedsC11(c) ? 120 : claims.highest_c11 >= 300 ? 300 : 200;
}

absl::StatusOr<std::string> ComposeSource(const LaunchSpec& spec) {
  std::vector<std::string> paths = {"lib/access.cl"};
  // What stands behind a model is compiled against its accesses.
  if (spec.model) {
    paths.insert(paths.end(), {"models/model.cl", spec.model.row->file});
  }
  paths.insert(paths.end(),
               {"lib/board.cl", "lib/wait.cl", "lib/workload.cl",
                "lib/entry.cl", spec.c.primitive->file, spec.c.workload->file,
                RunnerFile(*spec.c.primitive, *spec.c.workload)});
  std::string source;
  for (const std::string& path : paths) {
    if (path == spec.c.primitive->file && !spec.c.primitive->text.empty()) {
      absl::StrAppend(&source, spec.c.primitive->text, "\n");
      continue;
    }
    const EmbeddedFile* file = FindKernelFile(path);
    if (file == nullptr) {
      return absl::InternalError(absl::StrCat("kernels/", path,
                                              " is not embedded: add it to "
                                              "kernels/BUILD"));
    }
    absl::StrAppend(&source, file->text, "\n");
  }
  return source;
}

std::string BuildOptions(const LaunchSpec& s) {
  return absl::StrCat(
      "-cl-std=", LanguageName(s.language),
      s.language >= 200 ? " -DWG_C11" : "",
      " -DWG_POLL=", static_cast<int>(s.c.poll),
      " -DWG_SIGNAL=", static_cast<int>(s.c.signal),
      " -DWG_FENCE=", static_cast<int>(s.c.fence),
      " -DWG_PAYLOAD=", static_cast<int>(s.c.payload),
      " -DWG_BOARD=", static_cast<int>(s.board),
      " -DWG_WAITS=", static_cast<int>(s.waits),
      s.c.primitive->by_item ? " -DWG_BY_ITEM" : "",
      s.cuts_loops ? " -DWG_CUTS_LOOPS" : "", s.timed ? " -DWG_TIMED" : "",
      s.refresh ? absl::StrCat(" -DWG_REFRESH=", kRefreshes, "u") : "",
      // Which one, and its numbers, are in the scratch: see FillRegions().
      s.model ? " -DWG_MODEL" : "");
}

std::string ProgramKey(const LaunchSpec& s) {
  const std::string mark = ModelMark(s.model);
  return absl::StrCat(s.c.primitive->name, " ", s.c.workload->name, " ",
                      BuildOptions(s), mark.empty() ? "" : " ", mark);
}

std::string LanguageName(uint32_t language) {
  return absl::StrCat("CL", language / 100, ".", language / 10 % 10);
}

std::string KernelDigest(const std::string& source,
                         const std::string& options) {
  return Sha256(absl::StrCat(options, "\n", Preprocess(source, options)));
}

}  // namespace wgsync
