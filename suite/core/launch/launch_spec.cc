#include "suite/core/launch/launch_spec.h"

#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "kernels/embedded.h"
#include "suite/core/base/sha256.h"
#include "suite/core/launch/preprocess.h"

namespace wgsync {
namespace {

// Fences of a neighbour during one wait: some milliseconds on a GPU.
constexpr int kRefreshes = 2000;

std::string RunnerFile(const Primitive& p, const Workload& w) {
  if (!w.runner.empty()) return w.runner;
  if (!p.runner.empty()) return p.runner;
  if (p.limited) return "lib/run_once.cl";
  if (p.optimistic) return "lib/run_snapshot.cl";
  switch (p.family) {
    case Family::kBarrier:
      return "lib/run_barrier.cl";
    case Family::kMutex:
    case Family::kSemaphore:
      return "lib/run_mutex.cl";
    case Family::kHandoff:
      return "lib/run_handoff.cl";
  }
  return "";
}

// What an entry of the catalog changes in its file.
std::string PrimitiveOptions(const Primitive& p) {
  std::string options;
  if (p.counters != 0) {
    absl::StrAppend(&options, " -DWG_COUNTERS=", p.counters,
                    "u -DWG_STRIDE=", p.counter_stride, "u");
  }
  if (p.kernels > 1)
    absl::StrAppend(&options, " -DWG_KERNELS=", p.kernels, "u");
  for (const std::string& option : p.options) {
    absl::StrAppend(&options, " -D", option);
  }
  return options;
}

const char* WriterOption(Writer writer) {
  switch (writer) {
    case Writer::kMiddle:
      return " -DWG_WRITER_MIDDLE";
    case Writer::kLast:
      return " -DWG_WRITER_LAST";
    case Writer::kNone:
    case Writer::kFirst:
      break;
  }
  return "";
}

// What a case's entries say of its program beside the words of access.
std::string EntryOptions(const Case& c) {
  const uint32_t local =
      std::max(c.primitive->local_words, c.workload->local_words);
  const uint32_t capacity = c.primitive->capacity;
  return absl::StrCat(
      c.primitive->by_item ? " -DWG_BY_ITEM" : "",
      c.primitive->order == OrderNeed::kSeqCst ? " -DWG_ORDERS_STORES" : "",
      PrimitiveOptions(*c.primitive),
      capacity == 0 ? "" : absl::StrCat(" -DWG_CAPACITY=", capacity, "u"),
      WriterOption(c.primitive->writer), c.workload->cold ? " -DWG_COLD" : "",
      local == 0 ? "" : absl::StrCat(" -DWG_LOCAL_WORDS=", local, "u"));
}

// What the axes of the shape change in a program: kernels/lib/shape.cl.
std::string ShapeOptions(const LaunchSpec& s) {
  return absl::StrCat(
      s.c.dims == 1 ? "" : absl::StrCat(" -DWG_DIMS=", s.c.dims),
      s.ballast == 0 ? "" : absl::StrCat(" -DWG_BALLAST=", s.ballast, "u"),
      s.c.registers == Registers::kHigh ? " -DWG_HOLDS_REGISTERS" : "");
}

uint64_t Pieces(uint64_t count, uint64_t size) {
  return (count + size - 1) / size;
}

}  // namespace

uint32_t WordInit(const LaunchSpec& spec) {
  const uint32_t preset = spec.c.workload->word_init;
  return preset != 0 ? preset : spec.c.primitive->word_init;
}

std::vector<uint64_t> PartialSums(const LaunchSpec& spec) {
  if (spec.elements == 0) return {};
  if (spec.c.primitive->host_finishes) return {spec.groups};
  if (spec.c.primitive->words_per_lock == 0) return {};
  const uint64_t size = std::max<uint64_t>(spec.group_size, 2);
  std::vector<uint64_t> sums = {Pieces(spec.elements, size)};
  while (sums.back() >= size) sums.push_back(Pieces(sums.back(), size));
  return sums;
}

uint32_t LeastElements(const LaunchSpec& spec) {
  constexpr uint64_t kFew = 4096;
  const uint64_t size = spec.group_size;
  const uint64_t most = spec.c.workload->elements;
  if (spec.c.primitive->words_per_lock == 0) return std::min(kFew, most);
  // One group's worth of partial sums, each of one group's worth of elements.
  return size < 2 || size * size > most ? 0 : std::max(kFew, size * size);
}

uint64_t ReductionWaits(const LaunchSpec& spec) {
  const std::vector<uint64_t> sums = PartialSums(spec);
  uint64_t waits = 0;
  for (size_t level = 1; level < sums.size(); ++level) waits += sums[level];
  return waits * spec.rounds;
}

bool IsHostBoundary(const LaunchSpec& spec) {
  return spec.c.primitive->host_boundary && spec.waits != WaitMode::kRemoved &&
         !spec.discover;
}

uint64_t WaitersOf(const LaunchSpec& spec) {
  return uint64_t{spec.groups} *
         (spec.c.primitive->by_item ? spec.group_size : 1);
}

bool IsShaped(const LaunchSpec& spec) { return !ShapeOptions(spec).empty(); }

uint32_t PermitsOf(const LaunchSpec& spec) {
  const uint64_t capacity = spec.c.primitive->capacity;
  uint32_t permits = capacity == 0 ? 0 : 1;
  while (permits < capacity && (capacity % permits != 0 ||
                                uint64_t{permits} * spec.groups <= capacity)) {
    ++permits;
  }
  return permits;
}

uint32_t StepsOf(const LaunchSpec& spec) {
  return spec.c.workload->steps_per_round * spec.rounds +
         spec.c.workload->steps_more;
}

uint32_t KernelsOf(const LaunchSpec& spec) {
  if (IsHostBoundary(spec)) return StepsOf(spec);
  return spec.discover ? 1 : spec.c.primitive->kernels;
}

uint64_t ArrivalsDue(const LaunchSpec& spec) {
  const bool barrier = spec.c.primitive->family == Family::kBarrier;
  return barrier ? StepsOf(spec) - spec.c.primitive->kernels : spec.rounds;
}

absl::StatusOr<std::vector<SourcePart>> SourceParts(const LaunchSpec& spec) {
  std::vector<std::string> paths = {"lib/access.cl"};
  // What stands behind a model is compiled against its accesses.
  if (spec.model) {
    paths.insert(paths.end(), {"models/model.cl", spec.model.row->file});
  }
  paths.insert(paths.end(), {"lib/board.cl", "lib/wait.cl", "lib/workload.cl",
                             "lib/entry.cl"});
  if (IsShaped(spec)) paths.push_back("lib/shape.cl");
  paths.insert(paths.end(), {spec.c.primitive->file, spec.c.workload->file,
                             RunnerFile(*spec.c.primitive, *spec.c.workload)});
  std::vector<SourcePart> parts;
  for (const std::string& path : paths) {
    if (path == spec.c.primitive->file && !spec.c.primitive->text.empty()) {
      parts.push_back({path, spec.c.primitive->text});
      continue;
    }
    const EmbeddedFile* file = FindKernelFile(path);
    if (file == nullptr) {
      return absl::InternalError(absl::StrCat("kernels/", path,
                                              " is not embedded: add it to "
                                              "kernels/BUILD"));
    }
    parts.push_back({path, file->text});
  }
  return parts;
}

std::string JoinParts(const std::vector<SourcePart>& parts) {
  std::string source;
  for (const SourcePart& part : parts) {
    absl::StrAppend(&source, part.text, "\n");
  }
  return source;
}

absl::StatusOr<std::string> ComposeSource(const LaunchSpec& spec) {
  const absl::StatusOr<std::vector<SourcePart>> parts = SourceParts(spec);
  if (!parts.ok()) return parts.status();
  return JoinParts(*parts);
}

std::string KernelName(const LaunchSpec& spec) {
  return IsHostBoundary(spec) ? "wgsync_step" : "wgsync_case";
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
      " -DWG_WAITS=", static_cast<int>(s.waits), EntryOptions(s.c),
      s.cuts_loops ? " -DWG_CUTS_LOOPS" : "", s.timed ? " -DWG_TIMED" : "",
      s.refresh ? absl::StrCat(" -DWG_REFRESH=", kRefreshes, "u") : "",
      s.start_order ? " -DWG_START_ORDER" : "", ShapeOptions(s),
      // Which one, and its numbers, are in the scratch: see FillRegions().
      s.model ? " -DWG_MODEL" : "");
}

std::string ProgramKey(const LaunchSpec& s) {
  const std::string mark = ModelMark(s.model);
  return absl::StrCat(s.c.primitive->name, " ", s.c.workload->name, " ",
                      BuildOptions(s), mark.empty() ? "" : " ", mark);
}

uint32_t LanguageOf(const Case& c, const Claims& claims) {
  return !NeedsC11(c) ? 120 : claims.highest_c11 >= 300 ? 300 : 200;
}

LaunchSpec SpecOf(const Case& c, const Claims& claims) {
  LaunchSpec s;
  s.c = c;
  s.language = LanguageOf(c, claims);
  s.group_size =
      ResolveGroupSize(c, claims.max_group_size, claims.sub_group_size);
  s.ballast =
      static_cast<uint32_t>(ResolveBallast(c, claims.local_memory_bytes));
  return s;
}

std::string LanguageName(uint32_t language) {
  return absl::StrCat("CL", language / 100, ".", language / 10 % 10);
}

std::string KernelDigest(const std::string& source,
                         const std::string& options) {
  return Sha256(absl::StrCat(options, "\n", Preprocess(source, options)));
}

}  // namespace wgsync
