#include "reports/gate/gate_times.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "nlohmann/json.hpp"
#include "reports/diff/exact_test.h"
#include "reports/render/markdown.h"
#include "reports/render/text.h"
#include "suite/core/base/json_schema.h"
#include "suite/core/record/bench_stats.h"

namespace wgsync {
namespace {

using nlohmann::json;

constexpr double kAlpha = 0.01;
// Of a launch of the baseline.
constexpr double kLeastShare = 0.1;
constexpr size_t kMostBenches = 3;

constexpr absl::string_view kNames[] = {"slower", "not confirmed", "noise",
                                        "faster", "no time",       "same"};

double MedianOf(const std::vector<double>& values) {
  return SpreadOf(values).median;
}

// Whether the launches of `longer` take longer, by all three rules.
bool Longer(const std::vector<double>& shorter,
            const std::vector<double>& longer, double ratio, double least) {
  const double a = MedianOf(shorter), b = MedianOf(longer);
  return b >= ratio * a && b - a >= least &&
         ProbabilityIfNotLonger(shorter, longer) <= kAlpha;
}

void JudgeTimes(double slower, TimedCase* c) {
  size_t longer = 0, shorter = 0;
  for (const std::vector<double>& after : c->after) {
    longer += Longer(c->before, after, slower, c->least_ns) ? 1 : 0;
    shorter += Longer(after, c->before, slower, c->least_ns) ? 1 : 0;
  }
  const size_t all = c->after.size();
  c->change = TimeOutcome::kSame;
  if (all == 0) {
    c->change = TimeOutcome::kNoTime;
    return;
  }
  c->ratio = MedianOf(c->after[0]) / MedianOf(c->before);
  c->p = ProbabilityIfNotLonger(c->before, c->after[0]);
  if (longer == all) {
    c->change = all == 1 ? TimeOutcome::kNotConfirmed : TimeOutcome::kSlower;
  } else if (longer > 0) {
    c->change = TimeOutcome::kNoise;
  } else if (shorter == all) {
    c->change = TimeOutcome::kFaster;
  }
}

const BenchLine* LineOf(const Bench& bench, const std::string& id) {
  for (const BenchLine& line : bench.lines) {
    if (line.id == id) return &line;
  }
  return nullptr;
}

TimedCase* CaseOf(GateTimes* times, const std::string& id) {
  for (TimedCase& c : times->cases) {
    if (c.id == id) return &c;
  }
  return nullptr;
}

absl::Status OtherDevice(const std::string& one, const std::string& other) {
  return absl::InvalidArgumentError(
      absl::StrCat("the times are of different devices, \"", one, "\" and \"",
                   other, "\"; compare benchmarks of the same device"));
}

void AddBefore(const BenchLine& line, GateTimes* times) {
  if (!line.timed() || line.Ns().median <= 0) return;
  TimedCase* c = CaseOf(times, line.id);
  if (c == nullptr) {
    c = &times->cases.emplace_back();
    c->id = line.id;
    c->clock = line.clock;
  }
  if (c->clock != line.clock) return;
  const std::vector<double> ns = line.EachNs();
  c->before.insert(c->before.end(), ns.begin(), ns.end());
  c->least_ns = std::max(
      c->least_ns,
      kLeastShare * NsPerOperation(MedianOf(line.seconds), 0, line.operations));
}

void AddAfter(const BenchLine& line, TimedCase* c) {
  if (!line.timed()) {
    c->no_time = absl::StrCat(line.outcome, ": ", line.reason);
  } else if (line.clock != c->clock) {
    c->no_time = absl::StrCat("timed by the ", line.clock,
                              "'s clock, and by the ", c->clock, "'s before");
  } else {
    c->after.push_back(line.EachNs());
  }
}

std::string Counts(const GateTimes& times) {
  std::vector<std::string> parts;
  for (size_t i = 0; i < std::size(kNames); ++i) {
    const size_t count = times.Count(static_cast<TimeOutcome>(i));
    if (count > 0) parts.push_back(absl::StrCat(count, " ", kNames[i]));
  }
  return absl::StrJoin(parts, ", ");
}

}  // namespace

absl::string_view TimeOutcomeName(TimeOutcome change) {
  return kNames[static_cast<size_t>(change)];
}

absl::Span<const absl::string_view> NamesOf(TimeOutcome) { return kNames; }

size_t GateTimes::Count(TimeOutcome change) const {
  return static_cast<size_t>(std::count_if(
      cases.begin(), cases.end(),
      [change](const TimedCase& c) { return c.change == change; }));
}

absl::StatusOr<GateTimes> TimesToCompare(absl::Span<const Bench> before,
                                         double slower) {
  GateTimes times;
  times.slower = slower;
  for (const Bench& bench : before) {
    if (times.device.empty()) times.device = bench.device;
    if (bench.device != times.device) {
      return OtherDevice(times.device, bench.device);
    }
    for (const BenchLine& line : bench.lines) AddBefore(line, &times);
  }
  if (times.cases.empty()) {
    return absl::InvalidArgumentError(
        "the baseline has no times; make it by wgsync bench --json FILE");
  }
  for (TimedCase& c : times.cases) JudgeTimes(slower, &c);
  return times;
}

absl::Status AddTimes(const Bench& after, GateTimes* times) {
  if (after.device != times->device) {
    return OtherDevice(times->device, after.device);
  }
  for (TimedCase& c : times->cases) {
    const BenchLine* line = LineOf(after, c.id);
    if (line == nullptr) continue;
    AddAfter(*line, &c);
    JudgeTimes(times->slower, &c);
  }
  return absl::OkStatus();
}

bool WantsTimeAgain(const TimedCase& c) {
  return c.after.size() < kMostBenches && c.no_time.empty() &&
         (c.change == TimeOutcome::kNotConfirmed ||
          c.change == TimeOutcome::kSlower);
}

std::string TimeWords(const TimedCase& c) {
  if (c.after.empty()) {
    return c.no_time.empty() ? "not timed now" : OneLine(c.no_time);
  }
  std::string words = absl::StrFormat(
      "%.4g -> %.4g ns by the %s's clock, %.2f times, p = %.2g",
      MedianOf(c.before), MedianOf(c.after[0]), OneLine(c.clock), c.ratio, c.p);
  for (size_t i = 1; i < c.after.size(); ++i) {
    absl::StrAppendFormat(&words, "%s %.2f times", i == 1 ? "; again" : ",",
                          MedianOf(c.after[i]) / MedianOf(c.before));
  }
  if (c.change == TimeOutcome::kNotConfirmed) {
    absl::StrAppend(&words, c.no_time.empty()
                                ? "; one benchmark says no more of the driver"
                                : absl::StrCat("; again ", OneLine(c.no_time)));
  }
  return words;
}

std::string TimesText(const GateTimes& times, size_t width) {
  std::string out = absl::StrCat("\ntimes     ", Counts(times), "\n");
  for (const TimedCase& c : times.cases) {
    if (c.change == TimeOutcome::kSame) continue;
    absl::StrAppend(&out, "  ", OneLine(c.id), "\n",
                    Field(TimeOutcomeName(c.change), TimeWords(c), 4, width));
  }
  return out;
}

std::string TimesMarkdown(const GateTimes& times) {
  std::string out = absl::StrCat("\nTimes: ", Counts(times), "\n");
  std::string rows;
  for (const TimedCase& c : times.cases) {
    if (c.change == TimeOutcome::kSame) continue;
    rows += MarkdownRow({MarkdownCellCode(c.id), MarkdownText(TimeWords(c)),
                         std::string(TimeOutcomeName(c.change))});
  }
  if (rows.empty()) return out;
  return absl::StrCat(out, "\n| case | times | |\n", MarkdownRule(3), rows);
}

json TimesJson(const GateTimes& times) {
  json cases = json::array();
  for (const TimedCase& c : times.cases) {
    json after = json::array();
    for (const std::vector<double>& ns : c.after) after.push_back(ns);
    cases.push_back({{"case", c.id},
                     {"change", std::string(TimeOutcomeName(c.change))},
                     {"clock", c.clock},
                     {"before_ns", c.before},
                     {"after_ns", std::move(after)},
                     {"ratio", c.ratio},
                     {"p", c.p},
                     {"says", TimeWords(c)}});
  }
  return {{"fails", times.Fails()},
          {"slower", times.slower},
          {"cases", std::move(cases)}};
}

json TimesSchema() {
  const json ns = schema::ListOf(schema::Number());
  return schema::Object({{"fails", schema::Flag()},
                         {"slower", schema::Number()},
                         {"cases", schema::ListOf(schema::Object(
                                       {{"case", schema::Text()},
                                        {"change", schema::OneOf(kNames)},
                                        {"clock", schema::Text()},
                                        {"before_ns", ns},
                                        {"after_ns", schema::ListOf(ns)},
                                        {"ratio", schema::Number()},
                                        {"p", schema::Number()},
                                        {"says", schema::Text()}}))}});
}

}  // namespace wgsync
