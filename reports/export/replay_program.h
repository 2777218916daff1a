// The part of replay.c that is the same for every launch.

#ifndef WGSYNC_REPORTS_EXPORT_REPLAY_PROGRAM_H_
#define WGSYNC_REPORTS_EXPORT_REPLAY_PROGRAM_H_

namespace wgsync {

// What stands before the launch's own numbers and tables, and behind them.
extern const char kReplayHead[];
extern const char kReplayBody[];

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_EXPORT_REPLAY_PROGRAM_H_
