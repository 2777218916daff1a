#include "suite/core/launch/access_calls.h"

#include <cstddef>

#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "kernels/embedded.h"
#include "suite/core/launch/expand_macros.h"
#include "suite/core/launch/preprocess.h"
#include "suite/core/launch/program_spec.h"

namespace wgsync {
namespace {

// kernels/lib/access.cl as the case's program has it, with what it has for an
// object that is wider than a word, macros expanded.
std::string AccessText(const KernelCase& c) {
  std::string text(FindKernelFile("lib/access.cl")->text);
  if (c.primitive->wide != 0) {
    absl::StrAppend(&text, FindKernelFile("lib/wide.cl")->text);
  }
  ProgramSpec spec;
  spec.c = c;
  spec.language = NeedsC11(c) ? 300 : 120;
  return ExpandMacros(Preprocess(text, BuildOptions(spec)));
}

// The text between the braces of a function; "" if it is not there.
std::string BodyOf(absl::string_view text, absl::string_view function) {
  const size_t name = text.find(absl::StrCat(" ", function, "("));
  if (name == absl::string_view::npos) return "";
  const size_t begin = text.find('{', name);
  size_t end = begin;
  for (int depth = 0; end < text.size(); ++end) {
    if (text[end] == '{') ++depth;
    if (text[end] == '}' && --depth == 0) break;
  }
  return std::string(text.substr(begin + 1, end - begin - 1));
}

// The statement without its casts, of the word alone; "" for one that only
// hands on a result.
std::string Shown(absl::string_view statement) {
  std::string text =
      absl::StrReplaceAll(statement, {{"\n", " "},
                                      {"((c)->words + (word))", "word"},
                                      {"c->words + word", "word"},
                                      {"c->carried", "rest"},
                                      {"c->words[word]", "*word"},
                                      {"(c->payload + i)", "(payload + i)"},
                                      {"c->payload[i]", "payload[i]"}});
  text = absl::StrReplaceAll(
      text, {{"(volatile __global uint*)word,", "word,"},
             {"(volatile __global atomic_uint*)word,", "word,"},
             {"(volatile __global atomic_ulong*)(word),", "word,"},
             {"(volatile __global ulong*)word,", "word,"},
             {"(volatile __global uint*)(payload + i),", "payload + i,"},
             {"(volatile __global atomic_uint*)(payload + i),", "payload + i,"},
             {"\" \"", ""},
             {", )", ")"}});
  absl::string_view shown = absl::StripAsciiWhitespace(text);
  const bool returns = absl::ConsumePrefix(&shown, "return ");
  const bool one_word = shown.find_first_of(" (*[") == absl::string_view::npos;
  const bool is_nothing = (returns && one_word) ||
                          absl::StartsWith(shown, "uint ") ||
                          absl::StartsWith(shown, "c->seen = ") ||
                          absl::StartsWith(shown, "(void)c");
  return is_nothing ? "" : std::string(shown);
}

// What a function of access.cl does, as one line.
std::string CallOf(absl::string_view text, absl::string_view function) {
  std::vector<std::string> statements;
  std::string statement;
  bool quoted = false;
  for (char c : BodyOf(text, function)) {
    if (c == '"') quoted = !quoted;
    if (c != ';' || quoted) {
      statement += c;
      continue;
    }
    statements.push_back(Shown(statement));
    if (statements.back().empty()) statements.pop_back();
    statement.clear();
  }
  return absl::StrJoin(statements, "; ");
}

// What the case's accesses may stand in: reductions and scans have theirs in
// the runner and in what is folded.
std::string KernelText(const KernelCase& c) {
  const Primitive& p = *c.primitive;
  std::string text;
  const Workload& w = *c.workload;
  for (const std::string& path :
       {w.runner.empty() ? p.runner : w.runner, w.file, p.file}) {
    const auto own = p.texts.find(path);
    const EmbeddedFile* file = FindKernelFile(path);
    if (own != p.texts.end())
      absl::StrAppend(&text, own->second);
    else if (file != nullptr)
      absl::StrAppend(&text, file->text);
  }
  return text;
}

struct Step {
  absl::string_view call;  // in a kernel
  const char* label;
  absl::string_view function;  // of kernels/lib/access.cl
};

// Those that order something, in the order in which they are shown.
constexpr Step kSteps[] = {
    {"wg_fence_before_signal(", "fence", "wg_fence_before_signal"},
    {"wg_signal_add(", "signal", "wg_signal_add"},
    {"wg_signal_sub(", "signal", "wg_signal_sub"},
    {"wg_signal_add_returned(", "signal", "wg_signal_add_returned"},
    {"wg_signal_fetch_add(", "signal", "wg_signal_fetch_add"},
    {"wg_signal_exchange(", "signal", "wg_signal_exchange"},
    {"wg_signal_swap(", "signal", "wg_signal_swap"},
    {"wg_signal_store(", "signal", "wg_signal_store"},
    {"wg_fence_seq_cst(", "fence", "wg_fence_seq_cst"},
    {"wg_poll_exchange(", "poll", "wg_poll_exchange"},
    {"wg_poll_swap(", "poll", "wg_poll_swap"},
    {"wg_poll(", "poll", "wg_poll"},
    {"WG_WAIT_STAYS(", "poll", "wg_poll"},
    {"wg_fence_after_wait(", "fence", "wg_fence_after_wait"}};

}  // namespace

std::vector<AccessCall> AccessCalls(const KernelCase& c) {
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
  if (c.primitive->device_barrier) {
    return {{"barrier", "intel_device_barrier(), by all work-items"}};
  }
  const std::string text = KernelText(c);
  const std::string access = AccessText(c);
  std::vector<AccessCall> calls;
  const auto add = [&calls](const char* label, std::string call) {
    if (!call.empty()) calls.emplace_back(label, std::move(call));
  };
  const auto add_steps = [&](absl::string_view part) {
    for (const Step& step : kSteps) {
      if (!absl::StrContains(part, step.call)) continue;
      // A word may be looked at in two places, in the same way.
      const AccessCall call = {step.label, CallOf(access, step.function)};
      if (calls.back() != call) add(step.label, call.second);
    }
  };
  add("payload", CallOf(access, "wg_payload_load"));
  add("payload", CallOf(access, "wg_payload_store"));
  // Where every work-item synchronizes there is no barrier to stand in a lock,
  // nor any before an arrival.
  const bool by_item = c.primitive->by_item;
  const std::string closed = by_item ? "" : "barrier(CLK_GLOBAL_MEM_FENCE)";
  const std::string opened =
      by_item ? "by every work-item:" : closed + ", then by work-item 0:";
  const size_t unlock = text.find("void wg_unlock(");
  if (unlock != std::string::npos) {
    add("group", by_item ? opened : "by work-item 0:");
    add_steps(absl::string_view(text).substr(0, unlock));
    add("group", closed);
    add("inside", "the critical section");
    add("group", by_item ? "" : opened);
    add_steps(absl::string_view(text).substr(unlock));
    return calls;
  }
  add("group", opened);
  add_steps(text);
  add("group", closed);
  return calls;
}

std::vector<AccessCall> AccessCallsOf(const std::string& id) {
  std::string known = id;
  const size_t at = known.find("/work=contest");
  if (at != std::string::npos) known.replace(at, 13, "/work=counter");
  const absl::StatusOr<KernelCase> c = ParseKernelCaseId(known);
  return c.ok() ? AccessCalls(*c) : std::vector<AccessCall>();
}

}  // namespace wgsync
