#include "tools/run/render_nodes.h"

#include <grp.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <system_error>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace wgsync {
namespace {

// "render"; its number where it has no name here, as in a container.
std::string GroupOf(const std::string& path) {
  struct stat info = {};
  if (stat(path.c_str(), &info) != 0) return "render";
  const group* named = getgrgid(info.st_gid);
  return named == nullptr ? absl::StrCat(info.st_gid) : named->gr_name;
}

}  // namespace

std::string RenderNodeHint(
    const std::string& folder,
    const std::function<bool(const std::string& path)>& may_open) {
  std::vector<std::string> closed;
  std::error_code error;
  for (std::filesystem::directory_iterator it(folder, error), end;
       !error && it != end; it.increment(error)) {
    const std::string path = it->path().string();
    if (absl::StartsWith(it->path().filename().string(), "renderD") &&
        !may_open(path)) {
      closed.push_back(path);
    }
  }
  if (closed.empty()) return "";
  absl::c_sort(closed);
  const std::string group = GroupOf(closed.front());
  return absl::StrCat(absl::StrJoin(closed, ", "),
                      ": you may not open it, so that its GPU is not shown; "
                      "run `sudo usermod -aG ",
                      group,
                      " $USER` and log in again, or give the container "
                      "the device and --group-add ",
                      group);
}

std::string RenderNodeHint() {
  return RenderNodeHint("/dev/dri", [](const std::string& path) {
    return access(path.c_str(), R_OK | W_OK) == 0;
  });
}

}  // namespace wgsync
