#include "devices/identity/mappings.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace wgsync {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(MappingsTest, OnlyFilesThatAreMappedExecutableAreNamed) {
  EXPECT_THAT(
      ExecutableFiles(
          "7f00-7f01 r-xp 00000000 08:01 1234   /usr/lib/libpocl.so.2\n"
          "7f01-7f02 rw-p 00001000 08:01 1234   /usr/lib/data.so\n"
          "7f02-7f03 r-xp 00000000 08:01 99     /a path/with blanks.so\n"
          "7f03-7f04 r-xp 00000000 00:05 7      /dev/nvidia0\n"
          "7f04-7f05 r-xp 00000000 00:01 7      /memfd:jit (deleted)\n"
          "7f05-7f06 r-xp 00000000 00:00 0      [vdso]\n"
          "7f06-7f07 rwxp 00000000 00:00 0\n"
          "7f07-7f08 r-xp 00000000 08:01 1234   /usr/lib/libpocl.so.2"),
      ElementsAre("/a path/with blanks.so", "/usr/lib/libpocl.so.2"));
}

TEST(MappingsTest, OtherTextNamesNothing) {
  EXPECT_THAT(ExecutableFiles(""), IsEmpty());
  EXPECT_THAT(ExecutableFiles("x x x x x\n     \n/bin/sh"), IsEmpty());
}

}  // namespace
}  // namespace wgsync
