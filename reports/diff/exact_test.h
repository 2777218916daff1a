// Whether a rate or a time has grown, when there are few runs to tell by.

#ifndef WGSYNC_REPORTS_DIFF_EXACT_TEST_H_
#define WGSYNC_REPORTS_DIFF_EXACT_TEST_H_

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

// The U test, one-sided: the probability that `after` ranks as high among both
// together, or higher, if it is no longer than `before`. Exact, equal values
// included, for up to 20 values each; beyond that by the normal distribution
// with the correction for equal values. 1 where one of them is empty.
// Source: H. B. Mann, D. R. Whitney, "On a Test of Whether one of Two Random
// Variables is Stochastically Larger than the Other", Annals of Mathematical
// Statistics 18 (1947).
double ProbabilityIfNotLonger(const std::vector<double>& before,
                              const std::vector<double>& after);

// Holm's correction: which of the hypotheses are rejected at `alpha` for all of
// them together; element for element.
// Source: S. Holm, "A Simple Sequentially Rejective Multiple Test Procedure",
// Scandinavian Journal of Statistics 6 (1979).
std::vector<bool> RejectedByHolm(const std::vector<double>& p, double alpha);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_DIFF_EXACT_TEST_H_
