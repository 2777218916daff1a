// Runs made up for the tests of the reports.

#ifndef WGSYNC_SUITE_CORE_RECORD_TEST_RUNS_H_
#define WGSYNC_SUITE_CORE_RECORD_TEST_RUNS_H_

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "nlohmann/json.hpp"
#include "suite/core/base/fields_json.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/plan/case.h"
#include "suite/core/plan/soundness.h"
#include "suite/core/record/launch_record.h"
#include "suite/core/record/run_log.h"

namespace wgsync {

// Inside of a TEST, Run is a function of testing::Test.
using LoggedRun = Run;

inline CaseResult TestResult(const std::string& id, VerdictKind kind,
                             Cause cause = Cause::kNone,
                             Binding binds = Binding::kNothing) {
  CaseResult r;
  r.id = id;
  r.verdict = {kind, cause};
  r.binds = binds;
  r.could_bind = true;
  r.soundness = Soundness::kGuaranteed;
  r.soundness_why = "acquire and release at device scope, claimed";
  r.need = ProgressNeed::kCoResident;
  r.groups = 3;
  r.group_size = 64;
  r.residency = 2;
  r.language = "CL3.0";
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

// The line of a launch for the case.
inline nlohmann::json TestLaunch(uint64_t number, const std::string& id) {
  LaunchRecord record;
  record.number = number;
  record.case_id = id;
  record.spec.program.c = *ParseKernelCaseId(
      "barrier.counter_per_group/poll=rmw/signal=rmw/fence=device/pay=plain/"
      "work=exchange/wg=64/groups=2");
  nlohmann::json line = FieldsToJson(record);
  line["kind"] = "launch";
  return line;
}

// Adds a launch of the result to a run that is in no file.
inline void AddLaunch(Run* run, LaunchRecord launch, CaseResult* result) {
  launch.number = run->launches.size() + 1;
  if (launch.case_id.empty()) launch.case_id = result->id;
  run->launches[launch.number] = AddLine(run, FieldsToJson(launch));
  result->launches.push_back(launch.number);
}

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_RECORD_TEST_RUNS_H_
