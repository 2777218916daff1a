#include "reports/export/probe.h"

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace wgsync {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(ProbeTest, EachAsksForItsOwnAndNamesItsHeader) {
  EXPECT_THAT(ProbeNames(),
              testing::ElementsAre("barrier", "lock", "look-back"));
  for (const auto& [name, mode] : {std::pair("barrier", "BARRIER"),
                                   {"lock", "LOCK"},
                                   {"look-back", "LOOK_BACK"}}) {
    const std::string text = ProbeProgram(name, "mine.h");
    EXPECT_THAT(text, HasSubstr(absl::StrCat("#define WHAT ", mode, "\n")));
    EXPECT_THAT(text, HasSubstr("#include \"mine.h\"\n"));
  }
}

TEST(ProbeTest, TheKernelIsStringsOfOneLineWithoutComments) {
  const std::string text = ProbeProgram("barrier", "probe.h");
  const std::string kernel =
      text.substr(0, text.find("\n};")).substr(text.find("kernel_text[]"));
  EXPECT_THAT(kernel, HasSubstr("    \"__kernel void wgsync_probe("));
  EXPECT_THAT(kernel, Not(HasSubstr("//")));
  for (absl::string_view line : absl::StrSplit(kernel, '\n')) {
    EXPECT_LT(line.size(), 120u) << line;
  }
}

TEST(ProbeTest, TheHeaderDeclaresWhatTheProgramDefines) {
  EXPECT_THAT(ProbeHeader(), HasSubstr("cl_int WGSYNC_PROBE_NAME("));
  EXPECT_THAT(ProbeProgram("lock", "probe.h"),
              HasSubstr("cl_int WGSYNC_PROBE_NAME("));
}

}  // namespace
}  // namespace wgsync
