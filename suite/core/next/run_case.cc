#include "suite/core/next/run_case.h"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <variant>

#include "absl/strings/str_cat.h"
#include "suite/core/base/overload.h"
#include "suite/core/next/attempt.h"
#include "suite/core/next/repeats.h"
#include "suite/core/next/steps.h"
#include "suite/core/verdict/finding.h"

namespace wgsync {
namespace {

bool IsShapeCase(const Case& c) {
  const auto* kernel = std::get_if<KernelCase>(&c);
  return kernel != nullptr && IsShape(*kernel->primitive);
}

// In how many fresh workers this result must be seen again.
uint32_t FreshRunsOf(const Case& c, const CaseResult& r) {
  const bool host = std::holds_alternative<HostCase>(c);
  switch (r.verdict.kind) {
    case VerdictKind::kBroken:
    case VerdictKind::kCrash:
    case VerdictKind::kStalePayload:
      return Most(Repeat::kFreshBad);
    case VerdictKind::kError:
      return host ? Most(Repeat::kFreshHost) : 0;
    case VerdictKind::kHang:
      // One that binds nothing is not repeated, but for those that refute a
      // model.
      if (r.binds == Binding::kNothing && !IsShapeCase(c)) return 0;
      return Most(host ? Repeat::kFreshHost : Repeat::kFreshHang);
    case VerdictKind::kInfra:
    case VerdictKind::kLost:
    case VerdictKind::kStaleCache:
    case VerdictKind::kStaleHoisted:
    case VerdictKind::kSlow:
    case VerdictKind::kPass:
    case VerdictKind::kUnproven:
    case VerdictKind::kUnsupported:
    case VerdictKind::kBuildFailed:
    case VerdictKind::kNotRun:
      break;
  }
  return 0;
}

CaseResult RunKernel(Attempt* a) {
  if (!Prepare(a)) return a->result;
  a->time_of = Purpose::kControls;
  RunControls(a);
  a->time_of = Purpose::kBoards;
  if (a->evidence.control == Trial::kHung) {
    EndsByControl(a);
    return a->result;
  }
  if (a->known->wedged) return a->result;
  const uint32_t launches_to_wrong = RunBoards(a);
  if (launches_to_wrong == 0) return a->result;
  LookAlive(a);
  a->time_of = Purpose::kDifferences;
  if (!a->known->wedged) RunDifferences(a, launches_to_wrong);
  ConcludeUndisturbed(a);
  return a->result;
}

// One case of a run.
class CaseRun {
 public:
  CaseRun(const Case& c, WaitMode mode, Answers* answers, Known* known)
      : case_(c), mode_(mode), known_(known), noting_(answers) {}

  CaseResult Run() {
    CaseResult r = Confirmed();
    for (std::string& note : noting_.notes) {
      r.findings.push_back(Found(FindingKind::kNote, {}, {std::move(note)}));
    }
    return r;
  }

 private:
  // Keeps the notes of all answers.
  struct Noting : Answers {
    explicit Noting(Answers* device) : answers(device) {}
    Answer To(const Question& question) override {
      Answer answer = answers->To(question);
      for (std::string& note : answer.notes) notes.push_back(std::move(note));
      return answer;
    }
    const DeviceProfile& profile() const override { return answers->profile(); }

    Answers* answers;
    std::vector<std::string> notes;
  };

  CaseResult Once() {
    return std::visit(Overload{[&](const KernelCase& kernel) {
                                 attempt_ = std::make_unique<Attempt>(
                                     kernel, mode_, &noting_, known_);
                                 return IsShape(*kernel.primitive)
                                            ? RunShape(attempt_.get())
                                            : RunKernel(attempt_.get());
                               },
                               [&](const HostCase& host) {
                                 return RunHostCheck(host, mode_, &noting_,
                                                     known_);
                               }},
                      case_);
  }

  // "at first: crash: raised SIGSEGV", of a result before the next launch.
  std::string AtFirst(const CaseResult& first) const {
    const bool says =
        !first.findings.empty() && !first.findings[0].texts.empty();
    return absl::StrCat("at first: ", VerdictText(first.verdict), ": ",
                        says       ? first.findings[0].texts[0]
                        : attempt_ ? attempt_->last.ending_text
                                   : "");
  }

  // Once more in a fresh worker if the first one was ended from outside.
  CaseResult Undisturbed() {
    CaseResult first = Once();
    if (first.verdict.cause != Cause::kEndedFromOutside || known_->wedged) {
      return first;
    }
    std::string at_first = AtFirst(first);
    known_->launches.clear();
    CaseResult again = Once();
    again.also.push_back(std::move(at_first));
    return again;
  }

  CaseResult Confirmed() {
    CaseResult first = Undisturbed();
    const uint32_t repeats = FreshRunsOf(case_, first);
    const std::string at_first = AtFirst(first);
    const std::unique_ptr<Attempt> of_first = std::move(attempt_);
    const bool reads = first.unit == Unit::kReads;
    uint64_t same = 1, runs = 1;
    for (uint32_t i = 0; i < repeats && !known_->wedged; ++i) {
      Question fresh;
      fresh.kind = QuestionKind::kFresh;
      noting_.To(fresh);
      known_->launches.clear();
      CaseResult again = Undisturbed();
      ++runs;
      if (again.verdict.kind == first.verdict.kind) {
        ++same;
        continue;
      }
      // A crash counts when it is seen twice. Seen once, it may be the fault of
      // an earlier case in that worker.
      if (first.verdict.kind == VerdictKind::kCrash) {
        again.also.push_back(at_first);
        return again;
      }
      if (first.verdict.kind == VerdictKind::kStalePayload) {
        // A wrong payload that no access excuses says more.
        if (again.verdict.kind == VerdictKind::kBroken) {
          again.also.push_back(at_first);
          return again;
        }
        first.findings.push_back(CompareInTurn(of_first.get()));
        first.judged.evidence = of_first->evidence;
        first.verdict = JudgeEvidence(of_first->evidence);
      }
      first.also.push_back(absl::StrCat("alone in a fresh worker: ",
                                        VerdictText(again.verdict)));
    }
    if (!reads) {
      first.k = same;
      first.n = runs;
    } else if (runs > 1) {
      first.findings.push_back(
          Found(FindingKind::kSameAgain, {same - 1, runs - 1}));
    }
    return first;
  }

  const Case& case_;
  const WaitMode mode_;
  Known* const known_;
  Noting noting_;
  std::unique_ptr<Attempt> attempt_;  // the last one of a kernel
};

}  // namespace

CaseResult RunCase(const Case& c, WaitMode mode, Answers* answers,
                   Known* known) {
  return CaseRun(c, mode, answers, known).Run();
}

}  // namespace wgsync
