// A stronger access never makes a case less sound, nor does another claim.

#include <cstddef>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "suite/core/base/field_visitor.h"
#include "suite/core/catalog/access.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/plan/case.h"
#include "suite/core/plan/soundness.h"

namespace wgsync {
namespace {

// Whether `b` promises all that `a` does and more. A vendor's fence is not
// among them: it makes a case customary, whatever its accesses.
bool IsStronger(const Access& a, const Access& b) {
  const auto fence = [](Fence a, Fence b) {
    if (b == Fence::kNative || a == Fence::kNative) return a == b;
    return a == b || a == Fence::kNone || b == Fence::kDevice ||
           (a == Fence::kRwMem && b == Fence::kMem);
  };
  const auto order = [](const auto& a, const auto& b) {
    return a.value == b.value ||
           (a.form == AccessForm::kPlain && b.form != a.form) ||
           (a.form == AccessForm::kAtomic20 && b.form == a.form &&
            a.order <= b.order);
  };
  return fence(a.fence, b.fence) && a.payload <= b.payload &&
         order(RowOf(a.poll), RowOf(b.poll)) &&
         order(RowOf(a.signal), RowOf(b.signal));
}

std::vector<Access> AllAccesses() {
  std::vector<Access> all;
  for (Poll poll : kPolls) {
    for (Signal signal : kSignals) {
      for (Fence fence : kFences) {
        for (Payload payload : kPayloads) {
          all.push_back({poll, signal, fence, payload});
        }
      }
    }
  }
  return all;
}

TEST(SoundnessTest, AStrongerAccessNeverMakesACaseLessSound) {
  const std::vector<Access> all = AllAccesses();
  Claims none;
  none.highest_c11 = 300;
  Claims all_claimed = none;
  all_claimed.ClaimEveryOrder();
  for (const Primitive& p : Primitives()) {
    KernelCase c;
    c.primitive = &p;
    c.workload = FindWorkload(p.workloads.front());
    for (const Claims& claims : {all_claimed, none}) {
      std::vector<Soundness> of;
      for (const Access& access : all) {
        c.access = access;
        of.push_back(SoundnessOf(c, claims).soundness);
      }
      for (size_t a = 0; a < all.size(); ++a) {
        for (size_t b = 0; b < all.size(); ++b) {
          if (of[b] <= of[a] || !IsStronger(all[a], all[b])) continue;
          c.access = all[a];
          const std::string weaker = CaseId(c);
          c.access = all[b];
          ADD_FAILURE() << weaker << " is " << NameOf(of[a]) << ", "
                        << CaseId(c) << " is " << NameOf(of[b]);
        }
      }
    }
  }
}

TEST(SoundnessTest, FewerClaimsNeverMakeACaseSounder) {
  Claims all_claimed;
  all_claimed.highest_c11 = 300;
  all_claimed.ClaimEveryOrder();
  for (const Primitive& p : Primitives()) {
    KernelCase c;
    c.primitive = &p;
    c.workload = FindWorkload(p.workloads.front());
    for (const Access& access : AllAccesses()) {
      c.access = access;
      EXPECT_GE(SoundnessOf(c, Claims()).soundness,
                SoundnessOf(c, all_claimed).soundness)
          << CaseId(c);
    }
  }
}

}  // namespace
}  // namespace wgsync
