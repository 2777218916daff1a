// A run as one file: made, sent, damaged on its way, and read again.

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "suite/core/record/run_log.h"
#include "suite/core/record/test_runs.h"
#include "tools/wgsync_program_testing.h"

namespace wgsync {
namespace {

using ::testing::HasSubstr;

class ArchiveTest : public ProgramTest {
 protected:
  static std::string Read(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    return std::string((std::istreambuf_iterator<char>(in)), {});
  }

  std::string MakeRun(const std::string& name, const std::string& note,
                      bool finish = true) {
    const std::string folder = folder_ + "/" + name;
    auto log = RunLogWriter::Create(folder, TestHeader({kCase}));
    EXPECT_TRUE(log.ok()) << log.status();
    EXPECT_TRUE((*log)->Append(TestResult(kCase, VerdictKind::kPass)).ok());
    EXPECT_TRUE((*log)->Note(note).ok());
    if (finish) {
      EXPECT_TRUE((*log)->Finished(0).ok());
    }
    return folder;
  }

  const std::string file_ = folder_ + "/run.gz";
  static constexpr char kCase[] = "barrier.a/poll=rmw/groups=2";
};

TEST_F(ArchiveTest, TheLogComesBackAsItWas) {
  const std::string run = MakeRun("run", "a note");
  const ProgramOutcome made = Wgsync("export " + run + " -o " + file_);
  EXPECT_EQ(made.exit_code, kAsExpected) << made.text;
  EXPECT_THAT(made.text, HasSubstr("run.gz: "));
  EXPECT_THAT(made.text, HasSubstr(", 1 case\n"));
  EXPECT_THAT(Wgsync("import --verify " + file_).text,
              HasSubstr("run.gz: whole, and as it was written"));
  EXPECT_THAT(Wgsync("show " + file_).text, HasSubstr("a note"));
  const std::string store = folder_ + "/store";
  const ProgramOutcome taken = Wgsync("import " + file_ + " --store " + store);
  EXPECT_EQ(taken.exit_code, kAsExpected) << taken.text;
  const std::string folder = taken.text.substr(0, taken.text.find('\n'));
  EXPECT_EQ(Read(folder + "/log.jsonl"), Read(run + "/log.jsonl"));
  EXPECT_THAT(Wgsync("import " + file_ + " --store " + store).text,
              HasSubstr("(was there)"));
}

TEST_F(ArchiveTest, AFolderOfArchivesIsItsRuns) {
  const std::string sent = folder_ + "/sent";
  std::filesystem::create_directory(sent);
  ExpectRefused(Wgsync("matrix " + sent), "neither log.jsonl in it");
  for (const char* name : {"b", "a"}) {
    const std::string run = MakeRun(name, name);
    ASSERT_EQ(
        Wgsync("export " + run + " -o " + sent + "/" + name + ".gz").exit_code,
        kAsExpected);
  }
  std::ofstream(sent + "/README") << "not an archive";
  const ProgramOutcome shown = Wgsync("show " + sent);
  EXPECT_EQ(shown.exit_code, kAsExpected);
  EXPECT_THAT(shown.text, HasSubstr("a.gz\n"));
  EXPECT_THAT(shown.text, HasSubstr("b.gz\n"));
  std::ofstream(sent + "/c.gz") << Read(sent + "/a.gz").substr(0, 20);
  ExpectRefused(Wgsync("show " + sent), "c.gz: the archive is cut short");
}

TEST_F(ArchiveTest, WhatIsNotAWholeArchiveIsRefused) {
  const std::string run = MakeRun("run", "a note");
  ASSERT_EQ(Wgsync("export " + run + " -o " + file_).exit_code, kAsExpected);
  const std::string bytes = Read(file_);
  const std::string bad = folder_ + "/bad.gz";
  for (size_t size : {size_t{20}, bytes.size() / 2, bytes.size() - 1}) {
    std::ofstream(bad, std::ios::binary) << bytes.substr(0, size);
    ExpectRefused(Wgsync("import " + bad), "bad.gz: the archive is cut short");
  }
  std::string changed = bytes;
  changed[changed.size() / 2] ^= 1;
  std::ofstream(bad, std::ios::binary) << changed;
  ExpectRefused(Wgsync("import " + bad), "bad.gz: the archive is cut short or");
  for (const char* text : {"", "no archive at all"}) {
    std::ofstream(bad) << text;
    ExpectRefused(Wgsync("import " + bad), "bad.gz: neither a folder that");
  }
  ExpectRefused(Wgsync("import " + folder_ + "/none.gz"), "No such file");
}

TEST_F(ArchiveTest, WhatMustNotBeSentIsRefused) {
  const std::string cut = MakeRun("cut", "", /*finish=*/false);
  ExpectRefused(Wgsync("export " + cut + " -o " + file_), "was cut short");
  const std::string run = MakeRun("run", "made in /home/of_a_user/here");
  ExpectRefused(
      Wgsync("export " + run + " -o " + file_, "HOME=/home/of_a_user"),
      "its log has your home folder");
  ExpectRefused(Wgsync("export " + run + " -o " + folder_ + "/out"),
                "name a CASE; or, for the whole run as one file, -o FILE.gz");
  std::ofstream(file_) << "kept";
  ExpectRefused(Wgsync("export " + run + " -o " + file_),
                "run.gz: cannot write it: File exists");
  EXPECT_EQ(Read(file_), "kept");
  std::ofstream(run + "/log.jsonl", std::ios::app) << "{\"kind\":\"note\"}\n";
  ExpectRefused(Wgsync("export " + run + " -o " + folder_ + "/new.gz"),
                "its digest does not fit");
  EXPECT_FALSE(std::filesystem::exists(folder_ + "/new.gz"));
}

}  // namespace
}  // namespace wgsync
