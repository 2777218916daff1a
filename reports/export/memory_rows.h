// Words of a launch's memory as rows: what they hold before it, and what they
// must hold after it. The tables of a replay.

#ifndef WGSYNC_REPORTS_EXPORT_MEMORY_ROWS_H_
#define WGSYNC_REPORTS_EXPORT_MEMORY_ROWS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "suite/core/launch/layout.h"

namespace wgsync {

// How a launch whose words are not these is called.
enum class Outcome { kRight = 0, kWrong = 1, kHung = 2 };

// The words first + j * row_stride + k * stride hold value + j * row_step +
// k * step, for j below `rows` and k below `count`; modulo 2^32. With `sum`
// each row's words have the sum value + j * row_step. The same again
// team_stride words further on, for each of `teams`.
struct MemoryRow {
  Region region = kWords;
  uint64_t first = 0;
  uint64_t count = 0;
  uint64_t stride = 1;
  uint32_t value = 0;
  uint32_t step = 0;
  uint64_t rows = 1;
  uint64_t row_stride = 0;
  uint32_t row_step = 0;
  uint64_t teams = 1;
  uint64_t team_stride = 0;
  bool sum = false;
  Outcome otherwise = Outcome::kWrong;
  std::string what;  // it is, in words
};

// What a region holds before the launch but for the rows of FilledRows().
uint32_t FillOf(const LaunchSpec& spec, Region region);
std::vector<MemoryRow> FilledRows(const LaunchSpec& spec, const Layout& layout);

// What the suite looks at when a launch has ended: the groups' start and end
// words, waits that were left unmet or gave up, wrong reads, and the workload's
// final memory.
std::vector<MemoryRow> CheckedRows(const LaunchSpec& spec,
                                   const Layout& layout);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_EXPORT_MEMORY_ROWS_H_
