// The answers and what each rests on.

#include <cstddef>
#include <set>

#include "reports/advice/can.h"

namespace wgsync {
namespace {

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
