// One launch of a run, as the run's log keeps it: its purpose, its spec, its
// end, and the observations that explain it. Right launches have a record too.

#ifndef WGSYNC_SUITE_CORE_RECORD_LAUNCH_RECORD_H_
#define WGSYNC_SUITE_CORE_RECORD_LAUNCH_RECORD_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "suite/core/launch/launch_spec.h"
#include "suite/core/verdict/finding.h"
#include "suite/core/verdict/judge.h"
#include "suite/core/verdict/observation.h"
#include "suite/core/verdict/verdict.h"

namespace wgsync {

class FieldVisitor;

// What one launch is made for.
enum class LaunchPurpose {
  kDiscovery,      // how many groups are resident at once
  kTiming,         // how long it takes: by a control, as deadlines need it
  kControl,        // without its waits it must come out wrong
  kWatched,        // with the relaxed board
  kJudged,         // without a board
  kOrdered,        // with the ordered board: which group left too early
  kBoundary,       // the workload over kernel_boundary
  kPoll,           // the differences: another poll,
  kRefreshedPoll,  // a poll with the caches refreshed by a neighbour,
  kSignal,         // another signal,
  kPayload,        // another access to the payload,
  kFence,          // another fence
  kTwin,           // one order taken away: it should come out wrong
  kSource,         // the difference of a program that was given as SPIR-V
};
absl::Span<const absl::string_view> NamesOf(LaunchPurpose);

// How far a launch came before it ran, and its program's code.
struct LaunchBuild {
  // Where one of these is true the launch never came to the device: a program
  // that does not build, or memory that is not to be had.
  bool build_failed = false;
  bool setup_failed = false;
  // A build_failed of a program that does build, for smaller groups.
  bool over_limit = false;
  std::string what;  // why: the compiler's log, for instance. Not logged.
  std::string binary_digest;  // see CaseResult::binary_digest
};

// What the launch was made for, and what else was seen of it.
struct LaunchSeen {
  uint64_t number = 0;  // in its run, from 1
  uint32_t device = 0;  // in the run's RunHeader::devices
  // The case that the launch was made for. The one that ran is `spec.c`: a
  // difference changes a word of it, a control may be another primitive.
  std::string case_id;
  LaunchPurpose purpose = LaunchPurpose::kJudged;
  LaunchSpec spec;

  // The reads and work-items that were due only where `account` lacks some;
  // the first wrong reads.
  PayloadFacts facts;
  // What groups did that they should not have: launch_findings.h.
  std::vector<Finding> findings;
  // Of a barrier's: MissingOnBoard().
  std::vector<Finding> missing;
  // Of a launch with a board that ended by itself: each wait, if there is any,
  // found its condition true when it began.
  bool without_waiting = false;
  // A bounded wait has given up; and the frozen pair, if there is one, is from
  // before any did.
  bool gave_up = false;
  bool frozen_first = false;
  // Of a primitive that discovers its groups, and of a discovery of the
  // residency: how many it found.
  uint64_t found = 0;
  Place place;
  // Of a launch that did not finish, or left waits unmet, the first ones: its
  // roles, those of the groups that the verdict names before others; its
  // synchronization words; and the groups that have not started, ordered alike.
  std::vector<RoleFacts> roles;
  std::vector<uint64_t> words;
  std::vector<uint64_t> not_started;
  // Its buffers are memory of the host's (CL_MEM_USE_HOST_PTR).
  bool shared = false;
};

struct LaunchRecord : LaunchSeen, LaunchBuild, LaunchOutcome, LaunchMeasures {
  // Fields that are as usual are not written; a log lacks those that were added
  // after it was made.
  void Fields(FieldVisitor& v);
};

// What `o` shows of a launch, without what the run knows of it: its number, its
// case, its device, its program's code.
LaunchRecord RecordOf(LaunchPurpose purpose, const LaunchSpec& spec,
                      const Observation& o);

// The launch ended by itself, with its waits met, nothing wrong in the payload
// and no part of it lost.
bool EndedRight(const LaunchRecord& launch);

// The board counts more arrivals of a group than the launch has.
bool ExtraArrivals(const LaunchRecord& launch);
// Whether a finding of this kind is among those of the launch.
bool HasFinding(const LaunchRecord& launch, FindingKind kind);
// True if both launches froze in the same round, at a condition that memory
// meets. A launch that froze in a later round, or at something else, does not
// hang for the other launch's reason.
bool SamePlace(const LaunchRecord& a, const LaunchRecord& b);

// How many launches of a case failed. Controls and differences are launches of
// other programs, and one that says nothing of the case (it did not build or
// start, or was ended from outside) is not counted. A board changes the program
// too: launches with one count only while there are none without.
struct LaunchCounts {
  uint64_t failed = 0;
  uint64_t made = 0;
  bool with_board = true;

  void Add(const LaunchRecord& r);
};

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_RECORD_LAUNCH_RECORD_H_
