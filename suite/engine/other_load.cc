#include "suite/engine/other_load.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <thread>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "suite/core/base/read_file.h"
#include "suite/worker/worker_process.h"

namespace wgsync {
namespace {

constexpr double kLeastSeconds = 0.1;
constexpr double kCrowdedShare = 0.1;
constexpr double kBusyCores = 0.5;

double Ticks() { return static_cast<double>(sysconf(_SC_CLK_TCK)); }

// The sum of some fields of a line, in seconds; none where one is missing.
absl::optional<double> SumTicks(const std::vector<absl::string_view>& fields,
                                std::initializer_list<size_t> wanted) {
  double sum = 0;
  for (const size_t i : wanted) {
    double ticks = 0;
    if (i >= fields.size() || !absl::SimpleAtod(fields[i], &ticks)) {
      return absl::nullopt;
    }
    sum += ticks;
  }
  return sum / Ticks();
}

double Seconds(const timeval& t) {
  return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
}

// Of this process, of children that have ended, and of those that live.
double OwnTotal() {
  double sum = 0;
  for (const int who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage usage = {};
    getrusage(who, &usage);
    sum += Seconds(usage.ru_utime) + Seconds(usage.ru_stime);
  }
  for (const pid_t child : ChildrenOf(getpid())) {
    sum += ProcessSeconds(ReadIfThere(absl::StrCat("/proc/", child, "/stat")))
               .value_or(0);
  }
  return sum;
}

double Busy() { return BusySeconds(ReadIfThere("/proc/stat")).value_or(0); }

}  // namespace

OtherLoad::OtherLoad()
    : begun_(MonotonicSeconds()), busy_(Busy()), own_(OwnTotal()) {}

double OtherLoad::Cores() const {
  const double elapsed = MonotonicSeconds() - begun_;
  if (elapsed < kLeastSeconds) return 0;
  return std::max(0.0, (Busy() - busy_ - OwnSeconds()) / elapsed);
}

double OtherLoad::OwnSeconds() const { return OwnTotal() - own_; }

bool IsCrowded(double other_cores) {
  return other_cores > kCrowdedShare * std::thread::hardware_concurrency();
}

std::string BusyNote(double other_cores) {
  if (other_cores <= kBusyCores) return "";
  return absl::StrFormat(
      "other processes take %.1f of this machine's %d cores: cases may stay "
      "unproven; on an idle machine the run proves more",
      other_cores, std::thread::hardware_concurrency());
}

absl::optional<double> BusySeconds(absl::string_view stat) {
  const std::vector<absl::string_view> fields = absl::StrSplit(
      stat.substr(0, stat.find('\n')), ' ', absl::SkipWhitespace());
  if (fields.empty() || fields[0] != "cpu") return absl::nullopt;
  // user, nice, system; irq, softirq, steal. Guests are in user and nice.
  return SumTicks(fields, {1, 2, 3, 6, 7, 8});
}

absl::optional<double> ProcessSeconds(absl::string_view stat) {
  // The second field, the name in parentheses, may hold anything.
  const size_t name_ends = stat.rfind(')');
  if (name_ends == absl::string_view::npos) return absl::nullopt;
  const std::vector<absl::string_view> fields =
      absl::StrSplit(stat.substr(name_ends + 1), ' ', absl::SkipWhitespace());
  // utime, stime, cutime and cstime are the fields 14 to 17 of proc(5), and
  // fields[0] is the third.
  return SumTicks(fields, {11, 12, 13, 14});
}

}  // namespace wgsync
