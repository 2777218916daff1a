#include "suite/worker/kernel_lines.h"

#include <algorithm>
#include <iterator>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"

namespace wgsync {
namespace {

constexpr size_t kMostLines = 40;
constexpr size_t kMostBytes = 8192;

// The names that lines of GPU drivers begin with: "NVRM: Xid", "amdgpu
// 0000:03:00.0: ", "[drm:amdgpu_job_timedout [amdgpu]] ", "nvidia-modeset: ".
constexpr absl::string_view kGpuDrivers[] = {
    "NVRM",      // NVIDIA: Xid, and a GPU that has fallen off the bus
    "nvidia",    // NVIDIA: nvidia-modeset, nvidia_uvm, nvidia-nvlink
    "nouveau",   // NVIDIA's GPUs, mainline
    "drm",       // the core of all mainline drivers
    "amdgpu",    // AMD: ring timeout, GPU reset
    "kfd",       // AMD: the compute queues of ROCm
    "radeon",    // AMD, old GPUs
    "i915",      // Intel: GPU HANG: ecode
    "xe",        // Intel, new GPUs
    "mali",      // ARM's driver: Job hard-stopped
    "panfrost",  // Mali, mainline: gpu sched timeout
    "panthor",   // Mali with firmware, mainline: job timeout
    "lima",      // Mali-400 and 450, mainline
    "kgsl",      // Qualcomm's driver
    "msm",       // Adreno, mainline: hangcheck detected gpu lockup
    "adreno",    // Adreno, mainline: the state after a lockup
    "v3d",       // Broadcom: Resetting GPU for hang
    "etnaviv",   // Vivante: recover hung GPU
    "pvr",       // PowerVR: PVR_K of Imagination's driver
    "powervr",   // PowerVR, mainline
};

// What lines about a process that died contain.
constexpr absl::string_view kDeaths[] = {
    "]: segfault at ",  // x86: NAME[THREAD]: segfault at ...
    "]: unhandled ",    // ARM: NAME[THREAD]: unhandled level 2 translation ...
    "traps: ",          // x86: traps: NAME[THREAD] general protection fault ...
};

// "amdgpu 0000:...", "[drm:...", "msm_dpu ...", but not "drama" and "xen".
bool BeginsWith(absl::string_view text, absl::string_view name) {
  if (absl::StartsWith(text, "[")) text.remove_prefix(1);
  return absl::StartsWithIgnoreCase(text, name) && text.size() > name.size() &&
         !absl::ascii_isalnum(text[name.size()]);
}

std::string Lines(size_t count, absl::string_view which) {
  return absl::StrCat(count, which, count == 1 ? " line" : " lines");
}

// What of the log the sentences do not have; "" if they have all.
std::string LeftOut(size_t more, size_t others) {
  std::string out;
  if (more > 0) out = Lines(more, " more");
  if (others > 0) {
    absl::StrAppend(&out, out.empty() ? "" : " and ", Lines(others, ""),
                    " about something else");
  }
  return out.empty() ? "" : absl::StrCat(out, " left out");
}

std::string NoLines(const KernelSubjects& subjects) {
  std::vector<absl::string_view> about;
  if (subjects.gpu) about.push_back("of a GPU's driver");
  if (subjects.process) about.push_back("of a process that died");
  return absl::StrCat("no line ", absl::StrJoin(about, " or "));
}

}  // namespace

KernelSubjects SubjectsOf(VerdictKind verdict, bool cpu_device) {
  KernelSubjects subjects;
  subjects.process =
      verdict == VerdictKind::kCrash || verdict == VerdictKind::kLost;
  subjects.gpu =
      !cpu_device && (subjects.process || verdict == VerdictKind::kHang ||
                      verdict == VerdictKind::kError);
  return subjects;
}

bool IsAbout(const KernelSubjects& subjects, absl::string_view text) {
  const bool gpu =
      std::any_of(std::begin(kGpuDrivers), std::end(kGpuDrivers),
                  [&](auto name) { return BeginsWith(text, name); });
  const bool process =
      std::any_of(std::begin(kDeaths), std::end(kDeaths),
                  [&](auto part) { return absl::StrContains(text, part); });
  return (subjects.gpu && gpu) || (subjects.process && process);
}

std::vector<std::string> TellKernelLines(const KernelSubjects& subjects,
                                         KernelLog* log) {
  if (!log->unreadable().empty()) return {"kernel log: not readable"};
  std::vector<std::string> told;
  size_t bytes = 0, more = 0, others = 0;
  const bool all = log->Read([&](const KernelRecord& record) {
    const std::string line = absl::StrFormat(
        "kernel log: [%d.%06d] %s", record.microseconds / 1000000,
        record.microseconds % 1000000, record.text);
    // What user space writes is not the kernel's.
    if (record.facility != 0 || !IsAbout(subjects, record.text)) {
      ++others;
    } else if (more > 0 || told.size() == kMostLines ||
               bytes + line.size() > kMostBytes) {
      ++more;
    } else {
      bytes += line.size();
      told.push_back(line);
    }
  });
  std::string rest = LeftOut(more, others);
  if (told.empty()) {
    rest = absl::StrCat(NoLines(subjects), rest.empty() ? "" : ": ", rest);
  }
  if (!all) {
    absl::StrAppend(&rest, rest.empty() ? "" : "; ",
                    "the kernel overwrote some before they were read");
  }
  if (!rest.empty()) told.push_back(absl::StrCat("kernel log: ", rest));
  return told;
}

}  // namespace wgsync
