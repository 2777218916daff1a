#include "suite/progress/kernel_programs_testing.h"

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "kernels/embedded.h"
#include "suite/core/base/status_macros.h"
#include "suite/progress/check.h"
#include "suite/progress/named_programs.h"
#include "suite/progress/program_text.h"
#include "suite/progress/scheduler_testing.h"

namespace wgsync {
namespace progress {
namespace {

// Takes the text up to `end`, and `end`, off; false if there is no `end`.
bool TakeUpTo(absl::string_view end, absl::string_view* text,
              absl::string_view* taken) {
  const size_t at = text->find(end);
  if (at == absl::string_view::npos) return false;
  *taken = text->substr(0, at);
  text->remove_prefix(at + end.size());
  return true;
}

// " of NAME: 3 groups at most, as OTHER; ..." after "// Litmus".
bool ReadHead(absl::string_view line, absl::string_view file,
              KernelProgram* program) {
  absl::string_view name, groups;
  if (!TakeUpTo(": ", &line, &name) ||
      !TakeUpTo(" groups at most", &line, &groups)) {
    return false;
  }
  program->name = std::string(file);
  if (absl::ConsumePrefix(&name, " of ")) {
    program->name = absl::StrCat(file.substr(0, file.find('/')), "/", name);
  } else if (!name.empty()) {
    return false;
  }
  const auto take_name = [&line](absl::string_view before, std::string* name) {
    if (!absl::ConsumePrefix(&line, before)) return;
    *name = std::string(line.substr(0, line.find_first_of(",.;")));
    line.remove_prefix(name->size());
  };
  take_name(", as ", &program->same);
  take_name(", in memory as ", &program->memory);
  return absl::SimpleAtoi(groups, &program->most_groups) &&
         program->most_groups >= 2;
}

}  // namespace

absl::StatusOr<std::vector<KernelProgram>> ReadKernelPrograms(
    absl::string_view path, absl::string_view text) {
  const absl::string_view file = absl::StripSuffix(path, ".cl");
  std::vector<KernelProgram> programs;
  std::vector<std::string> heads;  // of the programs: the sentence
  bool in_program = false;
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    if (absl::ConsumePrefix(&line, "// Litmus")) {
      programs.emplace_back();
      heads.emplace_back(line);
      in_program = true;
    } else if (in_program && absl::ConsumePrefix(&line, "//   ")) {
      absl::StrAppend(&programs.back().text,
                      absl::StripLeadingAsciiWhitespace(line), "\n");
    } else if (in_program && absl::ConsumePrefix(&line, "//")) {
      absl::StrAppend(&heads.back(), line);
    } else {
      in_program = false;
    }
  }
  for (size_t i = 0; i < programs.size(); ++i) {
    if (ReadHead(heads[i], file, &programs[i]) &&
        programs[i].same.empty() != programs[i].text.empty()) {
      continue;
    }
    return BadInput(
        path, ": \"// Litmus", heads[i],
        "\": write \"// Litmus: 3 groups at most\", then \", as NAME\" or "
        "the program in the next lines");
  }
  return programs;
}

const std::vector<KernelProgram>& KernelPrograms() {
  static const auto* const all = [] {
    auto* const list = new std::vector<KernelProgram>;
    for (const EmbeddedFile& file : KernelFiles()) {
      const std::vector<KernelProgram> programs =
          ReadKernelPrograms(file.path, file.text).value();
      list->insert(list->end(), programs.begin(), programs.end());
    }
    return list;
  }();
  return *all;
}

const KernelProgram* FindKernelProgram(absl::string_view name) {
  for (const KernelProgram& kernel : KernelPrograms()) {
    if (kernel.name == name) return &kernel;
  }
  return nullptr;
}

Program ProgramOf(const KernelProgram& kernel, size_t groups) {
  if (kernel.same.empty()) {
    const litmus::CaseOrders relaxed;
    return progress::ParseProgram(kernel.name,
                                  ExpandGroups(kernel.text, groups), &relaxed)
        .value();
  }
  const KernelProgram* other = FindKernelProgram(kernel.same);
  if (other != nullptr) return ProgramOf(*other, groups);
  return IdiomProgram(*FindIdiom(kernel.same), groups);
}

const KernelProgram& MemoryProgramOf(const KernelProgram& kernel) {
  const std::string& other =
      kernel.memory.empty() ? kernel.same : kernel.memory;
  return other.empty() ? kernel : MemoryProgramOf(*FindKernelProgram(other));
}

absl::StatusOr<std::vector<GroupsNeed>> NeedsOf(const KernelProgram& kernel) {
  std::vector<GroupsNeed> needs;
  for (size_t groups = 2; groups <= kernel.most_groups; ++groups) {
    const Program program = ProgramOf(kernel, groups);
    ASSIGN_OR_RETURN(const Verdicts verdicts, Check(program));
    ASSIGN_OR_RETURN(const size_t slots, SlotsNeeded(program));
    needs.push_back({groups, WeakestModels(verdicts), slots});
  }
  return needs;
}

}  // namespace progress
}  // namespace wgsync
