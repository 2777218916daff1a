#include "suite/cases/settings.h"

#include <cstdlib>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "suite/catalog/catalog.h"

namespace wgsync {
namespace {

std::string Variable(const char* name, const std::string& otherwise) {
  const char* value = std::getenv(name);
  return value == nullptr ? otherwise : value;
}

bool IsFamily(absl::string_view name) {
  for (const Primitive& primitive : Primitives()) {
    if (FamilyName(primitive.family) == name) return true;
  }
  return false;
}

// GoogleTest's filters reserve - : * ?
std::string ForFilters(absl::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c == '-' || c == ':' || c == '*' || c == '?') c = '_';
  }
  return out;
}

}  // namespace

Settings SettingsFromEnvironment() {
  Settings settings;
  settings.device = Variable("WGSYNC_TEST_DEVICE", settings.device);
  settings.family = Variable("WGSYNC_TEST_FAMILY", settings.family);
  settings.tier = Variable("WGSYNC_TEST_TIER", settings.tier);
  const std::string bind =
      Variable("WGSYNC_TEST_BIND", "violation,progress,customary");
  settings.bind.violation = absl::StrContains(bind, "violation");
  settings.bind.progress = absl::StrContains(bind, "progress");
  settings.bind.customary = absl::StrContains(bind, "customary");
  return settings;
}

absl::StatusOr<std::vector<PlannedCase>> CasesFor(const Settings& settings) {
  absl::StatusOr<Tier> tier = ParseTier(settings.tier);
  if (!tier.ok()) return tier.status();
  bool all = settings.family == "all";
  if (!all && !IsFamily(settings.family)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "WGSYNC_TEST_FAMILY=", settings.family, ": no primitive is of it"));
  }
  std::vector<PlannedCase> cases;
  for (PlannedCase& planned : PlanTier(*tier)) {
    if (all || FamilyName(planned.c.primitive->family) == settings.family) {
      cases.push_back(std::move(planned));
    }
  }
  if (!cases.empty()) return cases;
  return absl::NotFoundError(absl::StrCat(
      "tier ", settings.tier, " has no case of family ", settings.family));
}

TestName NameOf(absl::string_view id, absl::string_view slug,
                bool several_devices) {
  size_t dot = id.find('.');
  TestName name{ForFilters(id.substr(0, dot)),
                dot == id.npos ? "" : ForFilters(id.substr(dot + 1))};
  if (several_devices) {
    absl::StrAppend(&name.name, "/device=", ForFilters(slug));
  }
  return name;
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
