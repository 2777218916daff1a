#include "reports/diff/exact_test.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace wgsync {
namespace {

// ln(n choose k).
double LogChoose(uint64_t n, uint64_t k) {
  const auto log_factorial = [](uint64_t x) {
    return std::lgamma(static_cast<double>(x) + 1);
  };
  return log_factorial(n) - log_factorial(k) - log_factorial(n - k);
}

}  // namespace

double ProbabilityIfNotGrown(Rate before, Rate after) {
  if (before.n == 0 || after.n == 0) return 1;
  const uint64_t events = before.k + after.k;
  const uint64_t most = std::min(events, after.n);
  double sum = 0;
  for (uint64_t k = after.k; k <= most; ++k) {
    if (events - k > before.n) continue;  // there are not so many others
    sum += std::exp(LogChoose(after.n, k) + LogChoose(before.n, events - k) -
                    LogChoose(before.n + after.n, events));
  }
  return std::min(sum, 1.0);
}

std::vector<bool> RejectedByHolm(const std::vector<double>& p, double alpha) {
  std::vector<size_t> order(p.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return p[a] < p[b]; });
  std::vector<bool> rejected(p.size(), false);
  for (size_t i = 0; i < order.size(); ++i) {
    if (p[order[i]] > alpha / static_cast<double>(p.size() - i)) break;
    rejected[order[i]] = true;
  }
  return rejected;
}

}  // namespace wgsync
