#include "suite/core/launch/readable_source.h"

#include <algorithm>
#include <string>
#include <variant>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "suite/core/launch/device_model.h"
#include "suite/core/plan/case.h"
#include "suite/core/plan/plan.h"

namespace wgsync {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

// Parts as a program has them: a library, a primitive, a workload, a runner.
std::string Readable(const std::string& lib, const std::string& primitive,
                     const std::string& options = "") {
  const std::vector<SourcePart> parts = {
      {"lib.cl", lib},
      {"primitive.cl", primitive},
      {"workload.cl", "// Work.\n\nvoid wg_step(void) { }\n"},
      {"runner.cl", "__kernel void wgsync_case(void) {\n  wg_barrier();\n}\n"}};
  std::string text;
  for (const SourcePart& part : ReadableSource(parts, options, "wgsync_case")) {
    absl::StrAppend(&text, "[", part.path, "]\n", part.text);
  }
  return text;
}

TEST(ReadableSourceTest, ThePrimitiveIsFirstAndKeepsItsComments) {
  EXPECT_EQ(Readable("// The library.\n\n// An access.\nvoid wg_poll(void) {\n"
                     "  x();  // once\n}\n",
                     "// The algorithm.\n\nvoid wg_barrier(void) {\n"
                     "  // Polls.\n  wg_poll();\n}\n"),
            "[primitive.cl]\n// The algorithm.\n\nvoid wg_barrier(void) {\n"
            "  // Polls.\n  wg_poll();\n}\n"
            "[runner.cl]\n__kernel void wgsync_case(void) {\n"
            "  wg_barrier();\n}\n"
            "[lib.cl]\n// An access.\nvoid wg_poll(void) {\n"
            "  x();  // once\n}\n");
}

TEST(ReadableSourceTest, AFunctionMayHaveItsBraceOnALineOfItsOwn) {
  EXPECT_THAT(
      Readable("void wg_poll(void)\n{\n  y();\n}\n",
               "void wg_barrier(void)\n{\n  wg_poll();\n}\n"),
      testing::AllOf(HasSubstr("void wg_barrier(void)\n{\n  wg_poll();\n}\n"),
                     HasSubstr("void wg_poll(void)\n{\n  y();\n}\n")));
}

TEST(ReadableSourceTest, WhatIsNotReachedIsGone) {
  const std::string text =
      Readable("#define WG_ONE 1\n#define WG_TWO 2\nvoid wg_a(void) { b(); }\n",
               "void wg_barrier(void) {\n  x(WG_ONE);  // not wg_a\n}\n");
  EXPECT_THAT(text, HasSubstr("#define WG_ONE 1\n"));
  EXPECT_THAT(text, Not(HasSubstr("WG_TWO")));
  EXPECT_THAT(text, Not(HasSubstr("void wg_a")));
}

TEST(ReadableSourceTest, ABranchThatTheOptionsLeaveOutIsGone) {
  const std::string primitive =
      "void wg_barrier(void) {\n#if WG_POLL == 1\n  one();\n#else\n  two();\n"
      "#endif\n}\n";
  EXPECT_THAT(Readable("", primitive, "-DWG_POLL=1"),
              HasSubstr("void wg_barrier(void) {\n  one();\n}\n"));
  EXPECT_THAT(Readable("", primitive, "-DWG_POLL=2"),
              HasSubstr("void wg_barrier(void) {\n  two();\n}\n"));
}

TEST(ReadableSourceTest, CallsOfWhatIsEmptyAreGoneAndMayEmptyTheirCaller) {
  EXPECT_THAT(
      Readable("void wg_count(void) {\n}\n#define WG_NOTE(c)\n"
               "void wg_left(int a) {\n  wg_count();\n}\n"
               "#define WG_WAIT(c) \\\n  x(c);     \\\n  WG_NOTE(c)\n",
               "void wg_barrier(void) {\n  WG_WAIT(f(1))\n  wg_left(g(2));\n"
               "}\n"),
      testing::AllOf(HasSubstr("void wg_barrier(void) {\n  WG_WAIT(f(1))\n}\n"),
                     HasSubstr("#define WG_WAIT(c) \\\n  x(c);\n"),
                     Not(HasSubstr("wg_left")), Not(HasSubstr("WG_NOTE"))));
}

TEST(ReadableSourceTest, FunctionsThatAListDefinesAreWrittenOut) {
  EXPECT_THAT(
      Readable(
          "#define WG_EACH(X) X(add) X(sub)\n"
          "#define WG_F(op) \\\n  uint wg_##op(uint a) { b(); return a; }\n"
          "WG_EACH(WG_F)\n",
          "void wg_barrier(void) {\n  wg_sub(1u);\n}\n"),
      testing::AllOf(
          HasSubstr("uint wg_sub(uint a) {\n  b();\n  return a;\n}\n"),
          Not(HasSubstr("wg_add"))));
}

TEST(ReadableSourceTest, ConstantsAndTypesThatAreReachedStay) {
  const std::string text = Readable(
      "__constant uint table[2] = {1u, 2u};\n"
      "__constant uint unused = 3u;\nstruct pair {\n  uint a;\n};\n;\n",
      "void wg_barrier(void) {\n  struct pair p = {table[0]};\n}\n");
  EXPECT_THAT(text, HasSubstr("__constant uint table[2] = {1u, 2u};\n"));
  EXPECT_THAT(text, HasSubstr("struct pair {\n  uint a;\n};\n"));
  EXPECT_THAT(text, Not(HasSubstr("unused")));
}

TEST(ReadableSourceTest, EachDeviceModelHasItsFile) {
  LaunchSpec spec;
  spec.program.c = *ParseKernelCaseId(
      "barrier.counter_per_group/poll=rmw/signal=rmw/fence=device/pay=plain/"
      "work=exchange/wg=64/groups=2");
  for (const ModelRow& row : ModelRows()) {
    spec.program.model = {&row, std::max(row.default_number, 1u)};
    std::vector<std::string> files;
    for (const SourcePart& part :
         ReadableSource(*SourceParts(spec.program), BuildOptions(spec.program),
                        KernelName(spec))) {
      files.push_back(part.path);
    }
    EXPECT_THAT(files, Contains(row.file)) << row.name;
  }
}

TEST(ReadableSourceTest, EveryCaseOfSmokeBeginsWithItsPrimitive) {
  for (const PlannedCase& planned : PlanTier(Tier::kSmoke)) {
    const auto* kernel = std::get_if<KernelCase>(&planned.c);
    if (kernel == nullptr) continue;  // it launches no primitive
    LaunchSpec spec;
    spec.program.c = *kernel;
    spec.program.language = NeedsC11(spec.program.c) ? 300 : 120;
    spec.program.board = BoardMode::kOff;
    const std::vector<SourcePart> parts =
        ReadableSource(*SourceParts(spec.program), BuildOptions(spec.program),
                       KernelName(spec));
    ASSERT_GE(parts.size(), 4u) << planned.id;
    const bool host_boundary = spec.program.c.primitive->host_boundary;
    EXPECT_EQ(parts.front().path, host_boundary
                                      ? spec.program.c.workload->file
                                      : spec.program.c.primitive->file)
        << planned.id;
    for (const SourcePart& part : parts) {
      EXPECT_THAT(part.text, Not(HasSubstr("#if"))) << planned.id;
      EXPECT_THAT(part.text, Not(HasSubstr("WG_EACH_RMW"))) << planned.id;
    }
  }
}

}  // namespace
}  // namespace wgsync
