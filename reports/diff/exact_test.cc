#include "reports/diff/exact_test.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace wgsync {
namespace {

constexpr size_t kMostExact = 20;

// ln(n choose k).
double LogChoose(uint64_t n, uint64_t k) {
  const auto log_factorial = [](uint64_t x) {
    return std::lgamma(static_cast<double>(x) + 1);
  };
  return log_factorial(n) - log_factorial(k) - log_factorial(n - k);
}

// Twice the rank of each sorted value, from 1; equal ones share their mean.
std::vector<uint64_t> DoubledRanks(const std::vector<double>& sorted) {
  std::vector<uint64_t> ranks(sorted.size());
  for (size_t i = 0; i < sorted.size();) {
    size_t end = i;
    while (end < sorted.size() && sorted[end] == sorted[i]) ++end;
    std::fill(ranks.begin() + static_cast<ptrdiff_t>(i),
              ranks.begin() + static_cast<ptrdiff_t>(end), i + end + 1);
    i = end;
  }
  return ranks;
}

// The share of the choices of `n` of these whose sum is `least` or more.
double ExactAtLeast(const std::vector<uint64_t>& ranks, size_t n,
                    uint64_t least) {
  const uint64_t total = std::accumulate(ranks.begin(), ranks.end(), 0ull);
  // ways[k][s]: choices of k of the ranks so far, of the sum s.
  std::vector<std::vector<double>> ways(n + 1, std::vector<double>(total + 1));
  ways[0][0] = 1;
  for (const uint64_t rank : ranks) {
    for (size_t k = n; k > 0; --k) {
      for (uint64_t s = total; s >= rank; --s) {
        ways[k][s] += ways[k - 1][s - rank];
      }
    }
  }
  const auto begin = ways[n].begin();
  const double high = std::accumulate(begin + static_cast<ptrdiff_t>(least),
                                      ways[n].end(), 0.0);
  return high / std::accumulate(begin, ways[n].end(), 0.0);
}

double NormalAtLeast(const std::vector<uint64_t>& ranks, size_t n,
                     uint64_t sum) {
  const double all = static_cast<double>(ranks.size());
  const double chosen = static_cast<double>(n);
  const double mean = (all + 1) / 2;
  double squares = 0;
  for (const uint64_t rank : ranks) {
    squares += std::pow(static_cast<double>(rank) / 2 - mean, 2);
  }
  const double deviation =
      std::sqrt(squares * chosen * (all - chosen) / (all * (all - 1)));
  if (deviation == 0) return 1;
  // Half a rank less, for the sum is not continuous.
  const double z =
      (static_cast<double>(sum) / 2 - chosen * mean - 0.5) / deviation;
  return std::erfc(z / std::sqrt(2.0)) / 2;
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

double ProbabilityIfNotLonger(const std::vector<double>& before,
                              const std::vector<double>& after) {
  if (before.empty() || after.empty()) return 1;
  std::vector<double> all = before;
  all.insert(all.end(), after.begin(), after.end());
  std::sort(all.begin(), all.end());
  const std::vector<uint64_t> ranks = DoubledRanks(all);
  uint64_t seen = 0;  // the doubled ranks of `after`, together
  for (const double x : after) {
    seen += ranks[std::lower_bound(all.begin(), all.end(), x) - all.begin()];
  }
  return before.size() <= kMostExact && after.size() <= kMostExact
             ? ExactAtLeast(ranks, after.size(), seen)
             : NormalAtLeast(ranks, after.size(), seen);
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
