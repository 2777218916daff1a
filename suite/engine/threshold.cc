#include "suite/engine/threshold.h"

#include <algorithm>

namespace wgsync {

uint64_t ThresholdSearch::next() const {
  const auto open = [this](uint64_t n) {
    return n > below_ && n <= most_ && (at_ == 0 || n < at_);
  };
  // `expected` - 1 does not overflow: at 0 it is above `most`.
  for (uint64_t n : {expected_ - 1, expected_}) {
    if (open(n)) return n;
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
