// Describes every case of the full tier, on three sets of claims, as the text
// of cases.txt.
//
// The file is a net for changes that must not change a case: ids, tiers,
// soundness, what binds, programs and memory layouts. One line per case. Long
// facts are in it as the first digits of a hash; FactsOfCase() has them in
// full.
//
// Pure: no device, no file, no clock.

#ifndef WGSYNC_SUITE_PROOF_GOLDEN_CASES_TABLE_H_
#define WGSYNC_SUITE_PROOF_GOLDEN_CASES_TABLE_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace wgsync {

// The text of cases.txt. Takes some seconds: it composes and hashes each
// program of each case.
std::string CasesTable();

// The facts of one case that its line has as hashes, one fact per line:
//   H200 program unbounded board=off: -cl-std=CL3.0 ... 9f86d081...
//   H200 memory: 4224x64 ballast=0 rounds=1000 ...
// An error where the id is not a valid case.
absl::StatusOr<std::string> FactsOfCase(absl::string_view id);

// The differences between two texts of cases.txt, one line each, which names
// the case and the columns: "barrier.x/...: memory 0123456 -> 89abcde". At most
// `most` lines, and a last one with the number of those left out. Empty where
// the texts are equal.
std::vector<std::string> TableDifferences(absl::string_view golden,
                                          absl::string_view now, size_t most);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_PROOF_GOLDEN_CASES_TABLE_H_
