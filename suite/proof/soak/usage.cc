#include "suite/proof/soak/usage.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "suite/worker/worker_process.h"

namespace wgsync {
namespace {

namespace fs = std::filesystem;

uint64_t Entries(const std::string& folder) {
  uint64_t n = 0;
  std::error_code error;
  fs::directory_iterator at(folder, error);
  for (; !error && at != fs::directory_iterator(); at.increment(error)) ++n;
  return n;
}

std::set<std::string> NamesBelow(const std::string& folder) {
  std::set<std::string> names;
  std::error_code error;
  fs::recursive_directory_iterator at(folder, error);
  for (; !error && at != fs::recursive_directory_iterator();
       at.increment(error)) {
    names.insert(at->path().string());
  }
  return names;
}

// Other users of the machine have theirs there as well.
std::set<std::string> SharedMemory() {
  std::set<std::string> ours;
  for (const std::string& name : NamesBelow("/dev/shm")) {
    if (absl::StrContains(name, "wgsync")) ours.insert(name);
  }
  return ours;
}

template <typename T>
void Compare(const std::string& what, const T& before, const T& now,
             std::vector<std::string>* leaks) {
  if (before == now) return;
  std::vector<std::string> more;
  for (const auto& one : now) {
    if (before.count(one) == 0) more.push_back(absl::StrCat("+", one));
  }
  for (const auto& one : before) {
    if (now.count(one) == 0) more.push_back(absl::StrCat("-", one));
  }
  constexpr size_t kShown = 4;
  const size_t all = more.size();
  if (more.size() > kShown) more.resize(kShown);
  leaks->push_back(absl::StrCat(what, ": ", before.size(), ", and now ",
                                now.size(), " (", all,
                                " differ: ", absl::StrJoin(more, ", "), ")"));
}

void CompareCount(const std::string& what, uint64_t before, uint64_t now,
                  std::vector<std::string>* leaks) {
  if (before == now) return;
  leaks->push_back(absl::StrCat(what, ": ", before, ", and now ", now));
}

double Mib(uint64_t bytes) { return bytes / 1048576.0; }

void CompareProcess(const std::string& who, const ProcessUsage& before,
                    const ProcessUsage& now, std::vector<std::string>* leaks) {
  if (now.resident_bytes > before.resident_bytes * (1 + kMostGrowth)) {
    leaks->push_back(absl::StrFormat(
        "%s's memory: %.1f MiB, and now %.1f MiB, more than %.0f %% more", who,
        Mib(before.resident_bytes), Mib(now.resident_bytes),
        kMostGrowth * 100));
  }
  CompareCount(absl::StrCat(who, "'s file descriptors"), before.descriptors,
               now.descriptors, leaks);
  CompareCount(absl::StrCat(who, "'s threads"), before.threads, now.threads,
               leaks);
  Compare(absl::StrCat(who, "'s processes"), before.children, now.children,
          leaks);
}

}  // namespace

ProcessUsage ReadProcess(pid_t pid) {
  ProcessUsage u;
  const std::string proc = absl::StrCat("/proc/", pid);
  std::ifstream statm(proc + "/statm");
  uint64_t size = 0, resident = 0;
  if (statm >> size >> resident) {
    u.resident_bytes = resident * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  }
  u.descriptors = Entries(proc + "/fd");
  // The folder itself was open while it was read.
  if (pid == getpid() && u.descriptors > 0) --u.descriptors;
  u.threads = Entries(proc + "/task");
  u.children = ChildrenOf(pid);
  return u;
}

Usage ReadUsage(pid_t worker, const std::string& folder) {
  Usage u;
  u.worker_pid = worker;
  u.controller = ReadProcess(getpid());
  if (worker > 0) u.worker = ReadProcess(worker);
  u.shared_memory = SharedMemory();
  u.files = NamesBelow(folder);
  return u;
}

std::vector<std::string> Leaks(const Usage& before, const Usage& now) {
  std::vector<std::string> leaks;
  if (before.worker_pid != now.worker_pid) {
    leaks.push_back(absl::StrCat("the worker is another one: pid ",
                                 before.worker_pid, ", and now ",
                                 now.worker_pid));
  }
  CompareProcess("the controller", before.controller, now.controller, &leaks);
  CompareProcess("the worker", before.worker, now.worker, &leaks);
  Compare("entries of /dev/shm", before.shared_memory, now.shared_memory,
          &leaks);
  Compare("files", before.files, now.files, &leaks);
  return leaks;
}

std::string UsageText(const Usage& u) {
  const auto one = [](const std::string& who, const ProcessUsage& p) {
    return absl::StrFormat("%s %.1f MiB, %d fds, %d threads, %d processes", who,
                           Mib(p.resident_bytes), p.descriptors, p.threads,
                           p.children.size());
  };
  return absl::StrCat(one("controller", u.controller), "; ",
                      one("worker", u.worker), "; ", u.shared_memory.size(),
                      " in /dev/shm, ", u.files.size(), " files");
}

}  // namespace wgsync
