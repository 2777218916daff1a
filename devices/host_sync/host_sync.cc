#include "devices/host_sync/host_sync.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "devices/driver/error.h"

namespace wgsync {
namespace {

HostFacts SetUpFailed(const std::string& what) {
  HostFacts facts;
  facts.failed = what;
  facts.set_up = true;
  return facts;
}

}  // namespace

std::string HostWordOf(const HostWords& words, const std::string& key) {
  const auto found = words.find(key);
  return found == words.end() ? "" : found->second;
}

HostOutcome HostAnswered(const char* call, cl_int got, cl_int wanted) {
  if (got == wanted) return {};
  return {kHostAnswer,
          absl::StrCat(call, " answers ", OpenClErrorName(got), " (", got,
                       ") and not ", OpenClErrorName(wanted))};
}

double HoldSeconds(double free_seconds) {
  return std::clamp(20 * free_seconds, 0.02, std::max(0.5, 2 * free_seconds));
}

double FreeSeconds(double seconds, double patience) {
  return seconds < patience / 4 ? seconds : 0;
}

HostOutcome Free(bool ended, double free_seconds, const char* what) {
  if (!ended) {
    return {kHostNotSignalled, "held back by nothing it did not complete"};
  }
  if (free_seconds == 0) return {};
  return {kHostEarly, absl::StrCat("held back by nothing ", what, " after ",
                                   free_seconds * 1e3, " ms")};
}

std::string HostCode() {
  constexpr char kCode[] =
#include "devices/host_sync/host_code.inc"
      ;
  return kCode;
}

const std::vector<HostCheckRow>& HostCheckRows() {
  static const auto* const rows = [] {
    auto* const all = new std::vector<HostCheckRow>;
    for (const auto& some :
         {HostOrderChecks(), HostTransferChecks(), HostEventChecks(),
          HostCallbackChecks(), HostFailureChecks(), HostProfilingChecks(),
          HostSideBySideChecks(), HostConcurrentChecks()}) {
      all->insert(all->end(), some.begin(), some.end());
    }
    return all;
  }();
  return *rows;
}

HostFacts RunHostCheck(const cl::Device& device, const HostCheckSpec& spec,
                       const HostBench::Announce& announce,
                       std::unique_ptr<HostBench>* bench) {
  const std::vector<HostCheckRow>& rows = HostCheckRows();
  const auto row =
      std::find_if(rows.begin(), rows.end(),
                   [&](const HostCheckRow& r) { return r.name == spec.name; });
  if (row == rows.end()) {
    return SetUpFailed(absl::StrCat(spec.name, ": no code for this check"));
  }
  if (*bench == nullptr) {
    absl::StatusOr<std::unique_ptr<HostBench>> made =
        HostBench::Create(device, spec.source, spec.cuts_loops, announce);
    if (!made.ok()) return SetUpFailed(std::string(made.status().message()));
    *bench = *std::move(made);
  }
  HostBench* const b = bench->get();
  b->Begin(spec.patience);
  row->code(b, spec.words);
  HostFacts facts = b->facts();
  // What is left of a spoiled context is not even released: that may block.
  if (row->spoils_context || b->failed()) {
    static_cast<void>(bench->release());
  } else {
    b->Begin(spec.patience);
  }
  return facts;
}

}  // namespace wgsync
