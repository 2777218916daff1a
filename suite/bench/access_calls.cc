#include "suite/bench/access_calls.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "kernels/embedded.h"

namespace wgsync {
namespace {

constexpr char kScope[] = ", memory_scope_device)";
constexpr char kDeviceFence[] =
    "atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, "
    "memory_scope_device)";

std::string LoadText(const Case& c) {
  switch (c.poll) {
    case Poll::kPlain:
      return "*word";
    case Poll::kReissued:
      return "word[n++ & zero], zero an argument that is 0";
    case Poll::kVolatile:
      return "*(volatile __global uint*)word";
    case Poll::kRmw:
      return "atomic_or(word, 0u)";
    case Poll::kRelaxed:
    case Poll::kAcquire:
    case Poll::kSeqCst:
      break;
  }
  if (c.fence == Fence::kNative) {
    return "asm volatile(\"ld.acquire.gpu.global.u32 ...\")";
  }
  return absl::StrCat("atomic_load_explicit(word, memory_order_",
                      PollName(c.poll), kScope);
}

// A read-modify-write in its three spellings. `operands` stand behind the word.
struct Rmw {
  absl::string_view older;  // OpenCL 1.2's
  absl::string_view c11;
  absl::string_view operands;
  absl::string_view native;  // PTX; "" where the native fence is not in it
};

constexpr Rmw kAdd = {"atomic_add", "atomic_fetch_add_explicit", "1u",
                      "red.release.gpu.global.add.u32"};
constexpr Rmw kSub = {"atomic_sub", "atomic_fetch_sub_explicit", "1u",
                      "red.release.gpu.global.add.u32"};
constexpr Rmw kAddReturned = {"atomic_add", "atomic_fetch_add_explicit", "1u",
                              "atom.release.gpu.global.add.u32"};
constexpr Rmw kFetchAdd = {"atomic_add", "atomic_fetch_add_explicit", "1u",
                           "atom.acq_rel.gpu.global.add.u32"};
constexpr Rmw kExchange = {"atomic_xchg", "atomic_exchange_explicit", "value",
                           "atom.acq_rel.gpu.global.exch.b32"};
constexpr Rmw kPollExchange = {"atomic_xchg", "atomic_exchange_explicit",
                               "value", ""};

std::string RmwText(const Case& c, const Rmw& rmw, bool c11,
                    absl::string_view order) {
  if (c.fence == Fence::kNative && !rmw.native.empty()) {
    return absl::StrCat("asm volatile(\"", rmw.native, " ...\")");
  }
  return c11 ? absl::StrCat(rmw.c11, "(word, ", rmw.operands, ", memory_order_",
                            order, kScope)
             : absl::StrCat(rmw.older, "(word, ", rmw.operands, ")");
}

std::string PollRmw(const Case& c, const Rmw& rmw) {
  return RmwText(c, rmw, IsC11(c.poll), PollName(c.poll));
}

std::string SignalRmw(const Case& c, const Rmw& rmw) {
  return RmwText(c, rmw, IsC11(c.signal), SignalName(c.signal));
}

// WG_BOTH_ORDER of kernels/lib/access.cl.
std::string BothRmw(const Case& c, const Rmw& rmw) {
  const bool acquires = IsOrdered(c.poll);
  const bool releases = IsOrdered(c.signal);
  const bool strict = RowOf(c.poll).order == AccessOrder::kSeqCst &&
                      RowOf(c.signal).order == AccessOrder::kSeqCst;
  return RmwText(c, rmw, IsC11(c.poll) || IsC11(c.signal),
                 strict                 ? "seq_cst"
                 : acquires && releases ? "acq_rel"
                 : acquires             ? "acquire"
                 : releases             ? "release"
                                        : "relaxed");
}

// A compare-and-swap, which names an order for its failure, too.
std::string SwapText(const Case& c, bool c11, absl::string_view order,
                     absl::string_view failed, absl::string_view native) {
  if (c.fence == Fence::kNative) {
    return absl::StrCat("asm volatile(\"", native, " ...\")");
  }
  return c11 ? absl::StrCat(
                   "atomic_compare_exchange_strong_explicit(word, &expected, "
                   "value, memory_order_",
                   order, ", memory_order_", failed, kScope)
             : "atomic_cmpxchg(word, expected, value)";
}

std::string PollSwap(const Case& c) {
  const absl::string_view order = PollName(c.poll);
  return SwapText(c, IsC11(c.poll), order, order,
                  "atom.acquire.gpu.global.cas.b32");
}

std::string SignalSwap(const Case& c) {
  return SwapText(c, IsC11(c.signal), SignalName(c.signal), "relaxed",
                  "atom.release.gpu.global.cas.b32");
}

std::string StoreText(const Case& c) {
  if (c.fence == Fence::kNative) {
    return "asm volatile(\"st.release.gpu.global.u32 ...\")";
  }
  switch (c.signal) {
    case Signal::kPlain:
      return "*word = value";
    case Signal::kVolatile:
      return "*(volatile __global uint*)word = value";
    case Signal::kRmw:
      return "atomic_xchg(word, value)";
    case Signal::kRelaxed:
    case Signal::kRelease:
    case Signal::kSeqCst:
      break;
  }
  return absl::StrCat("atomic_store_explicit(word, value, memory_order_",
                      SignalName(c.signal), kScope);
}

std::string FenceBefore(Fence f) {
  switch (f) {
    case Fence::kMem:
      return "mem_fence(CLK_GLOBAL_MEM_FENCE)";
    case Fence::kRwMem:
      return "write_mem_fence(CLK_GLOBAL_MEM_FENCE)";
    case Fence::kDevice:
      return kDeviceFence;
    case Fence::kReadback:
      return "a volatile load of each payload word that was stored";
    case Fence::kNone:
    case Fence::kNative:
      break;
  }
  return "";
}

std::string FenceAfter(Fence f) {
  switch (f) {
    case Fence::kMem:
      return "mem_fence(CLK_GLOBAL_MEM_FENCE)";
    case Fence::kRwMem:
      return "read_mem_fence(CLK_GLOBAL_MEM_FENCE)";
    case Fence::kDevice:
      return kDeviceFence;
    case Fence::kNative:
      return "asm volatile(\"ld.acquire.gpu.global.u32 ...\") of the word";
    case Fence::kNone:
    case Fence::kReadback:
      break;
  }
  return "";
}

// Between a store and the load of another word that follows it.
std::string FenceSeqCst(Fence f) {
  switch (f) {
    case Fence::kMem:
      return "mem_fence(CLK_GLOBAL_MEM_FENCE)";
    case Fence::kRwMem:
      return "write_mem_fence(CLK_GLOBAL_MEM_FENCE); "
             "read_mem_fence(CLK_GLOBAL_MEM_FENCE)";
    case Fence::kDevice:
      return "atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, "
             "memory_order_seq_cst, memory_scope_device)";
    case Fence::kNative:
      return "asm volatile(\"fence.sc.gpu;\")";
    case Fence::kNone:
    case Fence::kReadback:
      break;
  }
  return "";
}

std::string PayloadText(Payload p) {
  switch (p) {
    case Payload::kPlain:
      return "ordinary loads and stores";
    case Payload::kVolatile:
      return "loads and stores through a volatile pointer";
    case Payload::kAtomic:
      return "relaxed atomic loads and stores at device scope";
  }
  return "";
}

// What the case's accesses may stand in: reductions and scans have theirs in
// the runner and in what is folded.
std::string KernelText(const Case& c) {
  std::string text = c.primitive->text;
  std::vector<std::string> paths = {c.primitive->runner, c.workload->file};
  if (text.empty()) paths.push_back(c.primitive->file);
  for (const std::string& path : paths) {
    const EmbeddedFile* file = FindKernelFile(path);
    if (file != nullptr) absl::StrAppend(&text, file->text);
  }
  return text;
}

struct Step {
  absl::string_view function;  // as a kernel calls it
  const char* label;
  std::string text;
};

// The functions of kernels/lib/access.cl that order something.
std::vector<Step> StepsOf(const Case& c) {
  return {{"wg_signal_add(", "signal", SignalRmw(c, kAdd)},
          {"wg_signal_sub(", "signal", SignalRmw(c, kSub)},
          {"wg_signal_add_returned(", "signal", SignalRmw(c, kAddReturned)},
          {"wg_signal_fetch_add(", "signal", BothRmw(c, kFetchAdd)},
          {"wg_signal_exchange(", "signal", BothRmw(c, kExchange)},
          {"wg_signal_swap(", "signal", SignalSwap(c)},
          {"wg_signal_store(", "signal", StoreText(c)},
          {"wg_fence_seq_cst(", "fence", FenceSeqCst(c.fence)},
          {"wg_poll_exchange(", "poll", PollRmw(c, kPollExchange)},
          {"wg_poll_swap(", "poll", PollSwap(c)},
          {"wg_poll(", "poll", LoadText(c)},
          {"WG_WAIT_STAYS(", "poll", LoadText(c)}};
}

}  // namespace

std::vector<AccessCall> AccessCalls(const Case& c) {
  if (c.primitive->host_boundary) {
    return {{"instead",
             "end the kernel, and enqueue the next one into the same "
             "in-order queue: clEnqueueNDRangeKernel()"}};
  }
  if (c.primitive->host_finishes) {
    return {{"instead",
             "end the kernel, read the partial sums, and add them on the "
             "host"}};
  }
  const std::string text = KernelText(c);
  std::vector<AccessCall> calls;
  const auto add = [&calls](const char* label, std::string call) {
    if (!call.empty()) calls.emplace_back(label, std::move(call));
  };
  add("payload", PayloadText(c.payload));
  // Where every work-item synchronizes there is no barrier to stand in a lock,
  // nor any before an arrival.
  const bool by_item = c.primitive->by_item;
  if (by_item) {
    add("group", "by every work-item:");
  } else {
    add("group", "barrier(CLK_GLOBAL_MEM_FENCE), then by work-item 0:");
  }
  add("fence", FenceBefore(c.fence));
  for (const Step& step : StepsOf(c)) {
    // A word may be looked at in two places, in the same way.
    const AccessCall call = {step.label, step.text};
    if (absl::StrContains(text, step.function) && calls.back() != call) {
      add(step.label, step.text);
    }
  }
  add("fence", FenceAfter(c.fence));
  if (!by_item) add("group", "barrier(CLK_GLOBAL_MEM_FENCE)");
  return calls;
}

}  // namespace wgsync
