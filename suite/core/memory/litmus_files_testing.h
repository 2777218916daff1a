// The litmus tests of this folder, for tests.

#ifndef WGSYNC_SUITE_CORE_MEMORY_LITMUS_FILES_TESTING_H_
#define WGSYNC_SUITE_CORE_MEMORY_LITMUS_FILES_TESTING_H_

#include <map>
#include <string>

#include "absl/strings/string_view.h"
#include "suite/core/litmus/program.h"
#include "suite/core/memory/explore.h"

namespace wgsync {
namespace memory {

// What an answer may depend on: the rules of OpenCL 3.1, those before it, the
// literal condition of the order S, and whether cycles of program order and
// reads-from are possible.
enum class Reading { kDefault, kBefore31, kLiteralS, kWithCycles };
inline constexpr absl::string_view kReadingNames[] = {
    "default", "before_3_1", "literal_s", "with_cycles"};
inline constexpr absl::string_view kVerdictNames[] = {"holds", "fails", "racy",
                                                      "exceeded"};

// The comments of a file say what to check:
//
//   # expect racy
//   # expect literal_s fails                 # if the answer differs there
struct LitmusProgram : litmus::Program {
  Verdict expected[4] = {};  // by Reading

  // Of the memory model without cycles.
  Rules RulesOf(Reading reading) const;
};

// Ends the test if the text cannot be parsed.
LitmusProgram ReadLitmus(const std::string& name, const std::string& text);

// The programs of litmus/*.litmus by name, without ".litmus". Ends the test if
// one of them cannot be parsed.
const std::map<std::string, LitmusProgram>& LitmusPrograms();

}  // namespace memory
}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_MEMORY_LITMUS_FILES_TESTING_H_
