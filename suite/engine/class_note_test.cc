#include "suite/engine/class_note.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "suite/core/record/test_shapes.h"

namespace wgsync {
namespace {

using ::testing::StartsWith;

TEST(ClassNoteTest, ARunOfTheFamilyEndsWithItsClass) {
  const std::vector<CaseResult> results = ShapeCases(progress::Model::kHsaObe);
  const std::string note = ClassNote(results, {}, {"canary passed"});
  EXPECT_THAT(note, StartsWith("progress: at most HSA+OBE; held in "));
  EXPECT_EQ(ClassNote(results, {}, {"canary passed", note}), "")
      << "a run that is resumed has it already";
  EXPECT_EQ(ClassNote({}, {}, {}), "");
}

TEST(ClassNoteTest, APartOfAPlanHasTooFewCases) {
  Part part;
  part.of = 3;
  EXPECT_EQ(ClassNote(ShapeCases(progress::Model::kHsaObe), part, {}), "");
}

}  // namespace
}  // namespace wgsync
