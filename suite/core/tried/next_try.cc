#include "suite/core/tried/next_try.h"

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/strip.h"
#include "suite/core/base/field_visitor.h"

namespace wgsync {
namespace {

constexpr EnumRow<TryPurpose> kPurposes[] = {
    {TryPurpose::kMeasure, "measure"},
    {TryPurpose::kOneGroup, "one_group"},
    {TryPurpose::kReference, "reference"},
    {TryPurpose::kSearch, "search"},
    {TryPurpose::kNotOptimized, "not_optimized"},
    {TryPurpose::kLate, "late"},
};
constexpr auto kPurposeNames = EnumNames(kPurposes, TryPurpose::kLate);

constexpr EnumRow<TryEnding> kEndings[] = {
    {TryEnding::kFinished, "finished"},
    {TryEnding::kHung, "hung"},
    {TryEnding::kMoving, "moving"},
    {TryEnding::kUnseen, "unseen"},
    {TryEnding::kCrashed, "crashed"},
    {TryEnding::kRefused, "refused"},
    {TryEnding::kFailed, "failed"},
    {TryEnding::kNoProcessor, "no_processor"},
    {TryEnding::kLost, "lost"},
};
constexpr auto kEndingNames = EnumNames(kEndings, TryEnding::kLost);

constexpr EnumRow<TryVerdict> kVerdicts[] = {
    {TryVerdict::kRight, "right"},
    {TryVerdict::kWrong, "wrong"},
    {TryVerdict::kHangsAbove, "hangs_above"},
    {TryVerdict::kHangs, "hangs"},
    {TryVerdict::kCrash, "crash"},
    {TryVerdict::kWhenLate, "when_late"},
    {TryVerdict::kUnproven, "unproven"},
    {TryVerdict::kLost, "lost"},
};
constexpr auto kVerdictNames = EnumNames(kVerdicts, TryVerdict::kLost);

constexpr EnumRow<TryDoubt> kDoubts[] = {
    {TryDoubt::kOneGroup, "one_group"},
    {TryDoubt::kOneResident, "one_resident"},
    {TryDoubt::kNothing, "nothing_compared"},
    {TryDoubt::kVacuous, "right_before"},
    {TryDoubt::kNoProcessor, "no_processor"},
    {TryDoubt::kNotRun, "not_run"},
    {TryDoubt::kOneLaunch, "one_launch"},
    {TryDoubt::kTurns, "turns"},
};
constexpr auto kDoubtNames = EnumNames(kDoubts, TryDoubt::kTurns);

// Of a grid that is wrong: its rate is known well enough by then.
constexpr uint64_t kWrongLaunches = 20;
constexpr uint64_t kLeastLaunches = 3;
// A launch that does not end is made a second time; each costs a time limit.
constexpr uint64_t kHangs = 2;
constexpr size_t kMostSearches = 8;
constexpr uint64_t kLateLaunches = 10;

bool Has(const std::vector<TryRecord>& records, TryPurpose purpose,
         uint32_t groups, bool finished = false) {
  return std::any_of(records.begin(), records.end(), [&](const TryRecord& r) {
    return r.purpose == purpose && r.groups == groups &&
           (!finished || r.ending == TryEnding::kFinished);
  });
}

TryRow RowOf(const std::vector<TryRecord>& records, TryPurpose purpose,
             uint32_t groups) {
  TryRow row;
  row.groups = groups;
  for (const TryRecord& r : records) {
    if (r.purpose != purpose || r.groups != groups) continue;
    const bool finished = r.ending == TryEnding::kFinished;
    const bool crashed =
        r.ending == TryEnding::kCrashed || r.ending == TryEnding::kFailed;
    const bool is_first = row.launches + row.other == 0;
    const bool bad = !finished || !r.right();
    if (is_first || (bad && row.right + row.other == row.launches + row.other &&
                     row.example.ending == TryEnding::kFinished)) {
      row.example = r;
    }
    row.seconds += r.seconds;
    row.right += finished && r.right() ? 1 : 0;
    row.wrong += finished && !r.right() ? 1 : 0;
    row.hung += DoesNotEnd(r.ending) ? 1 : 0;
    row.crashed += crashed ? 1 : 0;
    if (finished || crashed || DoesNotEnd(r.ending)) {
      ++row.launches;
    } else {
      ++row.other;
    }
  }
  return row;
}

bool Enough(const TryPlan& plan, const TryRow& row) {
  if (row.other > 0) return true;
  if (row.hung + row.crashed > 0) {
    // Once more after the first, which need not be the first launch.
    return row.hung + row.crashed >= kHangs || row.launches >= plan.launches;
  }
  if (row.launches >= plan.launches) return true;
  if (row.wrong > 0 && row.launches >= kWrongLaunches) return true;
  return row.launches >= kLeastLaunches && row.seconds >= plan.seconds;
}

// The smallest grid that does not end, in whatever launch, and the largest one
// below it that does.
struct Threshold {
  uint32_t ends = 0, hangs = 0;
};
Threshold ThresholdOf(const std::vector<TryRecord>& records) {
  Threshold t;
  const auto counts = [](const TryRecord& r) {
    return r.purpose == TryPurpose::kMeasure ||
           r.purpose == TryPurpose::kSearch;
  };
  for (const TryRecord& r : records) {
    if (counts(r) && DoesNotEnd(r.ending) &&
        (t.hangs == 0 || r.groups < t.hangs)) {
      t.hangs = r.groups;
    }
  }
  for (const TryRecord& r : records) {
    if (counts(r) && r.ending == TryEnding::kFinished && r.groups < t.hangs) {
      t.ends = std::max(t.ends, r.groups);
    }
  }
  return t;
}

// The first place to look is where the residency should end.
absl::optional<TryLaunch> NextSearch(const TryPlan& plan,
                                     const std::vector<TryRecord>& records) {
  const Threshold t = ThresholdOf(records);
  const size_t searches = std::count_if(
      records.begin(), records.end(),
      [](const TryRecord& r) { return r.purpose == TryPurpose::kSearch; });
  if (t.hangs == 0 || t.ends == 0 || t.hangs - t.ends < 2 ||
      searches >= kMostSearches) {
    return absl::nullopt;
  }
  for (const uint32_t groups : {plan.residency, plan.residency + 1}) {
    if (plan.residency != 0 && groups > t.ends && groups < t.hangs) {
      return TryLaunch{TryPurpose::kSearch, groups};
    }
  }
  return TryLaunch{TryPurpose::kSearch, t.ends + (t.hangs - t.ends) / 2};
}

absl::optional<TryLaunch> NextOfGrid(const TryPlan& plan, uint32_t groups,
                                     const std::vector<TryRecord>& records) {
  const struct {
    bool needed;
    TryPurpose purpose;
  } kBefore[] = {{plan.reference, TryPurpose::kReference},
                 {plan.one_group, TryPurpose::kOneGroup}};
  for (const auto& before : kBefore) {
    if (!before.needed) continue;
    if (!Has(records, before.purpose, groups)) {
      return TryLaunch{before.purpose, groups};
    }
    if (!Has(records, before.purpose, groups, true)) return absl::nullopt;
  }
  const TryRow row = RowOf(records, TryPurpose::kMeasure, groups);
  if (Enough(plan, row)) return absl::nullopt;
  return TryLaunch{TryPurpose::kMeasure, groups};
}

TryDoubt DoubtOf(const TryPlan& plan, const TryReport& report, bool* has) {
  *has = true;
  uint32_t most_groups = 0;
  uint64_t checked = 0, launches = 0;
  bool can_fail = false, busy = false;
  for (const TryRow& row : report.rows) {
    busy = busy || row.example.ending == TryEnding::kNoProcessor;
    if (!row.clean()) continue;
    most_groups = std::max(most_groups, row.groups);
    if (row.groups < 2) continue;
    launches = std::max(launches, row.launches);
  }
  for (const TryRecord& r : report.records) {
    if (r.purpose != TryPurpose::kMeasure || r.groups < 2) continue;
    checked += r.checked;
    // The comparison with the first launch begins with the second.
    can_fail = can_fail || (r.checked > 0 && !r.vacuous);
  }
  if (busy) return TryDoubt::kNoProcessor;
  if (most_groups == 0) return TryDoubt::kNotRun;
  if (most_groups == 1) return TryDoubt::kOneGroup;
  if (plan.residency == 1) return TryDoubt::kOneResident;
  if (launches < 2) return TryDoubt::kOneLaunch;
  if (checked == 0) return TryDoubt::kNothing;
  if (!can_fail) return TryDoubt::kVacuous;
  if (report.late && report.late->clean() && report.overlapped == 0)
    return TryDoubt::kTurns;
  *has = false;
  return TryDoubt::kNotRun;
}

bool AnyEnds(const std::vector<TryRecord>& records, TryEnding ending) {
  return std::any_of(records.begin(), records.end(),
                     [&](const TryRecord& r) { return r.ending == ending; });
}

TryVerdict VerdictOf(const TryReport& report) {
  bool wrong = false, crash = false;
  for (const TryRow& row : report.rows) {
    wrong = wrong || row.wrong > 0;
    crash = crash || row.crashed > 0;
  }
  if (crash) return TryVerdict::kCrash;
  if (wrong) return TryVerdict::kWrong;
  if (report.hangs_from != 0) {
    return report.ends_up_to != 0 ? TryVerdict::kHangsAbove
                                  : TryVerdict::kHangs;
  }
  if (AnyEnds(report.records, TryEnding::kLost)) return TryVerdict::kLost;
  // One that does not end proves nothing: fewer groups of the kernel that calls
  // this one may be resident.
  if (report.late && report.late->wrong > 0) return TryVerdict::kWhenLate;
  return report.doubt ? TryVerdict::kUnproven : TryVerdict::kRight;
}

}  // namespace

absl::Span<const absl::string_view> NamesOf(TryPurpose) {
  return kPurposeNames.names;
}
absl::Span<const absl::string_view> NamesOf(TryEnding) {
  return kEndingNames.names;
}
absl::Span<const absl::string_view> NamesOf(TryVerdict) {
  return kVerdictNames.names;
}
absl::Span<const absl::string_view> NamesOf(TryDoubt) {
  return kDoubtNames.names;
}

bool DoesNotEnd(TryEnding ending) {
  return ending == TryEnding::kHung || ending == TryEnding::kMoving ||
         ending == TryEnding::kUnseen;
}

void TryLaunch::Fields(FieldVisitor& v) {
  v.Enum("purpose", &purpose);
  v.Field("groups", &groups);
}

void TryRecord::Fields(FieldVisitor& v) {
  TryLaunch::Fields(v);
  v.Enum("ending", &ending);
  v.Field("seconds", &seconds);
  v.Rare("text", &text, {});
  v.Field("checked", &checked);
  v.Field("wrong", &wrong);
  if (v.Present("shown", !shown.empty())) v.List("shown", &shown);
  if (v.Present("beyond", !beyond.empty())) v.List("beyond", &beyond);
  v.Rare("vacuous", &vacuous, false);
  if (v.Present("moved", !moved.empty())) v.List("moved", &moved);
  v.Rare("looks", &looks, uint64_t{0});
  v.Rare("overlapped", &overlapped, false);
}

void TryRow::Fields(FieldVisitor& v) {
  v.Field("name", &name);
  v.Field("groups", &groups);
  v.Field("launches", &launches);
  v.Field("right", &right);
  v.Field("wrong", &wrong);
  v.Field("hung", &hung);
  v.Field("crashed", &crashed);
  v.Field("other", &other);
  v.Field("seconds", &seconds);
}

void TryReport::Fields(FieldVisitor& v) {
  v.Field("file", &file);
  v.Field("kernel", &kernel);
  v.Field("device", &device);
  v.Field("driver", &driver);
  v.Field("items", &items);
  v.Field("residency", &residency);
  v.Field("residency_text", &residency_text);
  v.Field("right", &right);
  v.Field("defaults", &defaults);
  v.Enum("verdict", &verdict);
  v.EnumOrNone("doubt", &doubt);
  v.List("grids", &rows);
  v.Field("left_out", &left_out);
  v.Field("ends_up_to", &ends_up_to);
  v.Field("hangs_from", &hangs_from);
  v.EnumOrNone("not_optimized", &not_optimized);
  if (v.Present("late", late.has_value())) {
    TryRow row = late.value_or(TryRow());
    v.Struct("late", &row);
  }
  v.Field("overlapped", &overlapped);
  v.Field("notes", &notes);
  v.List("launches", &records);
}

std::vector<TryGrid> GridsOf(const std::vector<std::string>& symbols,
                             uint32_t residency) {
  std::vector<TryGrid> grids;
  for (const std::string& symbol : symbols) {
    absl::string_view factor = symbol;
    uint64_t n = 0;
    if (!absl::SimpleAtoi(symbol, &n)) {
      n = residency;
      uint32_t times = 1;
      if (absl::ConsumePrefix(&factor, "res_x") &&
          absl::SimpleAtoi(factor, &times)) {
        n *= times;
      }
      if (residency != 0 && symbol == "res_plus1") ++n;
      if (residency != 0 && symbol == "res_minus1") --n;
    }
    const bool known =
        std::any_of(grids.begin(), grids.end(),
                    [n](const TryGrid& g) { return g.groups == n; });
    if (n == 0 || n > UINT32_MAX || known) continue;
    grids.push_back({symbol, static_cast<uint32_t>(n)});
  }
  std::sort(grids.begin(), grids.end(), [](const TryGrid& a, const TryGrid& b) {
    return a.groups < b.groups;
  });
  return grids;
}

absl::optional<TryLaunch> NextTry(const TryPlan& plan,
                                  const std::vector<TryRecord>& records) {
  if (AnyEnds(records, TryEnding::kLost)) return absl::nullopt;
  uint32_t clean = 0;  // the largest grid that is
  for (const TryGrid& grid : plan.grids) {
    const auto next = NextOfGrid(plan, grid.groups, records);
    if (next) return next;
    const TryRow row = RowOf(records, TryPurpose::kMeasure, grid.groups);
    // A larger one would hang as well, and each hang costs a time limit.
    if (row.hung + row.crashed > 0) break;
    if (row.clean()) clean = grid.groups;
  }
  const Threshold t = ThresholdOf(records);
  if (t.hangs != 0 &&
      !std::any_of(records.begin(), records.end(), [](const TryRecord& r) {
        return r.purpose == TryPurpose::kNotOptimized;
      })) {
    return TryLaunch{TryPurpose::kNotOptimized, t.hangs};
  }
  if (const auto search = NextSearch(plan, records)) return search;
  if (!plan.late || t.hangs != 0 || clean < 2) return absl::nullopt;
  // Where a kernel cannot call another one as it is, one group shows it.
  const TryRow alone = RowOf(records, TryPurpose::kLate, 1);
  if (alone.launches + alone.other == 0) return TryLaunch{TryPurpose::kLate, 1};
  if (!alone.clean()) return absl::nullopt;
  const TryRow late = RowOf(records, TryPurpose::kLate, clean);
  TryPlan few = plan;
  few.launches = std::min<uint64_t>(plan.launches, kLateLaunches);
  if (Enough(few, late)) return absl::nullopt;
  return TryLaunch{TryPurpose::kLate, clean};
}

void Conclude(const TryPlan& plan, std::vector<TryRecord> records,
              TryReport* report) {
  report->records = std::move(records);
  for (const TryGrid& grid : plan.grids) {
    TryRow row = RowOf(report->records, TryPurpose::kMeasure, grid.groups);
    if (row.launches + row.other == 0) {
      report->left_out.push_back(grid.name);
      continue;
    }
    row.name = grid.name;
    report->rows.push_back(std::move(row));
  }
  const Threshold t = ThresholdOf(report->records);
  report->hangs_from = t.hangs;
  report->ends_up_to = t.ends;
  for (const TryRecord& r : report->records) {
    if (r.purpose == TryPurpose::kNotOptimized) {
      report->not_optimized = r.ending;
    }
    if (r.purpose == TryPurpose::kLate && r.groups > 1) {
      report->overlapped += r.overlapped ? 1 : 0;
      report->late = RowOf(report->records, TryPurpose::kLate, r.groups);
    }
  }
  bool doubtful = false;
  const TryDoubt doubt = DoubtOf(plan, *report, &doubtful);
  if (doubtful) report->doubt = doubt;
  report->verdict = VerdictOf(*report);
  if (report->verdict != TryVerdict::kUnproven) report->doubt.reset();
}

}  // namespace wgsync
