#include "reports/gate/gate_times.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "nlohmann/json.hpp"
#include "reports/diff/exact_test.h"
#include "reports/matrix/report_json.h"
#include "reports/render/markdown.h"
#include "reports/render/text.h"
#include "suite/core/base/field_visitor.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/record/bench_stats.h"

namespace wgsync {
namespace {

using nlohmann::json;

constexpr double kAlpha = 0.01;  // for all cases together
// Of a launch of the baseline.
constexpr double kLeastShare = 0.1;
constexpr size_t kLoneBenches = 10;

constexpr absl::string_view kNames[] = {"slower", "looks slower", "faster",
                                        "no time", "same"};

double MedianOf(const std::vector<double>& values) {
  return SpreadOf(values).median;
}

std::vector<double> CountedSeconds(const TimedCase& c) {
  return {c.after.begin() + (c.lone ? 1 : 0), c.after.end()};
}

bool LooksLonger(double shorter, double longer, double ratio, double least) {
  return longer >= ratio * shorter && longer - shorter >= least;
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
  return BadInput("the times are of different devices, \"", one, "\" and \"",
                  other, "\"; compare benchmarks of the same device");
}

// A sample, or "" and why there is none.
std::string Sample(const BenchLine& line, const TimedCase& c, double* ns) {
  if (!line.timed()) return absl::StrCat(line.outcome, ": ", line.reason);
  if (line.other_cores > 0) {
    return absl::StrFormat(
        "other processes had %.1f cores while it was timed; time it again on "
        "an idle machine",
        line.other_cores);
  }
  if (line.clock != c.clock) {
    return absl::StrCat("timed by the ", line.clock, "'s clock, and by the ",
                        c.clock, "'s before");
  }
  *ns = line.Ns().median;
  return *ns > 0 ? "" : "the loop alone takes as long";
}

void AddBefore(const BenchLine& line, GateTimes* times) {
  TimedCase fresh;
  fresh.id = line.id;
  fresh.clock = line.clock;
  TimedCase* c = CaseOf(times, line.id);
  double ns = 0;
  if (!Sample(line, c == nullptr ? fresh : *c, &ns).empty()) return;
  if (c == nullptr) c = &times->cases.emplace_back(std::move(fresh));
  c->before.push_back(ns);
  c->least_ns = std::max(
      c->least_ns,
      kLeastShare * NsPerOperation(MedianOf(line.seconds), 0, line.operations));
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

absl::Span<const absl::string_view> NamesOf(TimeOutcome) { return kNames; }

size_t GateTimes::Count(TimeOutcome outcome) const {
  return static_cast<size_t>(absl::c_count_if(
      cases, [outcome](const TimedCase& c) { return c.outcome == outcome; }));
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
    return BadInput(
        "the baseline has no times; make it by wgsync bench --json FILE, on an "
        "idle machine");
  }
  return times;
}

absl::Status AddTimes(const Bench& after, GateTimes* times) {
  if (after.device != times->device) {
    return OtherDevice(times->device, after.device);
  }
  for (TimedCase& c : times->cases) {
    const BenchLine* line = LineOf(after, c.id);
    if (line == nullptr) continue;
    double ns = 0;
    c.no_time = Sample(*line, c, &ns);
    if (c.no_time.empty()) c.after.push_back(ns);
  }
  return absl::OkStatus();
}

bool WantsTimeAgain(const GateTimes& times, const TimedCase& c) {
  const std::vector<double> counted = CountedSeconds(c);
  return !c.after.empty() && c.no_time.empty() &&
         counted.size() < kLoneBenches &&
         LooksLonger(MedianOf(c.before),
                     MedianOf(counted.empty() ? c.after : counted),
                     times.slower, c.least_ns);
}

void JudgeTimes(GateTimes* times) {
  std::vector<double> longer, shorter;
  for (TimedCase& c : times->cases) {
    const std::vector<double> after = CountedSeconds(c);
    c.p = ProbabilityIfNotLonger(c.before, after);
    longer.push_back(c.p);
    shorter.push_back(ProbabilityIfNotLonger(after, c.before));
  }
  const std::vector<bool> is_longer = RejectedByHolm(longer, kAlpha);
  const std::vector<bool> is_shorter = RejectedByHolm(shorter, kAlpha);
  for (size_t i = 0; i < times->cases.size(); ++i) {
    TimedCase& c = times->cases[i];
    const std::vector<double> counted = CountedSeconds(c);
    const double before = MedianOf(c.before);
    const double after = MedianOf(counted.empty() ? c.after : counted);
    c.ratio = after / before;
    if (c.after.empty()) {
      c.outcome = TimeOutcome::kNoTime;
    } else if (LooksLonger(before, after, times->slower, c.least_ns)) {
      c.outcome =
          is_longer[i] ? TimeOutcome::kSlower : TimeOutcome::kLooksSlower;
    } else {
      c.outcome =
          is_shorter[i] && LooksLonger(after, before, times->slower, c.least_ns)
              ? TimeOutcome::kFaster
              : TimeOutcome::kSame;
    }
  }
}

std::string TimeWords(const TimedCase& c) {
  if (c.after.empty()) {
    return c.no_time.empty() ? "not timed now" : OneLine(c.no_time);
  }
  const std::vector<double> counted = CountedSeconds(c);
  std::string words = absl::StrFormat(
      "%.4g -> %.4g ns by the %s's clock, %.2f times (%d and %d benchmarks), p "
      "= %.2g",
      MedianOf(c.before), MedianOf(counted.empty() ? c.after : counted),
      OneLine(c.clock), c.ratio, c.before.size(), counted.size(), c.p);
  if (!c.no_time.empty()) {
    absl::StrAppend(&words, "; the last time: ", OneLine(c.no_time));
  }
  return words;
}

std::string TimesText(const GateTimes& times, size_t width) {
  std::string out = absl::StrCat("\ntimes     ", Counts(times), "\n");
  for (const TimedCase& c : times.cases) {
    if (c.outcome == TimeOutcome::kSame) continue;
    absl::StrAppend(
        &out, "  ", OneLine(c.id), "\n      ",
        Wrap(absl::StrCat(NameOf(c.outcome), ": ", TimeWords(c)), width, 6, 6));
  }
  return out;
}

std::string TimesMarkdown(const GateTimes& times) {
  std::string out = absl::StrCat("\nTimes: ", Counts(times), "\n");
  std::string rows;
  for (const TimedCase& c : times.cases) {
    if (c.outcome == TimeOutcome::kSame) continue;
    rows += MarkdownRow({MarkdownCellCode(c.id), MarkdownText(TimeWords(c)),
                         std::string(NameOf(c.outcome))});
  }
  if (rows.empty()) return out;
  return absl::StrCat(out, "\n| case | times | |\n", MarkdownRule(3), rows);
}

json TimesJson(const GateTimes& times) {
  const auto timed = [](const TimedCase& c) -> json {
    return {{"case", c.id},        {"outcome", std::string(NameOf(c.outcome))},
            {"clock", c.clock},    {"before_ns", c.before},
            {"after_ns", c.after}, {"lone", c.lone},
            {"ratio", c.ratio},    {"p", c.p},
            {"says", TimeWords(c)}};
  };
  return {{"fails", times.Fails()},
          {"slower", times.slower},
          {"cases", JsonList(times.cases, timed)}};
}

}  // namespace wgsync
