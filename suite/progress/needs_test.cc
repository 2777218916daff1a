// The catalog's primitives and the litmus programs at the head of their
// kernels.

#include "suite/core/catalog/needs.h"

#include <set>
#include <vector>

#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/progress/litmus_facts.h"
#include "suite/progress/kernel_programs_testing.h"

namespace wgsync {
namespace {

using progress::FindKernelProgram;
using progress::GroupsNeed;
using progress::KernelProgram;
using progress::NeedsOf;

// All of the suite but shapes: a shape is a program itself.
std::vector<const Primitive*> WithPrograms() {
  std::vector<const Primitive*> all;
  for (const Primitive& p : Primitives()) {
    if (p.shape.roles == 0 && p.texts.empty()) all.push_back(&p);
  }
  return all;
}

TEST(NeedsTest, EachPrimitiveHasAProgram) {
  for (const Primitive* p : WithPrograms()) {
    EXPECT_NE(ProgramFactsOf(*p), nullptr)
        << p->name << ": write its program at the head of kernels/" << p->file
        << ", then bazel run //suite/progress:litmus_table_test -- --update";
  }
}

TEST(NeedsTest, AllGroupsResidentAreEnoughForCoResidency) {
  for (const Primitive* p : WithPrograms()) {
    if (ProgramFactsOf(*p) == nullptr) continue;
    const KernelProgram* program = FindKernelProgram(ProgramFactsOf(*p)->name);
    ASSERT_NE(program, nullptr) << p->name;
    const auto needs = NeedsOf(*program);
    ASSERT_TRUE(needs.ok()) << needs.status();
    for (const GroupsNeed& n : *needs) {
      if (p->need == ProgressNeed::kCoResident) {
        EXPECT_GE(n.slots, 2u) << p->name << ": one slot is enough";
        EXPECT_LE(n.slots, n.groups) << p->name;
      } else {
        EXPECT_EQ(n.slots, n.weakest.empty() ? 0u : 1u) << p->name;
      }
    }
  }
}

TEST(NeedsTest, EachProgramIsOfAPrimitive) {
  std::set<absl::string_view> used;
  for (const Primitive* p : WithPrograms()) {
    const progress::ProgramFacts* facts = ProgramFactsOf(*p);
    if (facts != nullptr) used.insert(facts->name);
  }
  for (const KernelProgram& program : progress::KernelPrograms()) {
    EXPECT_EQ(used.count(program.name), 1u) << program.name;
  }
}

}  // namespace
}  // namespace wgsync
