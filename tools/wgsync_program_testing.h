// The program wgsync for tests: runs it and looks at what its user sees.

#ifndef WGSYNC_TOOLS_WGSYNC_PROGRAM_TESTING_H_
#define WGSYNC_TOOLS_WGSYNC_PROGRAM_TESTING_H_

#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "absl/algorithm/container.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tools/cli/cli.h"

namespace wgsync {

struct ProgramOutcome {
  int exit_code;
  std::string text;  // of stdout and stderr
};

// Of a shell's command.
inline ProgramOutcome RunShell(const std::string& command) {
  std::FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return {-1, "popen failed"};
  std::string text;
  char buffer[4096];
  while (size_t got = std::fread(buffer, 1, sizeof(buffer), pipe)) {
    text.append(buffer, got);
  }
  int status = pclose(pipe);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, text};
}

// Bazel starts tests where the programs that they need lie below; $WGSYNC is
// for starting a test by hand.
inline std::string WgsyncProgram() {
  const char* program = std::getenv("WGSYNC");
  return program != nullptr ? program : "tools/wgsync";
}

inline ProgramOutcome Wgsync(const std::string& args,
                             const std::string& environment = "") {
  return RunShell(environment + " " + WgsyncProgram() + " " + args + " 2>&1");
}

// One line of bad input.
inline void ExpectRefused(const ProgramOutcome& outcome,
                          const std::string& says) {
  EXPECT_EQ(outcome.exit_code, kBadInput) << outcome.text;
  EXPECT_THAT(outcome.text, testing::StartsWith("wgsync: "));
  EXPECT_THAT(outcome.text, testing::HasSubstr(says));
  EXPECT_EQ(absl::c_count(outcome.text, '\n'), 1) << outcome.text;
}

// A test with a folder that is gone after it.
class ProgramTest : public testing::Test {
 protected:
  ProgramTest() {
    folder_ = testing::TempDir() + "/wgsync_XXXXXX";
    EXPECT_NE(mkdtemp(folder_.data()), nullptr);
  }
  ~ProgramTest() override { std::filesystem::remove_all(folder_); }

  // PoCL with two threads, which most machines have cores for, and a cache for
  // all tests of a program, or that of tools/test.sh for all programs, so that
  // what they share is compiled once.
  static std::string Pocl(int threads = 2) {
    const char* cache = std::getenv("POCL_CACHE_DIR");
    return "POCL_MAX_PTHREAD_COUNT=" + std::to_string(threads) +
           " POCL_CACHE_DIR=" +
           (cache != nullptr ? cache : testing::TempDir() + "/pocl");
  }

  std::string folder_;
};

}  // namespace wgsync

#endif  // WGSYNC_TOOLS_WGSYNC_PROGRAM_TESTING_H_
