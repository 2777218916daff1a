#include "suite/progress/idioms.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "suite/progress/program_text.h"

namespace wgsync {
namespace progress {
absl::Span<const Idiom> Idioms() {
  static const auto& idioms =
      *new std::vector<Idiom>(NamedProgramsOf("litmus/idioms.txt"));
  return idioms;
}

const Idiom* FindIdiom(absl::string_view name) {
  for (const Idiom& idiom : Idioms()) {
    if (idiom.name == name) return &idiom;
  }
  return nullptr;
}

std::string ExpandGroups(absl::string_view text, size_t groups) {
  std::string all;
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    const bool for_two = absl::ConsumePrefix(&line, "$2");
    const bool for_more = absl::ConsumePrefix(&line, "$3");
    if ((for_two && groups != 2) || (for_more && groups == 2)) continue;
    const size_t times = absl::StrContains(line, "$EACH") ? groups : 1;
    for (size_t i = 0; i < times; ++i) {
      all += absl::StrReplaceAll(line, {{"$N", absl::StrCat(groups)},
                                        {"$LAST", absl::StrCat(groups - 1)},
                                        {"$MORE", absl::StrCat(groups + 1)},
                                        {"$TWICE", absl::StrCat(2 * groups)},
                                        {"$EACH", absl::StrCat(i)}});
      all += '\n';
    }
  }
  return all;
}

Program IdiomProgram(const Idiom& idiom, size_t groups) {
  return ParseProgram(idiom.name, ExpandGroups(idiom.text, groups)).value();
}

}  // namespace progress
}  // namespace wgsync
