#include "reports/render/text_file.h"

#include <fstream>

#include "absl/strings/str_cat.h"

namespace wgsync {

absl::Status WriteTextFile(const std::string& path, absl::string_view text,
                           absl::string_view fix) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << text;
  file.close();
  if (file) return absl::OkStatus();
  return absl::PermissionDeniedError(
      absl::StrCat(path, ": cannot write it; ", fix));
}

}  // namespace wgsync
