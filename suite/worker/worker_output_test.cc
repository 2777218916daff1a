#include "suite/worker/worker_output.h"

#include <sys/stat.h>
#include <unistd.h>

#include <string>

#include "gtest/gtest.h"

namespace wgsync {
namespace {

void Print(const WorkerOutput& output, const std::string& text) {
  EXPECT_EQ(write(output.fd(), text.data(), text.size()),
            static_cast<ssize_t>(text.size()));
}

size_t SizeOf(const WorkerOutput& output) {
  struct stat s = {};
  EXPECT_EQ(fstat(output.fd(), &s), 0);
  return static_cast<size_t>(s.st_size);
}

TEST(WorkerOutputTest, ItsEndIsPrintable) {
  WorkerOutput output;
  EXPECT_EQ(output.Tail(), "") << "not open";
  ASSERT_EQ(output.Open(), 0);
  EXPECT_EQ(output.Tail(), "");
  Print(output, "a\x1b\n\xff");
  EXPECT_EQ(output.Tail(), "a?\n?");
  Print(output, std::string(4096, 'x') + "end");
  EXPECT_EQ(output.Tail(), std::string(2045, 'x') + "end");
}

TEST(WorkerOutputTest, AFloodIsCutAndItsEndIsKept) {
  WorkerOutput output;
  ASSERT_EQ(output.Open(), 0);
  for (int i = 0; i < 100; ++i) {
    Print(output, std::string(size_t{1} << 16, 'x'));
    output.Trim();
    EXPECT_LE(SizeOf(output), WorkerOutput::kMostBytes + (size_t{1} << 16));
  }
  Print(output, std::string(WorkerOutput::kMostBytes, 'x') + "the end");
  output.Trim();
  EXPECT_EQ(SizeOf(output), WorkerOutput::kKeptBytes);
  Print(output, ", and after it");
  EXPECT_EQ(output.Tail().substr(2048 - 21), "the end, and after it");
}

}  // namespace
}  // namespace wgsync
