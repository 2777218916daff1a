// The program of a launch: what decides its text and its binary.
//
// Launches with equal ProgramSpecs need one build, whatever their LaunchSpecs
// (launch_spec.h) add.

#ifndef WGSYNC_SUITE_CORE_LAUNCH_PROGRAM_SPEC_H_
#define WGSYNC_SUITE_CORE_LAUNCH_PROGRAM_SPEC_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "suite/core/launch/device_model.h"
#include "suite/core/plan/case.h"
#include "suite/core/plan/soundness.h"

namespace wgsync {

class FieldVisitor;

// The numbers of these two are those of kernels/lib/access.cl.
enum class BoardMode { kOff = 0, kRelaxed = 1, kOrdered = 2 };
enum class WaitMode { kRemoved = 0, kUnbounded = 1, kBounded = 2 };
absl::Span<const absl::string_view> NamesOf(BoardMode);
absl::Span<const absl::string_view> NamesOf(WaitMode);

absl::Span<const absl::string_view> NamesOf(Scope);

// An order that the case gives up: signals release nothing, polls acquire
// nothing, and the fence on that side is gone; the work-group barrier ahead of
// an arrival is gone; the one that closes a wait orders local memory alone.
enum class Weakening {
  kNone,
  kNoRelease,
  kNoAcquire,
  kNoOrder,
  kUnopened,
  kClosedLocally
};
absl::Span<const absl::string_view> NamesOf(Weakening);

struct ProgramSpec {
  KernelCase c;
  DeviceModel model;
  BoardMode board = BoardMode::kRelaxed;
  WaitMode waits = WaitMode::kUnbounded;
  uint32_t language = 120;  // 120, 200 or 300
  uint32_t ballast = 0;     // of each group, in bytes of local memory
  // Narrower than the case's own where it is kWorkGroup.
  Scope scope = Scope::kDevice;
  Weakening weakening = Weakening::kNone;
  // The last work-item of each group fences for as long as the group waits, so
  // that no cache keeps an old copy of the word; see CanRefresh().
  bool refresh = false;
  // The driver cuts loops short: look at the word directly after each wait.
  bool cuts_loops = false;
  // Its time counts: no look at the words but the waits' own (WG_TIMED in
  // kernels/lib/wait.cl).
  bool timed = false;
  // A discovery (LaunchSpec::discover) gives the order in which the groups
  // start.
  bool start_order = false;

  // All of it, as a log keeps it.
  void Fields(FieldVisitor& v);
};

// The grid's shape is another than a row of groups without ballast: the program
// has kernels/lib/shape.cl.
bool IsShaped(const ProgramSpec& spec);

// One of the files that a program is made of: its path below kernels/, and its
// text.
struct SourcePart {
  std::string path;
  std::string text;
};
// The files in the order in which they are compiled: lib, primitive, workload,
// runner. The files of a device model, if the program has one, follow the
// accesses in lib. An error if a file is not embedded.
absl::StatusOr<std::vector<SourcePart>> SourceParts(const ProgramSpec& spec);
// The text that is compiled: that of all files, with a newline after each.
std::string JoinParts(const std::vector<SourcePart>& parts);
absl::StatusOr<std::string> ComposeSource(const ProgramSpec& spec);

// "-cl-std=CL3.0 -DWG_C11 -DWG_POLL=3 ...".
std::string BuildOptions(const ProgramSpec& spec);

// The SPIR-V of this very text with these options, made when wgsync was built:
// kernels/spirv.sh. kUnimplemented, in one line, if there is none.
absl::StatusOr<std::string> SpirvOf(absl::string_view source,
                                    absl::string_view options);

// Names the program: equal for launches that need the same build.
std::string ProgramKey(const ProgramSpec& spec);

// The language standard of a case on a device: 120 where that is enough, else
// 200 or 300, the higher of them that it lists; it may list later ones.
uint32_t LanguageOf(const KernelCase& c, const Claims& claims);

// "CL1.2".
std::string LanguageName(uint32_t language);

// SHA-256 of the source, conditionals on the build options resolved and
// comments gone, and of the options.
std::string KernelDigest(const std::string& source, const std::string& options);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_LAUNCH_PROGRAM_SPEC_H_
