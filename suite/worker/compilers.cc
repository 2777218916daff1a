#include "suite/worker/compilers.h"

#include <algorithm>
#include <thread>

#include "nlohmann/json.hpp"
#include "suite/worker/commands.h"
#include "suite/worker/messages.h"

namespace wgsync {
namespace {

constexpr int kMostBeside = 6;
constexpr int kMostBetween = 16;
constexpr double kLook = 0.002;  // for the next event, in seconds
// A second process that takes less than this part of the time has found the
// first one's result.
constexpr double kShared = 0.5;

int Cores() { return static_cast<int>(std::thread::hardware_concurrency()); }

}  // namespace

int Compilers::BesideCases() {
  return std::min(kMostBeside, std::max(0, Cores() / 2 - 1));
}

int Compilers::BetweenCases() {
  return Cores() < 2 ? 0 : std::min(kMostBetween, Cores());
}

void Compilers::Start(int count, const std::string& device_index,
                      size_t commands, int queue, MakeCommand make) {
  commands_ = commands;
  make_ = std::move(make);
  queue_ = queue;
  next_ = 0;
  for (int i = 0; i < count; ++i) {
    auto process = WorkerProcess::Start(scratch_);
    if (!process.ok()) return;
    Builder b;
    b.process = *std::move(process);
    const auto sent = b.process->Send(
        CommandJson(OpenCommand{device_index, scratch_}), timeouts_.open);
    if (sent == WorkerProcess::Sent::kYes) builders_.push_back(std::move(b));
  }
}

bool Compilers::Hear(Builder* b, double seconds) {
  for (;;) {
    nlohmann::json e;
    const WorkerProcess::Got got = b->process->Next(seconds, &e);
    if (got == WorkerProcess::Got::kTimeout) return true;
    if (got == WorkerProcess::Got::kGone || e["event"] == ErrorEvent::kName)
      return false;
    ++heard_;
    seconds = 0;
    if (e["event"] == ReadyEvent::kName) b->open = true;
    if (e["event"] == BuiltEvent::kName || e["event"] == FinishedEvent::kName) {
      --b->given;
    }
  }
}

bool Compilers::Give(Builder* b, size_t end) {
  while (b->open && b->given < queue_ && next_ < end) {
    if (b->process->Send(make_(next_, b->process->live()), timeouts_.build) !=
        WorkerProcess::Sent::kYes) {
      return false;
    }
    ++next_;
    ++b->given;
  }
  return true;
}

void Compilers::Feed() { Feed(commands_, 0); }

void Compilers::Feed(size_t end, double seconds) {
  const auto done = [&](Builder& b) {
    if (!Hear(&b, seconds) || !Give(&b, end)) return true;
    return next_ == commands_ && b.given == 0;
  };
  builders_.erase(std::remove_if(builders_.begin(), builders_.end(), done),
                  builders_.end());
}

bool Compilers::AnyAtWork() const {
  return std::any_of(builders_.begin(), builders_.end(),
                     [](const Builder& b) { return b.given > 0; });
}

bool Compilers::Await(Builder* b, std::initializer_list<const char*> names) {
  const double until = MonotonicSeconds() + timeouts_.build;
  for (;;) {
    nlohmann::json e;
    const double left = until - MonotonicSeconds();
    if (left <= 0 || b->process->Next(left, &e) != WorkerProcess::Got::kEvent ||
        e["event"] == ErrorEvent::kName) {
      return false;
    }
    for (const char* name : names) {
      if (e["event"] == name) return true;
    }
  }
}

double Compilers::TimeSecond(Builder* b) {
  if (!b->open) b->open = Await(b, {ReadyEvent::kName});
  if (!b->open) return 0;
  double begun = 0;
  for (size_t i = 0; i < 2; ++i) {
    begun = MonotonicSeconds();
    if (b->process->Send(make_(i, b->process->live()), timeouts_.build) !=
            WorkerProcess::Sent::kYes ||
        !Await(b, {BuiltEvent::kName, FinishedEvent::kName})) {
      return 0;
    }
  }
  return MonotonicSeconds() - begun;
}

bool Compilers::ShareWhatTheyBuild() {
  if (builders_.size() < 2 || commands_ < 2 || next_ != 0) return false;
  const double built = TimeSecond(&builders_[0]);
  if (built == 0) return false;
  next_ = 2;
  const double found = TimeSecond(&builders_[1]);
  return found != 0 && found < kShared * built;
}

void Compilers::FinishUntil(size_t end) {
  uint64_t heard = heard_;
  double since = MonotonicSeconds();
  while (active() && (next_ < end || AnyAtWork())) {
    Feed(end, kLook);
    if (heard_ != heard) {
      heard = heard_;
      since = MonotonicSeconds();
    } else if (MonotonicSeconds() - since > timeouts_.build) {
      End();
    }
  }
}

}  // namespace wgsync
