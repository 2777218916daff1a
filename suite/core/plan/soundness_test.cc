#include "suite/core/plan/soundness.h"

#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "gtest/gtest.h"
#include "suite/core/base/field_visitor.h"
#include "suite/core/catalog/access.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/plan/case.h"

namespace wgsync {
namespace {

// As NVIDIA's: C11 atomics at device scope compile, and nothing is claimed.
Claims Nothing() {
  Claims claims;
  claims.highest_c11 = 300;
  claims.is_gpu = claims.is_nvidia = true;
  claims.max_group_size = 1024;
  claims.sub_group_size = 32;
  claims.local_memory_bytes = 48 * 1024;
  return claims;
}

// A device that claims all that OpenCL knows.
Claims Everything() {
  Claims claims = Nothing();
  claims.is_nvidia = false;
  claims.ClaimEveryOrder();
  return claims;
}

KernelCase Barrier(Poll poll, Signal signal, Fence fence,
                   Payload payload = Payload::kPlain) {
  KernelCase c;
  c.primitive = FindPrimitive("barrier.counter_per_group");
  c.workload = FindWorkload("exchange");
  c.access = {poll, signal, fence, payload};
  return c;
}

std::string SoundnessIn(const Case& c, const Claims& claims) {
  return std::string(NameOf(SoundnessOf(c, claims).soundness));
}

TEST(SoundnessTest, AcquireAndReleaseAreGuaranteedWhereClaimed) {
  const KernelCase c = Barrier(Poll::kAcquire, Signal::kRelease, Fence::kNone);
  EXPECT_EQ(SoundnessIn(c, Everything()), "guaranteed");
  EXPECT_EQ(SoundnessIn(c, Nothing()), "customary");
  Claims claims = Everything();
  claims.scope_device = false;
  EXPECT_EQ(SoundnessIn(c, claims), "customary");
  claims = Everything();
  claims.order_acq_rel = false;
  EXPECT_EQ(SoundnessIn(c, claims), "customary");
}

TEST(SoundnessTest, AFenceThatOrdersLessTakesNothingFromAcquireAndRelease) {
  for (Fence fence : {Fence::kNone, Fence::kMem, Fence::kRwMem, Fence::kDevice,
                      Fence::kReadback}) {
    const KernelCase c = Barrier(Poll::kAcquire, Signal::kRelease, fence);
    EXPECT_EQ(SoundnessIn(c, Everything()), "guaranteed") << FenceName(fence);
  }
}

TEST(SoundnessTest, WhatTheHostFinishesIsGuaranteedAndHasNoFence) {
  KernelCase c = Barrier(Poll::kPlain, Signal::kPlain, Fence::kNone);
  c.primitive = FindPrimitive("handoff.host_finish");
  c.workload = FindWorkload("sum");
  EXPECT_EQ(SoundnessIn(c, Nothing()), "guaranteed");
  EXPECT_TRUE(ValidateCase(c).ok());
  c.access.fence = Fence::kDevice;
  EXPECT_FALSE(ValidateCase(c).ok());
}

TEST(SoundnessTest, AReductionByLegacyAtomicsIsCustomary) {
  KernelCase c = Barrier(Poll::kRmw, Signal::kRmw, Fence::kDevice);
  c.primitive = FindPrimitive("handoff.atomic_reduction");
  c.workload = FindWorkload("product");
  EXPECT_EQ(SoundnessIn(c, Everything()), "customary");
  c.access.signal = Signal::kRelaxed;
  EXPECT_EQ(SoundnessIn(c, Everything()), "customary");
  // No group stores the payload, so no fence is asked for.
  for (Fence fence : {Fence::kNone, Fence::kMem, Fence::kReadback}) {
    c.access.fence = fence;
    EXPECT_EQ(SoundnessIn(c, Everything()), "customary") << FenceName(fence);
  }
}

TEST(SoundnessTest, SeqCstIsGuaranteedWhereItIsClaimed) {
  const KernelCase c = Barrier(Poll::kSeqCst, Signal::kSeqCst, Fence::kNone);
  EXPECT_EQ(SoundnessIn(c, Everything()), "guaranteed");
  Claims claims = Everything();
  claims.order_seq_cst = false;
  EXPECT_EQ(SoundnessIn(c, claims), "customary");
}

TEST(SoundnessTest, DeviceFencesAroundRelaxedAtomicsAreGuaranteed) {
  const KernelCase c =
      Barrier(Poll::kRelaxed, Signal::kRelaxed, Fence::kDevice);
  EXPECT_EQ(SoundnessIn(c, Everything()), "guaranteed");
  EXPECT_EQ(SoundnessIn(c, Nothing()), "customary");
  // Fences have separate claims.
  Claims claims = Everything();
  claims.order_acq_rel = claims.order_seq_cst = false;
  EXPECT_EQ(SoundnessIn(c, claims), "guaranteed");
  for (bool Claims::*claim :
       {&Claims::fence_acq_rel, &Claims::fence_scope_device,
        &Claims::scope_device}) {
    claims = Everything();
    claims.*claim = false;
    EXPECT_EQ(SoundnessIn(c, claims), "customary");
    EXPECT_FALSE(ClaimsAccess(c, claims));
  }
  claims = Everything();
  claims.fence_acq_rel = claims.fence_scope_device = false;
  const KernelCase ordered =
      Barrier(Poll::kAcquire, Signal::kRelease, Fence::kNone);
  EXPECT_EQ(SoundnessIn(ordered, claims), "guaranteed");
  EXPECT_TRUE(ClaimsAccess(ordered, claims));
}

TEST(SoundnessTest, AnUnclaimedSeqCstFenceGuaranteesNoLockOfLoadsAndStores) {
  KernelCase c = Barrier(Poll::kSeqCst, Signal::kSeqCst, Fence::kDevice);
  c.primitive = FindPrimitive("mutex.peterson");
  c.workload = FindWorkload("counter");
  ASSERT_NE(c.primitive, nullptr);
  Claims claims = Everything();
  EXPECT_EQ(SoundnessIn(c, claims), "guaranteed");
  claims.fence_seq_cst = false;
  EXPECT_NE(SoundnessIn(c, claims), "guaranteed");
}

TEST(SoundnessTest, WhatNeedsNoClaimIsClaimed) {
  EXPECT_TRUE(ClaimsAccess(Barrier(Poll::kRmw, Signal::kRmw, Fence::kMem), {}));
  EXPECT_FALSE(
      ClaimsAccess(Barrier(Poll::kRmw, Signal::kRmw, Fence::kDevice), {}));
  EXPECT_FALSE(ClaimsAccess(
      Barrier(Poll::kRelaxed, Signal::kRelaxed, Fence::kNone), Nothing()));
}

TEST(SoundnessTest, ReleaseWithoutAcquireOrdersNothing) {
  EXPECT_EQ(SoundnessIn(Barrier(Poll::kRelaxed, Signal::kRelease, Fence::kNone),
                        Everything()),
            "racy");
  EXPECT_EQ(SoundnessIn(Barrier(Poll::kAcquire, Signal::kRelaxed, Fence::kNone),
                        Everything()),
            "racy");
  EXPECT_EQ(SoundnessIn(Barrier(Poll::kAcquire, Signal::kRmw, Fence::kNone),
                        Everything()),
            "racy");
}

TEST(SoundnessTest, VolatileAndRmwWithTheDeviceFenceAreCustomary) {
  for (Poll poll : {Poll::kVolatile, Poll::kRmw, Poll::kAcquire}) {
    const KernelCase c = Barrier(poll, Signal::kRmw, Fence::kDevice);
    EXPECT_EQ(SoundnessIn(c, Everything()), "customary") << PollName(poll);
  }
}

TEST(SoundnessTest, WithoutAFenceOnlyAnAtomicPayloadIsCustomary) {
  for (Poll poll : {Poll::kVolatile, Poll::kRmw, Poll::kRelaxed}) {
    KernelCase c = Barrier(poll, Signal::kRmw, Fence::kNone, Payload::kAtomic);
    EXPECT_EQ(SoundnessIn(c, Everything()), "customary");
    c.access.payload = Payload::kVolatile;
    EXPECT_EQ(SoundnessIn(c, Everything()), "racy");
    c.access.payload = Payload::kPlain;
    EXPECT_EQ(SoundnessIn(c, Everything()), "racy");
  }
}

TEST(SoundnessTest, FencesOfAWorkGroupAreRacy) {
  for (Fence fence : {Fence::kMem, Fence::kRwMem, Fence::kReadback}) {
    for (Payload payload : kPayloads) {
      const KernelCase c = Barrier(Poll::kRmw, Signal::kRmw, fence, payload);
      // They take nothing from an atomic payload.
      EXPECT_EQ(SoundnessIn(c, Everything()),
                payload == Payload::kAtomic ? "customary" : "racy")
          << FenceName(fence);
    }
  }
}

TEST(SoundnessTest, APlainWordIsRacyWhateverTheFence) {
  for (Fence fence : {Fence::kNone, Fence::kDevice}) {
    for (Poll poll : {Poll::kPlain, Poll::kReissued}) {
      const KernelCase c =
          Barrier(poll, Signal::kRelease, fence, Payload::kAtomic);
      EXPECT_EQ(SoundnessIn(c, Everything()), "racy");
    }
    KernelCase c =
        Barrier(Poll::kAcquire, Signal::kPlain, fence, Payload::kAtomic);
    c.primitive = FindPrimitive("barrier.flags_master_group");
    EXPECT_EQ(SoundnessIn(c, Everything()), "racy");
  }
}

TEST(SoundnessTest, TheNativeFenceIsCustomaryThoughItsWordsSayAcquire) {
  for (Poll poll : {Poll::kVolatile, Poll::kAcquire}) {
    const KernelCase c = Barrier(poll, Signal::kRelease, Fence::kNative);
    EXPECT_EQ(SoundnessIn(c, Everything()), "customary");
    EXPECT_EQ(SoundnessIn(c, Nothing()), "customary");
  }
}

TEST(SoundnessTest, TheEndOfAKernelIsGuaranteedEverywhere) {
  KernelCase c = Barrier(Poll::kPlain, Signal::kPlain, Fence::kNone);
  c.primitive = FindPrimitive("barrier.kernel_boundary");
  EXPECT_EQ(SoundnessIn(c, Nothing()), "guaranteed");
}

TEST(SoundnessTest, AHazardIsRacyWhateverItsAccesses) {
  int hazards = 0;
  for (const Primitive& p : Primitives()) {
    if (p.hazard.empty()) continue;
    ++hazards;
    KernelCase c = Barrier(Poll::kSeqCst, Signal::kSeqCst, Fence::kDevice,
                           Payload::kAtomic);
    EXPECT_EQ(SoundnessIn(c, Everything()), "guaranteed");
    c.primitive = &p;
    const SoundnessWhy sound = SoundnessOf(c, Everything());
    EXPECT_EQ(sound.soundness, Soundness::kRacy) << p.name;
    EXPECT_EQ(sound.why, p.hazard);
    EXPECT_TRUE(absl::StrContains(sound.why, "(OpenCL C, \"")) << p.name;
    const Bind bind = WhatBinds(c, sound.soundness, GridClass::kResident);
    EXPECT_FALSE(bind.violation || bind.progress || bind.customary) << p.name;
  }
  EXPECT_EQ(hazards, 9);
}

KernelCase Of(const char* primitive, Poll poll, Signal signal, Fence fence,
              Payload payload = Payload::kPlain) {
  KernelCase c = Barrier(poll, signal, fence, payload);
  c.primitive = FindPrimitive(primitive);
  c.workload = FindWorkload(c.primitive->workloads.front());
  return c;
}

std::vector<Access> AllAccesses() {
  std::vector<Access> all;
  for (Poll poll : kPolls) {
    for (Signal signal : kSignals) {
      for (Fence fence : kFences) {
        for (Payload p : kPayloads) all.push_back({poll, signal, fence, p});
      }
    }
  }
  return all;
}

// Without an order Dekker's alone may wait for ever. What compiles and is not
// claimed accuses no device.
TEST(SoundnessTest, LoadsAndStoresAreSoundWhereAllIsSeqCstAndClaimed) {
  Claims unclaimed = Everything();
  unclaimed.order_seq_cst = unclaimed.fence_seq_cst = false;
  for (const char* name : {"mutex.dekker", "mutex.peterson", "mutex.bakery"}) {
    for (const Access& a : AllAccesses()) {
      const KernelCase c = Of(name, a.poll, a.signal, a.fence, a.payload);
      const bool ordered =
          a.fence == Fence::kDevice ||
          (a.poll == Poll::kSeqCst && a.signal == Signal::kSeqCst);
      const bool racy = RowOf(a.poll).form == AccessForm::kPlain ||
                        RowOf(a.signal).form == AccessForm::kPlain;
      const bool c11 = IsC11(a.poll) && IsC11(a.signal);
      const char* const unordered =
          a.payload == Payload::kAtomic && c.primitive->name != "mutex.dekker"
              ? "customary"
              : "racy";
      EXPECT_EQ(SoundnessIn(c, Everything()), racy ? "racy"
                                              : a.fence == Fence::kNative
                                                  ? "customary"
                                              : !ordered ? unordered
                                              : c11      ? "guaranteed"
                                                         : "customary")
          << CaseId(c);
      if (racy || a.fence == Fence::kNative) continue;
      EXPECT_EQ(SoundnessIn(c, Nothing()), unordered) << CaseId(c);
      EXPECT_EQ(SoundnessIn(c, unclaimed), unordered) << CaseId(c);
    }
  }
}

// It may wait for ever. In CLH's the last store to a node gives it up.
TEST(SoundnessTest, AQueueIsRacyWhereNothingOrdersItsOwnWords) {
  EXPECT_EQ(SoundnessIn(Of("mutex.clh", Poll::kRmw, Signal::kRmw, Fence::kNone,
                           Payload::kAtomic),
                        Everything()),
            "customary");
  for (const char* name : {"mutex.mcs", "mutex.sleeping_ring", "mutex.array",
                           "mutex.hemlock", "barrier.sense_reversing"}) {
    const auto in = [name](Poll poll, Signal signal, Fence fence) {
      return SoundnessIn(Of(name, poll, signal, fence, Payload::kAtomic),
                         Everything());
    };
    EXPECT_EQ(in(Poll::kRmw, Signal::kRmw, Fence::kNone), "racy") << name;
    EXPECT_EQ(in(Poll::kRelaxed, Signal::kRelaxed, Fence::kNone), "racy");
    EXPECT_EQ(in(Poll::kAcquire, Signal::kRelaxed, Fence::kNone), "racy");
    EXPECT_EQ(in(Poll::kRmw, Signal::kRmw, Fence::kDevice), "customary");
    EXPECT_EQ(in(Poll::kRelaxed, Signal::kRelaxed, Fence::kDevice),
              "guaranteed");
    EXPECT_EQ(in(Poll::kAcquire, Signal::kRelease, Fence::kNone), "guaranteed");
    EXPECT_EQ(in(Poll::kVolatile, Signal::kRelease, Fence::kNative),
              "customary");
  }
}

TEST(SoundnessTest, ASeqlockNeedsAnAtomicPayloadAndTheDeviceFence) {
  const auto in = [](Poll poll, Signal signal, Fence fence, Payload payload) {
    return SoundnessIn(Of("mutex.seqlock", poll, signal, fence, payload),
                       Everything());
  };
  const Payload atomic = Payload::kAtomic;
  EXPECT_EQ(in(Poll::kRelaxed, Signal::kRelaxed, Fence::kDevice, atomic),
            "guaranteed");
  EXPECT_EQ(in(Poll::kRmw, Signal::kRmw, Fence::kDevice, atomic), "customary");
  for (Payload payload : {Payload::kPlain, Payload::kVolatile}) {
    EXPECT_EQ(in(Poll::kAcquire, Signal::kRelease, Fence::kDevice, payload),
              "racy");
  }
  const Fence none = Fence::kNone;
  EXPECT_EQ(in(Poll::kSeqCst, Signal::kSeqCst, none, atomic), "customary");
}

TEST(SoundnessTest, OneWordNeedsAtomicsAndNoOrder) {
  const auto in = [](Poll poll, Payload payload, const Claims& claims) {
    const Signal signal = poll == Poll::kRmw ? Signal::kRmw : Signal::kRelaxed;
    return SoundnessIn(
        Of("handoff.coherence_one_word", poll, signal, Fence::kNone, payload),
        claims);
  };
  EXPECT_EQ(in(Poll::kRelaxed, Payload::kAtomic, Everything()), "guaranteed");
  EXPECT_EQ(in(Poll::kRelaxed, Payload::kAtomic, Nothing()), "customary");
  EXPECT_EQ(in(Poll::kRmw, Payload::kAtomic, Everything()), "customary");
  for (Payload payload : {Payload::kPlain, Payload::kVolatile}) {
    EXPECT_EQ(in(Poll::kRelaxed, payload, Everything()), "racy");
    EXPECT_EQ(in(Poll::kRmw, payload, Everything()), "racy");
  }
}

TEST(SoundnessTest, WorkGroupScopeOrdersNothingBetweenWorkGroups) {
  for (Fence fence : {Fence::kNone, Fence::kDevice, Fence::kNative}) {
    for (Payload payload : kPayloads) {
      KernelCase c = Barrier(Poll::kAcquire, Signal::kRelease, fence, payload);
      EXPECT_NE(SoundnessIn(c, Everything()), "racy");
      c.access.scope = Scope::kWorkGroup;
      EXPECT_EQ(SoundnessIn(c, Everything()), "racy");
    }
  }
}

TEST(SoundnessTest, EveryRuleNamesTheSectionItRestsOn) {
  std::set<std::string> rules;
  for (const Access& access : AllAccesses()) {
    for (const char* name :
         {"barrier.counter_per_group", "mutex.dekker", "mutex.mcs",
          "mutex.seqlock", "handoff.coherence_one_word"}) {
      KernelCase c =
          Of(name, access.poll, access.signal, access.fence, access.payload);
      if (access.poll == Poll::kVolatile && access.signal == Signal::kRmw) {
        c.access.scope = Scope::kWorkGroup;
      }
      for (const Claims& claims : {Everything(), Nothing()}) {
        const std::string why = SoundnessOf(c, claims).why;
        EXPECT_TRUE(absl::StrContains(why, "\"")) << why;
        EXPECT_FALSE(absl::StrContains(why, "\n")) << why;
        rules.insert(why);
      }
    }
  }
  // Those outside the model but kernel_boundary's, and each failure with what
  // the access lacks.
  EXPECT_EQ(rules.size(), 28u);
}

TEST(UnsupportedTest, TheMissingClaimIsNamed) {
  Claims claims = Everything();
  claims.highest_c11 = 0;
  KernelCase c = Barrier(Poll::kRmw, Signal::kRmw, Fence::kDevice);
  EXPECT_EQ(Unsupported(c, Everything()), "");
  EXPECT_EQ(Unsupported(c, claims), "no OpenCL C 2.0 or later listed");
  c.access.fence = Fence::kNone;
  EXPECT_EQ(Unsupported(c, claims), "");
}

TEST(UnsupportedTest, AnUnclaimedScopeOrOrderIsNoReason) {
  EXPECT_EQ(Unsupported(Barrier(Poll::kSeqCst, Signal::kRelease, Fence::kNone),
                        Nothing()),
            "");
}

TEST(UnsupportedTest, TheNativeFenceIsNvidias) {
  const KernelCase c =
      Barrier(Poll::kAcquire, Signal::kRelease, Fence::kNative);
  EXPECT_EQ(Unsupported(c, Nothing()), "");
  EXPECT_TRUE(absl::StrContains(Unsupported(c, Everything()), "NVIDIA"));
}

TEST(UnsupportedTest, BallastNeedsAsMuchLocalMemory) {
  KernelCase c = Barrier(Poll::kRmw, Signal::kRmw, Fence::kNone);
  Claims none = Everything();
  none.local_memory_bytes = 0;
  EXPECT_EQ(Unsupported(c, none), "");
  for (Ballast ballast : {Ballast::kHalf, Ballast::kMax}) {
    c.grid.ballast = ballast;
    EXPECT_EQ(Unsupported(c, Everything()), "");
    EXPECT_NE(Unsupported(c, none), "");
  }
  c.grid.ballast = Ballast::kNumber;
  c.grid.ballast_kib = 48;
  EXPECT_EQ(Unsupported(c, Everything()), "");
  c.grid.ballast_kib = 49;
  EXPECT_EQ(Unsupported(c, Everything()),
            "a ballast of 49k, and 49152 bytes of local memory claimed");
}

TEST(UnsupportedTest, WorkGroupSizesNeedTheDevicesConsent) {
  KernelCase c = Barrier(Poll::kRmw, Signal::kRmw, Fence::kNone);
  c.grid.group_size_number = 2048;
  EXPECT_EQ(Unsupported(c, Everything()),
            "work-group size 2048, at most 1024 claimed");
  c.grid.group_size = GroupSize::kSubGroup;
  EXPECT_EQ(Unsupported(c, Everything()), "");
  Claims claims = Everything();
  claims.sub_group_size = 0;
  EXPECT_EQ(Unsupported(c, claims), "no sub-group size known");
}

TEST(ProgressTest, WhatIsExpectedFollowsFromTheNeed) {
  using N = ProgressNeed;
  for (N need : {N::kNone, N::kObe, N::kHsa, N::kCoResident}) {
    EXPECT_TRUE(ProgressExpected(need, GridClass::kResident));
  }
  EXPECT_TRUE(ProgressExpected(N::kNone, GridClass::kBeyond));
  EXPECT_TRUE(ProgressExpected(N::kObe, GridClass::kBeyond));
  EXPECT_FALSE(ProgressExpected(N::kHsa, GridClass::kBeyond));
  EXPECT_FALSE(ProgressExpected(N::kCoResident, GridClass::kBeyond));
  for (N need : {N::kFair, N::kNoPromise, N::kGroupLockstep}) {
    EXPECT_FALSE(ProgressExpected(need, GridClass::kResident));
    EXPECT_FALSE(ProgressExpected(need, GridClass::kBeyond));
  }
}

TEST(BindTest, AGuaranteedCaseBindsItsPayloadAtAnyGrid) {
  const KernelCase c = Barrier(Poll::kAcquire, Signal::kRelease, Fence::kNone);
  Bind bind = WhatBinds(c, Soundness::kGuaranteed, GridClass::kBeyond);
  EXPECT_TRUE(bind.violation);
  EXPECT_FALSE(bind.progress);
  EXPECT_FALSE(bind.customary);
  bind = WhatBinds(c, Soundness::kGuaranteed, GridClass::kResident);
  EXPECT_TRUE(bind.progress);
}

TEST(BindTest, ACustomaryCaseBindsItsProgressAndItsFencedPayload) {
  KernelCase c = Barrier(Poll::kVolatile, Signal::kRmw, Fence::kDevice);
  Bind bind = WhatBinds(c, Soundness::kCustomary, GridClass::kResident);
  EXPECT_FALSE(bind.violation);
  EXPECT_TRUE(bind.progress);
  EXPECT_TRUE(bind.customary);
  c.access.poll = Poll::kAcquire;
  EXPECT_FALSE(
      WhatBinds(c, Soundness::kCustomary, GridClass::kResident).customary);
  c = Barrier(Poll::kRmw, Signal::kRmw, Fence::kNone, Payload::kAtomic);
  EXPECT_FALSE(
      WhatBinds(c, Soundness::kCustomary, GridClass::kResident).customary);
}

TEST(BindTest, NothingOfARacyCaseBinds) {
  const Bind bind = WhatBinds(Barrier(Poll::kRmw, Signal::kRmw, Fence::kDevice),
                              Soundness::kRacy, GridClass::kResident);
  EXPECT_FALSE(bind.violation || bind.progress || bind.customary);
}

TEST(BindTest, AMissedValueNeverBinds) {
  KernelCase c = Barrier(Poll::kAcquire, Signal::kRelease, Fence::kNone);
  int missed = 0;
  for (const Primitive& p : Primitives()) {
    if (p.use != WordUse::kReset) continue;
    c.primitive = &p;
    EXPECT_FALSE(
        WhatBinds(c, Soundness::kGuaranteed, GridClass::kResident).progress)
        << p.name;
    ++missed;
  }
  EXPECT_EQ(missed, 4);
}

TEST(BindTest, ALockBindsItsProgressBeyondTheResidency) {
  KernelCase c = Barrier(Poll::kRmw, Signal::kRmw, Fence::kDevice);
  c.primitive = FindPrimitive("mutex.spin_exchange");
  EXPECT_TRUE(WhatBinds(c, Soundness::kCustomary, GridClass::kBeyond).progress);
}

}  // namespace
}  // namespace wgsync
