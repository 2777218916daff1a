#include "suite/core/next/programs.h"

#include <variant>

#include "suite/core/catalog/catalog.h"
#include "suite/core/launch/launch_spec.h"
#include "suite/core/launch/weakened_twins.h"
#include "suite/core/next/steps.h"
#include "suite/core/plan/soundness.h"

namespace wgsync {
namespace {

void AddTwins(const ProgramSpec& sound, std::vector<ProgramSpec>* programs) {
  for (const Twin& twin : TwinsOf(sound)) {
    if (twin.equivalent.empty()) programs->push_back(twin.program);
  }
}

// The differences of a payload that stays wrong. Few programs build as long.
void AddForWrong(const ProgramSpec& judged,
                 std::vector<ProgramSpec>* programs) {
  if (judged.c.primitive->host_boundary) return;
  programs->push_back(BoundaryOf(judged));
  if (judged.c.primitive->family != Family::kBarrier) return;
  programs->push_back(judged);
  programs->back().board = BoardMode::kOrdered;
}

}  // namespace

std::vector<ProgramSpec> ProgramsOf(const Case& c, WaitMode mode,
                                    const DeviceProfile& profile,
                                    const DeviceModel& model) {
  std::vector<ProgramSpec> programs;
  const auto* kernel = std::get_if<KernelCase>(&c);
  const Claims& claims = profile.claims;
  if (kernel == nullptr || !Unsupported(*kernel, claims).empty()) {
    return programs;
  }
  ProgramSpec s = SpecOf(*kernel, claims).program;
  s.model = model;
  s.cuts_loops = profile.loops_cut;
  s.waits = mode;
  if (!HasNoBoard(*kernel, !claims.is_gpu)) {
    s.board = BoardMode::kRelaxed;
    programs.push_back(s);
  }
  s.board = BoardMode::kOff;
  programs.push_back(s);
  s.waits = WaitMode::kRemoved;
  // What a shape's groups did is on the board alone.
  if (IsShape(*kernel->primitive)) s.board = BoardMode::kRelaxed;
  programs.push_back(s);
  return programs;
}

std::vector<ProgramSpec> LaterProgramsOf(const Case& c, WaitMode mode,
                                         const DeviceProfile& profile,
                                         const DeviceModel& model) {
  std::vector<ProgramSpec> programs = ProgramsOf(c, mode, profile, model);
  if (programs.empty()) return programs;
  const bool boards = programs.size() > 2;
  const ProgramSpec relaxed = programs[0], off = programs[boards ? 1 : 0];
  const KernelCase& kernel = off.c;
  programs.clear();
  if (kernel.grid.team != 0) AddTwins(off, &programs);
  const Soundness soundness = SoundnessOf(c, profile.claims).soundness;
  if (soundness == Soundness::kGuaranteed) return programs;
  if (kernel.access.payload != Payload::kAtomic) {
    programs.push_back(off);
    programs.back().c.access.payload = Payload::kAtomic;
  }
  if (const auto ordered = Ordered(off)) programs.push_back(*ordered);
  if (soundness == Soundness::kRacy) AddForWrong(off, &programs);
  if (kernel.access.poll != Poll::kPlain) return programs;
  for (Poll poll : {Poll::kRmw, Poll::kReissued}) {
    if (!kernel.primitive->polls.Has(poll)) continue;
    programs.push_back(relaxed);
    programs.back().c.access.poll = poll;
  }
  return programs;
}

std::vector<ProgramSpec> NeededProgramsOf(const Case& c, WaitMode mode,
                                          const DeviceProfile& profile,
                                          const DeviceModel& model) {
  std::vector<ProgramSpec> programs = ProgramsOf(c, mode, profile, model);
  if (programs.size() < 3) return programs;
  const KernelCase kernel = programs[0].c;
  const Groups groups = kernel.grid.groups;
  const GridClass grid = groups == Groups::kResPlus1 ||
                                 groups == Groups::kResX2 ||
                                 groups == Groups::kResX10
                             ? GridClass::kBeyond
                             : GridClass::kResident;
  const Soundness soundness = SoundnessOf(c, profile.claims).soundness;
  if (IsJudgedFirst(kernel, soundness, grid) && !IsSampled(kernel)) {
    programs.erase(programs.begin());
  }
  if (kernel.grid.team == 0) return programs;
  AddTwins(ProgramSpec(programs[programs.size() - 2]), &programs);
  return programs;
}

}  // namespace wgsync
