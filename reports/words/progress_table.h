// The class of progress of a run's device with its evidence: sentences, and a
// table of the shapes. Pure.

#ifndef WGSYNC_REPORTS_WORDS_PROGRESS_TABLE_H_
#define WGSYNC_REPORTS_WORDS_PROGRESS_TABLE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "nlohmann/json_fwd.hpp"
#include "suite/core/progress/classify.h"
#include "suite/core/progress/progress_model.h"
#include "suite/core/record/run_log.h"

namespace wgsync {

// The cases of one shape.
struct ShapeRow {
  std::string shape;
  std::vector<progress::Config> needs;  // the weakest that guarantee it
  // One for each mapping of the table; null if no case has it. Where several
  // do (other accesses, grids or group sizes), all of them.
  std::vector<std::vector<const CaseResult*>> cells;
  uint64_t ended = 0;  // launches
};

struct ProgressTable {
  progress::Classification classification;  // of grids of one dimension
  progress::Classification in_space;        // of two and three
  std::vector<std::string> mappings;        // "round-robin", "round-robin busy"
  std::vector<ShapeRow> rows;               // in the order of ShapeTable()
};

// `run` must outlive the table.
ProgressTable MakeProgressTable(const Run& run);

// The device, the sentences (first that the run was cut short, if so), and the
// table in at most `width` columns.
std::string ProgressTableText(const Run& run, const ProgressTable& table,
                              size_t width, bool color = false);

// {"run":{...},"cut_short","progress":{...} or null,"in_space":likewise,
// "shapes":[{"shape","needs":[],"ended","cases":[{"case","mapping","verdict",
// "ended","waited"}]}]}: one of "devices" in {"kind":"progress-class",
// "schema":1,"devices":[...]}. "cut_short" is the sentence, or "".
nlohmann::json ProgressTableJson(const Run& run, const ProgressTable& table);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_WORDS_PROGRESS_TABLE_H_
