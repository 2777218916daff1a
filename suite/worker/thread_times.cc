#include "suite/worker/thread_times.h"

#include <algorithm>

namespace wgsync {

bool EachHadACore(double seconds, const ThreadTimes& then,
                  const ThreadTimes& now, double* least) {
  *least = 0;
  bool first = true;
  for (const auto& [tid, t] : now) {
    if (!Runnable(t)) continue;
    const auto before = then.find(tid);
    const double had =
        t.cpu_seconds - (before == then.end() ? 0 : before->second.cpu_seconds);
    *least = first ? had : std::min(*least, had);
    first = false;
  }
  return first || *least >= seconds;
}

bool OneHadACore(double seconds, const ThreadTimes& then,
                 const ThreadTimes& now) {
  return std::any_of(now.begin(), now.end(), [&](const auto& thread) {
    const auto before = then.find(thread.first);
    return before != then.end() &&
           thread.second.cpu_seconds - before->second.cpu_seconds > seconds;
  });
}

double LongestWait(const ThreadTimes& then, const ThreadTimes& now) {
  double longest = 0;
  for (const auto& [tid, t] : now) {
    const auto before = then.find(tid);
    const double had =
        before == then.end() ? 0 : before->second.waiting_seconds;
    longest = std::max(longest, t.waiting_seconds - had);
  }
  return longest;
}

bool AllSleep(const ThreadTimes& threads) {
  return std::all_of(threads.begin(), threads.end(), [](const auto& thread) {
    return thread.second.state == 'S';
  });
}

}  // namespace wgsync
