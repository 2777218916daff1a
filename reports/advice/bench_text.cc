#include "reports/advice/bench_text.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "nlohmann/json.hpp"
#include "reports/render/text.h"
#include "suite/core/base/field_visitor.h"
#include "suite/core/plan/soundness.h"
#include "suite/core/record/run_facts.h"

namespace wgsync {
namespace {

std::string AccessWords(const IdWords& id) {
  std::string text;
  for (const char* field : {"poll", "signal", "fence", "pay"}) {
    absl::StrAppend(&text, PadRight(id.Of(field), 9));
  }
  return text;
}

// One letter; the legend is below the tables.
std::string Mark(const absl::optional<Soundness>& soundness) {
  return std::string(NameOf(soundness).substr(0, 1));
}

std::string TimeText(const BenchLine& l) {
  const Spread ns = l.Ns();
  return absl::StrFormat("%7s [%s to %s], %u rounds%s%s", ShortNs(ns.median),
                         ShortNs(ns.least), ShortNs(ns.most), l.rounds,
                         l.clock == "host" ? " h" : "", l.bounded ? " *" : "");
}

// Of a lock: how often a second, and who got it.
std::string LockText(const BenchLine& l) {
  std::vector<double> least, median, most;
  for (const Shares& s : l.shares) {
    least.push_back(static_cast<double>(s.least));
    median.push_back(s.median);
    most.push_back(static_cast<double>(s.most));
  }
  const double ns = l.Ns().median;
  return absl::StrFormat(
      "        %s pairs/s; of %u turns the groups got %.0f to %.0f, median "
      "%.0f\n",
      ShortCount(ns > 0 ? static_cast<uint64_t>(1e9 / ns) : 0), l.rounds,
      SpreadOf(least).median, SpreadOf(most).median, SpreadOf(median).median);
}

std::string LineText(const BenchLine& l, const IdWords& id, size_t width) {
  const std::string head =
      absl::StrCat("    ", Mark(l.soundness), " ", AccessWords(id));
  if (l.timed()) {
    return absl::StrCat(head, TimeText(l), "\n",
                        l.shares.empty() ? "" : LockText(l));
  }
  return absl::StrCat(
      head, l.outcome, ":\n        ",
      Wrap(l.reason.empty() ? "nothing is known" : OneLine(l.reason), width, 8,
           8));
}

bool SameGrid(const BenchLine& a, const BenchLine& b) {
  return a.groups == b.groups && a.group_size == b.group_size;
}

std::string BaseText(const Bench& bench, const BenchLine& l) {
  for (const BenchBase& b : bench.bases) {
    if (b.groups != l.groups || b.group_size != l.group_size ||
        !b.reason.empty() || b.seconds.empty()) {
      continue;
    }
    return absl::StrCat(
        "; the loop alone takes ",
        ShortNs(b.Time().Of(b.rounds) * 1e9 / static_cast<double>(b.rounds)),
        " ns a round");
  }
  return "";
}

// All lines of the grid of `first`.
std::string GridText(const Bench& bench, const BenchLine& first, size_t width) {
  std::string text = absl::StrFormat(
      "\n%ux%u: %u groups of %u work-items%s\n", first.groups, first.group_size,
      first.groups, first.group_size, BaseText(bench, first));
  std::string primitive;
  for (const BenchLine& l : bench.lines) {
    if (!SameGrid(l, first)) continue;
    const IdWords id = SplitId(l.id);
    if (id.primitive != primitive)
      absl::StrAppend(&text, "  ", OneLine(id.primitive), "\n");
    primitive = id.primitive;
    absl::StrAppend(&text, LineText(l, id, width));
  }
  return text;
}

bool AnyOf(const Bench& b, const std::string& family) {
  return absl::c_any_of(b.lines, [&family](const BenchLine& l) {
    return SplitId(l.id).family == family;
  });
}

std::string HeadText(const Bench& b, size_t width) {
  std::string text = absl::StrCat(OneLine(b.device), ", driver ",
                                  OneLine(b.driver_version), "\n");
  const std::string times =
      absl::StrCat(" the median of ", b.launches, " launches [least to most]");
  if (AnyOf(b, "barrier")) {
    absl::StrAppend(
        &text,
        Wrap(absl::StrCat("Barriers: nanoseconds of one,", times,
                          " in rotate_sum, two barriers a round, less what "
                          "its loop takes alone. Payload right in each "
                          "launch, and in scatter."),
             width, 0));
  }
  if (AnyOf(b, "mutex")) {
    absl::StrAppend(
        &text,
        Wrap(absl::StrCat("Locks: nanoseconds of an acquire-release pair with "
                          "a load and a store in between,",
                          times,
                          ", while all groups' representatives want it. The "
                          "count is right in each launch."),
             width, 0));
  }
  for (const std::string& note : b.notes) {
    absl::StrAppend(&text,
                    Wrap(absl::StrCat("note: ", OneLine(note)), width, 2));
  }
  return text;
}

std::string LegendText(const Bench& b) {
  const auto any = [&b](bool (*is)(const BenchLine&)) {
    return absl::c_any_of(b.lines, is);
  };
  std::string text = "\n  g guaranteed, c customary, r racy";
  if (any([](const BenchLine& l) { return l.timed() && l.clock == "host"; })) {
    absl::StrAppend(&text, "; h by the host's clock");
  }
  if (any([](const BenchLine& l) { return l.timed() && l.bounded; })) {
    absl::StrAppend(&text, "; * bounded waits");
  }
  return absl::StrCat(text, "; ", Counted(b.lines.size(), "case"), " in ",
                      Duration(b.seconds), "\n");
}

}  // namespace

std::string ShortNs(double ns) {
  const double size = ns < 0 ? -ns : ns;
  if (size < 9.995) return absl::StrFormat("%.2f", ns);
  if (size < 99.95) return absl::StrFormat("%.1f", ns);
  return absl::StrFormat("%.0f", ns);
}

std::string BenchText(const Bench& bench, size_t width) {
  std::string text = HeadText(bench, width);
  for (size_t i = 0; i < bench.lines.size(); ++i) {
    const BenchLine& l = bench.lines[i];
    const bool seen = std::any_of(
        bench.lines.begin(), bench.lines.begin() + static_cast<ptrdiff_t>(i),
        [&l](const BenchLine& other) { return SameGrid(l, other); });
    if (!seen) absl::StrAppend(&text, GridText(bench, l, width));
  }
  return absl::StrCat(text, LegendText(bench));
}

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
