// A run as JUnit's suites: a suite for each family, a case for each case, and
// one case for the run itself, which has what is no case's fault.
//
// What binds and fails is a failure, what the suite or the device is at fault
// for an error, what says nothing is skipped, and all else passed: a hang that
// is not counted too, and its properties say so. The table is in
// README.md, "JUnit".

#ifndef WGSYNC_REPORTS_WORDS_RUN_JUNIT_H_
#define WGSYNC_REPORTS_WORDS_RUN_JUNIT_H_

#include <map>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "reports/render/junit.h"
#include "suite/core/record/run_log.h"

namespace wgsync {

// Files with the evidence of cases, by id.
using EvidenceFiles = std::map<std::string, std::string>;

// Writes what `wgsync show` prints of each case that fails or is an error into
// `evidence/` of the run's folder; they are the attachments of those cases.
absl::StatusOr<EvidenceFiles> WriteEvidence(const Run& run);

struct JunitRun {
  const Run* run = nullptr;
  EvidenceFiles evidence;
  // Why the run as a whole proves nothing; "" where that is known by its log.
  std::string objection;
  // Of several devices: what parts their cases, in front of the class names.
  std::string label;
  // Failures that are expected, by id, and why: they are skipped.
  std::map<std::string, std::string> known = {};
};
std::vector<JunitSuite> RunSuites(const JunitRun& run);

// What a case without expectations is: by what the run was told to count as
// failure.
JunitStatus StatusOf(const Run& run, const CaseResult& result);

// One suite with one error, for a device that could not be run at all.
JunitSuite ErrorSuite(const std::string& name, const std::string& message);

// Name, class, time, properties and evidence of one case; passed. `words` are
// EvidenceWords() of it.
JunitCase JunitCaseOf(const Run& run, const CaseResult& result,
                      const std::vector<std::string>& words);

// What the result says, by the names that are also in the JSON.
JunitProperties ResultProperties(const CaseResult& result);

// "barrier.counter_per_group" is the class of its cases, and a dot parts
// packages: of a device's label it must have none.
std::string ClassName(const std::string& id, const std::string& label);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_WORDS_RUN_JUNIT_H_
