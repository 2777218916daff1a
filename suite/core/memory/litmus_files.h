// The litmus tests of this folder, for tests.

#ifndef WGSYNC_SUITE_CORE_MEMORY_LITMUS_FILES_H_
#define WGSYNC_SUITE_CORE_MEMORY_LITMUS_FILES_H_

#include <map>
#include <string>

#include "suite/core/memory/program.h"

namespace wgsync {
namespace memory {

// The programs of litmus/*.litmus by name, without ".litmus". Ends the test if
// one of them cannot be parsed.
const std::map<std::string, Program>& LitmusPrograms();

}  // namespace memory
}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_MEMORY_LITMUS_FILES_H_
