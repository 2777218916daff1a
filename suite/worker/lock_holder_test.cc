#include "suite/worker/lock_holder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <string>

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
  EXPECT_THAT(holder, HasSubstr(absl::StrCat("process ", getpid(), " of ",
                                             UserName(geteuid()))));
  EXPECT_THAT(holder, MatchesRegex(".*, since 20[0-9][0-9]-.* UTC: "
                                   "lock_holder_test.*"));
  close(fd);
  unlink(path.c_str());
}

TEST(UserNameTest, AUserWithoutANameHasANumber) {
  EXPECT_EQ(UserName(4000000000u), "user 4000000000");
  EXPECT_FALSE(UserName(0).empty());
}

}  // namespace
}  // namespace wgsync
