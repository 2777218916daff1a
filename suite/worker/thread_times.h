// The threads of a worker: whether they run, the processor time that they have
// had, and how long they waited for it. Pure; all times are seconds.

#ifndef WGSYNC_SUITE_WORKER_THREAD_TIMES_H_
#define WGSYNC_SUITE_WORKER_THREAD_TIMES_H_

#include <sys/types.h>

#include <map>

namespace wgsync {

// One thread of a worker, from /proc.
struct ThreadTime {
  char state = '?';
  double cpu_seconds = 0;
  double waiting_seconds = 0;  // runnable and without a core
};
using ThreadTimes = std::map<pid_t, ThreadTime>;
inline bool Runnable(const ThreadTime& t) { return t.state == 'R'; }

// Whether each thread that is runnable now has had a core for `seconds` since
// `then`; who sleeps does so on its own account. What one that came later has
// had is all since then. *least: the shortest time that one of them had.
bool EachHadACore(double seconds, const ThreadTimes& then,
                  const ThreadTimes& now, double* least);

// Whether one of them has had cores for more than `seconds` since `then`.
bool OneHadACore(double seconds, const ThreadTimes& then,
                 const ThreadTimes& now);

// The longest that one of them was runnable and without a core since `then`; in
// seconds.
double LongestWait(const ThreadTimes& then, const ThreadTimes& now);

// Whether all of them wait for an event: each thread has the state S.
bool AllSleep(const ThreadTimes& threads);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_WORKER_THREAD_TIMES_H_
