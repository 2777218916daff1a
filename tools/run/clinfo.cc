#include "tools/run/clinfo.h"

#include <unistd.h>

#include <fstream>

#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"
#include "suite/core/base/status_macros.h"
#include "tools/run/child.h"

namespace wgsync {
namespace {

absl::Status RunClinfo(const std::string& path, double seconds) {
  ASSIGN_OR_RETURN(const int ended,
                   RunChild({"clinfo", "--json"}, path, seconds));
  std::ifstream file(path);
  if (ended != 0 || !nlohmann::json::accept(file)) {
    return absl::UnavailableError(
        absl::StrCat("clinfo --json printed no JSON (exit code ", ended,
                     "); version 3.0.21 has that option"));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status WriteClinfo(const std::string& path, double seconds) {
  const absl::Status s = RunClinfo(path, seconds);
  if (!s.ok()) unlink(path.c_str());
  return s;
}

}  // namespace wgsync
