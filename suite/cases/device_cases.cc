#include "suite/cases/device_cases.h"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "absl/strings/str_cat.h"
#include "reports/render/text.h"
#include "suite/cases/settings.h"
#include "suite/core/record/exit_code.h"
#include "suite/core/verdict/kinds.h"

namespace wgsync {
namespace {

// Seen where a run that takes too long is cut short by its caller.
void PrintResult(const CaseResult& r, size_t done, size_t total) {
  std::printf("[%zu/%zu] %s: %s (%s)\n", done, total, r.id.c_str(),
              VerdictText(r.verdict).c_str(), Duration(r.seconds).c_str());
  std::fflush(stdout);
}

}  // namespace

DeviceCases::DeviceCases(DeviceInfo device, std::string tier,
                         std::string folder)
    : folder_(std::move(folder)) {
  options_.device = std::move(device);
  options_.tier = std::move(tier);
  options_.folder = folder_;
  options_.on_result = PrintResult;
}

void DeviceCases::Reset() {
  ++resets_;
  options_.folder =
      resets_ == 1 ? folder_ : absl::StrCat(folder_, ".", resets_);
  options_.cases.clear();
  has_run_ = false;
  status_ = absl::OkStatus();
  results_.clear();
  summary_ = RunSummary();
}

void DeviceCases::Select(const PlannedCase& planned) {
  options_.cases.push_back(planned);
}

void DeviceCases::Run() {
  has_run_ = true;
  std::printf("%s: %zu cases, into %s\n",
              OneLine(options_.device.full_name).c_str(), selected(),
              options_.folder.c_str());
  options_.on_result = [this](const CaseResult& r, size_t done, size_t total) {
    PrintResult(r, done, total);
    results_[r.id] = r;
  };
  options_.bind = SettingsFromEnvironment().bind;
  absl::StatusOr<RunSummary> summary = RunDevice(options_);
  if (summary.ok()) {
    summary_ = *std::move(summary);
  } else {
    status_ = summary.status();
  }
}

absl::StatusOr<const CaseResult*> DeviceCases::Result(const std::string& id) {
  if (!has_run_) Run();
  auto result = results_.find(id);
  if (result != results_.end()) return &result->second;
  if (!status_.ok()) return status_;
  return absl::InternalError("the run ended without a verdict for it");
}

std::string DeviceCases::Objection() {
  if (!has_run_ || !status_.ok()) return "";  // each case has failed of it
  std::string name = OneLine(options_.device.full_name);
  bool any_ran = std::any_of(
      results_.begin(), results_.end(),
      [](const auto& r) { return IsJudged(r.second.verdict.kind); });
  if (!any_ran) {
    return absl::StrCat(name, ": all of its ", selected(),
                        " selected cases were skipped: nothing was tested");
  }
  switch (static_cast<ExitCode>(summary_.ExitCode())) {
    case kInfrastructure:
      return absl::StrCat(name, ": the device or the suite failed: ",
                          summary_.notes.empty()
                              ? "see the run's log"
                              : OneLine(summary_.notes.back()));
    case kNothingBinds:
      // Skipped, each with its reason: a quiet machine may prove them.
      if (summary_.inconclusive_binding > 0) return "";
      return absl::StrCat(name, ": none of its ", selected(),
                          " selected cases binds: nothing was proven");
    case kAsExpected:
    case kFailures:
    case kBadInput:
      break;
  }
  return "";
}

}  // namespace wgsync
