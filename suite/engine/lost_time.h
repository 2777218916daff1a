// The time that a launch could not use because the machine gave its processes
// no core, and the limits that do not count it.

#ifndef WGSYNC_SUITE_ENGINE_LOST_TIME_H_
#define WGSYNC_SUITE_ENGINE_LOST_TIME_H_

#include "suite/worker/timeouts.h"

namespace wgsync {

// Adds up lost time as two witnesses see it: the watchdog, whose looks come
// late, and the kernel, which counts how long the worker's threads waited for
// a core. All times are seconds.
//
// Both see the same time if controller and worker are held up together, as by
// the quota of a control group. So the lost time is the larger of the two sums
// and never more than the time that has passed. The sums are compared, not
// single intervals: the kernel adds the wait of a thread when the thread runs
// again, which may be after the watchdog's next looks.
//
// Example:
//
//   LostTime lost(now);
//   const LostTime::Mark begun = lost.Here();
//   lost.Look(now);               // at each look of the watchdog
//   lost.Starved(total);          // now and then
//   switch (PatienceOf(lost, begun, limit, timeouts)) { ...
class LostTime {
 public:
  // A moment from which time is counted.
  struct Mark {
    double at = 0;
    double missed = 0;
    double starved = 0;
  };

  // The watchdog looks every `tick` seconds, and a look that is more than
  // `grace` later than that was missed.
  LostTime(double now, double tick, double grace)
      : tick_(tick), grace_(grace), here_{now, 0, 0} {}

  // The watchdog looks.
  void Look(double now);
  // The watchdog has worked until now, and so has missed no look.
  void Worked(double now) { here_.at = now; }
  // How long the thread that waited longest has waited for a core so far. A
  // total; a smaller one than before (the thread has ended) is ignored.
  void Starved(double total);

  Mark Here() const { return here_; }
  double missed() const { return here_.missed; }
  double starved() const { return here_.starved; }
  // Since `from`: the time that has passed, and the part of it that was lost.
  double Passed(const Mark& from) const { return here_.at - from.at; }
  double Lost(const Mark& from) const;
  double Usable(const Mark& from) const { return Passed(from) - Lost(from); }

 private:
  double tick_;
  double grace_;
  Mark here_;
};

enum class Patience {
  kLeft,         // the limit has not been reached
  kSpent,        // the usable time has reached it
  kNoProcessor,  // it has not, and in real time the wait lasted too long
};

// Of a wait since `from` with this limit.
Patience PatienceOf(const LostTime& lost, const LostTime::Mark& from,
                    double limit, const Timeouts& timeouts);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_ENGINE_LOST_TIME_H_
