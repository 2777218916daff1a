#include "suite/core/tried/try_results.h"

#include <filesystem>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "suite/core/base/field_visitor.h"
#include "suite/core/base/sha256.h"
#include "suite/core/record/run_facts.h"
#include "suite/core/tried/next_try.h"
#include "suite/core/tried/try_rows.h"
#include "suite/core/verdict/kinds.h"

namespace wgsync {
namespace {

constexpr double kLeastSeconds = 1e-6;

// What the launches of the row show. `proven`: right ones are a pass.
Rule RuleOf(const TryRow& row, bool proven) {
  const TryEnding ending = row.example.ending;
  if (row.clean() && row.other == 0) {
    return proven ? Rule::kTriedRight : Rule::kTriedUnproven;
  }
  if (ending == TryEnding::kLost) return Rule::kTriedLost;
  if (ending == TryEnding::kCrashed) return Rule::kTriedCrash;
  if (ending == TryEnding::kFailed || ending == TryEnding::kRefused) {
    return Rule::kTriedError;
  }
  if (row.wrong > 0) return Rule::kTriedWrong;
  if (row.hung == 0) return Rule::kTriedUnproven;
  return ending == TryEnding::kHung ? Rule::kTriedFrozen : Rule::kTriedUnended;
}

TriedCase CaseOf(const TryReport& report, const TryRow& row,
                 const std::string& words, const std::string& program,
                 Rule rule) {
  TriedCase c;
  c.row = row;
  CaseResult& r = c.result;
  r.id = absl::StrCat(TriedPrimitive(report.file), words, "/groups=", row.name);
  r.Decide(rule);
  const VerdictKind kind = r.verdict.kind;
  const bool fails =
      kind == VerdictKind::kLost || (IsConclusive(kind) && !IsRight(kind));
  const bool needs_more = report.verdict == TryVerdict::kHangsAbove &&
                          row.hung > 0 && report.residency != 0 &&
                          row.groups > report.residency;
  r.could_bind = row.groups > 1 && !needs_more;
  if (fails && !needs_more) r.binds = Binding::kOwn;
  r.case_launches = row.launches;
  r.failed_launches = row.launches - row.right;
  r.groups = row.groups;
  r.group_size = report.items;
  const std::vector<std::string> standard = absl::StrSplit(
      absl::StrCat(report.options, " ", absl::StrJoin(report.defaults, " ")),
      absl::MaxSplits("-cl-std=", 1));
  if (standard.size() > 1) {
    r.language = standard[1].substr(0, standard[1].find(' '));
  }
  r.kernel_digest = program;
  r.launch_digest = Sha256(absl::StrCat(program, "\n", r.id));
  r.seconds = row.seconds;
  // A form's launches wait for late groups; others may end between two looks.
  if (words.empty() && row.slowest > kLeastSeconds) {
    r.launch_seconds = row.slowest;
  }
  return c;
}

}  // namespace

std::string TriedPrimitive(const std::string& file) {
  std::string name =
      absl::AsciiStrToLower(std::filesystem::path(file).stem().string());
  for (char& c : name) {
    if (!absl::ascii_isalnum(c)) c = '_';
  }
  return absl::StrCat(kTriedPrefix, name);
}

std::vector<TriedCase> TriedCases(const TryReport& report,
                                  const std::string& program) {
  std::vector<TriedCase> cases;
  const bool doubt = DoubtOf(report).has_value();
  for (const TryRow& row : report.rows) {
    cases.push_back(CaseOf(report, row, "", program,
                           RuleOf(row, !doubt && row.groups > 1)));
  }
  for (const TryForm& form : kTryForms) {
    if (form.fails_if == nullptr) continue;
    for (const TryRow& grid : report.rows) {
      if (grid.groups < 2) continue;
      TryRow row = RowOf(report.records, form.purpose, grid.groups);
      if (row.launches + row.other == 0) continue;
      row.name = grid.name;
      const Rule rule = row.clean() || row.fails() ? RuleOf(row, !doubt)
                                                   : Rule::kTriedUnproven;
      cases.push_back(CaseOf(report, row,
                             absl::StrCat("/form=", NameOf(form.purpose)),
                             program, rule));
    }
  }
  return cases;
}

}  // namespace wgsync
