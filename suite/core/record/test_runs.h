// Runs made up for the tests of the reports.

#ifndef WGSYNC_SUITE_CORE_RECORD_TEST_RUNS_H_
#define WGSYNC_SUITE_CORE_RECORD_TEST_RUNS_H_

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "nlohmann/json.hpp"
#include "suite/core/record/run_log.h"

namespace wgsync {

// Inside of a TEST, Run is a function of testing::Test.
using LoggedRun = Run;

inline CaseResult TestResult(const std::string& id, VerdictKind kind,
                             Cause cause = Cause::kNone,
                             const std::string& binds = "") {
  CaseResult r;
  r.id = id;
  r.verdict = {kind, cause};
  r.binds = binds;
  r.could_bind = true;
  r.soundness = "guaranteed";
  r.soundness_why = "acquire and release at device scope, claimed";
  r.need = "co_resident";
  r.groups = 3;
  r.group_size = 64;
  r.residency = 2;
  r.language = "CL3.0";
  *r.evidence = nlohmann::json::object();
  return r;
}

inline RunHeader TestHeader(std::vector<std::string> plan) {
  RunHeader header;
  header.plan = std::move(plan);
  return header;
}

// A finished run of exactly these cases.
inline Run TestRun(const std::string& device, std::vector<CaseResult> results) {
  Run run;
  run.folder = "runs/" + device;
  run.header.devices[0].device.full_name = device;
  run.header.devices[0].device.driver_version = "7.1";
  for (const CaseResult& r : results) run.header.plan.push_back(r.id);
  run.results = std::move(results);
  run.finished = true;
  return run;
}

// Adds a line to the log of a run that is in no file.
inline LogPlace AddLine(Run* run, const nlohmann::json& line) {
  std::string text = run->text == nullptr ? "" : *run->text;
  const std::string dumped = line.dump();
  const LogPlace place = {text.size(), dumped.size(), 1};
  run->text = std::make_shared<const std::string>(text + dumped + "\n");
  return place;
}

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_RECORD_TEST_RUNS_H_
