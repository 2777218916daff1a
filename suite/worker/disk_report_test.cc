#include "suite/worker/disk_report.h"

#include <cerrno>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace wgsync {
namespace {

using ::testing::HasSubstr;

constexpr uint64_t kMuch = uint64_t{1} << 40;

std::string OfTwo(const Room& first, const Room& second,
                  absl::string_view said = "") {
  return FullDisk({"/a", "/b"}, said, [&](const std::string& folder) {
    return folder == "/a" ? first : second;
  });
}

TEST(FullDiskTest, AFileSystemWithRoomIsNotFull) {
  EXPECT_EQ(OfTwo({kMuch, kMuch, true}, {kMuch, kMuch, true}), "");
  EXPECT_EQ(OfTwo({kMuch, kMuch, true}, {}), "") << "not known";
}

TEST(FullDiskTest, TheFullOneIsNamed) {
  EXPECT_EQ(OfTwo({kMuch, kMuch, true}, {12 << 10, kMuch, true}),
            "/b has 12 KiB left");
  EXPECT_EQ(OfTwo({kMuch, 3, true}, {kMuch, kMuch, true}),
            "/a has room for 3 files");
}

TEST(FullDiskTest, WhatTheDriverSaysCountsWhereThereIsRoomAgain) {
  const Room room = {kMuch, kMuch, true};
  EXPECT_THAT(OfTwo(room, room, "LLVM ERROR: x.o: No space left on device"),
              HasSubstr("\"No space left on device\""));
  EXPECT_THAT(OfTwo(room, room, "write: Disk quota exceeded"),
              HasSubstr("\"Disk quota exceeded\""));
  EXPECT_EQ(OfTwo(room, room, "error: unknown type name"), "");
}

TEST(FullDiskTest, AFolderThatIsGoneIsNamed) {
  Room gone;
  gone.error = ENOENT;
  EXPECT_EQ(OfTwo({kMuch, kMuch, true}, gone),
            "/b cannot be written any more (No such file or directory)");
}

TEST(FullDiskTest, AFolderOfThisMachineIsKnown) {
  EXPECT_EQ(RoomOf("/no/such/folder").error, ENOENT);
  EXPECT_TRUE(RoomOf(::testing::TempDir()).known);
  EXPECT_FALSE(RoomOf("/no/such/folder").known);
}

}  // namespace
}  // namespace wgsync
