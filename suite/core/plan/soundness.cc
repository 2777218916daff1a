#include "suite/core/plan/soundness.h"

#include <cstdint>
#include <utility>
#include <variant>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/types/optional.h"
#include "absl/types/span.h"
#include "suite/core/base/field_visitor.h"
#include "suite/core/base/overload.h"
#include "suite/core/catalog/access.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/plan/order_facts.h"

namespace wgsync {
namespace {

bool HasDeviceFence(const Access& a) {
  return RowOf(a.fence).reach == FenceReach::kDevice;
}

// Of its atomics and of its fence. A work-group's scope is always there.
bool ClaimsScope(const KernelCase& c, const Claims& claims) {
  if (c.access.scope == Scope::kWorkGroup) return true;
  const bool atomics = IsC11(c.access.poll) || IsC11(c.access.signal) ||
                       (NeedsC11(c) && RowOf(c.access.payload).is_atomic);
  return (!atomics || claims.scope_device) &&
         (!HasDeviceFence(c.access) || claims.fence_scope_device);
}

// Orders below acquire and release are always there (relaxed is mandatory).
bool ClaimsOrders(const KernelCase& c, const Claims& claims) {
  const auto uses = [&c](AccessOrder order) {
    return RowOf(c.access.poll).order == order ||
           RowOf(c.access.signal).order == order;
  };
  const bool fence = HasDeviceFence(c.access);
  const bool seq_cst_fence = fence && c.primitive->loads_and_stores;
  return (!uses(AccessOrder::kSeqCst) || claims.order_seq_cst) &&
         (!uses(AccessOrder::kAcqRel) || claims.order_acq_rel) &&
         (!fence || claims.fence_acq_rel) &&
         (!seq_cst_fence || claims.fence_seq_cst);
}

constexpr Soundness kGuaranteed = Soundness::kGuaranteed;
constexpr Soundness kCustomary = Soundness::kCustomary;
constexpr Soundness kRacy = Soundness::kRacy;

// Titles in quotes are sections of the OpenCL 3.0 API specification, or of the
// OpenCL C specification where said.

struct SoundnessRule {
  bool holds;
  Soundness soundness;
  absl::string_view why;
};

// By the first rule that holds.
absl::optional<SoundnessWhy> FirstOf(absl::Span<const SoundnessRule> rules) {
  for (const SoundnessRule& rule : rules) {
    if (rule.holds) return SoundnessWhy{rule.soundness, std::string(rule.why)};
  }
  return absl::nullopt;
}

// What no memory model of OpenCL has; nothing if the model decides.
absl::optional<SoundnessWhy> OutsideTheModel(const KernelCase& c,
                                             const Claims& claims) {
  const Primitive& p = *c.primitive;
  const Access& a = c.access;
  const bool claimed =
      IsC11(a.poll) && IsC11(a.signal) && ClaimsScope(c, claims);
  return FirstOf({
      {!p.hazard.empty(), kRacy, p.hazard},
      {p.host_boundary || p.host_finishes, kGuaranteed,
       "the end of a kernel in an in-order queue comes before the next "
       "command's start (\"Host-side and Device-side Commands\")"},
      {p.device_barrier, kGuaranteed,
       "the device barrier orders for all work-items of the grid what "
       "work_group_barrier() orders for a group "
       "(cl_intel_concurrent_dispatch, \"Device Barrier Functions\")"},
      {RowOf(a.poll).form == AccessForm::kPlain ||
           RowOf(a.signal).form == AccessForm::kPlain,
       kRacy,
       "a plain access to a word that another work-group uses at the same "
       "time is a data race (\"Memory Ordering Rules\")"},
      {a.scope == Scope::kWorkGroup, kRacy,
       "atomics and fences of work-group scope do not include another "
       "work-group's: between the two they order nothing, and it is a data "
       "race (\"Memory Ordering Rules\")"},
      {IsShape(p) && claimed, kGuaranteed,
       "each step is one atomic access to one word, and no step relies on an "
       "order between two words (\"Memory Ordering Rules\")"},
      {IsShape(p), kCustomary,
       "each step is one atomic access to one word, by OpenCL 1.2's atomics or "
       "at a device scope that is not claimed (OpenCL C, \"OpenCL C 1.x Legacy "
       "Atomics\")"},
  });
}

// Of an access by which the model lets the case hold.
SoundnessWhy Holds(const KernelCase& c, Ordering ordering,
                   const Claims& claims) {
  const Access& a = c.access;
  const bool customary = ordering == Ordering::kCustomary;
  return *FirstOf({
      {RowOf(a.fence).reach == FenceReach::kVendor, kCustomary,
       "the fence is the vendor's own; the specification does not know it "
       "(\"Fence Operations\")"},
      {customary && HasDeviceFence(a), kCustomary,
       "the device fence around volatile or OpenCL 1.2 atomic accesses, which "
       "are of work-group scope at most (\"Fence Operations\"; OpenCL C, "
       "\"OpenCL C 1.x Legacy Atomics\")"},
      {customary, kCustomary,
       "volatile or OpenCL 1.2 atomic accesses, which are of work-group scope "
       "at most, and need no order (OpenCL C, \"OpenCL C 1.x Legacy "
       "Atomics\")"},
      {!ClaimsScope(c, claims), kCustomary,
       "ordered at device scope, which compiles but is not claimed (OpenCL C, "
       "\"Memory Scope\")"},
      {!ClaimsOrders(c, claims), kCustomary,
       "ordered by a memory order which compiles but is not claimed (OpenCL C, "
       "\"Memory Order\")"},
      {c.primitive->loads_and_stores, kGuaranteed,
       "seq_cst accesses or fences at the device scope, all claimed, have one "
       "order, by which one of two groups sees the other's store (\"Memory "
       "Ordering Rules\"), and work-group barriers join the group to it"},
      {IsOrdered(a.poll) && IsOrdered(a.signal), kGuaranteed,
       "the signal releases and the poll acquires, at the device scope that "
       "the device claims (\"Atomic Operations\"), and work-group barriers "
       "join the group to it (\"Work-group Functions\")"},
      {HasDeviceFence(a), kGuaranteed,
       "device-scope fences before an atomic signal and after an atomic poll, "
       "all claimed (\"Fence Operations\"), and work-group barriers join the "
       "group to them (\"Work-group Functions\")"},
      {true, kGuaranteed,
       "all values of one atomic word have one order, which all groups follow, "
       "by relaxed atomics too (\"Memory Ordering Rules\")"},
  });
}

// What the access lacks: the least by which the case would hold.
std::string Lack(const OrderFacts& facts, const Access& access) {
  const struct {
    const char* name;
    Poll poll;
    Signal signal;
    Payload payload;
  } remedies[] = {
      {"without a release", access.poll, Signal::kRelease, access.payload},
      {"without an acquire", Poll::kAcquire, access.signal, access.payload},
      {"without release and acquire", Poll::kAcquire, Signal::kRelease,
       access.payload},
      {"without seq_cst on both sides", Poll::kSeqCst, Signal::kSeqCst,
       access.payload},
      {"with a payload that is not atomic", access.poll, access.signal,
       Payload::kAtomic}};
  for (const auto& r : remedies) {
    const Access other = {r.poll, r.signal, access.fence, r.payload};
    if (facts.At(other).ordering <= Ordering::kCustomary) return r.name;
  }
  return "without the device fence";
}

SoundnessWhy KernelSoundness(const KernelCase& c, const Claims& claims) {
  absl::optional<SoundnessWhy> outside = OutsideTheModel(c, claims);
  if (outside.has_value()) return *std::move(outside);
  Access access = c.access;
  // A vendor's fence is read as the device's.
  if (RowOf(access.fence).reach == FenceReach::kVendor) {
    access.fence = Fence::kDevice;
  }
  // No user relies on an order of loads and stores that is not claimed.
  if (c.primitive->loads_and_stores &&
      !(ClaimsScope(c, claims) && ClaimsOrders(c, claims))) {
    access = {Poll::kRelaxed, Signal::kRelaxed, Fence::kNone, access.payload};
  }
  const OrderFacts& facts = OrderFactsOf(*c.primitive);
  const OrderFailure failure = facts.At(access);
  if (failure.ordering <= Ordering::kCustomary) {
    return Holds(c, failure.ordering, claims);
  }
  const bool unordered = failure.ordering == Ordering::kUnordered;
  return {unordered ? kCustomary : kRacy,
          absl::StrCat(Lack(facts, access), ", ", failure.execution,
                       unordered ? ": no data race, and no order promised "
                                   "(\"Atomic Operations\")"
                                 : " (\"Memory Ordering Rules\")")};
}

constexpr char kNoConcurrentDispatch[] =
    "no concurrent dispatch claimed (cl_intel_concurrent_dispatch)";

bool HasQueue(const QueueRow& row, const Claims& claims) {
  return row.queue == Queue::kOutOfOrder
             ? claims.queue_out_of_order
             : absl::c_linear_search(claims.queues, row.name);
}

// Why a device lacks the queue or the memory of the row: it does not claim what
// the row needs. "" if it has it.
template <typename Row>
std::string Unclaimed(absl::string_view key, const Row& row, bool claimed) {
  if (row.query.empty() || claimed) return "";
  return absl::StrCat(key, "=", row.name, " is not claimed (", row.query, ")");
}

std::string KernelUnsupported(const KernelCase& c, const Claims& claims) {
  if (NeedsC11(c) && claims.highest_c11 == 0) {
    return "no OpenCL C 2.0 or later listed";
  }
  if (c.grid.dispatch == Dispatch::kConcurrent && !claims.concurrent_dispatch) {
    return kNoConcurrentDispatch;
  }
  if (c.grid.via == Via::kSpirv && !claims.spirv) {
    return "no SPIR-V taken (CL_DEVICE_IL_VERSION)";
  }
  const QueueRow& queue = QueueRows()[static_cast<size_t>(c.grid.queue)];
  const MemoryKind& memory = MemoryKinds()[static_cast<size_t>(c.grid.memory)];
  const bool has_memory = absl::c_linear_search(claims.memories, memory.name);
  std::string unclaimed = Unclaimed("queue", queue, HasQueue(queue, claims));
  if (unclaimed.empty()) unclaimed = Unclaimed("memory", memory, has_memory);
  if (!unclaimed.empty()) return unclaimed;
  if (c.primitive->wide != 0 && !claims.wide_atomics &&
      (IsAtomic(c.access.poll) || IsAtomic(c.access.signal))) {
    return "no 64-bit atomics claimed (cl_khr_int64_base_atomics and "
           "cl_khr_int64_extended_atomics)";
  }
  if (RowOf(c.access.fence).reach == FenceReach::kVendor && !claims.is_nvidia) {
    return "no native fence known for this device (inline PTX needs NVIDIA)";
  }
  const uint32_t size =
      ResolveGroupSize(c, claims.max_group_size, claims.sub_group_size);
  if (size == 0) {
    return c.grid.group_size == GroupSize::kSubGroup
               ? "no sub-group size known"
               : "no maximum work-group size known";
  }
  if (claims.max_group_size != 0 && size > claims.max_group_size) {
    return absl::StrCat("work-group size ", size, ", at most ",
                        claims.max_group_size, " claimed");
  }
  if (c.grid.ballast == Ballast::kNone) return "";
  const uint64_t ballast = ResolveBallast(c, claims.local_memory_bytes);
  if (ballast == 0 || ballast > claims.local_memory_bytes) {
    return absl::StrCat("a ballast of ", BallastName(c), ", and ",
                        claims.local_memory_bytes,
                        " bytes of local memory claimed");
  }
  return "";
}

// A volatile access or an OpenCL 1.2 atomic on both sides, and the device
// fence.
bool HasCustomaryAccess(const Access& a) {
  return IsCustomary(a.poll) && IsCustomary(a.signal) &&
         RowOf(a.fence).reach == FenceReach::kDevice;
}

// Whether the specification leaves something open in it.
SoundnessWhy HostSoundness(const HostCase& c) {
  const std::vector<std::string> words = HostWordsOf(c);
  const HostCheck& h = *c.check;
  const bool open =
      !h.open.empty() &&
      (h.open_for.empty() || absl::c_linear_search(words, h.open_for));
  if (!open) return {Soundness::kGuaranteed, h.promise};
  return {Soundness::kCustomary, absl::StrCat(h.promise, "; but ", h.open)};
}

std::string HostUnsupported(const HostCase& c, const Claims& claims) {
  const bool new_form =
      HostWord(c, "form") == "1_2" || HostWord(c, "command") == "marker";
  const uint32_t needs = new_form ? 120 : c.check->version;
  if (claims.version < needs) {
    return absl::StrCat("OpenCL ", needs / 100, ".", needs % 100 / 10,
                        " is needed, and the device claims ",
                        claims.version / 100, ".", claims.version % 100 / 10);
  }
  if (HostWord(c, "queue") == "out_of_order" && !claims.queue_out_of_order) {
    return "no out-of-order queue claimed "
           "(CL_DEVICE_QUEUE_ON_HOST_PROPERTIES)";
  }
  for (const QueueRow& row : QueueRows()) {
    if (row.name != HostWord(c, "queue")) continue;
    const std::string unclaimed =
        Unclaimed("queue", row, HasQueue(row, claims));
    if (!unclaimed.empty()) return unclaimed;
  }
  if (c.check->concurrent && !claims.concurrent_dispatch) {
    return kNoConcurrentDispatch;
  }
  if (c.check->profiling && !claims.queue_profiling) {
    return "no queue with profiling claimed "
           "(CL_DEVICE_QUEUE_ON_HOST_PROPERTIES)";
  }
  return "";
}

Expected ExpectedOf(const KernelCase& c, Soundness soundness, GridClass grid,
                    const ShapesSeen& seen) {
  if (soundness == Soundness::kRacy) return {false, "the case is racy"};
  const Primitive& p = *c.primitive;
  if (c.grid.dispatch == Dispatch::kConcurrent &&
      ProgressExpected(p.need, GridClass::kResident)) {
    return {true,
            "the driver promises that its groups run at the same time "
            "(cl_intel_concurrent_dispatch, \"Modifications to "
            "clSetKernelExecInfo\")"};
  }
  // Not `?:`, which would copy all that was seen.
  if (IsShape(p)) return ExpectedToEnd(p.need, grid, {});
  return ExpectedToEnd(p.need, grid, seen);
}

constexpr auto kSoundnessNames =
    EnumNames<Soundness>({{Soundness::kGuaranteed, "guaranteed"},
                          {Soundness::kCustomary, "customary"},
                          {Soundness::kRacy, "racy"}},
                         Soundness::kRacy);

}  // namespace

NameSpan NamesOf(Soundness) { return kSoundnessNames.names; }

SoundnessWhy SoundnessOf(const Case& c, const Claims& claims) {
  return std::visit(
      Overload{[&claims](const KernelCase& kernel) {
                 return KernelSoundness(kernel, claims);
               },
               [](const HostCase& host) { return HostSoundness(host); }},
      c);
}

bool ClaimsAccess(const KernelCase& c, const Claims& claims) {
  return !NeedsC11(c) || (claims.highest_c11 != 0 && ClaimsScope(c, claims) &&
                          ClaimsOrders(c, claims));
}

std::string Unsupported(const Case& c, const Claims& claims) {
  return std::visit(Overload{[&claims](const KernelCase& kernel) {
                               return KernelUnsupported(kernel, claims);
                             },
                             [&claims](const HostCase& host) {
                               return HostUnsupported(host, claims);
                             }},
                    c);
}

Bind WhatBinds(const Case& c, Soundness soundness, GridClass grid,
               const ShapesSeen& seen) {
  Bind bind;
  bind.violation = soundness == Soundness::kGuaranteed;
  std::visit(
      Overload{[&](const KernelCase& kernel) {
                 Expected expected = ExpectedOf(kernel, soundness, grid, seen);
                 bind.progress = expected.ends;
                 bind.promised = expected.ends &&
                                 kernel.grid.dispatch == Dispatch::kConcurrent;
                 bind.why_progress = std::move(expected.why);
                 bind.customary = soundness == Soundness::kCustomary &&
                                  HasCustomaryAccess(kernel.access);
               },
               [](const HostCase&) {}},
      c);
  return bind;
}

}  // namespace wgsync
