// This binary is its own worker: it answers as one that builds, and notes in a
// file of the scratch folder what it was asked for.

#include "suite/worker/compilers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "suite/worker/worker_process.h"

namespace wgsync {
namespace {

using nlohmann::json;

constexpr char kNotes[] = "WGSYNC_TEST_NOTES";
constexpr char kDies[] = "dies";
constexpr char kSilent[] = "silent";
constexpr double kBuildSeconds = 0.5;
constexpr int kQueue = 4;
constexpr double kLong = 20;  // in seconds; nothing here takes that long

void Answer(const json& event) {
  const std::string line = event.dump() + "\n";
  if (write(kEventFd, line.data(), line.size()) < 0) _exit(1);
}

// Whether any worker has built it.
bool Noted(const std::string& key) {
  std::ifstream notes(getenv(kNotes));
  for (std::string line; std::getline(notes, line);) {
    if (line == key) return true;
  }
  return false;
}

[[noreturn]] void Work() {
  FILE* commands = fdopen(kCommandFd, "r");
  FILE* notes = fopen(getenv(kNotes), "a");
  char* line = nullptr;
  size_t room = 0;
  while (getline(&line, &room, commands) > 0) {
    const json command = json::parse(line);
    if (command["cmd"] == "open") {
      Answer({{"event", "READY"}, {"claims", json::object()}});
      continue;
    }
    const std::string key = command["key"];
    if (key == kDies) abort();
    if (key == kSilent) continue;
    const bool found = command.value("share", false) && Noted(key);
    const double until =
        MonotonicSeconds() + (found ? 0 : command.value("seconds", 0.0));
    while (MonotonicSeconds() < until) continue;
    fprintf(notes, "%s\n", key.c_str());
    fflush(notes);
    Answer({{"event", "BUILT"}, {"key", key}, {"ok", true}});
  }
  _exit(0);
}

class BuildersTest : public ::testing::Test {
 protected:
  void SetUp() override {
    scratch_ = absl::StrCat(::testing::TempDir(), "/builders_XXXXXX");
    ASSERT_NE(mkdtemp(&scratch_[0]), nullptr);
    setenv(kNotes, (scratch_ + "/notes").c_str(), 1);
  }

  static std::vector<json> Commands(int count) {
    std::vector<json> commands;
    commands.reserve(count);
    for (int i = 0; i < count; ++i) {
      commands.push_back({{"cmd", "build"}, {"key", absl::StrCat("p", i)}});
    }
    return commands;
  }

  static void Start(Compilers* builders, int count,
                    const std::vector<json>& commands) {
    builders->Start(count, "0:0", commands.size(), kQueue,
                    [commands](size_t i, uint8_t*) { return commands[i]; });
  }

  // False where they do not come to an end.
  static bool RunToTheEnd(Compilers* builders) {
    const double until = MonotonicSeconds() + kLong;
    while (builders->active() && MonotonicSeconds() < until) builders->Feed();
    return !builders->active();
  }

  std::vector<std::string> Built() const {
    std::ifstream notes(scratch_ + "/notes");
    std::vector<std::string> keys;
    for (std::string key; std::getline(notes, key);) keys.push_back(key);
    return keys;
  }

  std::string scratch_;
};

TEST_F(BuildersTest, EachProgramIsBuiltOnceByOneOfThem) {
  Compilers builders(scratch_, Timeouts());
  Start(&builders, 3, Commands(40));
  ASSERT_TRUE(RunToTheEnd(&builders));
  const std::vector<std::string> built = Built();
  EXPECT_EQ(built.size(), 40u);
  EXPECT_EQ(std::set<std::string>(built.begin(), built.end()).size(), 40u);
}

TEST_F(BuildersTest, OneBuildsInTheOrderOfThePlan) {
  Compilers builders(scratch_, Timeouts());
  Start(&builders, 1, Commands(12));
  ASSERT_TRUE(RunToTheEnd(&builders));
  const std::vector<std::string> built = Built();
  ASSERT_EQ(built.size(), 12u);
  for (int i = 0; i < 12; ++i) EXPECT_EQ(built[i], absl::StrCat("p", i));
}

TEST_F(BuildersTest, WhereOneDiesTheOthersGoOn) {
  std::vector<json> commands = Commands(40);
  commands[0]["key"] = kDies;
  Compilers builders(scratch_, Timeouts());
  Start(&builders, 2, commands);
  ASSERT_TRUE(RunToTheEnd(&builders));
  // With it went what it had been given, at most four programs.
  EXPECT_GE(Built().size(), 36u);
  EXPECT_LE(Built().size(), 39u);
}

TEST_F(BuildersTest, WhereAllDieNobodyWaits) {
  std::vector<json> commands = Commands(8);
  for (json& command : commands) command["key"] = kDies;
  Compilers builders(scratch_, Timeouts());
  Start(&builders, 2, commands);
  EXPECT_TRUE(RunToTheEnd(&builders));
  EXPECT_TRUE(Built().empty());
}

TEST_F(BuildersTest, WithoutCoresToSpareThereAreNone) {
  Compilers builders(scratch_, Timeouts());
  Start(&builders, 0, Commands(4));
  EXPECT_FALSE(builders.active());
  EXPECT_GE(Compilers::BesideCases(), 0);
}

TEST_F(BuildersTest, ALotIsBuiltAndNoMore) {
  Compilers builders(scratch_, Timeouts());
  Start(&builders, 3, Commands(40));
  builders.FinishUntil(7);
  EXPECT_EQ(Built().size(), 7u);
  EXPECT_TRUE(builders.active());
  builders.FinishUntil(40);
  EXPECT_EQ(Built().size(), 40u);
}

TEST_F(BuildersTest, TheyShareWhereTheSecondFindsWhatTheFirstHasBuilt) {
  for (const bool share : {false, true}) {
    std::vector<json> commands = Commands(6);
    commands[1]["seconds"] = kBuildSeconds;
    commands[1]["share"] = share;
    Compilers builders(scratch_, Timeouts());
    Start(&builders, 2, commands);
    EXPECT_EQ(builders.ShareWhatTheyBuild(), share);
    EXPECT_EQ(Built(), std::vector<std::string>({"p0", "p1", "p0", "p1"}));
    builders.FinishUntil(6);
    EXPECT_EQ(Built().size(), 8u);
    unlink((scratch_ + "/notes").c_str());
  }
}

TEST_F(BuildersTest, WhatDoesNotAnswerSharesNothing) {
  std::vector<json> commands = Commands(8);
  for (json& command : commands) command["key"] = kDies;
  Compilers builders(scratch_, Timeouts());
  Start(&builders, 2, commands);
  EXPECT_FALSE(builders.ShareWhatTheyBuild());
}

TEST_F(BuildersTest, WhereNoneAnswersAllEnd) {
  std::vector<json> commands = Commands(8);
  for (json& command : commands) command["key"] = kSilent;
  Timeouts timeouts;
  timeouts.build = 0.2;
  Compilers builders(scratch_, timeouts);
  Start(&builders, 2, commands);
  builders.FinishUntil(8);
  EXPECT_FALSE(builders.active());
}

}  // namespace
}  // namespace wgsync

int main(int argc, char** argv) {
  if (argc == 3 && strcmp(argv[1], wgsync::kWorkerFlag) == 0) wgsync::Work();
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
