#include "suite/core/tried/bind_arguments.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace wgsync {
namespace {

using ::testing::HasSubstr;

std::string Bound(const std::string& lines, const KernelFacts& facts,
                  bool reference = false) {
  const auto spec = ParseTry("k.cl", lines, {});
  if (!spec.ok()) return std::string(spec.status().message());
  const auto bound = BindArguments(*spec, facts, reference);
  return bound.ok() ? "" : std::string(bound.status().message());
}

TEST(BindArgumentsTest, EachParameterHasALineThatFits) {
  KernelFacts facts;
  facts.kernel = "k";
  facts.parameters = {{"in", "uint*", "global"}, {"n", "int", "private"}};
  const std::string n = "// wgsync: n = 4\n";
  EXPECT_EQ(Bound(n + "// wgsync: in uint[n]", facts), "");
  EXPECT_EQ(Bound("// wgsync: m = 2\n// wgsync: in uint[m]\n" + n, facts), "")
      << "a scalar may be for later lines alone";
  EXPECT_THAT(Bound(n + "// wgsync: in uint[n]\n// wgsync: m = 2", facts),
              HasSubstr("k.cl:3: k has no parameter m; it has in, n"))
      << "nor does a line name it";
  EXPECT_THAT(Bound(n, facts), HasSubstr("parameter uint* in of k is not "
                                         "described; add a line `// wgsync: in "
                                         "TYPE[LENGTH] = VALUE`"));
  EXPECT_THAT(Bound(n + "// wgsync: in float[n]", facts),
              HasSubstr("k.cl:2: parameter uint* in of k does not fit"));
  EXPECT_THAT(Bound(n + "// wgsync: in = 3", facts),
              HasSubstr("is a buffer, and its line describes a scalar"));
  EXPECT_THAT(Bound(n + "// wgsync: in uint[n]\n// wgsync: old uint[n]", facts),
              HasSubstr("k.cl:3: k has no parameter old; it has in, n"));
  EXPECT_THAT(Bound(n + "// wgsync: in uint[n]\n// wgsync: groups = 4", facts),
              HasSubstr("k.cl:3: k has no parameter groups; it has in, n; of a "
                        "launch write `groups NUMBER`, without '='"));
  facts.parameters = {{"in", "float4*", "global"}, {"n", "int", "private"}};
  EXPECT_EQ(Bound(n + "// wgsync: in float4[n]", facts), "");
  EXPECT_EQ(Bound(n + "// wgsync: in float[4 * n]", facts), "");
  EXPECT_THAT(Bound(n + "// wgsync: in uint4[n]", facts),
              HasSubstr("parameter float4* in of k does not fit"));
  EXPECT_THAT(Bound(n + "// wgsync: in float5[n]", facts),
              HasSubstr("'float5[' is not understood"));
  facts.parameters = {{"in", "uint*", "constant"}, {"n", "int", "private"}};
  EXPECT_EQ(Bound(n + "// wgsync: in uint[n] words", facts), "");
  EXPECT_THAT(Bound(n + "// wgsync: in uint[n] kept", facts),
              HasSubstr("k.cl:2: parameter uint* in of k is constant, so that "
                        "no launch leaves values there: take out kept"));
  facts.parameters = {{"p", "image2d_t", "global"}};
  for (const char* line : {"// wgsync: p uint[4]", "kernel"}) {
    EXPECT_THAT(Bound(line, facts),
                HasSubstr("parameter image2d_t p of k is an image, a sampler "
                          "or a pipe, which cannot be passed"));
  }
}

TEST(BindArgumentsTest, AParameterOfTheReferenceAloneMayBeTheGroups) {
  KernelFacts facts;
  facts.kernel = "k";
  facts.parameters = {{"out", "uint*", "global"}};
  std::string lines =
      "// wgsync: out uint[1]\n// wgsync: right same as reference ref\n";
  KernelFacts ref = facts;
  ref.kernel = "ref";
  ref.parameters.push_back({"groups", "uint", "private"});
  EXPECT_THAT(Bound(lines, ref, true),
              HasSubstr("add a line `// wgsync: groups = VALUE`"));
  lines += "// wgsync: groups = groups\n";
  EXPECT_EQ(Bound(lines, ref, true), "");
  EXPECT_EQ(Bound(lines, facts), "");
}

}  // namespace
}  // namespace wgsync
