#include "suite/core/record/residency_record.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace wgsync {
namespace {

using nlohmann::json;

constexpr size_t kFirstStarted = 8;

json OrderJson(const StartOrder& o) {
  if (o.groups == 0) return nullptr;
  return {{"groups", o.groups},
          {"ascending", o.ascending},
          {"furthest", o.furthest},
          {"first", o.first}};
}

json MostJson(const MostWaiting& m) {
  if (!m.asked) return nullptr;
  json j = {{"known", m.known}};
  if (m.known) j["groups"] = m.groups;
  if (!m.problem.empty()) j["problem"] = m.problem;
  return j;
}

json RowJson(const ResidencyRow& r) {
  json dependencies = json::array();
  for (const Dependency& d : r.dependencies) {
    dependencies.push_back({{"awaited", d.awaited},
                            {"unbounded", MostJson(d.unbounded)},
                            {"bounded", MostJson(d.bounded)},
                            {"contradicts", d.Contradicts()}});
  }
  return {{"kernel", r.kernel},
          {"board", r.board},
          {"wg", r.wg},
          {"group_size", r.group_size},
          {"ballast", r.ballast},
          {"ballast_bytes", r.ballast_bytes},
          {"regs", r.regs},
          {"problem", r.problem},
          {"res_low", r.res_low},
          {"res_high", r.res_high},
          {"asked_to", r.asked_to},
          {"bounded", r.bounded},
          {"hangs", r.hangs},
          {"contradicts", r.Contradicts()},
          {"claims", {{"groups", r.claims_predict}, {"why", r.claims_why}}},
          {"rule", {{"groups", r.rule_predicts}, {"why", r.rule_why}}},
          {"kernel_says",
           {{"local_bytes", r.local_bytes},
            {"private_bytes", r.private_bytes},
            {"max_group_size", r.kernel_group_size},
            {"registers", r.registers}}},
          {"start_order", OrderJson(r.order)},
          {"distance_res_low", r.distance_res_low},
          {"dependencies", std::move(dependencies)}};
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

json ResidencyJson(const ResidencyReport& r) {
  json rows = json::array();
  for (const ResidencyRow& row : r.rows) rows.push_back(RowJson(row));
  return {{"device", r.device},
          {"driver_version", r.driver_version},
          {"compute_units", r.compute_units},
          {"max_group_size", r.max_group_size},
          {"local_memory_bytes", r.local_memory_bytes},
          {"warp_size", r.warp_size},
          {"registers_per_block", r.registers_per_block},
          {"capability", r.capability},
          {"rows", std::move(rows)},
          {"notes", r.notes}};
}

}  // namespace wgsync
