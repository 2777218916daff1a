// Runs each case of dispatch_faults.h on its driver.

#include <stdlib.h>

#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "devices/faults/fault_state.h"
#include "gtest/gtest.h"
#include "reports/words/evidence_text.h"
#include "suite/core/record/result.h"
#include "suite/core/verdict/kinds.h"
#include "suite/proof/planted/expect_verdict.h"
#include "suite/proof/planted/faults/dispatch_faults.h"
#include "suite/proof/planted/faults/fault_run.h"

namespace wgsync {
namespace {

// The quick rows; with $WGSYNC_PLANTED=rows every row.
TEST(FaultDispatchTest, EachPromiseIsJudgedAsItIsKept) {
  setenv("POCL_MAX_PTHREAD_COUNT", kDispatchThreads, 1);
  FaultRun bench;
  ASSERT_TRUE(bench.ready());
  for (const DispatchFault& f : DispatchFaults()) {
    const std::string name = absl::StrCat(f.id, " ", f.driver);
    if (!IsAskedFor(name, f.quick)) continue;
    setenv(kFaultConcurrentVariable, f.driver, 1);
    const CaseResult r = bench.Run(f.id, "");
    const std::string words = absl::StrCat(
        ReasonText(r), "\n", absl::StrJoin(EvidenceWords(r, {}), "\n"), "\n",
        r.build_log, "\n", r.host.what);
    const std::string got = VerdictText(r.verdict);
    ExpectVerdict({"concurrent dispatch", name, f.want, f.why}, got);
    const std::vector<std::string> says = absl::StrSplit(f.says, " | ");
    EXPECT_TRUE(absl::c_any_of(
        says,
        [&](const std::string& s) { return absl::StrContains(words, s); }))
        << name << " must say \"" << f.says << "\", and says:\n"
        << words;
    const VerdictKind kind = r.verdict.kind;
    const bool fails = IsConclusive(kind) && !IsRight(kind);
    EXPECT_EQ(r.binds, fails ? Binding::kViolation : Binding::kNothing) << name;
  }
}

}  // namespace
}  // namespace wgsync
