#include "reports/words/overview.h"

#include <algorithm>
#include <map>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "reports/advice/can.h"
#include "reports/advice/common_names.h"
#include "reports/matrix/progress_class.h"
#include "reports/render/text.h"
#include "reports/words/causes.h"
#include "suite/core/record/run_facts.h"
#include "suite/core/verdict/rules.h"

namespace wgsync {
namespace {

constexpr size_t kMostReasons = 3;
constexpr size_t kDriverWidth = 10;
// Of a row: all that follows the device's name, and a column that is there if a
// device has such cases.
constexpr size_t kNumbersWidth = 57;
constexpr absl::string_view kInconclusive = " inconclusive";

std::string DeviceText(const Run& run) {
  const std::string model = RunModel(run);
  return absl::StrCat(
      model.empty() ? "" : absl::StrCat("model:", model, " on "),
      OneLine(RunDeviceName(run)));
}

std::string Row(const DeviceOverview& d, size_t name_width, bool load) {
  const Tally tally = TallyRun(*d.run);
  const auto of = [&](VerdictKind kind) {
    const auto it = tally.verdicts.find(kind);
    return it == tally.verdicts.end() ? size_t{0} : it->second;
  };
  const size_t pass = of(VerdictKind::kPass);
  const size_t unproven = of(VerdictKind::kUnproven);
  const size_t hang = of(VerdictKind::kHang);
  return absl::StrFormat(
      "%s  %s %5d %5d %8d %5d %5d %5d %5s%s\n",
      PadRight(Shorten(DeviceText(*d.run), name_width), name_width),
      PadRight(Shorten(OneLine(RunDriverVersion(*d.run)), kDriverWidth),
               kDriverWidth),
      tally.total, pass, unproven, hang, tally.total - pass - unproven - hang,
      d.fresh.size() + d.known.size(),
      d.has_file ? absl::StrCat(d.known.size()) : "-",
      load ? absl::StrFormat(" %12d", tally.inconclusive) : "");
}

std::string Header(size_t name_width, bool load) {
  return absl::StrFormat(
      "%s  %s %5s %5s %8s %5s %5s %5s %5s%s\n", PadRight("device", name_width),
      PadRight("driver", kDriverWidth), "cases", "pass", "unproven", "hang",
      "other", "fails", "known", load ? kInconclusive : "");
}

// An answer in a few words, the same for answers that are alike.
std::string InWords(const CanAnswer& a) {
  if (a.host && a.answer == Answer::kYes && a.why != nullptr) {
    return absl::StrCat("yes, ", a.checks - a.right.size(), " of ", a.checks,
                        " checks with a wrong value");
  }
  if (a.answer != Answer::kYesUpTo && a.answer != Answer::kYesTried) {
    return std::string(AnswerName(a.answer));
  }
  const bool limit = a.answer == Answer::kYesUpTo;
  return absl::StrCat(limit ? "up to " : "right with ", a.best.reach[0].groups,
                      " work-groups of ", a.best.reach[0].group_size,
                      limit ? "" : ", the most tried");
}

// The failures of all devices by rule.
struct Reason {
  Verdict verdict;
  size_t known = 0, fresh = 0;
  std::string example;
};

std::vector<Reason> ReasonsOf(absl::Span<const DeviceOverview> devices) {
  std::map<std::pair<Rule, Cause>, Reason> by_rule;
  const auto add = [&](const CaseResult& r, size_t Reason::*count) {
    Reason& reason = by_rule[{r.verdict.rule, r.verdict.cause}];
    if (reason.example.empty() ||
        (count == &Reason::fresh && reason.fresh == 0))
      reason.example = r.id;
    reason.verdict = r.verdict;
    ++(reason.*count);
  };
  for (const DeviceOverview& d : devices) {
    for (const CaseResult* r : d.fresh) add(*r, &Reason::fresh);
    for (const CaseResult* r : d.known) add(*r, &Reason::known);
  }
  std::vector<Reason> reasons;
  reasons.reserve(by_rule.size());
  for (auto& [rule, reason] : by_rule) reasons.push_back(std::move(reason));
  absl::c_stable_sort(reasons, [](const Reason& a, const Reason& b) {
    return std::make_pair(a.fresh, a.known) > std::make_pair(b.fresh, b.known);
  });
  return reasons;
}

// The known ones in one line; of the new ones the first reasons, each with an
// id.
std::string ReasonsText(absl::Span<const DeviceOverview> devices,
                        size_t width) {
  std::vector<std::string> known;
  std::string out;
  size_t told = 0, more = 0;
  for (const Reason& r : ReasonsOf(devices)) {
    if (r.known != 0) {
      known.push_back(absl::StrCat(r.known, " ", VerdictText(r.verdict)));
    }
    if (r.fresh == 0) continue;
    if (told == kMostReasons) {
      more += r.fresh;
      continue;
    }
    ++told;
    absl::StrAppend(
        &out, "  ",
        Wrap(absl::StrCat(r.fresh, " new: ", OneLine(ReasonText(r.verdict))),
             width, 4, 2),
        "    ", Shorten(OneLine(r.example), width - 4), "\n");
  }
  if (more != 0) absl::StrAppend(&out, "  and ", more, " more\n");
  if (!known.empty()) {
    absl::StrAppend(
        &out, "  ",
        Wrap(absl::StrCat("known: ", absl::StrJoin(known, ", ")), width, 4, 2));
  }
  return out.empty() ? out : absl::StrCat("Failures\n", out);
}

}  // namespace

std::string AnswersLine(const Run& run) {
  std::vector<std::pair<std::string, std::vector<std::string>>> told;
  for (const CommonName& kind : Kinds()) {
    const absl::StatusOr<Meant> meant = WhatIsMeant(kind.name);
    if (!meant.ok()) continue;
    const std::string words = InWords(MakeAnswer(run, nullptr, *meant));
    auto same = absl::c_find_if(
        told, [&](const auto& group) { return group.first == words; });
    if (same == told.end()) same = told.insert(same, {words, {}});
    same->second.emplace_back(kind.name);
  }
  return absl::StrJoin(told, "; ", [](std::string* out, const auto& group) {
    absl::StrAppend(out, absl::StrJoin(group.second, ", "), ": ", group.first);
  });
}

std::string OverviewText(absl::Span<const DeviceOverview> devices,
                         size_t width) {
  size_t name_width = 6;
  for (const DeviceOverview& d : devices) {
    name_width = std::max(name_width, DisplayWidth(DeviceText(*d.run)));
  }
  const size_t room = width > kNumbersWidth + 20 ? width - kNumbersWidth : 20;
  name_width = std::min(name_width, room);
  const bool load = absl::c_any_of(
      devices, [](const auto& d) { return TallyRun(*d.run).inconclusive > 0; });
  if (load) {
    name_width =
        std::min(name_width, width - kNumbersWidth - kInconclusive.size());
  }
  std::string out = Header(name_width, load);
  for (const DeviceOverview& d : devices) out += Row(d, name_width, load);
  if (load) {
    out += Wrap(
        "inconclusive: unproven while other processes had the cores; "
        "run them again on an idle machine",
        width, 2);
  }
  out += "May a kernel synchronize its work-groups?\n";
  for (const DeviceOverview& d : devices) {
    const std::string name = Shorten(DeviceText(*d.run), room);
    absl::StrAppend(
        &out, "  ",
        Wrap(absl::StrCat(devices.size() == 1 ? "" : absl::StrCat(name, ": "),
                          AnswersLine(*d.run)),
             width, 4, 2));
    const std::string progress = ProgressLine(*d.run);
    if (!progress.empty()) {
      absl::StrAppend(&out, "    ", Wrap(progress, width, 6, 4));
    }
    for (const std::string& fact : DriverFacts(*d.run)) {
      absl::StrAppend(&out, "    ", Wrap(fact, width, 4, 4));
    }
  }
  return out + ReasonsText(devices, width);
}

}  // namespace wgsync
