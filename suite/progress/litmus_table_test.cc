// Holds suite/core/progress/litmus_table.cc against the checker, which computes
// it from the programs. A change that is intended:
//
//   bazel run //suite/progress:litmus_table_test -- --update

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "gtest/gtest.h"
#include "suite/core/base/test_file.h"
#include "suite/core/progress/litmus_facts.h"
#include "suite/core/progress/progress_model.h"
#include "suite/progress/check.h"
#include "suite/progress/kernel_programs_testing.h"
#include "suite/progress/named_programs.h"
#include "suite/progress/role_code_testing.h"

namespace wgsync {
namespace progress {
namespace {

constexpr char kFile[] = "suite/core/progress/litmus_table.cc";

constexpr absl::string_view kModelWords[] = {"Unfair", "Hsa",  "Obe",
                                             "HsaObe", "Lobe", "Fair"};

absl::string_view WordOf(Config config) {
  return kModelWords[static_cast<size_t>(config.model)];
}

// "holder_low": "kHolderLow".
std::string CamelCase(absl::string_view name) {
  std::string camel = "k";
  for (absl::string_view word : absl::StrSplit(name, '_')) {
    camel += absl::ascii_toupper(word[0]);
    absl::StrAppend(&camel, word.substr(1));
  }
  return camel;
}

bool IsStrong(Config config) { return config.fairness == Fairness::kStrong; }

// The arrays of the table's rows, by their names.
class Arrays {
 public:
  // Returns the name of the array of these models: "kHsaOrObe".
  std::string Models(const std::vector<Config>& weakest) {
    if (weakest.empty()) return "{}";
    std::string name = absl::StrCat(
        "k", absl::StrJoin(weakest, "Or", [](std::string* out, Config config) {
          absl::StrAppend(out, IsStrong(config) ? "Strong" : "",
                          WordOf(config));
        }));
    Keep("Config", name,
         absl::StrJoin(weakest, ", ", [](std::string* out, Config config) {
           absl::StrAppend(out, "{Model::k", WordOf(config), ", Fairness::k",
                           IsStrong(config) ? "Strong" : "Weak", "}");
         }));
    return name;
  }

  // Returns the name of the array of the shape's instructions, which has a line
  // for each.
  std::string Code(const Shape& shape) {
    const std::vector<uint32_t> code = RoleCode(shape);
    if (code.empty()) return "{}";
    const size_t head = code.size() % kStepFields;
    std::string values;
    for (size_t i = 0; i < code.size(); ++i) {
      const bool begins =
          i == 0 || (i >= head && (i - head) % kStepFields == 0);
      absl::StrAppend(&values, begins ? "\n    " : " ", code[i], ",");
    }
    std::string name = CamelCase(shape.name);
    Keep("uint32_t", name, values);
    return name;
  }

  std::string Text() const {
    std::string text;
    for (const auto& [name, row] : rows_) text += row;
    return text;
  }

 private:
  void Keep(absl::string_view type, const std::string& name,
            absl::string_view values) {
    rows_[name] =
        absl::StrCat("constexpr ", type, " ", name, "[] = {", values, "};\n");
  }

  std::map<std::string, std::string> rows_;
};

std::string ShapeRows(Arrays* arrays) {
  std::string rows;
  for (const Shape& shape : Shapes()) {
    const Program program = ShapeProgram(shape);
    absl::StrAppend(&rows, "    {\"", shape.name, "\", ",
                    arrays->Models(WeakestModels(Check(program).value())), ", ",
                    program.groups.size(), ", ",
                    FirstWord(program, program.arrays.size()), ", ",
                    shape.late_role, ", ", shape.late_at, ", ",
                    arrays->Code(shape), "},\n");
  }
  return rows;
}

// The slots are for a reader: "1 of 2, 1 of 3".
std::string ProgramRows(Arrays* arrays) {
  std::string rows;
  for (const KernelProgram& kernel : KernelPrograms()) {
    const std::vector<GroupsNeed> needs = NeedsOf(kernel).value();
    const std::string slots =
        absl::StrJoin(needs, ", ", [](std::string* out, const GroupsNeed& n) {
          absl::StrAppend(out, n.slots, " of ", n.groups);
        });
    absl::StrAppend(&rows, "    {\"", kernel.name, "\", ",
                    arrays->Models(needs.back().weakest), "},",
                    needs.back().weakest.empty() ? "" : "  // slots: ",
                    needs.back().weakest.empty() ? "" : slots, "\n");
  }
  return rows;
}

std::string TableText() {
  Arrays arrays;
  const std::string shapes = ShapeRows(&arrays);
  const std::string programs = ProgramRows(&arrays);
  return absl::StrCat(
      "// Written by //suite/progress:litmus_table_test; see litmus_facts.h.\n"
      "// clang-format off\n\n"
      "#include <cstdint>\n\n"
      "#include \"absl/types/span.h\"\n"
      "#include \"suite/core/progress/litmus_facts.h\"\n"
      "#include \"suite/core/progress/progress_model.h\"\n\n"
      "namespace wgsync {\nnamespace progress {\nnamespace {\n\n",
      arrays.Text(), "\nconstexpr ShapeFacts kShapes[] = {\n", shapes,
      "};\n\nconstexpr ProgramFacts kPrograms[] = {\n", programs,
      "};\n\n}  // namespace\n\n"
      "absl::Span<const ProgramFacts> ProgramTable() { return kPrograms; }\n\n"
      "absl::Span<const ShapeFacts> ShapeTable() { return kShapes; }\n\n"
      "}  // namespace progress\n}  // namespace wgsync\n");
}

TEST(LitmusTableTest, HasWhatTheCheckerComputes) {
  EXPECT_EQ(ReadTestFile(kFile), TableText())
      << "If this is meant: bazel run //suite/progress:litmus_table_test -- "
         "--update";
}

TEST(LitmusTableTest, WhatAWeakestModelGuaranteesEachStrongerOneDoes) {
  for (const Shape& shape : Shapes()) {
    const ShapeFacts* facts = FindShapeFacts(shape.name);
    ASSERT_NE(facts, nullptr) << shape.name;
    const Verdicts verdicts = Check(ShapeProgram(shape)).value();
    for (const Config config : Configs()) {
      EXPECT_EQ(facts->Guaranteed(config), verdicts.Guaranteed(config))
          << shape.name << ", " << ConfigName(config);
    }
  }
}

TEST(LitmusTableTest, TheNeedDoesNotDependOnTheNumberOfGroups) {
  for (const KernelProgram& kernel : KernelPrograms()) {
    const auto needs = NeedsOf(kernel);
    ASSERT_TRUE(needs.ok()) << needs.status();
    for (const GroupsNeed& n : *needs) {
      EXPECT_EQ(n.weakest, needs->back().weakest)
          << kernel.name << ", " << n.groups << " groups";
    }
  }
}

int Update() {
  const char* workspace = std::getenv("BUILD_WORKSPACE_DIRECTORY");
  if (workspace == nullptr) {
    std::fputs("start it by `bazel run`\n", stderr);
    return EXIT_FAILURE;
  }
  const std::string text = TableText();
  std::ofstream(absl::StrCat(workspace, "/", kFile), std::ios::binary) << text;
  return EXIT_SUCCESS;
}

}  // namespace
}  // namespace progress
}  // namespace wgsync

int main(int argc, char** argv) {
  if (argc == 2 && absl::string_view(argv[1]) == "--update") {
    return wgsync::progress::Update();
  }
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
