// Case ids, globs, settings, and text that is not ours.

#include <cstdlib>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "devices/identity/driver_settings.h"
#include "devices/identity/mappings.h"
#include "reports/gate/gtest_text.h"
#include "reports/render/text.h"
#include "suite/cases/settings.h"
#include "suite/compiled/listing.h"
#include "suite/compiled/wait_statement.h"
#include "suite/core/base/clean_text.h"
#include "suite/core/litmus/program_text.h"
#include "suite/core/memory/needs.h"
#include "suite/core/plan/case.h"
#include "suite/core/plan/plan.h"
#include "suite/progress/check.h"
#include "suite/progress/lasso.h"
#include "suite/progress/program_text.h"
#include "suite/progress/program_text_testing.h"
#include "suite/proof/instrumented/fuzz.h"

namespace wgsync {
namespace {

// The two halves of the input that a zero, or the end, parts.
std::pair<std::string, std::string> Halves(absl::string_view input) {
  return absl::StrSplit(input, absl::MaxSplits('\0', 1));
}

FUZZ_TARGET(case_id) {
  const absl::StatusOr<Case> c = ParseCaseId(input);
  if (!c.ok()) {
    Must(absl::StartsWith(c.status().message(), "case \""),
         "it names the case");
    return;
  }
  Must(CaseId(*c) == input, "an id is the only one of its case");
  const absl::Status valid = ValidateCase(*c);
  const auto* kernel = std::get_if<KernelCase>(&*c);
  if (kernel == nullptr) return;
  ResolveGroups(*kernel, 2);
  ResolveGroupSize(*kernel, 1024, 32);
  HasWaits(*kernel);
  NeedsC11(*kernel);
  if (!valid.ok()) return;
  HangClass(*kernel);
  CheckedReads(*kernel, 3, 64, 64);
}

bool SlowMatch(absl::string_view glob, absl::string_view text) {
  // row[j]: the glob so far matches the first j letters.
  std::vector<bool> row(text.size() + 1, false);
  row[0] = true;
  for (char letter : glob) {
    std::vector<bool> next(text.size() + 1, false);
    for (size_t j = 0; j <= text.size(); ++j) {
      if (letter == '*') {
        next[j] = row[j] || (j > 0 && next[j - 1]);
      } else {
        next[j] =
            j > 0 && row[j - 1] && (letter == '?' || letter == text[j - 1]);
      }
    }
    row = std::move(next);
  }
  return row[text.size()];
}

FUZZ_TARGET(program) {
  const absl::StatusOr<progress::Program> program =
      progress::ParseProgram("f", input);
  if (!program.ok()) {
    const absl::string_view error = program.status().message();
    Must(absl::StartsWith(error, "f:") && IsUtf8(error), "it names the place");
    return;
  }
  if (const auto all = litmus::ParseProgram("f", input); all.ok()) {
    memory::Limits limits;
    limits.states = 500;
    limits.comparisons = 1'000'000;
    const memory::Needs needs = memory::FindNeeds(*all, limits);
    Must(needs.states <= limits.states, "the limit is of all searches");
  }
  const std::string text = progress::ProgramText(*program);
  const absl::StatusOr<progress::Program> again =
      progress::ParseProgram("f", text);
  Must(again.ok() && progress::ProgramText(*again) == text,
       "the printed text is read again");
  const absl::StatusOr<progress::StateGraph> graph =
      progress::StateGraph::Build(*program, 500);
  if (!graph.ok()) return;
  const progress::Verdicts verdicts = progress::Judge(*graph);
  for (const progress::Config config : progress::Configs()) {
    Must(verdicts.Guaranteed(config) !=
             progress::FindLasso(*graph, config).has_value(),
         "a run that never ends is found if and only if there is one");
  }
}

FUZZ_TARGET(glob) {
  const auto [glob, text] = Halves(input.substr(0, 256));
  Must(GlobMatches(glob, text) == SlowMatch(glob, text),
       "a glob matches as its definition says");
}

FUZZ_TARGET(select) {
  const std::vector<std::string> globs = {std::string(input.substr(0, 200))};
  const absl::StatusOr<std::vector<PlannedCase>> cases =
      Select(Tier::kSmoke, globs);
  if (!cases.ok()) {
    Must(!cases.status().message().empty(), "the error says something");
    return;
  }
  Must(!cases->empty(), "what is selected is something");
  for (const PlannedCase& planned : *cases) {
    Must(ValidateCase(planned.c).ok(), "what is selected is valid");
  }
}

FUZZ_TARGET(text) {
  const std::string clean = CleanText(input);
  Must(IsUtf8(clean), "text of drivers is made UTF-8");
  Must(CleanText(clean) == clean, "clean text stays as it is");
  Must(IsUtf8(CleanText(input, 40)), "and where it is cut short");
  const std::string line = CleanLine(input);
  Must(IsUtf8(line) && line.find('\n') == line.npos, "a line is one line");
  Must(OneLine(input).find('\n') == std::string::npos, "so is this one");
  Must(DisplayWidth(Shorten(input, 20)) <= 20, "what is shortened is short");
  Must(DisplayWidth(PadRight(clean, 30)) >= 30, "what is padded is wide");
  Wrap(input, 30, 4);
  ShellQuote(input);
}

// A dialect's number, the program's text, and a listing.
FUZZ_TARGET(listing) {
  const std::vector<absl::string_view> dialects = IsaDialects();
  if (input.empty()) return;
  const absl::string_view dialect = dialects[input[0] % dialects.size()];
  const auto [program, text] = Halves(input.substr(1));
  const absl::StatusOr<Listing> listing =
      ReadListing(dialect, text, "wgsync_case");
  if (!listing.ok()) {
    Must(!listing.status().message().empty(), "the error says something");
    return;
  }
  for (const IsaInstruction& one : listing->code) {
    for (size_t next : one.next) {
      Must(next < listing->code.size(), "a successor is in the listing");
    }
    Must(one.kind == IsaKind::kUnknown || one.kind == IsaKind::kEnd ||
             !one.next.empty(),
         "a way that ends unexpectedly is unknown");
  }
  const SourceRoles roles = RolesOf(program);
  const FenceParts fences = {{{"vmcnt(0)"}}, {{"vmcnt(0)"}}};
  const WaitJudgement none = JudgeWaits(*listing, roles, 0, fences);
  Must(none.statement != WaitStatement::kKept, "no wait is not a kept one");
  const WaitJudgement j = JudgeWaits(*listing, roles, 1, fences);
  Must(j.statement != WaitStatement::kKept ||
           (j.polls > 0 && j.signals > 0 && j.payload_loads > 0),
       "a statement is about something");
}

FUZZ_TARGET(maps) {
  const std::string text(input);
  for (const std::string& path : ExecutableFiles(text)) {
    Must(!path.empty() && path[0] == '/' && absl::StrContains(text, path),
         "a file that is mapped is in the text");
  }
}

FUZZ_TARGET(driver_settings) {
  for (const auto& [name, value] : ParseDriverSettings(input)) {
    Must(!name.empty() && !value.empty(), "a setting has a name and a value");
    Must(IsUtf8(name) && IsUtf8(value), "a setting may stand in a log");
  }
}

FUZZ_TARGET(settings) {
  const char* const names[] = {"WGSYNC_TEST_DEVICE", "WGSYNC_TEST_FAMILY",
                               "WGSYNC_TEST_TIER", "WGSYNC_TEST_EXPECT"};
  std::vector<std::string> values =
      absl::StrSplit(input, absl::MaxSplits('\0', 4));
  values.resize(4);
  for (int i = 0; i < 4; ++i) {
    if (values[i].empty()) {
      unsetenv(names[i]);
    } else {
      setenv(names[i], values[i].c_str(), /*overwrite=*/1);
    }
  }
  const auto cases = CasesFor(SettingsFromEnvironment());
  Must(cases.ok() ? !cases->empty() : !cases.status().message().empty(),
       "cases, or an error that says something");
  const TestName name = NameOf(input, "slug");
  Must(absl::string_view(name.name).find_first_of("*?:-.") == std::string::npos,
       "nothing in a test's name means something to a filter or a list");
}

}  // namespace
}  // namespace wgsync
