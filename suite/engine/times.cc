#include "suite/engine/times.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "nlohmann/json.hpp"

namespace wgsync {
namespace {

constexpr const char* kPurposeNames[kPurposes] = {
    "opening",     "discovery",   "controls",       "boards",
    "differences", "host checks", "compiling ahead"};
constexpr const char* kPhaseNames[kPhases] = {"fill", "build", "upload",
                                              "run",  "read",  "decode"};

// The names with their seconds, the longest first.
template <size_t n>
std::string Ranked(const char* const (&names)[n],
                   const std::array<double, n>& seconds) {
  std::vector<size_t> order(n);
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(),
            [&](size_t a, size_t b) { return seconds[a] > seconds[b]; });
  std::string text;
  for (size_t i : order) {
    if (seconds[i] < 0.05) break;
    absl::StrAppendFormat(&text, "%s%s %.1f s", text.empty() ? "" : ", ",
                          names[i], seconds[i]);
  }
  return text;
}

}  // namespace

std::string Times::Text() const {
  std::array<double, kPurposes> purposes = {};
  std::array<double, kPhases> phases = {};
  for (size_t p = 0; p < kPurposes; ++p) {
    for (size_t q = 0; q < kPhases; ++q) {
      purposes[p] += seconds_[p][q];
      if (p != static_cast<size_t>(Purpose::kOpening)) {
        phases[q] += seconds_[p][q];
      }
    }
  }
  const std::string done = Ranked(kPhaseNames, phases);
  return absl::StrCat(Ranked(kPurposeNames, purposes),
                      done.empty() ? "" : "; without opening: ", done);
}

nlohmann::json Times::ToJson() const {
  nlohmann::json all = nlohmann::json::object();
  for (size_t p = 0; p < kPurposes; ++p) {
    for (size_t q = 0; q < kPhases; ++q) {
      all[kPurposeNames[p]][kPhaseNames[q]] = seconds_[p][q];
    }
  }
  return all;
}

}  // namespace wgsync
