#include <utility>

#include "reports/matrix/matrix_model.h"
#include "reports/render/csv.h"
#include "reports/site/columns.h"
#include "reports/site/site_data.h"

namespace wgsync {

using nlohmann::ordered_json;

std::string MatrixCsv(absl::Span<const Run> runs) {
  std::vector<std::vector<std::string>> heads;
  for (const Run& run : runs) {
    const ordered_json column = ColumnJson(run);
    std::vector<std::string> head;
    for (const char* name :
         {"platform", "vendor", "device", "driver", "model", "key"}) {
      head.push_back(column[name].get<std::string>());
    }
    heads.push_back(std::move(head));
  }
  std::vector<std::string> names = {"case",     "family", "primitive",
                                    "platform", "vendor", "device",
                                    "driver",   "model",  "run"};
  const ordered_json empty = ResultFields(CaseResult());
  for (const auto& [name, value] : empty.items()) names.push_back(name);
  std::string out = CsvLine(names);
  for (const MatrixGroup& group : BuildMatrix(runs)) {
    for (const MatrixRow& row : group.rows) {
      for (size_t i = 0; i < row.cells.size(); ++i) {
        if (row.cells[i].result == nullptr) continue;
        std::vector<std::string> line = {row.id, group.family, group.primitive};
        line.insert(line.end(), heads[i].begin(), heads[i].end());
        const ordered_json fields = ResultFields(*row.cells[i].result);
        for (const auto& [name, value] : fields.items()) {
          line.push_back(CsvValue(value));
        }
        out += CsvLine(line);
      }
    }
  }
  return out;
}

}  // namespace wgsync
