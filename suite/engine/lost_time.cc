#include "suite/engine/lost_time.h"

#include <algorithm>

namespace wgsync {

void LostTime::Look(double now) {
  const double since = now - here_.at;
  if (since > tick_ + grace_) here_.missed += since - tick_;
  here_.at = now;
}

void LostTime::Starved(double total) {
  here_.starved = std::max(here_.starved, total);
}

double LostTime::Lost(const Mark& from) const {
  const double lost =
      std::max(here_.missed - from.missed, here_.starved - from.starved);
  // A wait that began before `from` is added whole when its thread runs again.
  return std::min(lost, Passed(from));
}

Patience PatienceOf(const LostTime& lost, const LostTime::Mark& from,
                    double limit, const Timeouts& timeouts) {
  if (lost.Usable(from) >= limit) return Patience::kSpent;
  return lost.Passed(from) >= timeouts.Longest(limit) ? Patience::kNoProcessor
                                                      : Patience::kLeft;
}

}  // namespace wgsync
