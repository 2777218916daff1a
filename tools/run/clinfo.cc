#include "tools/run/clinfo.h"

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"
#include "suite/core/base/read_file.h"
#include "suite/core/base/status_macros.h"
#include "suite/worker/scratch_folder.h"
#include "tools/run/child.h"

namespace wgsync {

absl::StatusOr<std::string> ClinfoJson(double seconds) {
  const ScratchFolder scratch = ScratchFolder::Temporary();
  RETURN_IF_ERROR(scratch.status());
  const std::string path = absl::StrCat(scratch.path(), "/clinfo.json");
  ASSIGN_OR_RETURN(const int ended,
                   RunChild({"clinfo", "--json"}, path, seconds));
  ASSIGN_OR_RETURN(std::string text, ReadRegularFile(path, "export again"));
  if (ended == 0 && nlohmann::json::accept(text)) return text;
  return absl::UnavailableError(
      absl::StrCat("clinfo --json printed no JSON (exit code ", ended,
                   "); version 3.0.21 has that option"));
}

}  // namespace wgsync
