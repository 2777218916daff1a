#include "reports/words/run_times.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "reports/render/text.h"
#include "suite/core/record/run_facts.h"

namespace wgsync {
namespace {

using Seconds = std::map<std::string, double>;

// The names, the longest time first.
std::vector<std::string> Ranked(const Seconds& seconds) {
  std::vector<std::string> names;
  for (const auto& [name, unused] : seconds) names.push_back(name);
  absl::c_sort(names, [&](const std::string& a, const std::string& b) {
    return seconds.at(a) > seconds.at(b);
  });
  return names;
}

std::string PurposeTable(const Run& run) {
  Seconds purposes, phases;
  double launched = 0;
  for (const auto& [purpose, parts] : run.times) {
    for (const auto& [phase, seconds] : parts) {
      purposes[purpose] += seconds;
      phases[phase] += seconds;
      launched += seconds;
    }
  }
  const double all = std::max(run.AllSeconds(), launched);
  const std::vector<std::string> columns = Ranked(phases);
  std::vector<std::vector<std::string>> rows = {{"for", "seconds", "share"}};
  for (const std::string& phase : columns) {
    rows[0].push_back(absl::StrFormat("%6s", OneLine(phase)));
  }
  const auto add = [&](const std::string& name, double seconds) {
    // The names are a log's, which may come from anywhere.
    rows.push_back(
        {OneLine(name), absl::StrFormat("%7.1f", seconds),
         absl::StrFormat("%3.0f %%", all > 0 ? 100 * seconds / all : 0)});
  };
  for (const std::string& purpose : Ranked(purposes)) {
    add(purpose, purposes[purpose]);
    const Seconds& parts = run.times.at(purpose);
    for (const std::string& phase : columns) {
      const auto part = parts.find(phase);
      rows.back().push_back(
          absl::StrFormat("%6.1f", part == parts.end() ? 0 : part->second));
    }
  }
  add("between", all - run.earlier_seconds - launched);
  if (run.earlier_seconds > 0) add("earlier parts", run.earlier_seconds);
  return absl::StrCat(RunDeviceName(run), ": ",
                      absl::StrFormat("%.1f s\n", all), TableText(rows));
}

std::string PrimitiveTable(const Run& run) {
  Seconds seconds;
  std::map<std::string, uint64_t> cases;
  for (const CaseResult& r : run.results) {
    const std::string primitive = OneLine(r.id.substr(0, r.id.find('/')));
    seconds[primitive] += r.seconds;
    ++cases[primitive];
  }
  std::vector<std::vector<std::string>> rows = {
      {"primitive", "cases", "seconds", "a case"}};
  for (const std::string& name : Ranked(seconds)) {
    rows.push_back({name, absl::StrFormat("%5u", cases[name]),
                    absl::StrFormat("%7.1f", seconds[name]),
                    absl::StrFormat("%6.2f", seconds[name] / cases[name])});
  }
  return TableText(rows);
}

}  // namespace

std::string RunTimesText(const Run& run) {
  const std::string purposes =
      run.times.empty()
          ? absl::StrCat(RunDeviceName(run),
                         ": its log does not say what launches were made for\n")
          : PurposeTable(run);
  return absl::StrCat(purposes, "\n", PrimitiveTable(run));
}

}  // namespace wgsync
