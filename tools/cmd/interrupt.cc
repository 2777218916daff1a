#include "tools/cmd/interrupt.h"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

namespace wgsync {
namespace {

// Fixed memory, since the handler may not allocate.
char last_words[4096];
volatile sig_atomic_t last_words_size = 0;

// Runs with the default action restored (SA_RESETHAND), so that the second
// signal is the one that ends the process, and its status says which it was.
void Leave(int signal_number) {
  ssize_t ignored = write(STDERR_FILENO, last_words, last_words_size);
  (void)ignored;
  raise(signal_number);
}

}  // namespace

void LeaveWithMessage(const std::string& message) {
  last_words_size = 0;
  size_t size = std::min(message.size(), sizeof(last_words));
  // Written with its length, never as a string.
  std::copy_n(message.data(), size, last_words);
  last_words_size = static_cast<sig_atomic_t>(size);
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
