#include "suite/core/tried/next_try.h"

#include <algorithm>
#include <map>
#include <utility>

#include "absl/algorithm/container.h"
#include "suite/core/tried/try_rows.h"
#include "suite/core/tried/try_spec.h"

namespace wgsync {
namespace {

// Of a grid that is wrong: its rate is known well enough by then.
constexpr uint64_t kWrongLaunches = 20;
constexpr uint64_t kLeastLaunches = 3;
// A launch that does not end is made a second time; each costs a time limit.
constexpr uint64_t kHangs = 2;
constexpr uint64_t kControls = 5;  // launches that differ in one cause alone
constexpr uint64_t kMostSearches = 8;
constexpr uint64_t kLateLaunches = 10;  // if groups overlapped in kOverlaps
constexpr uint64_t kPausedLaunches = 17;
constexpr uint64_t kReadLaunches = 8;  // each place to read at twice
// Turns of pauses; multiples of 4 (PausedSource).
constexpr uint32_t kBriefPause = 64, kLonger = 16, kMostPause = 4194304;
constexpr uint32_t kRises = 8;  // launches that find out how long they may be
// A launch may take so many times what the largest grid took that ended, and
// more by the ratio of their groups, up to a bound.
constexpr double kSlower = 20, kMostRatio = 10;

uint64_t CountOf(const std::vector<TryRecord>& records, TryPurpose purpose) {
  return absl::c_count_if(
      records, [=](const TryRecord& r) { return r.purpose == purpose; });
}

bool IsLost(const std::vector<TryRecord>& records) {
  return !records.empty() && records.back().ending == TryEnding::kLost;
}

// Of `most` launches at most.
bool Enough(const TryLimits& plan, const TryRow& row,
            uint64_t most = UINT64_MAX) {
  const uint64_t launches = std::min<uint64_t>(plan.launches, most);
  if (row.other > 0) return true;
  if (row.hung + row.crashed > 0) {
    // Once more after the first, which need not be the first launch.
    return row.hung + row.crashed >= kHangs || row.launches >= launches;
  }
  // Those that begin anew after the first failure come in any case.
  if (row.kept > row.kept_right && row.launches - row.kept <= kControls) {
    return false;
  }
  if (row.launches >= launches) return true;
  if (row.wrong > 0 && row.launches >= kWrongLaunches) return true;
  return row.launches >= kLeastLaunches && row.seconds >= plan.seconds;
}

// The first place to look is where the residency should end.
absl::optional<TryLaunch> NextSearch(const TryPlan& plan,
                                     const std::vector<TryRecord>& records) {
  const Threshold t = ThresholdOf(records);
  if (t.hangs == 0 || t.sometimes || t.hangs - t.ends < 2 ||
      CountOf(records, TryPurpose::kSearch) >= kMostSearches) {
    return absl::nullopt;
  }
  if (t.ends == 0) {
    if (t.hangs <= plan.least) return absl::nullopt;
    return TryLaunch{TryPurpose::kSearch, plan.least};
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
  for (const TryPurpose before :
       {TryPurpose::kReference, TryPurpose::kOneGroup}) {
    const bool reference = before == TryPurpose::kReference;
    if (reference ? !plan.reference : !plan.one_group) continue;
    const TryRow row = RowOf(records, before, groups);
    if (row.launches + row.other == 0) return TryLaunch{before, groups};
    if (row.right == 0) return absl::nullopt;
  }
  const TryRow row = RowOf(records, TryPurpose::kMeasure, groups);
  if (Enough(plan, row)) return absl::nullopt;
  return TryLaunch{TryPurpose::kMeasure, groups};
}

// With fences: of the smallest grid that is wrong, as it is or with late
// groups, until one launch is not right.
absl::optional<TryLaunch> NextOrdered(const TryPlan& plan,
                                      const std::vector<TryRecord>& records) {
  for (const TryGrid& grid : plan.grids) {
    const auto wrong = [&](TryPurpose purpose) {
      return RowOf(records, purpose, grid.groups).wrong > 0;
    };
    TryLaunch next = {TryPurpose::kOrdered, grid.groups};
    next.read = wrong(TryPurpose::kReadBefore);
    next.late = next.read || wrong(TryPurpose::kLate);
    if (!next.late && !wrong(TryPurpose::kMeasure)) continue;
    if (grid.groups < 2) break;  // no order between groups is missing
    const TryRow row = RowOf(records, TryPurpose::kOrdered, grid.groups);
    if (!plan.ordered || row.right < row.launches + row.other ||
        row.launches >= kWrongLaunches ||
        (row.launches >= kControls && row.seconds >= plan.seconds)) {
      break;
    }
    return next;
  }
  return absl::nullopt;
}

// With stamps: of the smallest grid that does not end, until one launch does
// not; of one that is wrong, until a mark fails.
absl::optional<TryLaunch> NextWatched(const TryPlan& plan,
                                      const std::vector<TryRecord>& records) {
  uint32_t groups = ThresholdOf(records).hangs;  // a search may have found it
  for (const TryGrid& grid : plan.grids) {
    if (groups == 0 && plan.marked &&
        RowOf(records, TryPurpose::kMeasure, grid.groups).wrong > 0) {
      groups = grid.groups;
    }
  }
  const TryRow row = RowOf(records, TryPurpose::kWatched, groups);
  if (groups < 2 || row.right < row.launches + row.other ||
      row.launches >= kControls) {
    return absl::nullopt;
  }
  return TryLaunch{TryPurpose::kWatched, groups};
}

// The order in which grids have late groups: the largest first, but those last
// of which the least launches take longer than a grid's time.
std::vector<TryGrid> ForLate(const TryPlan& plan,
                             const std::vector<TryRecord>& records) {
  std::vector<TryGrid> grids(plan.grids.rbegin(), plan.grids.rend());
  absl::c_stable_partition(grids, [&](const TryGrid& grid) {
    return kLeastLaunches *
               RowOf(records, TryPurpose::kMeasure, grid.groups).slowest <=
           plan.seconds;
  });
  return grids;
}

// Of each grid that is right; those of which late launches do not end are left.
// Then after reading, and with pauses; the first one alone with stores to the
// hot word, and without orders.
absl::optional<TryLaunch> NextLate(const TryPlan& plan,
                                   const std::vector<TryRecord>& records) {
  // On a busy machine it takes many until two groups run at the same time.
  const uint64_t few =
      Overlapped(records) >= kOverlaps ? kLateLaunches : UINT64_MAX;
  bool first = true;
  for (const TryGrid& grid : ForLate(plan, records)) {
    const uint32_t groups = grid.groups;
    if (groups < 2 || !RowOf(records, TryPurpose::kMeasure, groups).clean()) {
      continue;
    }
    // The smallest grid, of one group often, shows whether the changed kernel
    // is the same. A smaller one may lack a group that the file counts on.
    const uint32_t least =
        absl::c_find_if(plan.grids, [&](const TryGrid& g) {
          return RowOf(records, TryPurpose::kMeasure, g.groups).clean();
        })->groups;
    const TryRow alone = RowOf(records, TryPurpose::kLate, least);
    if (alone.launches + alone.other == 0) {
      return TryLaunch{TryPurpose::kLate, least};
    }
    if (!alone.clean()) return absl::nullopt;
    const auto needs_control = [&](TryPurpose purpose) {
      const TryRow row = RowOf(records, purpose, groups);
      return row.right < kControls && row.right == row.launches + row.other;
    };
    const TryRow late = RowOf(records, TryPurpose::kLate, groups);
    if (!Enough(plan, late, few)) return TryLaunch{TryPurpose::kLate, groups};
    if (late.fails()) return absl::nullopt;
    if (!late.clean()) {
      if (late.launches > 0 && needs_control(TryPurpose::kInTime)) {
        return TryLaunch{TryPurpose::kInTime, groups};
      }
      continue;
    }
    const TryRow again = RowOf(records, TryPurpose::kReadBefore, groups);
    if (plan.reads && !Enough(plan, again, kReadLaunches)) {
      return TryLaunch{TryPurpose::kReadBefore, groups};
    }
    if (again.fails()) return absl::nullopt;
    if (plan.paused && needs_control(TryPurpose::kNoPause)) {
      return TryLaunch{TryPurpose::kNoPause, groups};
    }
    const TryRow pauses = RowOf(records, TryPurpose::kPaused, groups);
    if (pauses.right_in_time && !Enough(plan, pauses, kPausedLaunches)) {
      return TryLaunch{TryPurpose::kPaused, groups};
    }
    if (pauses.fails()) return absl::nullopt;
    const TryRow hot = RowOf(records, TryPurpose::kHot, groups);
    if (first && plan.hot && !Enough(plan, hot, kLateLaunches)) {
      return TryLaunch{TryPurpose::kHot, groups};
    }
    if (hot.fails()) return absl::nullopt;
    const TryRow loose = RowOf(records, TryPurpose::kUnordered, groups);
    if (first && plan.unordered && loose.wrong == 0 &&
        !Enough(plan, loose, few)) {
      return TryLaunch{TryPurpose::kUnordered, groups};
    }
    first = false;
  }
  return absl::nullopt;
}

// Without one order at a time, until one launch fails: of the grid that is
// wrong without all. Each that hung would cost a time limit.
absl::optional<TryLaunch> NextWeaker(const TryPlan& plan,
                                     const std::vector<TryRecord>& records) {
  if (plan.orders.size() < 2) return absl::nullopt;
  for (const TryGrid& grid : plan.grids) {
    if (RowOf(records, TryPurpose::kUnordered, grid.groups).wrong == 0)
      continue;
    TryLaunch next = {TryPurpose::kOneWeaker, grid.groups};
    for (const TryOrder& order : plan.orders) {
      ++next.order;
      const TryRow row = RowOf(records, next.purpose, grid.groups, next.order);
      if (order.builds && row.right == row.launches + row.other &&
          row.launches < kReadLaunches && row.seconds < plan.seconds) {
        return next;
      }
    }
  }
  return absl::nullopt;
}

// The largest grid that is right with late groups.
absl::optional<TryLaunch> NextReversed(const TryPlan& plan,
                                       const std::vector<TryRecord>& records) {
  for (auto grid = plan.grids.rbegin(); grid != plan.grids.rend(); ++grid) {
    const auto row_of = [&](TryPurpose purpose) {
      return RowOf(records, purpose, grid->groups);
    };
    if (grid->groups < 2 || !row_of(TryPurpose::kLate).clean()) continue;
    if (row_of(TryPurpose::kReadBefore).fails()) break;
    if (row_of(TryPurpose::kPaused).fails()) break;
    if (Enough(plan, row_of(TryPurpose::kReversed), kControls)) break;
    return TryLaunch{TryPurpose::kReversed, grid->groups};
  }
  return absl::nullopt;
}

absl::optional<TryLaunch> NextOfAll(const TryPlan& plan,
                                    const std::vector<TryRecord>& records) {
  if (IsLost(records)) return absl::nullopt;
  for (const TryGrid& grid : plan.grids) {
    const auto next = NextOfGrid(plan, grid.groups, records);
    if (next) return next;
    const TryRow row = RowOf(records, TryPurpose::kMeasure, grid.groups);
    // A larger one would hang as well, and each hang costs a time limit. One
    // group alone may wait for another.
    if (row.crashed > 0 || (row.hung > 0 && grid.groups > 1)) break;
  }
  const Threshold t = ThresholdOf(records);
  const TryRow plain = RowOf(records, TryPurpose::kNotOptimized, t.hangs);
  if (t.hangs != 0 &&
      plain.right + plain.wrong ==
          CountOf(records, TryPurpose::kNotOptimized) &&
      plain.launches < (t.sometimes ? kControls : 1)) {
    return TryLaunch{TryPurpose::kNotOptimized, t.hangs};
  }
  if (const auto search = NextSearch(plan, records)) return search;
  if (const auto ordered = NextOrdered(plan, records)) return ordered;
  if (!plan.late) return absl::nullopt;
  for (const auto next : {NextWatched, NextLate, NextWeaker, NextReversed}) {
    const absl::optional<TryLaunch> launch = next(plan, records);
    if (launch) return launch;
  }
  return absl::nullopt;
}

// The values of a launch that is right are kept. After the first one that is
// not some begin anew, and show if those are to blame; after others, one.
bool Keeps(const std::vector<TryRecord>& records, const TryLaunch& launch) {
  uint64_t right = 0, failed = 0;
  for (auto r = records.rbegin(); r != records.rend(); ++r) {
    if (r->purpose != launch.purpose || r->groups != launch.groups) break;
    if (r->ending != TryEnding::kFinished || !r->right()) ++failed;
    if (failed == 0) ++right;
  }
  return right >= (failed == 1 ? kControls : 1);
}

double LimitOf(const TryPlan& plan, const std::vector<TryRecord>& records,
               const TryLaunch& launch) {
  double slowest = 0;
  uint32_t largest = 0;
  for (const TryRecord& r : records) {
    if (!IsMeasured(r) || r.ending != TryEnding::kFinished) continue;
    if (r.groups > launch.groups && largest != 0) continue;
    slowest = r.groups > largest ? r.seconds : std::max(slowest, r.seconds);
    largest = std::max(largest, r.groups);
  }
  const double ratio =
      largest == 0 ? 1 : static_cast<double>(launch.groups) / largest;
  const bool alone = launch.purpose == TryPurpose::kReference ||
                     launch.purpose == TryPurpose::kOneGroup;
  const TryRow row = RowOf(records, launch.purpose, launch.groups);
  const bool again = launch.purpose == TryPurpose::kLate
                         ? row.hung > 0 && row.right == 0
                         : largest == 0 && ThresholdOf(records).hangs != 0 &&
                               launch.purpose != TryPurpose::kWatched;
  return std::max(
      plan.limit * (alone || again ? kPatience : 1),
      kSlower * slowest * std::min(std::max(ratio, 1.0), kMostRatio));
}

// The first launches pause at all operations, first briefly, and then longer if
// one that takes so much longer ends long before its limit: otherwise it would
// seem to hang. The others pause at those on even or odd values.
uint32_t PauseOf(const std::vector<TryRecord>& records,
                 const TryLaunch& launch) {
  uint32_t turns = kBriefPause, made = 0;
  for (const TryRecord& r : records) {
    if (r.purpose != launch.purpose || r.groups != launch.groups) continue;
    ++made;
    if (r.pause == turns && turns < kMostPause &&
        r.seconds * kLonger < launch.limit / 2) {
      turns *= kLonger;
    }
  }
  return turns < kMostPause && made < kRises ? turns : turns + 1 + made % 2;
}

TryVerdict VerdictOf(const TryReport& report) {
  const auto any = [&report](uint64_t TryRow::*count) {
    return absl::c_any_of(report.rows,
                          [count](const TryRow& row) { return row.*count; });
  };
  if (any(&TryRow::crashed)) return TryVerdict::kCrash;
  if (any(&TryRow::wrong)) return TryVerdict::kWrong;
  if (FailingForm(report) != nullptr) return TryVerdict::kWhenLate;
  if (report.hangs_from != 0) {
    return ThresholdOf(report.records).sometimes ? TryVerdict::kHangs
           : report.ends_up_to != 0              ? TryVerdict::kHangsAbove
                                                 : TryVerdict::kNoEnd;
  }
  if (ThresholdOf(report.records).alone) return TryVerdict::kHangs;
  if (IsLost(report.records)) return TryVerdict::kLost;
  return report.doubt ? TryVerdict::kUnproven : TryVerdict::kRight;
}

}  // namespace

absl::optional<TryDoubt> DoubtOf(const TryReport& report) {
  uint32_t most_groups = 0;
  uint64_t checked = 0;
  bool can_fail = false, busy = false, cut = false, changed = false;
  bool differs = false;
  for (const TryRow& row : report.rows) {
    busy |= row.example.ending == TryEnding::kNoProcessor;
    if (row.clean()) most_groups = std::max(most_groups, row.groups);
  }
  for (const TryRecord& r : report.records) {
    // It may have been a hang.
    cut |= r.ending == TryEnding::kCut && !r.weaker();
    differs |= !r.differs.empty() && !r.weaker();
    changed |=
        IsControl(r.purpose) && r.ending == TryEnding::kFinished && !r.right();
    if (r.purpose != TryPurpose::kMeasure || r.groups < 2) continue;
    checked += r.checked;
    // The comparison with the first launch begins with the second.
    can_fail |= r.checked > 0 && !r.vacuous;
  }
  if (busy) return TryDoubt::kNoProcessor;
  if (cut) return TryDoubt::kCut;
  if (most_groups == 0) return TryDoubt::kNotRun;
  if (most_groups == 1) return TryDoubt::kOneGroup;
  if (checked == 0) return TryDoubt::kNothing;
  if (report.guessed) return differs ? TryDoubt::kDiffers : TryDoubt::kSame;
  if (!can_fail) return TryDoubt::kVacuous;
  if (changed) return TryDoubt::kChanged;
  if (report.overlapped < kOverlaps) {
    return report.late && report.late->right > 0 ? TryDoubt::kTurns
                                                 : TryDoubt::kUnshown;
  }
  return absl::nullopt;
}

std::vector<TryGrid> GridsOf(const std::vector<std::string>& symbols,
                             uint32_t residency) {
  std::map<uint64_t, std::string> by_groups;
  for (const std::string& symbol : symbols) {
    by_groups.emplace(GroupsOf(symbol, residency), symbol);
  }
  std::vector<TryGrid> grids;
  for (const auto& grid : by_groups) {
    if (grid.first == 0 || grid.first > UINT32_MAX) continue;
    grids.push_back({grid.second, static_cast<uint32_t>(grid.first)});
  }
  return grids;
}

absl::optional<TryLaunch> NextTry(const TryPlan& plan,
                                  const std::vector<TryRecord>& records) {
  absl::optional<TryLaunch> next = NextOfAll(plan, records);
  if (next) {
    const bool weaker = next->purpose == TryPurpose::kUnordered ||
                        next->purpose == TryPurpose::kOneWeaker;
    next->late |= weaker || IsLate(next->purpose);
    next->read |= (weaker && plan.reads) ||
                  next->purpose == TryPurpose::kReadBefore ||
                  next->purpose == TryPurpose::kHot;
    next->hot = next->purpose == TryPurpose::kHot;
    if (weaker && plan.hot) {
      next->hot =
          RowOf(records, next->purpose, next->groups, next->order).launches %
              2 ==
          1;
    }
    next->kept = plan.keeps && Keeps(records, *next);
    next->limit = LimitOf(plan, records, *next);
    if (next->purpose == TryPurpose::kPaused) {
      next->pause = PauseOf(records, *next);
    }
  }
  return next;
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
  }
  for (auto grid = plan.grids.rbegin(); grid != plan.grids.rend(); ++grid) {
    if (grid->groups < 2) break;
    for (const TryForm& form : kTryForms) {
      const TryRow row = RowOf(report->records, form.purpose, grid->groups);
      const uint64_t ended = row.right + row.wrong;
      if (IsLate(form.purpose)) report->stamped += ended;
      absl::optional<TryRow>& shown = report->*form.row;
      if (row.fails() || (ended > 0 && !shown)) shown = row;
    }
    uint32_t number = 0;
    for (TryOrder order : plan.orders) {
      const TryRow row = RowOf(report->records, TryPurpose::kOneWeaker,
                               grid->groups, ++number);
      order.launches = row.launches;
      order.failed = row.launches - row.right;
      if (row.launches > 0) report->orders.push_back(std::move(order));
    }
  }
  const TryRow watched = RowOf(report->records, TryPurpose::kWatched, t.hangs);
  if (watched.launches + watched.other > 0) report->watched = watched;
  report->overlapped = Overlapped(report->records);
  report->doubt = DoubtOf(*report);
  report->verdict = VerdictOf(*report);
  if (report->verdict != TryVerdict::kUnproven) report->doubt.reset();
}

}  // namespace wgsync
