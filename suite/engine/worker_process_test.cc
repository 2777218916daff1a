// This binary is its own worker: main() at the end says what a worker does in
// the mode that the test has put into the environment.

#include "suite/worker/worker_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "suite/core/launch/launch_memory_testing.h"
#include "suite/engine/test_worker.h"
#include "suite/engine/watch.h"
#include "suite/worker/worker_main.h"
#include "suite/worker/worker_output.h"

namespace wgsync {
namespace {

using nlohmann::json;

class WorkerProcessTest : public ::testing::Test {
 protected:
  void SetUp() override {
    scratch_ = absl::StrCat(::testing::TempDir(), "/worker_XXXXXX");
    ASSERT_NE(mkdtemp(&scratch_[0]), nullptr);
  }
  std::unique_ptr<WorkerProcess> Start(const std::string& mode,
                                       int lock_fd = -1) {
    setenv(kMode, mode.c_str(), 1);
    auto worker = WorkerProcess::Start(scratch_, lock_fd);
    if (worker.ok()) return *std::move(worker);
    ADD_FAILURE() << worker.status();
    return nullptr;
  }
  std::string scratch_;
};

using Got = WorkerProcess::Got;
using Sent = WorkerProcess::Sent;

// How a worker ended whose pipe has closed: it may take a moment to be reaped.
std::string EndOf(WorkerProcess* w) {
  const double until = MonotonicSeconds() + kLong;
  std::string end;
  while (end.empty() && MonotonicSeconds() < until) end = w->EndText();
  return end;
}

// The thread of this name; 0 if there is none.
pid_t ThreadOf(pid_t process, const std::string& name) {
  for (const auto& task : std::filesystem::directory_iterator(
           absl::StrCat("/proc/", process, "/task"))) {
    std::string comm;
    std::getline(std::ifstream(task.path() / "comm"), comm);
    if (comm == name) return std::stoi(task.path().filename());
  }
  return 0;
}

bool Exists(pid_t pid) { return kill(pid, 0) == 0 || errno != ESRCH; }

// A worker that serves answers this without a device.
const json kAnyCommand = {{"cmd", "fingerprint"}};

TEST_F(WorkerProcessTest, AWorkerAnswersAndItsHeartBeats) {
  auto w = Start("serve");
  ASSERT_EQ(w->Send(kAnyCommand, kLong), Sent::kYes);
  json e;
  ASSERT_EQ(w->Next(kLong, &e), Got::kEvent);
  EXPECT_EQ(e["event"], "ERROR");
  EXPECT_EQ(e["what"], "no device is open");
  const uint64_t heart = w->Heartbeat();
  const double until = MonotonicSeconds() + kLong;
  while (w->Heartbeat() <= heart + 1 && MonotonicSeconds() < until) {
    EXPECT_EQ(w->Next(0.01, &e), Got::kTimeout);
  }
  EXPECT_GT(w->Heartbeat(), heart + 1);
  EXPECT_EQ(w->EndText(), "") << "it lives";
  const ThreadTimes threads = w->Threads();
  EXPECT_EQ(threads.count(w->pid()), 1u);
  const pid_t heart_thread = ThreadOf(w->pid(), kHeartName);
  EXPECT_NE(heart_thread, 0);
  EXPECT_EQ(threads.count(heart_thread), 0u) << "it holds up no launch";
}

TEST_F(WorkerProcessTest, WhatIsNoCommandIsAnsweredSo) {
  auto w = Start("serve");
  ASSERT_EQ(w->Send(json::array({1, 2}), kLong), Sent::kYes);
  ASSERT_EQ(w->Send(kAnyCommand, kLong), Sent::kYes);
  json e;
  ASSERT_EQ(w->Next(kLong, &e), Got::kEvent);
  EXPECT_EQ(e["event"], "ERROR");
  EXPECT_EQ(e["what"], "no command: no JSON object: [1,2]");
  ASSERT_EQ(w->Next(kLong, &e), Got::kEvent);
  EXPECT_EQ(e["what"], "no device is open") << "and it goes on";
}

TEST_F(WorkerProcessTest, ACommandNeedNotBeUtf8) {
  auto w = Start("serve");
  const json open = {{"cmd", "open"}, {"index", "\xff"}, {"scratch", "\xff"}};
  ASSERT_EQ(w->Send(open, kLong), Sent::kYes);
  json e;
  EXPECT_EQ(w->Next(kLong, &e), Got::kEvent) << "an answer of some kind";
}

TEST_F(WorkerProcessTest, KillEndsAndReapsIt) {
  auto w = Start("serve");
  const pid_t pid = w->pid();
  EXPECT_TRUE(Exists(pid));
  EXPECT_TRUE(w->Kill());
  EXPECT_FALSE(Exists(pid));
  EXPECT_EQ(w->EndText(), "died by SIGKILL (9)");
  EXPECT_TRUE(w->Kill()) << "once more does no harm";
}

TEST_F(WorkerProcessTest, NoWorkerOutlivesItsObject) {
  auto w = Start("serve");
  const pid_t pid = w->pid();
  w.reset();
  EXPECT_FALSE(Exists(pid));
}

TEST_F(WorkerProcessTest, ASignalThatEndsItIsNamed) {
  auto w = Start("abort");
  json e;
  EXPECT_EQ(w->Next(kLong, &e), Got::kGone);
  EXPECT_EQ(EndOf(w.get()), "died by SIGABRT (6)");
}

TEST_F(WorkerProcessTest, AnEndFromOutsideIsNoFaultOfItsOwn) {
  for (int signal : {SIGKILL, SIGTERM, SIGSEGV}) {
    auto w = Start("serve");
    json e;
    ASSERT_EQ(kill(w->pid(), signal), 0);
    EXPECT_EQ(w->Next(kLong, &e), Got::kGone);
    EXPECT_EQ(w->EndedFromOutside(), signal != SIGSEGV) << EndOf(w.get());
  }
  auto w = Start("serve");
  EXPECT_TRUE(w->Kill());
  EXPECT_FALSE(w->EndedFromOutside()) << "it was this process";
}

TEST_F(WorkerProcessTest, AnExitIsReportedWithWhatItPrinted) {
  auto w = Start("exit");
  json e;
  EXPECT_EQ(w->Await("FINISHED", kLong, &e), Got::kGone);
  EXPECT_EQ(EndOf(w.get()), "exited with 7");
  EXPECT_EQ(w->OutputTail(), "the driver? says goodbye\n");
  EXPECT_EQ(w->LastPrinted(), "the driver? says goodbye");
}

TEST_F(WorkerProcessTest, OfAFloodOfOutputTheEndIsKept) {
  auto w = Start("prints");
  json e;
  ASSERT_EQ(w->Await("ONE", kLong, &e), Got::kEvent);
  EXPECT_EQ(w->Next(0, &e), Got::kTimeout);
  EXPECT_EQ(std::filesystem::file_size(
                absl::StrCat("/proc/", w->pid(), "/fd/", STDERR_FILENO)),
            WorkerOutput::kKeptBytes);
  EXPECT_EQ(w->LastPrinted(), std::string(200, 'x') + "...");
}

TEST_F(WorkerProcessTest, HowItEndedIsKnownThoughChildrenAreIgnored) {
  signal(SIGCHLD, SIG_IGN);  // as a launcher may leave it to us
  auto w = Start("exit");
  json e;
  EXPECT_EQ(w->Next(kLong, &e), Got::kGone);
  EXPECT_EQ(EndOf(w.get()), "exited with 7");
}

TEST_F(WorkerProcessTest, SendSaysThatADeadWorkerIsGone) {
  auto w = Start("exit");
  json e;
  ASSERT_EQ(w->Next(kLong, &e), Got::kGone);
  ASSERT_EQ(EndOf(w.get()), "exited with 7");
  EXPECT_EQ(w->Send(kAnyCommand, kLong), Sent::kGone);
}

// More than a pipe holds.
json LongCommand() {
  json command = kAnyCommand;
  command["source"] = std::string(size_t{4} << 20, 'x');
  return command;
}

// A worker that has been stopped, as a debugger does.
void Stop(pid_t pid) {
  int status = 0;
  ASSERT_EQ(kill(pid, SIGSTOP), 0);
  ASSERT_EQ(waitpid(pid, &status, WUNTRACED), pid);
  ASSERT_TRUE(WIFSTOPPED(status));
}

TEST_F(WorkerProcessTest, ACommandThatIsLongerThanThePipeArrives) {
  auto w = Start("serve");
  ASSERT_EQ(w->Send(LongCommand(), kLong), Sent::kYes);
  json e;
  ASSERT_EQ(w->Next(kLong, &e), Got::kEvent);
  EXPECT_EQ(e["what"], "no device is open");
}

TEST_F(WorkerProcessTest, AWorkerThatDoesNotReadDoesNotKeepTheController) {
  auto w = Start("serve");
  const pid_t pid = w->pid();
  Stop(pid);
  EXPECT_EQ(w->Send(LongCommand(), 0.05), Sent::kTimeout);
  EXPECT_EQ(w->EndText(), "") << "it lives";
  // It would read the rest of the long one and this as one line.
  ASSERT_EQ(kill(pid, SIGCONT), 0);
  EXPECT_EQ(w->Send(kAnyCommand, kLong), Sent::kTimeout);
  Stop(pid);
  EXPECT_TRUE(w->Kill());
  EXPECT_FALSE(Exists(pid));
}

TEST_F(WorkerProcessTest, ALaunchOfAWorkerThatDoesNotReadHasNotBeenSetUp) {
  auto w = Start("serve");
  Stop(w->pid());
  const LaunchSpec spec =
      LaunchMemory::Spec("barrier.counter_per_group", "exchange");
  WatchOptions options;
  options.timeouts.build = 0.05;
  const WatchResult r =
      Watch(w.get(), LongCommand(), spec, MakeLayout(spec), options);
  EXPECT_TRUE(r.setup_failed);
  EXPECT_EQ(r.o.ending, Ending::kNeverStarted);
  EXPECT_EQ(r.what, "the driver did not come back from start in 0.05 s");
}

TEST_F(WorkerProcessTest, EventsMayComeInPartsAndTogether) {
  auto w = Start("parts");
  json e;
  ASSERT_EQ(w->Next(kLong, &e), Got::kEvent);
  EXPECT_EQ(e["event"], "ONE");
  ASSERT_EQ(w->Next(kLong, &e), Got::kEvent);
  EXPECT_EQ(e["event"], "TWO");
  EXPECT_EQ(w->Next(0, &e), Got::kTimeout);
}

TEST_F(WorkerProcessTest, AwaitPassesOverOtherEvents) {
  auto w = Start("parts");
  json e;
  ASSERT_EQ(w->Await("TWO", kLong, &e), Got::kEvent);
  EXPECT_EQ(e["event"], "TWO");
}

TEST_F(WorkerProcessTest, ALineThatIsNoEventMeansThatItIsOutOfItsMind) {
  auto w = Start("garbage");
  json e;
  EXPECT_EQ(w->Next(kLong, &e), Got::kGone);
  EXPECT_EQ(w->EndText(), "wrote no event: no JSON object: no event");
}

TEST_F(WorkerProcessTest, AFieldOfAnotherTypeDoesTheControllerNoHarm) {
  auto w = Start("wrong type");
  json e;
  EXPECT_EQ(w->Next(kLong, &e), Got::kGone);
  EXPECT_TRUE(absl::StrContains(w->EndText(), "\"ok\" is not true or false"))
      << w->EndText();
}

TEST_F(WorkerProcessTest, EventsThatNeverCeaseDoNotKeepTheController) {
  auto w = Start("chatter");
  json e;
  EXPECT_EQ(w->Await("FINISHED", 0.2, &e), Got::kTimeout);
}

TEST_F(WorkerProcessTest, ALongLineIsOneEvent) {
  auto w = Start("long");
  json e;
  ASSERT_EQ(w->Next(kLong, &e), Got::kEvent);
  EXPECT_EQ(e["log"].get<std::string>().size(), 1000000u);
}

TEST_F(WorkerProcessTest, ALineWithoutAnEndIsNone) {
  auto w = Start("flood");
  json e;
  EXPECT_EQ(w->Next(kLong, &e), Got::kGone);
}

TEST_F(WorkerProcessTest, DriversKeepTheirCachesInTheScratchFolder) {
  setenv("CUDA_CACHE_PATH", "/mine", 1);
  unsetenv("POCL_CACHE_DIR");
  auto w = Start("environment");
  json e;
  ASSERT_EQ(w->Next(kLong, &e), Got::kEvent);
  EXPECT_EQ(e["POCL_CACHE_DIR"], scratch_ + "/pocl");
  EXPECT_EQ(e["CUDA_CACHE_PATH"], "/mine") << "the user has said otherwise";
}

TEST_F(WorkerProcessTest, CachesAreFoundFromEveryFolder) {
  unsetenv("POCL_CACHE_DIR");
  const std::string whole = scratch_;
  // As a run in a folder that is named from the working folder.
  scratch_ = std::filesystem::relative(scratch_).string();
  auto w = Start("environment");
  json e;
  ASSERT_EQ(w->Next(kLong, &e), Got::kEvent);
  const std::string cache = e["POCL_CACHE_DIR"];
  EXPECT_EQ(cache.substr(0, 1), "/");
  EXPECT_EQ(std::filesystem::weakly_canonical(cache),
            std::filesystem::weakly_canonical(whole + "/pocl"));
}

TEST_F(WorkerProcessTest, WithoutAScratchFolderItDoesNotStart) {
  const auto worker = WorkerProcess::Start(scratch_ + "/none");
  ASSERT_FALSE(worker.ok());
  EXPECT_TRUE(absl::StrContains(worker.status().message(), "/none: No such"))
      << worker.status();
}

TEST_F(WorkerProcessTest, ItHoldsTheLockUntilItIsGone) {
  int lock[2];
  ASSERT_EQ(pipe(lock), 0);
  auto w = Start("serve", lock[1]);
  close(lock[1]);
  pollfd p = {lock[0], POLLIN, 0};
  EXPECT_EQ(poll(&p, 1, 0), 0) << "the worker has the other end";
  EXPECT_TRUE(w->Kill());
  EXPECT_EQ(poll(&p, 1, 0), 1);
  close(lock[0]);
}

// --- the death of the controller
// ----------------------------------------------

pid_t ReadPid(int fd) {
  pid_t pid = -1;
  return read(fd, &pid, sizeof(pid)) == sizeof(pid) ? pid : -1;
}

// Waits for the end of a child or of an orphan; its status, -1 if it lives on.
int WaitFor(pid_t pid) {
  int status = -1;
  const double until = MonotonicSeconds() + kLong;
  while (MonotonicSeconds() < until) {
    const pid_t got = waitpid(pid, &status, WNOHANG);
    if (got == pid) return status;
    if (got < 0) return -1;
    poll(nullptr, 0, 1);
  }
  return -1;
}

// Starts a worker that serves and tells its pid. A process beside the two
// keeps the controller's pipes open until `alive` closes, so that a worker
// that only listens to its pipe would live on.
[[noreturn]] void Control(std::unique_ptr<WorkerProcess> w, int tell,
                          int alive) {
  json e;
  if (w->Send(kAnyCommand, kLong) != Sent::kYes ||
      w->Next(kLong, &e) != Got::kEvent) {
    _exit(1);
  }
  const pid_t keeper = fork();
  char c;
  if (keeper == 0) {
    while (read(alive, &c, 1) > 0) {
    }
    _exit(0);
  }
  const pid_t pids[] = {w->pid(), keeper};
  if (write(tell, pids, sizeof(pids)) != sizeof(pids)) _exit(1);
  while (read(alive, &c, 1) > 0) {
  }
  _exit(1);
}

// A driver's compiler or linker that hangs.
TEST_F(WorkerProcessTest, WhatItStartedEndsWithIt) {
  for (const bool killed : {true, false}) {
    int lock[2];
    ASSERT_EQ(pipe(lock), 0);
    auto w = Start("forks", lock[1]);
    close(lock[1]);
    json e;
    ASSERT_EQ(w->Await("ONE", kLong, &e), Got::kEvent);
    if (!killed) {
      // It ends by itself.
      ASSERT_EQ(kill(w->pid(), SIGABRT), 0);
      EXPECT_EQ(EndOf(w.get()), "died by SIGABRT (6)");
    }
    EXPECT_TRUE(w->Kill());
    pollfd p = {lock[0], POLLIN, 0};
    EXPECT_EQ(poll(&p, 1, static_cast<int>(kLong * 1000)), 1)
        << "the child has the other end";
    close(lock[0]);
  }
}

// A driver's server.
TEST_F(WorkerProcessTest, WhatIsInAnotherSessionEndsWithItAndHasNoLock) {
  int lock[2];
  ASSERT_EQ(pipe(lock), 0);
  auto w = Start("leaves", lock[1]);
  close(lock[1]);
  json e;
  ASSERT_EQ(w->Await("ONE", kLong, &e), Got::kEvent);
  pid_t left = 0;
  std::ifstream(
      absl::StrCat("/proc/", w->pid(), "/task/", w->pid(), "/children")) >>
      left;
  ASSERT_GT(left, 0);
  EXPECT_EQ(getsid(left), left);
  EXPECT_FALSE(
      std::filesystem::exists(absl::StrCat("/proc/", left, "/fd/", kLockFd)));
  EXPECT_TRUE(w->Kill());
  EXPECT_FALSE(Exists(left));
  close(lock[0]);
}

TEST_F(WorkerProcessTest, NoWorkerOutlivesItsController) {
  // Orphans come to this process, so that it learns how they ended.
  ASSERT_EQ(prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
  int tell[2], alive[2];
  ASSERT_EQ(pipe(tell), 0);
  ASSERT_EQ(pipe(alive), 0);
  const pid_t controller = fork();
  ASSERT_GE(controller, 0);
  if (controller == 0) {
    close(alive[1]);
    fcntl(alive[0], F_SETFD, FD_CLOEXEC);
    Control(Start("serve"), tell[1], alive[0]);
  }
  close(tell[1]);
  close(alive[0]);
  const pid_t worker = ReadPid(tell[0]);
  const pid_t keeper = ReadPid(tell[0]);
  ASSERT_GT(worker, 0);
  ASSERT_GT(keeper, 0);
  EXPECT_TRUE(Exists(worker));

  kill(controller, SIGKILL);
  EXPECT_TRUE(WIFSIGNALED(WaitFor(controller)));
  const int status = WaitFor(worker);
  ASSERT_NE(status, -1) << "the worker lives on";
  EXPECT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(WTERMSIG(status), SIGKILL);
  EXPECT_FALSE(Exists(worker));

  close(alive[1]);
  EXPECT_EQ(WaitFor(keeper), 0);
  close(tell[0]);
}

TEST_F(WorkerProcessTest, AWorkerOfADeadControllerDoesNotServe) {
  // What is left of it when the controller died before the worker could ask to
  // die with it: a parent with another pid.
  const pid_t worker = fork();
  if (worker == 0) WorkerMain(getpid());
  EXPECT_EQ(WaitFor(worker), 0);
}

}  // namespace
}  // namespace wgsync

int main(int argc, char** argv) {
  if (argc == 3 && strcmp(argv[1], wgsync::kWorkerFlag) == 0) {
    wgsync::Work(getenv(wgsync::kMode), atoi(argv[2]));
  }
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
