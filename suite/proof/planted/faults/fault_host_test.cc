// Runs each fault of host_faults.h in the host check that must find it.

#include <string>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "reports/words/evidence_text.h"
#include "suite/core/plan/soundness.h"
#include "suite/core/record/result.h"
#include "suite/core/verdict/kinds.h"
#include "suite/proof/planted/expect_verdict.h"
#include "suite/proof/planted/faults/fault_run.h"
#include "suite/proof/planted/faults/host_faults.h"

namespace wgsync {
namespace {

// The quick rows; with $WGSYNC_PLANTED=rows every row.
TEST(FaultHostTest, EachCheckFindsWhatBreaksIt) {
  FaultRun bench;
  ASSERT_TRUE(bench.ready());
  std::string clean_id, clean;
  for (const HostFault& f : HostFaults()) {
    const std::string name = absl::StrCat(f.id, " ", f.spec);
    if (!IsAskedFor(name, f.quick)) continue;
    // Without a fault it must have another verdict, or the fault has not been
    // found by it.
    if (clean_id != f.id) {
      clean_id = f.id;
      clean = VerdictText(bench.Run(f.id, "").verdict);
      ExpectVerdict({"host: without a fault", f.id, f.without, f.why}, clean);
    }
    const CaseResult r = bench.Run(f.id, f.spec);
    const std::string got = VerdictText(r.verdict);
    if (!ExpectVerdict({"host: faults", name, f.want, f.why}, got)) {
      for (const std::string& words : EvidenceWords(r, {})) {
        ADD_FAILURE() << words;
      }
    }
    EXPECT_GE(bench.fired(), 1u) << name << ": no call was hit";
    const VerdictKind kind = r.verdict.kind;
    const bool fails = IsConclusive(kind) && !IsRight(kind);
    const bool binds =
        got == "lost" || (fails && r.soundness == Soundness::kGuaranteed);
    EXPECT_EQ(r.binds, binds ? Binding::kViolation : Binding::kNothing) << name;
  }
}

}  // namespace
}  // namespace wgsync
