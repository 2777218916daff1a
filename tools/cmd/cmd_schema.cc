#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "reports/schema/schema_files.h"
#include "suite/core/record/exit_code.h"
#include "tools/cli/cli.h"

namespace wgsync {
namespace {

// A file of reports/schema/ each; tools/golden/schema_test compares the names.
constexpr struct {
  const char* name;  // the "kind" of a document, with - for a space
  const char* is;
} kSchemas[] = {
    {"bench", "bench --json"},
    {"case", "show RUN CASE --json"},
    {"check", "check --json"},
    {"compile", "compile --json"},
    {"devices", "device --json"},
    {"diff", "diff RUN RUN --json"},
    {"expect-check", "expect check --json"},
    {"explain", "explain --json"},
    {"gate", "gate --json"},
    {"history", "history --json"},
    {"list", "list --json"},
    {"log", "each line of the log of a run, log.jsonl"},
    {"matrix", "matrix --json, and matrix.json of a site"},
    {"power", "device D|RUN --power --json"},
    {"probe", "device D --hang-test --json"},
    {"can", "can --json"},
    {"progress-class", "progress --run RUN --json"},
    {"progress-synthesis", "progress --synthesize --json"},
    {"residency", "device D --residency --json"},
    {"run", "show RUN --json"},
    {"try", "try --json"},
    {"series", "diff.json of a site, and diff of three runs --json"},
};

int PrintSchema(const std::string& name) {
  for (const auto& row : kSchemas) {
    if (name.empty()) std::printf("%-18s %s\n", row.name, row.is);
    if (name != row.name) continue;
    std::fputs(FindSchemaFile(absl::StrCat(name, ".json"))->text, stdout);
  }
  return kAsExpected;
}

}  // namespace

Command SchemaCommand() {
  auto name = std::make_shared<std::string>();
  Command schema("schema",
                 "Prints the JSON Schema of a log or of a command's JSON");
  std::vector<std::string> names;
  for (const auto& row : kSchemas) names.push_back(row.name);
  schema.Add("name NAME", *name, "Of what; without it, the list")
      .OneOf(names);  // they are too many for a line of help
  schema.run = [name] { return PrintSchema(*name); };
  return schema;
}

}  // namespace wgsync
