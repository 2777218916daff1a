#include "suite/proof/programs/access_orders_testing.h"

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "suite/progress/named_programs.h"

namespace wgsync {
namespace {

using litmus::Order;

Order OrderFor(AccessOrder order, Order acq_rel) {
  const Order orders[] = {Order::kRelaxed, acq_rel, Order::kSeqCst};
  return orders[static_cast<size_t>(order)];
}

bool IsC11(const Access& access) {
  return wgsync::IsC11(access.poll) || wgsync::IsC11(access.signal) ||
         RowOf(access.fence).reach == FenceReach::kDevice;
}

// As WG_BOTH_ORDER of kernels/lib/access.cl.
Order BothOrder(const Access& access) {
  const AccessOrder poll = RowOf(access.poll).order;
  const AccessOrder signal = RowOf(access.signal).order;
  if (poll == AccessOrder::kSeqCst && signal == AccessOrder::kSeqCst) {
    return Order::kSeqCst;
  }
  if (IsOrdered(access.poll) && IsOrdered(access.signal)) {
    return Order::kAcqRel;
  }
  if (IsOrdered(access.poll)) return Order::kAcquire;
  return IsOrdered(access.signal) ? Order::kRelease : Order::kRelaxed;
}

// Of "group 1, line 8: if read x != 1 goto wrong    reads 0 of the start".
struct Step {
  std::string text;   // "group 1's 'read x'"
  std::string reads;  // "reads 0, the old value"; "" if it reads nothing
  bool waits = false;
  bool checks = false;  // the payload
};

Step StepOf(absl::string_view line) {
  Step step;
  step.waits = absl::ConsumeSuffix(&line, "    for ever");
  step.checks = absl::StrContains(line, " goto wrong");
  const std::vector<absl::string_view> parts =
      absl::StrSplit(line, absl::MaxSplits("    ", 1));
  std::vector<absl::string_view> words =
      absl::StrSplit(parts[0].substr(parts[0].find(": ") + 2), ' ');
  // A label, and the order.
  while (absl::EndsWith(words[0], ":") ||
         absl::c_linear_search(litmus::kOrders, words[0])) {
    words.erase(words.begin());
  }
  const auto read = absl::c_find(words, "read");
  std::string what = absl::StrJoin(words, " ");
  if (read != words.end()) {
    what = absl::StrCat("read ", read[1]);
  } else if (step.checks) {
    what = absl::StrCat("read ", words[1]);
  }
  step.text = absl::StrCat(line.substr(0, line.find(',')), "'s '", what, "'");
  if (parts.size() == 2) {
    step.reads = absl::StrReplaceAll(parts[1].substr(0, parts[1].find(',')),
                                     {{" of the start", ", the old value"}});
  }
  return step;
}

// What went wrong, from the checker's execution.
std::string Execution(Ordering ordering, const memory::Answer& answer) {
  const bool hangs = ordering == Ordering::kHangs;
  std::vector<Step> steps;
  for (absl::string_view line : absl::StrSplit(
           hangs ? answer.hang_why : answer.why, '\n', absl::SkipEmpty())) {
    if (!absl::StartsWith(line, "a data race") &&
        !absl::EndsWith(line, "    a step that goes wrong"))
      steps.push_back(StepOf(line));
  }
  const Step& last = steps.back();
  if (ordering == Ordering::kRacy) {
    return absl::StrCat(
        "nothing orders ", steps[steps.size() - 2].text, " and ", last.text,
        last.reads.empty() ? "" : ", which ", last.reads, ": a data race");
  }
  if (!hangs) {
    const auto wrong = std::find_if(steps.rbegin(), steps.rend(),
                                    [](const Step& s) { return s.checks; });
    // A copy that is of several versions is found out later.
    return wrong == steps.rend() ? "a reader's copy is of two versions"
                                 : absl::StrCat(wrong->text, " ", wrong->reads);
  }
  std::vector<std::string> waits;
  for (const Step& step : steps) {
    if (step.waits) waits.push_back(step.text);
  }
  return absl::StrCat("no value ends ", absl::StrJoin(waits, " and "));
}

}  // namespace

litmus::CaseOrders OrdersOf(const Access& access, Reading reading) {
  const auto scope = [&](bool is_c11) {
    return reading == Reading::kStrict && !is_c11 ? litmus::Scope::kWorkGroup
                                                  : litmus::Scope::kDevice;
  };
  const bool fenced = RowOf(access.fence).reach == FenceReach::kDevice;
  const Order fence = fenced ? Order::kAcqRel : Order::kRelaxed;
  return {{{OrderFor(RowOf(access.poll).order, Order::kAcquire),
            scope(wgsync::IsC11(access.poll)), fence},
           {OrderFor(RowOf(access.signal).order, Order::kRelease),
            scope(wgsync::IsC11(access.signal)), fence},
           {BothOrder(access),
            scope(wgsync::IsC11(access.poll) || wgsync::IsC11(access.signal)),
            fenced ? Order::kSeqCst : Order::kRelaxed}}};
}

litmus::Program MemoryProgram(const progress::KernelProgram& kernel,
                              size_t groups, const litmus::CaseOrders& orders,
                              const Access& access, Reading reading) {
  litmus::Program program =
      litmus::ParseProgram(kernel.name,
                           progress::ExpandGroups(kernel.text, groups), &orders)
          .value();
  if (!RowOf(access.payload).is_atomic) return program;
  for (litmus::Role& role : program.roles) {
    for (litmus::Instruction& now : role.code) {
      if (!now.plain) continue;
      now.plain = false;
      if (!IsC11(access) && reading == Reading::kStrict) {
        now.scope = litmus::Scope::kWorkGroup;
      }
    }
  }
  for (litmus::Array& array : program.arrays) array.atomic = true;
  return program;
}

const memory::Answer& OrderAsker::Ask(const Access& access, Reading reading) {
  return Ask(access, OrdersOf(access, reading), reading);
}

const memory::Answer& OrderAsker::Ask(const Access& access,
                                      const litmus::CaseOrders& orders,
                                      Reading reading) {
  const bool is_narrow = reading == Reading::kStrict && !IsC11(access);
  std::vector<int> key = {RowOf(access.payload).is_atomic, is_narrow};
  for (const litmus::CaseOrder& o : orders) {
    key.insert(key.end(),
               {static_cast<int>(o.access), static_cast<int>(o.scope),
                static_cast<int>(o.fence)});
  }
  const auto [at, is_new] = known_.try_emplace(std::move(key));
  memory::Answer& answer = at->second;
  if (!is_new) return answer;
  memory::Limits limits;
  limits.states = 100'000;
  answer = memory::Explore(
      MemoryProgram(kernel_, groups_, orders, access, reading), {}, limits);
  if (answer.verdict == memory::Verdict::kExceeded) {
    std::cerr << kernel_.name << ": " << answer.why
              << "; let it have fewer rounds\n";
    std::abort();
  }
  states_ += answer.states;
  bytes_ += answer.bytes;
  return answer;
}

Computed OrderAsker::Compute(const Access& access) {
  // Without a data race the payload has the same values if it is atomic.
  Access data = access;
  data.payload = Payload::kPlain;
  const Computed computed = ComputeOnce(data);
  if (computed.ordering <= Ordering::kCustomary ||
      !RowOf(access.payload).is_atomic) {
    return computed;
  }
  return ComputeOnce(access);
}

bool OrderAsker::HoldsWithout(unsigned without, const Access& access) {
  litmus::CaseOrders orders = OrdersOf(access, Reading::kLenient);
  auto& [poll, signal, both] = orders;
  const bool no_release = (without & kReleases) != 0;
  const bool no_acquire = (without & kAcquires) != 0;
  const bool release = !no_release && litmus::Releases(both.access);
  const bool acquire = !no_acquire && litmus::Acquires(both.access);
  if (no_release) signal.access = signal.fence = Order::kRelaxed;
  if (no_acquire) poll.access = poll.fence = Order::kRelaxed;
  both.access = release   ? Order::kRelease
                : acquire ? Order::kAcquire
                          : Order::kRelaxed;
  const memory::Answer& answer = Ask(access, orders, Reading::kLenient);
  return answer.verdict == memory::Verdict::kHolds && !answer.can_hang;
}

Computed OrderAsker::ComputeOnce(const Access& access) {
  const memory::Answer& lenient = Ask(access, Reading::kLenient);
  Ordering failed = Ordering::kGuaranteed;
  if (lenient.verdict == memory::Verdict::kRacy) {
    failed = Ordering::kRacy;
  } else if (lenient.can_hang && !Ask({Poll::kSeqCst, Signal::kSeqCst,
                                       Fence::kDevice, access.payload},
                                      Reading::kLenient)
                                      .can_hang) {
    failed = Ordering::kHangs;
  } else if (lenient.verdict == memory::Verdict::kFails) {
    failed = Ordering::kUnordered;
  } else if (Ask(access, Reading::kStrict).verdict != memory::Verdict::kHolds) {
    return {Ordering::kCustomary, ""};
  }
  return {failed,
          failed == Ordering::kGuaranteed ? "" : Execution(failed, lenient)};
}

}  // namespace wgsync
