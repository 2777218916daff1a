// Programs as text that ParseProgram() reads, for tests.

#ifndef WGSYNC_SUITE_PROGRESS_PROGRAM_TEXT_TESTING_H_
#define WGSYNC_SUITE_PROGRESS_PROGRAM_TEXT_TESTING_H_

#include <string>

#include "suite/progress/litmus_program.h"

namespace wgsync {
namespace progress {

std::string ProgramText(const Program& program);

}  // namespace progress
}  // namespace wgsync

#endif  // WGSYNC_SUITE_PROGRESS_PROGRAM_TEXT_TESTING_H_
