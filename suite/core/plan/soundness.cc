#include "suite/core/plan/soundness.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "suite/core/base/field_visitor.h"
#include "suite/core/base/overload.h"
#include "suite/core/catalog/access.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/plan/case.h"

namespace wgsync {
namespace {

// What the rules below look at, each by its word in the law.
struct Facts {
  KernelCase c;
  bool boundary;      // the kernel ends at every step, or before the last one
  bool unsafe_word;   // a plain or reissued poll, or a plain signal
  bool atomic_words;  // poll and signal are OpenCL C 2.0+ atomics
  bool acq_rel_pair;  // the signal releases and the poll acquires
  bool device_fence;
  bool vendor_fence;
  bool scope;      // the device claims the device scope of what the case uses
  bool order;      // ... and every order that the case uses
  bool narrow;     // the case's own scope is the work-group
  OrderNeed need;  // of the algorithm's own words
};

bool HasDeviceFence(const KernelCase& c) {
  return RowOf(c.access.fence).reach == FenceReach::kDevice;
}

// Of its atomics and of its fence. A work-group's scope is always there.
bool ClaimsScope(const KernelCase& c, const Claims& claims) {
  if (c.access.scope == Scope::kWorkGroup) return true;
  const bool atomics = IsC11(c.access.poll) || IsC11(c.access.signal) ||
                       (NeedsC11(c) && RowOf(c.access.payload).is_atomic);
  return (!atomics || claims.scope_device) &&
         (!HasDeviceFence(c) || claims.fence_scope_device);
}

// Orders below acquire and release are always there (relaxed is mandatory).
bool ClaimsOrders(const KernelCase& c, const Claims& claims) {
  const auto uses = [&c](AccessOrder order) {
    return RowOf(c.access.poll).order == order ||
           RowOf(c.access.signal).order == order;
  };
  const bool fence = HasDeviceFence(c);
  const bool seq_cst_fence = fence && c.primitive->order == OrderNeed::kSeqCst;
  return (!uses(AccessOrder::kSeqCst) || claims.order_seq_cst) &&
         (!uses(AccessOrder::kAcqRel) || claims.order_acq_rel) &&
         (!fence || claims.fence_acq_rel) &&
         (!seq_cst_fence || claims.fence_seq_cst);
}

Facts FactsOf(const KernelCase& c, const Claims& claims) {
  Facts f;
  f.c = c;
  f.boundary = c.primitive->host_boundary || c.primitive->host_finishes;
  f.unsafe_word = RowOf(c.access.poll).form == AccessForm::kPlain ||
                  RowOf(c.access.signal).form == AccessForm::kPlain;
  f.atomic_words = IsC11(c.access.poll) && IsC11(c.access.signal);
  f.acq_rel_pair = IsOrdered(c.access.poll) && IsOrdered(c.access.signal);
  f.device_fence = HasDeviceFence(c);
  f.vendor_fence = RowOf(c.access.fence).reach == FenceReach::kVendor;
  f.scope = ClaimsScope(c, claims);
  f.order = ClaimsOrders(c, claims);
  f.narrow = c.access.scope == Scope::kWorkGroup;
  f.need = c.primitive->order;
  return f;
}

struct SoundnessRule {
  bool (*holds)(const Facts& f);
  Soundness soundness;
  const char* why;
};

using F = Facts;
constexpr Soundness kGuaranteed = Soundness::kGuaranteed;
constexpr Soundness kCustomary = Soundness::kCustomary;
constexpr Soundness kRacy = Soundness::kRacy;

// The first rule that holds decides. Titles in quotes are sections of the
// OpenCL 3.0 API specification, or of the OpenCL C specification where said.
constexpr SoundnessRule kRules[] = {
    {[](const F& f) { return f.boundary; }, kGuaranteed,
     "the end of a kernel in an in-order queue comes before the next "
     "command's start (\"Host-side and Device-side Commands\")"},
    {[](const F& f) { return f.c.primitive->device_barrier; }, kGuaranteed,
     "the device barrier orders for all work-items of the grid what "
     "work_group_barrier() orders for a group (cl_intel_concurrent_dispatch, "
     "\"Device Barrier Functions\")"},
    {[](const F& f) { return f.unsafe_word; }, kRacy,
     "a plain access to a word that another work-group uses at the same time "
     "is a data race (\"Memory Ordering Rules\")"},
    {[](const F& f) { return f.narrow; }, kRacy,
     "atomics and fences of work-group scope do not include another "
     "work-group's: between the two they order nothing, and it is a data race "
     "(\"Memory Ordering Rules\")"},
    {[](const F& f) {
       return IsShape(*f.c.primitive) && f.atomic_words && f.scope;
     },
     kGuaranteed,
     "each step is one atomic access to one word, and no step relies on an "
     "order between two words (\"Memory Ordering Rules\")"},
    {[](const F& f) { return IsShape(*f.c.primitive); }, kCustomary,
     "each step is one atomic access to one word, by OpenCL 1.2's atomics or "
     "at a device scope that is not claimed (OpenCL C, \"OpenCL C 1.x Legacy "
     "Atomics\")"},
    {[](const F& f) {
       return f.need == OrderNeed::kCoherence &&
              !RowOf(f.c.access.payload).is_atomic;
     },
     kRacy,
     "it reads what another work-group may be storing: a data race unless the "
     "word is atomic (\"Memory Ordering Rules\")"},
    {[](const F& f) {
       return f.need == OrderNeed::kCoherence && f.atomic_words && f.scope;
     },
     kGuaranteed,
     "all values of one atomic word have one order, which its readers follow, "
     "relaxed ones too (\"Memory Ordering Rules\")"},
    {[](const F& f) {
       const bool seq_cst =
           RowOf(f.c.access.poll).order == AccessOrder::kSeqCst &&
           RowOf(f.c.access.signal).order == AccessOrder::kSeqCst;
       return f.need == OrderNeed::kSeqCst &&
              !((seq_cst || f.device_fence) && f.scope && f.order);
     },
     kRacy,
     "loads and stores exclude each other in one order of all of them alone: "
     "seq_cst on both sides, or in the fence between them, at a device scope, "
     "all claimed (\"Memory Ordering Rules\")"},
    {[](const F& f) {
       return f.c.primitive->optimistic && !RowOf(f.c.access.payload).is_atomic;
     },
     kRacy,
     "it reads what a writer may be writing: a data race unless the payload is "
     "atomic (\"Memory Ordering Rules\")"},
    {[](const F& f) { return f.c.primitive->optimistic && !f.device_fence; },
     kRacy,
     "no acquiring poll keeps its second look at the word behind the payload's "
     "reads: only the device fence does (\"Fence Operations\")"},
    {[](const F& f) {
       return f.need == OrderNeed::kAcqRel && !f.acq_rel_pair &&
              !f.device_fence && !f.vendor_fence;
     },
     kRacy,
     "nothing orders the words of the algorithm itself: what one group stored "
     "in one of them need not be seen behind another one (\"Memory Ordering "
     "Rules\")"},
    {[](const F& f) { return f.vendor_fence; }, kCustomary,
     "the fence is the vendor's own; the specification does not know it "
     "(\"Fence Operations\")"},
    {[](const F& f) {
       return f.atomic_words && f.acq_rel_pair && f.scope && f.order;
     },
     kGuaranteed,
     "the signal releases and the poll acquires, at the device scope that the "
     "device claims (\"Atomic Operations\"), and work-group barriers join the "
     "group to it (\"Work-group Functions\")"},
    {[](const F& f) {
       return f.atomic_words && f.device_fence && f.scope && f.order;
     },
     kGuaranteed,
     "device-scope fences before an atomic signal and after an atomic poll, "
     "all claimed (\"Fence Operations\"), and work-group barriers join the "
     "group to them (\"Work-group Functions\")"},
    {[](const F& f) {
       return f.atomic_words && (f.acq_rel_pair || f.device_fence) && !f.scope;
     },
     kCustomary,
     "ordered at device scope, which compiles but is not claimed "
     "(OpenCL C, \"Memory Scope\")"},
    {[](const F& f) {
       return f.atomic_words && (f.acq_rel_pair || f.device_fence) && !f.order;
     },
     kCustomary,
     "ordered by a memory order which compiles but is not claimed "
     "(OpenCL C, \"Memory Order\")"},
    {[](const F& f) { return f.device_fence; }, kCustomary,
     "the device fence around volatile or OpenCL 1.2 atomic accesses, which "
     "are of work-group scope at most (\"Fence Operations\"; OpenCL C, "
     "\"OpenCL C 1.x Legacy Atomics\")"},
    {[](const F& f) {
       return RowOf(f.c.access.payload).is_atomic ||
              f.c.primitive->only_reads_payload;
     },
     kCustomary,
     "no fence between work-groups, but a payload that is atomic or that no "
     "group stores: no data race, and no order promised (\"Atomic "
     "Operations\")"},
    {[](const F& f) {
       return RowOf(f.c.access.fence).reach == FenceReach::kWorkGroup;
     },
     kRacy,
     "mem_fence and its halves order within a work-group only (OpenCL C, "
     "\"Legacy Explicit Memory Fence Functions\")"},
    {[](const F& f) { return f.c.access.fence == Fence::kReadback; }, kRacy,
     "reading a stored word back orders nothing for others (\"Memory Ordering "
     "Rules\")"},
    {[](const F&) { return true; }, kRacy,
     "nothing orders the payload against the word: a data race (\"Memory "
     "Ordering Rules\")"},
};

SoundnessWhy KernelSoundness(const KernelCase& c, const Claims& claims) {
  if (!c.primitive->hazard.empty()) return {kRacy, c.primitive->hazard};
  const Facts facts = FactsOf(c, claims);
  for (const SoundnessRule& rule : kRules) {
    if (rule.holds(facts)) return {rule.soundness, rule.why};
  }
  return {Soundness::kRacy, ""};  // not reached: the last rule holds
}

constexpr char kNoConcurrentDispatch[] =
    "no concurrent dispatch claimed (cl_intel_concurrent_dispatch)";

std::string KernelUnsupported(const KernelCase& c, const Claims& claims) {
  if (NeedsC11(c) && claims.highest_c11 == 0) {
    return "no OpenCL C 2.0 or later listed";
  }
  if (c.grid.dispatch == Dispatch::kConcurrent && !claims.concurrent_dispatch) {
    return kNoConcurrentDispatch;
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
  const bool open = !h.open.empty() && (h.open_for.empty() ||
                                        std::find(words.begin(), words.end(),
                                                  h.open_for) != words.end());
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

constexpr EnumRow<Soundness> kSoundnesses[] = {
    {Soundness::kGuaranteed, "guaranteed"},
    {Soundness::kCustomary, "customary"},
    {Soundness::kRacy, "racy"}};
constexpr auto kSoundnessNames = EnumNames(kSoundnesses);
static_assert(Describes(kSoundnesses, Soundness::kRacy));

}  // namespace

absl::Span<const absl::string_view> NamesOf(Soundness) {
  return kSoundnessNames.names;
}

absl::string_view SoundnessName(Soundness s) {
  return kSoundnesses[static_cast<size_t>(s)].name;
}

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
