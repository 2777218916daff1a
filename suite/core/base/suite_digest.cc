#include "suite/core/base/suite_digest.h"

#include "suite/core/base/sha256.h"

namespace wgsync {

std::string SuiteDigest() {
  const absl::StatusOr<FileDigest> self = Sha256OfFile("/proc/self/exe");
  return self.ok() ? self->sha256.substr(0, 16) : "";
}

}  // namespace wgsync
