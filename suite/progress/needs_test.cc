// What the primitives need, computed from their programs
// (suite/progress/primitives.h), against what the catalog declares and the
// document says.

#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "gtest/gtest.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/progress/progress_model.h"
#include "suite/progress/primitives.h"

namespace wgsync {
namespace {

using progress::Config;
using progress::Fairness;
using progress::FindPrimitiveRow;
using progress::GroupsNeed;
using progress::Model;
using progress::NeedsOf;
using progress::PrimitiveRow;

// All of the suite but shapes: a shape is a program itself.
std::vector<const Primitive*> WithPrograms() {
  std::vector<const Primitive*> all;
  for (const Primitive& p : Primitives()) {
    if (p.shape.roles == 0 && p.texts.empty()) all.push_back(&p);
  }
  return all;
}

// The row of the primitive's own name if there is one, otherwise that of its
// file. Null if there is none.
const PrimitiveRow* RowOf(const Primitive& p) {
  absl::string_view file = p.file;
  absl::ConsumeSuffix(&file, ".cl");
  const PrimitiveRow* own =
      FindPrimitiveRow(absl::StrCat(file.substr(0, file.find('/')), "/",
                                    p.name.substr(p.name.find('.') + 1)));
  return own != nullptr ? own : FindPrimitiveRow(file);
}

// Started groups before lower ones, where either is enough.
ProgressNeed NeedOf(const GroupsNeed& needs, bool by_item) {
  if (needs.weakest.empty()) {
    return by_item ? ProgressNeed::kGroupLockstep : ProgressNeed::kNoPromise;
  }
  const Config weakest = needs.weakest.back();
  if (weakest.fairness == Fairness::kStrong) return ProgressNeed::kStrong;
  switch (weakest.model) {
    case Model::kUnfair:
      return ProgressNeed::kNone;
    case Model::kHsa:
      return ProgressNeed::kHsa;
    case Model::kObe:
      return ProgressNeed::kObe;
    case Model::kHsaObe:
      return ProgressNeed::kHsaObe;
    case Model::kLobe:
      return ProgressNeed::kLobe;
    case Model::kFair:
      // SLOTS(R) with all groups resident is fair to all.
      return ProgressNeed::kCoResident;
  }
  return ProgressNeed::kStrong;
}

TEST(NeedsTest, EachPrimitiveHasAProgramWhichNeedsWhatTheCatalogDeclares) {
  for (const Primitive* p : WithPrograms()) {
    const PrimitiveRow* row = RowOf(*p);
    EXPECT_NE(row, nullptr)
        << p->name << ": add a row to suite/progress/primitives_*.cc";
    if (row == nullptr) continue;
    const auto needs = NeedsOf(*row);
    ASSERT_TRUE(needs.ok()) << needs.status();
    for (const GroupsNeed& n : *needs) {
      EXPECT_EQ(std::string(NeedName(NeedOf(n, p->by_item))),
                std::string(NeedName(p->need)))
          << p->name << ", " << n.groups << " groups: computed, and declared";
    }
  }
}

TEST(NeedsTest, AllGroupsResidentAreEnoughForCoResidency) {
  for (const Primitive* p : WithPrograms()) {
    if (RowOf(*p) == nullptr) continue;
    const auto needs = NeedsOf(*RowOf(*p));
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
  std::set<const PrimitiveRow*> used;
  for (const Primitive* p : WithPrograms()) used.insert(RowOf(*p));
  for (const PrimitiveRow& row : progress::PrimitiveRows()) {
    EXPECT_EQ(used.count(FindPrimitiveRow(row.name)), 1u) << row.name;
  }
}

std::string SlotsText(const std::vector<GroupsNeed>& needs) {
  if (needs[0].weakest.empty()) return "-";
  return absl::StrJoin(needs, ", ", [](std::string* out, const GroupsNeed& n) {
    absl::StrAppend(out, n.slots, " of ", n.groups);
  });
}

std::string ModelText(const GroupsNeed& needs) {
  if (needs.weakest.empty()) return "no model";
  return absl::StrJoin(needs.weakest, " or ",
                       [](std::string* out, Config config) {
                         absl::StrAppend(out, progress::ConfigName(config));
                       });
}

std::string Table() {
  std::map<const PrimitiveRow*, std::vector<const Primitive*>> by_row;
  for (const Primitive* p : WithPrograms()) by_row[RowOf(*p)].push_back(p);
  std::string table;
  for (const PrimitiveRow& value : progress::PrimitiveRows()) {
    const PrimitiveRow* row = FindPrimitiveRow(value.name);
    const auto needs = NeedsOf(*row);
    EXPECT_TRUE(needs.ok()) << needs.status();
    std::set<std::string> declared;
    for (const Primitive* p : by_row[row]) {
      declared.insert(absl::StrCat("`", NeedName(p->need), "`"));
    }
    absl::StrAppend(&table, "| ", row->name, " | ", by_row[row].size(), " | ",
                    ModelText(needs->back()), " | ", SlotsText(*needs), " | ",
                    absl::StrJoin(declared, ", "), " | ", row->remark, " |\n");
  }
  return table;
}

TEST(NeedsTest, TheDocumentHasTheTable) {
  std::ifstream file("suite/progress/README.md");
  std::stringstream text;
  text << file.rdbuf();
  const std::string table = Table();
  EXPECT_TRUE(absl::StrContains(text.str(), table))
      << "suite/progress/README.md lacks this table:\n"
      << table;
}

}  // namespace
}  // namespace wgsync
