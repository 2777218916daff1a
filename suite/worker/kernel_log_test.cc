#include "suite/worker/kernel_log.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace wgsync {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

std::string Path(const std::string& name) {
  const std::string path =
      absl::StrCat(testing::TempDir(), "/", name, ".", getpid());
  unlink(path.c_str());
  return path;
}

void Append(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::app) << text;
}

std::vector<std::string> TextsOf(KernelLog* log) {
  std::vector<std::string> texts;
  EXPECT_TRUE(log->Read(
      [&](const KernelRecord& record) { texts.push_back(record.text); }));
  return texts;
}

TEST(ParseKernelRecordTest, HasTimeFacilityAndText) {
  const auto record =
      ParseKernelRecord("30,340,5690716,-;udevd[80]: starting; version 181");
  ASSERT_TRUE(record.has_value());
  EXPECT_EQ(record->facility, 3u);
  EXPECT_EQ(record->microseconds, 5690716u);
  EXPECT_EQ(record->text, "udevd[80]: starting; version 181");
}

TEST(ParseKernelRecordTest, LaterKernelsMayAddFields) {
  const auto record = ParseKernelRecord("3,1,2,-,caller=T7,x;NVRM: Xid");
  ASSERT_TRUE(record.has_value());
  EXPECT_EQ(record->facility, 0u);
  EXPECT_EQ(record->text, "NVRM: Xid");
  EXPECT_TRUE(ParseKernelRecord("3,1,2;no flags").has_value());
  EXPECT_TRUE(ParseKernelRecord("4,1,2,c;a part of a line").has_value());
}

TEST(ParseKernelRecordTest, PropertiesAndDamagedLinesAreNoRecords) {
  for (const char* line :
       {"", ";", " SUBSYSTEM=pci", " DEVICE=+pci:0000:01:00.0;x", "text",
        "6,1;x", "6,1,x,-;x", "x,1,2,-;x", "6,-1,2,-;x", "-6,1,2,-;x",
        "6,1,99999999999999999999999,-;x", ",,,;x", "6,1,2,-"}) {
    EXPECT_FALSE(ParseKernelRecord(line).has_value()) << line;
  }
  EXPECT_FALSE(
      ParseKernelRecord(absl::string_view("\0,1,2,-;x", 9)).has_value());
}

TEST(ParseKernelRecordTest, EscapesAreResolvedAndTheTextIsOneCleanLine) {
  const auto text = [](absl::string_view escaped) {
    return ParseKernelRecord(absl::StrCat("6,1,2,-;", escaped))->text;
  };
  EXPECT_EQ(text("a\\x0ab\\x5cx41"), "a b\\x41");
  EXPECT_EQ(text("\\xc3\\xa9\\x1b[31mred\\x00"), "\u00e9red");
  EXPECT_EQ(text("\\xff\xfe"), "\ufffd\ufffd");
  EXPECT_EQ(text("cut \\x0"), "cut \\x0");
  EXPECT_EQ(text("\\xzz \\"), "\\xzz \\");
  EXPECT_EQ(text(""), "");
}

TEST(KernelLogTest, ReadsWhatIsNewAndNothingTwice) {
  const std::string path = Path("log");
  Append(path, "6,1,1,-;before\n");
  KernelLog log(path);
  EXPECT_EQ(log.unreadable(), "");
  EXPECT_THAT(TextsOf(&log), IsEmpty());
  Append(path, "6,2,2,-;first\n SUBSYSTEM=pci\n\n6,3,3,-;sec");
  EXPECT_THAT(TextsOf(&log), ElementsAre("first"));
  Append(path, "ond\n");
  EXPECT_THAT(TextsOf(&log), ElementsAre("second"));
  Append(path, "6,4,4,-;the beginning ");
  EXPECT_THAT(TextsOf(&log), IsEmpty());
  Append(path, "of a line\n6,5,5,-;skipped\n");
  log.SkipAll();
  Append(path, "6,6,6,-;last\n");
  EXPECT_THAT(TextsOf(&log), ElementsAre("last"));
}

// The kernel's file gives one record at a time, as a FIFO may; and neither has
// an end.
TEST(KernelLogTest, AFifoIsReadWithoutWaiting) {
  const std::string path = Path("fifo");
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  KernelLog log(path);
  EXPECT_THAT(TextsOf(&log), IsEmpty());
  const int fd = open(path.c_str(), O_WRONLY | O_CLOEXEC);
  ASSERT_GE(fd, 0);
  EXPECT_THAT(TextsOf(&log), IsEmpty());
  ASSERT_EQ(write(fd, "6,1,1,-;skipped\n", 16), 16);
  log.SkipAll();
  ASSERT_EQ(write(fd, "6,2,2,-;one\n", 12), 12);
  EXPECT_THAT(TextsOf(&log), ElementsAre("one"));
  close(fd);
}

TEST(KernelLogTest, ALogOfAnySizeIsReadInPieces) {
  const std::string path = Path("long");
  Append(path, "");
  KernelLog log(path);
  std::string lines;
  for (int i = 0; i < 3000; ++i) {
    absl::StrAppend(&lines, "6,", i, ",1,-;", std::string(i % 70, 'x'), "\n");
  }
  Append(path, lines);
  EXPECT_THAT(TextsOf(&log), SizeIs(3000));
}

TEST(KernelLogTest, SaysWhyItCannotBeRead) {
  KernelLog log(Path("none"));
  EXPECT_THAT(log.unreadable(), HasSubstr("No such file or directory: "));
  EXPECT_THAT(log.unreadable(), HasSubstr("kernel.dmesg_restrict=0"));
  EXPECT_THAT(TextsOf(&log), IsEmpty());
}

TEST(KernelLogTest, ReadsTheKernelsOwn) {
  KernelLog log("/dev/kmsg");
  const int fd = open("/dev/kmsg", O_WRONLY | O_CLOEXEC);
  if (fd < 0 || !log.unreadable().empty()) {
    GTEST_SKIP() << "/dev/kmsg is not to be written (" << strerror(errno)
                 << ") or read: \"" << log.unreadable() << "\"";
  }
  const std::string line = absl::StrCat("wgsync test: ", getpid(), " \u00e9");
  const std::string record = absl::StrCat("<6>", line, "\n");
  ASSERT_EQ(write(fd, record.data(), record.size()),
            static_cast<ssize_t>(record.size()));
  close(fd);
  int seen = 0;
  log.Read([&](const KernelRecord& r) {
    if (r.text != line) return;
    ++seen;
    // User space cannot write as the kernel.
    EXPECT_NE(r.facility, 0u);
    EXPECT_GT(r.microseconds, 0u);
  });
  EXPECT_EQ(seen, 1);
}

}  // namespace
}  // namespace wgsync
