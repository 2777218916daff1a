// What is made of measured times: medians, clocks, subtraction, bounds. Pure.

#ifndef WGSYNC_SUITE_CORE_RECORD_BENCH_STATS_H_
#define WGSYNC_SUITE_CORE_RECORD_BENCH_STATS_H_

#include <cstdint>
#include <vector>

namespace wgsync {

// Of some values; all 0 where there are none. A quartile that lies between two
// values is taken on the straight line between them.
struct Spread {
  double least = 0;
  double lower = 0;  // quartile
  double median = 0;
  double upper = 0;  // quartile
  double most = 0;
};
Spread SpreadOf(std::vector<double> values);

// One launch by two clocks, in seconds: the device's, by the event's times, 0
// where the driver gives none; and the host's, from the enqueue to clFinish.
struct TwoClocks {
  double device = 0;
  double host = 0;
};

// Whether the device's clock may be believed: in every launch it says something
// between half of what the host's clock says, less a launch's overhead, and
// that. rusticl's times are all 0; a wrong unit is a factor of 1,000.
bool DeviceClockTellsTruth(const std::vector<TwoClocks>& launches);

// The same work without synchronization: one round, and many.
struct BaseTime {
  double one_round = 0;  // seconds of a launch
  uint64_t rounds = 0;
  double seconds = 0;
  // What `n` rounds take, on the straight line through the two. 0 where there
  // are no two.
  double Of(uint64_t n) const;
};

// Nanoseconds of each of `operations` in a launch of `seconds`, without what
// `base` seconds take. Below 0 where the launch was shorter than that.
double NsPerOperation(double seconds, double base, uint64_t operations);

// The rounds of a launch that is to last `wanted` seconds, from one of `rounds`
// that took `seconds`: at most 32 times as many, since a short launch says
// little, at least 64 and at most `most`.
uint64_t RoundsFor(double wanted, uint64_t rounds, double seconds,
                   uint64_t most);

// The upper bound of a failure rate of which `k` in `n` independent trials
// were seen, at 95 % (one-sided, exact). 1 where n is 0.
// Source: Clopper and Pearson, "The use of confidence or fiducial limits
// illustrated in the case of the binomial", Biometrika 26 (1934). For k = 0
// it is 1 - 0.05^(1/n), close to the rule of three, 3/n.
double FailureRateBound(uint64_t k, uint64_t n);
// The same in tenths of a percent.
uint64_t FailureRateTenths(uint64_t k, uint64_t n);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_RECORD_BENCH_STATS_H_
