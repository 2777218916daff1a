// Prints the verdicts that models.txt has, with defaults filled in: a line for
// each case and model, "ID MODEL:CODE | VERDICT | why".
//   bazel run //suite/proof/planted/models                   all
//   bazel run //suite/proof/planted/models -- 'mutex.mcs/*'  those that match

#include <cstdio>
#include <string>

#include "suite/core/base/name_pattern.h"
#include "suite/proof/planted/models/models_table.h"

int main(int argc, char** argv) {
  const auto table = wgsync::ReadModelTable();
  if (!table.ok()) {
    std::fprintf(stderr, "%s\n", std::string(table.status().message()).c_str());
    return 1;
  }
  for (const wgsync::ModelColumn& column : *table) {
    for (const wgsync::ExpectedOnModel& e : column.cases) {
      if (argc > 1 && !wgsync::PatternMatches(argv[1], e.id)) continue;
      std::printf("%s %s:%s%s | %s | %s\n", e.id.c_str(), column.model.c_str(),
                  e.code.c_str(), e.quick ? "!" : "", e.want.c_str(),
                  e.why.c_str());
    }
  }
}
