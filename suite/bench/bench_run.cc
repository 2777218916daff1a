#include "suite/bench/bench_run.h"

#include <algorithm>
#include <map>
#include <utility>

#include "absl/strings/str_cat.h"
#include "suite/bench/timer.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/next/attempt.h"
#include "suite/core/next/budget.h"
#include "suite/core/next/known.h"
#include "suite/core/next/residency.h"
#include "suite/core/plan/soundness.h"
#include "suite/engine/device_lease.h"
#include "suite/engine/other_load.h"

namespace wgsync {
namespace {

// What a launch lasts. A GPU's clock does not count what the host does.
constexpr double kGpuSeconds = 0.010;
constexpr double kSeconds = 0.025;
// So many times as long is one of the second workload, which looks closer.
constexpr double kChecks = 2;
constexpr double kControlSeconds = 0.01;
// Of the groups whose representatives compete for a lock.
constexpr uint32_t kContestSize = 64;
constexpr uint32_t kMostItems = 8192;
// A bounded wait for a lock that thousands want.
constexpr double kLockSeconds = 4;
constexpr int kControlTries = 3;
// The loop alone is timed so often where its quartiles are further apart than
// this part of its median.
constexpr int kBaseTries = 4;
constexpr double kSteady = 0.05;
// No group is late in a timed launch.
constexpr uint32_t kNever = 0x7FFFFFFFu;
// How late the second workload's late groups are: some twenty rounds of a GPU.
constexpr double kLateSeconds = 20e-6;
constexpr double kMostDelay = 4e6;  // in accesses

// A primitive that does nothing: its family's functions, and none in them.
const Primitive* Nothing(Family family, const char* functions) {
  auto* p = new Primitive;
  p->name = absl::StrCat(FamilyName(family), ".none");
  p->family = family;
  p->file = "none.cl";
  p->need = ProgressNeed::kNone;
  p->use = WordUse::kRising;
  p->words_fixed = 1;
  p->texts[p->file] = functions;
  return p;
}

const Primitive* NoPrimitive(Family family) {
  static const Primitive* const barrier =
      Nothing(Family::kBarrier,
              "static inline void wg_barrier(wg_ctx* c, uint round) {}\n");
  static const Primitive* const lock =
      Nothing(Family::kMutex,
              "static inline void wg_lock(wg_ctx* c, uint round) {}\n"
              "static inline void wg_unlock(wg_ctx* c, uint round) {}\n");
  return family == Family::kMutex ? lock : barrier;
}

class BenchOfDevice : HoldsDevice {
 public:
  explicit BenchOfDevice(const BenchOptions& options)
      : HoldsDevice(options),
        opt_(options),
        seconds_(options.seconds > 0            ? options.seconds
                 : options.device.type == "gpu" ? kGpuSeconds
                                                : kSeconds),
        timer_(&device_, seconds_, options.launches, options.rounds) {}

  absl::StatusOr<Bench> Run() {
    const double begun = MonotonicSeconds();
    RETURN_IF_ERROR(lease_.Open());
    RETURN_IF_ERROR(Begin());  // the first case has the lock already
    for (size_t i = 0; i < todo_.size(); ++i) {
      if (opt_.on_start) opt_.on_start(CaseId(todo_[i]), i, todo_.size());
      RETURN_IF_ERROR(lease_.Acquire());
      if (i == 0 || !SameProgram(todo_[i - 1], todo_[i])) device_.AwaitBuilds();
      const OtherLoad others;
      bench_.lines.push_back(LineOf(todo_[i]));
      BenchLine& line = bench_.lines.back();
      if (device_.cpu() && IsCrowded(others.Cores())) {
        line.other_cores = others.Cores();
      }
      if (line.timed()) BuildAhead(i);
      lease_.Release();
      bench_.bases.clear();
      for (const auto& [grid, base] : bases_) bench_.bases.push_back(base);
      bench_.seconds = MonotonicSeconds() - begun;
      if (opt_.on_line) opt_.on_line(bench_);
      if (line.outcome == "lost") break;
    }
    device_.EndWorker().IgnoreError();
    return std::move(bench_);
  }

 private:
  absl::Status Begin() {
    bench_.device = opt_.device.full_name;
    bench_.driver_version = opt_.device.driver_version;
    bench_.driver_digest = device_.profile().driver_digest;
    bench_.type = opt_.device.type;
    bench_.launches = opt_.launches;
    bounded_ = opt_.safe || lease_.bounded_only();
    if (bounded_ && !opt_.safe) bench_.notes.push_back(kFirstContact);
    grids_ = contests_ = opt_.grids;
    if (opt_.grids.empty()) {
      const GridFacts facts = Facts();
      grids_ = DefaultGrids(facts);
      for (uint32_t n : Contenders(facts.resident_64)) {
        contests_.push_back({n, kContestSize});
      }
    }
    for (const BenchGrid& g : grids_) {
      if (g.group_size <= device_.claims().max_group_size) continue;
      return BadInput("--grid ", GridName(g),
                      ": the device's groups have at most ",
                      device_.claims().max_group_size, " work-items");
    }
    if (grids_.empty()) {
      return absl::UnavailableError(
          "no two work-groups are on the device at once: there is nothing to "
          "time between them");
    }
    return Plan();
  }

  absl::Status Plan() {
    ASSIGN_OR_RETURN(std::vector<KernelCase> forms,
                     SelectForms(opt_.globs, AllGrids(), device_.claims()));
    for (const KernelCase& form : forms) {
      const bool lock = form.primitive->family == Family::kMutex;
      for (const BenchGrid& g : lock ? contests_ : grids_) {
        // A lock that hundreds of thousands want does not come to an end.
        const bool by_items = lock && form.primitive->by_item;
        if (opt_.grids.empty() && by_items &&
            g.groups * g.group_size > kMostItems) {
          continue;
        }
        // Their control is of groups.
        if (by_items && g.groups == 1) continue;
        const KernelCase c = OnGrid(form, g);
        if (Kept(c, opt_.globs)) todo_.push_back(c);
      }
    }
    if (!todo_.empty()) return absl::OkStatus();
    return absl::NotFoundError(
        "--cases: nothing matches on these grids; see --grid");
  }

  std::vector<BenchGrid> AllGrids() const {
    std::vector<BenchGrid> all = grids_;
    all.insert(all.end(), contests_.begin(), contests_.end());
    return all;
  }

  GridFacts Facts() {
    GridFacts f;
    f.cpu = device_.cpu();
    f.compute_units = opt_.device.compute_units;
    f.max_group_size = device_.claims().max_group_size;
    f.resident_64 = ResidentOf(64);
    if (!f.cpu) {
      f.resident_128 = ResidentOf(128);
      f.resident_max = ResidentOf(f.max_group_size);
    }
    return f;
  }

  uint32_t ResidentOf(uint32_t group_size) {
    KernelCase c;
    c.primitive = FindPrimitive("barrier.counter_per_group");
    c.workload = TimedWorkload(Family::kBarrier);
    c.access.poll = Poll::kRmw;
    c.access.signal = Signal::kRmw;
    Attempt probe(c, WaitMode::kUnbounded, &device_, &known_);
    return ResidencyOf(&probe, SpecOf(OnGrid(c, {1, group_size}), *c.workload));
  }

  LaunchSpec SpecOf(const KernelCase& c, const Workload& work) const {
    LaunchSpec s = wgsync::SpecOf(c, device_.claims());
    s.program.c.workload = &work;
    s.program.board = BoardMode::kOff;
    s.program.timed = true;
    s.program.waits = bounded_ ? WaitMode::kBounded : WaitMode::kUnbounded;
    s.groups = c.grid.groups_number;
    s.late_every = &work == c.workload ? kNever : work.late_every;
    // The second workload has late groups; each work-item takes its part.
    if (s.late_every != kNever) {
      const double access = device_.profile().calibration.delay_seconds;
      s.delay = static_cast<uint32_t>(
          std::min(kMostDelay, kLateSeconds / access * s.group_size));
    }
    s.program.cuts_loops = device_.profile().loops_cut;
    const bool lock = c.primitive->family == Family::kMutex;
    s.budget =
        BudgetFor(device_.profile(), lock ? kLockSeconds : kBoundedSeconds,
                  c.access.poll, static_cast<uint32_t>(WaitersOf(s)));
    return s;
  }

  // The loop alone. Its payload is volatile, so that its loads go as far as
  // those after a barrier must, and no compiler drops one.
  LaunchSpec BareSpec(const BenchGrid& g, const Workload& work) const {
    KernelCase c;
    c.primitive = NoPrimitive(work.family);
    c.workload = TimedWorkload(work.family);
    c.access.poll = Poll::kVolatile;
    c.access.signal = Signal::kRmw;
    c.access.payload = Payload::kVolatile;
    LaunchSpec s = SpecOf(OnGrid(c, g), work);
    s.program.waits = WaitMode::kRemoved;
    return s;
  }

  static double Varies(const Series& s) {
    const Spread spread = SpreadOf(s.Seconds());
    return (spread.upper - spread.lower) / spread.median;
  }

  // All rows of a grid rest on the loop alone: where it varies it is timed
  // again, and the series that varies least counts.
  Series Steady(const LaunchSpec& bare) {
    Series best = timer_.Time(bare, true);
    for (int i = 1;
         i < kBaseTries && best.word.right() && Varies(best) > kSteady; ++i) {
      const Series again = timer_.Time(bare, true);
      if (again.word.right() && Varies(again) < Varies(best)) best = again;
    }
    return best;
  }

  // Of a grid, once: what the loop takes alone, and that it comes out wrong.
  const BenchBase& BaseOf(const BenchGrid& g) {
    const auto [it, fresh] = bases_.try_emplace(GridName(g));
    BenchBase& b = it->second;
    if (!fresh) return b;
    const Workload& work = *TimedWorkload(Family::kBarrier);
    b.workload = work.name;
    b.groups = g.groups;
    b.group_size = g.group_size;
    const Series many = Steady(BareSpec(g, work));
    const Series one = timer_.TimeRounds(BareSpec(g, work), 1, true);
    for (const Series* s : {&many, &one}) {
      if (!s->word.right() && b.reason.empty()) {
        b.reason = absl::StrCat("the loop alone: ", s->word.outcome, ", ",
                                s->word.reason);
      }
    }
    if (!b.reason.empty()) return b;
    b.clock = many.by_device ? "device" : "host";
    b.rounds = many.rounds;
    b.seconds = many.Seconds();
    b.one_round = one.Seconds();
    b.wrong = std::all_of(many.shots.end() - many.timed, many.shots.end(),
                          [](const Shot& s) { return !s.word.right(); });
    if (b.wrong) b.wrong = CheckCanFail(g);
    return b;
  }

  // The second workload comes out wrong as well.
  bool CheckCanFail(const BenchGrid& g) {
    return CanFail(BareSpec(g, *CheckWorkload(Family::kBarrier)));
  }

  bool CanFail(const LaunchSpec& bare) {
    for (int i = 0; i < kControlTries; ++i) {
      const Series s = timer_.Check(bare, kControlSeconds, true);
      if (!s.shots.empty() && s.shots.back().word.outcome == "wrong") {
        return true;
      }
    }
    return false;
  }

  // Without a lock the count comes out wrong, where there are two to share it.
  bool ContestCanFail(const BenchGrid& g) {
    const auto [it, fresh] = contest_can_fail_.try_emplace(GridName(g), true);
    if (fresh && g.groups > 1) {
      it->second = CanFail(BareSpec(g, *TimedWorkload(Family::kMutex)));
    }
    return it->second;
  }

  static void Take(const LaunchWord& word, BenchLine* line) {
    line->outcome = word.outcome;
    line->reason = word.reason;
  }

  // False where the case cannot be on this grid; the line says why.
  bool Resident(const LaunchSpec& s, BenchLine* line) {
    const ProgressNeed need = s.program.c.primitive->need;
    if (need == ProgressNeed::kNone) return true;
    Attempt probe(s.program.c, s.program.waits, &device_, &known_);
    const uint32_t found = ResidencyOf(&probe, s);
    line->residency =
        line->residency == 0 ? found : std::min(line->residency, found);
    if (found == 0) {
      Take(JudgeLaunch(probe.last), line);
      if (line->outcome.empty()) {
        Take({"infra", "the residency was not found"}, line);
      }
      return false;
    }
    if (line->groups > found && !ProgressExpected(need, GridClass::kBeyond)) {
      Take({"beyond",
            absl::StrCat(found, " of its groups are resident at once (",
                         s.program.c.workload->name, ")")},
           line);
      return false;
    }
    return true;
  }

  BenchLine LineOf(const KernelCase& c) {
    BenchLine line;
    line.id = CaseId(c);
    line.need = c.primitive->need;
    line.groups = c.grid.groups_number;
    line.group_size = c.grid.group_size_number;
    line.bounded = bounded_ && !c.primitive->host_boundary;
    const absl::Status ready = device_.EnsureWorker();
    if (!ready.ok()) {
      Take({"lost", std::string(ready.message())}, &line);
      return line;
    }
    line.soundness = SoundnessOf(c, device_.claims()).soundness;
    std::string missing = Unsupported(c, device_.claims());
    if (missing.empty()) missing = GridRefused(c, line.groups, line.group_size);
    const LaunchSpec spec = SpecOf(c, *c.workload);
    const bool lock = c.primitive->family == Family::kMutex;
    const LaunchSpec check =
        lock ? spec : SpecOf(c, *CheckWorkload(c.primitive->family));
    if (!missing.empty()) {
      Take({"unsupported", missing}, &line);
    } else if (MakeLayout(check).total > kHalfBytes) {
      Take({"unsupported", "it needs more memory than a launch may have"},
           &line);
    } else if (Resident(spec, &line) && (lock || Resident(check, &line))) {
      if (lock) {
        TimeContest(spec, &line);
      } else if (TimeCase(spec, &line)) {
        CheckCase(check, &line);
      }
    }
    return line;
  }

  // What found the number of rounds counts only where it failed: two rounds
  // could hardly have.
  static void Count(const Series& s, BenchLine* line) {
    const bool failed = IsFailure(s.word.outcome);
    if (failed) {
      line->failed += s.failed;
      line->judged += std::max<uint64_t>(s.timed, s.failed);
    } else if (s.word.right()) {
      line->judged += std::max<uint64_t>(s.timed, 1);
    }
    if (s.word.right()) return;
    Take(s.word, line);
    if (s.failed > 0 && s.shots.size() > 1 && s.word.ended()) {
      absl::StrAppend(&line->reason, ", in ", s.failed, " of ", s.shots.size(),
                      " launches");
    }
  }

  // False where there is no time.
  bool TimeCase(const LaunchSpec& spec, BenchLine* line) {
    const BenchBase& base = BaseOf({spec.groups, spec.group_size});
    if (!base.reason.empty()) {
      Take({"infra", base.reason}, line);
      return false;
    }
    if (!base.wrong) {
      Take({"unproven", "right without synchronization, too"}, line);
      return false;
    }
    const Series s = timer_.Time(spec, false);
    Count(s, line);
    if (!s.word.right()) return false;
    LaunchSpec timed = spec;
    timed.rounds = static_cast<uint32_t>(s.rounds);
    line->clock = s.by_device ? "device" : "host";
    line->rounds = s.rounds;
    line->operations = ArrivalsDue(timed);
    line->seconds = s.Seconds();
    line->base_seconds = base.Time().Of(s.rounds);
    // Less than what the loop alone varies by says nothing. By its quartiles:
    // one launch that the machine held up says nothing of the others.
    const Spread alone = SpreadOf(base.seconds);
    if (line->Ns().median * 1e-9 * static_cast<double>(line->operations) >
        alone.upper - alone.lower) {
      return true;
    }
    Take({"noise", "the loop alone varies by more than what was added"}, line);
    return false;
  }

  void TimeContest(const LaunchSpec& spec, BenchLine* line) {
    if (!ContestCanFail({spec.groups, spec.group_size})) {
      Take({"unproven", "right without a lock, too"}, line);
      return;
    }
    const Series s = timer_.Time(spec, false);
    // One alone for a lock proves nothing of it.
    if (WaitersOf(spec) > 1 || !s.word.right()) Count(s, line);
    if (!s.word.right()) return;
    line->clock = s.by_device ? "device" : "host";
    line->rounds = s.rounds;
    line->operations = s.rounds + WaitersOf(spec);
    line->seconds = s.Seconds();
    for (auto it = s.shots.end() - s.timed; it != s.shots.end(); ++it) {
      line->checked_reads += it->payload.reads;
      const Spread took =
          SpreadOf({it->payload.took.begin(), it->payload.took.end()});
      line->shares.push_back({static_cast<uint64_t>(took.least), took.median,
                              static_cast<uint64_t>(took.most)});
    }
  }

  void CheckCase(const LaunchSpec& check, BenchLine* line) {
    const Series s = timer_.Check(check, kChecks * seconds_, false);
    Count(s, line);
    if (!s.word.right()) {
      absl::StrAppend(&line->reason, " (", check.program.c.workload->name, ")");
    } else {
      for (const Shot& shot : s.shots)
        line->checked_reads += shot.payload.reads;
    }
  }

  static bool SameProgram(const KernelCase& a, const KernelCase& b) {
    return CaseId(OnGrid(a, {1, 1})) == CaseId(OnGrid(b, {1, 1}));
  }

  // The next form's programs, while the other grids of this one are timed,
  // which has been seen to end: on an H200 the driver's compiler holds what a
  // look at a hang needs.
  void BuildAhead(size_t i) {
    size_t next = i + 1;
    while (next < todo_.size() && SameProgram(todo_[i], todo_[next])) ++next;
    if (next == todo_.size()) return;
    const KernelCase& c = todo_[next];
    if (!Unsupported(c, device_.claims()).empty()) return;
    device_.BuildAhead(SpecOf(c, *c.workload).program);
    const Workload* check = CheckWorkload(c.primitive->family);
    if (check != nullptr) device_.BuildAhead(SpecOf(c, *check).program);
  }

  const BenchOptions& opt_;
  double seconds_;
  Timer timer_;
  Known known_;
  Bench bench_;
  bool bounded_ = false;
  std::vector<BenchGrid> grids_, contests_;
  std::vector<KernelCase> todo_;
  std::map<std::string, BenchBase> bases_;
  std::map<std::string, bool> contest_can_fail_;
};

}  // namespace

absl::StatusOr<Bench> RunBench(const BenchOptions& options) {
  return BenchOfDevice(options).Run();
}

}  // namespace wgsync
