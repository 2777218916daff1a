// Grids of kernels that are not the suite's, on a real device, PoCL.

#include <filesystem>
#include <fstream>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "tools/try_testing.h"

namespace wgsync {
namespace {

using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::Not;

// Each group waits for those above and to the left of it.
TEST_F(TryDeviceTest, AGridMayHaveTwoDimensions) {
  const auto report = [this](const std::string& left) {
    const std::string file = Written(absl::StrCat(
        "// wgsync: items 8x4\n"
        "// wgsync: groups 2,12\n"
        "// wgsync: ticket uint[1] = 0\n"
        "// wgsync: done uint[groups] = 0 words\n"
        "// wgsync: out uint[groups] = 0 result\n"
        "// wgsync: right out[i] == 8 * 4 * (1 + (i % groups_x) + i / "
        "groups_x)\n"
        "kernel void k(global volatile uint* ticket,\n"
        "              global volatile uint* done, global uint* out) {\n"
        "  local uint mine;\n"
        "  const uint width = get_num_groups(0);\n"
        "  if (get_local_id(0) + get_local_id(1) == 0)\n"
        "    mine = atomic_inc(ticket);\n"
        "  barrier(CLK_LOCAL_MEM_FENCE);\n"
        "  const uint x = mine % width, y = mine / width;\n"
        "  if (get_local_id(0) + get_local_id(1) == 0) {\n"
        "    uint most = 0;\n"
        "    if (x > 0) while ((most = atomic_or(&done[mine - 1], 0)) == 0) {",
        left,
        "}\n"
        "    if (y > 0) while ((most = atomic_or(&done[mine - width], 0)) == "
        "0) "
        "{}\n"
        "    most += get_local_size(0) * get_local_size(1);\n"
        "    out[mine] = most;\n"
        "    atomic_xchg(&done[mine], most);\n  }\n}\n"));
    return Reported(Try(file, "--json"));
  };
  const nlohmann::json right = report("");
  EXPECT_THAT(right["verdict"].get<std::string>(), AnyOf("right", "unproven"))
      << right;
  EXPECT_EQ(right["late"]["wrong"], 0) << right;
  EXPECT_GT(right["late"]["launches"], 0) << right;
  EXPECT_EQ(right["reversed"]["hung"], 0) << right;
  EXPECT_THAT(report("break;")["verdict"].get<std::string>(),
              AnyOf("wrong", "when_late"));
}

constexpr char kMarks[] =
    "#ifndef WG_ARRIVE\n"
    "#define WG_ARRIVE(round)\n#define WG_DEPART(round)\n"
    "#define WG_ENTER(lock, most)\n#define WG_LEAVE(lock)\n"
    "#define WG_WAIT(group)\n#define WG_GOT(group)\n"
    "#define WG_PARAM\n#define WG_ARG\n#endif\n";

// The result does not show that the barrier lets the first group through.
TEST_F(TryDeviceTest, AMarkShowsWhatNoResultDoes) {
  const auto report = [this](const std::string& missing) {
    return Reported(Try(
        Written(absl::StrCat(
            "// wgsync: groups 2\n"
            "// wgsync: count uint[1] = 0 words\n"
            "// wgsync: out uint[groups] = 0 result\n"
            "// wgsync: right out[i] == 3\n",
            kMarks,
            "void meet(global volatile uint* count, uint round WG_PARAM) {\n"
            "  barrier(CLK_GLOBAL_MEM_FENCE);\n"
            "  if (get_local_id(0) == 0) {\n"
            "    WG_ARRIVE(round);\n"
            "    atomic_inc(count);\n"
            "    const uint all = (round + 1) * get_num_groups(0);\n"
            "    while (atomic_or(count, 0) < all",
            missing,
            ") {}\n"
            "    WG_DEPART(round);\n"
            "  }\n"
            "  barrier(CLK_GLOBAL_MEM_FENCE);\n}\n"
            "kernel void k(global volatile uint* count, global uint* out) {\n"
            "  for (uint round = 0; round < 3; ++round) {\n"
            "    if (get_local_id(0) == 0) out[get_group_id(0)] += 1;\n"
            "    meet(count, round WG_ARG);\n"
            "  }\n}\n")),
        "--json"));
  };
  const nlohmann::json right = report("");
  EXPECT_THAT(right["verdict"].get<std::string>(), AnyOf("right", "unproven"))
      << right;
  EXPECT_GT(right["late"]["right"], 0) << right;
  const nlohmann::json early = report(" - 1");
  EXPECT_EQ(early["verdict"], "when_late") << early;
  for (const nlohmann::json& launch : early["launches"]) {
    if (launch["purpose"] != "late" || launch["wrong"] == 0) continue;
    EXPECT_EQ(launch["seen"]["fault"], "early") << launch;
  }
}

// PoCL runs one group of a processor at a time.
TEST_F(TryDeviceTest, StampsAndMarksShowForWhomGroupsWait) {
  const std::string file = Written(absl::StrCat(
      "// wgsync: groups 500\n"
      "// wgsync: done uint[groups] = 0 words\n"
      "// wgsync: right done[i] == groups - i\n",
      kMarks,
      "kernel void chain(global volatile uint* done) {\n"
      "  const uint id = get_group_id(0);\n"
      "  if (get_local_id(0) == 0) {\n"
      "    uint before = 0;\n"
      "    if (id + 1 < get_num_groups(0)) {\n"
      "      WG_WAIT(id + 1);\n"
      "      while ((before = atomic_or(&done[id + 1], 0)) == 0) {}\n"
      "      WG_GOT(id + 1);\n"
      "    }\n"
      "    atomic_xchg(&done[id], before + 1);\n"
      "  }\n}\n"));
  const nlohmann::json report =
      Reported(Try(file, "--json", "--launches 12 --timeout 0.5"));
  EXPECT_EQ(report["verdict"], "hangs_above") << report;
  ASSERT_TRUE(report.contains("watched")) << report;
  const nlohmann::json& watched = report["launches"].back();
  ASSERT_TRUE(watched.contains("seen")) << watched;
  const nlohmann::json& seen = watched["seen"];
  EXPECT_EQ(seen["groups"], report["hangs_from"]) << watched;
  EXPECT_LT(seen["started"], seen["groups"]) << watched;
  EXPECT_GT(seen["waiting"], 0) << watched;
  EXPECT_FALSE(seen.contains("awaited_started")) << watched;
}

TEST_F(TryDeviceTest, AChainOfGroupIdsCountsOnTheOrderOfStarts) {
  const std::string file = Written(
      "// wgsync: groups 20\n"
      "// wgsync: done uint[groups] = 0 words\n"
      "// wgsync: right done[i] == i + 1\n"
      "kernel void chain(global volatile uint* done) {\n"
      "  const uint id = get_group_id(0);\n"
      "  if (get_global_id(0) % get_local_size(0) == 0) {\n"
      "    uint before = 0;\n"
      "    if (id) while ((before = atomic_or(&done[id - 1], 0)) == 0) {}\n"
      "    atomic_xchg(&done[id], before + 1);\n"
      "  }\n}\n");
  const nlohmann::json report = Reported(Try(file, "--json"));
  EXPECT_EQ(report["grids"][0]["wrong"], 0) << report;
  EXPECT_EQ(report["reversed"]["right"], 0) << report;
  EXPECT_GT(report["reversed"]["hung"], 0) << report;
}

// Tickets differ, and a group's own number does not.
TEST_F(TryDeviceTest, WithoutALineThatSaysWhatIsRightOnlyHangsAreJudged) {
  const auto tried = [this](const std::string& result) {
    return Reported(
        Try(Written("// wgsync: out uint[groups] = 0\n"
                    "// wgsync: n uint[1] = 0 words\n"
                    "kernel void k(global uint* out, global uint* n) {\n"
                    "  const uint g = get_group_id(0);\n"
                    "  if (get_local_id(0) == 0) out[g] = " +
                    result + ";\n}\n"),
            "--json --groups 20"));
  };
  const nlohmann::json differs = tried("atomic_inc(n)");
  EXPECT_EQ(differs["verdict"], "unproven") << differs;
  EXPECT_EQ(differs["doubt"], "results_differ");
  EXPECT_EQ(differs["exit"], kNothingBinds);
  EXPECT_EQ(tried("g")["doubt"], "results_same");
}

// So that each launch finds the first values in them. PoCL 3.1 has no such
// variables: a layer says that a program has some.
TEST_F(TryDeviceTest, AProgramWithVariablesIsBuiltForEachLaunch) {
  const std::string kernel = Written(
      "// wgsync: out uint[1] = 0\n"
      "// wgsync: right out[i] == 1\n"
      "kernel void k(global uint* out) { out[0] = 1; }\n");
  const auto builds = [&](const std::string& name, const std::string& faults) {
    const std::string log = absl::StrCat(folder_, "/", name);
    const nlohmann::json report = Reported(Wgsync(
        absl::StrCat("try ", kernel,
                     " --json --device Portable --groups 1 --launches 20"),
        absl::StrCat(Pocl(), " WGSYNC_SANDBOX=off WGSYNC_FAULT_LOG=", log,
                     " OPENCL_LAYERS=",
                     std::string(std::filesystem::absolute(
                         "devices/faults/libwgsync_faults.so")),
                     " WGSYNC_FAULT='clBuildProgram:slow=0+", faults, "'")));
    EXPECT_EQ(report["grids"][0]["right"], 20) << report;
    std::ifstream lines(log);
    int built = 0;
    for (std::string line; std::getline(lines, line);) {
      if (absl::StrContains(line, "clBuildProgram")) ++built;
    }
    return built;
  };
  const int without = builds("without", "");
  EXPECT_GT(without, 0);
  EXPECT_LT(without, 20);
  EXPECT_GE(builds("with", ",clGetProgramBuildInfo(0x1185):answer=4+"), 20);
}

// A folder of kernels is a run that the other commands read. With one thread
// PoCL runs one group after the other.
TEST_F(TryDeviceTest, AFolderIsARun) {
  const std::string kernels = folder_ + "/kernels";
  std::filesystem::create_directory(kernels);
  const auto write = [&kernels](const std::string& name,
                                const std::string& body) {
    std::ofstream(kernels + "/" + name)
        << "// wgsync: groups 2\n"
           "// wgsync: count uint[1] = 0 words\n"
           "// wgsync: out uint[groups] = 0 result\n"
           "// wgsync: right out[i] == groups\n"
           "kernel void k(global volatile uint* count, global uint* out) {\n"
           "  if (get_local_id(0) == 0) {\n"
           "    atomic_inc(count);\n"
        << body
        << "    out[get_group_id(0)] = atomic_or(count, 0);\n"
           "  }\n}\n";
  };
  const auto run = [this, &kernels](const std::string& name,
                                    const std::string& threads = "2") {
    return Wgsync(
        absl::StrCat("try ", kernels, " --out ", folder_, "/", name,
                     " --device Portable --launches 12 --timeout 0.5"),
        absl::StrCat(Pocl(), " POCL_MAX_PTHREAD_COUNT=", threads));
  };
  write("Meet.cl", "    while (atomic_or(count, 0) != get_num_groups(0)) {}\n");
  write("five.cl", "    count[0] = 5;\n");
  const ProgramOutcome two = run("two");
  EXPECT_EQ(two.exit_code, 1) << two.text;
  EXPECT_THAT(two.text, HasSubstr("\n2 files: 1 right, 1 wrong\n"));
  write("five.cl", "    no_such_function(count);\n");
  const ProgramOutcome one = run("one", "1");
  EXPECT_EQ(one.exit_code, 2) << one.text;
  EXPECT_THAT(one.text,
              HasSubstr("\n2 files: 1 hangs in larger grids, 1 refused\n"));

  EXPECT_THAT(Wgsync(absl::StrCat("matrix ", folder_, "/two")).text,
              AllOf(HasSubstr("tried.five"), HasSubstr("fail: own"),
                    HasSubstr(". pass: each launch of the tried kernel was "),
                    Not(HasSubstr("without its waits"))));
  EXPECT_THAT(
      Wgsync(absl::StrCat("show ", folder_, "/two tried.five/groups=2")).text,
      AllOf(HasSubstr("broken (wrong payload), because a launch of the"),
            HasSubstr("out[0] is 5 and not 2"),
            HasSubstr("wgsync try five.cl --device ")));
  const std::string runs = absl::StrCat(folder_, "/two ", folder_, "/one");
  EXPECT_THAT(Wgsync(absl::StrCat("diff ", runs)).text,
              AllOf(HasSubstr("tried.meet/groups=2\n      worse: pass -> hang"),
                    HasSubstr("12 of 12 launches -> build-failed")));
  EXPECT_EQ(Wgsync(absl::StrCat("gate --across --baseline ", runs)).exit_code,
            1);
  ExpectRefused(run("two"), "holds a run already");
}

}  // namespace
}  // namespace wgsync
