#include "suite/engine/kept_programs.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "suite/core/base/sha256.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/launch/program_spec.h"
#include "suite/core/record/run_log.h"

namespace wgsync {

void KeptPrograms::Resume(const Run& run) {
  for (const KeptKernel& kernel : run.kernels) {
    digests_[kernel.path] = kernel.sha256;
  }
}

absl::Status KeptPrograms::Keep(const ProgramSpec& spec) {
  if (!programs_.insert(ProgramKey(spec)).second) return absl::OkStatus();
  const absl::StatusOr<std::vector<SourcePart>> parts = SourceParts(spec);
  if (!parts.ok()) return absl::OkStatus();
  for (const SourcePart& part : *parts) {
    RETURN_IF_ERROR(KeepFile(part.path, part.text));
  }
  return absl::OkStatus();
}

absl::Status KeptPrograms::KeepFile(absl::string_view path,
                                    absl::string_view text) {
  std::string digest = Sha256(text);
  std::string& kept = digests_[std::string(path)];
  if (kept == digest) return absl::OkStatus();
  kept = std::move(digest);
  return log_->Kernel(path, text);
}

}  // namespace wgsync
