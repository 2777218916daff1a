#include "suite/core/launch/weakened_twins.h"

#include <iterator>

#include "absl/algorithm/container.h"
#include "absl/status/statusor.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/launch/expand_macros.h"
#include "suite/core/launch/preprocess.h"
#include "suite/core/plan/order_facts.h"

namespace wgsync {
namespace {

struct Row {
  absl::string_view name;
  absl::string_view lacks;
  void (*weaken)(ProgramSpec* s);
  unsigned without = 0;  // of the orders between work-groups
};

constexpr Row kRows[] = {
    {"no_release", "the signal's release",
     [](ProgramSpec* s) { s->weakening = Weakening::kNoRelease; }, kReleases},
    {"no_acquire", "the poll's acquire",
     [](ProgramSpec* s) { s->weakening = Weakening::kNoAcquire; }, kAcquires},
    {"no_order", "all orders",
     [](ProgramSpec* s) { s->weakening = Weakening::kNoOrder; },
     kReleases | kAcquires},
    {"work_group_scope", "device scope",
     [](ProgramSpec* s) { s->scope = Scope::kWorkGroup; }},
    {"unopened", "the work-group barrier before the arrival",
     [](ProgramSpec* s) { s->weakening = Weakening::kUnopened; }},
    {"closed_locally", "the global fence of the work-group barrier after it",
     [](ProgramSpec* s) { s->weakening = Weakening::kClosedLocally; }},
};

// The text that is compiled; "" if the program has no source.
std::string TextOf(const ProgramSpec& s) {
  const absl::StatusOr<std::string> source = ComposeSource(s);
  return source.ok() ? ExpandMacros(Preprocess(*source, BuildOptions(s))) : "";
}

bool HoldsWithout(unsigned orders, const KernelCase& c) {
  const Access& a = c.access;
  const bool is_in_model = RowOf(a.poll).form != AccessForm::kPlain &&
                           RowOf(a.signal).form != AccessForm::kPlain &&
                           RowOf(a.fence).reach != FenceReach::kVendor &&
                           a.scope == Scope::kDevice &&
                           c.primitive->hazard.empty() &&
                           !IsShape(*c.primitive);
  return orders != 0 && is_in_model &&
         OrderFactsOf(*c.primitive).HoldsWithout(orders, a);
}

}  // namespace

absl::string_view LackOfTwin(absl::string_view name) {
  const auto* row = absl::c_find_if(
      kRows, [name](const Row& row) { return row.name == name; });
  return row == std::end(kRows) ? name : row->lacks;
}

std::vector<Twin> TwinsOf(const ProgramSpec& program) {
  std::vector<Twin> twins;
  // One word has no order to lose.
  if (program.c.primitive->one_word) return twins;
  for (const Row& row : kRows) {
    Twin twin = {row.name, program, ""};
    if (HoldsWithout(row.without, program.c)) {
      twin.equivalent = "the memory model lets the case hold without it";
    }
    row.weaken(&twin.program);
    twins.push_back(twin);
  }
  return twins;
}

bool SameText(const ProgramSpec& a, const ProgramSpec& b) {
  const std::string text = TextOf(a);
  return !text.empty() && text == TextOf(b);
}

std::string WhyNotObservable(const Twin& twin, const Claims& claims) {
  if (!claims.is_gpu) {
#if defined(__x86_64__)
    return twin.program.weakening == Weakening::kUnopened
               ? "the compiler of a CPU device may run a group's work-items "
                 "one after the other, the first one first or last"
               : "x86-64 keeps stores in order, and loads, and an atomic "
                 "read-modify-write orders all";
#else
    return "";
#endif
  }
  // Searched on an H100 and an H200, 2026-11-22, under all kinds of stress.
  if (!claims.is_nvidia) return "";
  if (twin.program.weakening == Weakening::kNoAcquire &&
      twin.program.c.access.payload != Payload::kPlain) {
    return "volatile and atomic loads bypass the first-level cache and are "
           "issued in order (0 wrong in 1.1e11 reads of barriers, 1.5e11 of "
           "hand-offs, 9.8e10 of locks)";
  }
  return "";
}

}  // namespace wgsync
