#include "suite/worker/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

#include "absl/strings/match.h"
#include "gtest/gtest.h"

namespace wgsync {
namespace {

namespace fs = std::filesystem;

// The error of a call that returns -1; 0 where it succeeds.
int ErrorOf(int returned) { return returned < 0 ? errno : 0; }

int OpenError(const std::string& path, int flags) {
  return ErrorOf(open(path.c_str(), flags | O_CLOEXEC, 0600));
}

class SandboxTest : public testing::Test {
 protected:
  void SetUp() override {
    top_ = fs::path(testing::TempDir()) /
           testing::UnitTest::GetInstance()->current_test_info()->name();
    fs::remove_all(top_);
    fs::create_directories(top_ / "scratch");
    std::ofstream(top_ / "mine") << "text";
  }

  // What `inside` returns in a child that has closed itself in; it gets what
  // the child keeps from a driver.
  int Inside(const std::function<int(const std::string& kept)>& inside,
             const std::string& variable = "") {
    const pid_t child = fork();
    if (child == 0) {
      const std::string scratch = top_ / "scratch";
      setenv(kSandboxVariable,
             variable.empty() ? scratch.c_str() : variable.c_str(), 1);
      _exit(inside(EnterSandbox()));
    }
    int status = 0;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status)) << status;
    return WEXITSTATUS(status);
  }

  // Of a call that refuses with `refused`, where the word is said.
  static int Of(const std::string& kept, const char* word, int error,
                int refused) {
    return error == (absl::StrContains(kept, word) ? refused : 0) ? 0 : 1;
  }

  fs::path top_;
};

TEST_F(SandboxTest, SaysWhichKindsAreKept) {
  EXPECT_EQ(Inside([](const std::string& kept) {
              return kept == "files, network, signals" ||
                             kept == "files, network" || kept == "network"
                         ? 0
                         : 1;
            }),
            0);
}

TEST_F(SandboxTest, FilesOutsideOfScratchStay) {
  const std::string mine = top_ / "mine";
  const auto refused = [&](const std::function<int()>& call) {
    return Inside([&](const std::string& kept) {
      return Of(kept, "files", call(), EACCES);
    });
  };
  EXPECT_EQ(refused([&] { return OpenError(mine, O_WRONLY); }), 0);
  EXPECT_EQ(refused([&] { return OpenError(top_ / "new", O_CREAT | O_RDWR); }),
            0);
  EXPECT_EQ(refused([&] { return ErrorOf(unlink(mine.c_str())); }), 0);
  EXPECT_EQ(
      Inside([&](const std::string&) { return OpenError(mine, O_RDONLY); }), 0)
      << "all can be read";
}

TEST_F(SandboxTest, ScratchNamedCachesAndDevicesCanBeWritten) {
  const std::string cache = top_ / "cache/pocl";
  setenv("POCL_CACHE_DIR", cache.c_str(), 1);
  for (const std::string folder : {top_ / "scratch", fs::path(cache)}) {
    EXPECT_EQ(Inside([&](const std::string&) {
                const std::string file = folder + "/file";
                const std::string to = folder + "/below/to";
                mkdir((folder + "/below").c_str(), 0700);
                const int made = OpenError(file, O_CREAT | O_RDWR);
                if (made != 0) return made;
                if (rename(file.c_str(), to.c_str()) != 0) return errno;
                return ErrorOf(truncate(to.c_str(), 1));
              }),
              0)
        << folder;
  }
  unsetenv("POCL_CACHE_DIR");
  EXPECT_EQ(Inside([](const std::string&) {
              return OpenError("/dev/null", O_WRONLY | O_TRUNC | O_CREAT);
            }),
            0);
  EXPECT_EQ(Inside([](const std::string&) {
              return OpenError("/proc/self/comm", O_WRONLY);
            }),
            0);
}

TEST_F(SandboxTest, NoSocketOfTheNetworkButThoseOfTheMachine) {
  for (const int family : {AF_INET, AF_INET6, AF_PACKET}) {
    EXPECT_EQ(Inside([&](const std::string& kept) {
                const int error = ErrorOf(socket(family, SOCK_STREAM, 0));
                return absl::StrContains(kept, "network") && error != EACCES;
              }),
              0)
        << family;
  }
  EXPECT_EQ(Inside([](const std::string&) {
              return ErrorOf(socket(AF_UNIX, SOCK_STREAM, 0));
            }),
            0);
}

TEST_F(SandboxTest, NoSignalReachesTheParent) {
  EXPECT_EQ(Inside([](const std::string& kept) {
              return Of(kept, "signals", ErrorOf(kill(getppid(), 0)), EPERM);
            }),
            0);
  EXPECT_EQ(
      Inside([](const std::string&) { return ErrorOf(kill(getpid(), 0)); }), 0);
}

TEST_F(SandboxTest, OffLeavesAllOpenAndSaysSo) {
  EXPECT_EQ(Inside(
                [&](const std::string& kept) {
                  return kept == "none: --no-sandbox"
                             ? OpenError(top_ / "mine", O_WRONLY)
                             : 1;
                },
                kSandboxOff),
            0);
}

}  // namespace
}  // namespace wgsync
