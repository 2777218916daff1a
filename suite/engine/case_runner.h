// Runs one case by the law: controls, boards, differences, repeats; and says
// what it saw.

#ifndef WGSYNC_SUITE_ENGINE_CASE_RUNNER_H_
#define WGSYNC_SUITE_ENGINE_CASE_RUNNER_H_

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/optional.h"
#include "suite/core/launch/launch_spec.h"
#include "suite/core/launch/program_spec.h"
#include "suite/core/launch/stress.h"
#include "suite/core/launch/weakened_twins.h"
#include "suite/core/plan/case.h"
#include "suite/core/plan/choice.h"
#include "suite/core/plan/soundness.h"
#include "suite/core/record/launch_record.h"
#include "suite/core/record/progress_record.h"
#include "suite/core/record/result.h"
#include "suite/core/record/twin_result.h"
#include "suite/core/verdict/finding.h"
#include "suite/core/verdict/ladder.h"
#include "suite/engine/device_under_test.h"

namespace wgsync {

// Launches that wait for nothing may take this long.
inline constexpr double kBoundarySeconds = 30;
// Rounds of a control that is timed, and of the shortest launch.
inline constexpr uint32_t kTimedRounds = 8;
inline constexpr uint32_t kLeastRounds = 2;
// Launches that a pass rests on; and where the one with the board was wrong, or
// nobody had to wait in it.
inline constexpr uint64_t kPassRuns = 4;
inline constexpr uint64_t kDoubtedRuns = 32;
// ... or of a grid of teams, so that each kind of stress has three.
inline constexpr uint32_t kTeamRuns = 3 * kStressKinds;
// ... or of a lock at which groups must meet while it is free.
inline constexpr uint64_t kMeetingRuns = 16;
// ... or fewer on a CPU whose cores other processes have, of launches that have
// taken so long together: the next ones would not meet either.
inline constexpr double kCrowdedLaunchSeconds = 4;
// A launch that came out wrong after others were right is made so often again,
// or for so long, so that its rate is known.
inline constexpr uint64_t kRateRuns = 20;
inline constexpr double kRateSeconds = 0.25;
// ... or on a GPU, fewer that have taken so long together.
inline constexpr double kEnoughGpuSeconds = 0.05;
// A lock has been wanted by several at a time if it has changed hands more than
// once for each group, as it does where they come one by one: half again as
// often, since with two rounds it is at most twice.
inline constexpr double kLeastTurns = 1.5;
// Where it has not, later launches take more rounds, up to so many times more.
inline constexpr uint32_t kMostLockRounds = 16;

// A launch that a verdict rests on.
struct Exhibit {
  LaunchPurpose purpose = LaunchPurpose::kJudged;
  LaunchSpec spec;
  Observation o;
  uint64_t number = 0;  // in the run's log; 0: it is not there
};

class CaseRunner {
 public:
  // Every launch is made on `model`, where there is one, and has `rounds` times
  // its workload's rounds.
  explicit CaseRunner(DeviceUnderTest* session, DeviceModel model = {},
                      uint32_t rounds = 1)
      : session_(session), model_(model), times_rounds_(rounds) {}

  // Runs the case, and again alone in fresh workers what must be confirmed:
  // broken, crash, stale-payload and an end from outside once, a binding hang
  // twice. `mode` is kUnbounded or kBounded.
  CaseResult Run(const Case& c, WaitMode mode);

  // The programs that the case will need: control, board and no board. None
  // where the device lacks something for it, and for a host check.
  std::vector<ProgramSpec> ProgramsOf(const Case& c, WaitMode mode) const;
  // Those that it will need in some events: of its weakened twins, and of the
  // differences that explain a wrong payload or a poll that hangs.
  std::vector<ProgramSpec> LaterProgramsOf(const Case& c, WaitMode mode) const;
  // Of all of these the ones that a pass needs on a CPU.
  std::vector<ProgramSpec> NeededProgramsOf(const Case& c, WaitMode mode) const;
  // Builds beside the running case what this one will need.
  void BuildAhead(const Case& c, WaitMode mode);

  // Takes over what a shape has shown of the device: whether a hang of another
  // case binds depends on it. Results of others change nothing.
  void Learn(const CaseResult& r) { AddShape(r, &seen_); }

  // Cases that are never launched, not even as differences.
  void LeaveOut(std::vector<SkipRule> skips) { skips_ = std::move(skips); }

  // The device did not survive a case; nothing more can run on it.
  bool wedged() const { return wedged_; }

 private:
  struct Controls {
    bool ran = false;
    Trial control = Trial::kNotRun;
    Trial negative = Trial::kNotRun;
    Doubt doubt = Doubt::kNone;
    double seconds = 0;
    uint32_t delay = 0;
    uint32_t rounds = 0;
    uint32_t elements = 0;
    Exhibit exhibit;
  };
  // One attempt at one case.
  struct Attempt {
    KernelCase c;
    WaitMode mode = WaitMode::kUnbounded;
    LaunchSpec base;
    Soundness soundness = Soundness::kRacy;
    GridClass grid = GridClass::kResident;
    double deadline = 0;
    double patience = 0;
    int launches_to_wrong = 1;  // of those that are judged
    // Of a grid of teams: the numbers of their kinds of stress.
    std::vector<uint32_t> stress;
    Evidence evidence;
    LadderResult ladder;
    std::vector<Exhibit> exhibits;
    CaseResult result;
    // How the worker of a launch was ended from outside; "" if none was.
    std::string ended_outside;
  };

  CaseResult RunOnce(const Case& c, WaitMode mode);
  CaseResult RunKernelOnce(const KernelCase& c, WaitMode mode);
  // shape_case.cc.
  CaseResult RunShapeOnce(const KernelCase& c, WaitMode mode);
  bool ControlShape(Attempt* a);
  bool LaunchShape(Attempt* a);
  static void ExplainShape(Attempt* a);
  // After anything but an orderly end: whether the device survived. The canary
  // runs when a fresh worker opens.
  void LookAlive(Attempt* a);
  // Conclude(), unless a worker was ended from outside: a launch that was not
  // made would lead to another verdict.
  void ConcludeUndisturbed(Attempt* a);
  // host_case.cc.
  CaseResult RunHostOnce(const HostCase& c, WaitMode mode);
  static void BindHost(const HostCase& c, Soundness soundness, CaseResult* r);
  // False where the case cannot run; the result says why.
  bool Prepare(Attempt* a);
  bool FindGrid(Attempt* a);
  // A scheduler's model cannot give more slots than the device has.
  bool HoldsModel(uint32_t residency) const {
    return !model_ || !model_.row->slots || residency >= model_.number;
  }
  // The case ends before its own launch, by how a launch for it ended: a worker
  // that died is the case's crash; all else is never started. Returns false.
  bool Ends(Attempt* a, const Observation& o);
  void RunControls(Attempt* a);
  // The case ends because its control did not.
  void EndsByControl(Attempt* a);
  CaseResult RunConfirmed(const Case& c, WaitMode mode);
  // Runs the case, and once more in a fresh worker if the first one was ended
  // from outside.
  CaseResult RunUndisturbed(const Case& c, WaitMode mode);
  // "at first: crash: raised SIGSEGV", of a result before the next launch.
  std::string AtFirst(const CaseResult& first) const;
  uint32_t MostDelay(const LaunchSpec& s) const;
  Controls MeasureControls(LaunchSpec base);
  WatchResult TimeControl(LaunchSpec s, double* seconds);
  uint32_t FitElements(LaunchSpec s);
  void SetDeadlines(Attempt* a, const Controls& controls);
  // Shows the launch up to `runs` times, until one is not right; adds what the
  // right ones have read.
  Observation ShowUntilWrong(Attempt* a, LaunchSpec s, uint64_t runs,
                             uint64_t* reads);
  // How many launches ShowUntilWrong() makes.
  uint64_t RunsOf(const Attempt& a, const LaunchSpec& s, bool doubted) const;
  // Says at which rate launches come out wrong, and launches until that is
  // known. The last exhibit is that of launch `number`, from 0 on, the first
  // one that was wrong; it stays the last.
  void TellRate(Attempt* a, const LaunchSpec& s, uint32_t number);
  // The launch of its number with the stress that its case has.
  LaunchSpec StressedOf(const Attempt& a, const LaunchSpec& s,
                        uint32_t number) const;
  // twins.cc. Runs the weakened twins of a launch that may bind, and chooses
  // the stress of the launches that are judged.
  void RunTwins(Attempt* a, const LaunchSpec& sound);
  // *killed_by is the number of the launch that came out wrong first.
  TwinResult RunTwin(const Attempt& a, const LaunchSpec& sound,
                     const Twin& twin, uint32_t* killed_by);
  // Makes a twin's launch of this number; false, with r->why, where it says
  // nothing.
  bool LaunchTwin(const Attempt& a, const LaunchSpec& twin, uint32_t number,
                  TwinResult* r, uint32_t* killed_by);
  // The same under kinds of stress that chance chooses, until the twin fails.
  bool SearchStress(const Attempt& a, const LaunchSpec& twin, TwinResult* r,
                    uint32_t* killed_by);
  // The kinds of stress that chance chose, each by its first number; those
  // under which a twin has failed on this device before the others.
  std::vector<uint32_t> KindsToSearch() const;
  static void TakeMoreRounds(Attempt* a, LaunchSpec* s);
  // Right launches prove nothing; the first reason decides the verdict.
  static void AddDoubt(Attempt* a, Doubt doubt, Finding finding);
  // True if the case is a hazard that failed nowhere, which is a doubt.
  static bool DoubtHazard(Attempt* a);
  // Shows the launch with the relaxed board, up to four times, until somebody
  // had to wait in it; where nobody had, nothing can be proven.
  Observation ShowUntilWaited(Attempt* a, LaunchSpec s);
  // The judged launch, and the one with the relaxed board where it was made.
  struct Boards {
    absl::optional<Observation> relaxed;
    Observation judged;
    uint64_t reads = 0;
  };
  // Replaces a launch whose plain poll may have starved other groups by one
  // that shows the poll, if there is one.
  void LookAtPollAgain(Attempt* a, Boards* b);
  // Whether the launches without the board come first: those that may bind are
  // expected to be right, and need no look then. A hand-off's board shows that
  // a group waited: readers may find the signal there.
  bool JudgesFirst(const Attempt& a) const;
  // All of these return false where the program did not build. The launches
  // without the board:
  bool Judge(Attempt* a, Boards* b);
  // The launch with it:
  bool Look(Attempt* a, Boards* b);
  // Judged, then looked at: a right one in samples only.
  bool JudgeFirst(Attempt* a, Boards* b);
  // Looked at, then judged: a launch that waits on is judged with its board.
  bool LookFirst(Attempt* a, Boards* b);
  bool RunBoards(Attempt* a);
  // What the launch that is judged shows by itself: evidence and result.
  static void TakeJudged(Attempt* a, const Observation& judged);
  std::vector<ProgramSpec> KernelProgramsOf(const KernelCase& c,
                                            WaitMode mode) const;
  // Adds the finding of MissingOnBoard() for a barrier's launch to the
  // evidence.
  static void CheckBoard(Attempt* a, const Observation& o);
  // The case has no launch with a board.
  bool NoBoard(const KernelCase& c) const;
  // True where the launch, a difference, belongs to a case that is left out;
  // the case's evidence then says so.
  bool LeavesOut(Attempt* a, const LaunchSpec& spec) const;
  void RunDifferences(Attempt* a);
  void PollDifferences(Attempt* a);
  Trial ReissuedHang(Attempt* a, const Exhibit& judged);
  void PayloadDifferences(Attempt* a);
  void FenceDifference(Attempt* a, const LaunchSpec& judged);
  void OrderedBoard(Attempt* a, LaunchSpec s);
  void BoundaryControl(Attempt* a);
  void Conclude(Attempt* a);
  // Launches, keeps it as an exhibit, and returns the observation.
  const Observation& Show(Attempt* a, LaunchPurpose purpose,
                          const LaunchSpec& spec);
  // The same for a launch whose like may have run already in this session.
  Observation ShowMemo(Attempt* a, LaunchPurpose purpose,
                       const LaunchSpec& spec);
  bool BuildFailed(Attempt* a, const WatchResult& r);
  // Whether the program is refused by a fresh worker too, and builds there with
  // OpenCL 1.2's atomics and without a fence.
  bool IsClaimDenied(const Attempt& a);
  void Bind(Attempt* a);

  DeviceUnderTest* session_;
  DeviceModel model_;
  uint32_t times_rounds_;
  std::vector<SkipRule> skips_;
  DeviceSeen seen_;
  std::map<std::string, Controls> controls_;
  std::map<std::string, Exhibit> memo_;
  // Kinds of stress that the search of a twin has found, by their first number.
  std::vector<uint32_t> found_stress_;
  WatchResult last_;
  bool wedged_ = false;
};

// The case's primitive, with what its words really hold before a launch.
Primitive PresetPrimitive(const KernelCase& c);

// Why a worker could not be had (DeviceUnderTest::EnsureWorker()).
Rule RuleOfOpening(const absl::Status& failed);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_ENGINE_CASE_RUNNER_H_
