#include "suite/worker/worker_process.h"

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "nlohmann/json.hpp"
#include "suite/core/base/parse_json.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/launch/layout.h"
#include "suite/core/record/variables.h"
#include "suite/worker/commands.h"
#include "suite/worker/events.h"
#include "suite/worker/messages.h"
#include "suite/worker/sandbox.h"
#include "suite/worker/scratch_folder.h"

extern char** environ;

namespace wgsync {
namespace {

// No event is this long; build logs are the longest.
constexpr size_t kLongestLine = size_t{16} << 20;
// Of the end of a killed process: how often is looked, and how many times
// longer it may take where its threads are runnable.
constexpr double kReapTick = 0.1;
constexpr double kBusyReaps = 6;
// Of a driver's line, in a message of one line.
constexpr size_t kLongestPrinted = 200;
// From the end of its pipe to the end of the process.
constexpr double kEndSeconds = 2;
// How often the output of a worker is looked after while it is waited for.
constexpr double kTrimSeconds = 0.02;
constexpr char kProgram[] = "/proc/self/exe";

absl::Status SystemError(absl::string_view what, int error = errno) {
  return absl::InternalError(absl::StrCat(what, ": ", ErrorText(error)));
}

// Drivers' caches go there.
absl::Status CheckScratch(const std::string& scratch) {
  if (!scratch.empty()) {
    if (access(scratch.c_str(), W_OK | X_OK) == 0) return absl::OkStatus();
    return SystemError(absl::StrCat("cannot write in ", scratch));
  }
  const std::string place = ScratchFolder::TemporaryPlace();
  const std::string what =
      absl::StrCat("cannot make a folder in ", place,
                   " (set TMPDIR to a folder that you can write)");
  if (access(place.c_str(), W_OK | X_OK) != 0) return SystemError(what);
  return absl::InternalError(what);
}

void SetVariable(absl::string_view name, absl::string_view value,
                 std::vector<std::string>* env) {
  const std::string begin = absl::StrCat(name, "=");
  env->erase(std::remove_if(env->begin(), env->end(),
                            [&](const std::string& e) {
                              return absl::StartsWith(e, begin);
                            }),
             env->end());
  env->push_back(absl::StrCat(begin, value));
}

// The environment of a worker: ours, with the drivers' caches in the scratch
// folder where the user has not said otherwise.
std::vector<std::string> WorkerEnvironment(const std::string& scratch) {
  std::vector<std::string> env;
  for (char** e = environ; *e != nullptr; ++e) env.push_back(*e);
  // A worker has a working folder of its own, and PoCL 6.0 looks for its cache
  // from there: a path that is not whole makes every build fail.
  std::error_code error;
  const std::string top = std::filesystem::absolute(scratch, error).string();
  for (const DriverCache& cache : kDriverCaches) {
    if (getenv(cache.variable) == nullptr) {
      env.push_back(absl::StrCat(cache.variable, "=", top, "/", cache.folder));
    }
  }
  if (!SandboxIsOff()) {
    SetVariable(kSandboxVariable, top, &env);
    // /tmp is out of reach then.
    SetVariable("TMPDIR", top, &env);
  }
  return env;
}

// Pipe ends and the like must not land on the numbers that a worker uses. -1 if
// `fd` is, or there is no room for another.
int Above(int fd) {
  const int moved = fcntl(fd, F_DUPFD_CLOEXEC, 10);
  const int error = errno;
  if (fd >= 0) close(fd);
  errno = error;
  return moved;
}

// What ppoll() says of one descriptor.
int PollOne(int fd, int16_t events, double seconds) {
  pollfd p = {fd, events, 0};
  const auto whole = static_cast<time_t>(seconds);
  const timespec t = {whole, static_cast<decltype(timespec::tv_nsec)>(
                                 (seconds - static_cast<double>(whole)) * 1e9)};
  return ppoll(&p, 1, &t, nullptr);
}

// The file `stat` of a process or a thread from its state on, behind the name,
// in which anything may stand; "" where it is gone, or of this name.
std::string StatFromState(const std::string& folder,
                          absl::string_view not_of = "") {
  std::string stat;
  std::getline(std::ifstream(absl::StrCat(folder, "/stat")), stat);
  const size_t name = stat.find('(') + 1;
  const size_t name_end = stat.rfind(')');
  return name_end == std::string::npos || name_end + 2 >= stat.size() ||
                 (!not_of.empty() &&
                  stat.substr(name, name_end - name) == not_of)
             ? ""
             : stat.substr(name_end + 2);
}

std::string SignalText(int signal) {
  const char* name = sigabbrev_np(signal);
  return absl::StrCat("SIG", name == nullptr ? "?" : name, " (", signal, ")");
}

// Kills and reaps the processes that drivers have left in sessions of their
// own. They have come to this process, which is their subreaper; its own
// children are all in its own session.
void EndWhatIsLeft() {
  for (const pid_t child : ChildrenOf(getpid())) {
    const pid_t session = getsid(child);
    if (session <= 0 || session == getsid(0)) continue;
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
  }
}

// Whether another process or the system sends this signal: the faults of a
// process end it by SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL and the like.
bool ComesFromOutside(int signal) {
  return signal == SIGKILL || signal == SIGTERM || signal == SIGHUP ||
         signal == SIGINT || signal == SIGQUIT || signal == SIGXCPU ||
         signal == SIGXFSZ;
}

}  // namespace

double MonotonicSeconds() {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec * 1e-9;
}

int64_t UnixNanoseconds() {
  timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  return int64_t{t.tv_sec} * 1000000000 + t.tv_nsec;
}

std::set<pid_t> ChildrenOf(pid_t process) {
  namespace fs = std::filesystem;
  std::set<pid_t> children;
  std::error_code error;
  fs::directory_iterator task(absl::StrCat("/proc/", process, "/task"), error);
  for (; !error && task != fs::directory_iterator(); task.increment(error)) {
    std::ifstream in(task->path() / "children");
    for (pid_t child = 0; in >> child;) children.insert(child);
  }
  return children;
}

std::string BootId() {
  std::string id;
  std::ifstream("/proc/sys/kernel/random/boot_id") >> id;
  return id;
}

absl::StatusOr<std::unique_ptr<WorkerProcess>> WorkerProcess::Start(
    const std::string& scratch, int lock_fd) {
  // A worker that died is found by reading, not by a signal on writing.
  signal(SIGPIPE, SIG_IGN);
  // Whoever started us may have told the kernel to reap our children itself,
  // and then nobody learns how a worker ended.
  signal(SIGCHLD, SIG_DFL);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  std::unique_ptr<WorkerProcess> w(new WorkerProcess);
  RETURN_IF_ERROR(CheckScratch(scratch));
  const int arena = Above(memfd_create("wgsync", MFD_CLOEXEC));
  if (arena < 0 || ftruncate(arena, kArenaBytes) != 0) {
    return SystemError("cannot make shared memory");
  }
  void* mapped =
      mmap(nullptr, kArenaBytes, PROT_READ | PROT_WRITE, MAP_SHARED, arena, 0);
  if (mapped == MAP_FAILED) return SystemError("cannot map shared memory");
  w->arena_ = static_cast<uint8_t*>(mapped);
  const int no_output = w->output_.Open();
  if (no_output != 0)
    return SystemError("cannot keep a worker's output", no_output);
  const int output = w->output_.fd();
  int commands[2], events[2];
  if (pipe2(commands, O_CLOEXEC) != 0 || pipe2(events, O_CLOEXEC) != 0) {
    return SystemError("cannot make a pipe");
  }
  const int in = Above(commands[0]);
  const int out = Above(events[1]);
  w->commands_ = Above(commands[1]);
  w->events_ = Above(events[0]);
  if (in < 0 || out < 0 || w->commands_ < 0 || w->events_ < 0) {
    return SystemError("cannot make a pipe");
  }
  const int lock = lock_fd < 0 ? -1 : fcntl(lock_fd, F_DUPFD_CLOEXEC, 10);
  if (lock_fd >= 0 && lock < 0) return SystemError("cannot pass on a lock");
  fcntl(w->events_, F_SETFL, O_NONBLOCK);
  fcntl(w->commands_, F_SETFL, O_NONBLOCK);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, output, 1);
  posix_spawn_file_actions_adddup2(&actions, output, 2);
  posix_spawn_file_actions_adddup2(&actions, in, kCommandFd);
  posix_spawn_file_actions_adddup2(&actions, out, kEventFd);
  posix_spawn_file_actions_adddup2(&actions, arena, kArenaFd);
  if (lock >= 0) posix_spawn_file_actions_adddup2(&actions, lock, kLockFd);
  std::vector<std::string> env = WorkerEnvironment(scratch);
  std::vector<char*> envp;
  envp.reserve(env.size() + 1);
  for (std::string& e : env) envp.push_back(&e[0]);
  envp.push_back(nullptr);
  std::string flag = kWorkerFlag, parent = absl::StrCat(getpid());
  std::string name = "wgsync";
  char* argv[] = {&name[0], &flag[0], &parent[0], nullptr};
  // What a driver starts, such as a linker, is in its worker's process group,
  // and ends with it. A limit of the size of files must end a worker by its
  // signal, which this process ignores.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
  posix_spawnattr_setpgroup(&attributes, 0);
  sigset_t defaults;
  sigemptyset(&defaults);
  sigaddset(&defaults, SIGXFSZ);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  const int error =
      posix_spawn(&w->pid_, kProgram, &actions, &attributes, argv, envp.data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  for (int fd : {in, out, arena, lock}) {
    if (fd >= 0) close(fd);
  }
  if (error != 0) {
    w->pid_ = -1;
    return SystemError(absl::StrCat("cannot start a worker from ", kProgram),
                       error);
  }
  return w;
}

WorkerProcess::WorkerProcess() : sources_(std::make_unique<SentSources>()) {}

WorkerProcess::~WorkerProcess() {
  if (pid_ > 0 && !reaped_) Kill();
  if (commands_ >= 0) close(commands_);
  if (events_ >= 0) close(events_);
  if (arena_ != nullptr) munmap(arena_, kArenaBytes);
}

WorkerProcess::Sent WorkerProcess::Send(const nlohmann::json& command,
                                        double seconds) {
  if (deaf_) return Sent::kTimeout;
  const double until = MonotonicSeconds() + seconds;
  // A path in it need not be UTF-8.
  const std::string line = JsonText(sources_->Shortened(command));
  size_t done = 0;
  while (done < line.size()) {
    const ssize_t n = write(commands_, line.data() + done, line.size() - done);
    if (n > 0) {
      done += n;
    } else if (n < 0 && errno == EAGAIN) {
      const double left = until - MonotonicSeconds();
      deaf_ = left <= 0;
      if (deaf_) return Sent::kTimeout;
      PollOne(commands_, POLLOUT, left);
    } else if (n == 0 || errno != EINTR) {
      return Sent::kGone;
    }
  }
  return Sent::kYes;
}

WorkerProcess::Got WorkerProcess::Next(double seconds, nlohmann::json* event) {
  const double until = MonotonicSeconds() + seconds;
  for (;;) {
    const size_t end = buffer_.find('\n');
    if (end != std::string::npos) {
      auto parsed = ParseEvent(absl::string_view(buffer_).substr(0, end));
      buffer_.erase(0, end + 1);
      // A line that is no event means that something scribbles on the pipe.
      if (!parsed.ok()) {
        scribble_ = absl::StrCat("wrote ", parsed.status().message());
        return Got::kGone;
      }
      *event = *std::move(parsed);
      if ((*event)["event"] == BuiltEvent::kName) ++builds_seen_;
      return Got::kEvent;
    }
    if (buffer_.size() > kLongestLine) return Got::kGone;
    output_.Trim();
    const double left = std::max(0.0, until - MonotonicSeconds());
    const int ready = PollOne(events_, POLLIN, std::min(left, kTrimSeconds));
    if (ready == 0 && left <= kTrimSeconds) return Got::kTimeout;
    if (ready <= 0) continue;
    char chunk[65536];
    const ssize_t n = read(events_, chunk, sizeof(chunk));
    if (n == 0) return Got::kGone;
    if (n > 0) buffer_.append(chunk, n);
  }
}

WorkerProcess::Got WorkerProcess::Await(const std::string& name, double seconds,
                                        nlohmann::json* event) {
  const double until = MonotonicSeconds() + seconds;
  for (;;) {
    const Got got = Next(std::max(0.0, until - MonotonicSeconds()), event);
    if (got != Got::kEvent || (*event)["event"] == name) return got;
    // Events that never cease must not keep us.
    if (MonotonicSeconds() > until) return Got::kTimeout;
  }
}

bool WorkerProcess::Reap(double seconds) {
  const double until = MonotonicSeconds() + seconds;
  while (!reaped_) {
    siginfo_t info = {};
    // While it has not been reaped, no other process gets its number.
    if (waitid(P_PID, static_cast<id_t>(pid_), &info,
               WEXITED | WNOHANG | WNOWAIT) == 0 &&
        info.si_pid == pid_) {
      kill(-pid_, SIGKILL);
    }
    const pid_t got = waitpid(pid_, &status_, WNOHANG);
    if (got == pid_) {
      reaped_ = true;
      EndWhatIsLeft();
    } else if (got < 0 && errno != EINTR) {
      return true;  // somebody else has reaped it
    } else if (MonotonicSeconds() > until) {
      return false;
    } else {
      usleep(500);
    }
  }
  return true;
}

bool WorkerProcess::Kill(double seconds) {
  if (pid_ <= 0 || reaped_) return true;
  // It may have been ended from outside before.
  if (Reap(0)) return true;
  killed_ = true;
  kill(pid_, SIGKILL);
  // A thread that waits for a core to die on says nothing of the driver.
  const double until = MonotonicSeconds() + kBusyReaps * seconds;
  double left = seconds;
  while (left > 0 && MonotonicSeconds() < until) {
    const double now = std::min(left, kReapTick);
    if (Reap(now)) return true;
    const ThreadTimes threads = Threads();
    const bool runnable =
        std::any_of(threads.begin(), threads.end(),
                    [](const auto& t) { return Runnable(t.second); });
    if (!runnable) left -= now;
  }
  return false;
}

std::string WorkerProcess::EndText() {
  if (!scribble_.empty()) return scribble_;
  if (!reaped_ && !Reap(0.2)) return "";
  if (WIFSIGNALED(status_)) {
    return absl::StrCat("died by ", SignalText(WTERMSIG(status_)));
  }
  return absl::StrCat("exited with ", WEXITSTATUS(status_));
}

bool WorkerProcess::EndedFromOutside() {
  if (!scribble_.empty() || (!reaped_ && !Reap(kEndSeconds))) return false;
  return !killed_ && WIFSIGNALED(status_) &&
         ComesFromOutside(WTERMSIG(status_));
}

std::string WorkerProcess::OutsideText() {
  return absl::StrCat("wgsync did not send it; ",
                      SignalLimitText(WTERMSIG(status_)), memory_.Since(pid_));
}

std::string WorkerProcess::LastPrinted() const {
  const std::string tail = OutputTail();
  const absl::string_view text = absl::StripAsciiWhitespace(tail);
  const size_t newline = text.rfind('\n');
  const absl::string_view line =
      newline == text.npos ? text : text.substr(newline + 1);
  if (line.size() <= kLongestPrinted) return std::string(line);
  size_t end = kLongestPrinted;
  while ((static_cast<unsigned char>(line[end]) & 0xC0) == 0x80) --end;
  return absl::StrCat(line.substr(0, end), "...");
}

std::string WorkerProcess::OutputTail() const { return output_.Tail(); }

double WorkerProcess::Now() const { return MonotonicSeconds(); }

ThreadTimes WorkerProcess::Threads() const {
  ThreadTimes threads;
  const std::string folder = absl::StrCat("/proc/", pid_, "/task");
  DIR* dir = opendir(folder.c_str());
  if (dir == nullptr) return threads;
  while (const dirent* entry = readdir(dir)) {
    pid_t tid = 0;
    if (!absl::SimpleAtoi(entry->d_name, &tid)) continue;
    ThreadTime t;
    const std::string stat =
        StatFromState(absl::StrCat(folder, "/", tid), kHeartName);
    if (stat.empty()) continue;
    t.state = stat[0];
    double cpu_ns = 0, waiting_ns = 0;
    std::ifstream(absl::StrCat(folder, "/", tid, "/schedstat")) >> cpu_ns >>
        waiting_ns;
    t.cpu_seconds = cpu_ns * 1e-9;
    t.waiting_seconds = waiting_ns * 1e-9;
    threads[tid] = t;
  }
  closedir(dir);
  return threads;
}

double WorkerProcess::CpuSeconds() const {
  // From the state, the third field: utime and stime are the 14th and 15th.
  const std::vector<std::string> fields =
      absl::StrSplit(StatFromState(absl::StrCat("/proc/", pid_)), ' ');
  double user = 0, system = 0;
  if (fields.size() < 13 || !absl::SimpleAtod(fields[11], &user) ||
      !absl::SimpleAtod(fields[12], &system)) {
    return 0;
  }
  return (user + system) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

uint64_t WorkerProcess::Heartbeat() const {
  return __atomic_load_n(reinterpret_cast<const uint64_t*>(arena_),
                         __ATOMIC_RELAXED);
}

uint8_t* WorkerProcess::live() const { return arena_ + kControlBytes; }

uint8_t* WorkerProcess::snapshots() const {
  return arena_ + kControlBytes + kHalfBytes;
}

}  // namespace wgsync
