#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "suite/catalog/catalog.h"
#include "suite/plan/plan.h"
#include "suite/plan/soundness.h"
#include "tools/cli.h"

namespace wgsync {
namespace {

struct ListArgs {
  std::vector<std::string> globs;
  std::string tier = "smoke";
  bool why = false;
};

// A device that claims everything, but device scope only if asked: what NVIDIA
// does not claim and compiles.
Claims AllClaims(bool scope_device) {
  Claims claims;
  claims.highest_c11 = 300;
  claims.order_acq_rel = true;
  claims.order_seq_cst = true;
  claims.scope_device = scope_device;
  claims.is_gpu = true;
  claims.is_nvidia = true;
  claims.max_group_size = 1024;
  claims.sub_group_size = 32;
  return claims;
}

void PrintSoundness(const char* name, const SoundnessWhy& s) {
  std::printf("    %s %s: %s\n", name,
              std::string(SoundnessName(s.soundness)).c_str(), s.why.c_str());
}

void PrintWhy(const PlannedCase& planned) {
  std::printf("    here because %s\n", planned.why.c_str());
  SoundnessWhy claimed = SoundnessOf(planned.c, AllClaims(true));
  SoundnessWhy unclaimed = SoundnessOf(planned.c, AllClaims(false));
  PrintSoundness("soundness", claimed);
  if (unclaimed.soundness != claimed.soundness) {
    PrintSoundness("without claimed device scope", unclaimed);
  }
  const ProgressNeed need = planned.c.host != nullptr
                                ? ProgressNeed::kNone
                                : planned.c.primitive->need;
  std::printf("    needs %s\n", std::string(NeedName(need)).c_str());
}

int List(const ListArgs& args) {
  absl::StatusOr<Tier> tier = ParseTier(args.tier);
  if (!tier.ok()) return Complain(kBadInput, tier.status().message());
  absl::StatusOr<std::vector<PlannedCase>> cases = Select(*tier, args.globs);
  if (!cases.ok()) return Complain(kBadInput, cases.status().message());
  for (const PlannedCase& planned : *cases) {
    std::printf("%s\n", planned.id.c_str());
    if (args.why) PrintWhy(planned);
  }
  return kAsExpected;
}

}  // namespace

void AddListCommand(CLI::App* app, int* exit_code) {
  auto args = std::make_shared<ListArgs>();
  CLI::App* list = app->add_subcommand(
      "list", "Lists the cases of a tier, the same for every device");
  list->add_option("glob", args->globs, "Only cases that match (* and ?)");
  list->add_option("--tier", args->tier, kTiers);
  list->add_flag("--why", args->why,
                 "Say of each why it is there, what the specification says of "
                 "it and what it needs");
  list->callback([args, exit_code] { *exit_code = List(*args); });
}

}  // namespace wgsync
