// What one launch is: a case, or a variation of it, with its numbers.

#ifndef WGSYNC_SUITE_CORE_LAUNCH_LAUNCH_SPEC_H_
#define WGSYNC_SUITE_CORE_LAUNCH_LAUNCH_SPEC_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "suite/core/launch/model.h"
#include "suite/core/plan/case.h"
#include "suite/core/plan/soundness.h"

namespace wgsync {

class FieldVisitor;

// The numbers of these two are those of kernels/lib/access.cl.
enum class BoardMode { kOff = 0, kRelaxed = 1, kOrdered = 2 };
enum class WaitMode { kRemoved = 0, kUnbounded = 1, kBounded = 2 };
absl::Span<const absl::string_view> NamesOf(BoardMode);  // launch_record.cc
absl::Span<const absl::string_view> NamesOf(WaitMode);

struct LaunchSpec {
  Case c;
  DeviceModel model;
  BoardMode board = BoardMode::kRelaxed;
  WaitMode waits = WaitMode::kUnbounded;
  uint32_t language = 120;  // 120, 200 or 300
  uint32_t groups = 1;
  uint32_t group_size = 64;
  uint32_t ballast = 0;  // of each group, in bytes of local memory
  uint32_t rounds = 1;
  uint32_t delay = 0;  // of the late group, in accesses; below 65,536
  uint32_t late_every = 1;
  uint32_t elements = 0;  // of a reduction
  uint32_t budget =
      1;  // of a bounded wait: budget * budget polls; below 65,536
  // A neighbour of each waiting work-item fences while it waits, so that no
  // cache keeps an old copy of the word.
  bool refresh = false;
  // The driver cuts loops short: look at the word directly after each wait.
  bool cuts_loops = false;
  // Its time counts: no look at the words but the waits' own (WG_TIMED in
  // kernels/lib/wait.cl).
  bool timed = false;
  bool discover = false;  // run the residency discovery instead; `delay` is its
                          // quiet time in looks
  // With `discover`: the order in which the groups start, in its place; `delay`
  // is how long a group stays, in looks.
  bool start_order = false;
  // Where half of the groups waits (Primitive::half_waits): so many groups wait
  // for this one instead.
  bool has_distance = false;
  uint32_t waiters = 0;
  uint32_t awaited = 0;

  // All of it, as a log keeps it: launch_record.cc.
  void Fields(FieldVisitor& v);
};

// The host ends the kernel at every step (kernel_boundary, its waits not
// removed).
bool IsHostBoundary(const LaunchSpec& spec);

// What every synchronization word holds before the launch.
uint32_t WordInit(const LaunchSpec& spec);

// How many partial sums a reduction has on each of its levels, the first level
// first; empty where it keeps none. The twin of kernels/handoff/*reduction.cl.
std::vector<uint64_t> PartialSums(const LaunchSpec& spec);

// The fewest elements with which the reduction waits at all; 0 where no number
// up to the workload's does.
uint32_t LeastElements(const LaunchSpec& spec);

// How often all groups together come to a wait of a reduction.
uint64_t ReductionWaits(const LaunchSpec& spec);

// Those who arrive in one round: the groups, or all work-items.
uint64_t WaitersOf(const LaunchSpec& spec);

// The grid's shape is another than a row of groups without ballast: the program
// has kernels/lib/shape.cl.
bool IsShaped(const LaunchSpec& spec);

// The permits that each group takes of a semaphore; 0 of anything else. The
// kernel's twin is wg_permits() in kernels/lib/run_mutex.cl.
uint32_t PermitsOf(const LaunchSpec& spec);

// Barriers between the steps of a launch, that is steps - 1.
uint32_t StepsOf(const LaunchSpec& spec);

// Kernels that the host enqueues one behind the other.
uint32_t KernelsOf(const LaunchSpec& spec);

// How often each waiting role arrives: a barrier between two steps, or once a
// round.
uint64_t ArrivalsDue(const LaunchSpec& spec);

// One of the files that a launch's program is made of: its path below kernels/,
// and its text.
struct SourcePart {
  std::string path;
  std::string text;
};
// The files in the order in which they are compiled: lib, a device model's
// files where the launch has one, primitive, workload, runner. An error where a
// file is not embedded.
absl::StatusOr<std::vector<SourcePart>> SourceParts(const LaunchSpec& spec);
// Their texts as one, each followed by a newline: what is compiled.
std::string JoinParts(const std::vector<SourcePart>& parts);
absl::StatusOr<std::string> ComposeSource(const LaunchSpec& spec);

// "wgsync_case", or the kernel of one step.
std::string KernelName(const LaunchSpec& spec);

// "-cl-std=CL3.0 -DWG_C11 -DWG_POLL=3 ...".
std::string BuildOptions(const LaunchSpec& spec);

// Names the program: equal for launches that need the same build.
std::string ProgramKey(const LaunchSpec& spec);

// The language standard of a case on a device: 120 where that is enough, else
// 200 or 300, the higher of them that it lists; it may list later ones.
uint32_t LanguageOf(const Case& c, const Claims& claims);

// The launch of a case on a device with these claims: the case, its language
// standard, its work-group size (0 where the device has no such size) and its
// ballast. The caller sets how many groups, how the waits and the board are
// built, and the numbers that are measured.
LaunchSpec SpecOf(const Case& c, const Claims& claims);

// "CL1.2".
std::string LanguageName(uint32_t language);

// SHA-256 of the source, conditionals on the build options resolved and
// comments gone, and of the options.
std::string KernelDigest(const std::string& source, const std::string& options);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_LAUNCH_LAUNCH_SPEC_H_
