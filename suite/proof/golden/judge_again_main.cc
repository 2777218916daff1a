// judge_again [--extract] RUN...: judges runs, or extracts of runs, again.
//
// Prints each disagreement, each first line that its own record denies, and a
// last line with counts. Exit code: 0 where all verdicts are equal and none is
// refused, 1 where one is not, 2 where a run cannot be read. With
// --extract prints what suite/proof/golden/judged/ keeps of the runs, and
// judges nothing.

#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "suite/proof/golden/judge_again.h"

namespace wgsync {
namespace {

constexpr int kEqual = 0;
constexpr int kDiffers = 1;
constexpr int kCannotRead = 2;

int Main(bool extract, const std::vector<std::string>& paths) {
  std::vector<JudgedCase> cases;
  for (const std::string& path : paths) {
    absl::StatusOr<std::vector<JudgedCase>> some = CasesAt(path);
    if (!some.ok()) {
      std::fprintf(stderr, "judge_again: %s\n",
                   std::string(some.status().message()).c_str());
      return kCannotRead;
    }
    cases.insert(cases.end(), some->begin(), some->end());
  }
  const std::vector<std::string> lines =
      extract ? ExtractJudged(cases) : Disagreements(cases);
  for (const std::string& line : lines) std::printf("%s\n", line.c_str());
  if (extract) return kEqual;
  const std::vector<std::string> refused = Refused(cases);
  for (const std::string& line : refused) {
    std::printf("refused: %s\n", line.c_str());
  }
  std::printf(
      "%zu verdicts judged again, %zu of them not equal, %zu first lines "
      "refused\n",
      cases.size(), lines.size(), refused.size());
  return lines.empty() && refused.empty() ? kEqual : kDiffers;
}

}  // namespace
}  // namespace wgsync

int main(int argc, char** argv) {
  const bool extract = argc > 1 && std::strcmp(argv[1], "--extract") == 0;
  const std::vector<std::string> paths(argv + 1 + (extract ? 1 : 0),
                                       argv + argc);
  if (paths.empty()) {
    std::fprintf(stderr, "usage: judge_again [--extract] RUN...\n");
    return wgsync::kCannotRead;
  }
  return wgsync::Main(extract, paths);
}
