#include "reports/export/memory_rows.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

#include "absl/algorithm/container.h"
#include "suite/core/launch/final_check.h"
#include "suite/core/launch/seats.h"

namespace wgsync {
namespace {

// So far back a row is looked for that a run of words continues: workloads
// store a few kinds of words in turn.
constexpr size_t kLooksBack = 8;

// Words in order become runs, and runs of one shape become rows of one table
// line.
class Rows : public FinalMemorySink {
 public:
  explicit Rows(std::string what) : what_(std::move(what)) {}

  void Part() override { EndRun(); }
  void Word(Region region, uint64_t at, uint32_t wanted) override {
    if (run_.count != 0 && run_.region == region && Continues(at, wanted)) {
      if (run_.count++ == 1) {
        run_.stride = at - run_.first;
        run_.step = wanted - run_.value;
      }
      return;
    }
    EndRun();
    run_.region = region;
    run_.first = at;
    run_.value = wanted;
    run_.count = 1;
  }
  void Sum(Region region, uint64_t first, uint64_t count, uint64_t stride,
           uint32_t wanted) override {
    EndRun();
    run_.region = region;
    run_.first = first;
    run_.count = count;
    run_.stride = stride;
    run_.value = wanted;
    run_.sum = true;
    EndRun();
  }
  std::vector<MemoryRow> Take() {
    EndRun();
    return std::move(rows_);
  }

 private:
  bool Continues(uint64_t at, uint32_t wanted) const {
    if (run_.count == 1) return at > run_.first;
    return at == run_.first + run_.count * run_.stride &&
           wanted == run_.value + run_.count * run_.step;
  }
  void EndRun() {
    if (run_.count == 0) return;
    MemoryRow run = std::exchange(run_, MemoryRow());
    const size_t looked = std::min(kLooksBack, rows_.size());
    for (size_t i = rows_.size() - looked; i < rows_.size(); ++i) {
      if (Joins(&rows_[i], run)) return;
    }
    run.what = what_;
    rows_.push_back(std::move(run));
  }
  // `run` as one more row of `row`.
  static bool Joins(MemoryRow* row, const MemoryRow& run) {
    if (row->sum != run.sum || row->region != run.region ||
        row->count != run.count || row->stride != run.stride ||
        row->step != run.step || run.first <= row->first) {
      return false;
    }
    if (row->rows == 1) {
      row->row_stride = run.first - row->first;
      row->row_step = run.value - row->value;
    } else if (run.first != row->first + row->rows * row->row_stride ||
               run.value != row->value + row->rows * row->row_step) {
      return false;
    }
    ++row->rows;
    return true;
  }

  std::string what_;
  MemoryRow run_;
  std::vector<MemoryRow> rows_;
};

// `count` words, so far apart, that all hold `value`.
MemoryRow Equal(Region region, uint64_t first, uint64_t count, uint64_t stride,
                uint32_t value, std::string what) {
  MemoryRow row;
  row.region = region;
  row.first = first;
  row.count = count;
  row.stride = stride;
  row.value = value;
  row.what = std::move(what);
  return row;
}

std::vector<MemoryRow> RowsOfGrid(const LaunchSpec& spec,
                                  const Layout& layout) {
  const uint64_t n = spec.groups;
  std::vector<MemoryRow> rows;
  const MemoryRow wrong =
      Equal(kReport, kLineWords + kReportWrong, n, kLineWords, kPattern,
            "count of wrong reads, by work-group");
  // How many groups take part is another number in each launch, and moves the
  // rest. Where nothing was wrong, nothing follows the counts.
  if (spec.program.c.primitive->discovers) return {wrong};
  // The start words come first; only they prove that a store was lost.
  rows.push_back(Equal(kBoard, 0, 2 * n, 1, kPattern + 1,
                       "each work-group's words that it has started, and that "
                       "it came to its end"));
  if (layout.roles != 0) {
    rows.push_back(Equal(kBoard, layout.roles_at + kRoleBad, layout.roles,
                         kRoleWords, kPattern,
                         "waits that ended before their condition was met"));
    // A wait that gives up is what a bounded launch has in place of a hang.
    if (spec.program.waits == WaitMode::kBounded) {
      rows.back().otherwise = Outcome::kHung;
    }
  }
  rows.push_back(wrong);
  rows.push_back(Equal(kReport, kLineWords + kReportEnded, n, kLineWords,
                       kPattern + spec.group_size * KernelsOf(spec),
                       "work-items that came to the kernel's end, by "
                       "work-group"));
  if (IsLock(spec.program.c.primitive->family)) {
    rows.push_back(Equal(kReport, kLineWords + kReportOwner, n, kLineWords,
                         kPattern, "turns in which it was not held alone"));
  }
  Rows final_memory("stored at the end");
  TellFinalMemory(spec, &final_memory);
  absl::c_move(final_memory.Take(), std::back_inserter(rows));
  return rows;
}

}  // namespace

uint32_t FillOf(const LaunchSpec& spec, Region region) {
  return region == kWords ? WordInit(spec.program.c) : kPattern;
}

std::vector<MemoryRow> FilledRows(const LaunchSpec& spec,
                                  const Layout& layout) {
  const std::unique_ptr<uint32_t[]> half(
      new uint32_t[layout.total / sizeof(uint32_t)]);
  FillRegions(spec, layout, reinterpret_cast<uint8_t*>(half.get()));
  Rows rows("");
  for (int r = 0; r < kRegions; ++r) {
    const Region region = static_cast<Region>(r);
    const uint32_t* words = half.get() + layout.offset[r] / sizeof(uint32_t);
    if (region == kPayload && IsShape(*spec.program.c.primitive)) {
      for (uint64_t i : SeatWordOrder(spec)) rows.Word(region, i, words[i]);
      continue;
    }
    for (uint64_t i = 0; i < layout.used[r] / sizeof(uint32_t); ++i) {
      if (words[i] != FillOf(spec, region)) rows.Word(region, i, words[i]);
    }
  }
  return rows.Take();
}

std::vector<MemoryRow> CheckedRows(const LaunchSpec& spec,
                                   const Layout& layout) {
  if (!InTeams(spec)) return RowsOfGrid(spec, layout);
  const LaunchSpec one = OneTeam(spec);
  std::vector<MemoryRow> rows = RowsOfGrid(one, MakeLayout(one));
  for (MemoryRow& row : rows) {
    row.teams = layout.teams;
    row.team_stride = layout.stride[row.region] / sizeof(uint32_t);
  }
  return rows;
}

}  // namespace wgsync
