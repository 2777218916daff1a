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
};

// The traces of each work-item, with all values that an execution can have in
// memory; nullopt if these are too many, or longer than `most` actions.
std::optional<std::vector<std::vector<Trace>>> TracesOf(const Program& program,
                                                        size_t most);

}  // namespace memory
}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_MEMORY_TRACES_H_
