#include "reports/gate/deqp_files.h"

#include <map>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "reports/diff/diff.h"
#include "reports/gate/gtest_text.h"
#include "reports/render/junit.h"
#include "reports/render/text.h"
#include "reports/words/run_junit.h"
#include "suite/core/record/run_facts.h"
#include "suite/core/verdict/kinds.h"

namespace wgsync {
namespace {

struct Seen {
  bool failed = false;
  bool not_failed = false;
  bool skip = false;
};

std::map<std::string, Seen> SeenByCase(absl::Span<const Run> runs) {
  std::map<std::string, Seen> cases;
  for (const Run& run : runs) {
    for (const CaseResult& r : run.results) {
      const VerdictKind kind = r.verdict.kind;
      if (kind == VerdictKind::kLost || r.verdict.rule == Rule::kLeftOut) {
        cases[r.id].skip = true;
      }
      if (SaysNothing(kind)) continue;
      const JunitStatus status = StatusOf(run, r);
      const bool failed =
          status == JunitStatus::kFailure || status == JunitStatus::kError;
      Seen& seen = cases[r.id];
      seen.failed = seen.failed || failed;
      seen.not_failed =
          seen.not_failed || !failed ||
          absl::c_any_of(KindsSeen(r), [](const auto& kind) {
            return IsRight(kind.first);  // in a run that repeated it
          });
    }
  }
  return cases;
}

std::string Expression(const std::string& name) {
  return absl::StrCat("^", absl::StrReplaceAll(name, {{".", "\\."}}), "$");
}

}  // namespace

std::vector<DeqpFile> DeqpFiles(absl::Span<const Run> runs) {
  DeqpFile fails = {"fails.txt", {"# Fail each time."}};
  DeqpFile flakes = {"flakes.txt", {"# Fail and pass."}};
  DeqpFile skips = {"skips.txt", {"# Never launched."}};
  if (!runs.empty()) {
    const std::string source = OneLine(absl::StrCat(
        "# ", RunDeviceName(runs[0]), ", driver ", RunDriverVersion(runs[0]),
        ", ", Counted(runs.size(), "run"), "."));
    for (DeqpFile* file : {&fails, &flakes, &skips}) {
      file->lines.push_back(source);
    }
  }
  for (const auto& [id, seen] : SeenByCase(runs)) {
    const std::string name = NameOf(id, "").Full();
    if (seen.skip) {
      skips.lines.push_back(Expression(name));
    } else if (seen.failed && seen.not_failed) {
      flakes.lines.push_back(Expression(name));
    } else if (seen.failed) {
      fails.lines.push_back(absl::StrCat(name, ",Fail"));
    }
  }
  return {fails, flakes, skips};
}

}  // namespace wgsync
