#include "devices/identity/mappings.h"

#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_split.h"

namespace wgsync {

std::set<std::string> ExecutableFiles(absl::string_view maps) {
  std::set<std::string> paths;
  for (const absl::string_view line : absl::StrSplit(maps, '\n')) {
    // address perms offset dev inode path; the path may have spaces.
    const std::vector<absl::string_view> fields =
        absl::StrSplit(line, absl::MaxSplits(' ', 5));
    if (fields.size() < 6 || !absl::StrContains(fields[1], 'x')) continue;
    const absl::string_view path = absl::StripLeadingAsciiWhitespace(fields[5]);
    // [vdso], devices, and memory that only looks like a file.
    if (!absl::StartsWith(path, "/") || absl::StartsWith(path, "/dev/") ||
        absl::StartsWith(path, "/memfd:") || absl::StartsWith(path, "/SYSV")) {
      continue;
    }
    paths.insert(std::string(path));
  }
  return paths;
}

}  // namespace wgsync
