// Checks a small program by all candidate executions: each way to read from
// writes and to order them, judged by the axioms as relations.
//
// Written apart from explore.h, as its second opinion: the two share the
// program alone. It also has the executions that graphs do not: those with a
// cycle of program order and reads-from, where a load is made after a later
// store of its work-item. The specification allows them between relaxed
// accesses, and some devices have them. No value is out of thin air: Justify()
// in traces.h.

#ifndef WGSYNC_SUITE_CORE_MEMORY_CANDIDATES_H_
#define WGSYNC_SUITE_CORE_MEMORY_CANDIDATES_H_

#include "suite/core/litmus/program.h"
#include "suite/core/memory/explore.h"

namespace wgsync {
namespace memory {

enum class Cycles { kNone, kAlso, kOnly };

// As Explore() answers, but for outcomes of racy programs, and for some ten
// accesses at most: the limits are `states` candidates, `comparisons` (of two
// events, or a choice), and 63 events in each with the initial values.
// Answer::why has the steps of each work-item in its program order.
Answer Enumerate(const Program& program, const Rules& rules, Cycles cycles,
                 const Limits& limits = {});

}  // namespace memory
}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_MEMORY_CANDIDATES_H_
