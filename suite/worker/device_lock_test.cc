#include "suite/worker/device_lock.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace wgsync {
namespace {

// The lock of a device that only this test and its children know.
absl::StatusOr<DeviceLock> OpenOwn() {
  static const pid_t test = getpid();  // The first call is before any fork.
  return DeviceLock::Open("gpu", absl::StrCat("test-", test), "");
}

class DeviceLockTest : public testing::Test {
 protected:
  void SetUp() override {
    absl::StatusOr<DeviceLock> lock = OpenOwn();
    ASSERT_TRUE(lock.ok()) << lock.status();
    path_ = lock->path();
    ASSERT_EQ(pipe(from_child_), 0);
  }
  void TearDown() override {
    unlink(path_.c_str());
    close(from_child_[0]);
    close(from_child_[1]);
  }

  // Whether some process holds the lock, by a look at the file itself.
  bool IsHeld() {
    const int fd = open(path_.c_str(), O_RDWR);
    EXPECT_GE(fd, 0) << path_;
    const bool held = flock(fd, LOCK_EX | LOCK_NB) != 0;
    EXPECT_TRUE(!held || errno == EWOULDBLOCK) << errno;
    close(fd);
    return held;
  }

  // Starts a child that acquires the lock, says so, and waits to be killed.
  pid_t StartHolder() {
    const pid_t child = fork();
    if (child != 0) return child;
    absl::StatusOr<DeviceLock> lock = OpenOwn();
    const bool acquired = lock.ok() && lock->Acquire().ok();
    (void)!write(from_child_[1], acquired ? "y" : "n", 1);
    for (;;) pause();
  }

  // Whether the child has said something.
  bool ChildSpoke(int timeout_ms) {
    pollfd readable = {from_child_[0], POLLIN, 0};
    return poll(&readable, 1, timeout_ms) == 1;
  }

  // The child's word.
  char Heard() {
    char word = '?';
    EXPECT_EQ(read(from_child_[0], &word, 1), 1);
    return word;
  }

  static void Kill(pid_t child) {
    kill(child, SIGKILL);
    ASSERT_EQ(waitpid(child, nullptr, 0), child);
  }

  std::string path_;
  int from_child_[2] = {-1, -1};
};

// Whether the kernel lists the process as one that waits for a lock.
bool WaitsForALock(pid_t process) {
  std::ifstream locks("/proc/locks");
  for (std::string line; std::getline(locks, line);) {
    // 1: -> FLOCK  ADVISORY  WRITE 4711 00:1a:5 0 EOF
    if (absl::StrContains(line, "->") &&
        absl::StrContains(line, absl::StrCat(" ", process, " "))) {
      return true;
    }
  }
  return false;
}

TEST_F(DeviceLockTest, ASecondProcessWaits) {
  absl::StatusOr<DeviceLock> lock = OpenOwn();
  ASSERT_TRUE(lock.ok()) << lock.status();
  EXPECT_FALSE(IsHeld());
  ASSERT_EQ(lock->Acquire(), absl::OkStatus());
  EXPECT_TRUE(IsHeld());

  const pid_t child = StartHolder();
  while (!WaitsForALock(child) && !ChildSpoke(/*timeout_ms=*/1)) {
  }
  EXPECT_FALSE(ChildSpoke(0)) << "the child got the lock while it was held";

  lock->Release();
  EXPECT_EQ(Heard(), 'y');
  EXPECT_TRUE(IsHeld());
  Kill(child);
}

TEST_F(DeviceLockTest, AKilledHolderReleases) {
  const pid_t child = StartHolder();
  ASSERT_EQ(Heard(), 'y');
  EXPECT_TRUE(IsHeld());
  Kill(child);
  EXPECT_FALSE(IsHeld());
  absl::StatusOr<DeviceLock> lock = OpenOwn();
  ASSERT_TRUE(lock.ok()) << lock.status();
  EXPECT_EQ(lock->Acquire(), absl::OkStatus());
  EXPECT_TRUE(IsHeld());
}

TEST_F(DeviceLockTest, AWaitMayBeBounded) {
  const pid_t child = StartHolder();
  ASSERT_EQ(Heard(), 'y');
  {
    absl::StatusOr<DeviceLock> lock = OpenOwn();
    ASSERT_TRUE(lock.ok()) << lock.status();
    EXPECT_FALSE(lock->AcquireWithin(0.01));
  }
  absl::StatusOr<DeviceLock> lock = OpenOwn();
  ASSERT_TRUE(lock.ok()) << lock.status();
  Kill(child);
  EXPECT_TRUE(lock->AcquireWithin(60));
  EXPECT_TRUE(IsHeld());
  lock->Release();
  EXPECT_FALSE(IsHeld());
}

TEST_F(DeviceLockTest, OfARemovedFileTheNextOneIsTaken) {
  absl::StatusOr<DeviceLock> first = OpenOwn();
  ASSERT_TRUE(first->Acquire().ok());
  first->Release();
  ASSERT_EQ(unlink(path_.c_str()), 0);
  absl::StatusOr<DeviceLock> second = OpenOwn();
  ASSERT_TRUE(second->Acquire().ok());
  EXPECT_FALSE(first->AcquireWithin(0)) << "two would have the device";
  second->Release();
  EXPECT_TRUE(first->Acquire().ok());
  EXPECT_FALSE(second->AcquireWithin(0));
}

TEST_F(DeviceLockTest, TheDestructorReleases) {
  {
    absl::StatusOr<DeviceLock> lock = OpenOwn();
    ASSERT_TRUE(lock.ok()) << lock.status();
    ASSERT_EQ(lock->Acquire(), absl::OkStatus());
    EXPECT_TRUE(IsHeld());
  }
  EXPECT_FALSE(IsHeld());
}

TEST_F(DeviceLockTest, MovingKeepsItHeld) {
  absl::StatusOr<DeviceLock> lock = OpenOwn();
  ASSERT_TRUE(lock.ok()) << lock.status();
  ASSERT_EQ(lock->Acquire(), absl::OkStatus());
  {
    DeviceLock moved = *std::move(lock);
    EXPECT_TRUE(IsHeld());
    EXPECT_EQ(moved.path(), path_);
  }
  EXPECT_FALSE(IsHeld());
}

TEST_F(DeviceLockTest, EveryUserCanOpenTheFile) {
  // Whatever the umask of the process that made it.
  unlink(path_.c_str());
  const mode_t before = umask(077);
  const absl::StatusOr<DeviceLock> lock = OpenOwn();
  umask(before);
  ASSERT_TRUE(lock.ok()) << lock.status();
  struct stat file = {};
  ASSERT_EQ(stat(path_.c_str(), &file), 0);
  EXPECT_EQ(file.st_mode & 0777, 0666u);
}

// The path of a device's lock, whose file is removed again.
std::string PathOf(const std::string& type, const std::string& uuid,
                   const std::string& slug) {
  const absl::StatusOr<DeviceLock> lock = DeviceLock::Open(type, uuid, slug);
  EXPECT_TRUE(lock.ok()) << lock.status();
  if (!lock.ok()) return "";
  // Others may hold the one that is not ours alone.
  if (type == "gpu") unlink(lock->path().c_str());
  return lock->path();
}

TEST(DeviceLockPathTest, AllButGpusShareOne) {
  EXPECT_EQ(PathOf("cpu", "", "a"), PathOf("cpu", "1", "b"));
  EXPECT_EQ(PathOf("cpu", "", "a"), PathOf("accelerator", "", "a"));
}

TEST(DeviceLockPathTest, GpusHaveTheirOwn) {
  const std::string own = absl::StrCat("test-", getpid());
  const std::string gpu = PathOf("gpu", own, "slug");
  EXPECT_NE(gpu, PathOf("cpu", own, "slug"));
  EXPECT_NE(gpu, PathOf("gpu", own + "2", "slug"));
  EXPECT_EQ(gpu, PathOf("gpu", own, "under-another-platform"));
  // Without a UUID.
  EXPECT_NE(PathOf("gpu", "", own + "a"), PathOf("gpu", "", own + "b"));
}

TEST(DeviceLockPathTest, AnyNameMakesAFileName) {
  const std::string path = PathOf("gpu", "", "../A CUDA/H 200");
  EXPECT_EQ(path.substr(path.rfind('/') + 1), "wgsync----A-CUDA-H-200.lock");
}

}  // namespace
}  // namespace wgsync
