// Digests of texts, of files, and of the program that runs.

#ifndef WGSYNC_SUITE_CORE_BASE_SHA256_H_
#define WGSYNC_SUITE_CORE_BASE_SHA256_H_

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace wgsync {

// SHA-256 in hex.
std::string Sha256(absl::string_view bytes);
// The same as its 32 bytes.
std::string Sha256Bytes(absl::string_view bytes);

struct FileDigest {
  std::string sha256;  // in hex
  uint64_t bytes = 0;
};
absl::StatusOr<FileDigest> Sha256OfFile(const std::string& path);

// Tells one build of the suite from another: the first 16 digits of the SHA-256
// of the program's file, so that sha256sum finds the file that wrote a log. ""
// if it cannot be read.
std::string SuiteDigest();

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_BASE_SHA256_H_
