#include "reports/words/program_check.h"

#include <map>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "nlohmann/json.hpp"
#include "reports/matrix/report_json.h"
#include "reports/render/text.h"
#include "suite/core/base/clean_text.h"
#include "suite/core/base/field_visitor.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/litmus/program_text.h"
#include "suite/progress/program_text.h"

namespace wgsync {
namespace {

using litmus::Access;
using litmus::Instruction;
using litmus::Order;
using litmus::Program;
using memory::LineNeed;
using nlohmann::json;

constexpr absl::string_view kVerdictNames[] = {"holds", "fails", "undecided"};

bool IsNoFence(const Instruction& at) {
  return at.access == Access::kFence && at.order == Order::kRelaxed;
}

// " at device scope".
std::string ScopeText(const Instruction& at) {
  return absl::StrCat(" at ", litmus::kScopes[static_cast<size_t>(at.scope)],
                      " scope");
}

// "acquire at device scope"; "acq_rel fence(global)"; "barrier(local)".
std::string StrengthText(const Program& program, const Instruction& at) {
  if (IsNoFence(at)) return "no fence";
  if (!at.UsesWord()) {
    litmus::Code one;
    one.roles = {{{at}, {}, {}}};
    return litmus::InstructionText(one, 0, 0);
  }
  Instruction usual = at;
  SetDefaults(program, &usual);
  const bool local = program.arrays[at.array].memory == litmus::Memory::kLocal;
  return absl::StrCat(
      litmus::kOrders[static_cast<size_t>(at.order)],
      at.access != Access::kCas || at.failure == usual.failure
          ? ""
          : absl::StrCat(" (", litmus::kOrders[static_cast<size_t>(at.failure)],
                         " if it fails)"),
      local ? "" : ScopeText(at));
}

std::string NoteOf(const Program& program, const LineNeed& need) {
  const std::string is = StrengthText(program, need.alone);
  const std::string together = StrengthText(program, need.together);
  const bool as_written = is == StrengthText(program, need.written);
  std::string note = IsNoFence(need.alone)   ? "not needed"
                     : need.MustBeStronger() ? absl::StrCat("make it ", is)
                     : as_written && !need.what.empty()
                         ? absl::StrCat(is, " is needed")
                         : absl::StrCat(is, " is enough");
  if (!need.what.empty()) {
    absl::StrAppend(&note, ": with less, ", need.what);
  }
  if (together != is) {
    absl::StrAppend(&note, "; if the other lines are weakened too, ", together);
  }
  return note;
}

// "acquire on line 6, release on line 9": of the lines that `counts`.
std::string LinesText(const ProgramCheck& check,
                      bool (*counts)(const LineNeed& need)) {
  std::vector<std::string> lines;
  for (const LineNeed& need : check.memory->lines) {
    if (!counts(need)) continue;
    const Instruction& at = need.together;
    lines.push_back(absl::StrCat(
        !at.UsesWord() ? StrengthText(check.program, at)
                       : litmus::kOrders[static_cast<size_t>(at.order)],
        at.UsesWord() && at.scope > need.written.scope ? ScopeText(at) : "",
        " on line ", need.line));
  }
  return absl::StrJoin(lines, ", ");
}

std::string OrdersText(const ProgramCheck& check) {
  const memory::Needs& needs = *check.memory;
  if (!needs.undecided.empty()) {
    return absl::StrCat(" Its orders are not decided: ", needs.undecided, ".");
  }
  if (needs.lines.empty()) return "";
  const std::string lines = LinesText(check, [](const LineNeed& need) {
    return need.together.access == Access::kBarrier ||
           need.together.order != Order::kRelaxed;
  });
  if (!lines.empty())
    return absl::StrCat(" Orders that are enough: ", lines, ".");
  const auto is_plain = [](const Instruction& at) { return at.plain; };
  const bool has_demand =
      !check.program.claims.empty() ||
      absl::c_any_of(check.program.roles, [&](const litmus::Role& role) {
        return absl::c_any_of(role.code, is_plain);
      });
  return has_demand ? " Each access may be relaxed."
                    : " Each access may be relaxed, since it has no data and "
                      "no line `never` or `always`.";
}

bool IsExceeded(const ProgramCheck& check) {
  return check.memory.has_value() &&
         check.memory->answer.verdict == memory::Verdict::kExceeded;
}

// The limit because of which memory is not decided; "" if it is.
std::string LimitText(const ProgramCheck& check) {
  if (!check.memory.has_value()) return "";
  return IsExceeded(check) ? check.memory->answer.what
                           : check.memory->late_limit;
}

// The fault of the program; "" if none is known.
std::string FaultText(const ProgramCheck& check) {
  const memory::Answer answer =
      check.memory.has_value() ? check.memory->answer : memory::Answer();
  if (!IsExceeded(check) && !answer.what.empty()) return answer.what;
  if (check.progress.has_value() && check.progress->weakest.empty()) {
    return absl::StrCat(
        "whatever progress the device gives, ",
        LassoSummary(check.progress->program, *check.progress->lasso));
  }
  return IsExceeded(check) ? "" : answer.hang_what;
}

std::string RepairText(const ProgramCheck& check) {
  if (!check.memory.has_value() || check.memory->Holds()) return "";
  const memory::Needs& needs = *check.memory;
  if (!needs.is_repaired && needs.undecided.empty())
    return " No order or scope makes it right.";
  if (!needs.undecided.empty()) return OrdersText(check);
  const auto is_stronger = [](const LineNeed& n) { return n.MustBeStronger(); };
  return absl::StrCat(" It is right with ", LinesText(check, is_stronger), ".");
}

std::string Indented(absl::string_view lines) {
  std::string text;
  for (absl::string_view line : absl::StrSplit(lines, '\n', absl::SkipEmpty()))
    absl::StrAppend(&text, "    ", line, "\n");
  return text;
}

// The lines of the file that are not comments, each with its note below it.
std::string ListingText(const ProgramCheck& check, size_t width) {
  std::map<size_t, const LineNeed*> needs;
  if (check.memory.has_value()) {
    for (const LineNeed& need : check.memory->lines) needs[need.line] = &need;
  }
  std::string text;
  size_t number = 0;
  for (absl::string_view line : absl::StrSplit(check.text, '\n')) {
    ++number;
    line = line.substr(0, std::min(line.find('#'), line.find("//")));
    const std::string clean = CleanLine(line);
    if (clean.empty()) continue;
    const bool is_step = absl::ascii_isspace(line[0]);
    absl::StrAppend(&text,
                    number < 10    ? "   "
                    : number < 100 ? "  "
                                   : " ",
                    number, is_step ? "    " : "  ", clean, "\n");
    const auto need = needs.find(number);
    if (need == needs.end()) continue;
    absl::StrAppend(&text, "            ^ ",
                    Wrap(NoteOf(check.program, *need->second), width, 14, 14));
  }
  return text;
}

std::string ExecutionsText(const ProgramCheck& check, bool all) {
  if (!check.memory.has_value()) return "";
  const memory::Answer& answer = check.memory->answer;
  std::string text;
  const bool fails = answer.verdict != memory::Verdict::kHolds;
  const std::string& why = fails ? answer.why : answer.hang_why;
  if (answer.verdict != memory::Verdict::kExceeded && !why.empty()) {
    text = absl::StrCat("\nThe execution that breaks it:\n", Indented(why));
    if (!all) return text;
  }
  for (const LineNeed& need : check.memory->lines) {
    if (need.why.empty()) continue;
    absl::StrAppend(&text, "\nWith a weaker line ", need.line, ":\n",
                    Indented(need.why));
    if (!all) break;
  }
  return text;
}

size_t GroupsOf(const ProgramCheck& check) {
  return check.memory.has_value() ? check.program.groups
                                  : check.progress->program.groups.size();
}

json MemoryJson(const ProgramCheck& check) {
  if (!check.memory.has_value()) return nullptr;
  const memory::Needs& needs = *check.memory;
  const auto line = [&check](const LineNeed& need) -> json {
    return {{"line", need.line},
            {"written", StrengthText(check.program, need.written)},
            {"alone", StrengthText(check.program, need.alone)},
            {"together", StrengthText(check.program, need.together)},
            {"without", need.what},
            {"execution", need.why}};
  };
  const bool hangs = needs.answer.verdict == memory::Verdict::kHolds;
  return {{"finding", hangs ? needs.answer.hang_what : needs.answer.what},
          {"execution", hangs ? needs.answer.hang_why : needs.answer.why},
          {"undecided", needs.undecided},
          {"repaired", needs.is_repaired},
          {"states", needs.states},
          {"late_loads", needs.late_limit.empty()},
          {"lines", JsonList(needs.lines, line)}};
}

}  // namespace

absl::Span<const absl::string_view> NamesOf(CheckVerdict /*any*/) {
  return kVerdictNames;
}

absl::StatusOr<ProgramCheck> CheckProgram(
    absl::string_view name, absl::string_view text,
    absl::optional<progress::Config> why) {
  ProgramCheck check;
  check.text = std::string(text);
  check.name = CleanLine(name);
  absl::StatusOr<Program> program = litmus::ParseProgram(name, text);
  const absl::StatusOr<progress::Program> groups =
      progress::ParseProgram(name, text);
  if (!program.ok() && !groups.ok()) return program.status();
  if (!groups.ok()) check.no_progress = std::string(groups.status().message());
  if (groups.ok()) {
    absl::StatusOr<ProgressCheck> progress = CheckProgress(*groups, why);
    if (progress.ok()) {
      check.progress = *std::move(progress);
    } else if (absl::IsResourceExhausted(progress.status())) {
      check.is_too_large = true;
      // The summary begins with the name.
      check.no_progress = std::string(absl::StripPrefix(
          progress.status().message(), absl::StrCat(check.name, ": ")));
    } else {
      return progress.status();
    }
  }
  if (program.ok()) {
    check.program = *std::move(program);
    check.memory = memory::FindNeeds(check.program);
  }
  return check;
}

CheckVerdict VerdictOf(const ProgramCheck& check) {
  if (!FaultText(check).empty()) return CheckVerdict::kFails;
  return check.is_too_large || !LimitText(check).empty()
             ? CheckVerdict::kUndecided
             : CheckVerdict::kHolds;
}

std::string CheckSummary(const ProgramCheck& check) {
  const std::string need =
      check.progress.has_value()
          ? absl::StrCat(" ", ProgressNeedText(*check.progress))
          : "";
  switch (VerdictOf(check)) {
    case CheckVerdict::kHolds:
      return absl::StrCat(check.name, ": holds for ",
                          Counted(GroupsOf(check), "group"), ".", need,
                          check.memory.has_value() ? OrdersText(check) : "");
    case CheckVerdict::kFails:
      return absl::StrCat(check.name, ": does not hold: ", FaultText(check),
                          ".", RepairText(check));
    case CheckVerdict::kUndecided:
      break;
  }
  const bool late = !check.is_too_large && !IsExceeded(check);
  return absl::StrCat(
      check.name, ": not decided: ",
      check.is_too_large
          ? check.no_progress  // with its advice
          : absl::StrCat(LimitText(check),
                         ". Take fewer groups or rounds, or smaller arrays"),
      ".", need,
      late ? absl::StrCat(" Without late loads it holds.", OrdersText(check))
           : "");
}

std::string CheckText(const ProgramCheck& check, bool all, size_t width) {
  std::string text =
      absl::StrCat(Wrap(CheckSummary(check), width, 2), "\n",
                   ListingText(check, width), ExecutionsText(check, all), "\n");
  if (check.progress.has_value()) {
    absl::StrAppend(&text, ProgressCheckText(*check.progress, width));
  } else if (!check.is_too_large) {
    absl::StrAppend(&text, Wrap(absl::StrCat("Progress is not decided: ",
                                             check.no_progress),
                                width, 2));
  }
  return absl::StrCat(
      text, "Checked: ", Counted(GroupsOf(check), "group"),
      check.memory.has_value()
          ? absl::StrCat(", ", Counted(check.memory->states, "state"),
                         " of memory",
                         check.memory->late_limit.empty()
                             ? ""
                             : ", without late loads, which are made after a "
                               "later store")
          : "",
      check.progress.has_value()
          ? absl::StrCat(", ",
                         Counted(check.progress->verdicts.states, "state"),
                         " of progress")
          : "",
      ". More groups or rounds may differ.\n");
}

json CheckReport(absl::Span<const ProgramCheck> checks) {
  json report = ReportJson("check");
  report["programs"] = JsonList(checks, [](const ProgramCheck& check) -> json {
    return {{"program", check.name},
            {"verdict", NameOf(VerdictOf(check))},
            {"summary", CheckSummary(check)},
            {"groups", GroupsOf(check)},
            {"memory", MemoryJson(check)},
            {"progress", check.progress.has_value()
                             ? ProgressCheckJson(*check.progress)
                             : json(nullptr)}};
  });
  return report;
}

}  // namespace wgsync
