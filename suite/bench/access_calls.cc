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

bool IsC11(Poll p) { return p >= Poll::kRelaxed; }
bool IsC11(Signal s) { return s >= Signal::kRelaxed; }

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
    default:
      break;
  }
  if (c.fence == Fence::kNative) {
    return "asm volatile(\"ld.acquire.gpu.global.u32 ...\")";
  }
  return absl::StrCat("atomic_load_explicit(word, memory_order_",
                      PollName(c.poll), kScope);
}

std::string ExchangeText(const Case& c) {
  return IsC11(c.poll) ? absl::StrCat(
                             "atomic_exchange_explicit(word, value, "
                             "memory_order_",
                             PollName(c.poll), kScope)
                       : "atomic_xchg(word, value)";
}

std::string AddText(const Case& c) {
  if (c.fence == Fence::kNative) {
    return "asm volatile(\"red.release.gpu.global.add.u32 ...\")";
  }
  return IsC11(c.signal) ? absl::StrCat(
                               "atomic_fetch_add_explicit(word, 1u, "
                               "memory_order_",
                               SignalName(c.signal), kScope)
                         : "atomic_add(word, 1u)";
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
    default:
      return absl::StrCat("atomic_store_explicit(word, value, memory_order_",
                          SignalName(c.signal), kScope);
  }
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

absl::string_view KernelText(const Primitive& p) {
  if (!p.text.empty()) return p.text;
  const EmbeddedFile* file = FindKernelFile(p.file);
  return file == nullptr ? "" : file->text;
}

}  // namespace

std::vector<AccessCall> AccessCalls(const Case& c) {
  if (c.primitive->host_boundary) {
    return {{"instead",
             "end the kernel, and enqueue the next one into the same "
             "in-order queue: clEnqueueNDRangeKernel()"}};
  }
  const absl::string_view text = KernelText(*c.primitive);
  std::vector<AccessCall> calls;
  const auto add = [&calls](const char* label, std::string call) {
    if (!call.empty()) calls.emplace_back(label, std::move(call));
  };
  add("payload", PayloadText(c.payload));
  add("group", "barrier(CLK_GLOBAL_MEM_FENCE), then by work-item 0:");
  add("fence", FenceBefore(c.fence));
  if (absl::StrContains(text, "wg_signal_add(")) add("signal", AddText(c));
  if (absl::StrContains(text, "wg_signal_store(")) {
    add("signal", StoreText(c));
  }
  add("poll", absl::StrContains(text, "wg_poll_exchange(") ? ExchangeText(c)
                                                           : LoadText(c));
  add("fence", FenceAfter(c.fence));
  add("group", "barrier(CLK_GLOBAL_MEM_FENCE)");
  return calls;
}

}  // namespace wgsync
