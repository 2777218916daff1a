// All that each work-item of a program can do alone, for each choice of values
// that its reads may return.

#ifndef WGSYNC_SUITE_CORE_MEMORY_TRACES_H_
#define WGSYNC_SUITE_CORE_MEMORY_TRACES_H_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "suite/core/litmus/program.h"
#include "suite/core/memory/explore.h"

namespace wgsync {
namespace memory {

struct Action {
  int thread = -1;
  const Instruction* at = nullptr;
  size_t word = 0;
  int read = 0, written = 0;
  bool reads = false, writes = false;
  int meeting = -1;
  bool exit = false;  // of a barrier
};

// "group 1, line 7", or "the start"; and the line of it, as Graph::TextOf()
// writes it, where `from` is what it reads, or nullptr.
std::string PlaceOf(const Program& program, const Action& action);
std::string TextOf(const Program& program, const Action& action,
                   const Action* from);

// What one work-item does if it reads certain values. A trace that is not
// `ended` stops for ever at an await or a barrier.
struct Trace {
  std::vector<Action> actions;
  std::vector<int> registers;
  int meetings = 0;
  bool ended = false, wrong = false;  // by `goto wrong`
  bool leaves_array = false;          // by the access that would come next
  // Of one that is not ended: where it stops, and the word that it awaits.
  const Instruction* stop = nullptr;
  std::optional<Cursor> awaits;
};

// Whether each value that is read is the start's or written by one of them.
bool ReadsAreWritten(const Program& program,
                     const std::vector<const Trace*>& traces);

// "a wait that nothing ends: group 0, line 6": the work-items that stop for
// ever if the words have these latest values. "" if all end, or one can go on.
std::string Stuck(const Program& program,
                  const std::vector<const Trace*>& traces,
                  const std::vector<int>& latest);

// The traces of each work-item, with all values that an execution can have in
// memory; nullopt if one is longer than `most` actions, or all of them take
// more than so many steps.
std::optional<std::vector<std::vector<Trace>>> TracesOf(const Program& program,
                                                        size_t most,
                                                        size_t steps);

}  // namespace memory
}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_MEMORY_TRACES_H_
