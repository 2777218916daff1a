#include "suite/proof/planted/faults/fault_bench.h"

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "gtest/gtest.h"
#include "reports/words/evidence_text.h"
#include "suite/core/plan/case.h"
#include "suite/core/record/run_log.h"
#include "suite/proof/planted/expect_verdict.h"
#include "suite/proof/planted/faults/fault_run.h"

namespace wgsync {
namespace {

constexpr size_t kRowsARun = 7;
constexpr char kGrid[] = "wg=16/groups=4";
constexpr char kLongGrid[] = "wg=256/groups=64";

std::string Folder(const std::string& name) {
  return absl::StrCat(::testing::TempDir(), "/", name);
}

// Long enough for what is compiled already, on two busy cores.
Timeouts Short() {
  Timeouts timeouts;
  timeouts.open = 2;
  timeouts.probe = 2;
  timeouts.build = 2;
  timeouts.start = 1.2;
  timeouts.report = 1;
  timeouts.snapshot = 0.5;
  timeouts.blind = 2;
  timeouts.again = 0;  // faults are armed for the one try
  return timeouts;
}

// Whether groups meet at a lock at all is the scheduler's luck, and no fault's:
// a lock's pass that nobody contended for is as good here.
std::string TextOf(const CaseResult& r) {
  const bool lucky = r.verdict.kind == VerdictKind::kUnproven &&
                     absl::StartsWith(r.id, "mutex.");
  return lucky ? "pass" : VerdictText(r.verdict);
}

// One lock, one grid, each way of fencing and of releasing it: controls and
// residency are the first case's.
std::vector<std::string> Accesses(const std::string& grid) {
  std::vector<std::string> ids;
  for (const char* fence : {"device", "rw_mem", "mem", "readback", "none"}) {
    for (const char* signal : {"rmw", "volatile", "plain"}) {
      ids.push_back(absl::StrCat("mutex.spin_exchange/poll=rmw/signal=", signal,
                                 "/fence=", fence, "/pay=plain/work=counter/",
                                 grid));
    }
  }
  return ids;
}

// The same lock on another grid each time: each has its own controls.
std::vector<std::string> Grids(size_t count) {
  std::vector<std::string> ids;
  for (size_t i = 0; i < count; ++i) {
    ids.push_back(absl::StrCat(
        "mutex.spin_exchange/poll=rmw/signal=rmw/fence=device/pay=plain/"
        "work=counter/wg=16/groups=",
        5 + i));
  }
  return ids;
}

// The exit code of a run with these results; tools' table in README.md.
int ExitOf(const std::vector<CaseResult>& results) {
  int code = 4;  // nothing that binds has run
  for (const CaseResult& r : results) {
    if (r.could_bind && r.verdict.kind != VerdictKind::kUnproven) code = 0;
  }
  for (const CaseResult& r : results) {
    const VerdictKind k = r.verdict.kind;
    if (k == VerdictKind::kInfra || k == VerdictKind::kLost) return 3;
    if (r.binds != Binding::kNothing) code = 1;
  }
  return code;
}

}  // namespace

FaultBench& FaultBench::The() {
  static auto* const bench = new FaultBench;
  return *bench;
}

FaultBench::FaultBench() {
  setenv("WGSYNC_STATE_DIR", Folder("state").c_str(), 1);
  state_ = LoadLayer(&device_);
  if (state_ != nullptr) SeeWhatIsReached();
}

RunOptions FaultBench::OptionsFor(const std::vector<std::string>& ids) {
  RunOptions options;
  options.device = device_;
  for (const std::string& id : ids) {
    const absl::StatusOr<Case> c = ParseCaseId(id);
    if (!c.ok()) {
      ADD_FAILURE() << c.status();
      continue;
    }
    options.cases.push_back({*c, id, "planted"});
  }
  options.folder = Folder(absl::StrCat("run_", runs_++));
  options.timeouts = Short();
  return options;
}

RunOptions FaultBench::Options(FaultPhase phase, size_t cases) {
  std::vector<std::string> ids =
      phase == FaultPhase::kControl || phase == FaultPhase::kFreshControl
          ? Grids(cases)
      : phase == FaultPhase::kLong ? Accesses(kLongGrid)
                                   : Accesses(kGrid);
  EXPECT_LE(cases, ids.size());
  ids.resize(std::min(cases, ids.size()));
  RunOptions options = OptionsFor(ids);
  options.isolate_case =
      phase == FaultPhase::kOpen || phase == FaultPhase::kFreshControl;
  // On a busy machine a sound opening takes longer than a test can wait for one
  // that hangs.
  if (phase != FaultPhase::kOpen && phase != FaultPhase::kFirst) {
    options.timeouts.open = Timeouts().open;
  }
  return options;
}

absl::StatusOr<RunSummary> FaultBench::RunAndCheck(const RunOptions& options) {
  absl::StatusOr<RunSummary> summary = RunDevice(options);
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1) << "a worker is left";
  EXPECT_EQ(errno, ECHILD);
  if (!summary.ok()) {
    ADD_FAILURE() << summary.status();
    return summary;
  }
  const auto run = ReadRun(options.folder);
  if (!run.ok()) {
    ADD_FAILURE() << run.status();
    return summary;
  }
  EXPECT_TRUE(run->finished);
  EXPECT_EQ(run->truncated, "");
  EXPECT_TRUE(run->unfinished.empty());
  EXPECT_EQ(run->results.size(), options.cases.size());
  EXPECT_EQ(summary->ExitCode(), ExitOf(run->results));
  std::error_code ignored;
  std::filesystem::remove_all(options.folder, ignored);
  return summary;
}

// Compiles all there is, under the engine's own limits, and then counts calls:
// of the run's first worker, of a fresh one, of a control, of a case.
void FaultBench::SeeWhatIsReached() {
  std::vector<std::string> ids = Accesses(kGrid);
  const std::vector<std::string> grid = Grids(1);
  ids.insert(ids.end(), grid.begin(), grid.end());
  std::vector<uint32_t> before(kEntryPoints);
  const auto count = [&](FaultPhase phase) {
    for (uint32_t e = 0; e < kEntryPoints; ++e) {
      if (state_->calls(e) != before[e]) reached_[phase].insert(e);
      before[e] = state_->calls(e);
    }
  };
  state_->Arm({});
  RunOptions options = OptionsFor(ids);
  options.timeouts = Timeouts();
  options.timeouts.again = 0;
  options.on_start = [&](const std::string&, size_t done, size_t) {
    count(done == 0   ? FaultPhase::kFirst
          : done == 1 ? FaultPhase::kControl
                      : FaultPhase::kBoard);
  };
  options.on_result = [](const CaseResult& r, size_t, size_t) {
    const VerdictKind k = r.verdict.kind;
    EXPECT_TRUE(k == VerdictKind::kPass || k == VerdictKind::kUnproven)
        << r.id << ": " << VerdictText(r.verdict);
  };
  // The first case has discovered and controlled: all of a launch is in both.
  EXPECT_TRUE(RunAndCheck(options).ok());
  // A fresh worker opens, and a launch is prepared: what only it calls.
  options = OptionsFor({ids[0]});
  options.timeouts = Timeouts();
  options.timeouts.again = 0;
  options.isolate_case = true;
  options.on_start = [&](const std::string&, size_t, size_t) {
    count(FaultPhase::kFirst);
  };
  EXPECT_TRUE(RunAndCheck(options).ok());
  count(FaultPhase::kOpen);
  ready_ = !::testing::Test::HasFailure();
}

void FaultBench::Score(const FaultRow& row, const CaseResult& r, uint32_t fired,
                       const std::string& clean) {
  const std::string first = row.spec.substr(0, row.spec.find(','));
  const size_t colon = first.find(':');
  std::string fault = first.substr(colon + 1);
  fault = fault.substr(0, fault.find_first_of("=@+"));
  const std::string want = absl::StrReplaceAll(row.want, {{kAsWithout, clean}});
  const std::string got = TextOf(r);
  const bool right = ExpectVerdict(
      {absl::StrCat("fault: ", fault),
       absl::StrCat(row.spec, ", ", PhaseName(row.phase)), want, row.why},
      got);
  std::printf("%s %s, %s: %s (%.2f s)\n", right ? "right" : "WRONG",
              row.spec.c_str(), PhaseName(row.phase), got.c_str(), r.seconds);
  std::fflush(stdout);
  EXPECT_GE(fired, 1u) << row.spec << ", " << PhaseName(row.phase)
                       << ": no call was hit";
  const bool named = std::any_of(
      r.also.begin(), r.also.end(),
      [](const std::string& also) { return absl::StrContains(also, "crash"); });
  EXPECT_TRUE(named == row.crash_beside || row.crash_open)
      << row.spec << ", " << PhaseName(row.phase) << ": the crash beside it";
  if (!right) {
    for (const std::string& words : EvidenceWords(r, {})) {
      std::printf("    %s: %s\n", row.spec.c_str(), words.c_str());
    }
  }
}

void FaultBench::RunSome(const std::vector<FaultRow>& rows) {
  const FaultPhase phase = rows.front().phase;
  // What comes before all cases has a run of its own.
  const bool first = phase == FaultPhase::kFirst;
  // Each fresh worker stands for itself: one case without a fault at the end is
  // enough, and what is spoiled while it opens must be as without a fault.
  const size_t stride = phase == FaultPhase::kOpen ? 1 : 2;
  const size_t last = stride * rows.size() + (2 - stride);
  RunOptions options = Options(phase, first ? 1 : 1 + last);
  // The row whose fault is armed for the case at this place in the run.
  const auto row_of = [&](size_t at) -> const FaultRow* {
    const bool faulted = at >= 1 && (at - 1) % stride == 0;
    const size_t row = faulted ? (at - 1) / stride : rows.size();
    return row < rows.size() ? &rows[row] : nullptr;
  };
  std::vector<FaultSpec> none, specs;
  std::string error;
  std::string clean = "pass | unproven";
  uint32_t fired = 0;
  state_->Arm(none);
  if (first) {
    EXPECT_TRUE(ParseFaults(rows[0].spec, &specs, &error)) << error;
    state_->Arm(specs);
  }
  options.on_start = [&](const std::string&, size_t done, size_t) {
    if (first) {
      fired = state_->fired();
      return;
    }
    specs.clear();
    if (const FaultRow* row = row_of(done)) {
      EXPECT_TRUE(ParseFaults(row->spec, &specs, &error)) << error;
    }
    state_->Arm(specs);
  };
  options.on_result = [&](const CaseResult& r, size_t done, size_t) {
    const std::string got = TextOf(r);
    if (first) return Score(rows[0], r, fired, clean);
    if (done == 1) {
      EXPECT_TRUE(IsWanted(clean, got)) << r.id << ": " << got;
      clean = got;
    } else if (const FaultRow* row = row_of(done - 1)) {
      Score(*row, r, state_->fired(), clean);
      state_->Arm(none);
    } else {
      EXPECT_EQ(got, clean) << r.id << ": after " << row_of(done - 2)->spec;
    }
  };
  EXPECT_TRUE(RunAndCheck(options).ok()) << rows[0].spec;
  state_->Arm(none);
}

void FaultBench::Run(const std::vector<FaultRow>& rows) {
  for (size_t i = 0; i < rows.size();) {
    const size_t most = rows[i].phase == FaultPhase::kFirst ? 1 : kRowsARun;
    const size_t n = std::min(most, rows.size() - i);
    RunSome({rows.begin() + i, rows.begin() + i + n});
    i += n;
  }
}

void FaultBench::Run(const LastingFault& lasting) {
  RunOptions options = Options(FaultPhase::kBoard, 4);
  options.isolate_case = lasting.isolated;
  std::vector<FaultSpec> specs;
  std::string error;
  EXPECT_TRUE(ParseFaults(lasting.spec, &specs, &error)) << error;
  std::string clean;
  state_->Arm({});
  options.on_start = [&](const std::string&, size_t done, size_t) {
    if (done == 1) state_->Arm(specs);
  };
  options.on_result = [&](const CaseResult& r, size_t done, size_t) {
    if (done == 1) {
      clean = TextOf(r);
      return;
    }
    FaultRow row;
    row.spec = lasting.spec;
    row.want = done == 2 ? lasting.want : lasting.then;
    row.why = lasting.why;
    if (done == 2) {
      Score(row, r, state_->fired(), clean);
    } else {
      const std::string want =
          absl::StrReplaceAll(row.want, {{kAsWithout, clean}});
      EXPECT_TRUE(IsWanted(want, TextOf(r)))
          << lasting.spec << ": then " << VerdictText(r.verdict);
    }
  };
  const absl::StatusOr<RunSummary> summary = RunAndCheck(options);
  state_->Arm({});
  ASSERT_TRUE(summary.ok()) << summary.status();
  EXPECT_EQ(summary->ExitCode(), lasting.exit_code) << lasting.spec;
}

}  // namespace wgsync
