// The first answers of several runs: which kind of primitive may be used on
// which device, and the failures there. Pure.

#ifndef WGSYNC_REPORTS_ADVICE_ANSWER_TABLE_H_
#define WGSYNC_REPORTS_ADVICE_ANSWER_TABLE_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "reports/advice/can.h"
#include "suite/core/record/run_log.h"
#include "suite/core/verdict/kinds.h"

namespace wgsync {

// A row of the table: one of Kinds(), or "progress".
struct Question {
  absl::string_view name, about;  // what it is, in a few words
};
std::vector<Question> Questions();

// An answer in a few words: one cell of the table.
struct AnswerCell {
  // kBad if a counted failure decides it, kFaint if it is not known.
  Tone tone = Tone::kFaint;
  std::string says;  // "yes, up to 4224 groups of 64"
  std::string note;  // "counter_per_group; 4225 hang"; it may be empty
  CanAnswer answer;  // none of "progress"
};

// One for each of Questions(). `run` must outlive them.
std::vector<AnswerCell> AnswersOf(const Run& run);

// Failures with one reason.
struct Defect {
  Verdict verdict;
  size_t fresh = 0;  // no file of expectations has them
  size_t known = 0;  // one has
  std::string id;    // an example, a fresh one if there is one
};
// Those with most fresh ones first.
std::vector<Defect> DefectsOf(const std::vector<const CaseResult*>& fresh,
                              const std::vector<const CaseResult*>& known);

// The table with a column for the newest run of each device, as
// NewestOfEachDevice() has them, and below it a line for each device with its
// defects. On a terminal in parts that are `width` wide, and as GitHub's
// Markdown.
std::string AnswerTableText(absl::Span<const Run> runs, size_t width);
std::string AnswerTableMarkdown(absl::Span<const Run> runs);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_ADVICE_ANSWER_TABLE_H_
