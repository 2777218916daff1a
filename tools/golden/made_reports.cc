#include "tools/golden/made_reports.h"

#include <cstddef>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"
#include "reports/advice/bench_text.h"
#include "reports/advice/residency_table.h"
#include "reports/gate/expectation.h"
#include "reports/gate/gate.h"
#include "reports/gate/gate_text.h"
#include "reports/words/try_text.h"
#include "suite/core/base/fields_json.h"
#include "suite/core/record/bench_data.h"
#include "suite/core/record/run_log.h"
#include "suite/core/tried/next_try.h"

namespace wgsync {
namespace {

std::string BenchOf(const std::string& file) {
  const absl::StatusOr<Bench> bench = ReadBench(file);
  return bench.ok() ? BenchText(*bench) : std::string(bench.status().message());
}

std::string Dump(const nlohmann::json& document) {
  return document.dump(1, ' ', false,
                       nlohmann::json::error_handler_t::replace) +
         "\n";
}

ResidencyRow Row(const std::string& wg) {
  ResidencyRow row;
  row.kernel = "fenced";
  row.board = "off";
  row.wg = wg;
  row.ballast = "0";
  row.regs = "low";
  row.group_size = 64;
  row.asked_to = 128;
  return row;
}

ResidencyReport MadeResidency() {
  ResidencyReport report;
  report.device = "Example Platform/<Example> GPU|\x1b[31m";
  report.driver_version = "7.1\n|";
  report.compute_units = 4;
  report.max_group_size = 1024;
  report.local_memory_bytes = 49152;
  report.warp_size = 32;
  report.registers_per_block = 65536;
  report.capability = 90;
  ResidencyRow whole = Row("64");
  whole.res_low = 64;
  whole.res_high = 65;
  whole.hangs = 3;
  whole.claims_predict = 4;
  whole.claims_why = "4 compute units, one group each at least";
  whole.rule_predicts = 64;
  whole.rule_why = "registers";
  whole.local_bytes = 1024;
  whole.registers = 32;
  whole.kernel_group_size = 1024;
  whole.order = {64, 0.9, 3, {0, 1, 2, 4, 3, 5}};
  whole.distance_res_low = 63;
  whole.dependencies = {{64, {true, true, 63, ""}, {true, true, 63, ""}},
                        {128, {true, true, 63, ""}, {true, true, 62, ""}},
                        {640, {true, false, 0, "<cut> \x07|"}, {}}};
  ResidencyRow contradicts = Row("max");
  contradicts.res_low = 9;
  contradicts.res_high = 8;
  contradicts.bounded = true;
  ResidencyRow failed = Row("1");
  failed.problem = "the kernel did not build: \x1b[1m<error>\nsecond line";
  report.rows = {whole, contradicts, failed};
  report.notes = {"a note | with *marks* and \x1b[31mred"};
  return report;
}

// A lone run of the number-th case that asks for some: what the new run gave in
// each, in none, or in every other one.
CaseResult LoneResult(const GateCase& c, size_t number) {
  CaseResult lone = *c.after;
  const bool bad =
      number % 3 == 0 || (number % 3 == 1 && c.lone.size() % 2 == 1);
  if (!bad) lone.verdict = {VerdictKind::kPass, Cause::kNone};
  return lone;
}

template <class Form>
std::string ConfirmedGate(const std::string& runs, const Form& form) {
  const absl::StatusOr<Run> baseline = ReadRun(runs + "/baseline");
  const absl::StatusOr<Run> after = ReadRun(runs + "/new");
  const absl::StatusOr<Expectations> rules =
      ReadExpectations(runs + "/gate.expect", "2026-11-22");
  if (!baseline.ok() || !after.ok() || !rules.ok()) return "unreadable\n";
  Gate gate = OpenGate(&*baseline, &*rules, *after, GateOptions());
  size_t number = 0;
  for (GateCase& c : gate.cases) {
    if (!WantsLoneRun(gate, c)) continue;
    // One that only lacks its proof passes alone.
    const bool proof = c.confirm == Confirm::kProof;
    while (WantsLoneRun(gate, c)) {
      c.lone.push_back(LoneResult(c, proof ? 2 : number));
    }
    if (!proof) ++number;
    c.lone_folder =
        absl::StrCat("again/", proof ? "proof" : absl::StrCat(number));
  }
  Conclude(&gate);
  return form(gate);
}

TryReport MadeTry() {
  TryPlan plan;
  plan.grids = {{"1", 1}, {"res", 4}, {"res_x10", 40}};
  plan.launches = 2;
  plan.residency = 4;
  std::vector<TryRecord> records;
  while (const auto next = NextTry(plan, records)) {
    TryRecord r;
    static_cast<TryLaunch&>(r) = *next;
    r.checked = next->groups;
    r.seconds = 0.5;
    if (next->groups > plan.residency) {
      r.ending = TryEnding::kMoving;
      r.moved = {{"turn", 3, "", ""}};
      r.looks = 9;
    }
    records.push_back(r);
  }
  TryReport report;
  report.file = "barrier.cl";
  report.kernel = "meet";
  report.device = "Platform/Device";
  report.driver = "1.0";
  report.items = 32;
  report.residency = plan.residency;
  report.residency_text = "4 compute units, one group each";
  report.right = {"out[i] == 1"};
  report.defaults = {"kernel meet: the only one"};
  Conclude(plan, records, &report);
  return report;
}

}  // namespace

std::string TriedText(const std::string&) { return TryText(MadeTry(), 80); }

std::string TriedJson(const std::string&) { return Dump(TryJson(MadeTry())); }

std::string BenchReport(const std::string& runs) {
  return BenchOf(runs + "/bench.json");
}

std::string HostileBenchReport(const std::string& runs) {
  return BenchOf(runs + "/hostile_bench.json");
}

std::string ResidencyReportText(const std::string&) {
  return absl::StrCat(ResidencyColumns(), "\n", ResidencyText(MadeResidency()));
}

std::string ResidencyReportJson(const std::string&) {
  return Dump(FieldsToJson(MadeResidency()));
}

std::string ConfirmedGateText(const std::string& runs) {
  return ConfirmedGate(runs,
                       [](const Gate& gate) { return GateText(gate, 80); });
}

std::string ConfirmedGateMarkdown(const std::string& runs) {
  return ConfirmedGate(runs, GateMarkdown);
}

std::string ConfirmedGateJson(const std::string& runs) {
  return ConfirmedGate(runs,
                       [](const Gate& gate) { return Dump(GateReport(gate)); });
}

std::string ConfirmedGateJunit(const std::string& runs) {
  return ConfirmedGate(runs, GateJunit);
}

}  // namespace wgsync
