// The four kinds of access of a case, each value described once: how a group
// polls and signals the words that it synchronizes by, how it fences, and how
// it accesses the payload.
//
// To add a value: its enumerator, its row below, and its branches in
// kernels/lib/access.cl. The numbers of the enumerators are those of access.cl,
// which a test compares; ids and reports have the rows' names.

#ifndef WGSYNC_SUITE_CORE_CATALOG_ACCESS_H_
#define WGSYNC_SUITE_CORE_CATALOG_ACCESS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <vector>

#include "absl/strings/string_view.h"
#include "suite/core/base/field_visitor.h"

namespace wgsync {

enum class Poll : uint8_t {
  kPlain,
  kReissued,
  kVolatile,
  kRmw,
  kRelaxed,
  kAcquire,
  kSeqCst
};
enum class Signal : uint8_t {
  kPlain,
  kVolatile,
  kRmw,
  kRelaxed,
  kRelease,
  kSeqCst
};
enum class Fence : uint8_t { kNone, kMem, kRwMem, kDevice, kReadback, kNative };
enum class Payload : uint8_t { kPlain, kVolatile, kAtomic };

// What an access is to the OpenCL C language.
enum class AccessForm {
  kPlain,     // a compiler may move or merge it; a data race with any other
  kVolatile,  // a compiler may not
  kAtomic12,  // an atomic function of OpenCL C 1.2
  kAtomic20,  // an atomic function of OpenCL C 2.0 and later
};

// The order that an atomic access asks for. A poll acquires, a signal releases.
enum class AccessOrder { kNone, kAcqRel, kSeqCst };

// How far a fence orders the accesses around it.
enum class FenceReach {
  kNothing,
  kWorkGroup,  // by the specification
  kDevice,     // a function of OpenCL C 2.0 and later; acquires and releases
  kVendor,     // as the vendor documents, in its own assembly language
};

struct PollRow {
  Poll value;
  absl::string_view name;
  absl::string_view says;
  AccessForm form;
  AccessOrder order;
  bool has_native;  // has a spelling in a vendor's assembly language
  bool costs_rmw;   // takes as long as a read-modify-write on a busy word
};

struct SignalRow {
  Signal value;
  absl::string_view name;
  absl::string_view says;
  AccessForm form;
  AccessOrder order;
  bool has_native;
};

struct FenceRow {
  Fence value;
  absl::string_view name;
  absl::string_view says;
  FenceReach reach;
};

struct PayloadRow {
  Payload value;
  absl::string_view name;
  absl::string_view says;
  bool is_atomic;  // no data race, whatever orders it
};

inline constexpr PollRow kPollRows[] = {
    {Poll::kPlain, "plain", "a plain load", AccessForm::kPlain,
     AccessOrder::kNone, false, false},
    {Poll::kReissued, "reissued", "a plain load that the compiler cannot hoist",
     AccessForm::kPlain, AccessOrder::kNone, false, false},
    {Poll::kVolatile, "volatile", "a volatile load", AccessForm::kVolatile,
     AccessOrder::kNone, true, false},
    {Poll::kRmw, "rmw", "an atomic of OpenCL 1.2 that changes nothing",
     AccessForm::kAtomic12, AccessOrder::kNone, false, true},
    {Poll::kRelaxed, "relaxed", "a C11 atomic, relaxed", AccessForm::kAtomic20,
     AccessOrder::kNone, false, false},
    {Poll::kAcquire, "acquire", "a C11 atomic that acquires",
     AccessForm::kAtomic20, AccessOrder::kAcqRel, true, false},
    {Poll::kSeqCst, "seq_cst", "a C11 atomic, sequentially consistent",
     AccessForm::kAtomic20, AccessOrder::kSeqCst, false, true},
};

inline constexpr SignalRow kSignalRows[] = {
    {Signal::kPlain, "plain", "a plain store", AccessForm::kPlain,
     AccessOrder::kNone, false},
    {Signal::kVolatile, "volatile", "a volatile store", AccessForm::kVolatile,
     AccessOrder::kNone, false},
    {Signal::kRmw, "rmw", "an atomic of OpenCL 1.2", AccessForm::kAtomic12,
     AccessOrder::kNone, false},
    {Signal::kRelaxed, "relaxed", "a C11 atomic, relaxed",
     AccessForm::kAtomic20, AccessOrder::kNone, false},
    {Signal::kRelease, "release", "a C11 atomic that releases",
     AccessForm::kAtomic20, AccessOrder::kAcqRel, true},
    {Signal::kSeqCst, "seq_cst", "a C11 atomic, sequentially consistent",
     AccessForm::kAtomic20, AccessOrder::kSeqCst, false},
};

inline constexpr FenceRow kFenceRows[] = {
    {Fence::kNone, "none", "no fence", FenceReach::kNothing},
    {Fence::kMem, "mem", "mem_fence", FenceReach::kWorkGroup},
    {Fence::kRwMem, "rw_mem", "write_mem_fence and read_mem_fence",
     FenceReach::kWorkGroup},
    {Fence::kDevice, "device", "atomic_work_item_fence at device scope",
     FenceReach::kDevice},
    {Fence::kReadback, "readback", "each stored word is read back",
     FenceReach::kNothing},
    {Fence::kNative, "native", "the vendor's own", FenceReach::kVendor},
};

inline constexpr PayloadRow kPayloadRows[] = {
    {Payload::kPlain, "plain", "plain loads and stores", false},
    {Payload::kVolatile, "volatile", "volatile loads and stores", false},
    {Payload::kAtomic, "atomic", "a separate atomic load and store", true},
};

constexpr const PollRow& RowOf(Poll p) {
  return kPollRows[static_cast<size_t>(p)];
}
constexpr const SignalRow& RowOf(Signal s) {
  return kSignalRows[static_cast<size_t>(s)];
}
constexpr const FenceRow& RowOf(Fence f) {
  return kFenceRows[static_cast<size_t>(f)];
}
constexpr const PayloadRow& RowOf(Payload p) {
  return kPayloadRows[static_cast<size_t>(p)];
}

// The enumerators of a table, in its order.
template <typename Row, size_t kSize>
constexpr auto ValuesOf(const Row (&rows)[kSize]) {
  std::array<decltype(Row::value), kSize> values = {};
  for (size_t i = 0; i < kSize; ++i) values[i] = rows[i].value;
  return values;
}
inline constexpr auto kPolls = ValuesOf(kPollRows);
inline constexpr auto kSignals = ValuesOf(kSignalRows);
inline constexpr auto kFences = ValuesOf(kFenceRows);
inline constexpr auto kPayloads = ValuesOf(kPayloadRows);

static_assert(Describes(kPollRows, Poll::kSeqCst) &&
                  Describes(kSignalRows, Signal::kSeqCst) &&
                  Describes(kFenceRows, Fence::kNative) &&
                  Describes(kPayloadRows, Payload::kAtomic),
              "the rows of a table are in the order of its enumerators");

template <typename Access>
constexpr bool IsAtomic(Access a) {
  return RowOf(a).form == AccessForm::kAtomic12 ||
         RowOf(a).form == AccessForm::kAtomic20;
}
// An atomic of OpenCL C 2.0 and later.
template <typename Access>
constexpr bool IsC11(Access a) {
  return RowOf(a).form == AccessForm::kAtomic20;
}
// A poll that acquires, a signal that releases.
template <typename Access>
constexpr bool IsOrdered(Access a) {
  return RowOf(a).order != AccessOrder::kNone;
}
// What users take for sound between work-groups when a device fence is next to
// it: a volatile access, or an atomic of OpenCL C 1.2.
template <typename Access>
constexpr bool IsCustomary(Access a) {
  return RowOf(a).form == AccessForm::kVolatile ||
         RowOf(a).form == AccessForm::kAtomic12;
}

// The memory scope of atomics and fences that name one.
enum class Scope : uint8_t { kDevice, kWorkGroup };

// The four kinds of access of one case, and the scope of all of them.
struct Access {
  Poll poll;
  Signal signal;
  Fence fence;
  Payload payload;
  Scope scope = Scope::kDevice;
};

// A set of polls or of signals:
//   p.polls = {Poll::kRmw, Poll::kAcquire};
//   if (p.polls.Has(Poll::kRmw)) ...
template <typename Enum>
class AccessSet {
 public:
  AccessSet() = default;
  AccessSet(std::initializer_list<Enum> values) {
    for (Enum value : values) Add(value);
  }

  void Add(Enum value) { bits_ |= uint32_t{1} << static_cast<uint32_t>(value); }
  bool Has(Enum value) const {
    return (bits_ >> static_cast<uint32_t>(value) & 1) != 0;
  }
  bool empty() const { return bits_ == 0; }

 private:
  uint32_t bits_ = 0;  // 1 << enumerator
};
using Polls = AccessSet<Poll>;
using Signals = AccessSet<Signal>;

// The accesses that primitives allow.
Polls AllPolls();
Signals AllSignals();
// An arrival at a counter is an addition: with a plain or volatile one it would
// not be a barrier at all.
Signals Additions();
// The poll is itself the exchange that takes the lock.
Polls Exchanges();
// All but those that are a data race by themselves.
Polls RacelessPolls();
// Of an algorithm of loads and stores: the order that it needs, and the nearest
// that are weaker.
Polls OrderedPolls();
Signals OrderedSignals();

// The names of a set, in the order of the tables.
std::vector<absl::string_view> NamesOf(const Polls& polls);
std::vector<absl::string_view> NamesOf(const Signals& signals);

inline absl::string_view PollName(Poll p) { return RowOf(p).name; }
inline absl::string_view SignalName(Signal s) { return RowOf(s).name; }
inline absl::string_view FenceName(Fence f) { return RowOf(f).name; }
inline absl::string_view PayloadName(Payload p) { return RowOf(p).name; }

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_CATALOG_ACCESS_H_
