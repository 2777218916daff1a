#include "suite/core/record/residency_record.h"

#include <algorithm>
#include <cstddef>

#include "suite/core/base/field_visitor.h"

namespace wgsync {
namespace {

constexpr size_t kFirstStarted = 8;

void VisitPrediction(FieldVisitor& v, const char* name, uint64_t* groups,
                     std::string* why) {
  if (!v.Enter(name)) return;
  v.Field("groups", groups);
  v.Field("why", why);
  v.Leave();
}

}  // namespace

StartOrder StartOrderOf(const std::vector<uint32_t>& groups_by_start) {
  StartOrder o;
  o.groups = groups_by_start.size();
  uint64_t ascending = 0;
  for (size_t i = 0; i < groups_by_start.size(); ++i) {
    const uint64_t g = groups_by_start[i];
    o.furthest = std::max(o.furthest, g > i ? g - i : i - g);
    if (i > 0 && g > groups_by_start[i - 1]) ++ascending;
    if (i < kFirstStarted) o.first.push_back(groups_by_start[i]);
  }
  o.ascending = o.groups < 2 ? 1 : 1.0 * ascending / (o.groups - 1);
  return o;
}

bool Contradicts(const ResidencyReport& report) {
  return std::any_of(
      report.rows.begin(), report.rows.end(), [](const ResidencyRow& r) {
        return r.Contradicts() ||
               std::any_of(r.dependencies.begin(), r.dependencies.end(),
                           [](const Dependency& d) { return d.Contradicts(); });
      });
}

void StartOrder::Fields(FieldVisitor& v) {
  std::vector<uint64_t> numbers(first.begin(), first.end());
  v.Field("groups", &groups);
  v.Field("ascending", &ascending);
  v.Field("furthest", &furthest);
  v.Field("first", &numbers);
}

void MostWaiting::Fields(FieldVisitor& v) {
  v.Field("known", &known);
  if (v.Present("groups", known)) v.Field("groups", &groups);
  v.Rare("problem", &problem, {});
}

void Dependency::Fields(FieldVisitor& v) {
  v.Field("awaited", &awaited);
  if (v.Given("unbounded", unbounded.asked)) v.Struct("unbounded", &unbounded);
  if (v.Given("bounded", bounded.asked)) v.Struct("bounded", &bounded);
  v.Written("contradicts", Contradicts());
}

void ResidencyRow::Fields(FieldVisitor& v) {
  v.Field("kernel", &kernel);
  v.Field("board", &board);
  v.Field("wg", &wg);
  v.Field("group_size", &group_size);
  v.Field("ballast", &ballast);
  v.Field("ballast_bytes", &ballast_bytes);
  v.Field("regs", &regs);
  v.Field("problem", &problem);
  v.Field("res_low", &res_low);
  v.Field("res_high", &res_high);
  v.Field("asked_to", &asked_to);
  v.Field("bounded", &bounded);
  v.Field("hangs", &hangs);
  v.Written("contradicts", Contradicts());
  VisitPrediction(v, "claims", &claims_predict, &claims_why);
  VisitPrediction(v, "rule", &rule_predicts, &rule_why);
  if (v.Enter("kernel_says")) {
    v.Field("local_bytes", &local_bytes);
    v.Field("private_bytes", &private_bytes);
    v.Rare("concurrent_groups", &promised, uint64_t{0});
    v.Field("max_group_size", &kernel_group_size);
    v.Field("registers", &registers);
    v.Leave();
  }
  if (v.Present("meet_here", meet_here.asked))
    v.Struct("meet_here", &meet_here);
  if (v.Present("meet_device", meet_device.asked)) {
    v.Struct("meet_device", &meet_device);
  }
  if (v.Given("start_order", order.groups != 0)) {
    v.Struct("start_order", &order);
  }
  v.Field("distance_res_low", &distance_res_low);
  v.List("dependencies", &dependencies);
}

void ResidencyReport::Fields(FieldVisitor& v) {
  v.Field("device", &device);
  v.Field("driver_version", &driver_version);
  v.Field("compute_units", &compute_units);
  v.Field("max_group_size", &max_group_size);
  v.Field("local_memory_bytes", &local_memory_bytes);
  v.Field("warp_size", &warp_size);
  v.Field("registers_per_block", &registers_per_block);
  v.Field("capability", &capability);
  v.List("rows", &rows);
  v.Field("notes", &notes);
}

}  // namespace wgsync
