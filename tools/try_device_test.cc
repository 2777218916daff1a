// Kernels that are not the suite's on a real device, PoCL: each right, and with
// mistakes.

#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "tools/try_testing.h"

namespace wgsync {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::Not;

TEST_F(TryDeviceTest, ARightScanIsRight) {
  const nlohmann::json report = Tried("scan", "");
  // Two threads that share a core may take turns.
  if (report["doubt"] != "turns") {
    EXPECT_EQ(report["verdict"], "right") << report;
    EXPECT_EQ(report["exit"], kAsExpected);
    EXPECT_GT(report["overlapped"], 0);
  }
  EXPECT_EQ(report["late"]["wrong"], 0);
  EXPECT_GT(report["read_before"]["right"], 0);
  EXPECT_EQ(report["read_before"]["wrong"], 0);
  EXPECT_EQ(report["reversed"]["right"], report["reversed"]["launches"])
      << "it has tickets";
  EXPECT_EQ(report["grids"].size(), 4u);
}

TEST_F(TryDeviceTest, AScanThatLooksAtTheWrongGroupIsWrong) {
  const nlohmann::json report = Tried("scan", "-DWRONG_START", "--groups 3");
  EXPECT_EQ(report["verdict"], "wrong") << report;
  EXPECT_EQ(report["exit"], kFailures);
  EXPECT_THAT(report["because"].get<std::string>(),
              HasSubstr("out[128] is 256 and not 510"));
}

TEST_F(TryDeviceTest, ABarrierHangsAboveTheResidency) {
  const nlohmann::json report = Tried("barrier", "");
  EXPECT_EQ(report["verdict"], "hangs_above") << report;
  EXPECT_EQ(report["ends_up_to"], 2);
  EXPECT_EQ(report["hangs_from"], 3);
  EXPECT_EQ(report["exit"], kFailures);
}

TEST_F(TryDeviceTest, ALockThatIsKeptEndsInNoGrid) {
  // No launch ends, however short the limit is.
  const nlohmann::json report = Reported(
      Try("suite/proof/tried/lock.cl", "--json --line 'options -DNO_UNLOCK'",
          "--launches 12 --timeout 0.2"));
  EXPECT_EQ(report["verdict"], "no_end") << report;
  EXPECT_EQ(report["hangs_from"], 1);
  EXPECT_NE(report["not_optimized"], "finished");
}

TEST_F(TryDeviceTest, ALoadThatTheCompilerTookOutIsNamed) {
  const nlohmann::json report = Tried("barrier", "-DNO_ATOMIC");
  EXPECT_THAT(report["verdict"].get<std::string>(),
              AnyOf("no_end", "hangs", "hangs_above"));
  EXPECT_EQ(report["not_optimized"], "finished") << report;
}

TEST_F(TryDeviceTest, AWriteBeyondABufferIsWrong) {
  const nlohmann::json report = Tried("queue", "-DBEYOND=1");
  EXPECT_EQ(report["verdict"], "wrong") << report;
  EXPECT_THAT(
      report["because"].get<std::string>(),
      HasSubstr("the kernel wrote done[500], and the length of done is 500"));
}

TEST_F(TryDeviceTest, ASlowKernelIsNoHang) {
  const std::string file = Written(
      "// wgsync: x uint[1] = 1\n"
      "// wgsync: right x[i] == 0\n"
      "kernel void k(global volatile uint* x) {\n"
      "  for (ulong n = 0; n < 1000000000 && x[0] != 2; ++n) {}\n"
      "  x[0] = 0;\n}\n");
  const ProgramOutcome made =
      Try(file, "--items 1 --groups 1 --json", "--launches 3 --timeout 0.5");
  EXPECT_THAT(made.text, HasSubstr("one_group")) << made.text;
  EXPECT_THAT(made.text, Not(HasSubstr("no_end")));
}

// The first group to come publishes, and the flag is not taken down: what the
// second launch reads is that of the first one.
TEST_F(TryDeviceTest, AnOldValueShowsWhereEachLaunchHasAnotherOne) {
  const auto report = [this](const std::string& in) {
    const std::string file = Written(absl::StrCat(
        "// wgsync: in uint[1] = ", in,
        "\n// wgsync: data uint[1] = 0 kept\n"
        "// wgsync: flag uint[1] = 0 kept\n"
        "// wgsync: out uint[groups] = 0 result\n"
        "// wgsync: right out[i] == in[0]\n"
        "kernel void k(global const uint* in, global volatile uint* data,\n"
        "              global volatile uint* flag, global uint* out) {\n"
        "  if (atomic_cmpxchg(flag, 0, 1) == 0) {\n"
        "    atomic_xchg(data, in[0]);\n"
        "    atomic_xchg(flag, 2);\n  }\n"
        "  while (atomic_or(flag, 0) != 2) {}\n"
        "  out[get_group_id(0)] = atomic_or(data, 0);\n}\n"));
    return Reported(Try(file, "--items 1 --groups 2 --json"));
  };
  const nlohmann::json same = report("7");
  EXPECT_THAT(same["verdict"].get<std::string>(), AnyOf("right", "unproven"));
  EXPECT_FALSE(same.contains("varied"));
  const nlohmann::json varied = report("7 + launch");
  EXPECT_EQ(varied["verdict"], "wrong") << varied;
  EXPECT_THAT(
      varied["because"].get<std::string>(),
      HasSubstr("began with what the launch before left in data, flag"));
  EXPECT_EQ(varied["varied"], true);
}

TEST_F(TryDeviceTest, AnInputThatTheKernelWritesToIsNamed) {
  const std::string file = Written(
      "// wgsync: in uint[groups] = i + 1\n"
      "// wgsync: out uint[groups] = 9\n"
      "// wgsync: right out[i] == in[i] * 2\n"
      "kernel void k(global uint* in, global uint* out) {\n"
      "  in[get_group_id(0)] = out[get_group_id(0)] = 0;\n}\n");
  EXPECT_THAT(Try(file, "--items 1 --groups 2").text,
              HasSubstr("the kernel writes to in"));
}

TEST_F(TryDeviceTest, WhatIsRightBeforeTheLaunchIsNotRight) {
  const std::string file = Written(
      "// wgsync: x uint[groups] = 1\n"
      "// wgsync: right x[i] == 1\n"
      "kernel void k(global uint* x) { x[get_group_id(0)] = 1; }\n");
  const ProgramOutcome made = Try(file, "");
  EXPECT_EQ(made.exit_code, kNothingBinds) << made.text;
  EXPECT_THAT(made.text, HasSubstr("a kernel that does nothing is right"));
}

TEST_F(TryDeviceTest, AfterMaxMinutesItSaysWhatIsKnown) {
  const std::string file = Written(
      "// wgsync: x uint[groups] = 0\n"
      "// wgsync: right x[i] == 1\n"
      "kernel void k(global uint* x) { x[get_group_id(0)] = 1; }\n");
  const ProgramOutcome made = Try(file, "--max-minutes 0");
  EXPECT_EQ(made.exit_code, kNothingBinds) << made.text;
  EXPECT_THAT(made.text, HasSubstr("stopped by --max-minutes, after 0 "));
}

TEST_F(TryDeviceTest, ASignalPrintsWhatIsKnown) {
  const std::string file = Written(
      "// wgsync: x uint[groups] = 0\n"
      "// wgsync: right x[i] == 1\n"
      "kernel void k(global volatile uint* x) {\n"
      "  while (get_num_groups(0) > 1 && atomic_or(&x[0], 0) < 2) {}\n"
      "  x[get_group_id(0)] = 1;\n}\n");
  // A line of progress shows that the launch of two groups runs.
  const ProgramOutcome made = RunShell(absl::StrCat(
      "mkfifo ", folder_, "/lines; ", Pocl(), " ", WgsyncProgram(), " try ",
      file, " --device Portable --groups 1,2 --timeout 1000 > ", folder_,
      "/lines 2>&1 & pid=$!; while read -r line; do echo \"$line\"; case "
      "\"$line\" in *'2 groups for'*) kill $pid;; esac; done < ",
      folder_, "/lines"));
  EXPECT_THAT(made.text, HasSubstr("k.cl: not known")) << made.text;
  EXPECT_THAT(made.text, HasSubstr("stopped by a signal in a launch (groups: "
                                   "2), after 50 launches"));
  EXPECT_THAT(made.text, HasSubstr("wgsync: interrupted"));
}

// The second launch waits for no group, or for ever.
TEST_F(TryDeviceTest, ACounterThatIsNotResetFailsInTheSecondLaunch) {
  const std::string lines = "// wgsync: count uint[1] = 0";
  const std::string kernel =
      "\n// wgsync: seen uint[groups] = 0\n"
      "// wgsync: out uint[groups] = 9 result\n"
      "// wgsync: right out[i] == groups\n"
      "#ifndef AWAITED\n#define AWAITED < n\n#endif\n"
      "kernel void k(global uint* count, global uint* seen, global uint* out) "
      "{\n"
      "  const uint n = get_num_groups(0), me = get_group_id(0);\n"
      "  atomic_xchg(&seen[me], 1);\n"
      "  atomic_inc(count);\n"
      "  while (atomic_or(count, 0) AWAITED) {}\n"
      "  uint sum = 0;\n"
      "  for (uint g = 0; g < n; ++g) sum += atomic_or(&seen[g], 0);\n"
      "  out[me] = sum;\n}\n";
  for (const bool hangs : {false, true}) {
    const std::string options =
        absl::StrCat("--items 1 --groups 2 --json",
                     hangs ? " --line 'options -DAWAITED=!=n'" : "");
    const nlohmann::json anew = Reported(Try(Written(lines + kernel), options));
    EXPECT_EQ(anew["grids"][0]["right"], 12) << anew;
    const nlohmann::json kept =
        Reported(Try(Written(absl::StrCat(lines, " kept", kernel)), options));
    EXPECT_EQ(kept["verdict"], hangs ? "hangs" : "wrong") << kept;
    EXPECT_THAT(kept["because"].get<std::string>(),
                HasSubstr(" launches that began with the given values, and not "
                          "in "));
    EXPECT_THAT(
        kept["because"].get<std::string>(),
        HasSubstr(" began with what the launch before left in count; "));
    EXPECT_NE(kept["not_optimized"], "finished");
  }
}

TEST_F(TryDeviceTest, TheReferenceIsNotTheKernelThatIsTried) {
  const std::string file = Written(
      "// wgsync: p uint2[groups] = 0\n"
      "// wgsync: n = groups\n"
      "// wgsync: right same as reference serial\n"
      "// wgsync: right p[i] == i % 2 + 1\n"
      "kernel void k(global uint2* p) {\n"
      "  p[get_group_id(0)] = (uint2)(1, 2);\n}\n"
      "kernel void serial(global uint2* p, uint n) {\n"
      "  for (uint i = 0; i < n; ++i) p[i] = (uint2)(1, 2);\n}\n");
  const nlohmann::json report = Reported(Try(file, "--json --groups 1,3"));
  EXPECT_EQ(report["kernel"], "k");
  EXPECT_EQ(report["grids"][1]["right"], 12) << report;
  EXPECT_EQ(report["launches"].back()["checked"], 12) << "6, twice";
}

TEST_F(TryDeviceTest, AKernelOfAMacroHasLateGroups) {
  const std::string lines =
      "// wgsync: x uint[groups] = 0\n"
      "// wgsync: right x[i] == 1\n"
      "#define MADE(T, WORK) kernel void k_##T(global T* x) { WORK }\n";
  const std::string work =
      "local uint n; if (get_local_id(0) == 0) n = 1 + "
      "atomic_or(&x[get_group_id(0)], 0); barrier(1); x[get_group_id(0)] = n;";
  for (const std::string& body :
       {std::string("x[get_group_id(0)] = 1;"), work}) {
    const nlohmann::json made =
        Reported(Try(Written(lines + "MADE(uint, " + body + ")"), "--json"));
    EXPECT_GT(made["stamped"], 0) << made;
    EXPECT_TRUE(made["notes"].empty()) << made["notes"];
  }
  const nlohmann::json local = Reported(
      Try(Written(lines +
                  "#define BEGIN {\nkernel void k_uint(global uint* x) "
                  "BEGIN " +
                  work + " }"),
          "--json"));
  EXPECT_EQ(local["doubt"], "overlap_not_shown");
  EXPECT_THAT(local["notes"].dump(),
              HasSubstr("so no group starts late, and nothing shows if groups "
                        "overlapped: have `kernel void k_uint(...) {` and its "
                        "`}` in the file once, without #if"));
}

// Stores after their signal, each with its right form, which pauses at atomic
// operations must leave right.
constexpr const char* kStoresAfterSignals[] = {
    // The last group to arrive reads what all have stored.
    R"(
// wgsync: groups 1,2,3
// wgsync: data uint[groups] = 0
// wgsync: count uint[1] = 0 words
// wgsync: right data[0] == groups * (groups + 1) / 2
kernel void last(global volatile uint* data, global uint* count) {
  if (get_local_id(0) != 0) return;
  const uint g = get_global_id(0) / get_local_size(0), n = get_num_groups(0);
  FIRST(atomic_xchg(&data[g], g + 1);)
  const uint place = atomic_inc(count);
  SECOND(atomic_xchg(&data[g], g + 1);)
  if (place != n - 1) return;
  uint sum = 0;
  for (uint k = 0; k < n; ++k) sum += atomic_or(&data[k], 0);
  atomic_xchg(&data[0], sum);
})",
    // All wait for a counter, in C11.
    R"(
// wgsync: groups 1,2
// wgsync: data uint[groups] = 0
// wgsync: count uint[1] = 0 words
// wgsync: out uint[groups] = 0 result
// wgsync: right out[i] == groups * (groups + 1) / 2
kernel void await(global atomic_uint* data, global atomic_uint* count,
                  global uint* out) {
  if (get_local_id(0) != 0) return;
  const uint g = get_global_linear_id() / get_local_size(0);
  const uint n = get_num_groups(0) + get_global_offset(0);
  FIRST(atomic_store(&data[g], g + 1);)
  atomic_fetch_add_explicit(count, 1, memory_order_acq_rel,
                            memory_scope_device);
  SECOND(atomic_store(&data[g], g + 1);)
  while (atomic_load(count) < n) {}
  // Without a pause the stores are there by now.
  for (uint k = 0; k < 2000; ++k) atomic_load(count);
  for (uint k = 0; k < n; ++k) out[g] += atomic_load(&data[k]);
})",
    // A barrier's count is reset before its generation is raised.
    R"(
// wgsync: groups 1,2
// wgsync: bar uint[2] = 0 words
// wgsync: out uint[groups] = 0 result
// wgsync: right out[i] == 6
void meet(global uint* bar) {
  const uint round = atomic_or(&bar[1], 0);
  if (atomic_inc(&bar[0]) + 1 != get_num_groups(0)) {
    while (atomic_or(&bar[1], 0) == round) {}
    return;
  }
  FIRST(atomic_xchg(&bar[0], 0);)
  atomic_inc(&bar[1]);
  SECOND(atomic_xchg(&bar[0], 0);)
}
kernel void rounds(global uint* bar, global uint* out) {
  if (get_local_id(0) != 0) return;
  for (uint r = 0; r < 6; ++r) {
    meet(bar);
    ++out[get_group_id(0)];
  }
})",
    // A lock is free after the last store that it protects.
    R"(
// wgsync: groups 1,2,3
// wgsync: lock uint[1] = 0 words
// wgsync: a uint[2] = 0 result
// wgsync: right a[i] == groups * 20
kernel void guarded(global uint* lock, global volatile uint* a) {
  if (get_local_id(0) != 0) return;
  for (uint r = 0; r < 20; ++r) {
    while (atomic_cmpxchg(lock, 0, 1) != 0) {}
    ++a[0];
    const uint b = a[1];
    FIRST(a[1] = b + 1; mem_fence(CLK_GLOBAL_MEM_FENCE);)
    atomic_xchg(lock, 0);
    SECOND(a[1] = b + 1;)
  }
})",
    R"(
// A stack whose head counts its changes, or not (ABA).
// wgsync: groups 1,2,3
// wgsync: n = groups * 2
// wgsync: head uint[1] = 1 words
// wgsync: next uint[n + 1] = i < n ? i + 1 : 0 words
// wgsync: users uint[n + 1] = 0 words
// wgsync: twice uint[1] = 9 result
// wgsync: right twice[0] == 0
uint change(global uint* head, uint old, uint node) {
  FIRST(node |= (old & 0xffff0000u) + 0x10000u;)
  return atomic_cmpxchg(head, old, node) == old;
}
uint pop(global uint* head, global uint* next) {
  uint old;
  do {
    old = atomic_or(head, 0);
  } while ((old & 0xffff) && !change(head, old, atomic_or(&next[old & 0xffff], 0)));
  return old & 0xffff;
}
void push(global uint* head, global uint* next, uint node) {
  uint old;
  do {
    old = atomic_or(head, 0);
    atomic_xchg(&next[node], old & 0xffff);
  } while (!change(head, old, node));
}
kernel void stack(global uint* head, global uint* next, global uint* users,
                  global uint* twice) {
  if (get_local_id(0) != 0) return;
  atomic_cmpxchg(twice, 9, 0);
  for (uint r = 0; r < 50; ++r) {
    uint mine[2];
    for (uint k = 0; k < 2; ++k) {
      mine[k] = pop(head, next);
      if (mine[k] && atomic_inc(&users[mine[k]])) atomic_xchg(twice, 1);
    }
    for (uint k = 0; k < 2; ++k) {
      if (!mine[k]) continue;
      atomic_dec(&users[mine[k]]);
      push(head, next, mine[k]);
    }
  }
})"};

TEST_F(TryDeviceTest, PausesAtAtomicOperationsShowStoresAfterTheirSignal) {
  for (const char* kernel : kStoresAfterSignals) {
    // Which work-item is stopped where is chance: ABA shows now and then.
    const bool shows =
        absl::string_view(kernel).find("(ABA)") == absl::string_view::npos;
    for (const bool right : {true, false}) {
      if (!right && !shows) continue;
      const std::string file = Written(
          absl::StrCat(right ? "#define FIRST(x) x\n#define SECOND(x)\n"
                             : "#define FIRST(x)\n#define SECOND(x) x\n",
                       kernel));
      const nlohmann::json report =
          Reported(Try(file, "--json", "--launches 25 --seconds 1"));
      if (!right) {
        EXPECT_THAT(report["verdict"].get<std::string>(),
                    AnyOf("when_late", "wrong", "hangs"))
            << report["because"] << kernel;
        continue;
      }
      EXPECT_EQ(report["paused"]["right"], report["paused"]["launches"]);
      EXPECT_GE(report["paused"]["launches"], 3) << report;
      if (report["doubt"] != "turns") {
        EXPECT_EQ(report["verdict"], "right") << report["because"] << kernel;
      }
    }
  }
}

TEST_F(TryDeviceTest, AReturnInALoopWithBarriersIsOneEnd) {
  const nlohmann::json report = Reported(
      Try(Written("// wgsync: n uint[1] = 0\n"
                  "// wgsync: right n[0] == 20 + groups\n"
                  "kernel void k(global volatile uint* n) {\n"
                  "  local uint task;\n"
                  "  for (;;) {\n"
                  "    if (get_local_id(0) == 0) task = atomic_inc(n);\n"
                  "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                  "    const uint mine = task;\n"
                  "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                  "    if (mine >= 20) return;\n"
                  "  }\n}\n"),
          "--json"));
  EXPECT_GT(report["late"]["right"], 0) << report;
}

TEST_F(TryDeviceTest, AGridForWhichOneGroupHasNoMemoryIsTried) {
  const nlohmann::json report = Reported(Try(
      Written("// wgsync: x uint[groups / 2] = 0\n"
              "// wgsync: right x[i] == 1\n"
              "kernel void k(global uint* x) {\n"
              "  if (get_group_id(0) % 2) x[get_group_id(0) / 2] = 1;\n}\n"),
      "--groups 2,4 --json"));
  EXPECT_GT(report["late"]["right"], 0) << report;
}

// llvmpipe ends all loops of a work-item after 65,536 turns of them together.
TEST_F(TryDeviceTest, WhereTheDriverCutsLoopsNothingIsJudged) {
  const std::string lines =
      "// wgsync: kernel k\n"
      "// wgsync: n = 90000\n"
      "// wgsync: x uint[n] = 0\n"
      "// wgsync: right same as reference serial\n";
  const std::string fast =
      "(global uint* x, uint n) {\n"
      "  for (uint i = get_global_id(0); i < n; i += get_global_size(0)) "
      "x[i] = i;\n}\n";
  const std::string slow =
      "(global uint* x, uint n) {\n"
      "  for (uint i = 0; i < n; ++i) x[i] = i;\n}\n";
  const std::string twice =
      "(global uint* x, uint n) {\n"
      "  for (uint i = 0; i < n; i += 2) {\n"
      "    x[i] = i;\n    x[i + 1] = i + 1;\n  }\n}\n";
  for (const bool cut : {false, true}) {
    const std::string file =
        Written(absl::StrCat(lines, "kernel void k", fast, "kernel void serial",
                             cut ? slow : twice));
    const ProgramOutcome made = Wgsync(
        absl::StrCat("try ", file,
                     " --device rusticl --launches 12 --groups 2 --json"),
        "OCL_ICD_VENDORS=rusticl.icd RUSTICL_ENABLE=llvmpipe");
    const nlohmann::json report = Reported(made);
    EXPECT_EQ(report["doubt"] == "loops_cut", cut) << report;
    EXPECT_EQ(report["grids"].empty(), cut) << report;
    EXPECT_EQ(report["launches"][0]["ending"], cut ? "loops_cut" : "finished");
  }
}

TEST_F(TryDeviceTest, BadInputIsALine) {
  const std::string kernel = "kernel void k(global uint* x) { *x = 1; }\n";
  const struct {
    std::string text;
    const char* says;
  } kBad[] = {
      {kernel, "parameter uint* x of k is not described"},
      {"// wgsync: kernel j\n" + kernel, "it has no kernel 'j'; it has 'k'"},
      {"kernel void k( {}", "it does not build"},
      {"kernel void k( {}", "/k.cl:1:"},  // and not the driver's own name
      {"// wgsync items 8\n" + kernel,
       "k.cl:1: 'wgsync items 8' is not read: write `// wgsync: items 8`"},
  };
  for (const auto& bad : kBad) {
    const ProgramOutcome made = Try(Written(bad.text), "");
    EXPECT_EQ(made.exit_code, kBadInput) << made.text;
    EXPECT_THAT(made.text, HasSubstr("wgsync: " + folder_)) << bad.text;
    EXPECT_THAT(made.text, HasSubstr(bad.says));
  }
}

}  // namespace
}  // namespace wgsync
