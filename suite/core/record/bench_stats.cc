#include "suite/core/record/bench_stats.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace wgsync {
namespace {

constexpr double kAlpha = 0.05;
// A driver's own part of a launch, by the host's clock.
constexpr double kOverhead = 0.002;
constexpr double kClocksApart = 0.0005;
constexpr uint64_t kMostTimesLonger = 32;
// Fewer say more of how a launch begins than of its rounds.
constexpr uint64_t kLeastRounds = 64;

// At the share `q` of sorted values.
double At(const std::vector<double>& sorted, double q) {
  const double place = q * static_cast<double>(sorted.size() - 1);
  const size_t below = static_cast<size_t>(place);
  const size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] +
         (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

// The probability of `k` or fewer in `n` trials at the rate `p`, 0 < p < 1.
double AtMost(uint64_t k, uint64_t n, double p) {
  double sum = 0;
  for (uint64_t i = 0; i <= k; ++i) {
    const double a = static_cast<double>(i), b = static_cast<double>(n);
    sum += std::exp(std::lgamma(b + 1) - std::lgamma(a + 1) -
                    std::lgamma(b - a + 1) + a * std::log(p) +
                    (b - a) * std::log1p(-p));
  }
  return sum;
}

}  // namespace

Spread SpreadOf(std::vector<double> values) {
  if (values.empty()) return {};
  std::sort(values.begin(), values.end());
  return {values.front(), At(values, 0.25), At(values, 0.5), At(values, 0.75),
          values.back()};
}

bool DeviceClockTellsTruth(const std::vector<TwoClocks>& launches) {
  return !launches.empty() &&
         std::all_of(launches.begin(), launches.end(), [](const TwoClocks& t) {
           return t.device > 0 && t.device >= t.host / 2 - kOverhead &&
                  t.device <= t.host + kClocksApart;
         });
}

double BaseTime::Of(uint64_t n) const {
  if (rounds < 2 || n == 0) return 0;
  const double a_round =
      std::max(0.0, seconds - one_round) / static_cast<double>(rounds - 1);
  return one_round + a_round * static_cast<double>(n - 1);
}

double NsPerOperation(double seconds, double base, uint64_t operations) {
  return operations == 0
             ? 0
             : (seconds - base) * 1e9 / static_cast<double>(operations);
}

uint64_t RoundsFor(double wanted, uint64_t rounds, double seconds,
                   uint64_t most) {
  const double times =
      seconds <= 0 ? kMostTimesLonger
                   : std::min<double>(kMostTimesLonger, wanted / seconds);
  const double n = std::max<double>(
      kLeastRounds, std::floor(static_cast<double>(rounds) * times));
  return static_cast<uint64_t>(std::min(n, static_cast<double>(most)));
}

double FailureRateBound(uint64_t k, uint64_t n) {
  if (n == 0 || k >= n) return 1;
  // The rate at which so few would come in one of twenty such series.
  double low = 0, high = 1;
  for (int i = 0; i < 100; ++i) {
    const double p = (low + high) / 2;
    (AtMost(k, n, p) > kAlpha ? low : high) = p;
  }
  return high;
}

uint64_t FailureRateTenths(uint64_t k, uint64_t n) {
  return static_cast<uint64_t>(std::lround(1000 * FailureRateBound(k, n)));
}

}  // namespace wgsync
