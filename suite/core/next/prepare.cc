#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"
#include "suite/core/base/fields_json.h"
#include "suite/core/base/sha256.h"
#include "suite/core/launch/device_model.h"
#include "suite/core/launch/layout.h"
#include "suite/core/launch/program_spec.h"
#include "suite/core/next/programs.h"
#include "suite/core/next/residency.h"
#include "suite/core/next/steps.h"
#include "suite/core/verdict/rules.h"

namespace wgsync {
namespace {

bool Cannot(Attempt* a, Rule rule, Finding why) {
  a->result.Decide(rule);
  a->result.findings.push_back(std::move(why));
  return false;
}

// 0, and the case has ended, where the discovery did not close.
uint32_t MeasureResidency(Attempt* a) {
  LaunchSpec probe = a->base;
  probe.elements = 0;
  // A CPU's residency is its threads, and a pass may need no other program.
  if (a->cpu()) probe.program.board = BoardMode::kOff;
  uint32_t residency = ResidencyOf(a, probe);
  if (residency != 0 && !a->cpu()) {
    // The build that is judged may hold fewer registers, or more.
    probe.program.board = BoardMode::kOff;
    residency = std::min(residency, ResidencyOf(a, probe));
  }
  if (residency != 0) return residency;
  a->exhibits.push_back(a->last);
  if (!EndsUnbuilt(a, a->last)) EndsBefore(a, a->last.ending);
  return 0;
}

// Of a concurrent dispatch. False, and the case has ended, where the driver
// makes no promise.
bool FindPromise(Attempt* a) {
  if (a->c.grid.dispatch != Dispatch::kConcurrent) return true;
  LaunchSpec judged = a->base;
  judged.program.board = BoardMode::kOff;
  const Answer answer = a->Ask(QuestionKind::kPromised, judged);
  a->result.promised = answer.promised;
  return answer.promised != 0 ||
         Cannot(a, Rule::kDeviceLacks,
                Found(FindingKind::kNothingPromised, {}, {answer.text}));
}

bool FindGrid(Attempt* a) {
  CaseResult& r = a->result;
  LaunchSpec& s = a->base;
  const uint64_t largest = a->claims().max_group_size;
  if (s.group_size == 0 || s.group_size > largest) {
    return Cannot(a, Rule::kDeviceLacks,
                  Found(FindingKind::kGroupTooLarge, {largest},
                        {std::string(GroupSizeName(a->c))}));
  }
  const Primitive& p = *a->c.primitive;
  const bool waits = p.need != ProgressNeed::kNone && !p.limited;
  if (NeedsResidency(a->c.grid.groups) || waits) {
    r.residency = MeasureResidency(a);
    if (r.residency == 0) return false;
  }
  if (!FindPromise(a)) return false;
  // A scheduler's model cannot give more slots than the device has.
  const DeviceModel& model = a->known->model;
  if (r.residency != 0 && model && model.row->slots &&
      r.residency < model.number) {
    return Cannot(a, Rule::kDeviceLacks,
                  Found(FindingKind::kTooFewSlots, {model.number, r.residency},
                        {ModelMark(model)}));
  }
  const uint64_t groups = ResolveGroups(a->c, r.residency, r.promised);
  if (groups == 0) {
    return Cannot(a, Rule::kNoLaunch,
                  Found(FindingKind::kNoSuchGrid, {r.residency},
                        {std::string(GroupsName(a->c))}));
  }
  const std::string refused = GridRefused(a->c, groups, s.group_size);
  if (!refused.empty()) return Cannot(a, Rule::kNoLaunch, FoundText(refused));
  s.groups = static_cast<uint32_t>(groups);
  if (r.promised != 0 && groups > r.promised) {
    return Cannot(a, Rule::kNoLaunch,
                  Found(FindingKind::kBeyondPromise, {groups, r.promised}));
  }
  a->grid = r.residency == 0 || groups <= r.residency ? GridClass::kResident
                                                      : GridClass::kBeyond;
  if (s.elements != 0 && LeastElements(s) == 0) {
    return Cannot(
        a, Rule::kNoLaunch,
        Found(FindingKind::kNobodyWouldWait, {s.group_size, s.elements}));
  }
  if (MakeLayout(s).total > kHalfBytes) {
    return Cannot(a, Rule::kNoLaunch,
                  Found(FindingKind::kTooMuchMemory, {groups, s.group_size}));
  }
  return true;
}

// False, and the case has ended, where this wgsync lacks a module of SPIR-V, or
// the accesses of a device model.
bool HasPrograms(Attempt* a) {
  if (a->known->model && a->c.primitive->wide != 0) {
    return Cannot(
        a, Rule::kDeviceLacks,
        FoundText("a device model has accesses to words of 32 bits alone"));
  }
  if (a->c.grid.via == Via::kSource) return true;
  for (const ProgramSpec& p :
       ProgramsOf(a->c, a->mode, a->profile(), a->known->model)) {
    const absl::StatusOr<std::string> source = ComposeSource(p);
    const absl::Status has = source.ok()
                                 ? SpirvOf(*source, BuildOptions(p)).status()
                                 : source.status();
    if (!has.ok()) return Cannot(a, Rule::kNoLaunch, FoundText(has.message()));
  }
  return true;
}

// Of the launch as the case asks for it, whatever its waits and its grid are.
std::string LaunchDigest(LaunchSpec s) {
  s.program.board = BoardMode::kOff;
  s.program.waits = WaitMode::kUnbounded;
  const absl::StatusOr<std::string> source = ComposeSource(s.program);
  if (!source.ok()) return "";
  return Sha256(absl::StrCat(KernelDigest(*source, BuildOptions(s.program)),
                             FieldsToJson(s).dump()));
}

}  // namespace

void EndsUnopened(const absl::Status& opening, Known* known, CaseResult* r) {
  r->Decide(absl::IsAborted(opening) ? Rule::kOpeningEnded : Rule::kHarness);
  r->findings.push_back(FoundText(opening.message()));
  known->wedged = true;
}

bool Prepare(Attempt* a) {
  CaseResult& r = a->result;
  LaunchSpec& s = a->base;
  r.id = CaseId(a->c);
  r.need = a->c.primitive->need;
  const absl::Status opened = a->Ask(QuestionKind::kOpen).status;
  if (!opened.ok()) {
    EndsUnopened(opened, a->known, &r);
    return false;
  }
  const SoundnessWhy sound = SoundnessOf(a->c, a->claims());
  a->soundness = sound.soundness;
  r.soundness = sound.soundness;
  r.soundness_why = sound.why;
  const std::string missing = Unsupported(a->c, a->claims());
  if (!missing.empty()) {
    return Cannot(a, Rule::kDeviceLacks, FoundText(missing));
  }
  if (a->c.primitive->device_barrier && a->mode == WaitMode::kBounded) {
    return Cannot(a, Rule::kNoLaunch,
                  FoundText("its wait is the driver's own and cannot be "
                            "bounded"));
  }
  s = SpecOf(a->c, a->claims());
  s.program.model = a->known->model;
  s.program.waits = a->mode;
  s.program.cuts_loops = a->profile().loops_cut;
  s.rounds = RoundsOf(a->c, !a->cpu()) * a->known->rounds;
  s.late_every = a->c.workload->late_every;
  s.elements = a->c.workload->elements;
  r.language = LanguageName(s.program.language);
  r.rounds = s.rounds;
  r.group_size = s.group_size;
  const absl::StatusOr<std::string> source = ComposeSource(s.program);
  ProgramSpec judged = s.program;
  judged.board = BoardMode::kOff;
  if (source.ok()) {
    r.kernel_digest = KernelDigest(*source, BuildOptions(judged));
    r.launch_digest = LaunchDigest(s);
  }
  if (!HasPrograms(a)) return false;
  if (!FindGrid(a)) return false;
  r.groups = s.groups;
  r.group_size = s.group_size;
  return true;
}

}  // namespace wgsync
