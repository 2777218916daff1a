#include "tools/run/collect.h"

#include <filesystem>
#include <fstream>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "suite/core/base/read_file.h"
#include "suite/core/record/run_header.h"
#include "suite/core/record/run_log.h"
#include "tools/run/child.h"

namespace wgsync {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

constexpr char kBarrier[] =
    "barrier.counter_per_group/poll=rmw/signal=rmw/fence=device/pay=plain/"
    "work=exchange/wg=64/groups=2";
constexpr char kMutex[] =
    "mutex.fetch_and_add/poll=rmw/signal=rmw/fence=device/pay=plain/"
    "work=counter/wg=64/groups=256";

class CollectTest : public testing::Test {
 protected:
  void SetUp() override {
    top_ = absl::StrCat(
        testing::TempDir(), "/collect_",
        testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::remove_all(top_);
  }

  // The undeclared outputs of a test that ran this case on the device "P/D".
  std::string Outputs(const std::string& name, const std::string& id,
                      bool finished = true) {
    const std::string outputs = absl::StrCat(top_, "/", name, "/test.outputs");
    RunHeader header;
    header.devices[0].device.full_name = "P/D";
    header.devices[0].device.slug = "p-d";
    header.unix_ns = 1;
    header.plan = {id};
    auto log = RunLogWriter::Create(outputs + "/p-d", header);
    EXPECT_TRUE(log.ok()) << log.status();
    CaseResult r;
    r.id = id;
    r.verdict.kind = VerdictKind::kPass;
    EXPECT_TRUE((*log)->Append(r).ok());
    if (finished) {
      EXPECT_TRUE((*log)->Finished(0).ok());
    }
    return outputs;
  }

  // The same outputs as the archive that Bazel makes of them.
  std::string Zipped(const std::string& name, const std::string& id) {
    const std::string outputs = Outputs(name, id);
    const auto made = RunChild(
        {"sh", "-c",
         absl::StrCat("cd '", outputs, "' && zip -qr outputs.zip p-d")},
        "/dev/null", 60);
    EXPECT_TRUE(made.ok()) << made.status();
    fs::remove_all(outputs + "/p-d");
    return outputs + "/outputs.zip";
  }

  void Planned(const std::string& label) {
    const json id = {{"label", label}};
    events_ += json({{"id", {{"targetConfigured", id}}},
                     {"configured", {{"tag", {"device-d"}}}}})
                   .dump() +
               "\n";
  }
  void Ended(const std::string& label, const std::string& output) {
    Planned(label);
    const json outputs = {{{"name", "test.outputs__x"},
                           {"uri", absl::StrCat("file://", output)}}};
    events_ +=
        json({{"id", {{"testResult", {{"label", label}, {"attempt", 1}}}}},
              {"testResult",
               {{"status", "FAILED"},
                {"testActionOutput", outputs},
                {"executionInfo", {{"hostname", "worker-7"}}}}}})
            .dump() +
        "\n";
  }

  Collected Collect() {
    const std::string file = top_ + "/events.json";
    fs::create_directories(top_);
    std::ofstream(file) << events_;
    absl::StatusOr<Collected> c = CollectRuns(file, top_ + "/store");
    EXPECT_TRUE(c.ok()) << c.status();
    return c.ok() ? *std::move(c) : Collected();
  }

  std::string top_, events_;
};

TEST_F(CollectTest, ADevicesTestsBecomeOneRunOfTheStore) {
  const std::string zip = Zipped("a", kBarrier);
  Ended("//a:barrier", zip);
  Ended("//a:mutex", Outputs("b", kMutex) + "/p-d/log.jsonl");
  const Collected c = Collect();
  EXPECT_EQ(c.lost, 0u);
  ASSERT_THAT(c.runs, SizeIs(1));
  EXPECT_THAT(c.runs[0].results, SizeIs(2));
  EXPECT_THAT(c.runs[0].folder, HasSubstr(top_ + "/store/"));
  const auto stored = ReadRuns(top_ + "/store");
  ASSERT_TRUE(stored.ok()) << stored.status();
  EXPECT_THAT(*stored, SizeIs(1));
}

// A small archive that claims to have 2 GiB.
TEST_F(CollectTest, AnArchiveOfTooMuchIsNotUnpacked) {
  const std::string zip = Zipped("a", kBarrier);
  std::string bytes = *ReadRegularFile(zip, "");
  const size_t entry = bytes.rfind("PK\x01\x02");
  ASSERT_NE(entry, std::string::npos);
  bytes.replace(entry + 24, 4, std::string("\0\0\0\x80", 4));
  std::ofstream(zip, std::ios::binary) << bytes;
  Ended("//a:bomb", zip);
  const Collected c = Collect();
  EXPECT_EQ(c.lost, 1u);
  ASSERT_THAT(c.runs, SizeIs(1));
  EXPECT_THAT(c.runs[0].notes,
              ElementsAre(HasSubstr("has 2048 MiB of files; at most 1024")));
}

TEST_F(CollectTest, TheSameCaseOfTwoTestsMakesTwoRuns) {
  Ended("//a:one", Outputs("a", kBarrier) + "/p-d/log.jsonl");
  Ended("//a:again", Outputs("b", kMutex) + "/p-d/log.jsonl");
  Ended("//a:third", Outputs("c", kMutex) + "/p-d/log.jsonl");
  EXPECT_THAT(Collect().runs, SizeIs(2));
}

TEST_F(CollectTest, ATestWithoutAWholeRunIsLostAndSaysWhere) {
  Planned("//a:never");
  Ended("//a:cut",
        Outputs("a", kBarrier, /*finished=*/false) + "/p-d/log.jsonl");
  const Collected c = Collect();
  EXPECT_EQ(c.lost, 2u);
  ASSERT_THAT(c.runs, SizeIs(2));
  EXPECT_EQ(c.runs[1].folder, "lost: //a:never");
  EXPECT_THAT(c.runs[1].notes,
              ElementsAre(HasSubstr("Bazel: NO_STATUS; device d, worker not")));
  EXPECT_EQ(c.runs[0].folder, "lost: //a:cut");
  EXPECT_THAT(c.runs[0].notes,
              ElementsAre(HasSubstr(
                  "lost: the run was cut short after 1 case (Bazel: FAILED; "
                  "device d, worker worker-7)")));
}

}  // namespace
}  // namespace wgsync
