#include "suite/worker/builders.h"

#include <algorithm>
#include <thread>

#include "absl/strings/str_cat.h"

namespace wgsync {
namespace {

constexpr int kMost = 6;
// Given at a time: so many last while the controller is busy with a case.
constexpr int kQueue = 4;

}  // namespace

int Builders::Sensible() {
  const int cores = static_cast<int>(std::thread::hardware_concurrency());
  return std::min(kMost, std::max(0, cores / 2 - 1));
}

void Builders::Start(int count, const std::string& device_index,
                     size_t commands, MakeCommand make) {
  commands_ = commands;
  make_ = std::move(make);
  next_ = 0;
  for (int i = 0; i < count; ++i) {
    auto process = WorkerProcess::Start(scratch_, /*lock_fd=*/-1,
                                        absl::StrCat("builder", i, ".log"));
    if (!process.ok()) return;
    Builder b;
    b.process = *std::move(process);
    const auto sent = b.process->Send(
        {{"cmd", "open"}, {"index", device_index}, {"scratch", scratch_}},
        limits_.open);
    if (sent == WorkerProcess::Sent::kYes) builders_.push_back(std::move(b));
  }
}

bool Builders::Hear(Builder* b) {
  for (;;) {
    nlohmann::json e;
    const WorkerProcess::Got got = b->process->Next(0, &e);
    if (got == WorkerProcess::Got::kTimeout) return true;
    if (got == WorkerProcess::Got::kGone || e["event"] == "ERROR") return false;
    if (e["event"] == "READY") b->open = true;
    if (e["event"] == "BUILT") --b->given;
  }
}

bool Builders::Give(Builder* b) {
  while (b->open && b->given < kQueue && next_ < commands_) {
    if (b->process->Send(make_(next_), limits_.build) !=
        WorkerProcess::Sent::kYes) {
      return false;
    }
    ++next_;
    ++b->given;
  }
  return true;
}

void Builders::Feed() {
  const auto done = [this](Builder& b) {
    if (!Hear(&b) || !Give(&b)) return true;
    return next_ == commands_ && b.given == 0;
  };
  builders_.erase(std::remove_if(builders_.begin(), builders_.end(), done),
                  builders_.end());
}

}  // namespace wgsync
