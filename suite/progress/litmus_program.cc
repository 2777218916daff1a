#include "suite/progress/litmus_program.h"

#include <cstddef>
#include <cstdint>
#include <vector>

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
  Program grid = program;
  grid.copies = copies;
  grid.groups.clear();
  std::vector<size_t> next(copies, 0);  // of each copy, the group that follows
  for (uint32_t copy :
       CopiesById(program.groups.size(), copies, mapping, seed)) {
    grid.groups.push_back({program.groups[next[copy]++].role, copy});
  }
  return grid;
}

}  // namespace progress
}  // namespace wgsync
