#include "reports/words/overview.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "reports/advice/answer_table.h"
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

// The known ones in one line; of the new ones the first reasons, each with an
// id.
std::string ReasonsText(absl::Span<const DeviceOverview> devices,
                        size_t width) {
  std::vector<std::string> known;
  std::string out;
  size_t told = 0, more = 0;
  std::vector<const CaseResult*> all_fresh, all_known;
  for (const DeviceOverview& d : devices) {
    absl::c_copy(d.fresh, std::back_inserter(all_fresh));
    absl::c_copy(d.known, std::back_inserter(all_known));
  }
  for (const Defect& r : DefectsOf(all_fresh, all_known)) {
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
        "    ", Shorten(OneLine(r.id), width - 4), "\n");
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
  const std::vector<Question> questions = Questions();
  const std::vector<AnswerCell> cells = AnswersOf(run);
  for (size_t i = 0; i + 1 < cells.size(); ++i) {  // progress has its own line
    const std::string& says = cells[i].says;
    auto same = absl::c_find_if(
        told, [&](const auto& group) { return group.first == says; });
    if (same == told.end()) same = told.insert(same, {says, {}});
    same->second.emplace_back(questions[i].name);
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
