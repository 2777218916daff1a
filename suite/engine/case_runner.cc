#include "suite/engine/case_runner.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "suite/engine/judge.h"
#include "suite/engine/layout.h"

namespace wgsync {
namespace {

constexpr double kLeastDeadline = 0.25;
constexpr double kControlFactor = 20;
// Two threads of a CPU barrier that share a core take turns by the scheduler's
// slices.
constexpr double kCpuBarrier = 0.004;
// A control is no longer than this: a slow device gets fewer rounds.
constexpr double kControlSeconds = 0.05;
constexpr uint32_t kTimedRounds = 8;
constexpr uint32_t kLeastRounds = 2;
constexpr uint32_t kMostAcquisitions = 8192;
// Measured on an H200: 13 to 26 ns for each group that wants the same lock.
constexpr double kGpuContender = 100e-9;
constexpr double kBoundarySeconds = 30;
constexpr double kBoundedSeconds = 0.4;
constexpr double kLongestDelay = 0.010;
constexpr uint32_t kLeastDelay = 64;
constexpr uint32_t kMostDelay = 65000;
constexpr uint32_t kCutLoopTurns = 30000;
constexpr int kAtomicRuns = 3;

uint64_t Waited(const LaunchSpec& s) {
  switch (s.c.primitive->family) {
    case Family::kBarrier:
      return StepsOf(s);
    case Family::kMutex:
      return uint64_t{s.groups} * s.rounds;
    case Family::kHandoff:
      return s.rounds;
  }
  return 1;
}

// Accesses that late groups spend on delays in one launch, at most.
double Delays(const LaunchSpec& s) {
  const double late = s.c.primitive->family == Family::kMutex
                          ? 1.0 * s.groups * s.rounds / s.late_every
                          : 1.0 * s.rounds / s.late_every;
  return (late + 1) * s.delay;
}

std::string MemoKey(const LaunchSpec& s) {
  return absl::StrCat(ProgramKey(s), " ", s.groups, "x", s.group_size, " ",
                      s.rounds);
}

// The highest of 2.0 and 3.0 where the case needs one of them; a device may
// list later ones.
uint32_t LanguageOf(const Case& c, const Claims& claims) {
  return !NeedsC11(c) ? 120 : claims.highest_c11 >= 300 ? 300 : 200;
}

bool Listed(const std::vector<std::string>& words, absl::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool NoBoard(const Case& c, bool cpu) {
  // One atomic increment between store and load hides all store buffering.
  const bool seq_cst =
      c.poll == Poll::kSeqCst || c.signal == Signal::kSeqCst;
  return c.primitive->host_boundary || (cpu && seq_cst);
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

}  // namespace

const Observation& CaseRunner::Show(Attempt* a, const std::string& label,
                                    const LaunchSpec& spec) {
  last_ = session_->Launch(spec, a->deadline, a->patience);
  a->exhibits.push_back({label, spec, last_.o});
  memo_[MemoKey(spec)] = last_.o;
  if (last_.o.ending == Ending::kDeviceLost) wedged_ = true;
  return a->exhibits.back().o;
}

Observation CaseRunner::ShowMemo(Attempt* a, const std::string& label,
                                 const LaunchSpec& spec) {
  const auto known = memo_.find(MemoKey(spec));
  if (known == memo_.end()) return Show(a, label, spec);
  a->exhibits.push_back({label, spec, known->second});
  return known->second;
}

bool CaseRunner::FindGrid(Attempt* a) {
  CaseResult& r = a->result;
  LaunchSpec& s = a->base;
  const Claims& claims = session_->claims();
  s.group_size =
      ResolveGroupSize(a->c, claims.max_group_size, claims.sub_group_size);
  const auto cannot = [&](VerdictKind kind, std::string why) {
    r.verdict.kind = kind;
    r.words.push_back(std::move(why));
    return false;
  };
  if (s.group_size == 0 || s.group_size > claims.max_group_size) {
    return cannot(VerdictKind::kUnsupported,
                  absl::StrCat("work-group size ", GroupSizeName(a->c),
                               ": the device's maximum is ",
                               claims.max_group_size));
  }
  uint32_t residency = 0;
  if (NeedsResidency(a->c.groups) ||
      a->c.primitive->need != ProgressNeed::kNone) {
    LaunchSpec probe = s;
    probe.groups = 1;
    WatchResult failure;
    residency = session_->Residency(probe, &failure);
    if (residency != 0 && !session_->cpu()) {
      // The build that is judged may hold fewer registers, or more.
      probe.board = BoardMode::kOff;
      residency = std::min(residency, session_->Residency(probe, &failure));
    }
    if (residency == 0) {
      a->exhibits.push_back({"discovery of the residency", probe, failure.o});
      return BuildFailed(a, failure) ? false : Ends(a, failure.o);
    }
  }
  r.residency = residency;
  const uint64_t groups = ResolveGroups(a->c, residency);
  if (groups == 0) {
    return cannot(VerdictKind::kNotRun,
                  absl::StrCat("the residency is ", residency,
                               ": there is no grid ", GroupsName(a->c)));
  }
  s.groups = static_cast<uint32_t>(groups);
  s.budget = session_->BudgetFor(kBoundedSeconds, a->c.poll, s.groups);
  a->grid = residency == 0 || groups <= residency ? GridClass::kResident
                                                  : GridClass::kBeyond;
  if (MakeLayout(s).total > kHalfBytes) {
    return cannot(VerdictKind::kNotRun,
                  absl::StrCat(groups, " groups of ", s.group_size,
                               " need more memory than a launch may have"));
  }
  return true;
}

bool CaseRunner::Ends(Attempt* a, const Observation& o) {
  const bool fact =
      o.ending == Ending::kWorkerDied || o.ending == Ending::kEventError;
  a->evidence.ending = fact ? o.ending : Ending::kNeverStarted;
  Conclude(a);
  return false;
}

bool CaseRunner::Prepare(Attempt* a) {
  CaseResult& r = a->result;
  LaunchSpec& s = a->base;
  r.id = CaseId(a->c);
  r.need = std::string(NeedName(a->c.primitive->need));
  const absl::Status ready = session_->EnsureWorker();
  if (!ready.ok()) {
    r.verdict = {VerdictKind::kInfra, Cause::kHarness};
    r.words.push_back(std::string(ready.message()));
    wedged_ = true;
    return false;
  }
  const Claims& claims = session_->claims();
  const SoundnessWhy sound = SoundnessOf(a->c, claims);
  a->soundness = sound.soundness;
  r.soundness = std::string(SoundnessName(sound.soundness));
  r.soundness_why = sound.why;
  const std::string missing = Unsupported(a->c, claims);
  if (!missing.empty()) {
    r.verdict.kind = VerdictKind::kUnsupported;
    r.words.push_back(missing);
    return false;
  }
  const Workload& w = *a->c.workload;
  s.c = a->c;
  s.language = LanguageOf(a->c, claims);
  s.waits = a->mode;
  s.rounds = (session_->cpu() ? w.rounds_cpu : w.rounds) *
             a->c.primitive->rounds_factor;
  s.late_every = w.late_every;
  r.language = LanguageName(s.language);
  r.rounds = s.rounds;
  r.group_size = s.group_size;
  const absl::StatusOr<std::string> source = ComposeSource(s);
  LaunchSpec judged = s;
  judged.board = BoardMode::kOff;
  if (source.ok()) r.kernel_digest = KernelDigest(*source, BuildOptions(judged));
  if (!FindGrid(a)) return false;
  r.groups = s.groups;
  r.group_size = s.group_size;
  return true;
}

// Where loops are cut short, the workload's own must not use them up.
uint32_t CaseRunner::MostDelay(const LaunchSpec& s) const {
  if (!session_->loops_cut()) return kMostDelay;
  const uint32_t late = s.rounds / s.late_every + 1;
  return std::max<uint32_t>(1, kCutLoopTurns / late);
}

CaseRunner::Controls CaseRunner::MeasureControls(const LaunchSpec& base) {
  Controls c;
  LaunchSpec s = base;
  s.board = BoardMode::kOff;
  s.waits = WaitMode::kRemoved;
  s.delay = 0;
  // The first launch pays for what a driver compiles late; the second is timed,
  // and a slow device gets fewer rounds.
  for (uint32_t rounds : {kLeastRounds, kTimedRounds}) {
    s.rounds = std::min(base.rounds, rounds);
    const WatchResult r = session_->Launch(s, kBoundarySeconds, kBoundarySeconds);
    c.exhibit = {"control without waits", s, r.o};
    if (!Finished(r.o)) {
      c.control = Trial::kHung;
      last_ = r;
      return c;
    }
    c.seconds = r.o.seconds / s.rounds;
    if (c.seconds * kLeastRounds > kControlSeconds) break;
  }
  c.rounds = static_cast<uint32_t>(std::max<double>(
      kLeastRounds,
      std::min<double>(base.rounds, kControlSeconds / std::max(c.seconds, 1e-9))));
  s.rounds = std::min(base.rounds, c.rounds);
  c.seconds *= s.rounds;
  c.control = Trial::kRight;
  const double access = session_->calibration().delay_seconds;
  const double wanted = kControlFactor * c.seconds / s.rounds;
  c.delay = static_cast<uint32_t>(std::max<double>(
      kLeastDelay, std::min<double>(kMostDelay,
                                    std::min(wanted, kLongestDelay) / access)));
  if (s.groups == 1) {
    c.negative = Trial::kRight;  // nobody waits, and nobody is early
    return c;
  }
  const double undelayed = c.seconds;
  const uint32_t most_delay = MostDelay(s);
  const uint32_t first_delay = std::min(c.delay, most_delay);
  // A CPU's second thread may come milliseconds late, so that groups run one
  // after the other and all is right by luck: longer delays make them meet.
  for (int factor : {1, 4, 16, 64, 64}) {
    s.delay = std::min(first_delay * factor, most_delay);
    const WatchResult r = session_->Launch(s, kBoundarySeconds, kBoundarySeconds);
    if (!Finished(r.o)) {
      c.control = Trial::kHung;
      c.exhibit.o = r.o;
      last_ = r;
      return c;
    }
    c.delay = s.delay;
    c.seconds = undelayed + Delays(s) * access / kControlFactor;
    c.negative = PayloadTrial(r.o);
    c.exhibit = {"control without waits", s, r.o};
    if (c.negative == Trial::kWrong) break;
  }
  return c;
}

void CaseRunner::RunControls(Attempt* a) {
  const LaunchSpec& s = a->base;
  if (s.c.primitive->family == Family::kMutex) {
    // Acquisitions cost more the more groups want the lock.
    a->base.rounds = std::max(kLeastRounds,
                              std::min(s.rounds, kMostAcquisitions / s.groups));
  }
  const std::string key =
      absl::StrCat(s.c.primitive->name, " ", s.c.workload->name, " ",
                   s.groups, "x", s.group_size);
  Controls& c = controls_[key];
  if (!c.ran) {
    c = MeasureControls(s);
    c.ran = c.control == Trial::kRight;
  }
  a->evidence.control = c.control;
  a->evidence.negative = c.negative;
  a->base.delay = c.delay;
  a->base.rounds = std::min(a->base.rounds, std::max(c.rounds, kLeastRounds));
  a->result.rounds = a->base.rounds;
  a->exhibits.push_back(c.exhibit);
  SetDeadlines(a, c);
}

void CaseRunner::SetDeadlines(Attempt* a, const Controls& controls) {
  a->deadline = std::max(kLeastDeadline, kControlFactor * controls.seconds);
  a->patience = a->deadline;
  if (session_->cpu()) {
    a->patience = std::max(a->patience, kCpuBarrier * Waited(a->base));
  } else if (a->c.primitive->family == Family::kMutex) {
    a->patience = std::max(
        a->patience, kGpuContender * a->base.groups * Waited(a->base));
  }
  if (IsHostBoundary(a->base)) a->deadline = a->patience = kBoundarySeconds;
}

bool CaseRunner::BuildFailed(Attempt* a, const WatchResult& r) {
  CaseResult& result = a->result;
  if (r.build_failed) {
    // A form that compiles unclaimed is welcome; one that does not was never
    // promised.
    const bool unclaimed = NeedsC11(a->c) && !session_->claims().scope_device;
    result.verdict.kind = unclaimed ? VerdictKind::kUnsupported
                                    : VerdictKind::kBuildFailed;
    result.words.push_back(absl::StrCat(
        unclaimed ? "device scope is not claimed, and it does not build: "
                  : "",
        FirstLines(r.what)));
    result.evidence["build_log"] = r.what.substr(0, 16384);
    return true;
  }
  if (r.setup_failed) {
    result.verdict = {VerdictKind::kInfra, Cause::kHarness};
    result.words.push_back(r.what);
    return true;
  }
  return false;
}

bool CaseRunner::RunBoards(Attempt* a) {
  LaunchSpec s = a->base;
  const bool only_off = NoBoard(a->c, session_->cpu());
  bool judged_off = only_off;
  Observation relaxed;
  if (!only_off) {
    s.board = BoardMode::kRelaxed;
    relaxed = Show(a, "relaxed board", s);
    if (BuildFailed(a, last_)) return false;
    judged_off = Finished(relaxed) && WaitsOf(relaxed) != Waits::kGaveUp;
  }
  Observation judged = relaxed;
  if (judged_off) {
    s.board = BoardMode::kOff;
    judged = Show(a, "no board", s);
    if (BuildFailed(a, last_)) return false;
    a->result.perturbed =
        !only_off && (Finished(judged) != Finished(relaxed) ||
                      WaitsOf(judged) != WaitsOf(relaxed) ||
                      PayloadOf(judged) != PayloadOf(relaxed));
  }
  Evidence& e = a->evidence;
  e.ending = judged.ending;
  e.channel_proven = judged.channel_proven;
  e.plain_poll = a->c.poll == Poll::kPlain;
  e.waits = Finished(judged) ? WaitsOf(judged) : Waits::kMet;
  e.payload = Finished(judged) ? PayloadOf(judged) : PayloadState::kNotJudged;
  e.reread = RereadOf(judged);
  if (judged.payload.owner_changed != 0) e.guilt = Guilt::kOwnerChanged;
  const bool stuck = judged.ending == Ending::kFrozen ||
                     judged.ending == Ending::kRetrying ||
                     e.waits == Waits::kGaveUp;
  if (stuck && judged.channel_proven) {
    a->ladder = ClimbLadder(*a->c.primitive, judged);
    // What a bounded launch shows after its end is no longer where it stood.
    if (judged.ending != Ending::kFinished || judged.has_pair) {
      e.where = a->ladder.where;
    }
  }
  CaseResult& r = a->result;
  r.launch_seconds = judged.seconds;
  r.deadline_seconds = a->deadline;
  r.reads = judged.payload.reads;
  return true;
}

void CaseRunner::PollDifferences(Attempt* a) {
  Evidence& e = a->evidence;
  const Exhibit judged = a->exhibits.back();
  LaunchSpec s = judged.spec;
  const auto with_poll = [&](Poll poll) {
    if (a->c.poll == poll) return WaitTrial(judged.o);
    if (!Listed(a->c.primitive->polls, PollName(poll))) return Trial::kNotRun;
    s.c.poll = poll;
    return WaitTrial(ShowMemo(
        a, absl::StrCat("difference: poll ", PollName(poll)), s));
  };
  const LaunchSpec kept = s;
  if (e.where == Where::kConditionTrue) {
    const Trial rmw = with_poll(Poll::kRmw);
    s = kept;
    const Trial reissued =
        rmw == Trial::kRight ? with_poll(Poll::kReissued) : Trial::kNotRun;
    e.poll_rmw = rmw;
    e.poll_reissued = reissued;
  } else if (e.plain_poll && e.waits == Waits::kLeftUnmet) {
    e.poll_reissued = with_poll(Poll::kReissued);
  }
  if (e.where == Where::kSignalMissing &&
      Listed(a->c.primitive->signals, "volatile") &&
      a->c.signal != Signal::kVolatile) {
    s = kept;
    s.c.signal = Signal::kVolatile;
    e.signal_volatile = WaitTrial(ShowMemo(a, "difference: signal volatile", s));
  }
}

void CaseRunner::BoundaryControl(Attempt* a) {
  LaunchSpec s = a->base;
  s.board = BoardMode::kOff;
  s.waits = WaitMode::kUnbounded;
  s.c.primitive = FindPrimitive("barrier.kernel_boundary");
  s.c.poll = Poll::kPlain;
  s.c.signal = Signal::kPlain;
  if (s.c.fence == Fence::kNative) s.c.fence = Fence::kNone;
  // A workload of another family does not run over a kernel's boundary; its
  // payload, on the same grid, is exchanged instead.
  if (a->c.primitive->family != Family::kBarrier) {
    s.c.workload = FindWorkload("exchange");
    s.rounds = std::min(s.rounds, s.c.workload->rounds_cpu);
    s.late_every = s.c.workload->late_every;
  } else {
    s.rounds = std::min(s.rounds, s.c.workload->rounds_cpu);
  }
  const double deadline = a->deadline, patience = a->patience;
  a->deadline = a->patience = kBoundarySeconds;
  a->evidence.boundary =
      PayloadTrial(ShowMemo(a, "control: kernel_boundary", s));
  a->deadline = deadline;
  a->patience = patience;
}

void CaseRunner::PayloadDifferences(Attempt* a) {
  Evidence& e = a->evidence;
  const LaunchSpec judged = a->exhibits.back().spec;
  if (a->c.primitive->host_boundary) {
    e.boundary = Trial::kWrong;
    return;
  }
  BoundaryControl(a);
  // An unmet wait says enough; its payload has no other story.
  if (e.waits != Waits::kMet) return;
  LaunchSpec s = judged;
  if (a->c.payload == Payload::kAtomic) {
    e.payload_atomic = Trial::kWrong;
  } else {
    s.c.payload = Payload::kAtomic;
    e.payload_atomic = Trial::kRight;
    for (int i = 0; i < kAtomicRuns && e.payload_atomic == Trial::kRight; ++i) {
      e.payload_atomic = PayloadTrial(Show(a, "difference: payload atomic", s));
    }
  }
  if (e.payload_atomic == Trial::kWrong) FenceDifference(a, judged);
  if (e.payload_atomic != Trial::kRight && e.guilt == Guilt::kUnknown &&
      a->c.primitive->family == Family::kBarrier) {
    s = judged;
    s.board = BoardMode::kOrdered;
    const Observation& o = Show(a, "ordered board", s);
    for (const RoleFacts& r : o.last.roles) {
      if (r.early != 0) e.guilt = Guilt::kEarlyDeparture;
    }
  }
}

// Atomic accesses may come out of order as well: with the device fence, and
// nothing else changed, they must not.
void CaseRunner::FenceDifference(Attempt* a, const LaunchSpec& judged) {
  // Where the program has no device fence, the two of OpenCL 1.2 stand for it.
  const Fence sound = judged.language >= 200 ? Fence::kDevice : Fence::kRwMem;
  if (a->c.fence == sound || a->c.fence == Fence::kDevice) return;
  LaunchSpec s = judged;
  s.c.fence = sound;
  Trial* trial = &a->evidence.fence_device;
  *trial = Trial::kRight;
  for (int i = 0; i < kAtomicRuns && *trial == Trial::kRight; ++i) {
    *trial = PayloadTrial(
        Show(a, absl::StrCat("difference: fence ", FenceName(sound)), s));
  }
}

void CaseRunner::RunDifferences(Attempt* a) {
  const Evidence& e = a->evidence;
  PollDifferences(a);
  if (e.payload == PayloadState::kWrong || e.payload == PayloadState::kTorn) {
    PayloadDifferences(a);
  }
}

void CaseRunner::Bind(Attempt* a) {
  CaseResult& r = a->result;
  const struct Bind may = WhatBinds(a->c, a->soundness, a->grid);
  switch (r.verdict.kind) {
    case VerdictKind::kCrash:
    case VerdictKind::kLost:
      r.binds = "violation";
      break;
    case VerdictKind::kBroken:
    case VerdictKind::kStalePayload:
    case VerdictKind::kError:
      r.binds = may.violation ? "violation" : may.customary ? "customary" : "";
      break;
    case VerdictKind::kHang:
    case VerdictKind::kStaleCache:
    case VerdictKind::kStaleHoisted:
      r.binds = may.progress ? "progress" : "";
      break;
    default:
      break;
  }
  const bool judged = r.verdict.kind != VerdictKind::kUnsupported &&
                      r.verdict.kind != VerdictKind::kBuildFailed &&
                      r.verdict.kind != VerdictKind::kNotRun;
  r.could_bind = judged && (may.violation || may.progress || may.customary);
}

void CaseRunner::Conclude(Attempt* a) {
  CaseResult& r = a->result;
  r.verdict = JudgeEvidence(a->evidence);
  r.bounded = a->mode == WaitMode::kBounded;
  if (r.verdict.kind == VerdictKind::kStalePayload) {
    for (const Exhibit& x : a->exhibits) {
      if (x.label == "no board" && x.o.payload.wrong != 0) {
        r.k = x.o.payload.wrong;
        r.n = x.o.payload.reads;
        r.unit = "reads";
      }
    }
  }
  r.words = DescribeCase(a->evidence, a->ladder, a->exhibits);
  r.evidence = EvidenceJson(a->evidence, a->exhibits);
  Bind(a);
}

CaseResult CaseRunner::RunOnce(const Case& c, WaitMode mode) {
  Attempt a;
  a.c = c;
  a.mode = mode;
  if (!Prepare(&a)) return a.result;
  RunControls(&a);
  if (a.evidence.control == Trial::kHung) {
    if (!BuildFailed(&a, last_)) Ends(&a, last_.o);
    return a.result;
  }
  if (wedged_ || !RunBoards(&a)) return a.result;
  // After anything but an orderly end, the canary tells whether the device
  // survived; it runs when a fresh worker opens.
  if (!session_->HasWorker()) {
    const absl::Status alive = session_->EnsureWorker();
    if (!alive.ok()) {
      wedged_ = true;
      a.evidence.ending = Ending::kDeviceLost;
      a.ladder.words.push_back(std::string(alive.message()));
    }
  }
  if (!wedged_) RunDifferences(&a);
  Conclude(&a);
  return a.result;
}

CaseResult CaseRunner::Run(const Case& c, WaitMode mode) {
  CaseResult first = RunOnce(c, mode);
  int repeats = 0;
  switch (first.verdict.kind) {
    case VerdictKind::kBroken:
    case VerdictKind::kCrash:
    case VerdictKind::kStalePayload:
      repeats = 1;
      break;
    case VerdictKind::kHang:
      repeats = first.binds.empty() ? 0 : 2;
      break;
    default:
      break;
  }
  const bool reads = first.unit == "reads";
  uint64_t same = 1, runs = 1;
  for (int i = 0; i < repeats && !wedged_; ++i) {
    session_->EndWorker().IgnoreError();
    memo_.clear();
    CaseResult again = RunOnce(c, mode);
    ++runs;
    if (again.verdict.kind == first.verdict.kind) {
      ++same;
      continue;
    }
    const std::string other = absl::StrCat(
        "alone in a fresh worker: ", VerdictText(again.verdict));
    // A crash counts when it is seen twice; else the worker may have brought
    // it along from an earlier case.
    if (first.verdict.kind == VerdictKind::kCrash) {
      again.also.push_back(absl::StrCat("at first: ", VerdictText(first.verdict),
                                        ": ", first.words.empty() ? "" : first.words[0]));
      return again;
    }
    first.also.push_back(other);
  }
  if (!reads) {
    first.k = same;
    first.n = runs;
  } else if (runs > 1) {
    first.words.push_back(absl::StrCat(
        "alone in a fresh worker: ", same - 1, " of ", runs - 1, " the same"));
  }
  return first;
}

void CaseRunner::BuildAhead(const Case& c) {
  if (!session_->HasWorker() || !Unsupported(c, session_->claims()).empty()) {
    return;
  }
  LaunchSpec s;
  s.c = c;
  s.language = LanguageOf(c, session_->claims());
  for (BoardMode board : {BoardMode::kRelaxed, BoardMode::kOff}) {
    if (board == BoardMode::kRelaxed && NoBoard(c, session_->cpu())) continue;
    s.board = board;
    session_->BuildAhead(s);
  }
}

}  // namespace wgsync
