// The page's search and its other controls, in a browser.

#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "reports/site/page_fixture.h"

namespace wgsync {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class SearchTest : public PageTest {
 protected:
  static std::string Found(const std::string& text) {
    Search(text);
    return Text("#found");
  }
};

TEST_F(SearchTest, FindsVerdictsAndCausesAtTheStartOfAWord) {
  browser_->Open(Failing("#open=*"));
  EXPECT_EQ(Found("hang"), "2 cases");
  EXPECT_EQ(Found("broken"), "1 case");
  EXPECT_EQ(Count(RowOf(kLock)), 1);
  EXPECT_EQ(Found("missed"), "1 case");
  EXPECT_EQ(Found("ang"), "0 cases") << "in the middle of a word";
  EXPECT_EQ(Found("HANG missed"), "1 case");
}

TEST_F(SearchTest, FindsPartsOfIds) {
  browser_->Open(Matrix("#open=*"));
  EXPECT_EQ(Found("poll=rmw"), "2 cases");
  EXPECT_EQ(Found("counter"), "1 case");
  EXPECT_EQ(Found("mutex.spin"), "1 case");
  EXPECT_EQ(Found("lain"), "0 cases");
}

TEST_F(SearchTest, FindsCommonNamesInAnySpelling) {
  browser_->Open(Matrix("#open=*"));
  for (const char* name : {"grid barrier", "grid-barrier", "GridBarriers",
                           "persistent threads", "grid bar"}) {
    EXPECT_EQ(Found(name), "2 cases") << name;
    EXPECT_EQ(Count(RowOf(kPoll)), 1) << name;
  }
  EXPECT_EQ(Found("critical section"), "1 case");
  EXPECT_EQ(Found("critical-section spin"), "1 case");
  EXPECT_EQ(Found("grid barrier poll=plain"), "1 case");
  EXPECT_EQ(Found("ticket lock"), "0 cases") << "not on this page";
}

TEST_F(SearchTest, ADeviceKeepsWhatHasAResultThere) {
  browser_->Open(Failing("#open=*"));
  EXPECT_EQ(Found(""), "4 cases");
  EXPECT_EQ(Found("model:cache"), "1 case");
  EXPECT_EQ(Found("model:cache broken"), "1 case");
  EXPECT_EQ(Found("model:cache hang"), "0 cases") << "in one column together";
}

TEST_F(SearchTest, AWordCanBeLeftOut) {
  browser_->Open(Failing("#open=*"));
  EXPECT_EQ(Found("-hang"), "1 case");
  EXPECT_EQ(Found("hang -missed"), "1 case");
  EXPECT_EQ(Found("barrier !poll=plain"), "1 case");
}

TEST_F(SearchTest, ColumnsAreCompared) {
  browser_->Open(Failing("#open=*&older=*"));
  EXPECT_EQ(Found("differs:1,2"), "0 cases") << "both hang";
  EXPECT_EQ(Found("differs:2,3"), "1 case") << "the lock";
  EXPECT_EQ(Found("worse:2,3"), "1 case") << "another failure";
  browser_->Open(Matrix("#open=*"));
  EXPECT_EQ(Found("worse:2.0,1.0"), "1 case") << "broken, and it passed";
  EXPECT_EQ(Found("worse:1.0,2.0"), "0 cases");
  EXPECT_EQ(Found("-worse:2.0,1.0"), "2 cases");
  EXPECT_EQ(Found("worse:cache,1.0"), "1 case") << "slow, and it passed";
  const auto worse = [](const std::string& after, const std::string& before) {
    const std::string at =
        "const v = (name) => index.verdicts.findIndex("
        "(one) => one.name === name);";
    return browser_->Eval(absl::StrCat("(() => {", at, "return isWorse(", after,
                                       ", ", before, ");})()"));
  };
  EXPECT_EQ(worse("{v: v('hang')}", "{v: v('pass')}"), true);
  EXPECT_EQ(worse("{v: v('hang'), n: true}", "{v: v('pass')}"), false);
  EXPECT_EQ(worse("{v: v('hang')}", "{v: v('slow')}"), true);
  EXPECT_EQ(
      worse("{v: v('hang')}", "{v: v('slow'), r: [v('slow'), v('hang')]}"),
      false);
}

TEST_F(SearchTest, FindsSoundnessAndWhatPeopleCallAVerdict) {
  browser_->Open(Failing("#open=*"));
  EXPECT_EQ(Found("soundness:guaranteed"), "3 cases");
  EXPECT_EQ(Found("soundness:racy"), "0 cases");
  EXPECT_EQ(Found("guaranteed"), "3 cases") << "one has not run";
  EXPECT_EQ(Found("deadlock"), "2 cases");
}

TEST_F(SearchTest, AnEmptyTableSaysWhyAndWhereTheCasesAre) {
  browser_->Open(Matrix("#open=*"));
  EXPECT_EQ(Found("1.0"), "0 cases");
  EXPECT_THAT(Text("#nothing"), testing::HasSubstr("3 in 1 hidden one"));
  browser_->Click("#nothing button");
  EXPECT_EQ(Text("#found"), "3 cases");
  EXPECT_EQ(Found("quux"), "0 cases");
  EXPECT_THAT(Text("#nothing"), testing::HasSubstr("grid barrier"));
  browser_->Open(Matrix("#v=X&q=spin"));
  EXPECT_THAT(Text("#nothing"), testing::HasSubstr("1 case without them"));
  browser_->Click("#nothing button");
  EXPECT_EQ(Text("#found"), "1 case");
}

}  // namespace
}  // namespace wgsync
