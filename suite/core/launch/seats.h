// Which role of which copy of a shape of forward progress each work-group of a
// launch has.
//
// A mapping decides what a hang can show. With round-robin the groups of a copy
// are neighbours; chunked, the lower roles of all copies come before the higher
// ones, so that they fill the device; shuffled, any two roles of some copy are
// on two sides of each boundary that a scheduler may draw. Each of them keeps a
// copy's roles in the order of group numbers, so that a launch of many copies
// ends for certain on a model on which one copy does.
//
// Source: Sorensen et al., "Specifying and Testing GPU Workgroup Progress
// Models" (OOPSLA 2021), section 5, for the first two and the plain one.

#ifndef WGSYNC_SUITE_CORE_LAUNCH_SEATS_H_
#define WGSYNC_SUITE_CORE_LAUNCH_SEATS_H_

#include <cstdint>
#include <vector>

#include "suite/core/launch/launch_spec.h"

namespace wgsync {

// Words of a seat, in the order of kernels/lib/run_progress.cl.
inline constexpr uint32_t kSeatWords = 4;

struct Seat {
  enum class Kind {
    kPlays,
    kIdle,  // ends at once: a group of no whole copy
    kBusy,  // makes accesses to a word of the busy groups, and ends
  };
  Kind kind = Kind::kIdle;
  uint32_t copy = 0;
  uint32_t role = 0;
};

// How many copies the grid has: at least one, or none if it has fewer groups
// than the shape has roles.
uint32_t CopiesOf(const LaunchSpec& spec);

// By group. `spec` is of a case of Family::kProgress.
std::vector<Seat> SeatsOf(const LaunchSpec& spec);

// The words of all seats as the kernel reads them, and after them those of
// InterpretedCode().
std::vector<uint32_t> SeatWords(const LaunchSpec& spec);

// The instructions of the shape where it is interpreted; empty of all other
// cases.
std::vector<uint32_t> InterpretedCode(const LaunchSpec& spec);

// The numbers of those words in an order in which words of one kind follow each
// other in equal steps, but for shuffled seats and instructions: for tables.
std::vector<uint64_t> SeatWordOrder(const LaunchSpec& spec);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_LAUNCH_SEATS_H_
