// Prints the text of cases.txt, or the facts of the cases that the command line
// names.

#include <cstdio>
#include <string>

#include "absl/status/statusor.h"
#include "suite/proof/golden/cases_table.h"

int main(int argc, char** argv) {
  if (argc == 1) std::fputs(wgsync::CasesTable().c_str(), stdout);
  for (int i = 1; i < argc; ++i) {
    const absl::StatusOr<std::string> facts = wgsync::FactsOfCase(argv[i]);
    if (!facts.ok()) {
      std::fprintf(stderr, "%s\n", facts.status().ToString().c_str());
      return 2;
    }
    std::fputs(facts->c_str(), stdout);
  }
  return 0;
}
