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

}  // namespace memory
}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_MEMORY_RANDOM_PROGRAMS_TESTING_H_
