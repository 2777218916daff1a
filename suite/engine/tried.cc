// Launches of kernels that are not the suite's.

#include <string>
#include <tuple>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "nlohmann/json.hpp"
#include "suite/core/base/status_macros.h"
#include "suite/core/launch/layout.h"
#include "suite/engine/device_session.h"
#include "suite/worker/commands.h"
#include "suite/worker/messages.h"

namespace wgsync {
namespace {

constexpr double kCpuShare = 0.020;

}  // namespace

absl::StatusOr<KernelFacts> DeviceSession::AskKernel(
    const ProgramText& text, const std::string& kernel,
    const std::string& reference) {
  RETURN_IF_ERROR(EnsureWorker());
  NeedsEvent needs;
  RETURN_IF_ERROR(AskNeeds({text, kernel}, "building the kernel", &needs));
  if (!needs.ok && needs.kernels.empty()) {
    return BadInput("it does not build, or has no kernel: ", needs.what);
  }
  if (kernel.empty() && needs.kernels.size() == 2 &&
      absl::c_linear_search(needs.kernels, reference)) {
    return AskKernel(text, needs.kernels[needs.kernels[0] == reference]);
  }
  if (!needs.ok) {
    return absl::InvalidArgumentError(
        absl::c_linear_search(needs.kernels, needs.kernel)
            ? absl::StrCat("its kernel '", needs.kernel, "': ", needs.what)
            : absl::StrCat(kernel.empty()
                               ? "it has several kernels; name one with `// "
                                 "wgsync: kernel NAME` or --kernel: '"
                               : "it has no kernel '",
                           kernel, kernel.empty() ? "" : "'; it has '",
                           absl::StrJoin(needs.kernels, "', '"), "'"));
  }
  if (!needs.parameters_text.empty()) {
    return absl::UnavailableError(
        absl::StrCat("the driver does not list the kernel's parameters: ",
                     needs.parameters_text));
  }
  return KernelFacts(std::move(needs));
}

ForeignResult DeviceSession::LaunchForeign(
    LaunchCommand command, const std::function<void(uint8_t*)>& fill,
    double limit_seconds, double compile_seconds, bool stamps) {
  ForeignResult r;
  const auto is_lost = [&r](const absl::Status& s) {
    if (s.ok()) return false;
    r.ending = TryEnding::kLost;
    r.text = std::string(s.message());
    return true;
  };
  if (is_lost(EnsureWorker())) return r;
  fill(worker_->live());
  command.id = ++launches_;
  command.foreign = true;
  command.shared = live_ && profile_.channel_proven;
  for (size_t i = 0; i < command.bytes.size(); ++i) {
    *GuardOf(worker_->live() + command.offset[i], command.bytes[i]) =
        static_cast<uint32_t>(command.id);
  }
  const auto code =
      std::make_tuple(command.key, command.kernel, command.global_offset != 0);
  const bool may_compile = cpu() && launched_.count(code) == 0;
  r = WatchForeign(
      worker_.get(), command,
      {limit_seconds, profile_.channel_proven, cpu() ? kCpuShare : 0, stamps,
       may_compile ? compile_seconds : 0, timeouts_});
  if (r.ending == TryEnding::kFinished) launched_.insert(code);
  if (r.ending == TryEnding::kFinished || r.ending == TryEnding::kRefused) {
    return r;
  }
  if (r.ending == TryEnding::kCrashed) {
    r.text = worker_->EndText();
    if (worker_->EndedFromOutside()) {
      r.ending = TryEnding::kNoProcessor;
      absl::StrAppend(&r.text, "; ", worker_->OutsideText());
    }
    const std::string printed = worker_->LastPrinted();
    if (!printed.empty()) {
      absl::StrAppend(&r.text, "; it printed last: ", printed);
    }
  }
  is_lost(EndWorker());
  return r;
}

}  // namespace wgsync
