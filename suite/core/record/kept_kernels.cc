#include "suite/core/record/kept_kernels.h"

#include <unordered_map>
#include <utility>

#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"
#include "suite/core/base/sha256.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/record/run_facts.h"

namespace wgsync {
namespace {

// Sha256(), of each text once: programs of a suite are made of few files.
const std::string& DigestOf(const std::string& text) {
  thread_local std::unordered_map<std::string, std::string> digests;
  auto [at, is_new] = digests.try_emplace(text);
  if (is_new) at->second = Sha256(text);
  return at->second;
}

}  // namespace

absl::Status UseKeptText(const Run& run, const CaseResult& result,
                         SourcePart* part, bool* differs) {
  // A run that another version resumed has some files twice.
  const KeptKernel* kept = nullptr;
  for (const KeptKernel& kernel : run.kernels) {
    const bool before = result.line == 0 || kernel.place.line < result.line;
    if (before && kernel.path == part->path) kept = &kernel;
  }
  if (kept == nullptr || kept->sha256 == DigestOf(part->text)) {
    return absl::OkStatus();
  }
  ASSIGN_OR_RETURN(const nlohmann::json line, ReadLine(run, kept->place));
  std::string text = JsonString(line, {"text"});
  if (Sha256(text) != kept->sha256) {
    return absl::DataLossError(
        absl::StrCat(run.folder, "/", kRunLogFile, ":", kept->place.line,
                     ": the text of kernels/", part->path,
                     " does not fit its digest: the log was changed; copy it "
                     "again from where it was made, or run again"));
  }
  part->text = std::move(text);
  *differs = true;
  return absl::OkStatus();
}

absl::StatusOr<KeptProgram> ProgramOf(const Run& run, const CaseResult& result,
                                      const ProgramSpec& spec) {
  KeptProgram program;
  ASSIGN_OR_RETURN(program.parts, SourceParts(spec));
  for (SourcePart& part : program.parts) {
    RETURN_IF_ERROR(UseKeptText(run, result, &part, &program.differs));
  }
  return program;
}

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
