// A case's program for people to read.

#ifndef WGSYNC_SUITE_CORE_LAUNCH_READABLE_SOURCE_H_
#define WGSYNC_SUITE_CORE_LAUNCH_READABLE_SOURCE_H_

#include <string>
#include <vector>

#include "suite/core/launch/launch_spec.h"
#include "suite/core/launch/program_spec.h"

namespace wgsync {

// What a program says, in the order in which one reads it: the primitive, the
// workload, the runner, then the library that they use, by file. `parts` are
// SourceParts(), `options` BuildOptions(), `kernel` KernelName() of the launch.
//
// Comments stay. Gone are branches that the options leave out, everything that
// the kernel does not reach, functions that are empty in this build and the
// calls of them. Functions that a list of macros defines are written out. It is
// the code that was compiled, but not in an order that compiles.
std::vector<SourcePart> ReadableSource(const std::vector<SourcePart>& parts,
                                       const std::string& options,
                                       const std::string& kernel);

// The program of a launch as one text, a line with its path before each file.
std::string ReadableText(const std::vector<SourcePart>& parts,
                         const LaunchSpec& spec);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_LAUNCH_READABLE_SOURCE_H_
