#include "reports/gate/baseline.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "nlohmann/json.hpp"
#include "reports/diff/diff.h"
#include "reports/matrix/matrix_model.h"
#include "reports/render/text.h"
#include "suite/core/base/field_visitor.h"
#include "suite/core/base/parse_json.h"
#include "suite/core/base/sha256.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/record/log_file.h"
#include "suite/core/record/run_facts.h"
#include "suite/core/verdict/kinds.h"

namespace wgsync {
namespace {

using nlohmann::json;

constexpr uint32_t kLeastRuns = 3;
constexpr char kTaken[] = "baseline: taken in place of ";

}  // namespace

absl::Status CheckBaseline(const Run& run) {
  const auto refused = [&run](absl::string_view why) {
    return BadInput(run.folder, ": cannot be a baseline: ", why);
  };
  const std::string model = RunModel(run);
  if (!model.empty()) {
    return refused(
        absl::StrCat("it is of model:", model,
                     ", which is not a device; run without --model"));
  }
  if (!run.finished) {
    return refused(absl::StrCat("it was cut short; ", ResumeText(run)));
  }
  // Each of its cases has several launches.
  if (!IsTried(run) && run.header.settings.repeat < kLeastRuns) {
    return refused(absl::StrCat(
        "it ran each case ", run.header.settings.repeat, " of ", kLeastRuns,
        " times; make it with `wgsync run --baseline`"));
  }
  const Tally tally = TallyRun(run);
  if (2 * tally.could_bind_inconclusive > tally.could_bind ||
      2 * tally.inconclusive > tally.total) {
    return refused(absl::StrCat(
        tally.inconclusive, " of ", Counted(tally.total, "case"),
        " are unproven since other processes had the cores; make it on an idle "
        "machine"));
  }
  return absl::OkStatus();
}

std::string BaselineText(const Run& run) {
  const Tally tally = TallyRun(run);
  std::vector<std::string> verdicts;
  size_t compared = 0;
  for (const auto& [kind, count] : tally.verdicts) {
    verdicts.push_back(absl::StrCat(count, " ", VerdictName(kind)));
    if (MakesBaseline(kind)) compared += count;
  }
  std::string out = OneLine(ColumnName(run));
  const auto field = [&out](absl::string_view name, absl::string_view value) {
    absl::StrAppend(&out, "\n", Field(name, value, 2, std::string::npos));
    while (absl::EndsWith(out, "\n")) out.pop_back();
  };
  field("device", RunDeviceName(run));
  field("driver", RunDriverVersion(run));
  field("suite", run.header.suite_digest);
  field("tier", run.header.settings.tier);
  field("made", UtcTime(RunBegan(run)));
  field("took", Duration(run.AllSeconds()));
  field("verdicts", absl::StrJoin(verdicts, ", "));
  field("compared",
        absl::StrCat(compared, " of ", Counted(tally.total, "case"),
                     " can be, ", tally.could_bind_shown, " of them count"));
  const std::string unproven = UnprovenText(run);
  if (!unproven.empty()) field("note", unproven);
  for (const std::string& note : run.notes) {
    if (absl::StartsWith(note, kTaken)) {
      field("taken",
            absl::string_view(note).substr(sizeof("baseline: taken ") - 1));
    }
  }
  return out + "\n";
}

size_t CountWorse(const Gate& gate) {
  return gate.diff.Count(Direction::kWorse) + gate.Missing() +
         (gate.ClassShrinks() ? 1 : 0);
}

std::string BaselineChangesText(const Gate& gate) {
  std::map<std::string, const GateCase*> judged;
  for (const GateCase& c : gate.cases) judged[c.id] = &c;
  std::string out;
  for (const CaseChange* change : gate.diff.Listed()) {
    const auto found = judged.find(change->id);
    const GateCase* const c = found == judged.end() ? nullptr : found->second;
    absl::StrAppend(&out, NameOf(change->direction), "  ", OneLine(change->id));
    if (c != nullptr) {
      absl::StrAppend(&out, "\n    ", OneLine(ChangeText(*c)), "; ",
                      NameOf(c->outcome), c->why.empty() ? "" : ": ",
                      OneLine(c->why));
    }
    out += "\n";
  }
  if (gate.ClassShrinks()) out += "worse  the class of progress shrinks\n";
  return out;
}

std::string TakenLog(const Run& before, absl::string_view log,
                     absl::string_view reason) {
  std::vector<std::string> notes;
  for (const std::string& note : before.notes) {
    if (absl::StartsWith(note, kTaken)) notes.push_back(note);
  }
  notes.push_back(absl::StrCat(kTaken, RunDriverVersion(before), ": ", reason));
  while (absl::EndsWith(log, "\n")) log.remove_suffix(1);
  const size_t last = log.rfind('\n') + 1;
  std::string text(log.substr(0, last));
  for (const std::string& note : notes) {
    text += JsonText({{"kind", "note"}, {"text", note}});
  }
  json end = ParseJson(log.substr(last));
  end.erase("seal");
  end["digest"] = Sha256(text);
  end["seal"] = SealOf(end);
  return text + JsonText(end);
}

}  // namespace wgsync
