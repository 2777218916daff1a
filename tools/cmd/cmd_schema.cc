#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "nlohmann/json.hpp"
#include "reports/advice/can.h"
#include "reports/advice/power.h"
#include "reports/advice/recipe.h"
#include "reports/diff/diff_text.h"
#include "reports/diff/history.h"
#include "reports/gate/gate_text.h"
#include "reports/matrix/report_json.h"
#include "reports/site/site_data.h"
#include "reports/words/progress_check.h"
#include "reports/words/progress_synthesis.h"
#include "reports/words/progress_table.h"
#include "suite/core/base/json_schema.h"
#include "suite/core/record/bench_data.h"
#include "suite/core/record/exit_code.h"
#include "suite/core/record/log_schema.h"
#include "suite/core/record/residency_record.h"
#include "suite/engine/run_options.h"
#include "tools/cli/cli.h"
#include "tools/cli/command_line.h"
#include "tools/cmd/document_schemas.h"

namespace wgsync {
namespace {

nlohmann::json LogSchema() { return LogLineSchema(schema::Of<RunOptions>()); }

constexpr struct {
  const char* name;  // the "kind" of a document, with - for a space
  const char* is;
  nlohmann::json (*schema)();
} kSchemas[] = {
    {"bench", "bench --json", &BenchSchema},
    {"case", "show RUN CASE --json", &ShowCaseSchema},
    {"devices", "devices --json", &DevicesSchema},
    {"diff", "diff RUN RUN --json", &DiffSchema},
    {"expect-check", "expect check --json", &ExpectCheckSchema},
    {"gate", "gate --json", &GateSchema},
    {"history", "history --json", &HistoryReportSchema},
    {"list", "list --json", &ListSchema},
    {"log", "each line of the log of a run, log.jsonl", &LogSchema},
    {"matrix", "matrix --json, and matrix.json of a site", &MatrixSchema},
    {"power", "power --json", &PowerSchema},
    {"probe", "probe --json", &ProbeSchema},
    {"can", "can --json", &CanSchema},
    {"progress-check", "progress --check --json", &ProgressCheckSchema},
    {"progress-class", "progress --run RUN --json", &ProgressTableSchema},
    {"progress-synthesis", "progress --synthesize --json", &SynthesisSchema},
    {"recipe", "recipe --json", &RecipeSchema},
    {"residency", "residency --json", &ResidencySchema},
    {"run", "show RUN --json", &ShowRunSchema},
    {"series", "diff.json of a site, and diff of three runs --json",
     &SeriesSchema},
};

int PrintSchema(const std::string& name) {
  for (const auto& row : kSchemas) {
    if (name.empty()) std::printf("%-18s %s\n", row.name, row.is);
    if (name == row.name) PrintJson(row.schema());
  }
  return kAsExpected;
}

}  // namespace

void AddSchemaCommand(CommandHandle app, int* exit_code) {
  auto name = std::make_shared<std::string>();
  CommandHandle schema = app.AddSubcommand(
      "schema", "Prints the JSON Schema of a log or of a command's JSON");
  std::vector<std::string> names;
  for (const auto& row : kSchemas) names.push_back(row.name);
  schema.AddOption("name", *name, "Of what; without it, the list")
      .OneOf(names)
      .TypeName("NAME");  // they are too many for a line of help
  schema.OnParse([name, exit_code] { *exit_code = PrintSchema(*name); });
}

}  // namespace wgsync
