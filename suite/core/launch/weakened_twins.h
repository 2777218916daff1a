// Weakened twins: the program of a case with one order taken away. That they
// come out wrong under the stress of the case shows that the case could have.
// Pure.

#ifndef WGSYNC_SUITE_CORE_LAUNCH_WEAKENED_TWINS_H_
#define WGSYNC_SUITE_CORE_LAUNCH_WEAKENED_TWINS_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "suite/core/launch/program_spec.h"
#include "suite/core/plan/soundness.h"

namespace wgsync {

struct Twin {
  absl::string_view name;  // "no_release"
  ProgramSpec program;
  // Why the memory model lets it do no more than the case; "" if it may do
  // more, or is outside the model. Such a twin needs no launch.
  std::string equivalent;
};

// All that the program can have, those among them whose text is the program's
// own: what orders nothing has nothing to lose.
std::vector<Twin> TwinsOf(const ProgramSpec& program);

// What the twin of this name lacks: "the signal's release". Of a name that is
// none of ours, the name: logs of other versions have theirs.
absl::string_view LackOfTwin(absl::string_view name);

// The two are the same program but for their names: conditionals on build
// options resolved, comments gone. False where one has no source.
bool SameText(const ProgramSpec& a, const ProgramSpec& b);

// Why a device of this kind is not expected to let the twin come out wrong: a
// property of the processor, or a search that was recorded; "" where it may.
std::string WhyNotObservable(const Twin& twin, const Claims& claims);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_LAUNCH_WEAKENED_TWINS_H_
