#include "suite/worker/commands.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "nlohmann/json.hpp"

namespace wgsync {
namespace {

using nlohmann::json;

json Build(const std::string& key, const std::string& source) {
  return CommandJson(BuildCommand{key, source, "-DWG=1"});
}

TEST(SentSourcesTest, ASourceIsSentOnceAndArrivesEachTime) {
  SentSources controller, worker;
  const std::vector<json> commands = {Build("a", "one"), Build("b", "two"),
                                      Build("c", "one"), Build("b", "two")};
  std::vector<std::string> sent;
  for (const json& command : commands) {
    json c = controller.Shortened(command);
    sent.push_back(c["source"]);
    worker.Complete(&c);
    BuildCommand got, given;
    ASSERT_TRUE(IsCommand(c, &got));
    ASSERT_TRUE(IsCommand(command, &given));
    EXPECT_EQ(got.source, given.source);
    EXPECT_EQ(got.key, given.key);
  }
  EXPECT_EQ(sent, (std::vector<std::string>{"one", "two", "", ""}));
}

TEST(SentSourcesTest, AnotherWorkerGetsTheSourceAgain) {
  SentSources first, second;
  first.Shortened(Build("a", "one"));
  EXPECT_EQ(second.Shortened(Build("a", "one"))["source"], "one");
}

TEST(SentSourcesTest, ACommandWithoutAProgramIsNotChanged) {
  SentSources sources;
  const json list = CommandJson(ListCommand());
  json got = sources.Shortened(list);
  EXPECT_EQ(got, list);
  sources.Complete(&got);
  EXPECT_EQ(got, list);
}

}  // namespace
}  // namespace wgsync
