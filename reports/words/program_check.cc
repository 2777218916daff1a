#include "reports/words/program_check.h"

#include <map>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "reports/matrix/report_json.h"
#include "reports/render/text.h"
#include "suite/core/base/clean_text.h"
#include "suite/core/base/field_visitor.h"
#include "suite/core/litmus/program_text.h"
#include "suite/progress/program_text.h"

namespace wgsync {
namespace {

using litmus::Access;
using litmus::Instruction;
using litmus::Order;
using litmus::Program;
using memory::Idle;
using memory::LineNeed;

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
  if (at.plain) return "plain";
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

// "never reached".
std::string TextOf(Idle idle) {
  return absl::StrReplaceAll(NameOf(idle), {{"_", " "}});
}

// Which program the lines' needs are about.
absl::string_view InText(const ProgramCheck& check) {
  return check.memory->is_repaired ? "in the repaired program, " : "";
}

std::string NoteOf(const ProgramCheck& check, const LineNeed& need) {
  const std::string is = StrengthText(check.program, need.alone);
  const std::string together = StrengthText(check.program, need.together);
  const bool as_written = is == StrengthText(check.program, need.written);
  const std::string make =
      absl::StrCat("make it ", need.written.plain ? "atomic, " : "", is);
  if (need.is_repaired && need.what.empty() && together == is) return make;
  std::string note = absl::StrCat(
      need.is_repaired ? absl::StrCat(make, "; ") : "", InText(check));
  if (!need.is_repaired) {
    absl::StrAppend(&note,
                    IsNoFence(need.alone) ? "not needed"
                    : as_written && !need.what.empty()
                        ? absl::StrCat(is, " is needed")
                        : absl::StrCat(is, " is enough"),
                    need.what.empty() ? "" : ": ");
  }
  if (!need.what.empty()) absl::StrAppend(&note, "with less, ", need.what);
  if (together != is) {
    absl::StrAppend(&note, "; if the other lines are weakened too, ", together);
  }
  return note;
}

// "acquire on line 6, release on line 9": `strength` of the lines that
// `counts`.
std::string LinesText(const ProgramCheck& check,
                      Instruction LineNeed::*strength,
                      bool (*counts)(const LineNeed& need)) {
  std::vector<std::string> lines;
  for (const LineNeed& need : check.memory->lines) {
    if (!counts(need)) continue;
    const Instruction& at = need.*strength;
    lines.push_back(absl::StrCat(
        need.written.plain ? "atomic " : "",
        !at.UsesWord() ? StrengthText(check.program, at)
                       : litmus::kOrders[static_cast<size_t>(at.order)],
        at.UsesWord() && at.scope > need.written.scope ? ScopeText(at) : "",
        " on line ", need.line));
  }
  return absl::StrJoin(lines, ", ");
}

// Data, or a line that can be broken.
bool HasDemand(const Program& program) {
  return !program.claims.empty() ||
         absl::c_any_of(program.roles, [](const litmus::Role& role) {
           return absl::c_any_of(role.code, [&role](const Instruction& at) {
             return at.plain ||
                    (at.branch != litmus::Branch::kNever &&
                     at.target > static_cast<int>(role.code.size()));
           });
         });
}

std::string OrdersText(const ProgramCheck& check) {
  const memory::Needs& needs = *check.memory;
  if (!needs.undecided.empty()) {
    return absl::StrCat(needs.Holds() ? " Its orders are not decided: "
                                      : " A repair is not decided: ",
                        needs.undecided, ".");
  }
  if (needs.lines.empty()) return "";
  const std::string lines =
      LinesText(check, &LineNeed::together, [](const LineNeed& need) {
        return need.together.access == Access::kBarrier ||
               need.together.order != Order::kRelaxed;
      });
  if (!lines.empty()) {
    return absl::StrCat(
        " Orders that are enough",
        needs.late_limit_of_orders.empty() ? "" : ", without late loads", ": ",
        lines, ".");
  }
  return HasDemand(check.program)
             ? " Each access may be relaxed."
             : " Each access may be relaxed, since it has no data and no "
               "line `never`, `always` or `goto wrong`.";
}

// " Lines 6, 7: never reached.", for each of the kinds.
std::string IdleText(const ProgramCheck& check) {
  std::map<Idle, std::vector<size_t>> lines;
  for (const memory::IdleLine& line : check.memory->idle)
    lines[line.what].push_back(line.line);
  std::string text;
  for (const auto& [what, numbers] : lines) {
    absl::StrAppend(&text, numbers.size() == 1 ? " Line " : " Lines ",
                    absl::StrJoin(numbers, ", "), ": ", InText(check),
                    TextOf(what), ".");
  }
  return text;
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
        "even with the strongest promise of progress it may be that ",
        LassoSummary(check.progress->program, *check.progress->lasso));
  }
  return IsExceeded(check) ? "" : answer.hang_what;
}

std::string RepairText(const ProgramCheck& check) {
  if (!check.memory.has_value() || check.memory->Holds()) return "";
  const memory::Needs& needs = *check.memory;
  if (!needs.undecided.empty()) return OrdersText(check);
  if (!needs.is_repaired) return " No order or scope makes it right.";
  const auto is_repaired = [](const LineNeed& n) { return n.is_repaired; };
  return absl::StrCat(" It is right with ",
                      LinesText(check, &LineNeed::alone, is_repaired), ".");
}

// Of a program that holds: the older or stricter rules by which it does not.
std::string ReadingsText(const memory::Needs& needs) {
  std::string text;
  const auto add = [&text](absl::string_view rule, const std::string& what) {
    if (!what.empty())
      absl::StrAppend(&text, " ", rule, ", it does not hold: ", what, ".");
  };
  add("Before OpenCL 3.1, where only equal scopes synchronize",
      needs.before_3_1);
  add("By the letter of OpenCL, which orders seq_cst operations only if all "
      "have "
      "device scope",
      needs.without_s);
  return text;
}

std::string Indented(absl::string_view lines) {
  std::string text;
  for (absl::string_view line : absl::StrSplit(lines, '\n', absl::SkipEmpty()))
    absl::StrAppend(&text, "    ", line, "\n");
  return text;
}

// By line.
std::map<size_t, std::string> NotesOf(const ProgramCheck& check) {
  std::map<size_t, std::string> notes;
  if (!check.memory.has_value()) return notes;
  for (const LineNeed& need : check.memory->lines)
    notes[need.line] = NoteOf(check, need);
  for (const memory::IdleLine& line : check.memory->idle) {
    std::string& note = notes[line.line];
    if (line.what == Idle::kNeverReached) note.clear();  // it needs no order
    absl::StrAppend(&note, note.empty() ? InText(check) : "; ",
                    TextOf(line.what));
  }
  return notes;
}

// The lines of the file that are not comments, each with its note below it.
std::string ListingText(const ProgramCheck& check, size_t width) {
  const std::map<size_t, std::string> notes = NotesOf(check);
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
    const auto note = notes.find(number);
    if (note == notes.end()) continue;
    absl::StrAppend(&text, "            ^ ", Wrap(note->second, width, 14, 14));
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
    absl::StrAppend(&text, "\n",
                    check.memory->is_repaired
                        ? "In the repaired program, with a weaker line "
                        : "With a weaker line ",
                    need.line, ":\n", Indented(need.why));
    if (!all) break;
  }
  return text;
}

size_t GroupCount(const ProgramCheck& check) {
  return check.memory.has_value()     ? check.program.groups
         : check.progress.has_value() ? check.progress->program.groups.size()
                                      : 0;
}

void WriteMemory(FieldVisitor& v, const ProgramCheck& check) {
  memory::Needs needs = check.memory.value_or(memory::Needs());
  const bool hangs = needs.answer.verdict == memory::Verdict::kHolds;
  v.Written("finding", hangs ? needs.answer.hang_what : needs.answer.what);
  v.Written("execution", hangs ? needs.answer.hang_why : needs.answer.why);
  v.Written("before_3_1", needs.before_3_1);
  v.Written("without_s", needs.without_s);
  v.Written("undecided", needs.undecided);
  v.Written("repaired", needs.is_repaired);
  v.Written("states", needs.states);
  v.Written("late_loads",
            needs.late_limit.empty() && needs.late_limit_of_orders.empty());
  v.List("lines", &needs.lines, [&](const LineNeed* need) {
    v.Written("line", need->line);
    v.Written("written", StrengthText(check.program, need->written));
    v.Written("repaired", need->is_repaired);
    v.Written("alone", StrengthText(check.program, need->alone));
    v.Written("together", StrengthText(check.program, need->together));
    v.Written("without", need->what);
    v.Written("execution", need->why);
  });
  v.List("idle", &needs.idle, [&v](memory::IdleLine* line) {
    v.Written("line", line->line);
    v.Enum("what", &line->what);
  });
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
  if (program.ok()) {
    check.program = *std::move(program);
    check.memory = memory::FindNeeds(check.program);
  }
  if (!groups.ok()) {
    check.no_progress = std::string(groups.status().message());
    return check;
  }
  if (check.memory.has_value() && check.memory->answer.barrier_unmet) {
    check.no_progress =
        "a work-item ends without a barrier of its group; end no work-item "
        "before it";
    return check;
  }
  absl::StatusOr<ProgressCheck> progress = CheckProgress(*groups, why);
  if (progress.ok()) {
    check.progress = *std::move(progress);
    return check;
  }
  check.is_too_large = absl::IsResourceExhausted(progress.status());
  // A step at fault is a finding, with its execution.
  const bool is_found = check.memory.has_value() &&
                        check.memory->answer.verdict == memory::Verdict::kFails;
  if (!check.is_too_large && !is_found) return progress.status();
  check.no_progress = std::string(absl::StripPrefix(
      progress.status().message(), absl::StrCat(check.name, ": ")));
  return check;
}

CheckVerdict VerdictOf(const ProgramCheck& check) {
  if (!FaultText(check).empty()) return CheckVerdict::kFails;
  return check.is_too_large || !LimitText(check).empty()
             ? CheckVerdict::kUndecided
             : CheckVerdict::kHolds;
}

std::string CheckSummary(const ProgramCheck& check) {
  const std::string idle = check.memory.has_value() ? IdleText(check) : "";
  const std::string need =
      check.progress.has_value()
          ? absl::StrCat(" ", ProgressNeedText(*check.progress))
      : check.is_too_large ? ""
                           : " Its progress is not decided.";
  const std::string orders =
      check.memory.has_value() && check.memory->Holds()
          ? absl::StrCat(ReadingsText(*check.memory), OrdersText(check))
          : "";
  switch (VerdictOf(check)) {
    case CheckVerdict::kHolds:
      return absl::StrCat(check.name, ": holds for ",
                          Counted(GroupCount(check), "group"), ".", need,
                          orders, idle);
    case CheckVerdict::kFails:
      return absl::StrCat(check.name, ": does not hold: ", FaultText(check),
                          ".", RepairText(check), idle);
    case CheckVerdict::kUndecided:
      break;
  }
  std::string why;
  if (check.is_too_large)
    absl::StrAppend(&why, " Of progress, ", check.no_progress, ".");
  if (!LimitText(check).empty())
    absl::StrAppend(&why, " Of memory, ", LimitText(check), ".");
  return absl::StrCat(check.name, ": not decided.", why, need,
                      orders.empty() || check.memory->late_limit.empty()
                          ? ""
                          : " Without late loads it holds.",
                      orders, idle);
}

std::string CheckText(const ProgramCheck& check, bool all, size_t width) {
  std::string text =
      absl::StrCat(Wrap(CheckSummary(check), width, 2), "\n",
                   ListingText(check, width), ExecutionsText(check, all), "\n");
  if (check.progress.has_value()) {
    // Its steps are in one order.
    if (check.memory.has_value() && !check.memory->Holds())
      text += "If memory were sequentially consistent:\n";
    absl::StrAppend(&text, ProgressCheckText(*check.progress, width));
  } else if (!check.is_too_large) {
    absl::StrAppend(&text, Wrap(absl::StrCat("Progress is not decided: ",
                                             check.no_progress),
                                width, 2));
  }
  absl::StrAppend(&text, "Checked: ", Counted(GroupCount(check), "group"));
  if (check.memory.has_value()) {
    absl::StrAppend(
        &text, ", ", Counted(check.memory->states, "state"), " of memory",
        IsExceeded(check) ? " before the limit" : "",
        !check.memory->late_limit.empty()
            ? ", without late loads, which are made after a later store"
        : !check.memory->late_limit_of_orders.empty()
            ? ", those of weaker orders without late loads, which are made "
              "after a later store"
            : "");
  }
  if (check.progress.has_value()) {
    absl::StrAppend(&text, ", ",
                    Counted(check.progress->verdicts.states, "state"),
                    " of progress");
  }
  return absl::StrCat(text, ". More groups or rounds may differ.\n");
}

void ProgramCheck::Fields(FieldVisitor& v) {
  v.Written("program", name);
  CheckVerdict verdict = VerdictOf(*this);
  v.Enum("verdict", &verdict);
  v.Written("summary", CheckSummary(*this));
  v.Written("groups", GroupCount(*this));
  if (v.Given("memory", memory.has_value()) && v.Enter("memory")) {
    WriteMemory(v, *this);
    v.Leave();
  }
  if (v.Given("progress", progress.has_value())) {
    ProgressCheck of_groups = progress.value_or(ProgressCheck());
    v.Struct("progress", &of_groups);
  }
}

}  // namespace wgsync
