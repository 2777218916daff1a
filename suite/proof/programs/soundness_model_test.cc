// The soundness table (suite/core/plan/soundness.cc) against the checker of
// suite/core/memory, for some primitives: a case is guaranteed if and only if
// its program has no data race and no execution hangs by memory, and is racy
// otherwise.

#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "gtest/gtest.h"
#include "suite/core/catalog/access.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/litmus/program_text.h"
#include "suite/core/memory/explore.h"
#include "suite/core/plan/case.h"
#include "suite/core/plan/soundness.h"

namespace wgsync {
namespace {

// The language of suite/core/litmus with the case's access: $POLL, $SIGNAL and
// $BOTH are the orders of a poll, of a signal, and of an access that is both. A
// line $FENCE or $STRONG is there if the fence is the device's. Two groups use
// each word again.
struct Row {
  const char* primitive;
  const char* workload;
  const char* text;
};

constexpr Row kRows[] = {
    {"barrier.counter_per_group", "exchange", R"(
words count
data x[2]
groups 2
  write x[id] := 1
  $FENCE
  $SIGNAL add(count, 1)
  $POLL while count < 2
  $FENCE
  t = read x[0]
  u = read x[1]
  $FENCE
  $SIGNAL add(count, 1)
  $POLL while count < 4
  $FENCE
  write x[id] := 2
)"},
    {"barrier.sense_reversing", "exchange", R"(
words count, sense
data x[2]
groups 2
  write x[id] := 1
  $FENCE
  $BOTH t = add(count, 1)
  if t != 1 goto first
  $FENCE
  $SIGNAL count := 0
  $FENCE
  $SIGNAL sense := 1
  first: $POLL while sense == 0
  $FENCE
  u = read x[0]
  u = read x[1]
  $FENCE
  $BOTH t = add(count, 1)
  if t != 1 goto second
  $FENCE
  $SIGNAL count := 0
  $FENCE
  $SIGNAL sense := 0
  second: $POLL while sense == 1
  $FENCE
  write x[id] := 2
)"},
    {"mutex.spin_exchange", "counter", R"(
words lock
data x
groups 2
  $POLL while exchange(lock, 1) == 1
  $FENCE
  t = read x
  write x := t+1
  $FENCE
  $SIGNAL lock := 0
  $POLL while exchange(lock, 1) == 1
  $FENCE
  t = read x
  write x := t+1
  $FENCE
  $SIGNAL lock := 0
)"},
    {"mutex.sleeping_ring", "counter", R"(
words tail, f[2]
data x
groups 2
  $FENCE
  $BOTH p = add(tail, 1)
  $FENCE
  q = p % 2
  if p == 0 goto in
  $POLL while f[q] != 1
  $FENCE
  in: $SIGNAL f[q] := 0
  write x := 1
  $FENCE
  q = q+1
  q = q % 2
  $SIGNAL f[q] := 1
  $FENCE
  $BOTH p = add(tail, 1)
  $FENCE
  q = p % 2
  $POLL while f[q] != 1
  $FENCE
  $SIGNAL f[q] := 0
  write x := 2
  $FENCE
  q = q+1
  q = q % 2
  $SIGNAL f[q] := 1
)"},
    // A group gives up if the other one's flag is up.
    {"mutex.dekker", "counter", R"(
words f[2]
data x
group
  $SIGNAL f[0] := 1
  $STRONG
  $POLL if f[1] != 0 goto end
  $FENCE
  write x := 1
  $FENCE
  $SIGNAL f[0] := 0
group
  $SIGNAL f[1] := 1
  $STRONG
  $POLL if f[0] != 0 goto end
  $FENCE
  write x := 2
  $FENCE
  $SIGNAL f[1] := 0
)"},
};

std::string OrderText(AccessOrder order, const char* acq_rel) {
  switch (order) {
    case AccessOrder::kNone:
      return "relaxed";
    case AccessOrder::kAcqRel:
      return acq_rel;
    case AccessOrder::kSeqCst:
      return "seq_cst";
  }
  return "";
}

std::string ProgramOf(const Row& row, const Access& access) {
  const AccessOrder signal = RowOf(access.signal).order;
  const std::string text = absl::StrReplaceAll(
      row.text, {{"$POLL", OrderText(RowOf(access.poll).order, "acquire")},
                 {"$SIGNAL", OrderText(signal, "release")},
                 {"$BOTH", OrderText(signal, "acq_rel")}});
  // A label stays even if its fence goes.
  const bool fence = RowOf(access.fence).reach == FenceReach::kDevice;
  return absl::StrReplaceAll(
      text, {{"$FENCE", fence ? "acq_rel fence(global)" : "nothing = 0"},
             {"$STRONG", fence ? "seq_cst fence(global)" : "nothing = 0"}});
}

// A device that claims all that OpenCL knows.
Claims Everything() {
  Claims claims;
  claims.highest_c11 = 300;
  claims.ClaimEveryOrder();
  claims.max_group_size = 1024;
  return claims;
}

TEST(SoundnessModelTest, TheTableIsTheModels) {
  for (const Row& row : kRows) {
    for (const Poll poll : {Poll::kRelaxed, Poll::kAcquire, Poll::kSeqCst}) {
      for (const Signal signal :
           {Signal::kRelaxed, Signal::kRelease, Signal::kSeqCst}) {
        for (const Fence fence : {Fence::kNone, Fence::kDevice}) {
          KernelCase c;
          c.primitive = FindPrimitive(row.primitive);
          c.workload = FindWorkload(row.workload);
          c.access = {poll, signal, fence, Payload::kPlain};
          const SoundnessWhy table = SoundnessOf(c, Everything());
          const std::string text = ProgramOf(row, c.access);
          const auto program = litmus::ParseProgram(row.primitive, text);
          ASSERT_TRUE(program.ok()) << program.status();
          const memory::Answer answer = memory::Explore(*program);
          ASSERT_NE(answer.verdict, memory::Verdict::kExceeded) << answer.why;
          const bool holds =
              answer.verdict == memory::Verdict::kHolds && !answer.can_hang;
          EXPECT_EQ(holds ? "guaranteed" : "racy",
                    std::string(SoundnessName(table.soundness)))
              << table.why << "\n"
              << text << answer.why;
        }
      }
    }
  }
}

// What went wrong before the place, or the arrival, acquired.
TEST(SoundnessModelTest, ARelaxedPlaceOrArrivalIsFoundOut) {
  for (const Row& row : kRows) {
    if (!absl::StrContains(row.text, "$BOTH")) continue;
    const std::string text =
        absl::StrReplaceAll(ProgramOf(row, {Poll::kAcquire, Signal::kRelease,
                                            Fence::kNone, Payload::kPlain}),
                            {{"acq_rel", "relaxed"}});
    const auto program = litmus::ParseProgram(row.primitive, text);
    ASSERT_TRUE(program.ok()) << program.status();
    EXPECT_EQ(memory::Explore(*program).verdict, memory::Verdict::kRacy)
        << text;
  }
}

}  // namespace
}  // namespace wgsync
