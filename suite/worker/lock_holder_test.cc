#include "suite/worker/lock_holder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace wgsync {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;

constexpr char kLocks[] =
    "1: FLOCK  ADVISORY  WRITE 100 00:1a:5 0 EOF\n"
    "2: POSIX  ADVISORY  WRITE 200 00:1a:6 0 EOF\n"
    "3: FLOCK  ADVISORY  WRITE 300 00:1a:6 0 EOF\n"
    "3: -> FLOCK  ADVISORY  WRITE 400 00:1a:6 0 EOF\n"
    "4: FLOCK  ADVISORY  READ  0 08:01:7 0 EOF\n";

TEST(HolderOfTest, TheOneThatHasItAndNotOneThatWaits) {
  EXPECT_EQ(HolderOf(kLocks, makedev(0, 0x1a), 6), 300);
  EXPECT_EQ(HolderOf(kLocks, makedev(0, 0x1a), 5), 100);
  EXPECT_EQ(HolderOf(kLocks, makedev(0, 0x1b), 5), absl::nullopt);
  EXPECT_EQ(HolderOf("", makedev(0, 0x1a), 5), absl::nullopt);
}

TEST(HolderOfTest, AnotherContainersProcessIsHidden) {
  EXPECT_EQ(HolderOf(kLocks, makedev(8, 1), 7), 0);
}

TEST(LockHolderTest, NamesThisProcessItsUserAndItsCommand) {
  std::string path = testing::TempDir() + "/lock_XXXXXX";
  const int fd = mkstemp(path.data());
  ASSERT_GE(fd, 0);
  EXPECT_EQ(LockHolder(fd), "");
  ASSERT_EQ(flock(fd, LOCK_EX), 0);
  const std::string holder = LockHolder(fd);
  EXPECT_THAT(holder, HasSubstr(absl::StrCat("pid ", getpid(), " of ",
                                             UserName(geteuid()))));
  EXPECT_THAT(holder,
              MatchesRegex(".*, `lock_holder_test.*`, for [0-9]+ (s|min)"));
  close(fd);
  unlink(path.c_str());
}

TEST(LockHolderTest, NamesTheProcessThatKeepsAnEndedOnesLock) {
  std::string path = testing::TempDir() + "/lock_XXXXXX";
  const int fd = mkstemp(path.data());
  ASSERT_GE(fd, 0);
  int keeper[2], over[2];
  ASSERT_EQ(pipe(keeper), 0);
  ASSERT_EQ(pipe(over), 0);
  const pid_t locker = fork();
  if (locker == 0) {
    // Not the descriptor of this test, which would be the same lock.
    flock(open(path.c_str(), O_RDWR), LOCK_EX);
    const pid_t kept = fork();
    if (kept == 0) {
      char end;
      close(over[1]);
      _exit(read(over[0], &end, 1) == 0 ? 0 : 1);
    }
    _exit(write(keeper[1], &kept, sizeof kept) == sizeof kept ? 0 : 1);
  }
  close(over[0]);
  pid_t kept = 0;
  EXPECT_EQ(read(keeper[0], &kept, sizeof kept), sizeof kept);
  EXPECT_EQ(waitpid(locker, nullptr, 0), locker);
  EXPECT_THAT(LockHolder(fd), HasSubstr(absl::StrCat("pid ", kept, " of ")));
  close(over[1]);
  close(keeper[0]);
  close(keeper[1]);
  close(fd);
  unlink(path.c_str());
}

// As the kernel gives them: each argument with a null character after it.
std::string Cmdline(const std::vector<std::string>& arguments) {
  std::string text;
  for (const std::string& argument : arguments) text += argument + '\0';
  return text;
}

TEST(CommandTextTest, HasCommandAndOptionsAndNoPath) {
  EXPECT_EQ(CommandText(Cmdline({"/opt/x/wgsync", "run", "--tier", "full"})),
            "wgsync run --tier full");
  EXPECT_EQ(CommandText(Cmdline({"wgsync", "run", "--out", "/home/alice/key",
                                 "--junit=~/x", "./y", "--cases", "a/*"})),
            "wgsync run --out ... --junit=... ... --cases a/*");
  EXPECT_EQ(CommandText(""), "");
}

TEST(CommandTextTest, IsOneLineThatATerminalDoesNotObey) {
  EXPECT_EQ(CommandText(Cmdline({"wgsync", "a\nb\x1b[31mc"})), "wgsync a bc");
  EXPECT_EQ(CommandText(Cmdline({"wgsync", std::string(300, 'x')})),
            "wgsync " + std::string(193, 'x') + "...");
}

TEST(AgeTextTest, InUnitsThatAReaderCounts) {
  EXPECT_EQ(AgeText(-1), "0 s");
  EXPECT_EQ(AgeText(59), "59 s");
  EXPECT_EQ(AgeText(200), "3 min");
  EXPECT_EQ(AgeText(7500), "2 h 5 min");
}

TEST(UserNameTest, AUserWithoutANameHasANumber) {
  EXPECT_EQ(UserName(4000000000u), "user 4000000000");
  EXPECT_FALSE(UserName(0).empty());
}

}  // namespace
}  // namespace wgsync
