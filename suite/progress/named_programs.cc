#include "suite/progress/named_programs.h"

#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "suite/progress/litmus_files.h"
#include "suite/progress/program_text.h"

namespace wgsync {
namespace progress {
namespace {

// Those of the embedded file, "litmus/idioms.txt", in its order.
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

template <typename Named>
const Named* Find(absl::string_view name, absl::Span<const Named> all) {
  for (const Named& one : all) {
    if (one.name == name) return &one;
  }
  return nullptr;
}

}  // namespace

absl::Span<const Shape> Shapes() {
  static const auto& shapes = *new std::vector<Shape>([] {
    std::vector<Shape> read;
    for (const NamedProgram& program : NamedProgramsOf("litmus/shapes.txt")) {
      Shape shape = {program};
      if (absl::ConsumePrefix(&shape.text, "# late: group ")) {
        const size_t end = shape.text.find('\n');
        const std::vector<absl::string_view> numbers =
            absl::StrSplit(shape.text.substr(0, end), ", instruction ");
        // litmus_table_test has them as they are in kernels.
        (void)absl::SimpleAtoi(numbers.front(), &shape.late_role);
        (void)absl::SimpleAtoi(numbers.back(), &shape.late_at);
        shape.text.remove_prefix(end + 1);
      }
      read.push_back(shape);
    }
    return read;
  }());
  return shapes;
}

const Shape* FindShape(absl::string_view name) { return Find(name, Shapes()); }

Program ShapeProgram(const Shape& shape) {
  return ParseProgram(shape.name, shape.text).value();
}

absl::Span<const Idiom> Idioms() {
  static const auto& idioms =
      *new std::vector<Idiom>(NamedProgramsOf("litmus/idioms.txt"));
  return idioms;
}

const Idiom* FindIdiom(absl::string_view name) { return Find(name, Idioms()); }

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
