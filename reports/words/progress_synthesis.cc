#include "reports/words/progress_synthesis.h"

#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "nlohmann/json.hpp"
#include "reports/matrix/report_json.h"
#include "reports/render/text.h"
#include "suite/core/base/fields_json.h"
#include "suite/core/base/parse_json.h"
#include "suite/core/base/status_macros.h"
#include "suite/progress/check.h"
#include "suite/progress/named_programs.h"
#include "suite/progress/program_text.h"

namespace wgsync {
namespace {

using nlohmann::json;
using progress::Config;
using progress::Separators;
using progress::Synthesis;

constexpr char kStateKind[] = "progress-synthesis-state";
constexpr size_t kMostLines = 12;

std::vector<std::string> ShapesOf(const std::string& pattern) {
  std::vector<std::string> names;
  for (const progress::Shape& shape : progress::Shapes()) {
    const auto verdicts = progress::Check(progress::ShapeProgram(shape));
    if (verdicts.ok() && progress::PatternOf(*verdicts) == pattern) {
      names.emplace_back(shape.name);
    }
  }
  return names;
}

std::vector<std::string> Lines(const Synthesis& synthesis,
                               const std::vector<uint64_t>& numbers) {
  const progress::ProgramSpace space(synthesis.bounds);
  std::vector<std::string> lines;
  lines.reserve(numbers.size());
  for (const uint64_t number : numbers) {
    lines.push_back(progress::ProgramLine(space.At(number)));
  }
  return lines;
}

std::string SeparatorsText(const Synthesis& synthesis, Config by, Config not_by,
                           size_t width) {
  const Separators found = progress::SeparatorsOf(synthesis, by, not_by);
  std::string text =
      absl::StrCat("Ends by ", progress::ConfigName(by), " and not by ",
                   progress::ConfigName(not_by), ": ");
  if (found.programs == 0) return absl::StrCat(text, "no program.\n");
  absl::StrAppend(&text, Counted(found.programs, "program"), ", ",
                  found.smallest, " of ", found.instructions,
                  " instructions, the fewest:");
  text = Wrap(text, width, 2);
  const std::vector<std::string> lines = Lines(synthesis, found.examples);
  const size_t shown = std::min(lines.size(), kMostLines);
  for (size_t i = 0; i < shown; ++i)
    absl::StrAppend(&text, "  ", lines[i], "\n");
  if (found.smallest > shown) {
    absl::StrAppend(&text, "  and ", found.smallest - shown, " more\n");
  }
  return text;
}

json SeparatorsJson(const Synthesis& synthesis, Config by, Config not_by) {
  const Separators found = progress::SeparatorsOf(synthesis, by, not_by);
  return {{"by", progress::ConfigName(by)},
          {"not_by", progress::ConfigName(not_by)},
          {"programs", found.programs},
          {"instructions", found.instructions},
          {"smallest", found.smallest},
          {"examples", Lines(synthesis, found.examples)}};
}

}  // namespace

std::string SynthesisText(const Synthesis& synthesis, Config a, Config b,
                          size_t width) {
  const progress::Bounds& bounds = synthesis.bounds;
  std::string text =
      Wrap(absl::StrCat(
               synthesis.next, " programs of 2",
               bounds.groups == 2 ? "" : absl::StrCat(" to ", bounds.groups),
               " groups, up to ", Counted(bounds.instructions, "instruction"),
               " and ", Counted(bounds.words, "word"), ": ", synthesis.litmus,
               " are litmus, that is, each may run for ever and can end "
               "from each state."),
           width, 2);
  absl::StrAppend(
      &text, SeparatorsText(synthesis, a, b, width),
      SeparatorsText(synthesis, b, a, width),
      "By UNFAIR, HSA, OBE, HSA+OBE, LOBE, FAIR (W: also weakly, S: "
      "strongly only), with the smallest program:\n");
  for (const progress::PatternFound& found : synthesis.found) {
    const std::vector<std::string> shapes = ShapesOf(found.pattern);
    absl::StrAppend(
        &text, "  ", found.pattern, " ", Counted(found.programs, "program"),
        "; ", shapes.empty() ? "no shape" : absl::StrJoin(shapes, ", "), "; ",
        Lines(synthesis, {found.examples.front()}).front(), "\n");
  }
  return text;
}

json SynthesisReport(const Synthesis& synthesis, Config a, Config b) {
  json report = ReportJson("progress-synthesis");
  report["groups"] = synthesis.bounds.groups;
  report["instructions"] = synthesis.bounds.instructions;
  report["words"] = synthesis.bounds.words;
  report["programs"] = progress::ProgramSpace(synthesis.bounds).size();
  report["done"] = synthesis.next;
  report["litmus"] = synthesis.litmus;
  report["separators"] = {SeparatorsJson(synthesis, a, b),
                          SeparatorsJson(synthesis, b, a)};
  const auto pattern = [&](const progress::PatternFound& found) -> json {
    return {{"pattern", found.pattern},
            {"programs", found.programs},
            {"instructions", found.instructions},
            {"smallest", found.smallest},
            {"shapes", ShapesOf(found.pattern)},
            {"examples", Lines(synthesis, found.examples)}};
  };
  report["patterns"] = JsonList(synthesis.found, pattern);
  return report;
}

std::string SynthesisStateText(const Synthesis& synthesis) {
  json state = ReportJson(kStateKind);
  state["synthesis"] = FieldsToJson(synthesis);
  return absl::StrCat(state.dump(1), "\n");
}

absl::StatusOr<Synthesis> ReadSynthesisState(absl::string_view text) {
  const json state = ParseJson(text);
  if (!state.is_object() || state.value("kind", json()) != kStateKind ||
      !state.contains("synthesis")) {
    return BadInput("it is not the state of a synthesis; name another file");
  }
  Synthesis synthesis;
  std::string error = FieldsFromJson(state["synthesis"], &synthesis);
  const auto within = [](uint64_t n, uint64_t least, uint64_t most) {
    return n >= least && n <= most;
  };
  const progress::Bounds& bounds = synthesis.bounds;
  bool sound =
      within(bounds.groups, 2, progress::kMostSynthesisGroups) &&
      within(bounds.instructions, 2, progress::kMostSynthesisInstructions) &&
      within(bounds.words, 1, progress::kMostSynthesisWords);
  const uint64_t size = sound ? progress::ProgramSpace(bounds).size() : 0;
  sound = sound && synthesis.next <= size;
  for (const progress::PatternFound& found : synthesis.found) {
    sound = sound && found.pattern.size() == progress::Models().size() &&
            !found.examples.empty();
    for (const uint64_t number : found.examples) sound = sound && number < size;
  }
  if (error.empty() && !sound) error = "its numbers are impossible";
  if (error.empty()) return synthesis;
  return BadInput(error,
                  "; remove the file to begin again, or name another one");
}

}  // namespace wgsync
