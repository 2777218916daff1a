#include "suite/core/progress/program.h"

#include <random>

namespace wgsync {
namespace progress {

size_t Program::WordsOfCopy() const {
  size_t words = 0;
  for (const Array& array : arrays) words += array.size;
  return words;
}

Program CopiesOf(const Program& program, size_t copies, Mapping mapping,
                 uint64_t seed) {
  if (mapping == Mapping::kPlain) return program;
  const size_t groups = program.groups.size();
  Program grid = program;
  grid.copies = copies;
  grid.groups.assign(groups * copies, Group());
  std::vector<size_t> next(copies, 0);  // of each copy, the role that follows
  std::mt19937_64 random(seed);
  for (size_t id = 0; id < grid.groups.size(); ++id) {
    size_t copy = 0;
    switch (mapping) {
      case Mapping::kPlain:
      case Mapping::kRoundRobin:
        copy = id / groups;
        break;
      case Mapping::kChunked:
        copy = id % copies;
        break;
      case Mapping::kShuffled: {
        // Each of the groups that are left is as likely as another. Not a
        // distribution of the library, which may differ elsewhere.
        size_t pick = random() % (grid.groups.size() - id);
        while (pick >= groups - next[copy]) pick -= groups - next[copy++];
        break;
      }
    }
    grid.groups[id] = {program.groups[next[copy]++].role, copy};
  }
  return grid;
}

}  // namespace progress
}  // namespace wgsync
