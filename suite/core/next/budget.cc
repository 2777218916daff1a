#include "suite/core/next/budget.h"

#include <algorithm>
#include <cmath>

namespace wgsync {
namespace {

constexpr double kGpuServes = 0.3e-9;  // one atomic on a word that all want

}  // namespace

uint32_t LoopBudget(double polls) {
  return static_cast<uint32_t>(
      std::min<double>(kMaxLoop, std::max(1.0, std::sqrt(polls))));
}

uint32_t BudgetFor(const DeviceProfile& profile, double seconds, Poll poll,
                   uint64_t waiters) {
  const Calibration& measured = profile.calibration;
  double each = RowOf(poll).costs_rmw ? measured.rmw_poll_seconds
                                      : measured.volatile_poll_seconds;
  // Where all poll one word, a GPU serves them one after the other.
  if (profile.claims.is_gpu) each = std::max(each, kGpuServes * waiters);
  return LoopBudget(seconds / std::max(each, 1e-10));
}

}  // namespace wgsync
