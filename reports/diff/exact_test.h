// Whether a rate has grown, when there are few runs to tell by.

#ifndef WGSYNC_REPORTS_DIFF_EXACT_TEST_H_
#define WGSYNC_REPORTS_DIFF_EXACT_TEST_H_

#include <cstddef>
#include <cstdint>
#include <vector>

namespace wgsync {

// So often of so many.
struct Rate {
  uint64_t k = 0;
  uint64_t n = 0;  // k <= n
};

// Fisher's exact test, one-sided: the probability of `after.k` or more, given
// how many there are of both together, if the rate has not grown. 1 where one
// of them has n = 0.
// Source: R. A. Fisher, "Statistical Methods for Research Workers", 5th ed.
// (1934), section 21.02; Agresti, "Categorical Data Analysis", 2nd ed., 3.5.1.
double ProbabilityIfNotGrown(Rate before, Rate after);

// Holm's correction: which of the hypotheses are rejected at `alpha` for all of
// them together; element for element.
// Source: S. Holm, "A Simple Sequentially Rejective Multiple Test Procedure",
// Scandinavian Journal of Statistics 6 (1979).
std::vector<bool> RejectedByHolm(const std::vector<double>& p, double alpha);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_DIFF_EXACT_TEST_H_
