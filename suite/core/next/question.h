// What the rules of a case ask of a device, one question at a time, and the
// answers. A list of answers is all that a verdict follows from (next.h).

#ifndef WGSYNC_SUITE_CORE_NEXT_QUESTION_H_
#define WGSYNC_SUITE_CORE_NEXT_QUESTION_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "suite/core/launch/launch_spec.h"
#include "suite/core/plan/case.h"
#include "suite/core/record/device_profile.h"
#include "suite/core/record/host_facts.h"
#include "suite/core/record/launch_record.h"
#include "suite/core/verdict/host_verdict.h"

namespace wgsync {

// What the time of a question is spent on.
enum class Purpose {
  kOpening,    // a worker's start, until it may run cases
  kDiscovery,  // of the residency
  kControls,
  kBoards,  // the launches that are judged, and those with a board
  kDifferences,
  kHostChecks,
  kCompiling,  // for cases to come, while none runs
};
inline constexpr size_t kPurposes = 7;

enum class QuestionKind {
  // A worker, if there is none, that has opened the device; its snapshot
  // channel and its canary have run. Where that fails, once more in another
  // worker, with a note.
  kOpen,
  // The worker ends. The next question is put to a fresh one.
  kFresh,
  // How many of the launch's groups run at the same time in a concurrent
  // dispatch, as the driver promises.
  kPromised,
  // One launch. The worker is gone afterwards if it did not finish.
  kLaunch,
  // Whether the driver's compiler refuses the program, in a worker that lives.
  kRefuses,
  // Whether it builds the program.
  kBuilds,
  // The code that it makes of the program: devices/driver/binary.h.
  kDigest,
  kHostCheck,
  // Waits until nothing is being built: under a kernel that hangs, a driver's
  // compiler may hold what a snapshot needs.
  kAwaitBuilds,
  // From now on the cores are counted that other processes take,
  kWatchLoad,
  // ... and how many they have taken since, on average.
  kOtherCores,
};

struct Question {
  QuestionKind kind = QuestionKind::kOpen;
  Purpose time_of = Purpose::kOpening;
  LaunchPurpose purpose = LaunchPurpose::kJudged;
  // Of kLaunch; the other kinds read its program alone.
  LaunchSpec spec;
  double deadline_seconds = 0;  // frozen after this is a hang
  double patience_seconds = 0;  // moving after this is slow
  HostCase host;
};

// Findings of one host check.
struct HostObservation {
  HostEvidence evidence;
  HostReport report;
  double seconds = 0;
};

struct Answer {
  LaunchRecord launch;    // of kLaunch
  uint32_t promised = 0;  // of kPromised; 0: it does not say, and `text` is why
  // Of kRefuses and kBuilds. False where that could not be asked.
  bool yes = false;
  // Of kRefuses: the compiler's log. Of kDigest: equal ones mean that the same
  // instructions run; "" if the driver does not tell its code, or the program
  // cannot be built.
  std::string text;
  // Of kOpen. An error is the infrastructure's or the device's, in one line;
  // kAborted if the worker was ended from outside.
  absl::Status status;
  double other_cores = 0;
  HostObservation host;
  // What went wrong before it was answered, and was fixed by a fresh worker.
  std::vector<std::string> notes;
};

// Answers questions: a device, or a list of what one has answered. Used by one
// thread.
class Answers {
 public:
  virtual ~Answers() = default;
  virtual Answer To(const Question& question) = 0;
  // Measurements and claims of the device; known once it was opened.
  virtual const DeviceProfile& profile() const = 0;
};

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_NEXT_QUESTION_H_
