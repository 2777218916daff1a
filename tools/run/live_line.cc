#include "tools/run/live_line.h"

#include <unistd.h>

#include <numeric>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "suite/worker/worker_process.h"
#include "tools/cli/cli.h"

namespace wgsync {
namespace {

// Fewer cases than this say too little of how long the others take.
constexpr size_t kEnoughToGuess = 3;

size_t Sum(const std::vector<size_t>& numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), size_t{0});
}

size_t AllCases(const std::vector<Screen::Job>& jobs) {
  size_t cases = 0;
  for (const Screen::Job& job : jobs) cases += job.cases;
  return cases;
}

}  // namespace

std::string WaitLine(const std::string& lock) {
  return absl::StrCat("wgsync: another wgsync has the device (", OneLine(lock),
                      "): waiting for it; --no-wait ends at once\n");
}

Progress::Progress()
    : Progress(stderr, isatty(STDERR_FILENO) != 0, TerminalWidth(STDERR_FILENO),
               MonotonicSeconds,
               std::chrono::seconds(isatty(STDERR_FILENO) != 0 ? 0 : 1)) {}

Progress::Progress(std::FILE* out, bool terminal, size_t width, Clock now,
                   std::chrono::nanoseconds tick)
    : out_(out),
      terminal_(terminal),
      width_(width),
      now_(std::move(now)),
      since_(now_()),
      printed_(since_) {
  if (tick.count() == 0) return;
  ticker_ = std::thread([this, tick] {
    std::unique_lock<std::mutex> lock(mutex_);
    while (!ending_.wait_for(lock, tick, [this] { return ends_; })) Print();
  });
}

Progress::~Progress() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    ends_ = true;
  }
  ending_.notify_one();
  if (ticker_.joinable()) ticker_.join();
  Clear();
}

void Progress::Begin(const std::string& device, const std::string& work) {
  const std::lock_guard<std::mutex> lock(mutex_);
  ClearLine();
  device_ = device;
  std::fputs(absl::StrCat(device, ": ", work, "\n").c_str(), out_);
  std::fflush(out_);
  printed_ = now_();
}

void Progress::Name(const std::string& device) {
  const std::lock_guard<std::mutex> lock(mutex_);
  device_ = device;
}

void Progress::Doing(const std::string& what) {
  const std::lock_guard<std::mutex> lock(mutex_);
  doing_ = what;
  since_ = now_();
}

void Progress::Waits(const std::string& lock) {
  const std::lock_guard<std::mutex> guard(mutex_);
  doing_ = "waiting for the device";
  since_ = now_();
  if (!waited_for_.insert(device_).second) return;
  ClearLine();
  std::fputs(WaitLine(lock).c_str(), out_);
  std::fflush(out_);
}

void Progress::Start(const std::string& id, size_t done, size_t total) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!begun_) {
    begun_ = true;
    first_done_ = done;
    begin_ = now_();
  }
  id_ = id;
  doing_.clear();
  since_ = now_();
  Update(done, total);
}

void Progress::Result(const CaseResult& result, size_t done, size_t total) {
  const std::lock_guard<std::mutex> lock(mutex_);
  ++counts_[result.verdict.kind];
  id_ = result.id;
  since_ = now_();
  Update(done, total);
}

void Progress::Tick() {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!terminal_) Print();
}

void Progress::Clear() {
  const std::lock_guard<std::mutex> lock(mutex_);
  ClearLine();
}

void Progress::Update(size_t done, size_t total) {
  done_ = done;
  total_ = total;
  Print();
}

void Progress::Print() {
  const double now = now_();
  if (terminal_) {
    std::fprintf(out_, "\r\x1b[K%s", LiveLine(now).c_str());
    shown_ = true;
  } else {
    if (now - printed_ < kSecondsBetweenLines) return;
    // Nothing began: there is nothing to say.
    if (id_.empty() && doing_.empty()) return;
    std::fprintf(out_, "%s\n", PipeLine(now).c_str());
    printed_ = now;
  }
  std::fflush(out_);
}

std::string Progress::Left(double now) const {
  const size_t here = done_ - first_done_;
  if (!begun_ || here < kEnoughToGuess || done_ >= total_) return "";
  return absl::StrCat(Duration((now - begin_) / here * (total_ - done_)),
                      " left");
}

std::vector<std::string> Progress::Parts(double now) const {
  std::vector<std::string> parts;
  for (const auto& [kind, count] : counts_) {
    parts.push_back(absl::StrCat(count, " ", VerdictName(kind)));
  }
  const std::string left = Left(now);
  if (!left.empty()) parts.push_back(left);
  return parts;
}

std::string Progress::Count() const {
  return total_ == 0 ? "" : absl::StrCat("[", done_, "/", total_, "] ");
}

std::string Progress::LiveLine(double now) const {
  const std::vector<std::string> parts = Parts(now);
  const std::string line = absl::StrCat(Count(), absl::StrJoin(parts, ", "),
                                        parts.empty() ? " " : "  ", id_);
  // The last column stays free: some terminals wrap when it is written.
  return Shorten(line, width_ - 1);
}

// The case is named only if it takes long: an id is longer than all the rest.
std::string Progress::PipeLine(double now) const {
  std::vector<std::string> parts = Parts(now);
  const double lasts = now - since_;
  if (!doing_.empty()) {
    parts.push_back(absl::StrCat(doing_, " for ", Duration(lasts)));
  } else if (parts.empty() || lasts >= kSecondsBetweenLines) {
    parts.push_back(absl::StrCat("at ", id_, " for ", Duration(lasts)));
  }
  return absl::StrCat(Count(), device_, device_.empty() ? "" : ": ",
                      absl::StrJoin(parts, ", "));
}

void Progress::ClearLine() {
  if (!shown_) return;
  std::fprintf(out_, "\r\x1b[K");
  std::fflush(out_);
  shown_ = false;
}

Screen::Screen(std::vector<Job> jobs)
    : jobs_(std::move(jobs)), done_(jobs_.size()), total_(AllCases(jobs_)) {}

void Screen::Opens(size_t job) {
  const std::lock_guard<std::mutex> lock(mutex_);
  progress_.Begin(jobs_[job].device, Counted(jobs_[job].cases, "case"));
  progress_.Doing("opening the device");
}

void Screen::Waits(size_t job, const std::string& lock) {
  const std::lock_guard<std::mutex> guard(mutex_);
  progress_.Name(jobs_[job].device);
  progress_.Waits(lock);
}

void Screen::Starts(size_t job, const std::string& id, size_t done) {
  const std::lock_guard<std::mutex> lock(mutex_);
  done_[job] = done;
  progress_.Name(jobs_[job].device);
  progress_.Start(id, Sum(done_), total_);
}

void Screen::Ends(size_t job, const CaseResult& result, size_t done) {
  const std::lock_guard<std::mutex> lock(mutex_);
  done_[job] = done;
  progress_.Name(jobs_[job].device);
  progress_.Result(result, Sum(done_), total_);
}

std::unique_lock<std::mutex> Screen::Take() {
  std::unique_lock<std::mutex> lock(mutex_);
  progress_.Clear();
  return lock;
}

}  // namespace wgsync
