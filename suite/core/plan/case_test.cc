#include "suite/core/plan/case.h"

#include <cstdint>
#include <string>
#include <variant>

#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/plan/axes.h"

namespace wgsync {
namespace {

constexpr absl::string_view kId =
    "barrier.counter_per_group/poll=volatile/signal=rmw/fence=device/pay=plain/"
    "work=exchange/wg=max/groups=res_plus1";

KernelCase Parsed(absl::string_view id) {
  absl::StatusOr<KernelCase> c = ParseKernelCaseId(id);
  EXPECT_TRUE(c.ok()) << c.status();
  return c.ok() ? *c : KernelCase();
}

HostCase ParsedHost(absl::string_view id) {
  const absl::StatusOr<Case> c = ParseCaseId(id);
  EXPECT_TRUE(c.ok()) << c.status();
  const auto* host = c.ok() ? std::get_if<HostCase>(&*c) : nullptr;
  EXPECT_NE(host, nullptr) << id;
  return host == nullptr ? HostCase() : *host;
}

std::string ParseError(absl::string_view id) {
  const absl::StatusOr<Case> c = ParseCaseId(id);
  EXPECT_FALSE(c.ok()) << id;
  return std::string(c.status().message());
}

std::string Swapped(absl::string_view from, absl::string_view to) {
  return absl::StrReplaceAll(kId, {{from, to}});
}

bool SameShape(const KernelCase& a, const KernelCase& b) {
  return a.grid.dims == b.grid.dims && a.grid.ballast == b.grid.ballast &&
         BallastName(a) == BallastName(b) &&
         a.grid.registers == b.grid.registers;
}

bool SameCase(const KernelCase& a, const KernelCase& b) {
  return SameShape(a, b) && a.primitive == b.primitive &&
         a.workload == b.workload && a.access.poll == b.access.poll &&
         a.access.signal == b.access.signal &&
         a.access.fence == b.access.fence &&
         a.access.payload == b.access.payload &&
         a.grid.group_size == b.grid.group_size &&
         a.grid.groups == b.grid.groups &&
         GroupSizeName(a) == GroupSizeName(b) && GroupsName(a) == GroupsName(b);
}

// Calls f with every case of one primitive and workload.
template <typename F>
void ForEachAccess(KernelCase c, F f) {
  for (int poll = 0; poll < 7; ++poll) {
    for (int signal = 0; signal < 6; ++signal) {
      for (int fence = 0; fence < 6; ++fence) {
        for (int payload = 0; payload < 3; ++payload) {
          c.access.poll = static_cast<Poll>(poll);
          c.access.signal = static_cast<Signal>(signal);
          c.access.fence = static_cast<Fence>(fence);
          c.access.payload = static_cast<Payload>(payload);
          f(c);
        }
      }
    }
  }
}

template <typename F>
void ForEachGrid(KernelCase c, F f) {
  for (int size = 0; size < 3; ++size) {
    for (int groups = 0; groups < 8; ++groups) {
      c.grid.group_size = static_cast<GroupSize>(size);
      c.grid.groups = static_cast<Groups>(groups);
      c.grid.group_size_number = 256;
      c.grid.groups_number = 4096;
      f(c);
    }
  }
}

TEST(CaseIdTest, TheExampleIsCanonical) { EXPECT_EQ(CaseId(Parsed(kId)), kId); }

TEST(CaseIdTest, EveryCaseOfTheProductComesBackFromItsId) {
  size_t count = 0;
  size_t wrong = 0;
  for (const Primitive& p : Primitives()) {
    // Whether they go together is not the parser's matter.
    for (const Workload& w : Workloads()) {
      if (&w != Workloads().begin() && &p != Primitives().begin()) continue;
      KernelCase c;
      c.primitive = &p;
      c.workload = &w;
      ForEachAccess(c, [&](const KernelCase& access) {
        ForEachGrid(access, [&](const KernelCase& grid) {
          const absl::StatusOr<KernelCase> back =
              ParseKernelCaseId(CaseId(grid));
          ++count;
          if (!back.ok() || !SameCase(*back, grid)) ++wrong;
        });
      });
    }
  }
  EXPECT_EQ(wrong, 0u);
  // Primitives and workloads, accesses, grids.
  EXPECT_EQ(count, (Primitives().size() + Workloads().size() - 1) * 756u * 24u);
}

TEST(CaseIdTest, AnIdHoldsSymbolsAndOneDot) {
  KernelCase c;
  c.primitive = FindPrimitive("mutex.back_off");
  c.workload = FindWorkload("counter");
  ForEachGrid(c, [](const KernelCase& grid) {
    const std::string id = CaseId(grid);
    EXPECT_EQ(id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_.=/"),
              std::string::npos)
        << id;
    EXPECT_EQ(id.find('.'), id.rfind('.')) << id;
    EXPECT_LT(id.find('.'), id.find('/')) << id;
  });
}

TEST(CaseIdTest, ErrorsNameThePartAndWhatItMayBe) {
  EXPECT_EQ(ParseError(Swapped("poll=volatile", "poll=volatil")),
            absl::StrCat(
                "case \"", Swapped("poll=volatile", "poll=volatil"),
                "\": poll=volatil: no such value; it may be plain, reissued, "
                "volatile, rmw, relaxed, acquire, seq_cst"));
  EXPECT_TRUE(absl::StrContains(
      ParseError(Swapped("groups=res_plus1", "groups=res_plus2")),
      "groups=res_plus2: no such value; it may be a number from 1 on, "
      "res_half"));
  EXPECT_TRUE(
      absl::StrContains(ParseError(Swapped("counter_per_group", "counter")),
                        "\"barrier.counter\": no such primitive; the nearest "
                        "is barrier.counter_per_group"));
  EXPECT_TRUE(
      absl::StrContains(ParseError(Swapped("work=exchange", "work=swap")),
                        "work=swap: no such value"));
  EXPECT_TRUE(absl::StrContains(ParseError(Swapped("signal=", "sign=")),
                                "\"sign=rmw\" is where signal= belongs"));
}

TEST(CaseIdTest, PartsMayNeitherBeMissingNorLeftOver) {
  EXPECT_TRUE(absl::StrContains(ParseError(Swapped("/groups=res_plus1", "")),
                                "it ends before /groups="));
  EXPECT_TRUE(absl::StrContains(ParseError(absl::StrCat(kId, "/more=1")),
                                "\"more=1\" is one part too many"));
  EXPECT_TRUE(absl::StrContains(ParseError(""), "no such primitive"));
}

TEST(CaseIdTest, TheShapeFollowsAndTheUsualOneIsNotNamed) {
  const KernelCase usual = Parsed(kId);
  EXPECT_EQ(ShapeParts(usual), "");
  for (uint32_t dims : {1u, 2u, 3u}) {
    for (int ballast = 0; ballast < 4; ++ballast) {
      for (int registers = 0; registers < 2; ++registers) {
        KernelCase c = usual;
        c.grid.dims = dims;
        c.grid.ballast = static_cast<Ballast>(ballast);
        c.grid.ballast_kib = c.grid.ballast == Ballast::kNumber ? 32 : 0;
        c.grid.registers = static_cast<Registers>(registers);
        EXPECT_TRUE(SameCase(Parsed(CaseId(c)), c)) << CaseId(c);
        EXPECT_TRUE(ValidateCase(c).ok()) << CaseId(c);
        EXPECT_EQ(CaseId(c), absl::StrCat(kId, ShapeParts(c)));
      }
    }
  }
  KernelCase c = usual;
  c.grid.dims = 3;
  c.grid.ballast = Ballast::kNumber;
  c.grid.ballast_kib = 32;
  c.grid.registers = Registers::kHigh;
  EXPECT_EQ(ShapeParts(c), "/dims=3/ballast=32k/regs=high");
}

TEST(AxesTest, EveryValueComesBackFromItsIdAndTheUsualOneIsNotInIt) {
  for (const AxisRow& axis : Axes()) {
    for (uint32_t value = 0; value < axis.names.size(); ++value) {
      KernelCase c = Parsed(kId);
      axis.set({value, 32}, &c);
      const KernelCase back = Parsed(CaseId(c));
      EXPECT_EQ(axis.get(back).value, value) << CaseId(c);
      EXPECT_EQ(axis.get(back).number, axis.names[value].empty() ? 32u : 0u);
      EXPECT_EQ(absl::StrContains(CaseId(c), absl::StrCat("/", axis.key, "=")),
                static_cast<int>(value) != axis.usual);
    }
  }
}

TEST(AxesTest, EachFieldAndEachValueIsExplained) {
  for (const AxisRow& axis : Axes()) {
    EXPECT_FALSE(axis.says.empty()) << axis.key;
    ASSERT_EQ(axis.names.size(), axis.meanings.size()) << axis.key;
    for (size_t i = 0; i < axis.names.size(); ++i) {
      EXPECT_FALSE(axis.meanings[i].empty())
          << axis.key << "=" << axis.names[i];
    }
  }
}

TEST(AxesTest, ThoseThatIdsMayLeaveOutComeLast) {
  bool may_be_left_out = false;
  for (const AxisRow& axis : Axes()) {
    EXPECT_EQ(FindAxis(axis.key), &axis) << "the key is there twice";
    EXPECT_TRUE(!may_be_left_out || axis.usual != kNoUsual) << axis.key;
    may_be_left_out = axis.usual != kNoUsual;
  }
  EXPECT_EQ(FindAxis("more"), nullptr);
}

TEST(CaseIdTest, AShapeHasOneFormToo) {
  for (absl::string_view bad :
       {"dims=1", "dims=4", "dims=02", "dims=", "ballast=none", "ballast=0k",
        "ballast=08k", "ballast=8", "ballast=8K", "ballast=",
        "ballast=4194304k", "regs=low", "regs=", "dims", "regs=high/dims=2",
        "dims=2/dims=2", "ballast=8k/ballast=8k", "poll=rmw"}) {
    ParseError(absl::StrCat(kId, "/", bad));
  }
  EXPECT_TRUE(absl::StrContains(
      ParseError(absl::StrCat(kId, "/dims=1")),
      "dims=1: no such value; it may be 2, 3; left out it is 1"));
  EXPECT_TRUE(
      absl::StrContains(ParseError(absl::StrCat(kId, "/ballast=8")),
                        "ballast=8: no such value; it may be KiB as 1k, "
                        "32k and so on, half, max; left out it is none"));
  EXPECT_TRUE(absl::StrContains(
      ParseError(absl::StrCat(kId, "/regs=high/dims=2")),
      "\"dims=2\" is one part too many; after groups= may follow dims=, "
      "ballast=, regs="));
}

TEST(ValidateTest, AScopeIsForAccessesThatNameOne) {
  KernelCase c = Parsed(absl::StrCat(kId, "/team=2/scope=work_group"));
  EXPECT_EQ(c.access.scope, Scope::kWorkGroup);
  EXPECT_TRUE(ValidateCase(c).ok()) << "the device fence names one";
  c.access.fence = Fence::kMem;
  EXPECT_TRUE(absl::StrContains(ValidateCase(c).message(),
                                "no access of the case names a scope"));
  c.access.poll = Poll::kRelaxed;
  EXPECT_TRUE(ValidateCase(c).ok());
  c.primitive = FindPrimitive("barrier.kernel_boundary");
  c.grid.team = 0;
  c.access = {Poll::kPlain, Signal::kPlain, Fence::kNone, Payload::kPlain,
              Scope::kWorkGroup};
  EXPECT_TRUE(absl::StrContains(ValidateCase(c).message(),
                                "scope=work_group: not for barrier.kernel_"));
  ParseError(absl::StrCat(kId, "/scope=device"));
  ParseError(absl::StrCat(kId, "/scope=work_group/team=2"));
}

TEST(ValidateTest, APromiseIsOfAConcurrentDispatchAlone) {
  const auto valid = [](const std::string& id) {
    const absl::StatusOr<Case> c = ParseCaseId(id);
    return c.ok() ? std::string(ValidateCase(*c).message())
                  : std::string(c.status().message());
  };
  const std::string barrier =
      "barrier.counter_per_group/poll=rmw/signal=rmw/fence=device/pay=plain/"
      "work=exchange/wg=64/groups=";
  EXPECT_EQ(valid(barrier + "promised/dispatch=concurrent"), "");
  EXPECT_EQ(valid(barrier + "3/dispatch=concurrent"), "");
  EXPECT_EQ(valid(barrier + "promised"),
            "groups=promised: only a concurrent dispatch has a promise; add "
            "/dispatch=concurrent");
  EXPECT_EQ(
      valid("barrier.intel_device_barrier/poll=plain/signal=plain/fence=none/"
            "pay=plain/work=exchange/wg=64/groups=2"),
      "barrier.intel_device_barrier is valid in a concurrent dispatch alone; "
      "add /dispatch=concurrent");
}

TEST(CaseIdTest, TheProgramAndWhatItRunsInComeLast) {
  const std::string with_rmw =
      absl::StrReplaceAll(kId, {{"poll=volatile", "poll=rmw"}});
  const std::string id =
      absl::StrCat(with_rmw, "/via=spirv/queue=part_equal/memory=svm/op=add");
  const KernelCase c = Parsed(id);
  EXPECT_EQ(c.grid.via, Via::kSpirv);
  EXPECT_EQ(c.grid.queue, Queue::kPartEqual);
  EXPECT_EQ(c.grid.memory, Memory::kSvm);
  EXPECT_EQ(c.grid.poll_op, PollOp::kAdd);
  EXPECT_EQ(CaseId(c), id);
  EXPECT_TRUE(ValidateCase(c).ok());
  EXPECT_TRUE(IsUsualEntry(Parsed(kId).grid));
  for (const char* part :
       {"/via=spirv", "/queue=part_equal", "/memory=host", "/op=cas"}) {
    EXPECT_FALSE(IsUsualEntry(Parsed(absl::StrCat(with_rmw, part)).grid))
        << part;
  }
  // The row of a queue, and of a memory, is at its place.
  for (size_t i = 0; i < QueueRows().size(); ++i) {
    EXPECT_EQ(static_cast<size_t>(QueueRows()[i].queue), i);
  }
  for (size_t i = 0; i < MemoryKinds().size(); ++i) {
    EXPECT_EQ(static_cast<size_t>(MemoryKinds()[i].memory), i);
  }
}

TEST(ValidateTest, AnOperationIsOfAnAtomicPollThatHasNotItAlready) {
  const auto valid = [](absl::string_view poll, absl::string_view op) {
    return ValidateCase(
               Parsed(absl::StrReplaceAll(absl::StrCat(kId, "/op=", op),
                                          {{"poll=volatile", poll}})))
        .ok();
  };
  EXPECT_TRUE(valid("poll=relaxed", "or"));
  EXPECT_TRUE(valid("poll=rmw", "max"));
  EXPECT_FALSE(valid("poll=rmw", "or"));
  EXPECT_FALSE(valid("poll=volatile", "add"));
}

TEST(ValidateTest, OneWordHasNothingToFence) {
  KernelCase c;
  c.primitive = FindPrimitive("handoff.coherence_one_word");
  c.workload = FindWorkload("rising");
  c.access = {Poll::kRelaxed, Signal::kRelaxed, Fence::kNone, Payload::kAtomic};
  EXPECT_TRUE(ValidateCase(c).ok());
  c.access.fence = Fence::kDevice;
  EXPECT_TRUE(
      absl::StrContains(ValidateCase(c).message(), "has no word to fence"));
}

TEST(CaseIdTest, NumbersHaveOneForm) {
  EXPECT_EQ(Parsed(Swapped("wg=max", "wg=64")).grid.group_size_number, 64u);
  for (absl::string_view bad :
       {"0", "064", "+64", "-1", "64 ", "0x40", "4294967296", ""}) {
    ParseError(Swapped("wg=max", absl::StrCat("wg=", bad)));
    ParseError(Swapped("groups=res_plus1", absl::StrCat("groups=", bad)));
  }
}

TEST(ValidateTest, WhatThePrimitiveHasNotIsNamed) {
  KernelCase c = Parsed(kId);
  EXPECT_TRUE(ValidateCase(c).ok());
  c.access.signal = Signal::kPlain;
  EXPECT_EQ(ValidateCase(c).message(),
            "signal=plain: not for barrier.counter_per_group; it may be rmw, "
            "relaxed, release, seq_cst");
  c = Parsed(kId);
  c.workload = FindWorkload("counter");
  EXPECT_TRUE(absl::StrContains(ValidateCase(c).message(),
                                "work=counter: not for barrier."));
  c = Parsed(kId);
  c.primitive = FindPrimitive("mutex.spin_exchange");
  c.workload = FindWorkload("counter");
  EXPECT_TRUE(absl::StrContains(ValidateCase(c).message(),
                                "poll=volatile: not for mutex.spin_exchange"));
}

TEST(ValidateTest, TheNativeFenceTakesAcquireOrVolatileAndRelease) {
  KernelCase c = Parsed(kId);
  c.access.fence = Fence::kNative;
  EXPECT_TRUE(absl::StrContains(ValidateCase(c).message(), "signal=rmw"));
  c.access.signal = Signal::kRelease;
  EXPECT_TRUE(ValidateCase(c).ok());
  c.access.poll = Poll::kAcquire;
  EXPECT_TRUE(ValidateCase(c).ok());
  c.access.poll = Poll::kRmw;
  EXPECT_TRUE(absl::StrContains(ValidateCase(c).message(), "poll=rmw"));
}

TEST(ValidateTest, KernelBoundaryHasNothingToFence) {
  KernelCase c = Parsed(
      "barrier.kernel_boundary/poll=plain/signal=plain/fence=none/pay=volatile/"
      "work=scatter/wg=64/groups=4096");
  EXPECT_TRUE(ValidateCase(c).ok());
  c.access.fence = Fence::kDevice;
  EXPECT_FALSE(ValidateCase(c).ok());
}

TEST(ValidateTest, AnEmptyCaseOrGridIsAnError) {
  EXPECT_FALSE(ValidateCase(KernelCase()).ok());
  KernelCase c = Parsed(kId);
  c.grid.groups = Groups::kNumber;
  c.grid.groups_number = 0;
  EXPECT_FALSE(ValidateCase(c).ok());
  c = Parsed(kId);
  c.grid.group_size = GroupSize::kNumber;
  c.grid.group_size_number = 0;
  EXPECT_FALSE(ValidateCase(c).ok());
}

TEST(ValidateTest, ALimitedWaitHasNoResidency) {
  KernelCase c = Parsed(
      "barrier.counter_per_item_limited/poll=rmw/signal=rmw/fence=device/"
      "pay=plain/work=arrivals/wg=8/groups=2");
  EXPECT_TRUE(ValidateCase(c).ok());
  c.grid.groups = Groups::kRes;
  EXPECT_TRUE(
      absl::StrContains(ValidateCase(c).message(), "finds no residency"));
}

TEST(ValidateTest, NothingStandsAroundALimitedWait) {
  KernelCase c = Parsed(
      "barrier.counter_per_item_limited/poll=rmw/signal=rmw/fence=device/"
      "pay=plain/work=arrivals/wg=8/groups=2");
  c.grid.dims = 2;
  EXPECT_TRUE(absl::StrContains(ValidateCase(c).message(),
                                "dims=2: not for barrier.counter_per_item"));
  c.grid.dims = 4;
  EXPECT_FALSE(ValidateCase(c).ok());
  c.grid.dims = 1;
  c.grid.ballast = Ballast::kNumber;
  EXPECT_FALSE(ValidateCase(c).ok());
}

TEST(LanguageTest, C11AtomicsAndTheDeviceFenceNeedC20) {
  KernelCase c = Parsed(kId);
  EXPECT_TRUE(NeedsC11(c));
  c.access.fence = Fence::kRwMem;
  EXPECT_FALSE(NeedsC11(c));
  c.access.payload = Payload::kAtomic;
  EXPECT_FALSE(NeedsC11(c)) << "a payload never changes the language";
  c.access.poll = Poll::kRelaxed;
  EXPECT_TRUE(NeedsC11(c));
  c.access.poll = Poll::kRmw;
  c.access.signal = Signal::kSeqCst;
  EXPECT_TRUE(NeedsC11(c));
}

TEST(WaitsTest, OneGroupWaitsForNobody) {
  KernelCase c = Parsed(kId);
  EXPECT_TRUE(HasWaits(c));
  c.grid.groups = Groups::kNumber;
  c.grid.groups_number = 1;
  EXPECT_FALSE(HasWaits(c));
  c.grid.groups_number = 2;
  EXPECT_TRUE(HasWaits(c));
  c.primitive = FindPrimitive("barrier.kernel_boundary");
  EXPECT_FALSE(HasWaits(c));
  c.grid.groups_number = 1;
  c.primitive = FindPrimitive("barrier.counter_per_item");
  EXPECT_TRUE(HasWaits(c)) << "its work-items wait for each other";
}

TEST(HostCaseTest, AnIdIsReadBackAndItsWordsAreThere) {
  const HostCase c =
      ParsedHost("host_sync.barrier/queue=two/form=1_2/list=with");
  ASSERT_NE(c.check, nullptr);
  EXPECT_EQ(CaseId(c), "host_sync.barrier/queue=two/form=1_2/list=with");
  EXPECT_EQ(CaseFamily(c), "host_sync");
  EXPECT_EQ(HostWord(c, "queue"), "two");
  EXPECT_EQ(HostWord(c, "list"), "with");
  EXPECT_EQ(HostWord(c, "command"), "");
  EXPECT_TRUE(ValidateCase(c).ok());
  EXPECT_EQ(CaseFamily(Parsed(kId)), "barrier");
}

TEST(HostCaseTest, WhereAKernelIsNeededItsIdIsAnError) {
  EXPECT_EQ(
      ParseKernelCaseId("host_sync.finish/queue=in_order").status().message(),
      "case \"host_sync.finish/queue=in_order\": a host check, which "
      "launches no primitive");
  EXPECT_FALSE(ParseKernelCaseId("barrier.gone").ok());
}

TEST(HostCaseTest, WhatIsNoIdSaysWhatItMayBe) {
  EXPECT_TRUE(absl::StrContains(ParseError("host_sync.finish/queue=both"),
                                "queue=both: no such value; it may be "
                                "in_order, out_of_order"));
  EXPECT_TRUE(absl::StrContains(ParseError("host_sync.finish"),
                                "it ends before /queue="));
  EXPECT_TRUE(absl::StrContains(ParseError("host_sync.finish/wg=64"),
                                "\"wg=64\" is where queue= belongs"));
  EXPECT_TRUE(
      absl::StrContains(ParseError("host_sync.finish/queue=in_order/wg=64"),
                        "\"wg=64\" is one part too many"));
}

TEST(HostCaseTest, WordsThatDoNotGoTogetherAreNamed) {
  const HostCase c =
      ParsedHost("host_sync.barrier/queue=in_order/form=1_0/list=with");
  EXPECT_EQ(ValidateCase(c).message(),
            "form=1_0 does not go with list=with for host_sync.barrier");
}

}  // namespace
}  // namespace wgsync
