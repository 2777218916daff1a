// The digest of the program that runs.

#ifndef WGSYNC_SUITE_CORE_BASE_SUITE_DIGEST_H_
#define WGSYNC_SUITE_CORE_BASE_SUITE_DIGEST_H_

#include <string>

namespace wgsync {

// Tells one build of the suite from another: the first 16 digits of the SHA-256
// of the program's file, so that sha256sum finds the file that wrote a log. ""
// if it cannot be read.
std::string SuiteDigest();

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_BASE_SUITE_DIGEST_H_
