#include "suite/core/progress/litmus_program.h"

#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace wgsync {
namespace progress {

size_t Program::WordsOfCopy() const {
  size_t words = 0;
  for (const Array& array : arrays) words += array.size;
  return words;
}

std::vector<uint32_t> CopiesById(size_t groups, size_t copies, Mapping mapping,
                                 uint64_t seed) {
  if (mapping == Mapping::kPlain) copies = 1;
  std::vector<uint32_t> copy_of(groups * copies);
  for (size_t id = 0; id < copy_of.size(); ++id) {
    copy_of[id] = static_cast<uint32_t>(
        mapping == Mapping::kChunked ? id % copies : id / groups);
  }
  if (mapping != Mapping::kShuffled) return copy_of;
  // Not std::shuffle(), which may differ elsewhere.
  std::mt19937_64 random(seed);
  for (size_t left = copy_of.size(); left > 1; --left) {
    std::swap(copy_of[left - 1], copy_of[random() % left]);
  }
  return copy_of;
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
