#include "suite/cases/device_cases.h"

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "reports/render/text.h"
#include "suite/core/record/exit_code.h"
#include "suite/core/record/run_facts.h"
#include "suite/core/verdict/kinds.h"

namespace wgsync {
namespace {

// Seen where a run that takes too long is cut short by its caller. Not on
// stdout, where test runners look for the words of GoogleTest.
void PrintResult(const CaseResult& r, size_t done, size_t total) {
  std::fprintf(stderr, "%zu of %zu: %s: %s (%s)\n", done, total, r.id.c_str(),
               VerdictText(r.verdict).c_str(), Duration(r.seconds).c_str());
}

// How often a family is run whose file expects more. More lost cases than these
// are not lost by luck: then once.
constexpr int kPowerTries = 3;
constexpr size_t kMostLostByLuck = 8;

// Held by the device that runs.
std::mutex& OneAtATime() {
  static auto& mutex = *new std::mutex;
  return mutex;
}

}  // namespace

DeviceCases::DeviceCases(DeviceInfo device, std::string tier,
                         std::string folder,
                         const std::vector<DeviceExpectations>* known,
                         double last_start, std::string whole)
    : folder_(std::move(folder)),
      made_(std::chrono::steady_clock::now()),
      last_start_(last_start),
      whole_(std::move(whole)),
      known_(known),
      log_(absl::UnknownError("not read")) {
  options_.device = std::move(device);
  options_.tier = std::move(tier);
  options_.folder = folder_;
  options_.skips = SkipsOn(options_.device, *known_);
}

DeviceCases::~DeviceCases() { Join(); }

void DeviceCases::Join() {
  if (!thread_.joinable()) return;
  thread_.join();
  // A known failure has read as much of it as was written then.
  log_ = absl::UnknownError("not read");
}

void DeviceCases::Reset() {
  Join();
  ++resets_;
  options_.folder =
      resets_ == 1 ? folder_ : absl::StrCat(folder_, ".", resets_);
  options_.cases.clear();
  begun_ = ended_ = false;
  objection_.reset();
  inconclusive_.clear();
  log_ = absl::UnknownError("not read");
  status_ = absl::OkStatus();
  results_.clear();
  summary_ = RunSummary();
}

void DeviceCases::Select(const PlannedCase& planned) {
  options_.cases.push_back(planned);
}

double DeviceCases::SecondsLeft() const {
  const std::chrono::duration<double> gone =
      std::chrono::steady_clock::now() - made_;
  return std::max(0.0, last_start_ - gone.count());
}

void DeviceCases::Run() {
  const std::lock_guard<std::mutex> alone(OneAtATime());
  std::fprintf(stderr, "%s: %zu cases, into %s\n",
               OneLine(options_.device.full_name).c_str(), selected(),
               options_.folder.c_str());
  options_.on_launch = [this](const LaunchRecord& launch) {
    const std::lock_guard<std::mutex> lock(mutex_);
    words_.Add(launch);
  };
  options_.on_result = [this](const CaseResult& r, size_t done, size_t total) {
    PrintResult(r, done, total);
    const std::lock_guard<std::mutex> lock(mutex_);
    results_[r.id] = r;
    changed_.notify_all();
  };
  options_.most_seconds = SecondsLeft();
  options_.lock_seconds = options_.most_seconds;
  load_.emplace();
  absl::StatusOr<RunSummary> summary = RunDevice(options_);
  const std::lock_guard<std::mutex> lock(mutex_);
  ended_ = true;
  if (summary.ok()) {
    summary_ = *std::move(summary);
  } else {
    status_ = summary.status();
  }
  changed_.notify_all();
}

absl::StatusOr<CaseResult> DeviceCases::Result(const std::string& id) {
  if (!begun_) {
    begun_ = true;
    thread_ = std::thread([this] { Run(); });
  }
  std::unique_lock<std::mutex> lock(mutex_);
  // Not wait(): its symbol is newer than what packages allow.
  while (!changed_.wait_for(lock, std::chrono::hours(1),
                            [&] { return ended_ || results_.count(id) > 0; })) {
  }
  const auto result = results_.find(id);
  if (result != results_.end()) return result->second;
  if (!status_.ok()) return status_;
  if (summary_.stopped) {
    return absl::DeadlineExceededError("not run: TEST_TIMEOUT was near");
  }
  return absl::InternalError("the run ended without a verdict for it");
}

std::vector<std::string> DeviceCases::Words(const std::string& id) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto result = results_.find(id);
  return result == results_.end() ? std::vector<std::string>()
                                  : words_.Of(result->second);
}

const wgsync::Run* DeviceCases::Log() {
  if (!log_.ok()) log_ = ReadRun(options_.folder);
  return log_.ok() ? &*log_ : nullptr;
}

std::string DeviceCases::WhyKnown(const CaseResult& result) {
  if (known_->empty() || Log() == nullptr) return "";
  return wgsync::WhyKnown(*Log(), result, *known_);
}

std::vector<std::string> DeviceCases::UnexpectedPasses() {
  Join();
  std::vector<std::string> lines;
  if (known_->empty() || Log() == nullptr) return lines;
  for (const auto& [id, result] : results_) {
    if (result.verdict.kind != VerdictKind::kPass) continue;
    for (const Expectations* file : FilesFor(RunDeviceName(*Log()), *known_)) {
      const ExpectationRule* rule = RuleFor(*file, id, TagFactsOf(*Log()));
      if (rule == nullptr || Expects(*rule, result.verdict)) continue;
      lines.push_back(absl::StrCat(id, " passes, and ", file->path, ":",
                                   rule->line, " expects something else"));
    }
  }
  return lines;
}

std::string DeviceCases::Objection() {
  Join();
  if (!begun_ || !status_.ok()) return "";  // each case has failed of it
  if (!objection_) objection_ = FindObjection();
  return *objection_;
}

std::string DeviceCases::FindObjection() {
  for (const auto& [id, r] : results_) {
    if (IsInconclusive(r)) {
      inconclusive_.push_back(absl::StrCat(id, " is ", VerdictText(r.verdict)));
    }
  }
  std::string name = OneLine(options_.device.full_name);
  if (summary_.stopped) {
    return absl::StrCat(
        name, ": incomplete: ", summary_.tally.total, " of ", selected(),
        " cases have run, and TEST_TIMEOUT was near; raise it "
        "(--test_timeout), or go on on this machine with: wgsync run --resume ",
        options_.folder.substr(options_.folder.rfind('/') + 1),
        " (in the test's outputs)");
  }
  bool any_ran = absl::c_any_of(
      results_, [](const auto& r) { return IsJudged(r.second.verdict.kind); });
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
      if (summary_.tally.could_bind_inconclusive > 0) break;
      return absl::StrCat(name, ": none of its ", selected(),
                          " selected cases binds: nothing was proven\n",
                          LostPowerText());
    case kAsExpected:
    case kFailures:
    case kBadInput:
      break;
  }
  return LostPowerText();
}

std::string DeviceCases::LostPowerText() {
  if (whole_.empty() || known_->empty() || Log() == nullptr) return "";
  wgsync::Run run = *Log();
  std::vector<LostPower> lost = PowerLostBy(run, whole_, *known_);
  // The run has tried inconclusive cases again by itself.
  bool crowded = IsCrowded(load_->Cores());
  for (int i = 1; i < kPowerTries && !lost.empty() && !crowded; ++i) {
    if (lost.size() > kMostLostByLuck) break;
    TryAgain(lost, i, &run);
    lost = PowerLostBy(run, whole_, *known_);
    crowded = IsCrowded(load_->Cores());
  }
  std::vector<std::string> lines;
  inconclusive_.clear();
  for (LostPower& one : lost) {
    const bool proves_nothing = one.inconclusive || crowded;
    (proves_nothing ? inconclusive_ : lines).push_back(std::move(one.text));
  }
  return absl::StrJoin(lines, "\n");
}

void DeviceCases::TryAgain(const std::vector<LostPower>& lost, int number,
                           wgsync::Run* run) {
  RunOptions again = options_;
  again.folder = absl::StrCat(options_.folder, "/again", number);
  again.on_result = [&](const CaseResult& r, size_t done, size_t total) {
    PrintResult(r, done, total);
    for (CaseResult& one : run->results) {
      if (one.id == r.id) one = r;
    }
  };
  const auto is_lost = [&](const PlannedCase& planned) {
    return absl::c_any_of(
        lost, [&](const LostPower& one) { return one.id == planned.id; });
  };
  again.cases.clear();
  std::copy_if(options_.cases.begin(), options_.cases.end(),
               std::back_inserter(again.cases), is_lost);
  again.most_seconds = SecondsLeft();
  if (again.cases.empty() || again.most_seconds == 0) return;
  std::fprintf(stderr, "%zu cases again, which %s expects otherwise\n",
               again.cases.size(), whole_.c_str());
  RunDevice(again).IgnoreError();
}

}  // namespace wgsync
