#include "suite/core/base/sha256.h"

#include <fstream>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "gtest/gtest.h"

namespace wgsync {
namespace {

// The vectors of FIPS 180-4.
TEST(Sha256Test, KnownVectors) {
  EXPECT_EQ(Sha256(""),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(Sha256("abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(Sha256(std::string(1000000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256OfFileTest, EqualsTheDigestOfItsContent) {
  // More than one of the blocks that it is read in, and not a whole number.
  const std::string content(3 * (1 << 20) + 17, 'x');
  const std::string path = testing::TempDir() + "/digested";
  std::ofstream(path, std::ios::binary) << content;
  const absl::StatusOr<FileDigest> digest = Sha256OfFile(path);
  ASSERT_TRUE(digest.ok()) << digest.status();
  EXPECT_EQ(digest->sha256, Sha256(content));
  EXPECT_EQ(digest->bytes, content.size());
}

TEST(Sha256OfFileTest, AMissingFileIsAnError) {
  EXPECT_TRUE(absl::IsNotFound(Sha256OfFile("/no/such/file").status()));
}

}  // namespace
}  // namespace wgsync
