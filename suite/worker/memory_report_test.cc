#include "suite/worker/memory_report.h"

#include <sys/resource.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/types/optional.h"
#include "gtest/gtest.h"

namespace wgsync {
namespace {

// A folder that looks like "/" to ReadMemoryGroup().
class Root {
 public:
  explicit Root(const std::string& name)
      : path_(absl::StrCat(::testing::TempDir(), "/", name)) {
    std::filesystem::remove_all(path_);
  }
  void Write(const std::string& file, const std::string& text) const {
    const std::filesystem::path path = absl::StrCat(path_, "/", file);
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }
  absl::optional<MemoryGroup> Read() const { return ReadMemoryGroup(path_); }

 private:
  std::string path_;
};

TEST(MemoryGroupTest, Version2CountsInMemoryEvents) {
  const Root root("version2");
  root.Write("proc/self/cgroup", "0::/ci/job\n");
  root.Write("sys/fs/cgroup/ci/job/memory.events",
             "low 0\nhigh 0\nmax 12\noom 3\noom_kill 2\n");
  root.Write("sys/fs/cgroup/ci/job/memory.max", "536870912\n");
  const auto group = root.Read();
  ASSERT_TRUE(group.has_value());
  EXPECT_EQ(group->oom_kills, 2u);
  EXPECT_EQ(group->limit_bytes, 536870912u);
  root.Write("sys/fs/cgroup/ci/job/memory.max", "max\n");
  EXPECT_EQ(root.Read()->limit_bytes, 0u);
}

TEST(MemoryGroupTest, Version1CountsInOomControl) {
  const Root root("version1");
  root.Write("proc/self/cgroup",
             "5:cpu,cpuacct:/x\n4:memory:/ci/job\n0::/other\n");
  root.Write("sys/fs/cgroup/memory/ci/job/memory.oom_control",
             "oom_kill_disable 0\nunder_oom 0\noom_kill 7\n");
  root.Write("sys/fs/cgroup/memory/ci/job/memory.limit_in_bytes",
             "9223372036854771712\n");
  const auto group = root.Read();
  ASSERT_TRUE(group.has_value());
  EXPECT_EQ(group->oom_kills, 7u);
  EXPECT_EQ(group->limit_bytes, 0u) << "so large a limit is none";
}

TEST(MemoryGroupTest, InAContainerThePathMayBeTheHosts) {
  const Root root("container");
  root.Write("proc/self/cgroup", "4:memory:/docker/0123\n");
  root.Write("sys/fs/cgroup/memory/memory.oom_control", "oom_kill 1\n");
  const auto group = root.Read();
  ASSERT_TRUE(group.has_value());
  EXPECT_EQ(group->oom_kills, 1u);
}

TEST(MemoryGroupTest, WithoutFilesNothingIsKnown) {
  const Root root("nothing");
  EXPECT_FALSE(root.Read().has_value());
  root.Write("proc/self/cgroup", "no line\n4:memory:/a\n");
  EXPECT_FALSE(root.Read().has_value());
}

TEST(MemoryReportTest, NamesWhatTheGroupHasCountedSince) {
  const MemoryGroup before = {0, 512 << 20};
  EXPECT_EQ(CompareGroups(before, MemoryGroup{1, 512 << 20}),
            "memory limit of the control group (512 MiB): 1 process ended "
            "(oom_kill 0 -> 1)");
  EXPECT_EQ(CompareGroups(before, MemoryGroup{3, 512 << 20}),
            "memory limit of the control group (512 MiB): 3 processes ended "
            "(oom_kill 0 -> 3)");
  EXPECT_EQ(CompareGroups(MemoryGroup{4, 0}, MemoryGroup{4, 0}),
            "memory of the control group (no limit): no process ended "
            "(oom_kill 4)");
  EXPECT_EQ(CompareGroups(before, absl::nullopt),
            "the events of the control group's memory cannot be read");
}

TEST(MemoryReportTest, SaysWhatTheKernelLogHas) {
  MemoryReport report;
  EXPECT_TRUE(absl::StrContains(report.Since(getpid()), "the kernel log "))
      << report.Since(getpid());
}

// The last test: a limit that was lowered stays.
TEST(AddressSpaceTest, IsNamedWhereItIsLimitedAndFull) {
  rlimit limit;
  ASSERT_EQ(getrlimit(RLIMIT_AS, &limit), 0);
  if (limit.rlim_cur != RLIM_INFINITY) GTEST_SKIP() << "limited already";
  EXPECT_EQ(AddressSpaceText(), "");
  EXPECT_FALSE(FillsAddressSpace(getpid()));

  limit.rlim_cur = rlim_t{1} << 46;
  ASSERT_EQ(setrlimit(RLIMIT_AS, &limit), 0);
  EXPECT_TRUE(absl::StrContains(AddressSpaceText(), "67108864 MiB (ulimit -v)"))
      << AddressSpaceText();
  EXPECT_FALSE(FillsAddressSpace(getpid()));

  limit.rlim_cur = rlim_t{1} << 20;
  ASSERT_EQ(setrlimit(RLIMIT_AS, &limit), 0);
  EXPECT_TRUE(FillsAddressSpace(getpid()));
}

}  // namespace
}  // namespace wgsync
