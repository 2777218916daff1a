#include "suite/core/record/bench_data.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"
#include "suite/core/base/field_visitor.h"
#include "suite/core/base/fields_json.h"
#include "suite/core/base/parse_json.h"
#include "suite/core/base/read_file.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/base/write_file.h"
#include "suite/core/plan/soundness.h"
#include "suite/core/record/result.h"

namespace wgsync {
namespace {

using nlohmann::json;

bool IsTime(double seconds) { return std::isfinite(seconds) && seconds >= 0; }

void VisitTime(FieldVisitor& v, const char* name, double* value) {
  v.Field(name, value);
  if (!IsTime(*value)) v.Fail(name, "is not a time or a count");
}

void VisitTimes(FieldVisitor& v, const char* name, std::vector<double>* value) {
  v.Field(name, value);
  if (!std::all_of(value->begin(), value->end(), IsTime)) {
    v.Fail(name, "is not a list of times");
  }
}

// What is computed of the times, for readers that do not compute it.
struct WrittenSpread {
  Spread spread;

  void Fields(FieldVisitor& v) {
    v.Field("least", &spread.least);
    v.Field("lower", &spread.lower);
    v.Field("median", &spread.median);
    v.Field("upper", &spread.upper);
    v.Field("most", &spread.most);
  }
};

}  // namespace

BaseTime BenchBase::Time() const {
  BaseTime t;
  if (!reason.empty() || seconds.empty() || one_round.empty()) return t;
  t.one_round = SpreadOf(one_round).median;
  t.rounds = rounds;
  t.seconds = SpreadOf(seconds).median;
  return t;
}

std::vector<double> BenchLine::EachNs() const {
  std::vector<double> ns;
  ns.reserve(seconds.size());
  for (double s : seconds) {
    ns.push_back(NsPerOperation(s, base_seconds, operations));
  }
  return ns;
}

Spread BenchLine::Ns() const { return SpreadOf(EachNs()); }

void BenchBase::Fields(FieldVisitor& v) {
  v.Field("workload", &workload);
  v.Field("groups", &groups);
  v.Field("group_size", &group_size);
  v.Field("clock", &clock);
  v.Field("rounds", &rounds);
  VisitTimes(v, "seconds", &seconds);
  VisitTimes(v, "one_round", &one_round);
  v.Field("wrong", &wrong);
  v.Field("reason", &reason);
}

void Shares::Fields(FieldVisitor& v) {
  v.Field("least", &least);
  VisitTime(v, "median", &median);
  v.Field("most", &most);
}

void BenchLine::Fields(FieldVisitor& v) {
  v.Field("id", &id);
  v.EnumOrNone("soundness", &soundness);
  v.EnumOrNone("need", &need);
  v.Field("groups", &groups);
  v.Field("group_size", &group_size);
  v.Field("residency", &residency);
  v.Field("bounded", &bounded);
  v.Field("outcome", &outcome);
  v.Field("reason", &reason);
  v.Field("clock", &clock);
  v.Field("rounds", &rounds);
  v.Field("operations", &operations);
  VisitTimes(v, "seconds", &seconds);
  VisitTime(v, "base_seconds", &base_seconds);
  v.Field("judged", &judged);
  v.Field("failed", &failed);
  v.Field("checked_reads", &checked_reads);
  v.List("shares", &shares);
  v.Rare("other_cores", &other_cores, 0.0);
  if (v.Present("ns", timed())) {
    WrittenSpread ns;
    if (timed()) ns.spread = Ns();
    v.Struct("ns", &ns);
  }
}

void Bench::Fields(FieldVisitor& v) {
  if (v.Enter("device")) {
    v.Field("full_name", &device);
    v.Field("driver_version", &driver_version);
    v.Field("type", &type);
    v.Leave();
  }
  v.Field("driver_digest", &driver_digest);
  v.Field("launches", &launches);
  VisitTime(v, "seconds", &seconds);
  v.Field("notes", &notes);
  v.List("bases", &bases);
  v.List("lines", &lines);
}

json ToJson(const Bench& bench) {
  json j = FieldsToJson(bench);
  j["kind"] = "bench";
  j["schema"] = kBenchSchema;
  return j;
}

absl::StatusOr<Bench> ParseBench(absl::string_view text,
                                 const std::string& name) {
  const auto wrong = [&name](const std::string& what) {
    return BadInput(name, ": ", what,
                    "; it must be a file that `wgsync bench --json` wrote");
  };
  const json j = ParseJson(text);
  if (!j.is_object() || !j.contains("kind") || j["kind"] != "bench") {
    return wrong("not a bench");
  }
  uint32_t schema = 0;
  std::string error =
      ReadFields(j, [&schema](FieldVisitor& v) { v.Field("schema", &schema); });
  if (error.empty() && schema > kBenchSchema) {
    return wrong(absl::StrCat("schema ", schema,
                              " is a newer wgsync's; this one reads ",
                              kBenchSchema));
  }
  Bench b;
  if (error.empty()) error = FieldsFromJson(j, &b);
  for (const BenchLine& line : b.lines) {
    if (error.empty() && !IsCaseId(line.id)) error = "a line has no case's id";
  }
  if (!error.empty()) return wrong(error);
  return b;
}

absl::StatusOr<Bench> ReadBench(const std::string& file) {
  ASSIGN_OR_RETURN(
      const std::string text,
      ReadRegularFile(file, "name a file that `wgsync bench --json` wrote"));
  return ParseBench(text, file);
}

absl::Status WriteBench(const Bench& bench, const std::string& file) {
  return WriteTextFile(file, JsonText(ToJson(bench), 1),
                       "name a file in a folder that exists");
}

}  // namespace wgsync
