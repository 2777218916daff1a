#include "suite/engine/played/test_session.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_join.h"
#include "gtest/gtest.h"
#include "reports/words/evidence_text.h"
#include "suite/core/launch/decode.h"
#include "suite/core/launch/layout.h"
#include "suite/core/plan/case.h"
#include "suite/core/verdict/judge.h"
#include "suite/core/verdict/rules.h"

namespace wgsync {
namespace {

// The memory of a launch before it began.
Snapshot Untouched(const LaunchSpec& spec, const Layout& layout) {
  std::vector<uint32_t> half(layout.total / sizeof(uint32_t));
  uint8_t* at = reinterpret_cast<uint8_t*>(half.data());
  FillRegions(spec, layout, at);
  return DecodeSnapshot(spec, layout, at);
}

void Finish(Observation* o) {
  o->ending = Ending::kFinished;
  o->ending_text.clear();
}

}  // namespace

LaunchMatch For(LaunchPurpose purpose) {
  return [=](const AskedLaunch& a) { return a.purpose == purpose; };
}

LaunchMatch WithPoll(LaunchPurpose purpose, Poll poll) {
  return [=](const AskedLaunch& a) {
    return a.purpose == purpose && a.spec.program.c.access.poll == poll;
  };
}

LaunchMatch Both(LaunchMatch a, LaunchMatch b) {
  return [a = std::move(a), b = std::move(b)](const AskedLaunch& asked) {
    return a(asked) && b(asked);
  };
}

LaunchMatch WithWaits() {
  return [](const AskedLaunch& a) {
    return a.spec.program.waits != WaitMode::kRemoved;
  };
}

LaunchAnswer WrongReads(uint64_t wrong) {
  return [=](const AskedLaunch&, WatchResult* r) {
    Finish(&r->o);
    r->o.payload.wrong = wrong;
  };
}

LaunchAnswer AllRight() { return WrongReads(0); }

LaunchAnswer NoneWaits() {
  return [](const AskedLaunch&, WatchResult* r) {
    for (RoleFacts& role : r->o.last.roles) role.waited = 0;
  };
}

LaunchAnswer EndsBy(Ending ending, const std::string& text) {
  return [=](const AskedLaunch&, WatchResult* r) {
    r->o.ending = ending;
    r->o.ending_text = text;
    r->what = text;
    r->o.payload = {};
    r->o.last.ended.assign(r->o.last.ended.size(), false);
  };
}

LaunchAnswer Freezes(std::function<void(Snapshot*)> edit) {
  return [edit = std::move(edit)](const AskedLaunch& a, WatchResult* r) {
    EndsBy(Ending::kFrozen)(a, r);
    Snapshot s = Untouched(a.spec, MakeLayout(a.spec));
    s.started.assign(s.started.size(), true);
    for (RoleFacts& role : s.roles) {
      if (!r->o.has_board) break;
      role.arrived = role.group == 0 ? 0 : 1;
      role.waits_known = true;
      role.waited = 1;
      role.goal = s.words[0] + 1;
    }
    if (edit) edit(&s);
    r->o.has_pair = true;
    r->o.frozen_seconds = 0.25;
    r->o.earlier = r->o.frozen = r->o.last = s;
  };
}

LaunchAnswer FreezesAtTrueCondition(uint32_t round) {
  return [=](const AskedLaunch& a, WatchResult* r) {
    Freezes([&](Snapshot* s) {
      const uint32_t goal =
          WordInit(a.spec.program.c) + a.spec.groups * (round + 1);
      s->words[0] = goal;
      for (RoleFacts& role : s->roles) {
        role.arrived = round + 1;
        role.left = role.closed = round;
        role.goal = goal;
      }
    })(a, r);
  };
}

LaunchAnswer BuildFails(std::string log) {
  return [log = std::move(log)](const AskedLaunch& a, WatchResult* r) {
    EndsBy(Ending::kNeverStarted)(a, r);
    r->build_failed = true;
    r->what = log;
  };
}

Observation SoundLaunch(const LaunchSpec& spec, bool cpu) {
  const Layout layout = MakeLayout(spec);
  const Primitive& p = *spec.program.c.primitive;
  Observation o;
  o.ending = Ending::kFinished;
  o.channel_proven = true;
  o.has_board = spec.program.board != BoardMode::kOff;
  o.ordered_board = spec.program.board == BoardMode::kOrdered;
  o.bounded = spec.program.waits == WaitMode::kBounded;
  o.removed = spec.program.waits == WaitMode::kRemoved;
  o.in_step = p.family == Family::kBarrier;
  o.groups = spec.groups;
  o.group_size = spec.group_size;
  o.rounds = spec.rounds;
  o.arrivals_due = ArrivalsDue(spec);
  o.last = Untouched(spec, layout);
  o.last.started.assign(o.last.started.size(), true);
  o.last.ended.assign(o.last.ended.size(), true);
  for (RoleFacts& role : o.last.roles) {
    role.end = WaitEnd::kMet;
    if (!o.has_board) continue;
    role.arrived = role.left = role.closed =
        static_cast<uint32_t>(o.arrivals_due);
    role.waits_known = true;
    role.waited = o.removed ? 0 : 1;
  }
  PayloadFacts& f = o.payload;
  f.judged = true;
  f.reads = f.reads_due =
      CheckedReads(spec.program.c, spec.groups, spec.group_size, spec.rounds);
  f.items_ended = f.items_due =
      uint64_t{spec.groups} * spec.group_size * KernelsOf(spec);
  // A lock goes to another group each time.
  if (IsLock(p.family) || p.unawaited)
    f.turns = uint64_t{spec.groups} * spec.rounds;
  f.most_out = p.capacity;
  o.cores = cpu ? 2 : 0;
  KeepOneTeam(spec, layout, &o);
  if (o.removed && f.reads != 0) {
    f.wrong = std::max<uint64_t>(1, f.reads / 2);
  }
  return o;
}

CaseResult RunCase(TestSession* device, const std::string& id, WaitMode mode) {
  const absl::StatusOr<KernelCase> c = ParseKernelCaseId(id);
  if (!c.ok()) {
    ADD_FAILURE() << c.status();
    return {};
  }
  return CaseRunner(device).Run(*c, mode);
}

std::string RuleOf(const CaseResult& r) {
  return std::string(InfoOf(r.verdict.rule).name);
}

std::vector<std::string> SentencesOf(const CaseResult& r) {
  return EvidenceWords(r, {});
}

std::string WordsOf(const CaseResult& r) {
  return absl::StrJoin(SentencesOf(r), "\n");
}

TestSession TestSession::Gpu() {
  TestSession s;
  s.described.calibration = {1e-7, 1e-7, 1e-7};
  s.described.device.compute_units = 4;
  Claims& c = s.described.claims;
  c.highest_c11 = c.version = 300;
  c.ClaimEveryOrder();
  c.is_gpu = true;
  c.max_group_size = 256;
  c.sub_group_size = 32;
  c.local_memory_bytes = 32768;
  s.seconds = [](const AskedLaunch&) { return 0.001; };
  s.residency = [](const LaunchSpec&) { return 8; };
  s.digest = [](const ProgramSpec&) { return ""; };
  return s;
}

TestSession TestSession::Cpu() {
  TestSession s = Gpu();
  s.described.claims.is_gpu = false;
  return s;
}

void TestSession::When(LaunchMatch match, LaunchAnswer answer, int times) {
  rules_.push_back({std::move(match), std::move(answer), times});
}

int TestSession::Count(LaunchPurpose purpose) const {
  return static_cast<int>(Asked(purpose).size());
}

std::vector<AskedLaunch> TestSession::Asked(LaunchPurpose purpose) const {
  std::vector<AskedLaunch> of;
  std::copy_if(asked.begin(), asked.end(), std::back_inserter(of),
               [=](const AskedLaunch& a) { return a.purpose == purpose; });
  return of;
}

absl::Status TestSession::EnsureWorker() {
  if (has_worker) return absl::OkStatus();
  if (!starts.empty()) {
    const absl::Status next = starts.front();
    starts.pop_front();
    if (!next.ok()) return next;
  }
  ++workers;
  has_worker = true;
  return absl::OkStatus();
}

WatchResult TestSession::Discover(const LaunchSpec& spec) {
  discoveries.push_back(spec);
  if (residency(spec) == 0) {
    has_worker = has_worker && not_discovered.build_failed;
    return not_discovered;
  }
  WatchResult r;
  r.o = SoundLaunch(spec, !described.claims.is_gpu);
  r.o.seconds = 1;  // none is over before its window
  return r;
}

WatchResult TestSession::Launch(const Question& q) {
  WatchResult r;
  const absl::Status ready = EnsureWorker();
  if (!ready.ok()) {
    r.o.ending = absl::IsAborted(ready) ? Ending::kEndedFromOutside
                                        : Ending::kDeviceLost;
    r.o.ending_text = r.what = std::string(ready.message());
    return r;
  }
  if (q.spec.discover) return Discover(q.spec);
  asked.push_back({q.purpose, q.spec, q.deadline_seconds, q.patience_seconds,
                   q.time_of, workers});
  const AskedLaunch& a = asked.back();
  r.o = SoundLaunch(q.spec, !described.claims.is_gpu);
  r.o.seconds = seconds(a);
  for (Rule& rule : rules_) {
    if (rule.times == 0 || !rule.match(a)) continue;
    if (rule.times > 0) --rule.times;
    rule.answer(a, &r);
    break;
  }
  if (!Finished(r.o) && !r.build_failed) has_worker = false;
  return r;
}

Answer TestSession::To(const Question& q) {
  Answer a;
  const ProgramSpec& program = q.spec.program;
  switch (q.kind) {
    case QuestionKind::kOpen:
      a.status = EnsureWorker();
      break;
    case QuestionKind::kFresh:
      if (has_worker) ++ended;
      has_worker = false;
      break;
    case QuestionKind::kPromised:
      a.promised = promised;
      break;
    case QuestionKind::kLaunch:
      a.launch = RecordOf(q.purpose, q.spec, Launch(q));
      a.launch.number = asked.size();
      if (q.spec.discover) {
        a.launch.found = std::min(residency(q.spec), q.spec.groups);
      }
      break;
    case QuestionKind::kRefuses:
      refused_asked.push_back(program);
      a.yes = EnsureWorker().ok() && refuses && refuses(program);
      a.text = "refused again";
      break;
    case QuestionKind::kBuilds:
      builds_asked.push_back(program);
      a.yes = EnsureWorker().ok() && (!refuses || !refuses(program));
      break;
    case QuestionKind::kDigest:
      a.text = digest(program);
      break;
    case QuestionKind::kHostCheck:
      if (host) a.host = host(q.host);
      break;
    case QuestionKind::kAwaitBuilds:
      ++awaited_builds;
      break;
    case QuestionKind::kWatchLoad:
      break;
    case QuestionKind::kOtherCores:
      a.other_cores = other_cores;
      break;
  }
  a.notes = std::exchange(notes, {});
  return a;
}

std::string Barrier(const std::string& grid) {
  return absl::StrCat("barrier.counter_per_group", kGuaranteed, "exchange/",
                      grid);
}

}  // namespace wgsync
