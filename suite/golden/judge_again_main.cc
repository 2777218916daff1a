// judge_again [--extract] RUN...: judges runs, or extracts of runs, again.
//
// Prints each disagreement and a last line with counts. Exit code: 0 where all
// verdicts are equal, 1 where one is not, 2 where a run cannot be read. With
// --extract prints what reports/judged/ keeps of the runs, and judges nothing.

#include <cstdio>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "suite/core/record/run_log.h"
#include "suite/golden/judge_again.h"

namespace wgsync {
namespace {

constexpr int kEqual = 0;
constexpr int kDiffers = 1;
constexpr int kCannotRead = 2;

// Of a folder with runs, or of an extract.
absl::StatusOr<std::vector<JudgedCase>> CasesAt(const std::string& path) {
  if (absl::EndsWith(path, ".jsonl")) return ReadJudged(path);
  const absl::StatusOr<std::vector<Run>> runs = ReadRuns(path);
  if (!runs.ok()) return runs.status();
  std::vector<JudgedCase> cases;
  for (const Run& run : *runs) {
    for (JudgedCase& c : JudgedCases(run)) cases.push_back(std::move(c));
  }
  return cases;
}

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
  std::printf("%zu verdicts judged again, %zu of them not equal\n",
              cases.size(), lines.size());
  return lines.empty() ? kEqual : kDiffers;
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
