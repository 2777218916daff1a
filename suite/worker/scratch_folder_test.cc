#include "suite/worker/scratch_folder.h"

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "gtest/gtest.h"

namespace wgsync {
namespace {

namespace fs = std::filesystem;

void Fill(const std::string& folder) {
  fs::create_directories(folder + "/a/b/c");
  for (const char* file : {"/x", "/a/y", "/a/b/c/z"}) {
    std::ofstream(folder + file) << "text";
  }
  for (int i = 0; i < 300; ++i) {
    std::ofstream(folder + "/a/" + std::to_string(i)) << "text";
  }
}

TEST(ScratchFolderTest, ItIsGoneWithItsContents) {
  std::string path;
  {
    const ScratchFolder scratch = ScratchFolder::Temporary();
    path = scratch.path();
    ASSERT_TRUE(fs::is_directory(path));
    Fill(path);
  }
  EXPECT_FALSE(fs::exists(path));
}

TEST(ScratchFolderTest, ASignalRemovesTemporaryFoldersAndFollowsNoLink) {
  const ScratchFolder kept(ScratchFolder::Within(testing::TempDir()));
  Fill(kept.path());
  const ScratchFolder one = ScratchFolder::Temporary();
  const ScratchFolder two = ScratchFolder::Temporary();
  Fill(one.path());
  fs::create_symlink(kept.path(), one.path() + "/link");
  ScratchFolder::RemoveTemporary();
  EXPECT_FALSE(fs::exists(one.path()));
  EXPECT_FALSE(fs::exists(two.path()));
  EXPECT_TRUE(fs::exists(kept.path() + "/a/b/c/z"));
}

TEST(ScratchFolderTest, OneThatIsGoneIsForgotten) {
  std::string path;
  for (int i = 0; i < 100; ++i) path = ScratchFolder::Temporary().path();
  const ScratchFolder last = ScratchFolder::Temporary();
  fs::create_directory(path);
  ScratchFolder::RemoveTemporary();
  EXPECT_TRUE(fs::exists(path));
  EXPECT_FALSE(fs::exists(last.path()));
  fs::remove(path);
}

}  // namespace
}  // namespace wgsync
