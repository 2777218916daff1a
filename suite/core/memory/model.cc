#include "suite/core/memory/model.h"

#include "absl/strings/str_cat.h"

namespace wgsync {
namespace memory {
namespace {

std::string PlaceText(const Program& program, const Step& step) {
  return absl::StrCat(program.ThreadName(step.thread), ", line ",
                      step.at->line);
}

}  // namespace

std::string StepsText(const Program& program, const std::vector<Step>& steps) {
  std::string text;
  for (const Step& step : steps) {
    absl::StrAppend(&text, PlaceText(program, step), ": ", step.at->text);
    if (step.reads) {
      absl::StrAppend(
          &text, "    reads ", step.read, " of ",
          step.from < 0 ? "the start" : PlaceText(program, steps[step.from]));
    }
    absl::StrAppend(&text, "\n");
  }
  return text;
}

std::string RaceText(const Program& program, const Step& a, const Step& b) {
  return absl::StrCat("a data race: nothing orders \"", a.at->text, "\" (",
                      PlaceText(program, a), ") and \"", b.at->text, "\" (",
                      PlaceText(program, b), ")\n");
}

}  // namespace memory
}  // namespace wgsync
