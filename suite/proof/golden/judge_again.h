// Judges logged verdicts again by the rules of today, so that each recorded run
// is a regression test of the rules.
//
// A run of before logs kept the evidence has nothing to judge again; that is
// reported, not passed over. Small extracts of real runs are checked in:
// suite/proof/golden/judged/*.jsonl, one JudgedCase a line, made by
//
//   bazel run //suite/proof/golden:judge_again -- --extract RUN... > FILE

#ifndef WGSYNC_SUITE_PROOF_GOLDEN_JUDGE_AGAIN_H_
#define WGSYNC_SUITE_PROOF_GOLDEN_JUDGE_AGAIN_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "suite/core/record/launch_record.h"
#include "suite/core/record/result.h"
#include "suite/core/record/run_log.h"
#include "suite/core/verdict/verdict.h"

namespace wgsync {

class FieldVisitor;

// Whether the rules of today give a logged verdict again.
struct JudgedAgain {
  enum class Fit {
    kEqual,  // by its evidence
    kGiven,  // decided without evidence, by a rule that gives this verdict
    kDiffers,
    kNotRecorded,
  };
  Fit fit = Fit::kNotRecorded;
  Verdict verdict;  // what the rules give; the logged one where they take none
};
JudgedAgain JudgeAgain(const Verdict& logged, const Judged& judged);

// What a log says of one case, as far as the rules are concerned.
struct JudgedCase {
  std::string id;
  Verdict verdict;
  Judged judged;
  // That the evidence is of; an extract has none.
  std::vector<LaunchRecord> launches;

  void Fields(FieldVisitor& v);
};

// Those of a run in the order of its log. Errors are ReadLaunch()'s.
absl::StatusOr<std::vector<JudgedCase>> JudgedCases(const Run& run);

// Those of a folder with runs, or of an extract (*.jsonl).
absl::StatusOr<std::vector<JudgedCase>> CasesAt(const std::string& path);

// Those of an extract. Errors name file, line and fix.
absl::StatusOr<std::vector<JudgedCase>> ReadJudged(const std::string& file);

// One line, the first case's, for each different pair of verdict and evidence,
// sorted: an extract. Cases without a record are left out.
std::vector<std::string> ExtractJudged(const std::vector<JudgedCase>& cases);

// One sentence for each case that the rules of today give another verdict, or
// that has no record of how it was judged.
std::vector<std::string> Disagreements(const std::vector<JudgedCase>& cases);

// One sentence for each case whose first line, the reason of its rule, is
// denied by the same record: by the evidence
// (suite/core/verdict/reasons_testing.h), or by how a launch of it ended. Where
// the log has no rule it is that of today.
std::vector<std::string> Refused(const std::vector<JudgedCase>& cases);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_PROOF_GOLDEN_JUDGE_AGAIN_H_
