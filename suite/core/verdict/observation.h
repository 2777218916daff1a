// What was seen of one launch: facts, no judgement.

#ifndef WGSYNC_SUITE_CORE_VERDICT_OBSERVATION_H_
#define WGSYNC_SUITE_CORE_VERDICT_OBSERVATION_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "suite/core/verdict/verdict.h"

namespace wgsync {

class FieldVisitor;

// How a wait compares the word with its goal; the numbers of
// kernels/lib/board.cl.
enum class Comparison : uint32_t {
  kReaches = 0,  // by difference, so that a counter may wrap
  kEquals = 1,
  kHighBit = 2,   // bit 31 is the goal's
  kHighHalf = 3,  // the upper 16 bits are the goal's
  kMultiple = 4,  // of the goal
};

// How a wait ended.
enum class WaitEnd : uint32_t { kNever = 0, kMet = 1, kUnmet = 2, kGaveUp = 3 };

absl::Span<const absl::string_view> NamesOf(Comparison);  // ">=", "==", ...
absl::Span<const absl::string_view> NamesOf(WaitEnd);

// One waiting role on the board.
struct RoleFacts {
  uint32_t group = 0;
  bool watcher = false;  // a role beside the group's representative

  // Counts since the launch began; 0 everywhere where the board is off.
  uint32_t arrived = 0;
  uint32_t left = 0;    // directly after the wait
  uint32_t closed = 0;  // after the closing work-group barrier

  // The wait that it is in, or was in last, where the board shows it.
  bool waits_known = false;
  // It waits for nothing, and has something left to do before its next wait of
  // this round.
  bool between = false;
  uint32_t word = 0;
  Comparison comparison = Comparison::kReaches;
  uint32_t goal = 0;
  // Waits whose word did not hold the goal when they began; 0 where the board
  // is off.
  uint32_t waited = 0;

  // Of a shape of forward progress: atomic steps that it has taken. Two
  // snapshots are the same memory also where only these differ.
  uint32_t steps = 0;

  // How the last wait ended, and what the word was then.
  WaitEnd end = WaitEnd::kNever;
  uint32_t seen = 0;

  // Waits that did not end met, and the first of them.
  uint32_t bad = 0;
  WaitEnd bad_end = WaitEnd::kNever;
  uint32_t bad_round = 0;
  uint32_t bad_seen = 0;
  uint32_t bad_goal = 0;

  // Ordered board: departures that found an arrival missing, and the first.
  uint32_t early = 0;
  uint32_t early_group = 0;
  uint32_t early_round = 0;

  void Fields(FieldVisitor& v);
};

// Whether the role has arrived more often than it should; `due` of 0: not known
// how often that is.
inline bool ArrivedMore(const RoleFacts& role, uint64_t due) {
  return due != 0 && role.arrived > due;
}

// Memory at one moment, live or after the end.
struct Snapshot {
  std::vector<uint32_t> words;
  std::vector<bool> started;  // by group
  std::vector<bool> ended;
  std::vector<RoleFacts>
      roles;  // representatives first, in the order of groups
  uint64_t payload_hash = 0;
};

// One wrong read, recorded on the spot.
struct WrongRead {
  uint32_t group = 0;
  uint32_t item = 0;
  uint32_t round = 0;  // wanted
  uint32_t at = 0;     // payload word
  uint32_t found = 0;
  uint32_t wanted = 0;
  uint32_t again = 0;  // the atomic re-read
  // The round that `found` names, an earlier one or one a little later than the
  // wanted; -1: none yet (the fill pattern), -2: no round near, or another
  // index.
  int64_t found_round = 0;

  void Fields(FieldVisitor& v);
};

struct PayloadFacts {
  bool judged = false;  // the launch ended, and memory is what it left
  // Checked: as many as the device has counted, or by the plan where the
  // program counts none.
  uint64_t reads = 0;
  // The least that they must be; 0 where that depends on the run.
  uint64_t reads_due = 0;
  // Work-items that came to the end of a kernel, of all kernels of the launch,
  // and how many there are; 0 where the program counts none.
  uint64_t items_ended = 0;
  uint64_t items_due = 0;
  uint64_t wrong = 0;
  uint64_t torn = 0;  // of them: neither the wanted round nor an earlier one
  uint64_t again_new = 0;  // of them: the re-read found the wanted value
  // Of a lock: turns in which another group became its owner; of a semaphore,
  // in which more permits were out than there are.
  uint64_t owner_changed = 0;
  uint64_t most_out = 0;  // permits of a semaphore that were out at once
  uint64_t turns = 0;     // a lock taken after another group, or nobody, had it
  uint64_t waits = 0;     // of a reduction: waits that its groups came to
  std::vector<uint32_t> took;      // of a contest, by group: turns that counted
  std::vector<WrongRead> records;  // the first ones
  // What memory holds at the end against what it must hold.
  uint64_t final_wrong = 0;
  std::string final_text;  // "count 4123 of 4224"; "" where right

  // Without `took` and `waits`, which are for one verdict each.
  void Fields(FieldVisitor& v);
};

// Measurements of one launch, and the text of its end.
struct LaunchMeasures {
  std::string ending_text;  // a status by name, a signal, ...
  bool channel_proven = false;
  double seconds = 0;         // first start word (or enqueue) to the end
  double device_seconds = 0;  // by the event's times; 0: the driver gives none
  double build_seconds = 0;
  double frozen_seconds = 0;  // how far the frozen pair is apart; 0: none
  // The least CPU time of a runnable thread between the two.
  double frozen_cpu_seconds = 0;
  double missed_tick_seconds = 0;  // how late the watchdog itself came
  double starved_seconds =
      0;  // how long the worker's threads waited for a core
  // Of the time from the first start word (or the enqueue, or the command):
  // what could not be used, missed ticks and starved time counted once.
  double lost_seconds = 0;
  // How many cores the worker's threads had, on average; 0 where that is not
  // known: on GPUs, and of short launches.
  double cores = 0;
  double deadline_seconds = 0;  // frozen after this is a hang
  double patience_seconds = 0;  // moving after this is slow
};

// Everything seen of one launch.
struct Observation : LaunchMeasures {
  Ending ending = Ending::kNeverStarted;
  bool has_board = false;
  bool ordered_board = false;
  bool bounded = false;
  bool removed = false;  // without its waits
  // Nobody is in a round before all have come to it, as at a barrier.
  bool in_step = false;

  // Of a grid of teams, snapshots and groups are one team's; the payload's
  // facts are of all, and number the groups of all in a row.
  uint64_t groups = 0;
  uint32_t teams = 1;
  uint32_t team = 0;
  uint32_t group_size = 0;
  uint64_t rounds = 0;
  // How often each waiting role arrives in the whole launch; 0: not known.
  uint64_t arrivals_due = 0;

  Snapshot last;          // at the end, or the second of the frozen pair
  bool has_pair = false;  // `earlier` and `last` are a frozen pair
  Snapshot earlier;
  Snapshot frozen;  // the second of the pair, also after a later end

  PayloadFacts payload;

  double host_seconds = 0;  // enqueue to clFinish, by the host's clock; 0: not
                            // known
  std::string build_log;
};

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_VERDICT_OBSERVATION_H_
