// Starting a worker on the device, and why that failed.

#include <sys/stat.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "nlohmann/json.hpp"
#include "suite/core/base/fields_json.h"
#include "suite/core/base/status_macros.h"
#include "suite/engine/device_session.h"
#include "suite/worker/commands.h"
#include "suite/worker/memory_report.h"
#include "suite/worker/messages.h"
#include "suite/worker/sandbox.h"

namespace wgsync {
namespace {

using nlohmann::json;
using Got = WorkerProcess::Got;

// A worker that has used its address space and has not answered for so long
// does not answer any more: drivers wait for a thread that could not begin.
constexpr double kFullSeconds = 10;

// Adds the limit of memory in force: failures to open are often for want of
// memory, which drivers do not report.
absl::Status WithLimit(const absl::Status& s, bool full) {
  return absl::Status(
      s.code(),
      absl::StrCat(s.message(), full ? "; it has used up its memory" : "",
                   SandboxHint(), AddressSpaceText()));
}

}  // namespace

absl::Status DeviceSession::EnsureWorker() {
  if (worker_ != nullptr) return absl::OkStatus();
  const double begun = MonotonicSeconds();
  const absl::Status opened = StartSeeing();
  times_.Add(Purpose::kOpening, Phase::kRun, MonotonicSeconds() - begun);
  return opened;
}

absl::Status DeviceSession::StartSeeing() {
  const absl::Status s = StartOrRetry();
  if (!s.ok() || profile_.channel_proven || blind_) return s;
  // On an H200 some processes failed the self-test eight times in a row, and
  // the next process passed it.
  RETURN_IF_ERROR(EndWorker());
  const absl::Status again = StartOrRetry();
  blind_ = again.ok() && !profile_.channel_proven;
  return again;
}

absl::Status DeviceSession::StartOrRetry() {
  if (spare_ != nullptr) {
    const absl::Status s = StartWorker();
    if (s.ok() || absl::IsDataLoss(s)) return s;
    // Two open contexts at once are not under test.
    no_spares_ = true;
    notes_.push_back(absl::StrCat(
        "a worker that had opened the device ahead failed, and no other opens "
        "it ahead from now on: ",
        s.message()));
  }
  // What happens once may be anything's fault, and is not a verdict on a case;
  // a device that does not open twice is not there.
  const absl::Status first = StartWorker();
  if (first.ok() || absl::IsDataLoss(first)) return first;
  // A limit does not go away.
  if (full_) return WithLimit(first, full_);
  const absl::Status second = StartWorker();
  if (second.ok()) {
    notes_.push_back(
        absl::StrCat("a worker was started once more: ", first.message()));
  }
  return second.ok() ? second : WithLimit(second, full_);
}

absl::StatusOr<std::unique_ptr<WorkerProcess>> DeviceSession::Spawn() {
  mkdir(scratch_.c_str(), 0755);
  absl::StatusOr<std::unique_ptr<WorkerProcess>> w =
      WorkerProcess::Start(scratch_, lock_fd_);
  if (!w.ok()) return w;
  (*w)->Send(CommandJson(OpenCommand{profile_.device.index, scratch_}),
             timeouts_.open);
  return w;
}

absl::Status DeviceSession::StartWorker() {
  worker_ = std::move(spare_);
  if (worker_ == nullptr) {
    ASSIGN_OR_RETURN(worker_, Spawn());
  }
  for (auto step :
       {&DeviceSession::Open, &DeviceSession::Canary, &DeviceSession::Calibrate,
        &DeviceSession::SelfTest, &DeviceSession::ReadFingerprint}) {
    const absl::Status s = (this->*step)();
    if (s.ok()) continue;
    const absl::Status ended = EndWorker();
    return ended.ok() ? s : ended;
  }
  OpenAhead();
  return absl::OkStatus();
}

void DeviceSession::OpenAhead() {
  // A CPU's cores are the worker's.
  if (cpu() || no_spares_) return;
  absl::StatusOr<std::unique_ptr<WorkerProcess>> w = Spawn();
  if (w.ok()) spare_ = *std::move(w);
}

absl::Status DeviceSession::Open() {
  json e;
  const Got got = AwaitStart("", timeouts_.open, &e);
  if (got != Got::kEvent) return Gone("opening the device");
  ReadyEvent ready;
  if (!IsEvent(e, &ready)) {
    return absl::UnavailableError(e.value("what", "the device did not open"));
  }
  // Its description decides which cases there are and what binds.
  if (ready.full_name != profile_.device.full_name ||
      ready.driver_version != profile_.device.driver_version) {
    return absl::UnavailableError(
        absl::StrCat("the device ", profile_.device.index, " says that it is ",
                     ready.full_name, ", ", ready.driver_version));
  }
  // As every worker must claim.
  if (claims_known_ &&
      !FirstDifferentField(ready.claims, profile_.claims).empty()) {
    return absl::UnavailableError(absl::StrCat(
        "the device claims ", FieldsToJson(ready.claims).dump(),
        " and before it claimed ", FieldsToJson(profile_.claims).dump()));
  }
  tells_code_ = ready.tells_code;
  profile_.claims = ready.claims;
  absl::string_view why = ready.sandbox;
  if (!claims_known_ && absl::ConsumePrefix(&why, "none: ")) {
    notes_.push_back(absl::StrCat("nothing is kept from the driver: ", why));
  }
  profile_.sandbox = ready.sandbox;
  profile_.host_code = ready.host_code;
  claims_known_ = true;
  return absl::OkStatus();
}

WorkerProcess::Got DeviceSession::AwaitStart(const std::string& name,
                                             double seconds, json* event) {
  const double begun = MonotonicSeconds();
  for (;;) {
    const double left = begun + seconds - MonotonicSeconds();
    const Got got = worker_->Next(std::min(std::max(left, 0.0), 1.0), event);
    if (got == Got::kGone) return got;
    if (got == Got::kEvent && (name.empty() || (*event)["event"] == name)) {
      return got;
    }
    full_ = MonotonicSeconds() - begun > kFullSeconds &&
            FillsAddressSpace(worker_->pid());
    if (left <= 0 || full_) return Got::kTimeout;
  }
}

absl::Status DeviceSession::Gone(const std::string& doing) {
  std::string end = worker_->EndText();
  bool outside = false;
  if (end.empty()) {
    end = absl::StrCat("did not come back from ", doing);
  } else {
    absl::StrAppend(&end, " in ", doing);
    outside = worker_->EndedFromOutside();
    if (outside) absl::StrAppend(&end, "; ", worker_->OutsideText());
  }
  RETURN_IF_ERROR(EndWorker());
  const std::string said = absl::StrCat("the worker ", end);
  return outside ? absl::AbortedError(said) : absl::UnavailableError(said);
}

}  // namespace wgsync
