#include "reports/advice/bench_google.h"

#include <cstddef>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"

namespace wgsync {
namespace {

using nlohmann::json;

json Entry(const BenchLine& line, size_t family) {
  return {{"name", line.id},
          {"family_index", family},
          {"per_family_instance_index", 0},
          {"run_name", line.id},
          {"run_type", "iteration"},
          {"threads", 1}};
}

json Repetition(const BenchLine& line, size_t family, size_t index, double ns) {
  json j = Entry(line, family);
  j["repetitions"] = line.seconds.size();
  j["repetition_index"] = index;
  j["iterations"] = line.operations;
  j["real_time"] = ns;
  j["cpu_time"] = ns;
  j["time_unit"] = "ns";
  return j;
}

json WithoutTime(const BenchLine& line, size_t family) {
  json j = Entry(line, family);
  j["repetitions"] = 1;
  j["repetition_index"] = 0;
  j["error_occurred"] = true;
  j["error_message"] = absl::StrCat(line.outcome, ": ", line.reason);
  return j;
}

}  // namespace

json GoogleBenchmark(const Bench& bench) {
  json entries = json::array();
  for (size_t i = 0; i < bench.lines.size(); ++i) {
    const BenchLine& line = bench.lines[i];
    if (!line.timed()) {
      entries.push_back(WithoutTime(line, i));
      continue;
    }
    const std::vector<double> ns = line.EachNs();
    for (size_t n = 0; n < ns.size(); ++n) {
      entries.push_back(Repetition(line, i, n, ns[n]));
    }
  }
  return {{"context",
           {{"executable", "wgsync bench"},
            {"device", bench.device},
            {"driver_version", bench.driver_version},
            {"driver_digest", bench.driver_digest},
            {"caches", json::array()},
            {"library_build_type", "release"}}},
          {"benchmarks", std::move(entries)}};
}

}  // namespace wgsync
