#include "tools/cmd/known_failures.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "reports/gate/expectation.h"
#include "reports/gate/gate.h"
#include "suite/core/record/run_facts.h"

namespace wgsync {

DeviceOverview FailuresOf(const Run& run, const BindMask& bind,
                          absl::Span<const DeviceExpectations> files) {
  DeviceOverview of;
  of.run = &run;
  const std::string name = absl::AsciiStrToLower(RunDeviceName(run));
  std::vector<const Expectations*> rules;
  for (const DeviceExpectations& file : files) {
    if (absl::StrContains(name, absl::AsciiStrToLower(file.device))) {
      rules.push_back(&file.rules);
    }
  }
  of.has_file = !rules.empty();
  for (const CaseResult& r : run.results) {
    if (!Fails(r.binds, bind)) continue;
    const bool known =
        std::any_of(rules.begin(), rules.end(), [&](const Expectations* file) {
          const ExpectationRule* rule = RuleFor(*file, r.id, TagFactsOf(run));
          return rule != nullptr && Expects(*rule, r.verdict);
        });
    (known ? of.known : of.fresh).push_back(&r);
  }
  return of;
}

}  // namespace wgsync
