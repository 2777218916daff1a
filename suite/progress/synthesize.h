// All litmus programs up to a bound, by the models that guarantee them: which
// program is the smallest that tells two models apart.
//
// The programs are AlloyForwardProgress's: stores of 0 or 1, and branches if a
// word is 0 or 1, with or without an exchange. The ids of groups mean
// something, so only words are renamed: the first that is used is x.

#ifndef WGSYNC_SUITE_PROGRESS_SYNTHESIZE_H_
#define WGSYNC_SUITE_PROGRESS_SYNTHESIZE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "suite/core/progress/progress_model.h"
#include "suite/progress/check.h"
#include "suite/progress/litmus_program.h"

namespace wgsync {

class FieldVisitor;

namespace progress {

struct Bounds {
  uint64_t groups = 3;        // 2 up to so many
  uint64_t instructions = 4;  // of all groups together, up to so many
  uint64_t words = 1;
};
inline constexpr uint64_t kMostSynthesisGroups = 4;
inline constexpr uint64_t kMostSynthesisInstructions = 8;
inline constexpr uint64_t kMostSynthesisWords = 3;

// The programs by their numbers, those with fewer instructions first, then
// those with fewer groups. Immutable.
class ProgramSpace {
 public:
  explicit ProgramSpace(const Bounds& bounds);

  uint64_t size() const { return size_; }
  uint64_t InstructionsOf(uint64_t number) const;
  Program At(uint64_t number) const;
  // Whether no smaller program and none of another number is the same by a
  // glance at its text: words are in order, each is set to 1 and looked at, and
  // each instruction can be reached.
  bool IsCanonical(const Program& program) const;

 private:
  struct Block {
    std::vector<size_t> sizes;  // instructions of each group
    uint64_t instructions;
    uint64_t first;  // number
  };
  const Block& BlockOf(uint64_t number) const;

  size_t words_;
  std::vector<Block> blocks_;
  uint64_t size_ = 0;
};

// "-W-WWW": for each of Models() W if it guarantees the program, S if only
// strongly, - if not.
std::string PatternOf(const Verdicts& verdicts);
bool Guarantees(Config config, const std::string& pattern);

// The litmus programs with one pattern.
struct PatternFound {
  std::string pattern;
  uint64_t programs = 0;
  uint64_t instructions = 0;       // of the smallest
  uint64_t smallest = 0;           // programs of that size
  std::vector<uint64_t> examples;  // numbers of some of these, the first ones

  void Fields(FieldVisitor& v);
};

// So far; what a file keeps, so that a later process can resume it.
struct Synthesis {
  Bounds bounds;
  uint64_t next = 0;    // number of the first program that was not looked at
  uint64_t litmus = 0;  // programs that have a cycle and can always end
  std::vector<PatternFound> found;  // by pattern

  void Fields(FieldVisitor& v);
};

// Looks at the next `count` programs, on several threads.
void Advance(const ProgramSpace& space, uint64_t count, Synthesis* synthesis);

// What `by` guarantees and `not_by` does not, the smallest first; at most those
// of one size.
struct Separators {
  uint64_t programs = 0;      // of all sizes
  uint64_t instructions = 0;  // of the smallest
  uint64_t smallest = 0;
  std::vector<uint64_t> examples;
};
Separators SeparatorsOf(const Synthesis& synthesis, Config by, Config not_by);

}  // namespace progress
}  // namespace wgsync

#endif  // WGSYNC_SUITE_PROGRESS_SYNTHESIZE_H_
