#include "tools/cmd/progress_config.h"

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/types/optional.h"
#include "reports/render/text.h"

namespace wgsync {

absl::StatusOr<progress::Config> ProgressConfigOf(absl::string_view option,
                                                  const std::string& name) {
  const absl::optional<progress::Config> config = progress::FindConfig(name);
  if (config.has_value()) return *config;
  return absl::NotFoundError(
      absl::StrCat(option, " ", ShellQuote(name),
                   ": there is no such model; name UNFAIR, HSA, OBE, HSA+OBE, "
                   "LOBE or FAIR, or strong-HSA and so on"));
}

}  // namespace wgsync
