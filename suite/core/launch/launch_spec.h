// One launch: a program (program_spec.h) and the values that the host gives it
// at run time.
//
// A group of values that belong together is a struct with Fields() of its own,
// a field of LaunchSpec, and its arguments in KernelScalars() (layout.h).

#ifndef WGSYNC_SUITE_CORE_LAUNCH_LAUNCH_SPEC_H_
#define WGSYNC_SUITE_CORE_LAUNCH_LAUNCH_SPEC_H_

#include <cstdint>
#include <string>
#include <vector>

#include "suite/core/launch/program_spec.h"
#include "suite/core/plan/case.h"
#include "suite/core/plan/soundness.h"

namespace wgsync {

class FieldVisitor;

// How the groups of a grid of teams (Grid::team) lie: group g has the seat
// (g * multiplier + offset) mod groups, and the seats of a team follow each
// other. The multiplier has no factor in common with the number of groups.
struct Teams {
  uint32_t multiplier = 1;
  uint32_t offset = 0;

  void Fields(FieldVisitor& v);
};

// Additional accesses and delays, which bring out what the case's orders allow.
// Of the work-items of a grid of teams, kernels/lib/teams.cl; the last two of
// the groups that want a lock of loads and stores alone
// (Primitive::loads_and_stores), in any grid, kernels/lib/run_mutex.cl.
struct Stress {
  // Stores by each work-item, ahead of the payload's, of every hot_every-th
  // group (a power of two; another choice each round), to the first words of
  // so many lines (a power of two, 32 at most).
  uint32_t hot_stores = 0;
  uint32_t hot_every = 1;
  uint32_t hot_lines = 1;
  // The most multiplications by which a warp comes late to its stores, and to
  // its reads.
  uint32_t late = 0;
  uint32_t pause = 0;
  // How often lines of the payload are read while the group waits.
  uint32_t warm = 0;
  // The most accesses by which a group comes late to the lock (one less than a
  // power of two), and its stores directly before, each to another line that
  // all groups want (kMeetLines at most).
  uint32_t apart = 127;
  uint32_t ahead = 0;

  void Fields(FieldVisitor& v);
};

struct LaunchSpec {
  ProgramSpec program;
  uint32_t groups = 1;
  uint32_t group_size = 64;
  uint32_t rounds = 1;
  // Of the late group, in accesses; below 65,536 where loops are cut short.
  uint32_t delay = 0;
  uint32_t late_every = 1;
  uint32_t elements = 0;  // of a reduction
  uint32_t budget =
      1;  // of a bounded wait: budget * budget polls; below 65,536
  // Run the residency discovery of the program instead; `delay` is its quiet
  // time in looks or, with ProgramSpec::start_order, how long a group stays.
  bool discover = false;
  // Where half of the groups waits (Primitive::half_waits): so many groups wait
  // for this one instead.
  bool has_distance = false;
  uint32_t waiters = 0;
  uint32_t awaited = 0;
  // Of a shape of forward progress: which of the interleavings of its copies
  // Mapping::kShuffled is. Its late role makes `delay` accesses first.
  uint32_t shuffle = 0;
  // Of a grid of teams.
  Teams teams;
  Stress stress;

  // All of it, as a log keeps it, the program's fields among the launch's own.
  void Fields(FieldVisitor& v);
};

// The launch is one of teams; a discovery is of the whole grid.
bool InTeams(const LaunchSpec& spec);
// How many teams there are; 1 where the grid is one.
uint32_t TeamsOf(const LaunchSpec& spec);
// The launch of one of its teams alone: a grid of Grid::team groups.
LaunchSpec OneTeam(const LaunchSpec& spec);

// The host ends the kernel at every step (kernel_boundary, its waits not
// removed).
bool IsHostBoundary(const LaunchSpec& spec);

// Whether `refresh` reaches every wait: each group has a work-item that does
// not wait and that is of another sub-group than the one that does.
// `sub_group_size` is Claims::sub_group_size; 0 (not known): false.
bool CanRefresh(const LaunchSpec& spec, uint32_t sub_group_size);

// What every synchronization word holds before the launch.
uint32_t WordInit(const KernelCase& c);

// How many partial sums a reduction has on each of its levels, the first level
// first; empty where it keeps none. The twin of kernels/handoff/*reduction.cl.
std::vector<uint64_t> PartialSums(const LaunchSpec& spec);

// The fewest elements with which the reduction waits at all; 0 where no number
// up to the workload's does.
uint32_t LeastElements(const LaunchSpec& spec);

// How often all groups together come to a wait of a reduction.
uint64_t ReductionWaits(const LaunchSpec& spec);

// Those who arrive in one round: the groups, or all work-items.
uint64_t WaitersOf(const LaunchSpec& spec);

// The permits that each group takes of a semaphore; 0 of anything else. The
// kernel's twin is wg_permits() in kernels/lib/run_mutex.cl.
uint32_t PermitsOf(const LaunchSpec& spec);

// Barriers between the steps of a launch, that is steps - 1.
uint32_t StepsOf(const LaunchSpec& spec);

// Kernels that the host enqueues one behind the other.
uint32_t KernelsOf(const LaunchSpec& spec);

// How often each waiting role arrives: at a barrier between two steps, or once
// a round. 0 for a shape, whose roles have as many waits as its kernel gives
// them.
uint64_t ArrivalsDue(const LaunchSpec& spec);

// "wgsync_case", or the kernel of one step.
std::string KernelName(const LaunchSpec& spec);

// The launch of a case on a device with these claims: the case, its language
// standard, its work-group size (0 where the device has no such size) and its
// ballast. The caller sets how many groups, how the waits and the board are
// built, and the numbers that are measured.
LaunchSpec SpecOf(const KernelCase& c, const Claims& claims);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_LAUNCH_LAUNCH_SPEC_H_
