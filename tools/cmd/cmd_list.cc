#include <cstdio>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"
#include "reports/matrix/report_json.h"
#include "reports/render/text.h"
#include "suite/core/base/field_visitor.h"
#include "suite/core/base/overload.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/catalog/needs.h"
#include "suite/core/plan/plan.h"
#include "suite/core/plan/seen_to_fail.h"
#include "suite/core/plan/soundness.h"
#include "tools/cli/cli.h"
#include "tools/run/choose_cases.h"

namespace wgsync {
namespace {

struct ListArgs {
  std::vector<std::string> globs;
  std::string tier = "smoke";
  bool why = false;
  Output output;
};

// A device that claims everything, but device scope only if asked: what NVIDIA
// does not claim and compiles.
Claims AllClaims(bool scope_device) {
  Claims claims;
  claims.highest_c11 = 300;
  claims.ClaimEveryOrder();
  claims.scope_device = claims.fence_scope_device = scope_device;
  claims.is_gpu = true;
  claims.is_nvidia = true;
  claims.max_group_size = 1024;
  claims.sub_group_size = 32;
  return claims;
}

// What the specification says of a case, whatever device it is for.
struct Why {
  SoundnessWhy claimed, unclaimed;
  std::string need;
  std::string seen_to_fail;  // "" unless it is racy
};

Why WhyOf(const PlannedCase& planned) {
  const ProgressNeed need = std::visit(
      Overload{[](const KernelCase& kernel) { return kernel.primitive->need; },
               [](const HostCase&) { return ProgressNeed::kNone; }},
      planned.c);
  Why why = {SoundnessOf(planned.c, AllClaims(true)),
             SoundnessOf(planned.c, AllClaims(false)),
             std::string(NameOf(need)), ""};
  if (why.claimed.soundness == Soundness::kRacy) {
    why.seen_to_fail = SeenToFailText(planned.id);
  }
  return why;
}

void PrintField(const std::string& text) {
  std::printf("    %s", Wrap(text, ProseWidth(), 6, 4).c_str());
}

void PrintSoundness(const char* name, const SoundnessWhy& s) {
  PrintField(absl::StrCat(name, " ", NameOf(s.soundness), ": ", s.why));
}

void PrintWhy(const PlannedCase& planned) {
  const Why why = WhyOf(planned);
  PrintField(absl::StrCat("here because ", planned.why));
  PrintSoundness("soundness", why.claimed);
  if (why.unclaimed.soundness != why.claimed.soundness) {
    PrintSoundness("without claimed device scope", why.unclaimed);
  }
  PrintField(absl::StrCat("needs: ", NeedText(why.need)));
  if (!why.seen_to_fail.empty()) {
    PrintField(absl::StrCat("seen to fail on: ", why.seen_to_fail));
  }
}

nlohmann::json SoundnessJson(const SoundnessWhy& s) {
  return {{"is", std::string(NameOf(s.soundness))}, {"why", s.why}};
}

nlohmann::json CaseJson(const PlannedCase& planned) {
  const Why why = WhyOf(planned);
  return {{"case", planned.id},
          {"family", std::string(CaseFamily(planned.c))},
          {"why", planned.why},
          {"soundness", SoundnessJson(why.claimed)},
          {"soundness_without_device_scope", SoundnessJson(why.unclaimed)},
          {"need", why.need},
          {"seen_to_fail", why.seen_to_fail}};
}

absl::StatusOr<int> List(const ListArgs& args) {
  ASSIGN_OR_RETURN(Tier tier, ParseTier(args.tier));
  ASSIGN_OR_RETURN(std::vector<PlannedCase> cases,
                   SelectWords(tier, args.globs));
  if (args.output.json) {
    nlohmann::json report = ReportJson("list");
    report["tier"] = args.tier;
    report["cases"] = JsonList(cases, CaseJson);
    return PrintJson(report);
  }
  for (const PlannedCase& planned : cases) {
    std::printf("%s\n", planned.id.c_str());
    if (args.why) PrintWhy(planned);
  }
  return kAsExpected;
}

}  // namespace

Command ListCommand() {
  auto args = std::make_shared<ListArgs>();
  Command list("list", "Lists the cases of a tier, the same for every device");
  list.Add("glob GLOB", args->globs,
           "Only these cases: ids, parts of ids, globs (* and ?), or a common "
           "name (\"grid barrier\")");
  AddTierOption(list, &args->tier);
  list.Add("--why", args->why,
           "Say of each why it is there, what the specification says of "
           "it, what it needs and, if it is racy, where it failed");
  AddJsonOption(list, &args->output);
  list.run = [args] { return List(*args); };
  return list;
}

}  // namespace wgsync
