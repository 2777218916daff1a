#include "suite/residency/threshold.h"

#include <algorithm>

namespace wgsync {

uint64_t ThresholdSearch::next() const {
  const auto open = [this](uint64_t n) {
    return n > below_ && n <= most_ && (at_ == 0 || n < at_);
  };
  if (expected_ != 0) {
    for (uint64_t n : {std::min(expected_ - 1, most_), expected_}) {
      if (open(n)) return n;
    }
  }
  if (at_ != 0) return below_ + (at_ - below_) / 2;
  return std::min(most_, below_ + step_);
}

void ThresholdSearch::Tell(bool happens) {
  const uint64_t n = next();
  if (happens) {
    at_ = n;
    return;
  }
  // Beyond what was expected the steps double.
  if (at_ == 0 && n > expected_) step_ *= 2;
  below_ = n;
}

}  // namespace wgsync
