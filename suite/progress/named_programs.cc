#include "suite/progress/named_programs.h"

#include <utility>

#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "suite/progress/litmus_files.h"

namespace wgsync {
namespace progress {

std::vector<NamedProgram> NamedProgramsOf(absl::string_view path) {
  std::vector<NamedProgram> programs;
  const absl::string_view file = FindLitmusFile(path)->text;
  for (const absl::string_view program : absl::StrSplit(file, "\n\n")) {
    const std::pair<absl::string_view, absl::string_view> lines =
        absl::StrSplit(program, absl::MaxSplits('\n', 1));
    const std::pair<absl::string_view, absl::string_view> head = absl::StrSplit(
        absl::StripPrefix(lines.first, "# "), absl::MaxSplits(": ", 1));
    programs.push_back({head.first, head.second, lines.second});
  }
  return programs;
}

}  // namespace progress
}  // namespace wgsync
