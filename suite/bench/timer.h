// Launches whose time counts. Private to this folder.

#ifndef WGSYNC_SUITE_BENCH_TIMER_H_
#define WGSYNC_SUITE_BENCH_TIMER_H_

#include <cstdint>
#include <vector>

#include "suite/bench/bench_judge.h"
#include "suite/core/launch/launch_spec.h"
#include "suite/core/record/bench_stats.h"
#include "suite/engine/device_session.h"

namespace wgsync {

// One launch.
struct Shot {
  LaunchWord word;
  TwoClocks time;
  PayloadFacts payload;
  double Seconds() const;  // by the clock that may be believed
};

// Launches of one length, all the same.
struct Series {
  std::vector<Shot> shots;  // all that were judged; those that are timed last
  uint64_t rounds = 0;      // of the timed ones
  uint32_t timed = 0;
  LaunchWord word;  // the first that was not right
  uint64_t failed = 0;
  bool by_device = false;               // which clock tells the truth
  std::vector<double> Seconds() const;  // of the timed ones
};

class Timer {
 public:
  // What a launch is to last, in seconds, and how many of them there are;
  // `rounds` where it is not 0 is the user's own.
  Timer(DeviceSession* session, double seconds, uint32_t launches,
        uint32_t rounds)
      : session_(session),
        seconds_(seconds),
        launches_(launches),
        rounds_(rounds) {}

  // `expected` seconds, which set its deadline.
  Shot Fire(LaunchSpec spec, double expected);

  // A launch that pays for what a driver compiles late, some that find the
  // number of rounds, and the timed ones. Among these it goes on where a
  // payload is wrong, so that it is known how often, and stops where one did
  // not end. Where the waits are removed (`control`) a wrong payload is what is
  // expected.
  Series Time(LaunchSpec spec, bool control);

  // The same of one round, the rounds not chosen.
  Series TimeRounds(LaunchSpec spec, uint64_t rounds, bool control);

  // One launch of about `seconds`, after those that find its rounds. Its
  // payload facts are those of the last one, unless one was not right.
  Series Check(LaunchSpec spec, double seconds, bool control);

 private:
  // Until the rounds of a launch of `seconds` are known; 0 where one was not
  // right.
  uint64_t FindRounds(LaunchSpec* spec, double seconds, bool control,
                      Series* series);
  // False where the series is over.
  bool Add(const Shot& shot, bool control, Series* series) const;
  void Repeat(LaunchSpec spec, bool control, Series* series);

  DeviceSession* session_;
  double seconds_;
  uint32_t launches_;
  uint32_t rounds_;
  double expected_ = 0;  // of the launch at hand
};

}  // namespace wgsync

#endif  // WGSYNC_SUITE_BENCH_TIMER_H_
