#include "reports/words/progress_table.h"

#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"
#include "reports/matrix/matrix_model.h"
#include "reports/matrix/progress_class.h"
#include "reports/matrix/report_json.h"
#include "reports/render/text.h"
#include "suite/core/progress/litmus_facts.h"
#include "suite/core/progress/mapping.h"
#include "suite/core/record/progress_record.h"
#include "suite/core/record/run_facts.h"

namespace wgsync {
namespace {

using nlohmann::json;

// The words of ids, by progress::Mapping, which is the order of the columns; ""
// is the usual value, which an id does not name.
constexpr const char* kMaps[] = {"plain", "", "chunk", "shuffle"};

// Orders the columns: mappings, without load and with it, by dimensions.
struct Mapping {
  int dims = 1;
  int place = 0;
  bool busy = false;

  bool operator<(const Mapping& other) const {
    return std::tie(dims, place, busy) <
           std::tie(other.dims, other.place, other.busy);
  }
};

Mapping MappingOf(const IdWords& id) {
  Mapping mapping;
  const std::string map = id.Of("map");
  mapping.busy = !id.Of("load").empty();
  if (!absl::SimpleAtoi(id.Of("dims"), &mapping.dims)) mapping.dims = 1;
  while (mapping.place < 3 && map != kMaps[mapping.place]) ++mapping.place;
  return mapping;
}

std::string MappingName(const Mapping& mapping) {
  return absl::StrCat(
      progress::MappingName(static_cast<progress::Mapping>(mapping.place)),
      mapping.busy ? " busy" : "",
      mapping.dims == 1 ? "" : absl::StrCat(" ", mapping.dims, "D"));
}

std::string Letters(const std::vector<const CaseResult*>& cell) {
  std::string letters;
  for (const CaseResult* r : cell) letters += VerdictLetter(r->verdict.kind);
  return letters;
}

std::string NeedText(const ShapeRow& row) {
  return row.needs.empty() ? "-" : progress::ConfigNames(row.needs, " or ");
}

// The letters that occur, each once, with their names.
std::string Legend(const ProgressTable& table) {
  std::set<VerdictKind> kinds;
  for (const ShapeRow& row : table.rows) {
    for (const auto& cell : row.cells) {
      for (const CaseResult* r : cell) kinds.insert(r->verdict.kind);
    }
  }
  std::string text;
  for (const VerdictKind kind : kinds) {
    absl::StrAppend(&text, std::string(1, VerdictLetter(kind)), " ",
                    VerdictName(kind), "; ");
  }
  return absl::StrCat(
      text,
      "ended: launches that ended with each wait met; needs: the weakest "
      "models that guarantee the shape; busy: next to groups that hammer one "
      "word; 2D: grids of two dimensions");
}

std::string CellsText(const ProgressTable& table, bool color) {
  std::vector<std::vector<std::string>> rows = {{"shape", "needs"}};
  rows[0].insert(rows[0].end(), table.mappings.begin(), table.mappings.end());
  rows[0].push_back("ended");
  for (const ShapeRow& row : table.rows) {
    rows.push_back({row.shape, NeedText(row)});
    for (const std::vector<const CaseResult*>& cell : row.cells) {
      const Ink ink = cell.empty() ? Ink::kNone : InkOf(*cell.front());
      rows.back().push_back(Inked(Letters(cell), ink, color));
    }
    rows.back().push_back(absl::StrCat(row.ended));
  }
  return TableText(rows);
}

json RowJson(const ProgressTable& table, const ShapeRow& row) {
  json cases = json::array();
  for (size_t m = 0; m < row.cells.size(); ++m) {
    for (const CaseResult* r : row.cells[m]) {
      cases.push_back({{"case", r->id},
                       {"mapping", table.mappings[m]},
                       {"verdict", std::string(VerdictName(r->verdict.kind))},
                       {"ended", r->shape.ended},
                       {"waited", r->shape.waited}});
    }
  }
  return {{"shape", row.shape},
          {"needs", JsonList(row.needs, progress::ShortName)},
          {"ended", row.ended},
          {"cases", std::move(cases)}};
}

}  // namespace

ProgressTable MakeProgressTable(const Run& run) {
  ProgressTable table;
  table.classification = ProgressOf(run.results);
  table.in_space = ProgressInSpace(run.results);
  std::map<std::string, std::map<Mapping, std::vector<const CaseResult*>>>
      shapes;
  std::set<Mapping> mappings;
  for (const CaseResult& r : run.results) {
    const IdWords id = SplitId(r.id);
    const std::string shape(progress::ShapeOfPrimitive(id.primitive));
    if (progress::FindShapeFacts(shape) == nullptr) continue;
    shapes[shape][MappingOf(id)].push_back(&r);
    mappings.insert(MappingOf(id));
  }
  for (const Mapping& m : mappings) table.mappings.push_back(MappingName(m));
  for (const progress::ShapeFacts& known : progress::ShapeTable()) {
    const auto it = shapes.find(std::string(known.name));
    if (it == shapes.end()) continue;
    ShapeRow row;
    row.shape = it->first;
    row.needs = {known.weakest.begin(), known.weakest.end()};
    for (const Mapping& m : mappings) row.cells.push_back(it->second[m]);
    for (const auto& cell : row.cells) {
      for (const CaseResult* r : cell) row.ended += r->shape.ended;
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::string ProgressTableText(const Run& run, const ProgressTable& table,
                              size_t width, bool color) {
  std::string text =
      Wrap(absl::StrCat("Progress between work-groups on ", ColumnName(run)),
           width, 2);
  absl::StrAppend(&text, Wrap(absl::StrCat("From ", run.folder), width, 2));
  const std::string cut_short = CutShortText(run);
  if (!cut_short.empty()) {
    absl::StrAppend(&text, "  ", Wrap(cut_short, width, 4, 2));
  }
  if (table.classification.empty() && table.in_space.empty()) {
    absl::StrAppend(
        &text, "  ",
        Wrap("not known: the run has no launch of the cases progress.*; "
             "`wgsync progress --device D` runs them",
             width, 4, 2));
  }
  for (const std::string& sentence :
       progress::ClassSentences(table.classification)) {
    absl::StrAppend(&text, "  ", Wrap(sentence, width, 4, 2));
  }
  for (const std::string& sentence : progress::ClassSentences(table.in_space)) {
    absl::StrAppend(
        &text, "  ",
        Wrap(absl::StrCat("in several dimensions: ", sentence), width, 4, 2));
  }
  if (table.rows.empty()) return text;
  return absl::StrCat(text, "\n", CellsText(table, color),
                      Wrap(Legend(table), width, 2));
}

json ProgressTableJson(const Run& run, const ProgressTable& table) {
  const auto row = [&](const ShapeRow& of) { return RowJson(table, of); };
  return {{"run", RunJson(run)},
          {"cut_short", CutShortText(run)},
          {"progress", ProgressClassJson(table.classification)},
          {"in_space", ProgressClassJson(table.in_space)},
          {"shapes", JsonList(table.rows, row)}};
}

}  // namespace wgsync
