#include "reports/words/try_text.h"

#include <algorithm>
#include <set>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "nlohmann/json.hpp"
#include "reports/matrix/report_json.h"
#include "reports/render/text.h"
#include "reports/words/try_launch_text.h"
#include "suite/core/base/field_visitor.h"
#include "suite/core/base/fields_json.h"
#include "suite/core/record/bench_stats.h"
#include "suite/core/tried/try_rows.h"

namespace wgsync {
namespace {

constexpr size_t kIndent = 2;

struct VerdictRow {
  TryVerdict value;
  const char* text;
  ExitCode exit;
};
constexpr VerdictRow kVerdicts[] = {
    {TryVerdict::kRight, "right", kAsExpected},
    {TryVerdict::kWrong, "wrong", kFailures},
    {TryVerdict::kHangsAbove, "hangs in larger grids", kFailures},
    {TryVerdict::kHangs, "hangs in some launches", kFailures},
    {TryVerdict::kNoEnd, "does not end", kFailures},
    {TryVerdict::kCrash, "crash", kFailures},
    {TryVerdict::kWhenLate,
     "fails if groups start late, pause, read or store before", kFailures},
    {TryVerdict::kUnproven, "not known", kNothingBinds},
    {TryVerdict::kLost, "the device was lost", kInfrastructure},
};
static_assert(Describes(kVerdicts, TryVerdict::kLost), "one row each");

static_assert(kOverlaps == 4, "as the doubt below says");
constexpr EnumRow<TryDoubt> kDoubts[] = {
    {TryDoubt::kOneGroup,
     "only one group alone ran, which synchronizes with no other: run larger "
     "grids (--groups)"},
    {TryDoubt::kNothing,
     "the launches ended, and nothing was compared: add a line `// wgsync: "
     "right ...`"},
    {TryDoubt::kSame,
     "the launches left the same results, and no line tells whether these are "
     "right: add `// wgsync: right ...`"},
    {TryDoubt::kDiffers,
     "the launches left different results, which may all be right: add a line "
     "`// wgsync: right ...`"},
    {TryDoubt::kVacuous,
     "the memory passes the check before the launch, too, so that a kernel "
     "that "
     "does nothing is right: give the results another value to begin with, or "
     "check what each launch must write"},
    {TryDoubt::kChanged,
     "right as it is, and wrong with the text that is changed so that groups "
     "may start late or pause, though none did: a mistake that other timing "
     "shows, or the change of the text is one"},
    {TryDoubt::kNoProcessor,
     "other processes took the machine's cores while it ran"},
    {TryDoubt::kCut,
     "not every work-item came to its end with turns of loops left: this "
     "driver "
     "ends loops early, at the latest after 65,536 turns of a work-item "
     "together, and such a launch is not judged; give each work-item less to "
     "do, or take another device"},
    {TryDoubt::kNotRun, "no launch could be judged"},
    {TryDoubt::kTurns,
     "right in all launches, but groups ran at the same time in fewer than 4 "
     "of those that were looked at"},
    {TryDoubt::kUnshown,
     "right in all launches, but nothing shows whether any two groups ran at "
     "the same time"},
};
static_assert(Describes(kDoubts, TryDoubt::kUnshown), "one row each");

std::string OfLaunches(uint64_t count, const TryRow& row) {
  return absl::StrCat(count, " of ", Counted(row.launches, "launch"), " of ",
                      Counted(row.groups, "group"));
}

const TryRow* FirstRow(const TryReport& report, uint64_t TryRow::*count) {
  for (const TryRow& row : report.rows) {
    if (row.*count > 0) return &row;
  }
  return nullptr;
}

// Where groups were when a grid was launched with stamps: one that fails, and
// not that of `shown` if a larger one does not end.
std::string WatchedText(const TryReport& report, const TryRow* shown) {
  if (!report.watched || !report.watched->example.seen) return "";
  const TryRecord& r = report.watched->example;
  const bool other = shown != nullptr && shown->groups != r.groups;
  return absl::StrCat(
      other ? absl::StrCat("; a launch of ", Counted(r.groups, "group"),
                           " did not end")
            : "",
      "; launched again with stamps, ",
      r.ending == TryEnding::kFinished ? MarkFaultText(*r.seen)
                                       : GroupsSeenText(*r.seen));
}

// "" unless the values that a launch leaves are to blame.
std::string KeptText(const TryReport& report, const TryRow& row) {
  const uint64_t anew = row.launches - row.kept;
  const uint64_t failed = row.kept - row.kept_right;
  if (row.right != anew + row.kept_right || anew == 0 ||
      failed <= FailureRateBound(0, anew) * row.kept) {
    return "";
  }
  return absl::StrFormat(
      "right in all %d launches that began with the given values, and not in "
      "%d of %d that began with what the launch before left in %s; ",
      anew, failed, row.kept, absl::StrJoin(report.kept, ", "));
}

std::string HangText(const TryReport& report) {
  const auto of_grid = absl::c_find_if(report.rows, [&report](const TryRow& r) {
    return r.groups == report.hangs_from;
  });
  const TryRow* row = of_grid != report.rows.end()
                          ? &*of_grid
                          : FirstRow(report, &TryRow::hung);
  std::string text =
      absl::StrCat("no launch ended, of ", Counted(report.hangs_from, "group"),
                   " neither: it hangs, or it is slow");
  if (report.verdict == TryVerdict::kHangsAbove) {
    const uint32_t ends = report.ends_up_to, hangs = report.hangs_from;
    text = absl::StrCat("it ends with ", Counted(ends, "group"),
                        " and not with ", hangs);
    if (hangs == ends + 1 && ends > 1) {
      absl::StrAppend(&text,
                      "; if it needs all its groups resident at once, its "
                      "residency is ",
                      ends, report.residency == ends ? ", as predicted" : "");
    }
  }
  if (report.verdict == TryVerdict::kHangs && report.hangs_from == 0) {
    return absl::StrCat(
        OfLaunches(row->hung, *row),
        " do not end, and larger grids end: one group alone may wait for "
        "another (name grids with --groups); ",
        ExampleText(row->example));
  }
  if (report.verdict == TryVerdict::kHangs) {
    text = absl::StrFormat("%s%s do not end; the others took %.2g s at most",
                           KeptText(report, *row), OfLaunches(row->hung, *row),
                           row->slowest);
  }
  const TryRecord* longest = nullptr;
  for (const TryRecord& r : report.records) {
    if (r.groups == report.hangs_from && DoesNotEnd(r.ending) &&
        !HasStamps(r.purpose) &&
        (longest == nullptr || r.seconds > longest->seconds)) {
      longest = &r;
    }
  }
  if (longest != nullptr) absl::StrAppend(&text, "; ", ExampleText(*longest));
  absl::StrAppend(&text, WatchedText(report, nullptr));
  const uint64_t ended =
      RowOf(report.records, TryPurpose::kNotOptimized, report.hangs_from)
          .launches;
  if (report.not_optimized == TryEnding::kFinished && row != nullptr &&
      row->hung > FailureRateBound(0, ended) * row->launches) {
    absl::StrAppend(&text,
                    "; built with -cl-opt-disable it ends: the compiler took "
                    "out or moved what it waits with (a load in a loop that is "
                    "neither atomic nor volatile?), or the time of its steps "
                    "decides");
  }
  return text;
}

// Whether the launches could show that an order is missing.
std::string UnorderedText(const TryReport& report) {
  if (!report.unordered) {
    return "; no launch without fences and memory orders was made (the file "
           "names none, or does not build so), so this does not show whether "
           "it has those that it needs";
  }
  const TryRow& row = *report.unordered;
  return absl::StrCat(
      "; without its fences and memory orders it is ",
      row.clean()
          ? absl::StrCat("right too, in all ", row.launches,
                         " launches, so this device does not show "
                         "whether it has those that it needs")
          : absl::StrCat("wrong or does not end in ", row.launches - row.right,
                         " of ", Counted(row.launches, "launch")));
}

// What fences change of the grid that is wrong; "" if that is not known.
std::string OrderedText(const TryReport& report, const TryRow& wrong) {
  if (!report.ordered || report.ordered->groups != wrong.groups) return "";
  const TryRow& row = *report.ordered;
  constexpr char kWith[] =
      "with a fence of the device around each of its barriers, fences and "
      "atomic operations";
  if (row.wrong > 0) {
    return absl::StrCat("; ", kWith, " it is wrong too, in ", row.wrong, " of ",
                        Counted(row.launches, "launch"));
  }
  if (!row.clean() ||
      wrong.wrong <= FailureRateBound(0, row.launches) * wrong.launches) {
    return "";
  }
  return absl::StrCat("; ", kWith, " it is right in all ", row.launches,
                      " launches: an order between groups is missing, or the "
                      "fences' time hides the mistake");
}

// What launches without one of its orders at a time showed.
std::string LeftOutText(const TryReport& report) {
  std::vector<std::string> parts;
  for (const bool fails : {true, false}) {
    std::vector<std::string> names;
    uint64_t launches = 0;
    for (const TryOrder& order : report.orders) {
      if (fails != (order.failed > 0)) continue;
      names.push_back(absl::StrCat(
          order.name, " in line ", order.line,
          order.nth > 1 ? absl::StrCat(" (number ", order.nth, ")") : ""));
      launches = std::max(launches, order.launches);
    }
    if (names.empty()) continue;
    parts.push_back(absl::StrCat(
        fails ? "fails without " : "right without ", absl::StrJoin(names, ", "),
        fails ? ""
              : absl::StrCat(" (", Counted(launches, "launch"),
                             " each): this device does not show that one of "
                             "these alone is needed")));
  }
  return parts.empty() ? ""
                       : absl::StrCat("one left out at a time: ",
                                      absl::StrJoin(parts, "; "));
}

// What it needs of the order in which groups start; "" if nothing was seen.
std::string ReversedText(const TryReport& report) {
  const TryRow row = report.reversed.value_or(TryRow());
  if (row.right == row.launches) return "";
  return absl::StrCat(
      "; with the ids of its groups in reverse order it fails in ",
      OfLaunches(row.launches - row.right, row), ": ", ExampleText(row.example),
      ": it counts on groups that start in the order of their ids, which "
      "OpenCL does not promise (a ticket from an atomic counter, in place of "
      "get_group_id, is in that order)");
}

// ", with busy neighbours": of the forms that were right.
std::string WithText(const TryReport& report) {
  std::string text;
  for (const TryForm& form : kTryForms) {
    if (form.with != nullptr && (report.*form.row) &&
        (report.*form.row)->right > 0) {
      absl::StrAppend(&text, ", with ", form.with);
    }
  }
  return text;
}

std::string RightText(const TryReport& report) {
  uint64_t launches = 0;  // in which one group could fail another
  bool paused = false;
  std::string text;
  for (const TryRow& row : report.rows) {
    if (row.groups < 2) continue;
    launches += row.launches;
    const auto made = [&](TryPurpose purpose) {
      return RowOf(report.records, purpose, row.groups);
    };
    paused |= made(TryPurpose::kPaused).right > 0;
    if (made(TryPurpose::kLate).right > 0) continue;
    absl::StrAppend(
        &text, "; of ", row.groups, " groups with late ones nothing is known",
        made(TryPurpose::kInTime).right < made(TryPurpose::kInTime).launches
            ? ": the kernel as it is changed for them fails without them too"
            : "");
  }
  const uint32_t most = report.rows.back().groups;
  // Launches that begin with what others left tell no rate.
  const std::string rate =
      report.kept.empty()
          ? absl::StrFormat(
                "at 95 %% fewer than %.1f %% of such launches are "
                "wrong",
                100 * FailureRateBound(0, launches))
          : absl::StrCat(
                "each after the first of its grid began with what the one "
                "before left in ",
                absl::StrJoin(report.kept, ", "),
                ", so that a later one may be wrong",
                report.varied
                    ? ""
                    : ", and a value that was left may pass for a new "
                      "one that is the same (write values with launch, "
                      "which each launch changes)");
  return absl::StrFormat(
      "in all %d launches of 2%s groups: %s; with late groups%s right too, in "
      "%d launches of up to %d groups, and groups ran at the same time in %d "
      "of them%s%s%s%s",
      launches, most > 2 ? absl::StrCat(" to ", most) : "", rate,
      WithText(report), report.stamped, report.late ? report.late->groups : 0,
      report.overlapped, text,
      paused ? ""
             : "; no work-item paused at an atomic operation (the file names "
               "none, or does not build so)",
      UnorderedText(report), ReversedText(report));
}

// Why nothing is known, with the launch that shows it.
std::string DoubtText(const TryReport& report) {
  std::string text(kDoubts[static_cast<size_t>(*report.doubt)].name);
  if (report.doubt == TryDoubt::kTurns) {
    absl::StrAppend(&text, "; they did in ", report.overlapped, " of ",
                    report.stamped, ": ",
                    report.overlapped == report.stamped
                        ? ""
                        : "give each group more work, or ",
                    "raise --launches");
  }
  for (const TryRecord& r : report.records) {
    const bool right = r.ending == TryEnding::kFinished && r.right();
    if (report.doubt == TryDoubt::kChanged) {
      if (!IsControl(r.purpose) || r.ending != TryEnding::kFinished || right) {
        continue;
      }
      const TryRow row = RowOf(report.records, r.purpose, r.groups);
      return absl::StrCat(text, "; in ", OfLaunches(row.wrong, row), ": ",
                          ExampleText(r));
    }
    if (report.doubt == TryDoubt::kDiffers && !r.differs.empty() &&
        !r.weaker()) {
      const TryWrong& one = r.differs[0];
      return absl::StrCat(text, "; in a launch of ", Counted(r.groups, "group"),
                          " ", one.what, "[", one.index, "] is ", one.got,
                          ", and in the first of them ", one.want);
    }
    if (report.doubt == TryDoubt::kUnshown && !right) {
      return absl::StrCat(text, "; with stamps, in a launch of ",
                          Counted(r.groups, "group"), ": ", ExampleText(r));
    }
    if (report.doubt == TryDoubt::kNotRun && DoesNotEnd(r.ending)) {
      return absl::StrCat(
          text, "; ",
          r.purpose == TryPurpose::kReference
              ? "the reference kernel, one work-item,"
              : "one group alone, with which grids are compared,",
          " did not end: ", ExampleText(r));
    }
    if (r.text.empty()) continue;
    const bool cut = r.ending == TryEnding::kCut;
    return absl::StrCat(text, "; ",
                        cut ? "" : absl::StrCat(NameOf(r.ending), ": "),
                        OneLine(r.text));
  }
  return text;
}

std::string Because(const TryReport& report) {
  switch (report.verdict) {
    case TryVerdict::kRight:
      return RightText(report);
    case TryVerdict::kWrong: {
      const TryRow& row = *FirstRow(report, &TryRow::wrong);
      return KeptText(report, row) +
             absl::StrCat("in ", OfLaunches(row.wrong, row), " (", row.name,
                          "): ", ExampleText(row.example)) +
             WatchedText(report, &row) + OrderedText(report, row);
    }
    case TryVerdict::kWhenLate: {
      const TryForm& form = *FailingForm(report);
      const TryRow& row = *(report.*form.row);
      return absl::StrCat("right as it is, and not if ", form.fails_if, ", in ",
                          OfLaunches(row.launches - row.right, row),
                          row.right_in_time
                              ? " (with the same text right if none does): "
                              : ": ",
                          ExampleText(row.example), OrderedText(report, row));
    }
    case TryVerdict::kHangsAbove:
    case TryVerdict::kHangs:
    case TryVerdict::kNoEnd:
      return HangText(report);
    case TryVerdict::kCrash: {
      const TryRow& row = *FirstRow(report, &TryRow::crashed);
      return absl::StrCat(KeptText(report, row), "with ",
                          Counted(row.groups, "group"), ": ",
                          OneLine(row.example.text));
    }
    case TryVerdict::kLost:
      return OneLine(report.records.back().text);
    case TryVerdict::kUnproven:
      break;
  }
  return DoubtText(report);
}

std::string Grids(const TryReport& report) {
  std::vector<std::vector<std::string>> table = {{"grid", "groups", "launches",
                                                  "right", "wrong", "no end",
                                                  "crash", "not judged"}};
  const auto add = [&table](const TryRow& row, const std::string& name) {
    table.push_back({name});
    for (const uint64_t n :
         {uint64_t{row.groups}, row.launches + row.other, row.right, row.wrong,
          row.hung, row.crashed, row.other}) {
      table.back().push_back(absl::StrCat(n));
    }
  };
  for (const TryRow& row : report.rows) add(row, row.name);
  for (const TryForm& form : kTryForms) {
    std::set<uint32_t> sizes;
    for (const TryRow& grid : report.rows) sizes.insert(grid.groups);
    if (report.*form.row) sizes.insert((report.*form.row)->groups);
    sizes.erase(1);
    for (const uint32_t groups : sizes) {
      const TryRow row = RowOf(report.records, form.purpose, groups);
      if (row.launches + row.other > 0) add(row, form.title);
    }
  }
  return TableText(table, kIndent);
}

}  // namespace

std::string TryText(const TryReport& report, size_t width) {
  const auto line = [&](absl::string_view name, const std::string& value) {
    return value.empty() ? "" : Field(name, value, kIndent, width);
  };
  std::string text =
      absl::StrCat(OneLine(report.file), ": ",
                   kVerdicts[static_cast<size_t>(report.verdict)].text, "\n");
  absl::StrAppend(
      &text, line("because", Because(report)),
      line("kernel",
           absl::StrCat(
               report.kernel, ", ", Counted(report.items, "work-item"),
               " a group",
               report.shape.empty()
                   ? ""
                   : absl::StrCat(": ", absl::StrJoin(report.shape, "x")))),
      line("options", OneLine(report.options)),
      line("device", OneLine(report.device)),
      line("orders", LeftOutText(report)),
      line("right if", absl::StrJoin(report.right, "; and ")),
      line("residency", report.residency == 0
                            ? ""
                            : absl::StrCat(Counted(report.residency, "group"),
                                           ", predicted and not measured: ",
                                           report.residency_text)),
      line("assumed", absl::StrJoin(report.defaults, "; ")),
      line("not run", absl::StrJoin(report.left_out, ", ")));
  for (const std::string& note : report.notes) {
    absl::StrAppend(&text, line("note", note));
  }
  return absl::StrCat(text, "\n", Grids(report));
}

std::string TryRowText(const TryReport& report, const TryRow& row) {
  if (row.hung > 0 && row.groups >= report.hangs_from &&
      report.verdict == TryVerdict::kHangsAbove) {
    return HangText(report);
  }
  if (row.launches == 0 && report.doubt) return DoubtText(report);
  if (!row.clean() || row.other > 0) return ExampleText(row.example);
  if (row.groups == 1)
    return std::string(kDoubts[static_cast<size_t>(TryDoubt::kOneGroup)].name);
  const bool of_all = report.verdict == TryVerdict::kRight ||
                      report.verdict == TryVerdict::kUnproven;
  return of_all ? Because(report) : "";
}

std::string TryVerdictText(TryVerdict verdict) {
  return kVerdicts[static_cast<size_t>(verdict)].text;
}

nlohmann::json TryJson(const TryReport& report) {
  nlohmann::json j = ReportJson("try");
  j.update(FieldsToJson(report));
  j["because"] = Because(report);
  return j;
}

ExitCode ExitCodeOf(TryVerdict verdict) {
  return kVerdicts[static_cast<size_t>(verdict)].exit;
}

}  // namespace wgsync
