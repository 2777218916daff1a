// A case: a kernel's, which is primitive x access x workload x grid; or a host
// check's, with the values of its axes.
//
// Its id is one canonical string, the same everywhere:
//   barrier.counter_per_group/poll=volatile/signal=rmw/fence=device/pay=plain/work=exchange/wg=64/groups=res_plus1
// The grid's shape may follow, each part only where it is not the usual one:
//   .../groups=res/dims=2/ballast=32k/regs=high/team=2/host=poll
// and the scope of the accesses, unless it is the device:
//   .../groups=res/team=2/scope=work_group
// and the loop around a barrier, unless its turns begin with the barrier:
//   .../groups=res/loop=step_first
// and how it is dispatched, where a driver promises more than OpenCL:
//   .../groups=promised/dispatch=concurrent
// and how its program comes to the driver and its launch to the device:
//   .../groups=res/via=spirv
//   .../groups=res/queue=part_equal
// and where its words lie, and by which operation they are polled:
//   .../groups=res/memory=host
//   .../groups=res/op=add
// A shape of forward progress may have a mapping, a load and a form:
//   progress.late_middle/.../groups=res_x10/map=shuffle/form=interpreted
// An id holds symbols, never measured numbers; the observation has the number
// that `res` was. Characters: a-z 0-9 _ . = /, one dot, after the family. A
// host check's id has its own keys: host_sync.finish/queue=in_order.
//
// A function of one kind alone takes that kind. Code that branches on the kind
// visits the variant (suite/core/base/overload.h), so that the compiler names
// each such place when a kind is added:
//
//   if (const auto* kernel = std::get_if<KernelCase>(&c)) Launch(*kernel);

#ifndef WGSYNC_SUITE_CORE_PLAN_CASE_H_
#define WGSYNC_SUITE_CORE_PLAN_CASE_H_

#include <array>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "suite/core/catalog/access.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/progress/mapping.h"

namespace wgsync {

// Number of work-groups, as a symbol. kNumber takes `number`.
enum class Groups {
  kNumber,
  kResHalf,
  kResLess1,
  kRes,
  kResPlus1,
  kResX2,
  kResX10,
  kG65537,
  // Of what the driver promises for the kernel (Dispatch::kConcurrent).
  kPromisedHalf,
  kPromised
};

// Work-group size, as a symbol. kNumber takes `number`.
enum class GroupSize { kNumber, kSubGroup, kMax };

// Local memory that every group takes beside what its kernel needs, as a
// symbol of what the device has. kNumber takes `ballast_kib`.
enum class Ballast { kNumber, kNone, kHalf, kMax };

// How many registers a work-item holds from the kernel's beginning to its end:
// what the kernel needs, or some hundred more.
enum class Registers { kLow, kHigh };

// How the host waits for a launch: in clFinish, or by asking for its event's
// status again and again, in which a driver cannot lend it to the groups.
enum class HostWait { kFinish, kPoll };

// What the driver promises of a launch.
enum class Dispatch {
  kUsual,       // nothing
  kConcurrent,  // its groups run at the same time, as cl_intel_concurrent_
                // dispatch has it, on grids up to a number that it names
};

// The form in which the driver gets the program.
enum class Via {
  kSource,  // OpenCL C
  kSpirv,   // the same, compiled when wgsync was built: kernels/spirv.sh
};

// The queue of the launch, which may be of a part of the device: QueueRows().
enum class Queue {
  kInOrder,
  kOutOfOrder,
  kPartEqual,
  kPartCounts,
  kPriorityLow,
  kPriorityHigh,
  kThrottleLow,
  kThrottleHigh,
  kThreadLocal,
  kArmBatching,
  kArmDeferred,
  kArmOneByOne
};
struct QueueRow {
  Queue queue;
  absl::string_view name;   // in ids
  absl::string_view says;   // for a reader
  absl::string_view query;  // the claim that it needs, such as an extension
};
// In the order of the enumeration.
absl::Span<const QueueRow> QueueRows();

// Where the words and the payload lie: MemoryKinds().
enum class Memory { kDevice, kHost, kSvm, kSvmFine };
struct MemoryKind {
  Memory memory;
  absl::string_view name;   // in ids
  absl::string_view says;   // for a reader
  absl::string_view query;  // the claim that it needs
};
// In the order of the enumeration.
absl::Span<const MemoryKind> MemoryKinds();

// By which operation a poll reads: its own, or a read-modify-write that changes
// nothing.
enum class PollOp { kOwn, kOr, kAdd, kSub, kXor, kAnd, kMax, kMin, kSwap };

// Groups that run next to the copies of a shape.
enum class GridLoad {
  kNone,
  kBusy,  // every second copy's groups make atomic accesses to one word instead
};

// A turn of the loop around a barrier. A compiler may reorder the accesses of
// one turn and keep two turns apart.
enum class Loop {
  kBarrierFirst,  // the barrier, then a step, which reads and stores
  kStepFirst,     // a step, then the barrier, as people write it
};

// How a shape is a program.
enum class Form {
  kText,         // its own kernel
  kInterpreted,  // data of one kernel for all shapes:
                 // kernels/lib/interpreter.cl
};

// The groups of a launch, in symbols.
struct Grid {
  GroupSize group_size = GroupSize::kNumber;
  uint32_t group_size_number = 64;
  Groups groups = Groups::kRes;
  uint32_t groups_number = 0;
  uint32_t dims = 1;  // 1 to 3
  Ballast ballast = Ballast::kNone;
  uint32_t ballast_kib = 0;
  Registers registers = Registers::kLow;
  // The groups are many grids of so many groups each, which share nothing; 0:
  // they are one grid.
  uint32_t team = 0;
  HostWait host = HostWait::kFinish;
  Dispatch dispatch = Dispatch::kUsual;
  Loop loop = Loop::kBarrierFirst;
  Via via = Via::kSource;
  Queue queue = Queue::kInOrder;
  Memory memory = Memory::kDevice;
  PollOp poll_op = PollOp::kOwn;
  // Of a shape of forward progress.
  progress::Mapping map = progress::Mapping::kRoundRobin;
  GridLoad load = GridLoad::kNone;
  Form form = Form::kText;
};

struct KernelCase {
  // Neither is null in a case that was parsed or planned.
  const Primitive* primitive = nullptr;
  const Workload* workload = nullptr;
  Access access = {};
  Grid grid;
};

struct HostCase {
  const HostCheck* check = nullptr;  // not null where it was parsed or planned
  std::array<uint8_t, kMostHostAxes> values = {};  // by axis of the check
};

using Case = std::variant<KernelCase, HostCase>;

std::string CaseId(const Case& c);
// "barrier", "host_sync".
absl::string_view CaseFamily(const Case& c);

// Parses an id; the error says which part is wrong and what it may be. Whether
// the values go together is checked by ValidateCase().
absl::StatusOr<Case> ParseCaseId(absl::string_view id);
// The same where only a kernel's case is of use; the id of a host check is an
// error.
absl::StatusOr<KernelCase> ParseKernelCaseId(absl::string_view id);

// Whether the primitive allows this access and this workload, or the check
// these values; the error names the part. Native fences take poll volatile or
// acquire and signal release; a workload must be of the primitive's family and
// list.
absl::Status ValidateCase(const Case& c);

// "queue=in_order", ...; and the value of one key, "" if the check has no such
// key.
std::vector<std::string> HostWordsOf(const HostCase& c);
absl::string_view HostWord(const HostCase& c, absl::string_view key);
// All cases of a check whose values go together, in the order of its axes.
std::vector<HostCase> HostCasesOf(const HostCheck& check);

std::string GroupsName(const KernelCase& c);     // "res_plus1", "2"
std::string GroupSizeName(const KernelCase& c);  // "max", "64"
std::string BallastName(const KernelCase& c);    // "none", "half", "32k"

// True for the program, the queue, the memory and the polls that users' code
// has. What the other ones show says nothing of those.
bool IsUsualEntry(const Grid& grid);

// The parts of an id that say the grid's shape: "/dims=2/ballast=32k"; "" for
// the usual one.
std::string ShapeParts(const KernelCase& c);

// True where poll or signal is an OpenCL C 2.0+ atomic or the fence is the
// device fence: then the language standard is the highest of 2.0 and 3.0 that
// the device lists, else 1.2. The payload never changes the language, so that
// a difference in payload changes nothing else.
bool NeedsC11(const KernelCase& c);

// Whether anybody of the grid can wait for another one at all.
bool HasWaits(const KernelCase& c);

// Whether groups of it meet at a word although nobody waits.
bool HasRaces(const KernelCase& c);

// The number of groups for a measured residency and a promised number, in whole
// teams; 0 where the symbol names no grid there (res_less1 where res is 1).
uint64_t ResolveGroups(const KernelCase& c, uint32_t residency,
                       uint32_t promised = 0);
// Why the primitive has no grid of so many groups of this size; "" where it has
// one.
std::string GridRefused(const KernelCase& c, uint64_t groups,
                        uint32_t group_size);
// True where the symbol needs the residency.
bool NeedsResidency(Groups groups);
// The work-group size; 0 where the device has none (no sub-group size known).
uint32_t ResolveGroupSize(const KernelCase& c, uint32_t max_group_size,
                          uint32_t sub_group_size);

// The ballast in bytes; 0 where there is none, or the device has no local
// memory that a symbol could be part of.
uint64_t ResolveBallast(const KernelCase& c, uint64_t local_memory_bytes);

// A count as a space of `dims` dimensions whose product is just it: the sides
// are as equal as its divisors allow, the longest first. 132 is 12 x 11, a
// prime stays a row.
std::array<uint64_t, 3> Sides(uint64_t count, uint32_t dims);

// The rounds of a launch, on a GPU or not, before any calibration.
uint32_t RoundsOf(const KernelCase& c, bool is_gpu);

// How many reads of the payload one launch of `rounds` rounds checks.
uint64_t CheckedReads(const KernelCase& c, uint64_t groups, uint64_t group_size,
                      uint64_t rounds);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_PLAN_CASE_H_
