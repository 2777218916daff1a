// Expands the macros of a kernel's text, for readers.

#ifndef WGSYNC_SUITE_CORE_LAUNCH_EXPAND_MACROS_H_
#define WGSYNC_SUITE_CORE_LAUNCH_EXPAND_MACROS_H_

#include <string>

namespace wgsync {

// `text` as Preprocess() returns it, without its #defines and with each macro
// replaced by its body from its #define on. Knows macros with and
// without parameters and ##; not #, __VA_ARGS__ and #undef. Other directives
// stay as they are.
//
// Example:
//   ExpandMacros("#define ADD(a, b) a + b\n#define ONE 1\nx = ADD(y, ONE);\n")
// returns "x = y + 1;\n".
std::string ExpandMacros(const std::string& text);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_LAUNCH_EXPAND_MACROS_H_
