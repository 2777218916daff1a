// A case: primitive x poll x signal x fence x payload x workload x grid.
//
// Its id is one canonical string, the same everywhere:
//   barrier.counter_per_group/poll=volatile/signal=rmw/fence=device/pay=plain/work=exchange/wg=64/groups=res_plus1
// An id holds symbols, never measured numbers; what `res` was stands in the
// observation. Characters: a-z 0-9 _ . = /, one dot, after the family.

#ifndef WGSYNC_SUITE_PLAN_CASE_H_
#define WGSYNC_SUITE_PLAN_CASE_H_

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "suite/catalog/catalog.h"

namespace wgsync {

// The numbers of these four are those of kernels/lib/access.cl.
enum class Poll {
  kPlain,
  kReissued,
  kVolatile,
  kRmw,
  kRelaxed,
  kAcquire,
  kSeqCst
};
enum class Signal { kPlain, kVolatile, kRmw, kRelaxed, kRelease, kSeqCst };
enum class Fence { kNone, kMem, kRwMem, kDevice, kReadback, kNative };
enum class Payload { kPlain, kVolatile, kAtomic };

// Number of work-groups, as a symbol. kNumber takes `number`.
enum class Groups {
  kNumber,
  kResHalf,
  kResLess1,
  kRes,
  kResPlus1,
  kResX2,
  kResX10,
  kG65537
};

// Work-group size, as a symbol. kNumber takes `number`.
enum class GroupSize { kNumber, kSubGroup, kMax };

struct Case {
  // Neither is null in a case that was parsed or planned.
  const Primitive* primitive = nullptr;
  const Workload* workload = nullptr;
  Poll poll = Poll::kPlain;
  Signal signal = Signal::kPlain;
  Fence fence = Fence::kNone;
  Payload payload = Payload::kPlain;
  GroupSize group_size = GroupSize::kNumber;
  uint32_t group_size_number = 64;
  Groups groups = Groups::kRes;
  uint32_t groups_number = 0;
};

std::string CaseId(const Case& c);

// Parses an id; the error says which part is wrong and what it may be. Whether
// the words go together is ValidateCase()'s to say.
absl::StatusOr<Case> ParseCaseId(absl::string_view id);

// Whether the primitive allows these words of access and this workload; the
// error names the word. Native fences take poll volatile or acquire and signal
// release; a workload must be of the primitive's family and list.
absl::Status ValidateCase(const Case& c);

absl::string_view PollName(Poll p);
absl::string_view SignalName(Signal s);
absl::string_view FenceName(Fence f);
absl::string_view PayloadName(Payload p);
std::string GroupsName(const Case& c);     // "res_plus1", "2"
std::string GroupSizeName(const Case& c);  // "max", "64"

// True where poll or signal is an OpenCL C 2.0+ atomic or the fence is the
// device fence: then the language standard is the highest of 2.0 and 3.0 that
// the device lists, else 1.2. The payload never changes the language, so that
// a difference in payload changes nothing else.
bool NeedsC11(const Case& c);

// Whether anybody of the grid can wait for another one at all.
bool HasWaits(const Case& c);

// Whether groups of it meet at a word although nobody waits.
bool HasRaces(const Case& c);

// The number of groups for a measured residency; 0 where the symbol names no
// grid there (res_less1 where res is 1).
uint64_t ResolveGroups(const Case& c, uint32_t residency);
// True where the symbol needs the residency.
bool NeedsResidency(Groups groups);
// The work-group size; 0 where the device has none (no sub-group size known).
uint32_t ResolveGroupSize(const Case& c, uint32_t max_group_size,
                          uint32_t sub_group_size);

// How many reads of the payload one launch of `rounds` rounds checks.
uint64_t CheckedReads(const Case& c, uint64_t groups, uint64_t group_size,
                      uint64_t rounds);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_PLAN_CASE_H_
