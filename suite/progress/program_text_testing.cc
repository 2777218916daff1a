#include "suite/progress/program_text_testing.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "suite/core/litmus/program_text.h"

namespace wgsync {
namespace progress {
namespace {

// "words ", "local data ".
std::string KindText(const Array& array) {
  return absl::StrCat(array.memory == litmus::Memory::kLocal ? "local " : "",
                      array.svm ? "svm " : "",
                      array.atomic ? "words " : "data ");
}

}  // namespace

std::string ProgramText(const Program& program) {
  std::string text, kind;
  for (const Array& array : program.arrays) {
    const bool same = KindText(array) == kind;
    absl::StrAppend(&text, same ? ", " : kind.empty() ? "" : "\n");
    kind = KindText(array);
    absl::StrAppend(&text, same ? "" : kind, array.name);
    if (array.size > 1) absl::StrAppend(&text, "[", array.size, "]");
    if (array.initial != 0) absl::StrAppend(&text, " = ", array.initial);
  }
  if (!kind.empty()) text += "\n";
  for (const Group& group : program.groups) {
    absl::StrAppend(
        &text, "group\n  ",
        absl::StrJoin(litmus::RoleLines(program, group.role), "\n  "), "\n");
  }
  return text;
}

}  // namespace progress
}  // namespace wgsync
