#include "tools/run/interrupt.h"

#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <memory>
#include <utility>

#include "suite/worker/scratch_folder.h"

namespace wgsync {
namespace {

struct LastWords {
  std::string output;
  std::string message;
};

// The handler may not allocate; what it may just be writing is kept.
std::atomic<const LastWords*> last_words{nullptr};

void Write(int fd, const std::string& text) {
  size_t done = 0;
  while (done < text.size()) {
    const ssize_t n = write(fd, text.data() + done, text.size() - done);
    if (n <= 0) return;
    done += static_cast<size_t>(n);
  }
}

// Runs with the default action restored (SA_RESETHAND), so that the second
// signal is the one that ends the process, and its status says which it was.
void Leave(int signal_number) {
  const LastWords* words = last_words;
  Write(STDOUT_FILENO, words->output);
  Write(STDERR_FILENO, words->message);
  ScratchFolder::RemoveTemporary();
  raise(signal_number);
}

}  // namespace

void LeaveWithMessage(const std::string& message, const std::string& output) {
  static std::unique_ptr<const LastWords> kept[2];
  kept[1] = std::move(kept[0]);
  kept[0] = std::make_unique<LastWords>(LastWords{output, message});
  last_words = kept[0].get();
  struct sigaction action = {};
  action.sa_handler = Leave;
  action.sa_flags = SA_RESETHAND;
  for (int signal_number : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before;
    // nohup and shells' background jobs ignore some of them on purpose.
    if (sigaction(signal_number, nullptr, &before) == 0 &&
        before.sa_handler != SIG_IGN) {
      sigaction(signal_number, &action, nullptr);
    }
  }
}

}  // namespace wgsync
