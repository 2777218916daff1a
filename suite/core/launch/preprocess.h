// The part of C's preprocessor that tells one of our kernels from another.

#ifndef WGSYNC_SUITE_CORE_LAUNCH_PREPROCESS_H_
#define WGSYNC_SUITE_CORE_LAUNCH_PREPROCESS_H_

#include <string>

namespace wgsync {

// True for a character that a name or a number may hold.
bool InName(char c);

// The source with comments and blank lines gone, continued lines joined, runs
// of white space made one blank, and the conditionals on integer macros (those
// that `options` define by -D, and #defines of a number in the source)
// resolved. Macros are not expanded: two sources that come out equal here are
// equal to a compiler. A conditional that it does not understand stays in the
// text, such as one on a name that is neither defined there nor begins with
// WG_: it may be the compiler's own.
std::string Preprocess(const std::string& source, const std::string& options);

// The source as it is written, comments and layout kept, with the conditionals
// resolved by the same rules. Comments are those of one line.
std::string ResolveConditionals(const std::string& source,
                                const std::string& options);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_LAUNCH_PREPROCESS_H_
