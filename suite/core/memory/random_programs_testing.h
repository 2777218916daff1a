// Random small programs as text, to compare two checkers.

#ifndef WGSYNC_SUITE_CORE_MEMORY_RANDOM_PROGRAMS_TESTING_H_
#define WGSYNC_SUITE_CORE_MEMORY_RANDOM_PROGRAMS_TESTING_H_

#include <cstdint>
#include <string>

namespace wgsync {
namespace memory {

// A program of two or three work-items and some seven accesses; equal for
// equal seeds.
std::string RandomProgram(uint32_t seed);

// Work-items with a load and a store each, of words that are 0 at the start.
// Without a `wait` one more stores 1, and each store needs its load: no load
// can be late. With it a part of the stores does not, and some work-items wait
// at the end: `wait` is a text with $0 for the word and $1 for a number.
std::string RandomCopies(uint32_t seed, const std::string& wait);

}  // namespace memory
}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_MEMORY_RANDOM_PROGRAMS_TESTING_H_
