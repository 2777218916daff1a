#include "reports/render/junit.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace wgsync {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string Text(absl::string_view text) { return XmlText(text, false); }

TEST(XmlTextTest, WhatXmlReservesIsWrittenOtherwise) {
  EXPECT_EQ(Text("a<b> & \"c\" ]]>"), "a&lt;b&gt; &amp; &quot;c&quot; ]]&gt;");
  EXPECT_EQ(Text("one\n\ttwo"), "one\n\ttwo");
  EXPECT_EQ(XmlText("one\n\ttwo", true), "one&#10;&#9;two");
}

TEST(XmlTextTest, ControlCharactersBecomeQuestionMarks) {
  EXPECT_EQ(Text(absl::string_view("a\0b\x1b[31m\x7f\r", 10)), "a?b?[31m??");
}

TEST(XmlTextTest, WhatIsNoUtf8BecomesTheReplacement) {
  constexpr char kLost[] = "\xEF\xBF\xBD";
  EXPECT_EQ(Text("\xc2\xb5s \xe2\x82\xac \xf0\x9f\x98\x80"),
            "\xc2\xb5s \xe2\x82\xac \xf0\x9f\x98\x80");
  EXPECT_EQ(Text("\xff"), kLost);
  EXPECT_EQ(Text("\x80z"), std::string(kLost) + "z");
  EXPECT_EQ(Text("\xc2"), kLost);  // cut short
  EXPECT_EQ(Text("\xe2\x82z"), std::string(kLost) + kLost + "z");
  EXPECT_EQ(Text("\xc0\xaf"), std::string(kLost) + kLost);  // overlong
  for (const char* excluded : {"\xed\xa0\x80", "\xef\xbf\xbf"}) {
    EXPECT_THAT(Text(excluded), Not(HasSubstr(excluded)));
  }
  EXPECT_THAT(Text("\xf4\x90\x80\x80"), HasSubstr(kLost));  // beyond the last
}

TEST(JunitXmlTest, HasTheElementsInTheOrderOfTheSchema) {
  JunitCase hang;
  hang.class_name = "b.a";
  hang.name = "b.a/groups=3";
  hang.seconds = 0.25;
  hang.properties = {{"verdict", "hang"}};
  hang.status = JunitStatus::kFailure;
  hang.type = "progress";
  hang.message = "hang \"here\"";
  hang.details = "why";
  hang.output = "evidence";
  hang.attachments = {"/runs/e.txt"};
  JunitCase pass;
  pass.class_name = "b.a";
  pass.name = "b.a/groups=2";
  pass.seconds = 1;
  JunitCase skipped = pass;
  skipped.name = "b.a/groups=4";
  skipped.status = JunitStatus::kSkipped;
  skipped.message = "unsupported";
  EXPECT_EQ(JunitXml({{"b", "2026-01-02T03:04:05", {}, {hang, pass, skipped}}}),
            R"(<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="wgsync" tests="3" failures="1" errors="0" time="2.250">
  <testsuite name="b" tests="3" failures="1" errors="0" time="2.250" skipped="1" timestamp="2026-01-02T03:04:05">
    <testcase classname="b.a" name="b.a/groups=3" time="0.250">
      <properties>
        <property name="verdict" value="hang"/>
      </properties>
      <failure message="hang &quot;here&quot;" type="progress">why</failure>
      <system-out>evidence
[[ATTACHMENT|/runs/e.txt]]
</system-out>
    </testcase>
    <testcase classname="b.a" name="b.a/groups=2" time="1.000"/>
    <testcase classname="b.a" name="b.a/groups=4" time="1.000">
      <skipped message="unsupported"/>
    </testcase>
  </testsuite>
</testsuites>
)");
}

}  // namespace
}  // namespace wgsync
