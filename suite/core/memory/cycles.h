// Where an execution may have a cycle of program order and reads-from: a load
// that is made after a later store of its work-item (candidates.h).

#ifndef WGSYNC_SUITE_CORE_MEMORY_CYCLES_H_
#define WGSYNC_SUITE_CORE_MEMORY_CYCLES_H_

#include <bitset>
#include <cstddef>
#include <map>
#include <vector>

#include "absl/types/span.h"
#include "suite/core/litmus/program.h"

namespace wgsync {
namespace memory {

// A read that may be from a write without an order.
struct LooseRead {
  size_t write, read, word;
};

// Whether some of these, of two words, are on one cycle of the steps: without
// them a cycle of program order and reads-from breaks the coherence of one
// word, or happens-before.
template <size_t kMost>
bool AreOnOneCycle(std::vector<std::bitset<kMost>> steps,
                   absl::Span<const LooseRead> reads) {
  for (size_t via = 0; via < steps.size(); ++via) {
    for (std::bitset<kMost>& set : steps) {
      if (set[via]) set |= steps[via];
    }
  }
  // By component, which its first step names.
  std::map<size_t, size_t> words;
  for (const LooseRead& r : reads) {
    if (!steps[r.read][r.write]) continue;
    size_t first = 0;
    while (!steps[first][r.read] || !steps[r.read][first]) ++first;
    if (words.emplace(first, r.word).first->second != r.word) return true;
  }
  return false;
}

// Whether an execution with such a cycle may add to the answer of a program
// that holds without: no search for them is needed otherwise.
bool MayHaveCycles(const litmus::Program& program);

}  // namespace memory
}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_MEMORY_CYCLES_H_
