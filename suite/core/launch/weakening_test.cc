// What scope and weakening of a ProgramSpec take from its text, by comparing
// the programs with their macros expanded.

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "suite/core/launch/expand_macros.h"
#include "suite/core/launch/preprocess.h"
#include "suite/core/launch/program_spec.h"
#include "suite/core/plan/case.h"

namespace wgsync {
namespace {

// In the body of a function of kernels/lib/access.cl, all occurrences of a
// text, at least one, are another text.
struct Edit {
  const char* function;
  const char* from;
  const char* to;
};
using Edits = std::vector<Edit>;

// What each weakening, and the narrower scope, change in a program.
struct Form {
  const char* access;  // as parts of an id
  Edits no_release;
  Edits no_acquire;
  // Of the functions that both of these change: what they lose without any
  // order.
  Edits no_order;
  Edits work_group;
};

ProgramSpec SpecWith(absl::string_view access) {
  ProgramSpec s;
  const absl::StatusOr<KernelCase> c = ParseKernelCaseId(absl::StrCat(
      "barrier.counter_per_group", access, "/work=exchange/wg=64/groups=res"));
  EXPECT_TRUE(c.ok()) << c.status();
  if (c.ok()) s.c = *c;
  s.language = NeedsC11(s.c) ? 300 : 120;
  return s;
}

std::string WithoutBlanks(absl::string_view text) {
  return absl::StrReplaceAll(text, {{" ", ""}, {"\n", ""}});
}

std::string Expanded(const ProgramSpec& s) {
  const absl::StatusOr<std::string> source = ComposeSource(s);
  EXPECT_TRUE(source.ok()) << source.status();
  if (!source.ok()) return "";
  return WithoutBlanks(ExpandMacros(Preprocess(*source, BuildOptions(s))));
}

// The text between the braces of a function of access.cl.
absl::string_view BodyOf(absl::string_view text, absl::string_view function) {
  size_t name = text.find(absl::StrCat(function, "(wg_ctx*c"));
  if (name == text.npos) name = text.find(absl::StrCat(function, "(void)"));
  if (name == text.npos) return "";
  const size_t begin = text.find('{', name) + 1;
  size_t end = begin;
  for (int depth = 1; end < text.size(); ++end) {
    depth += text[end] == '{' ? 1 : text[end] == '}' ? -1 : 0;
    if (depth == 0) break;
  }
  return text.substr(begin, end - begin);
}

std::string Edited(std::string text, const Edits& edits) {
  for (const Edit& e : edits) {
    const absl::string_view body = BodyOf(text, e.function);
    const std::string from = WithoutBlanks(e.from);
    EXPECT_TRUE(absl::StrContains(body, from))
        << e.function << " is {" << body << "}, without " << from;
    const std::string edited = absl::StrReplaceAll(body, {{from, e.to}});
    text.replace(body.data() - text.data(), body.size(), edited);
  }
  return text;
}

bool Changes(const Edits& edits, absl::string_view function) {
  for (const Edit& e : edits) {
    if (e.function == function) return true;
  }
  return false;
}

Edits EditsOf(const Form& form, Weakening weakening) {
  switch (weakening) {
    case Weakening::kNone:
      return {};
    case Weakening::kUnopened:
      return {{"wg_open", "barrier(CLK_GLOBAL_MEM_FENCE);", ""}};
    case Weakening::kClosedLocally:
      // The value of a build option is not expanded.
      return {{"wg_close", "CLK_GLOBAL_MEM_FENCE", "WG_CLOSING_FENCE"}};
    case Weakening::kNoRelease:
      return form.no_release;
    case Weakening::kNoAcquire:
      return form.no_acquire;
    case Weakening::kNoOrder:
      break;
  }
  Edits edits = form.no_order;
  for (const Edit& e : form.no_release) {
    if (!Changes(form.no_acquire, e.function)) edits.push_back(e);
  }
  for (const Edit& e : form.no_acquire) {
    if (!Changes(form.no_release, e.function)) edits.push_back(e);
  }
  return edits;
}

// The first place where two programs differ; "" for none.
std::string FirstDifference(const std::string& a, const std::string& b) {
  if (a == b) return "";
  size_t at = 0;
  while (at < a.size() && at < b.size() && a[at] == b[at]) ++at;
  const size_t from = at < 80 ? 0 : at - 80;
  return absl::StrCat("...", a.substr(from, 160), "\nis not\n...",
                      b.substr(from, 160));
}

constexpr char kDeviceFence[] =
    "atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, "
    "memory_scope_device);";
constexpr char kDevice[] = "memory_scope_device";
constexpr char kGroup[] = "memory_scope_work_group";
constexpr char kAcquire[] = "memory_order_acquire";
constexpr char kAcqRel[] = "memory_order_acq_rel";
constexpr char kRelease[] = "memory_order_release";
constexpr char kRelaxed[] = "memory_order_relaxed";
constexpr char kSeqCst[] = "memory_order_seq_cst";

Edits With(Edits edits, const Edits& more) {
  edits.insert(edits.end(), more.begin(), more.end());
  return edits;
}

std::vector<Form> Forms() {
  const Edits word_scope = {{"wg_poll", kDevice, kGroup},
                            {"wg_signal_store", kDevice, kGroup},
                            {"wg_poll_exchange", kDevice, kGroup},
                            {"wg_poll_swap", kDevice, kGroup},
                            {"wg_take_all", kDevice, kGroup},
                            {"wg_signal_add", kDevice, kGroup},
                            {"wg_signal_sub", kDevice, kGroup},
                            {"wg_signal_add_returned", kDevice, kGroup},
                            {"wg_signal_fetch_add", kDevice, kGroup},
                            {"wg_signal_exchange", kDevice, kGroup},
                            {"wg_signal_swap", kDevice, kGroup}};
  return {
      // Atomics that carry the order.
      {"/poll=acquire/signal=release/fence=none/pay=atomic",
       {{"wg_signal_store", kRelease, kRelaxed},
        {"wg_signal_add", kRelease, kRelaxed},
        {"wg_signal_sub", kRelease, kRelaxed},
        {"wg_signal_add_returned", kRelease, kRelaxed},
        {"wg_signal_swap", kRelease, kRelaxed},
        {"wg_signal_fetch_add", kAcqRel, kAcquire},
        {"wg_signal_exchange", kAcqRel, kAcquire}},
       {{"wg_poll", kAcquire, kRelaxed},
        {"wg_poll_exchange", kAcquire, kRelaxed},
        {"wg_poll_swap", kAcquire, kRelaxed},
        {"wg_signal_fetch_add", kAcqRel, kRelease},
        {"wg_signal_exchange", kAcqRel, kRelease}},
       {{"wg_signal_fetch_add", kAcqRel, kRelaxed},
        {"wg_signal_exchange", kAcqRel, kRelaxed}},
       With(word_scope, {{"wg_payload_load", kDevice, kGroup},
                         {"wg_payload_store", kDevice, kGroup}})},
      {"/poll=seq_cst/signal=seq_cst/fence=none/pay=plain",
       {{"wg_signal_store", kSeqCst, kRelaxed},
        {"wg_signal_add", kSeqCst, kRelaxed},
        {"wg_signal_sub", kSeqCst, kRelaxed},
        {"wg_signal_add_returned", kSeqCst, kRelaxed},
        {"wg_signal_swap", kSeqCst, kRelaxed},
        {"wg_signal_fetch_add", kSeqCst, kAcquire},
        {"wg_signal_exchange", kSeqCst, kAcquire}},
       {{"wg_poll", kSeqCst, kRelaxed},
        {"wg_poll_exchange", kSeqCst, kRelaxed},
        {"wg_poll_swap", kSeqCst, kRelaxed},
        {"wg_signal_fetch_add", kSeqCst, kRelease},
        {"wg_signal_exchange", kSeqCst, kRelease}},
       {{"wg_signal_fetch_add", kSeqCst, kRelaxed},
        {"wg_signal_exchange", kSeqCst, kRelaxed}},
       word_scope},
      // Accesses without an order, and a fence on each side.
      {"/poll=volatile/signal=rmw/fence=device/pay=plain",
       {{"wg_fence_before_signal", kDeviceFence, ""}},
       {{"wg_fence_after_wait", kDeviceFence, ""}},
       {},
       {{"wg_fence_before_signal", kDevice, kGroup},
        {"wg_fence_after_wait", kDevice, kGroup},
        {"wg_take_all", kDevice, kGroup}}},
      {"/poll=rmw/signal=rmw/fence=mem/pay=plain",
       {{"wg_fence_before_signal", "mem_fence(CLK_GLOBAL_MEM_FENCE);", ""}},
       {{"wg_fence_after_wait", "mem_fence(CLK_GLOBAL_MEM_FENCE);", ""}},
       {},
       {}},
      {"/poll=volatile/signal=rmw/fence=rw_mem/pay=plain",
       {{"wg_fence_before_signal", "write_mem_fence(CLK_GLOBAL_MEM_FENCE);",
         ""}},
       {{"wg_fence_after_wait", "read_mem_fence(CLK_GLOBAL_MEM_FENCE);", ""}},
       {},
       {}},
      {"/poll=rmw/signal=rmw/fence=readback/pay=plain",
       {{"wg_payload_store",
         "(void)*(volatile __global uint*)(c->payload + i);", ""},
        {"wg_payload_store4",
         "(void)*(volatile __global uint4*)(c->payload + i);", ""}},
       {},
       {},
       {}},
      // PTX.
      {"/poll=acquire/signal=release/fence=native/pay=plain",
       {{"wg_signal_store", ".release", ".relaxed"},
        {"wg_signal_add", ".release", ".relaxed"},
        {"wg_signal_sub", ".release", ".relaxed"},
        {"wg_signal_add_returned", ".release", ".relaxed"},
        {"wg_signal_swap", ".release", ".relaxed"},
        {"wg_signal_fetch_add", ".acq_rel", ".acquire"},
        {"wg_signal_exchange", ".acq_rel", ".acquire"}},
       {{"wg_poll", ".acquire", ".relaxed"},
        {"wg_poll_exchange", kAcquire, kRelaxed},
        {"wg_poll_swap", ".acquire", ".relaxed"},
        {"wg_signal_fetch_add", ".acq_rel", ".release"},
        {"wg_signal_exchange", ".acq_rel", ".release"},
        {"wg_fence_after_wait",
         "uint seen; asm volatile(\"ld\" \".acquire\" \".gpu\" \".global.u32 "
         "%0, [%1];\" : \"=r\"(seen) : \"l\"(c->words + word) : \"memory\");",
         ""}},
       {{"wg_signal_fetch_add", ".acq_rel", ".relaxed"},
        {"wg_signal_exchange", ".acq_rel", ".relaxed"}},
       {{"wg_poll", ".gpu", ".cta"},
        {"wg_signal_store", ".gpu", ".cta"},
        {"wg_poll_exchange", kDevice, kGroup},
        {"wg_poll_swap", ".gpu", ".cta"},
        {"wg_take_all", kDevice, kGroup},
        {"wg_signal_add", ".gpu", ".cta"},
        {"wg_signal_sub", ".gpu", ".cta"},
        {"wg_signal_add_returned", ".gpu", ".cta"},
        {"wg_signal_fetch_add", ".gpu", ".cta"},
        {"wg_signal_exchange", ".gpu", ".cta"},
        {"wg_signal_swap", ".gpu", ".cta"},
        {"wg_fence_after_wait", ".gpu", ".cta"},
        {"wg_fence_seq_cst", ".gpu", ".cta"}}},
  };
}

TEST(WeakeningTest, AProgramLosesTheOrderOfThatSideAndNothingElse) {
  for (const Form& form : Forms()) {
    ProgramSpec s = SpecWith(form.access);
    const std::string usual = Expanded(s);
    for (size_t i = 0; i < NamesOf(Weakening()).size(); ++i) {
      s.weakening = static_cast<Weakening>(i);
      EXPECT_EQ(FirstDifference(Expanded(s),
                                Edited(usual, EditsOf(form, s.weakening))),
                "")
          << form.access << " " << NamesOf(Weakening())[i];
    }
  }
}

TEST(ScopeTest, AProgramHasItAtAccessesAndFencesOfTheCaseAlone) {
  for (const Form& form : Forms()) {
    ProgramSpec s = SpecWith(form.access);
    const std::string usual = Expanded(s);
    s.scope = Scope::kWorkGroup;
    EXPECT_EQ(FirstDifference(Expanded(s), Edited(usual, form.work_group)), "")
        << form.access;
  }
}

TEST(WeakeningTest, TheUsualProgramHasNoOptionForIt) {
  ProgramSpec s = SpecWith(Forms().front().access);
  const std::string usual = BuildOptions(s);
  EXPECT_FALSE(absl::StrContains(usual, "WG_SCOPE"));
  EXPECT_FALSE(absl::StrContains(usual, "WG_DROPS"));
  s.weakening = Weakening::kNoOrder;
  s.scope = Scope::kWorkGroup;
  EXPECT_EQ(BuildOptions(s), usual +
                                 " -DWG_SCOPE_WORK_GROUP -DWG_DROPS_RELEASE"
                                 " -DWG_DROPS_ACQUIRE");
}

TEST(WeakeningTest, EachIsAnotherProgram) {
  std::set<std::string> keys;
  ProgramSpec s = SpecWith(Forms().front().access);
  for (size_t i = 0; i < NamesOf(Weakening()).size(); ++i) {
    for (size_t j = 0; j < NamesOf(Scope()).size(); ++j) {
      s.weakening = static_cast<Weakening>(i);
      s.scope = static_cast<Scope>(j);
      EXPECT_TRUE(keys.insert(ProgramKey(s)).second)
          << NamesOf(Weakening())[i] << " " << NamesOf(Scope())[j];
    }
  }
}

}  // namespace
}  // namespace wgsync
