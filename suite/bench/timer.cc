#include "suite/bench/timer.h"

#include <algorithm>

namespace wgsync {
namespace {

constexpr double kLeastDeadline = 0.25;
constexpr double kDeadlines = 20;  // of what is expected
// A launch that waits for nothing, or for the host alone.
constexpr double kBoundarySeconds = 30;
// Two threads of a CPU that share a core take turns by the scheduler's slices.
constexpr double kCpuBarrier = 0.004;
// A launch that moves may take four times as long.
constexpr double kLongestPatience = 30;
// Thousands of groups that want one lock.
constexpr double kGpuLock = 2;
// Nobody looks at a launch before it should have ended.
constexpr double kLeastQuiet = 0.1;
constexpr double kQuiets = 4;
constexpr uint64_t kTurns = 2;  // for each that wants the lock
constexpr uint64_t kWarmRounds = 2;
constexpr uint64_t kFirstRounds = 16;
constexpr int kSearches = 5;
// As in the seed text's method.
constexpr uint64_t kMostRounds = 500000;
// Kernels enqueued at once, by the host.
constexpr uint64_t kMostBoundaries = 2000;

}  // namespace

double Shot::Seconds() const {
  return DeviceClockTellsTruth({time}) ? time.device : time.host;
}

std::vector<double> Series::Seconds() const {
  std::vector<double> seconds;
  for (size_t i = shots.size() - timed; i < shots.size(); ++i) {
    seconds.push_back(by_device ? shots[i].time.device : shots[i].time.host);
  }
  return seconds;
}

Shot Timer::Fire(LaunchSpec s, double expected) {
  s.program.timed = true;
  s.program.board = BoardMode::kOff;
  double deadline = std::max(kLeastDeadline, kDeadlines * expected);
  double patience = deadline;
  if (session_->cpu()) {
    const double late = kCpuBarrier * static_cast<double>(ArrivalsDue(s));
    patience = std::max(patience, std::min(late, kLongestPatience));
  } else if (s.program.c.primitive->family == Family::kMutex) {
    patience = std::max(patience, kGpuLock);
  }
  if (IsHostBoundary(s) || s.program.waits == WaitMode::kRemoved) {
    deadline = patience = kBoundarySeconds;
  }
  const WatchResult r = session_->Launch(
      s, deadline, patience, std::max(kLeastQuiet, kQuiets * expected));
  return {JudgeLaunch(RecordOf(LaunchPurpose::kTiming, s, r)),
          {r.o.device_seconds, r.o.host_seconds},
          r.o.payload};
}

bool Timer::Add(const Shot& shot, bool control, Series* series) const {
  series->shots.push_back(shot);
  const bool wrong = shot.word.outcome == "wrong";
  if (control ? !shot.word.ended() : !shot.word.right()) {
    ++series->failed;
    if (series->word.right()) series->word = shot.word;
  }
  return shot.word.right() || (wrong && control);
}

uint64_t Timer::FindRounds(LaunchSpec* s, double seconds, bool control,
                           Series* series) {
  const uint64_t most = IsHostBoundary(*s) ? kMostBoundaries : kMostRounds;
  // Fewer turns of a lock than that say nothing of who gets it.
  const uint64_t least = s->program.c.primitive->family == Family::kMutex
                             ? kTurns * WaitersOf(*s)
                             : 0;
  s->rounds = kWarmRounds;
  if (!Add(Fire(*s, 0), control, series)) return 0;
  uint64_t rounds = kFirstRounds;
  expected_ = 0;
  for (int i = 0; i < kSearches; ++i) {
    s->rounds = static_cast<uint32_t>(rounds);
    const Shot shot = Fire(*s, expected_);
    if (!Add(shot, control, series)) return 0;
    const double took = shot.Seconds();
    const uint64_t next =
        std::max(least, RoundsFor(seconds, rounds, took, most));
    expected_ = took * static_cast<double>(next) / static_cast<double>(rounds);
    const bool near = next <= 2 * rounds;
    rounds = next;
    if (near) break;
  }
  s->rounds = static_cast<uint32_t>(rounds);
  return rounds;
}

void Timer::Repeat(LaunchSpec s, bool control, Series* series) {
  series->rounds = s.rounds;
  std::vector<TwoClocks> times;
  for (uint32_t i = 0; i < launches_; ++i) {
    const Shot shot = Fire(s, expected_);
    ++series->timed;
    times.push_back(shot.time);
    if (!Add(shot, control, series) && !shot.word.ended()) break;
  }
  series->by_device = DeviceClockTellsTruth(times);
}

Series Timer::Time(LaunchSpec s, bool control) {
  Series series;
  if (rounds_ != 0) return TimeRounds(s, rounds_, control);
  if (FindRounds(&s, seconds_, control, &series) != 0) {
    Repeat(s, control, &series);
  }
  return series;
}

Series Timer::TimeRounds(LaunchSpec s, uint64_t rounds, bool control) {
  Series series;
  s.rounds = static_cast<uint32_t>(rounds);
  expected_ = 0;
  const Shot warm = Fire(s, 0);
  if (!Add(warm, control, &series)) return series;
  expected_ = warm.Seconds();
  Repeat(s, control, &series);
  return series;
}

Series Timer::Check(LaunchSpec s, double seconds, bool control) {
  Series series;
  if (FindRounds(&s, seconds, control, &series) == 0) return series;
  series.rounds = s.rounds;
  Add(Fire(s, expected_), control, &series);
  return series;
}

}  // namespace wgsync
