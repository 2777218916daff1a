#include <signal.h>
#include <sys/resource.h>

#include <cerrno>

#include "gtest/gtest.h"
#include "suite/worker/memory_report.h"

namespace wgsync {
namespace {

// Sets a limit of this process until it goes.
class WithLimit {
 public:
  WithLimit(decltype(RLIMIT_NOFILE) what, rlim_t value) : what_(what) {
    EXPECT_EQ(getrlimit(what_, &before_), 0);
    rlimit now = before_;
    now.rlim_cur = value;
    EXPECT_EQ(setrlimit(what_, &now), 0);
  }
  ~WithLimit() { setrlimit(what_, &before_); }

 private:
  decltype(RLIMIT_NOFILE) what_;
  rlimit before_;
};

TEST(LimitTextTest, AnErrorIsReportedWithItsLimit) {
  const WithLimit files(RLIMIT_NOFILE, 16), size(RLIMIT_FSIZE, 4096);
  EXPECT_EQ(ErrorText(EMFILE),
            "Too many open files; a process may have 16 open (ulimit -n)");
  EXPECT_EQ(ErrorText(EFBIG),
            "File too large; a file is limited to 4096 bytes (ulimit -f)");
  EXPECT_EQ(ErrorText(ENOENT), "No such file or directory");
}

TEST(LimitTextTest, ASignalIsReportedWithItsLimit) {
  EXPECT_EQ(SignalLimitText(SIGXFSZ), "");
  const WithLimit size(RLIMIT_FSIZE, 4096);
  EXPECT_EQ(SignalLimitText(SIGXFSZ),
            "a file is limited to 4096 bytes (ulimit -f); ");
  EXPECT_EQ(SignalLimitText(SIGSEGV), "");
}

}  // namespace
}  // namespace wgsync
