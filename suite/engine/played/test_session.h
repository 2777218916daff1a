// A device that answers by a table, for tests of the rules of a case.
//
// Each launch that a case asks for is answered by the first rule that
// matches it; without one, by a sound device: right with its waits, wrong
// without them. All that was asked is kept in the order in which it was.
//
// Example:
//
//   TestSession device = TestSession::Gpu();
//   device.When(For(LaunchPurpose::kJudged), WrongReads(3));
//   CaseRunner runner(&device);
//   EXPECT_EQ(VerdictText(runner.Run(c, WaitMode::kUnbounded).verdict), ...);

#ifndef WGSYNC_SUITE_ENGINE_PLAYED_TEST_SESSION_H_
#define WGSYNC_SUITE_ENGINE_PLAYED_TEST_SESSION_H_

#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "suite/core/launch/device_model.h"
#include "suite/core/next/known.h"
#include "suite/core/next/question.h"
#include "suite/core/next/run_case.h"
#include "suite/core/record/result.h"
#include "suite/engine/watch.h"

namespace wgsync {

// A launch as a case asks for it.
struct AskedLaunch {
  LaunchPurpose purpose = LaunchPurpose::kJudged;
  LaunchSpec spec;
  double deadline_seconds = 0;
  double patience_seconds = 0;
  Purpose time_of = Purpose::kBoards;
  int worker = 0;  // from 1 on
};

using LaunchMatch = std::function<bool(const AskedLaunch&)>;
// Changes the result that a sound device would give.
using LaunchAnswer = std::function<void(const AskedLaunch&, WatchResult*)>;

// Matches.
LaunchMatch For(LaunchPurpose purpose);
LaunchMatch WithPoll(LaunchPurpose purpose, Poll poll);
LaunchMatch Both(LaunchMatch a, LaunchMatch b);
// Any launch with its waits.
LaunchMatch WithWaits();

// Answers. The launch finishes, and so many reads were wrong:
LaunchAnswer WrongReads(uint64_t wrong);
// ... or no read was, whatever a sound device would do.
LaunchAnswer AllRight();
// No wait found its condition unmet when it began.
LaunchAnswer NoneWaits();
// It did not finish, and there are no two looks.
LaunchAnswer EndsBy(Ending ending, const std::string& text = "");
// It froze: group 0 has not arrived, and the others are in their first wait.
// `edit` changes both looks.
LaunchAnswer Freezes(std::function<void(Snapshot*)> edit = nullptr);
// It froze in this round, in which all groups wait for what the word holds. For
// barriers of one counter.
LaunchAnswer FreezesAtTrueCondition(uint32_t round = 0);
LaunchAnswer BuildFails(std::string log);

class TestSession : public Answers {
 public:
  // Claims every order and scope of OpenCL 3.0; 8 groups are resident.
  static TestSession Gpu();
  static TestSession Cpu();

  // Rules that were added first match first. One with `times` matches so often.
  void When(LaunchMatch match, LaunchAnswer answer, int times = -1);

  // How many launches of this kind were asked for.
  int Count(LaunchPurpose purpose) const;
  std::vector<AskedLaunch> Asked(LaunchPurpose purpose) const;

  Answer To(const Question& question) override;
  const DeviceProfile& profile() const override { return described; }

  // The device; a test sets them before it runs a case.
  DeviceProfile described;
  // Of a launch of each kind.
  std::function<double(const AskedLaunch&)> seconds;
  // Of a program's kernel. Where it is 0, discoveries come to this.
  std::function<uint32_t(const LaunchSpec&)> residency;
  uint32_t promised = 0;  // groups, of a concurrent dispatch
  WatchResult not_discovered;
  // What the next starts of a worker come to; then all of them succeed.
  std::deque<absl::Status> starts;
  std::vector<std::string> notes;
  // Programs that the compiler refuses; nullptr: none.
  std::function<bool(const ProgramSpec&)> refuses;
  std::function<std::string(const ProgramSpec&)> digest;
  std::function<HostObservation(const HostCase&)> host;
  double other_cores = 0;

  // All questions so far.
  std::vector<AskedLaunch> asked;  // without discoveries
  std::vector<LaunchSpec> discoveries;
  std::vector<ProgramSpec> refused_asked;
  std::vector<ProgramSpec> builds_asked;
  int awaited_builds = 0;
  int workers = 0;  // that were started
  int ended = 0;    // for a fresh one, while one was there
  bool has_worker = false;

 private:
  absl::Status EnsureWorker();
  WatchResult Launch(const Question& question);
  WatchResult Discover(const LaunchSpec& spec);

  struct Rule {
    LaunchMatch match;
    LaunchAnswer answer;
    int times;
  };
  std::vector<Rule> rules_;
};

// The cases of one run on a device.
class CaseRunner {
 public:
  explicit CaseRunner(Answers* device, DeviceModel model = {},
                      uint32_t rounds = 1)
      : device_(device) {
    known.model = model;
    known.rounds = rounds;
  }
  CaseResult Run(const Case& c, WaitMode mode) {
    return RunCase(c, mode, device_, &known);
  }

  Known known;

 private:
  Answers* device_;
};

// Parses the id and runs the case in a CaseRunner that knows nothing yet.
CaseResult RunCase(TestSession* device, const std::string& id,
                   WaitMode mode = WaitMode::kUnbounded);
// The rule that decided, by its name in logs.
std::string RuleOf(const CaseResult& r);

// What the verdict rests on besides its launches, a sentence each; and one a
// line.
std::vector<std::string> SentencesOf(const CaseResult& r);
std::string WordsOf(const CaseResult& r);

// The fields of an id between the primitive and the grid.
inline constexpr char kGuaranteed[] =
    "/poll=acquire/signal=release/fence=device/pay=plain/work=";
inline constexpr char kCustomary[] =
    "/poll=rmw/signal=rmw/fence=device/pay=plain/work=";
// Guaranteed, resident, and a hang of it binds. Of the barriers the second is
// one of those that are looked at with the board even if they are right.
inline constexpr char kBarrier[] =
    "barrier.counter_per_group/poll=acquire/signal=release/fence=device/"
    "pay=plain/work=exchange/wg=64/groups=8";
// The same on another grid: "wg=64/groups=2".
std::string Barrier(const std::string& grid);
inline constexpr char kSampledBarrier[] =
    "barrier.counter_per_group/poll=acquire/signal=release/fence=device/"
    "pay=plain/work=exchange/wg=64/groups=6";
inline constexpr char kLock[] =
    "mutex.fetch_and_add/poll=acquire/signal=release/fence=device/pay=plain/"
    "work=counter/wg=64/groups=8";
inline constexpr char kHandoff[] =
    "handoff.message_passing/poll=acquire/signal=release/fence=device/"
    "pay=plain/work=message/wg=64/groups=8";
// A data race, whose hang binds nothing.
inline constexpr char kPlainPoll[] =
    "barrier.counter_per_group/poll=plain/signal=rmw/fence=device/pay=plain/"
    "work=exchange/wg=64/groups=8";

// What a sound device makes of a launch.
Observation SoundLaunch(const LaunchSpec& spec, bool cpu);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_ENGINE_PLAYED_TEST_SESSION_H_
