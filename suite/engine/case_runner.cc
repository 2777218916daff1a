#include "suite/engine/case_runner.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "suite/core/base/overload.h"
#include "suite/core/launch/layout.h"
#include "suite/core/verdict/judge.h"
#include "suite/core/verdict/kinds.h"
#include "suite/core/verdict/rules.h"
#include "suite/engine/binding.h"

namespace wgsync {
namespace {

constexpr size_t kLongestLog = 16384;  // of a build, in the evidence
constexpr size_t kMostMemos = 256;

std::string MemoKey(const LaunchSpec& s) {
  return absl::StrCat(ProgramKey(s.program), " ", s.groups, "x", s.group_size,
                      " ", s.rounds, " ", s.elements, ShapeParts(s.program.c));
}

std::string FirstLines(const std::string& text) {
  std::string out;
  int lines = 0;
  for (absl::string_view line : absl::StrSplit(text, '\n', absl::SkipEmpty())) {
    absl::StrAppend(&out, out.empty() ? "" : " | ", line.substr(0, 200));
    if (++lines == 4) break;
  }
  return out;
}

// How often a verdict is confirmed, where that depends on the kind of the case.
struct Repeats {
  int of_error;
  int of_hang;
};

// A hang that binds nothing is not repeated, but for those that refute a model.
bool Refutes(const Case& c) {
  const auto* kernel = std::get_if<KernelCase>(&c);
  return kernel != nullptr && IsShape(*kernel->primitive);
}

Repeats RepeatsOf(const Case& c) {
  return std::visit(Overload{[](const KernelCase&) {
                               return Repeats{0, 2};
                             },
                             [](const HostCase&) {
                               return Repeats{1, 1};
                             }},
                    c);
}

}  // namespace

Rule RuleOfOpening(const absl::Status& failed) {
  return absl::IsAborted(failed) ? Rule::kOpeningEnded : Rule::kHarness;
}

const Observation& CaseRunner::Show(Attempt* a, LaunchPurpose purpose,
                                    const LaunchSpec& spec) {
  last_ = session_->Launch(purpose, spec, a->deadline, a->patience);
  a->exhibits.push_back({purpose, spec, last_.o, last_.number});
  // What came between says nothing of the next launch of this kind; and of the
  // cases before, few are asked for again.
  if (memo_.size() >= kMostMemos) memo_.clear();
  if (Finished(last_.o) || Stuck(last_.o)) {
    memo_[MemoKey(spec)] = a->exhibits.back();
  }
  if (last_.o.ending == Ending::kDeviceLost) wedged_ = true;
  if (last_.o.ending == Ending::kEndedFromOutside) {
    a->ended_outside = absl::StrCat("the worker ", last_.o.ending_text);
  }
  return a->exhibits.back().o;
}

Observation CaseRunner::ShowMemo(Attempt* a, LaunchPurpose purpose,
                                 const LaunchSpec& spec) {
  const auto known = memo_.find(MemoKey(spec));
  if (known == memo_.end()) {
    const Observation o = Show(a, purpose, spec);
    // What the driver does once need not be what it does: an H200's did not
    // come back from a launch all of whose groups had ended, once in ten runs.
    const bool built = !last_.build_failed && !last_.setup_failed;
    if (Finished(o) || Stuck(o) || wedged_ || !built) return o;
    return Show(a, purpose, spec);
  }
  a->exhibits.push_back({purpose, spec, known->second.o, known->second.number});
  return known->second.o;
}

bool CaseRunner::FindGrid(Attempt* a) {
  CaseResult& r = a->result;
  LaunchSpec& s = a->base;
  const Claims& claims = session_->claims();
  const auto cannot = [&](Rule rule, Finding why) {
    r.Decide(rule);
    r.findings.push_back(std::move(why));
    return false;
  };
  if (s.group_size == 0 || s.group_size > claims.max_group_size) {
    return cannot(Rule::kDeviceLacks,
                  Found(FindingKind::kGroupTooLarge, {claims.max_group_size},
                        {std::string(GroupSizeName(a->c))}));
  }
  uint32_t residency = 0;
  if (NeedsResidency(a->c.grid.groups) ||
      (a->c.primitive->need != ProgressNeed::kNone &&
       !a->c.primitive->limited)) {
    LaunchSpec probe = s;
    probe.groups = 1;
    probe.elements = 0;
    WatchResult failure;
    // A CPU's residency is its threads, and a pass may need no other program.
    if (session_->cpu()) probe.program.board = BoardMode::kOff;
    residency = session_->Residency(probe, &failure);
    if (residency != 0 && !session_->cpu()) {
      // The build that is judged may hold fewer registers, or more.
      probe.program.board = BoardMode::kOff;
      residency = std::min(residency, session_->Residency(probe, &failure));
    }
    if (residency == 0) {
      a->exhibits.push_back(
          {LaunchPurpose::kDiscovery, probe, failure.o, failure.number});
      return BuildFailed(a, failure) ? false : Ends(a, failure.o);
    }
  }
  r.residency = residency;
  if (residency != 0 && !HoldsModel(residency)) {
    return cannot(Rule::kDeviceLacks,
                  Found(FindingKind::kTooFewSlots, {model_.number, residency},
                        {ModelMark(model_)}));
  }
  const uint64_t groups = ResolveGroups(a->c, residency);
  if (groups == 0) {
    return cannot(Rule::kNoLaunch, Found(FindingKind::kNoSuchGrid, {residency},
                                         {std::string(GroupsName(a->c))}));
  }
  const std::string refused = GridRefused(a->c, groups, s.group_size);
  if (!refused.empty()) {
    return cannot(Rule::kNoLaunch, FoundText(refused));
  }
  s.groups = static_cast<uint32_t>(groups);
  a->grid = residency == 0 || groups <= residency ? GridClass::kResident
                                                  : GridClass::kBeyond;
  if (s.elements != 0 && LeastElements(s) == 0) {
    return cannot(Rule::kNoLaunch, Found(FindingKind::kNobodyWouldWait,
                                         {s.group_size, s.elements}));
  }
  if (MakeLayout(s).total > kHalfBytes) {
    return cannot(Rule::kNoLaunch,
                  Found(FindingKind::kTooMuchMemory, {groups, s.group_size}));
  }
  return true;
}

bool CaseRunner::Ends(Attempt* a, const Observation& o) {
  // Where its control did not end, the control has failed.
  const bool fact =
      o.ending == Ending::kWorkerDied || o.ending == Ending::kEventError ||
      o.ending == Ending::kNotReported || o.ending == Ending::kCompletedEarly ||
      o.ending == Ending::kEndedFromOutside ||
      o.ending == Ending::kNoProcessor || o.ending == Ending::kDeviceLost ||
      a->evidence.control == Trial::kHung;
  a->evidence.ending = fact ? o.ending : Ending::kNeverStarted;
  if (o.ending == Ending::kDeviceLost) wedged_ = true;
  Conclude(a);
  return false;
}

bool CaseRunner::Prepare(Attempt* a) {
  CaseResult& r = a->result;
  LaunchSpec& s = a->base;
  r.id = CaseId(a->c);
  r.need = a->c.primitive->need;
  const absl::Status ready = session_->EnsureWorker();
  if (!ready.ok()) {
    r.Decide(RuleOfOpening(ready));
    r.findings.push_back(FoundText(ready.message()));
    wedged_ = true;
    return false;
  }
  const Claims& claims = session_->claims();
  const SoundnessWhy sound = SoundnessOf(a->c, claims);
  a->soundness = sound.soundness;
  r.soundness = sound.soundness;
  r.soundness_why = sound.why;
  const std::string missing = Unsupported(a->c, claims);
  if (!missing.empty()) {
    r.Decide(Rule::kDeviceLacks);
    r.findings.push_back(FoundText(missing));
    return false;
  }
  const Workload& w = *a->c.workload;
  s = SpecOf(a->c, claims);
  s.program.model = model_;
  s.program.waits = a->mode;
  s.program.cuts_loops = session_->loops_cut();
  s.rounds = RoundsOf(a->c, !session_->cpu()) * times_rounds_;
  s.late_every = w.late_every;
  s.elements = w.elements;
  r.language = LanguageName(s.program.language);
  r.rounds = s.rounds;
  r.group_size = s.group_size;
  const absl::StatusOr<std::string> source = ComposeSource(s.program);
  ProgramSpec judged = s.program;
  judged.board = BoardMode::kOff;
  if (source.ok())
    r.kernel_digest = KernelDigest(*source, BuildOptions(judged));
  if (!FindGrid(a)) return false;
  r.groups = s.groups;
  r.group_size = s.group_size;
  return true;
}

bool CaseRunner::IsClaimDenied(const Attempt& a) {
  std::string log;
  if (!NeedsC11(a.c)) return false;
  // A worker keeps what it was refused.
  session_->EndWorker().IgnoreError();
  if (!session_->Refused(a.base.program, &log)) return false;
  ProgramSpec plain = a.base.program;
  plain.c.access.poll = Poll::kRmw;
  plain.c.access.signal = Signal::kRmw;
  plain.c.access.fence = Fence::kNone;
  return session_->Builds(plain);
}

bool CaseRunner::BuildFailed(Attempt* a, const WatchResult& r) {
  CaseResult& result = a->result;
  if (r.over_limit) {
    result.Decide(Rule::kOverLimit);
    result.findings.push_back(FoundText(r.what));
    return true;
  }
  if (r.build_failed) {
    // A form that compiles unclaimed is welcome; one that does not was never
    // promised.
    const bool claimed = ClaimsAccess(a->c, session_->claims());
    const bool denied = claimed && IsClaimDenied(*a);
    result.Decide(denied    ? Rule::kClaimDenied
                  : claimed ? Rule::kBuildRefused
                            : Rule::kBuildUnclaimed);
    result.findings.push_back(Found(denied    ? FindingKind::kClaimDenied
                                    : claimed ? FindingKind::kText
                                              : FindingKind::kBuildUnclaimed,
                                    {}, {FirstLines(r.what)}));
    result.build_log = r.what.substr(0, kLongestLog);
    return true;
  }
  if (r.setup_failed) {
    result.Decide(Rule::kHarness);
    result.findings.push_back(FoundText(r.what));
    return true;
  }
  return false;
}

void CaseRunner::EndsByControl(Attempt* a) {
  if (!last_.build_failed || last_.over_limit) {
    if (!BuildFailed(a, last_)) Ends(a, last_.o);
    return;
  }
  // That the compiler refuses the control says nothing of the case, unless it
  // refuses the case's own program too.
  LaunchSpec own = a->base;
  own.program.board = BoardMode::kOff;
  WatchResult refused = last_;
  if (session_->Refused(own.program, &refused.what)) {
    BuildFailed(a, refused);
    return;
  }
  a->result.Decide(Rule::kControlBuild);
  a->result.findings.push_back(
      Found(FindingKind::kControlRefused, {}, {FirstLines(last_.what)}));
  a->result.build_log = last_.what.substr(0, kLongestLog);
}

void CaseRunner::Bind(Attempt* a) {
  CaseResult& r = a->result;
  const struct Bind may =
      WhatBinds(a->c, a->soundness, a->grid, seen_.In(a->c.grid.dims));
  r.binds = BindingOf(r.verdict, a->evidence, may);
  if (!a->evidence.met_for_lowest && !IsShape(*a->c.primitive)) {
    AddProgress(r.verdict, r.binds, may, &r.findings);
  }
  // A pass whose watched launch was wrong satisfies nothing.
  const bool doubtful = r.perturbed && r.verdict.kind == VerdictKind::kPass;
  r.could_bind = IsJudged(r.verdict.kind) && !doubtful &&
                 (may.violation || may.progress || may.customary);
}

void CaseRunner::Conclude(Attempt* a) {
  CaseResult& r = a->result;
  r.verdict = JudgeEvidence(a->evidence);
  if (r.verdict.rule == Rule::kPass && DoubtHazard(a)) {
    r.verdict = JudgeEvidence(a->evidence);
  }
  r.judged = {DecidedBy::kEvidence, a->evidence, {}};
  r.bounded = a->mode == WaitMode::kBounded;
  if (r.verdict.kind == VerdictKind::kStalePayload) {
    for (const Exhibit& x : a->exhibits) {
      if (x.purpose == LaunchPurpose::kJudged && x.o.payload.wrong != 0) {
        r.k = x.o.payload.wrong;
        r.n = x.o.payload.reads;
        r.unit = Unit::kReads;
      }
    }
  }
  r.findings = a->ladder.findings;
  for (const Exhibit& x : a->exhibits) {
    if (x.number != 0) r.launches.push_back(x.number);
  }
  ProgramSpec judged = a->base.program;
  judged.board = BoardMode::kOff;
  if (!wedged_) r.binary_digest = session_->BinaryDigest(judged);
  Bind(a);
}

CaseResult CaseRunner::RunOnce(const Case& c, WaitMode mode) {
  return std::visit(
      Overload{
          [&](const KernelCase& kernel) { return RunKernelOnce(kernel, mode); },
          [&](const HostCase& host) { return RunHostOnce(host, mode); }},
      c);
}

void CaseRunner::LookAlive(Attempt* a) {
  if (session_->HasWorker()) return;
  const absl::Status alive = session_->EnsureWorker();
  if (alive.ok()) return;
  wedged_ = !absl::IsAborted(alive);
  if (!wedged_) a->ended_outside = std::string(alive.message());
  a->evidence.ending = Ending::kDeviceLost;
  a->ladder.findings.push_back(FoundText(alive.message()));
}

void CaseRunner::ConcludeUndisturbed(Attempt* a) {
  const bool outside = !a->ended_outside.empty() && !wedged_;
  if (outside) a->evidence.ending = Ending::kEndedFromOutside;
  Conclude(a);
  if (outside) {
    a->result.findings.insert(a->result.findings.begin(),
                              FoundText(a->ended_outside));
  }
}

CaseResult CaseRunner::RunKernelOnce(const KernelCase& c, WaitMode mode) {
  if (IsShape(*c.primitive)) return RunShapeOnce(c, mode);
  Attempt a;
  a.c = c;
  a.mode = mode;
  if (!Prepare(&a)) return a.result;
  session_->For(Purpose::kControls);
  RunControls(&a);
  session_->For(Purpose::kBoards);
  if (a.evidence.control == Trial::kHung) {
    EndsByControl(&a);
    return a.result;
  }
  if (wedged_ || !RunBoards(&a)) return a.result;
  LookAlive(&a);
  session_->For(Purpose::kDifferences);
  if (!wedged_) RunDifferences(&a);
  ConcludeUndisturbed(&a);
  return a.result;
}

CaseResult CaseRunner::Run(const Case& c, WaitMode mode) {
  CaseResult r = RunConfirmed(c, mode);
  for (std::string& note : session_->TakeNotes()) {
    r.findings.push_back(Found(FindingKind::kNote, {}, {std::move(note)}));
  }
  return r;
}

std::string CaseRunner::AtFirst(const CaseResult& first) const {
  const bool says = !first.findings.empty() && !first.findings[0].texts.empty();
  return absl::StrCat("at first: ", VerdictText(first.verdict), ": ",
                      says ? first.findings[0].texts[0] : last_.o.ending_text);
}

CaseResult CaseRunner::RunUndisturbed(const Case& c, WaitMode mode) {
  CaseResult first = RunOnce(c, mode);
  if (first.verdict.cause != Cause::kEndedFromOutside || wedged_) return first;
  std::string at_first = AtFirst(first);
  memo_.clear();
  CaseResult again = RunOnce(c, mode);
  again.also.push_back(std::move(at_first));
  return again;
}

CaseResult CaseRunner::RunConfirmed(const Case& c, WaitMode mode) {
  CaseResult first = RunUndisturbed(c, mode);
  int repeats = 0;
  switch (first.verdict.kind) {
    case VerdictKind::kBroken:
    case VerdictKind::kCrash:
    case VerdictKind::kStalePayload:
      repeats = 1;
      break;
    case VerdictKind::kError:
      repeats = RepeatsOf(c).of_error;
      break;
    case VerdictKind::kHang:
      if (first.binds == Binding::kNothing && !Refutes(c)) break;
      repeats = RepeatsOf(c).of_hang;
      break;
    case VerdictKind::kInfra:
    case VerdictKind::kLost:
    case VerdictKind::kStaleCache:
    case VerdictKind::kStaleHoisted:
    case VerdictKind::kSlow:
    case VerdictKind::kPass:
    case VerdictKind::kUnproven:
    case VerdictKind::kUnsupported:
    case VerdictKind::kBuildFailed:
    case VerdictKind::kNotRun:
      break;
  }
  const std::string at_first = AtFirst(first);
  const bool reads = first.unit == Unit::kReads;
  uint64_t same = 1, runs = 1;
  for (int i = 0; i < repeats && !wedged_; ++i) {
    session_->EndWorker().IgnoreError();
    memo_.clear();
    CaseResult again = RunUndisturbed(c, mode);
    ++runs;
    if (again.verdict.kind == first.verdict.kind) {
      ++same;
      continue;
    }
    const std::string other =
        absl::StrCat("alone in a fresh worker: ", VerdictText(again.verdict));
    // A crash counts when it is seen twice; else the worker may have brought
    // it along from an earlier case.
    if (first.verdict.kind == VerdictKind::kCrash) {
      again.also.push_back(at_first);
      return again;
    }
    first.also.push_back(other);
  }
  if (!reads) {
    first.k = same;
    first.n = runs;
  } else if (runs > 1) {
    first.findings.push_back(
        Found(FindingKind::kSameAgain, {same - 1, runs - 1}));
  }
  return first;
}

std::vector<ProgramSpec> CaseRunner::ProgramsOf(const Case& c,
                                                WaitMode mode) const {
  return std::visit(
      Overload{[&](const KernelCase& kernel) {
                 return KernelProgramsOf(kernel, mode);
               },
               [](const HostCase&) { return std::vector<ProgramSpec>(); }},
      c);
}

std::vector<ProgramSpec> CaseRunner::KernelProgramsOf(const KernelCase& c,
                                                      WaitMode mode) const {
  std::vector<ProgramSpec> programs;
  if (!Unsupported(c, session_->claims()).empty()) return programs;
  ProgramSpec s = SpecOf(c, session_->claims()).program;
  s.model = model_;
  s.cuts_loops = session_->loops_cut();
  s.waits = mode;
  if (!NoBoard(c)) {
    s.board = BoardMode::kRelaxed;
    programs.push_back(s);
  }
  s.board = BoardMode::kOff;
  programs.push_back(s);
  s.waits = WaitMode::kRemoved;
  programs.push_back(s);
  return programs;
}

void CaseRunner::BuildAhead(const Case& c, WaitMode mode) {
  if (!session_->HasWorker()) return;
  for (const ProgramSpec& s : ProgramsOf(c, mode)) session_->BuildAhead(s);
}

}  // namespace wgsync
