// The verdicts once more, for tests: by another interpreter, other sets and
// other algorithms than state_graph.h and check.h have.

#ifndef WGSYNC_SUITE_PROGRESS_BRUTE_FORCE_TESTING_H_
#define WGSYNC_SUITE_PROGRESS_BRUTE_FORCE_TESTING_H_

#include <cstddef>
#include <random>
#include <string>
#include <vector>

#include "suite/progress/check.h"
#include "suite/progress/litmus_program.h"

namespace wgsync {
namespace progress {

// Weak: from each state all closed walks, as pairs of a state and the groups
// that have stepped since. Strong: from each state forward, by steps of F,
// whether a state is reached where F is empty. False: more than `most` states.
bool JudgeByForce(const Program& program, size_t most, Verdicts* verdicts);

// A program of 2 or 3 groups of 1 to 4 instructions, with all that the language
// has; or a shape with one or two instructions changed. It may count up for
// ever.
Program RandomProgram(std::mt19937* random);

}  // namespace progress
}  // namespace wgsync

#endif  // WGSYNC_SUITE_PROGRESS_BRUTE_FORCE_TESTING_H_
