// The version of the program, and the commit that it was built from.

#ifndef WGSYNC_TOOLS_CLI_VERSION_H_
#define WGSYNC_TOOLS_CLI_VERSION_H_

namespace wgsync {

// Of tools/packages/version.bzl.
extern const char kVersion[];
extern const char kVersionDate[];

// In hex, with "-dirty" if files differed from it; "not stamped" unless built
// with --config=release.
extern const char kCommit[];

}  // namespace wgsync

#endif  // WGSYNC_TOOLS_CLI_VERSION_H_
