#include "suite/core/progress/progress_model.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"

namespace wgsync {
namespace progress {
namespace {

//                     name       lowest started below all
constexpr ModelRow kModels[] = {
    {Model::kUnfair, "UNFAIR", false, false, false, false,
     "no group is promised to go on"},
    {Model::kHsa, "HSA", true, false, false, false,
     "of the groups that have not ended the lowest one goes on"},
    {Model::kObe, "OBE", false, true, false, false,
     "each group that has made a step goes on: occupancy-bound execution"},
    {Model::kHsaObe, "HSA+OBE", true, true, false, false,
     "the lowest group, and each that has made a step, goes on"},
    {Model::kLobe, "LOBE", false, true, true, false,
     "each group up to the highest that has made a step goes on: linear "
     "occupancy-bound execution"},
    {Model::kFair, "FAIR", true, true, true, true, "each group goes on"},
};

constexpr Config kConfigs[] = {
    {Model::kUnfair, Fairness::kWeak},   {Model::kHsa, Fairness::kWeak},
    {Model::kObe, Fairness::kWeak},      {Model::kHsaObe, Fairness::kWeak},
    {Model::kLobe, Fairness::kWeak},     {Model::kFair, Fairness::kWeak},
    {Model::kHsa, Fairness::kStrong},    {Model::kObe, Fairness::kStrong},
    {Model::kHsaObe, Fairness::kStrong}, {Model::kLobe, Fairness::kStrong},
    {Model::kFair, Fairness::kStrong},
};

}  // namespace

absl::Span<const ModelRow> Models() { return kModels; }

absl::string_view NameOf(Model model) {
  return kModels[static_cast<size_t>(model)].name;
}

std::string ConfigName(Config config) {
  if (config.model == Model::kUnfair) return std::string(NameOf(config.model));
  return absl::StrCat(config.fairness == Fairness::kWeak ? "weak " : "strong ",
                      NameOf(config.model));
}

absl::StatusOr<Config> FindConfig(absl::string_view name) {
  const std::string spaced = absl::StrReplaceAll(name, {{"-", " "}});
  for (const Config config : kConfigs) {
    if (absl::EqualsIgnoreCase(spaced, ConfigName(config)) ||
        (config.fairness == Fairness::kWeak &&
         absl::EqualsIgnoreCase(spaced, NameOf(config.model)))) {
      return config;
    }
  }
  return absl::NotFoundError(
      absl::StrCat("there is no model of progress ", name,
                   "; name UNFAIR, HSA, OBE, HSA+OBE, LOBE or FAIR, or "
                   "strong-HSA and so on"));
}

absl::Span<const Config> Configs() { return kConfigs; }

bool IsAtMost(Config weak, Config strong) {
  if (weak.model == Model::kUnfair) return true;
  if (weak.fairness == Fairness::kStrong &&
      strong.fairness == Fairness::kWeak) {
    return false;
  }
  return weak.model == strong.model ||
         (weak.model < strong.model &&
          !(weak.model == Model::kHsa && strong.model == Model::kObe));
}

}  // namespace progress
}  // namespace wgsync
