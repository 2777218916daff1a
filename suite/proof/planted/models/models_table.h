// The expected verdicts of cases on device models, as models.txt has them:
//
//   reason CODE | VERDICT | the rule that it follows from, one line
//   models NAME NAME=N ...
//   default GLOB MODEL:CODE ...
//   case ID MODEL:CODE ...
//
// A case has a code for each model: its own, otherwise that of the last default
// above it that matches its id and has the model. "*" is every model, "-" a
// case that is not run. A case without a code for a model, an own code that the
// default says already, and a default's code that no case takes are errors.
//
// Two verdicts are open where a reason has "\|" between them. A code with + at
// its end holds where the case before it ran in the same session; one with ~
// says nothing of the model. A code with ! after it is a quick row, which CI
// runs. # begins a comment line.

#ifndef WGSYNC_SUITE_PROOF_PLANTED_MODELS_TABLE_H_
#define WGSYNC_SUITE_PROOF_PLANTED_MODELS_TABLE_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace wgsync {

struct ExpectedOnModel {
  std::string id;    // of a case
  std::string code;  // of the reason
  std::string want;  // "hang (missed)", or several with " | " between them
  std::string why;
  bool quick = false;
};

struct ModelColumn {
  std::string model;  // "residency=3"
  std::vector<ExpectedOnModel> cases;
};

// One column for each model, with the codes of each case. Errors name the line:
// an unknown model or code, a case or a reason that is there twice, a reason
// that is not used, and those above.
absl::StatusOr<std::vector<ModelColumn>> ParseModelTable(
    absl::string_view text, const std::string& file_name);

// Parses models.txt, which is among the data of what links this.
absl::StatusOr<std::vector<ModelColumn>> ReadModelTable();

// Of each column the quick rows, which may be none.
std::vector<ModelColumn> QuickOnes(const std::vector<ModelColumn>& all);

// Of each column, the first case of each reason, and the one before it where
// the reason needs it: what is run where all would take too long. Each rule
// that a model's verdicts follow from is tried once; a reason that says nothing
// of the model, on the first model that has it.
std::vector<ModelColumn> OneOfEachReason(const std::vector<ModelColumn>& all);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_PROOF_PLANTED_MODELS_TABLE_H_
