// Answers in words, and as data.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "nlohmann/json.hpp"
#include "reports/advice/bench_text.h"
#include "reports/advice/can.h"
#include "reports/advice/orders_text.h"
#include "reports/advice/recipe.h"
#include "reports/matrix/matrix_model.h"
#include "reports/matrix/promise.h"
#include "reports/matrix/report_json.h"
#include "reports/render/text.h"
#include "suite/core/base/field_visitor.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/launch/access_calls.h"
#include "suite/core/plan/soundness.h"
#include "suite/core/record/run_facts.h"
#include "suite/core/verdict/kinds.h"
#include "suite/core/verdict/rules.h"

namespace wgsync {
namespace {

using nlohmann::json;

constexpr size_t kLabel = 12;  // columns of "  progress  "
// Of kinds of failure, and of ways of writing that fail so.
constexpr size_t kMostFails = 5;
constexpr size_t kMostFailsOfSeveral = 2;
constexpr size_t kMostWhat = 3;

std::string Groups(uint64_t n) { return Counted(n, "work-group"); }

// "4224 work-groups of 64 work-items (1056 of 256, 264 of 1024)".
std::string ReachText(const std::vector<Reach>& reach) {
  std::vector<std::string> others;
  for (size_t i = 1; i < reach.size(); ++i) {
    others.push_back(
        absl::StrCat(reach[i].groups, " of ", reach[i].group_size));
  }
  return absl::StrCat(
      Groups(reach[0].groups), " of ", reach[0].group_size, " work-items",
      others.empty() ? ""
                     : absl::StrCat(" (", absl::StrJoin(others, ", "), ")"));
}

// "4224 work-groups of 64 work-items, the largest tried; 8448 not proven".
std::string TriedText(const FormVerdicts& f) {
  const uint64_t groups = f.Largest().groups;
  uint64_t open = 0;
  for (const CaseResult* r : f.open) open = std::max(open, r->groups);
  return absl::StrCat(ReachText({f.Largest()}),
                      open <= groups
                          ? ", the largest tried"
                          : absl::StrCat("; it is not proven with ", open));
}

std::string Reason(const CaseResult& r) {
  if (!IsFault(r.verdict.kind)) {
    // Repeated, and some of its runs were not right.
    return absl::StrJoin(r.runs, ", ", [](std::string* out, const auto& run) {
      absl::StrAppend(out, run.first, " in ", Counted(run.second, "run"));
    });
  }
  return ReasonText(r.verdict);
}

std::string RightChecks(const CanAnswer& a) {
  std::vector<std::string> checks = a.right;
  for (std::string& check : checks) {
    const auto open = a.left_open.find(check);
    if (open == a.left_open.end()) continue;
    absl::StrAppend(&check, " (but for ", open->second, ")");
  }
  return absl::StrJoin(checks, ", ");
}

// What ending rests on, and what of it OpenCL promises: nothing.
std::string ProgressText(const FormVerdicts& f) {
  const Reach& most = f.Largest();
  const bool above = most.residency != 0 && most.groups > most.residency;
  const std::string where =
      above ? absl::StrCat(", where ", most.residency, " are resident") : "";
  const std::string here =
      absl::StrCat("here they did with ", Counted(most.groups, "group"), where);
  if (f.need == ProgressNeed::kNone) return "no group waits for another one";
  if (f.promised != 0) {
    return absl::StrCat(
        "the driver promises that ", f.promised,
        " groups of such a kernel run at the same time, and keeps it. Ask how "
        "many of yours by clGetKernelMaxConcurrentWorkGroupCountINTEL(queue, "
        "kernel, ...), with its arguments set, and before the launch call "
        "clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_INTEL "
        "(0x4257), sizeof(cl_uint), &one) with a cl_uint of 1");
  }
  if (f.need == ProgressNeed::kObe) {
    return absl::StrCat(
        "a group waits only for groups that have started. OpenCL does not "
        "promise that these go on; ",
        here);
  }
  if (f.need == ProgressNeed::kHsa) {
    return absl::StrCat(
        "a group waits only for groups with lower ids. OpenCL does not promise "
        "that these start first and go on; ",
        here);
  }
  return absl::StrCat(
      "every group waits for all others, so all of them must be resident at "
      "the same time. OpenCL does not promise it for any number; it was "
      "measured for a small kernel, and a kernel that holds more registers "
      "or local memory has fewer (`wgsync device D --residency`)",
      above ? absl::StrCat("; ", Counted(most.groups, "group"), where,
                           ", were right by luck")
            : "");
}

class Paragraph {
 public:
  // Prints so many kinds of failure.
  Paragraph(const Run& run, size_t width, size_t most)
      : run_(run), width_(width), most_(most) {}

  std::string Text(const CanAnswer& a) {
    absl::StrAppend(&text_,
                    Wrap(absl::StrCat(a.name, ": ", Headline(a)), width_, 2));
    if (!a.best.id.empty()) Form(a);
    if (a.answer == Answer::kNo) {
      Line("reason", absl::StrCat(Reason(*a.why), " (", a.why->id, ")"));
      Line("instead", a.host     ? ""
                      : a.access ? "a form that `wgsync can` recommends"
                                 : Instead());
    }
    const bool all = a.right.size() == a.checks && a.left_open.empty();
    if (a.host && !a.right.empty() && !all) {
      Line("right", RightChecks(a));
    }
    if (a.host && a.answer == Answer::kYes) Line("order", LeftOpen(a));
    if (a.barrier) Promised();
    for (const IdiomNeed& need : a.progress) {
      Line(&need == a.progress.data() ? "class" : "", need.says);
    }
    if (a.answer == Answer::kUnknown) Unknown(a);
    Fails(a);
    return std::move(text_);
  }

 private:
  std::string Headline(const CanAnswer& a) {
    if (a.host && a.answer == Answer::kYes) {
      return absl::StrCat(
          "yes: ", a.right.size(), " of ", Counted(a.checks, "check"),
          " passed",
          a.why == nullptr ? "" : "; in the others a call gives a wrong value",
          a.unproven == 0 ? ""
                          : absl::StrCat("; ", a.unproven, " of ", a.cases,
                                         " cases unproven"));
    }
    switch (a.answer) {
      case Answer::kYes:
        return absl::StrCat(
            "yes, also with more work-groups than are resident; right with up "
            "to ",
            TriedText(a.best));
      case Answer::kYesUpTo:
        return absl::StrCat("yes, up to ", ReachText(a.best.reach));
      case Answer::kYesTried:
        return absl::StrCat("yes; right with up to ", TriedText(a.best));
      case Answer::kNo:
        return "no";
      case Answer::kUnknown:
        return a.refuted.empty()
                   ? "not known"
                   : absl::StrCat(
                         "not with more work-groups than are resident, for ",
                         a.refuted, "; not known for fewer");
    }
    return "";
  }

  // What OpenCL leaves open, if it does so of each check that was right.
  std::string LeftOpen(const CanAnswer& a) {
    std::string open;
    for (const std::string& name : a.right) {
      const HostCheck* const check = FindHostCheck(name);
      if (check == nullptr || check->open.empty() || !check->open_for.empty()) {
        return "";
      }
      open = check->open;
    }
    return open.empty() ? "" : absl::StrCat("not promised: ", open);
  }

  void Line(absl::string_view label, const std::string& value) {
    if (value.empty()) return;
    absl::StrAppend(&text_, "  ", PadRight(label, kLabel - 2),
                    Wrap(value, width_, kLabel, kLabel));
  }

  void Form(const CanAnswer& a) {
    const FormVerdicts& f = a.best;
    Line("write", f.primitive);
    for (const auto& [label, call] : AccessCallsOf(f.id)) {
      if (label == "payload" && absl::StrContains(f.id, "/pay=plain")) continue;
      absl::StrAppend(&text_, std::string(kLabel, ' '), PadRight(label, 9),
                      Wrap(call, width_, kLabel + 13, kLabel + 9));
    }
    Line("", absl::StrCat("wgsync show ", ShellQuote(run_.folder), " ", f.id,
                          " --source"));
    Line("order",
         f.soundness == Soundness::kGuaranteed
             ? absl::StrCat("guaranteed: ", f.soundness_why)
             : absl::StrCat("customary, not guaranteed: ", f.soundness_why));
    Line("progress", ProgressText(f));
    if (f.polled != nullptr) {
      Line("host",
           absl::StrCat(
               "wait in clFinish or clWaitForEvents: if the host polls "
               "the event's status, it hangs with ",
               Counted(f.polled->groups, "group"), " (", f.polled->id, ")"));
    }
    const std::string launches =
        f.launches == 0 ? ""
                        : absl::StrCat(" in ", Counted(f.launches, "launch"));
    Line("evidence",
         absl::StrCat(Counted(f.passes, "case"), " passed", launches, ", ",
                      ShortCount(f.reads),
                      " reads right; no counted case of it failed"));
    Line("proof", OrdersText(run_, f.primitive));
    for (const BenchLine* line : a.times) {
      Line("cost", absl::StrFormat("%s ns with %u groups of %u",
                                   ShortNs(line->Ns().median), line->groups,
                                   line->group_size));
    }
  }

  void Promised() {
    const Promise promise = PromiseOf(run_);
    Line("promise",
         absl::StrCat(PromiseLine(promise),
                      promise.broken() ? "; do not rely on the promise" : ""));
  }

  std::string Instead() {
    const CanAnswer host = MakeAnswer(run_, nullptr, *WhatIsMeant("host-sync"));
    return host.answer != Answer::kNo
               ? "end the kernel and start another one: the order of commands "
                 "in a queue is what OpenCL guarantees"
               : absl::StrCat("nothing is shown to be right: host-sync: no (",
                              host.why->id, ")");
  }

  void Unknown(const CanAnswer& a) {
    const std::string device = ShellQuote(run_.profile().device.full_name);
    const bool bounded = a.basis == Basis::kBounded;
    Line("because", WhyNotKnown(a));
    if (a.doubt != nullptr) {
      Line("such as",
           absl::StrCat(ReasonText(*a.doubt), " (", a.doubt->id, ")"));
    }
    Line("seen", NearestProof(run_, WhatIsMeant(a.name)->primitives));
    if (bounded) {
      Line("run", absl::StrCat("wgsync device ", device, " --hang-test"));
    }
    // It would run in turn again, be unsupported, or prove no order.
    if ((a.in_turn && !a.polled && a.basis == Basis::kNotProven) ||
        ((a.lacked || (a.access && a.asked)) && a.basis == Basis::kNotRun)) {
      return;
    }
    Line(bounded ? "then" : "run",
         a.basis == Basis::kCutShort
             ? absl::StrCat("wgsync run --resume ", ShellQuote(run_.folder))
             : absl::StrCat("wgsync can ", ShellQuote(a.name), " --device ",
                            device));
  }

  void Fails(const CanAnswer& a) {
    size_t shown = 0;
    for (const WhatFails& f : a.fails) {
      if (shown == most_) {
        Line("", absl::StrCat(a.fails.size() - shown,
                              a.fails.size() - shown == 1
                                  ? " more kind of failure: --all"
                                  : " more kinds of failure: --all"));
        break;
      }
      Line(shown++ == 0 ? "fails" : "", Reason(*f.example));
      Line("", a.host ? "" : absl::StrCat("by ", What(f)));
      Line("",
           absl::StrCat(
               f.example->id,
               f.cases == 1 ? "" : absl::StrCat(" and ", f.cases - 1, " more"),
               a.host && !f.counted ? ": not counted, OpenCL leaves it open"
                                    : ""));
    }
  }

  std::string What(const WhatFails& f) {
    const size_t most = most_ == SIZE_MAX ? f.what.size() : kMostWhat;
    std::string text = absl::StrJoin(
        f.what.begin(), f.what.begin() + std::min(most, f.what.size()), ", ");
    if (f.what.size() > most) {
      absl::StrAppend(&text, ", and ", f.what.size() - most, " more");
    }
    return text;
  }

  const Run& run_;
  const size_t width_;
  const size_t most_;
  std::string text_;
};

json FailsJson(const WhatFails& f) {
  return {{"verdict", VerdictText(f.example->verdict)},
          {"reason", InfoOf(f.example->verdict.rule).sentence},
          {"cases", f.cases},
          {"case", f.example->id},
          {"what", f.what}};
}

json FormJson(const CanAnswer& a) {
  if (a.best.id.empty()) return nullptr;
  const auto reach = [](const Reach& r) -> json {
    return {{"groups", r.groups},
            {"group_size", r.group_size},
            {"residency", r.residency}};
  };
  const auto time = [](const BenchLine* line) -> json {
    return {{"groups", line->groups},
            {"group_size", line->group_size},
            {"ns", line->Ns().median}};
  };
  return {
      {"case", a.best.id},
      {"primitive", a.best.primitive},
      {"soundness", NameOf(a.best.soundness)},
      {"soundness_why", a.best.soundness_why},
      {"need", NameOf(a.best.need)},
      {"passes", a.best.passes},
      {"launches", a.best.launches},
      {"reads", a.best.reads},
      {"reach", JsonList(a.best.reach, reach)},
      {"hangs_if_polled", a.best.polled == nullptr ? "" : a.best.polled->id},
      {"times", JsonList(a.times, time)},
      {"code", CodeJson(a.best.id)}};
}

json AnswerJson(const CanAnswer& a) {
  return {{"name", a.name},
          {"answer", AnswerName(a.answer)},
          {"because", RowFor({a.basis}).name},
          {"cases", a.cases},
          {"unproven", a.unproven},
          {"inconclusive", a.inconclusive},
          {"lacks", a.lacks},
          {"right", a.right},
          {"checks", a.checks},
          {"form", FormJson(a)},
          {"why", a.why == nullptr ? "" : a.why->id},
          {"progress", IdiomNeedsJson(a.progress)},
          {"refuted", a.refuted},
          {"fails", JsonList(a.fails, FailsJson)}};
}

json SeenJson(const BarrierSeen& seen) {
  json fails = nullptr;
  if (seen.fails != nullptr) {
    fails = {{"groups", seen.fails->groups}, {"case", seen.fails->id}};
  }
  return {{"most", seen.most}, {"fails", std::move(fails)}};
}

json PromiseJson(const Promise& p) {
  if (p.promised == 0) return nullptr;
  return {{"promised", p.promised},         {"group_size", p.group_size},
          {"residency", p.residency},       {"kept", p.kept()},
          {"counter", SeenJson(p.counter)}, {"device", SeenJson(p.device)}};
}

constexpr AnswerRow kRows[] = {
    {Basis::kViolation, "violation", Answer::kNo, ""},
    {Basis::kMostlyCrashes, "mostly crashes", Answer::kNo, ""},
    {Basis::kWaitCut, "wait cut", Answer::kNo, ""},
    {Basis::kAllFailed, "all failed", Answer::kNo, ""},
    {Basis::kCutShort, "cut short", Answer::kUnknown, "the run was cut short"},
    {Basis::kProven, "proven", Answer::kYes, ""},
    {Basis::kBounded, "bounded", Answer::kUnknown,
     "it was right with waits that give up by themselves, which is another "
     "program"},
    {Basis::kNotProven, "not proven", Answer::kUnknown, "cases unproven"},
    {Basis::kNotCounted, "not counted", Answer::kUnknown,
     "all that ran has failed, and none of it in a way that is counted"},
    {Basis::kNotRun, "not run", Answer::kUnknown,
     "no sound form of it has run on a whole grid"},
};

}  // namespace

std::string WhyNotKnown(const CanAnswer& a) {
  const std::string says(RowFor({a.basis}).says);
  const std::string lacks =
      a.lacks.empty()
          ? ""
          : absl::StrCat(absl::StrJoin(a.lacks, ", "), " has not passed here");
  if (!a.asked && a.basis == Basis::kNotRun) return "not asked in this run";
  if (a.basis == Basis::kNotRun && a.host) return lacks;
  if (a.in_turn && a.basis == Basis::kNotProven) {
    return a.polled ? "its work-groups ran one at a time while the host polled "
                      "(host=poll), and no case in which it waits was run"
                    : "its work-groups ran one at a time; two threads at least "
                      "are needed to see them synchronize";
  }
  if (a.basis == Basis::kNotRun && a.lacked) {
    return "its sound forms are unsupported here, or did not run";
  }
  if (a.basis == Basis::kNotRun && a.access) {
    return "nothing orders it between work-groups, and no case was wrong here";
  }
  if (a.basis != Basis::kNotProven) return says;
  return absl::StrCat(
      lacks, lacks.empty() ? "" : ": ", a.unproven, " of ", a.cases, " ", says,
      a.inconclusive == 0 ? ""
      : a.inconclusive == a.unproven
          ? ": the machine was busy"
          : absl::StrCat("; the machine was busy in ", a.inconclusive),
      a.why == nullptr ? "" : "; failures of other forms decide nothing");
}

std::string AnswerText(const Run& run, const CanAnswer& answer, size_t width) {
  return Paragraph(run, width, kMostFails).Text(answer);
}

std::string CanText(const Run& run, absl::Span<const CanAnswer> answers,
                    size_t width, bool all) {
  std::string driver = RunDriverVersion(run);
  std::string text = Wrap(
      absl::StrCat(
          "Synchronization between work-groups on ",
          OneLine(RunDeviceName(run)),
          driver.empty() ? "" : absl::StrCat(", driver ", OneLine(driver))),
      width, 2);
  const std::string model = RunModel(run);
  absl::StrAppend(
      &text,
      Wrap(absl::StrCat("From ", run.results.size(), " verdicts of this run",
                        model.empty() ? "" : ", of model:", model, ": ",
                        run.folder),
           width, 2));
  const std::string cut_short = CutShortText(run);
  if (!cut_short.empty()) {
    absl::StrAppend(&text, "  ", Wrap(cut_short, width, 4, 2));
  }
  for (const CanAnswer& answer : answers) {
    absl::StrAppend(&text, "\n",
                    Paragraph(run, width,
                              all                   ? SIZE_MAX
                              : answers.size() == 1 ? kMostFails
                                                    : kMostFailsOfSeveral)
                        .Text(answer));
  }
  return text;
}

json CanJson(const Run& run, absl::Span<const CanAnswer> answers) {
  return {{"run", RunJson(run)},
          {"cut_short", CutShortText(run)},
          {"promise", PromiseJson(PromiseOf(run))},
          {"answers", JsonList(answers, AnswerJson)}};
}

const Reach& FormVerdicts::Largest() const {
  return *absl::c_max_element(reach, [](const Reach& a, const Reach& b) {
    return a.groups < b.groups;
  });
}

absl::string_view AnswerName(Answer answer) {
  constexpr absl::string_view kNames[] = {"yes", "yes, up to", "yes, as tried",
                                          "no", "not known"};
  return kNames[static_cast<size_t>(answer)];
}

const AnswerRow& RowFor(const std::set<Basis>& holds) {
  return kRows[static_cast<size_t>(holds.empty() ? Basis::kNotRun
                                                 : *holds.begin())];
}

}  // namespace wgsync
