// The rules that put cases into a tier. Private to this folder: see plan.h.

#ifndef WGSYNC_SUITE_CORE_PLAN_TIERS_H_
#define WGSYNC_SUITE_CORE_PLAN_TIERS_H_

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "suite/core/catalog/access.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/plan/case.h"
#include "suite/core/plan/plan.h"

namespace wgsync {

// Collects cases; the first rule that names a case is the one that is kept.
class CaseList {
 public:
  // Leaves out what the primitive does not allow, so that a rule may be
  // written as a full product.
  void Add(Case c, absl::string_view why);

  std::vector<PlannedCase> Take() && { return std::move(cases_); }

 private:
  std::vector<PlannedCase> cases_;
  std::set<std::string> ids_;
};

constexpr Access Fenced(Poll poll, Signal signal) {
  return {poll, signal, Fence::kDevice, Payload::kPlain};
}

// The two sound shapes: OpenCL 1.2 atomics with the device fence, and C11.
inline constexpr Access kFenced = Fenced(Poll::kRmw, Signal::kRmw);
inline constexpr Access kOrdered = {Poll::kAcquire, Signal::kRelease,
                                    Fence::kNone, Payload::kPlain};

// Of a primitive whose words are not the kernel's.
inline constexpr Access kNoWord = {Poll::kPlain, Signal::kPlain, Fence::kNone,
                                   Payload::kPlain};

// A case of 64 work-items a group, on the whole residency. The names must be
// the catalog's.
KernelCase MakeCase(absl::string_view primitive, const Access& access,
                    absl::string_view workload);

// The same with the first workload of the primitive.
KernelCase Sound(const Primitive& p, const Access& access);

// The same case on another grid; on so many work-groups; and on so many of this
// size.
KernelCase OnGrid(KernelCase c, Groups groups);
KernelCase Numbered(KernelCase c, uint32_t groups);
KernelCase Numbered(KernelCase c, uint32_t size, uint32_t groups);

// On a grid where many want what the primitive gives: the whole residency, and
// of a lock that asks for no residency so many groups as are a crowd on every
// device. With thousands an acquisition costs an H200 13 to 26 ns for each of
// them, and a launch of two rounds seconds.
inline constexpr uint32_t kCrowd = 256;
KernelCase Crowded(KernelCase c);
// Where any words of access would tell little: the capacities of a semaphore
// above 1, and algorithms that ask for one order alone.
bool HasFewCases(const Primitive& p);
void AddFew(const Primitive& p, CaseList* list);

// The rules of a tier, one for each sort of primitive.
using TierRule = void (*)(const Primitive& p, CaseList* list);
struct Rules {
  TierRule host_boundary;  // the host ends the kernel, or does the last step
  TierRule reset;
  TierRule per_item;
  TierRule variant;  // and hazards
  TierRule looped_store;
  TierRule few;  // a variant of another one, or one that few grids suit
  TierRule counter_barrier;  // of which most is asked
  TierRule representative;
  TierRule other;
  TierRule unawaited;       // no group waits, and all meet
  TierRule shape;           // of forward progress
  TierRule device_barrier;  // the driver's own
};
TierRule Rules::*RuleOf(const Primitive& p);
void AddEach(const Rules& rules, CaseList* list);

// The sound shape of a primitive on grids of other shapes: group sizes,
// dimensions, ballast, registers; and the few of them that tell most.
void AddShapesAxes(const Primitive& p, CaseList* list);
void AddFewShapes(const Primitive& p, CaseList* list);

// A primitive in which no group waits, in pairs of groups.
void AddUnawaited(const Primitive& p, CaseList* list);

// A shape of forward progress, of the default tier, and what the full one adds.
void AddShape(const Primitive& p, CaseList* list);
void AddWholeShape(const Primitive& p, CaseList* list);

// Grids of teams, in which missing orders show: what the full tier adds to the
// few of the default tier, which tell most.
void AddTeams(CaseList* list);
void AddFewTeams(CaseList* list);

// A barrier that is the driver's own; and the other primitives where the driver
// promises that their groups run at the same time.
void AddDeviceBarrier(const Primitive& p, CaseList* list);
void AddConcurrent(CaseList* list);

// The main forms as SPIR-V; the counter barrier on each queue but the usual
// one, or all that such a queue may change.
void AddSpirv(CaseList* list);
void AddQueues(bool all, CaseList* list);

// The main forms with words and payload in each memory but the usual one, and
// with polls by each operation but their own.
void AddMemories(CaseList* list);
void AddPollOps(CaseList* list);

void AddSmoke(CaseList* list);
void AddDefault(CaseList* list);
void AddFull(CaseList* list);
// The host checks; full has no more of them than default.
void AddHostDefault(CaseList* list);

// Cases in which any two values of poll, signal, fence, payload, workload,
// work-group size and grid (2 groups, the residency) that can stand together do
// so, and each of them with each of `primitives`, which are of one family. Only
// cases that are not racy and have no native fence: what fails there for a
// reason of its own would hide the pair. A primitive at the end of the list
// changes nothing for those before it.
//
// Greedy, after Cohen et al., "The AETG System" (1997), of all candidates.
void AddPairs(absl::Span<const Primitive* const> primitives, CaseList* list);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_PLAN_TIERS_H_
