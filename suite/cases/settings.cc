#include "suite/cases/settings.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "suite/core/base/name_pattern.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/catalog/more.h"
#include "suite/core/plan/check_more.h"

namespace wgsync {
namespace {

// The slowest case of the published runs took 144 s, on two cores that other
// work shared; on a GPU 3 s.
constexpr double kReservedShare = 0.2;
constexpr double kMostReservedSeconds = 180;

std::string Variable(const char* name, const std::string& otherwise) {
  const char* value = std::getenv(name);
  return value == nullptr ? otherwise : value;
}

bool IsFamily(absl::string_view name) {
  for (const Primitive& primitive : Primitives()) {
    if (FamilyName(primitive.family) == name) return true;
  }
  return name == kHostFamily;
}

// The shard of Bazel's or GoogleTest's variables; the whole where there is
// none.
Part PartFromEnvironment() {
  for (const auto& [index, total] :
       {std::pair("TEST_SHARD_INDEX", "TEST_TOTAL_SHARDS"),
        std::pair("GTEST_SHARD_INDEX", "GTEST_TOTAL_SHARDS")}) {
    Part part;
    if (absl::SimpleAtoi(Variable(index, ""), &part.shard) &&
        absl::SimpleAtoi(Variable(total, ""), &part.of) &&
        part.shard < part.of) {
      ++part.shard;
      return part;
    }
  }
  return Part();
}

}  // namespace

double LastStart(double timeout_seconds) {
  return std::max(timeout_seconds * (1 - kReservedShare),
                  timeout_seconds - kMostReservedSeconds);
}

Settings SettingsFromEnvironment() {
  Settings settings;
  settings.device = Variable("WGSYNC_TEST_DEVICE", settings.device);
  settings.family = Variable("WGSYNC_TEST_FAMILY", settings.family);
  settings.tier = Variable("WGSYNC_TEST_TIER", settings.tier);
  settings.cases =
      absl::StrSplit(Variable("WGSYNC_TEST_CASES", ""), ';', absl::SkipEmpty());
  settings.expect = absl::StrSplit(Variable("WGSYNC_TEST_EXPECT", ""), ';',
                                   absl::SkipWhitespace());
  settings.part = PartFromEnvironment();
  double timeout = 0;
  if (absl::SimpleAtod(Variable("TEST_TIMEOUT", ""), &timeout) && timeout > 0) {
    settings.timeout_seconds = timeout;
  }
  return settings;
}

absl::StatusOr<std::vector<PlannedCase>> CasesFor(const Settings& settings) {
  RETURN_IF_ERROR(CheckMore(MoreRows(), Primitives()));
  ASSIGN_OR_RETURN(Tier tier, ParseTier(settings.tier));
  bool all = settings.family == "all";
  if (!all && !IsFamily(settings.family)) {
    return BadInput("WGSYNC_TEST_FAMILY=", settings.family,
                    ": no primitive is of it");
  }
  const auto is_named = [&](const std::string& id) {
    return settings.cases.empty() ||
           absl::c_any_of(settings.cases, [&](const std::string& glob) {
             return GlobMatches(glob, id);
           });
  };
  std::vector<PlannedCase> cases;
  for (PlannedCase& planned : PlanTier(tier)) {
    if ((all || CaseFamily(planned.c) == settings.family) &&
        is_named(planned.id)) {
      cases.push_back(std::move(planned));
    }
  }
  if (!cases.empty()) return CasesOf(settings.part, std::move(cases));
  return absl::NotFoundError(absl::StrCat(
      "tier ", settings.tier, " has no case of family ", settings.family,
      settings.cases.empty()
          ? ""
          : absl::StrCat(" that WGSYNC_TEST_CASES names: ",
                         absl::StrJoin(settings.cases, ";"))));
}

std::string OutputFolder() {
  for (const char* name : {"TEST_UNDECLARED_OUTPUTS_DIR", "TEST_TMPDIR"}) {
    std::string folder = Variable(name, "");
    if (!folder.empty()) return folder;
  }
  std::string folder = Variable("TMPDIR", "/tmp") + "/wgsync_test_XXXXXX";
  return mkdtemp(folder.data()) == nullptr ? "." : folder;
}

}  // namespace wgsync
