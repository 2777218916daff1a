#include "reports/gate/known.h"

#include <cstddef>
#include <iterator>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/record/run_facts.h"

namespace wgsync {

absl::StatusOr<std::vector<DeviceExpectations>> ReadDeviceExpectations(
    absl::Span<const std::string> arguments, absl::string_view today) {
  std::vector<DeviceExpectations> files;
  for (const std::string& argument : arguments) {
    const size_t split = argument.find('=');
    const bool is_named = split != std::string::npos;
    ASSIGN_OR_RETURN(
        Expectations file,
        ReadExpectations(is_named ? argument.substr(split + 1) : argument,
                         today));
    // What a download or a full disk left would know nothing.
    if (absl::c_all_of(file.lines, [](absl::string_view line) {
          return absl::StripAsciiWhitespace(line).empty();
        })) {
      return BadInput(file.path,
                      ": is empty; name a file of expectations, or leave it "
                      "out");
    }
    files.push_back(
        {is_named ? argument.substr(0, split) : "", std::move(file)});
  }
  return files;
}

std::vector<const Expectations*> FilesFor(
    absl::string_view full_name, absl::Span<const DeviceExpectations> files) {
  std::vector<const Expectations*> rules;
  const std::string name = absl::AsciiStrToLower(full_name);
  for (const DeviceExpectations& file : files) {
    if (absl::StrContains(name, absl::AsciiStrToLower(file.device))) {
      rules.push_back(&file.rules);
    }
  }
  return rules;
}

std::vector<SkipRule> SkipsOn(const DeviceInfo& device,
                              absl::Span<const DeviceExpectations> files) {
  std::vector<SkipRule> skips;
  for (const Expectations* file : FilesFor(device.full_name, files)) {
    absl::c_move(SkipsOf(*file, device.full_name, device.driver_version),
                 std::back_inserter(skips));
  }
  return skips;
}

std::string WhyKnown(const Run& run, const CaseResult& result,
                     absl::Span<const DeviceExpectations> files) {
  for (const Expectations* file : FilesFor(RunDeviceName(run), files)) {
    const ExpectationRule* rule = RuleFor(*file, result.id, TagFactsOf(run));
    if (rule == nullptr || !Expects(*rule, result.verdict)) continue;
    return absl::StrCat(rule->reason, " (", file->path, ":", rule->line, ")");
  }
  return "";
}

namespace {

// Adds what `run` lacks of what `file` expects of each of its cases.
void AddLostVerdicts(const Run& run, const Expectations& file,
                     std::vector<LostPower>* lost) {
  const TagFacts facts = TagFactsOf(run);
  for (const CaseResult& r : run.results) {
    const ExpectationRule* rule = RuleFor(file, r.id, facts);
    const bool found = rule == nullptr ? r.verdict.kind == VerdictKind::kPass
                                       : Expects(*rule, r.verdict);
    if (found) continue;
    lost->push_back(
        {r.id,
         absl::StrCat(
             r.id, " is ", VerdictText(r.verdict), ", and ", file.path,
             rule == nullptr
                 ? " expects it to pass"
                 : absl::StrCat(":", rule->line, " expects another verdict")),
         IsInconclusive(r)});
  }
}

}  // namespace

std::vector<LostPower> PowerLostBy(const Run& run, absl::string_view cases,
                                   absl::Span<const DeviceExpectations> files) {
  std::vector<LostPower> lost;
  const TagFacts facts = TagFactsOf(run);
  for (const Expectations* file : FilesFor(RunDeviceName(run), files)) {
    for (const PowerRule& power : file->powers) {
      if (power.cases != cases || !TagsFit(power.tags, facts)) continue;
      AddLostVerdicts(run, *file, &lost);
      const Tally tally = TallyRun(run);
      if (tally.could_bind_shown >= power.least) continue;
      lost.push_back(
          {"",
           absl::StrCat(tally.could_bind_shown, " counted cases ran, and ",
                        file->path, ":", power.line, " wants ", power.least),
           tally.could_bind_shown + tally.could_bind_inconclusive >=
               power.least});
    }
  }
  return lost;
}

}  // namespace wgsync
