// Models of forward progress between work-groups, as data.
//
// A model forbids no order of steps. In each state it promises for a set of
// groups, F, that they will be run. Weak: a group that stays in F is run again
// and again. Strong: moreover each step of a group in F that is possible again
// and again is taken. Source: "Specifying and Testing GPU Workgroup Progress
// Models" (OOPSLA 2021); HSA+OBE is in its files alone.

#ifndef WGSYNC_SUITE_CORE_PROGRESS_PROGRESS_MODEL_H_
#define WGSYNC_SUITE_CORE_PROGRESS_PROGRESS_MODEL_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace wgsync {
namespace progress {

enum class Model { kUnfair, kHsa, kObe, kHsaObe, kLobe, kFair };
enum class Fairness { kWeak, kStrong };

// The groups that a model promises to run: the union by the fields that are
// true. Groups that have ended are promised nothing.
struct ModelRow {
  Model model;
  absl::string_view name;
  bool lowest;         // the lowest id
  bool started;        // each that has made a step
  bool below_started;  // each up to the highest id that has made a step
  bool all;
  absl::string_view says;  // which groups go on
};
// In the order of the enumeration.
absl::Span<const ModelRow> Models();
absl::string_view NameOf(Model model);

struct Config {
  Model model = Model::kUnfair;
  Fairness fairness = Fairness::kWeak;
};
inline bool operator==(Config a, Config b) {
  return a.model == b.model && a.fairness == b.fairness;
}
// "weak HSA+OBE"; "UNFAIR".
std::string ConfigName(Config config);

// The other way round, in small letters too, with - for the space:
// "strong-lobe". "LOBE" is the weak one. The error lists the models.
absl::StatusOr<Config> FindConfig(absl::string_view name);

// UNFAIR, then each other model weak and strong. None is stronger than one
// after it.
absl::Span<const Config> Configs();
// A program that `weak` guarantees is also guaranteed by `strong`.
bool IsAtMost(Config weak, Config strong);

}  // namespace progress
}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_PROGRESS_PROGRESS_MODEL_H_
