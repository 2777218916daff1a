#include <algorithm>
#include <cstdint>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "reports/words/evidence_text.h"
#include "suite/core/verdict/host_verdict.h"

namespace wgsync {
namespace {

std::string Tries(uint32_t wrong, uint32_t tries) {
  return absl::StrCat("wrong in ", wrong, " of ", tries,
                      tries == 1 ? " try" : " tries");
}

std::string ControlText(const HostFacts& facts) {
  if (facts.control_tries == 0) return "";
  if (facts.control_wrong == 0) {
    return absl::StrCat(
        "without the synchronization it is right as well, ",
        facts.control_tries,
        facts.control_tries == 1 ? " time of " : " times of ",
        facts.control_tries,
        ": nothing here comes too early by itself (commands that run one after "
        "the other, or calls that wait)");
  }
  return absl::StrCat("without the synchronization: ",
                      Tries(facts.control_wrong, facts.control_tries), ": ",
                      facts.control_text);
}

std::string EndingText(const CaseResult& r) {
  const HostFacts& facts = r.host.facts;
  const HostEvidence& evidence = r.judged.host;
  const bool control =
      evidence.racing || absl::StartsWith(r.host.call, "control/");
  const std::string in = control ? ", without the synchronization" : "";
  switch (evidence.ending) {
    case HostEnding::kCameBack:
      return absl::StrCat(
          "with the synchronization: ", Tries(facts.wrong, facts.tries),
          facts.fault_text.empty() ? "" : ": ", facts.fault_text);
    case HostEnding::kRefused:
      return absl::StrCat("deprecated by OpenCL 1.2, and refused: ",
                          r.host.what);
    case HostEnding::kShort:
      return absl::StrCat("nothing is proven: ", r.host.what);
    case HostEnding::kCallFailed:
      return absl::StrCat("a call failed", in, ": ", r.host.what);
    case HostEnding::kNotBack:
      return absl::StrCat(r.host.what, in,
                          evidence.watched
                              ? "; its process lived meanwhile, and no thread "
                                "of it waited for a core"
                              : "; its threads waited for a core meanwhile");
    case HostEnding::kSetUpFailed:
      return absl::StrCat("nothing could be tried: ", r.host.what);
    case HostEnding::kWorkerDied:
    case HostEnding::kEndedFromOutside:
      return absl::StrCat("the worker ", r.host.what, " in ", r.host.call);
    case HostEnding::kDeviceLost:
      return r.host.what;
  }
  return "";
}

}  // namespace

std::vector<std::string> HostSentences(const CaseResult& r) {
  if (r.judged.by != DecidedBy::kHostEvidence) return {};
  std::vector<std::string> words = {EndingText(r), ControlText(r.host.facts)};
  words.insert(words.end(), r.host.facts.words.begin(),
               r.host.facts.words.end());
  words.erase(std::remove(words.begin(), words.end(), ""), words.end());
  return words;
}

}  // namespace wgsync
