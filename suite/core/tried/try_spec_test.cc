#include "suite/core/tried/try_spec.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace wgsync {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

std::string ErrorOf(const std::string& source) {
  const auto spec = ParseTry("k.cl", source, {});
  return spec.ok() ? "" : std::string(spec.status().message());
}

TEST(ParseTryTest, ReadsADescription) {
  const auto spec = ParseTry("k.cl",
                             "// wgsync: kernel scan(in, out)  # the name\n"
                             "/* wgsync: items 256 */\n"
                             "// wgsync: n = groups * items\n"
                             "// wgsync: in float[n] = i * 0.5 words\n"
                             "// wgsync: out int[n] result\n"
                             "// wgsync: tile local uint[items]\n"
                             "// wgsync: right out[i] == i\n"
                             "// wgsync: right same as  reference serial\n"
                             "kernel void scan() {}\n",
                             {{"", "groups 1, res_x3"}});
  ASSERT_TRUE(spec.ok()) << spec.status();
  EXPECT_EQ(spec->kernel, "scan");
  EXPECT_EQ(spec->items, 256u);
  EXPECT_THAT(spec->grids, ElementsAre("1", "res_x3"));
  ASSERT_EQ(spec->arguments.size(), 4u);
  EXPECT_EQ(spec->arguments[1].role, "words");
  EXPECT_EQ(spec->arguments[2].role, "result");
  EXPECT_EQ(spec->arguments[3].kind, TryArgument::kLocal);
  EXPECT_THAT(spec->Compared(), ElementsAre(1));
  ASSERT_EQ(spec->rights.size(), 2u);
  EXPECT_EQ(spec->reference, "serial");
}

TEST(ParseTryTest, AnEmptyFileIsNamed) {
  EXPECT_EQ(ErrorOf(" \n"), "k.cl: it is empty; name a file of OpenCL C");
}

TEST(ParseTryTest, AGroupHasUpToThreeDimensions) {
  const auto spec = ParseTry("k.cl", "// wgsync: items 16x8\n", {});
  ASSERT_TRUE(spec.ok()) << spec.status();
  EXPECT_THAT(spec->shape, ElementsAre(16, 8));
  EXPECT_EQ(spec->items, 128u);
}

TEST(ParseTryTest, EveryErrorNamesItsLine) {
  const struct {
    const char* line;
    const char* says;
  } kErrors[] = {
      {"items 0", "items is a number from 1"},
      {"items 16x0", "items is a number from 1"},
      {"items 64x64x64", "items is a number from 1"},
      {"items 2x2x2x2", "sides of two or three dimensions, as in 16x8"},
      {"groups 3x2", "the sides follow from the number: 6 is 3x2"},
      {"groups 1,many", "'many' is not a number of groups"},
      {"in uint", "write `in TYPE[LENGTH]"},
      {"n groups * items", "`n = VALUE` for a scalar"},
      {"in size_t[4]", "'size_t[' is not understood"},
      {"in uint[4", "']' is missing"},
      {"in uint[m]", "'m' is not known here"},
      {"in uint[i]", "'i' has no value"},
      {"in uint[launch + 1]", "a length is that of every launch"},
      {"in uint[4] = 0 input", "'0 input': 'i' is not expected"},
      {"in uint[4] = 0 input", "; a role is one of words, payload, result"},
      {"tile local uint[4] = 0", "no value before the launch"},
      {"tile local uint[4] kept", "local memory, which has no role"},
      {"in uint[4] = 0 kept result", "in has two roles, kept and result"},
      {"right out[i] == 1", "'out' is not known here"},
      {"right i == 1", "nothing says how far i goes"},
      {"right same as reference", "is not one of"},
      {"5x = 1", "'5x' is not the name"},
  };
  for (const auto& row : kErrors) {
    const std::string error = ErrorOf(std::string("\n// wgsync: ") + row.line);
    EXPECT_THAT(error, StartsWith("k.cl:2: ")) << row.line;
    EXPECT_THAT(error, HasSubstr(row.says)) << row.line;
    EXPECT_EQ(error.find('\n'), error.npos) << error;
  }
  EXPECT_THAT(ErrorOf("// wgsync: right same as reference a\n"
                      "// wgsync: right same as reference b"),
              HasSubstr("k.cl:2: a is the reference already"));
  EXPECT_THAT(ErrorOf("// wgsync: n = 1\n// wgsync: n = 2"),
              HasSubstr("k.cl:2: n is described already, at k.cl:1"));
}

TEST(ParseTryTest, ACommentThatBeginsWithTheNameIsRead) {
  for (const char* line :
       {"// wgsync: items 8", "//wgsync:items 8", "/// wgsync: items 8 # few",
        "int x;  // wgsync: items 8", "/* wgsync: items 8 */ int x;",
        " * wgsync: items 8\r"}) {
    const auto spec = ParseTry("k.cl", line, {});
    ASSERT_TRUE(spec.ok()) << spec.status();
    EXPECT_EQ(spec->items, 8u) << line;
  }
  for (const char* line :
       {"// wgsync items 8", "//wgsync items 8", "// WGSYNC: items 8",
        "// wgsync : items 8", "/* Wgsync= items 8 */",
        "int x; // wgsync items 8"}) {
    EXPECT_THAT(ErrorOf(line),
                HasSubstr("' is not read: write `// wgsync: items 8`, or begin "
                          "the comment with another word"))
        << line;
  }
  EXPECT_THAT(ErrorOf("// wgsync: itmes 8"),
              HasSubstr("lines of a launch begin with kernel, items"));
  for (const char* line :
       {"// // wgsync: items 8", "// as wgsync items 8", "// wgsync's items 8",
        "// wgsync try k.cl --items 8", "void wgsync_items(int n);"}) {
    const auto spec = ParseTry("k.cl", line, {});
    ASSERT_TRUE(spec.ok()) << spec.status();
    EXPECT_EQ(spec->items, 0u) << line;
  }
}

TEST(ParseTryTest, OptionsAddUpAndOtherLinesOfAFileAreSaidOnce) {
  const auto spec = ParseTry("k.cl",
                             "// wgsync: options -DA\n// wgsync: items 4\n"
                             "// wgsync: options -DB",
                             {{"", "options -DC"}, {"", "items 8"}});
  ASSERT_TRUE(spec.ok()) << spec.status();
  EXPECT_EQ(spec->options, "-DA -DB -DC");
  EXPECT_EQ(spec->items, 8u);
  EXPECT_EQ(ErrorOf("// wgsync: items 4\n// wgsync: items 8"),
            "k.cl:2: items is said already, at k.cl:1");
}

TEST(ParseTryTest, AnErrorOfAnOptionNamesTheOption) {
  const auto spec =
      ParseTry("k.cl", "kernel", {{"--groups foo", "groups foo"}});
  EXPECT_EQ(spec.status().message(),
            "--groups foo: 'foo' is not a number of groups; write numbers, "
            "res, res_minus1, res_plus1 or res_x10, as in 1,res,res_plus1");
}

TEST(CompleteSpecTest, ItemsAreThoseThatTheKernelRequires) {
  TrySpec spec = *ParseTry("k.cl", "// wgsync: items 64x1", {});
  KernelFacts facts;
  facts.kernel = "k";
  facts.required_shape = {8, 4};
  EXPECT_EQ(CompleteSpec(facts, &spec).message(),
            "k.cl: k requires `items 8x4`");
  facts.required_shape = {64};
  EXPECT_TRUE(CompleteSpec(facts, &spec).ok());
  spec = *ParseTry("k.cl", "// wgsync: items 64x2", {});
  EXPECT_EQ(CompleteSpec(facts, &spec).message(),
            "k.cl: k requires `items 64`");
}

TEST(CompleteSpecTest, NotesWhatItAssumes) {
  TrySpec spec = *ParseTry("k.cl", "// wgsync: out uint[4]", {});
  KernelFacts facts;
  facts.kernel = "k";
  facts.required_shape = {32};
  ASSERT_TRUE(CompleteSpec(facts, &spec).ok());
  EXPECT_EQ(spec.items, 32u);
  EXPECT_EQ(spec.rights[0].kind, TryRight::kEveryLaunch);
  EXPECT_TRUE(spec.rights[0].guessed);
  EXPECT_THAT(
      spec.defaults,
      ElementsAre("kernel k: the only one", "items 32: the kernel requires it",
                  "groups 1,res,res_plus1,res_x10,2", "out = 0"));
}

TEST(CompleteSpecTest, WhatTheReferenceTakesForTheGridIsOne) {
  const std::string text =
      "// wgsync: groups 2\n// wgsync: items 1\n"
      "// wgsync: right same as reference one\nvoid f() { "
      "get_local_size(0); }\nkernel void k(global int* p) { *p = "
      "get_global_size(0); }\nkernel void one(global int* p) {\n"
      "  *p = get_num_groups(0);  // not get_global_size(0)\n}\n";
  TrySpec spec = *ParseTry("k.cl", text, {});
  KernelFacts facts;
  facts.kernel = "k";
  ASSERT_TRUE(CompleteSpec(facts, &spec).ok());
  EXPECT_THAT(spec.defaults,
              ElementsAre("kernel k: the only one",
                          "get_num_groups is 1 in one, which has one "
                          "work-item"));
}

TEST(CompleteSpecTest, WhatIsKeptIsComparedWithNoOtherLaunch) {
  KernelFacts facts;
  facts.kernel = "k";
  const auto says = [&](const char* right) {
    TrySpec spec = *ParseTry(
        "k.cl", absl::StrCat("// wgsync: n uint[1] kept\n", right), {});
    return std::string(CompleteSpec(facts, &spec).message());
  };
  for (const char* right :
       {"", "// wgsync: right same every launch",
        "// wgsync: right same as one group",
        "// wgsync: right n[0] == 1\n// wgsync: right same as reference k"}) {
    EXPECT_THAT(says(right), HasSubstr("do not begin alike with n kept"));
  }
  EXPECT_EQ(says("// wgsync: right n[0] == was(n, 0) + 1"), "");
  EXPECT_THAT(says("// wgsync: x uint[1] = launch\n"
                   "// wgsync: right same every launch"),
              HasSubstr("do not begin alike with"));
}

TEST(ParseTryTest, KnowsWhichInputsAreReadAfterTheLaunch) {
  const auto read = [](const std::string& right) {
    const auto spec = ParseTry("k.cl",
                               "// wgsync: in uint[4] = i\n"
                               "// wgsync: n uint[4] = 0 words\n"
                               "// wgsync: out uint[4] = 0\n"
                               "// wgsync: right " +
                                   right,
                               {});
    return spec->ReadAfter();
  };
  EXPECT_THAT(read("out[i] == in[i] * 2"), ElementsAre(0));
  EXPECT_THAT(read("out[0] == in[1] + n[0]"), ElementsAre(0));
  EXPECT_THAT(read("out[i] == was(in, i) + out[i - 1]"), IsEmpty());
  EXPECT_THAT(read("in[i] == was(in, i) + 1"), IsEmpty());
}

TEST(ParseTryTest, KnowsWhatEachLaunchChanges) {
  const auto varies = [](const std::string& lines) {
    const auto spec = ParseTry("k.cl", lines, {});
    return spec.ok() && spec->VariesByLaunch();
  };
  EXPECT_TRUE(varies("// wgsync: in uint[2] = i + launch"));
  EXPECT_TRUE(varies("// wgsync: n = 2 * launch\n// wgsync: in uint[2] = n"));
  EXPECT_FALSE(varies("// wgsync: in uint[2] = i"));
  const auto named = ParseTry("k.cl", "// wgsync: launch = 3", {});
  EXPECT_THAT(named->defaults,
              ElementsAre("launch in expressions: of the launch, not the "
                          "parameter"));
  EXPECT_THAT(ErrorOf("// wgsync: n = launch\n// wgsync: in uint[n]"),
              HasSubstr("k.cl:2: 'n': a length is that of every launch"));
}

}  // namespace
}  // namespace wgsync
