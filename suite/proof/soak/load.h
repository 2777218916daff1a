// Processes that do nothing but take the processors' time.

#ifndef WGSYNC_SUITE_PROOF_SOAK_LOAD_H_
#define WGSYNC_SUITE_PROOF_SOAK_LOAD_H_

#include <sys/types.h>

#include <vector>

namespace wgsync {

// One process for each processor, from Start() until it is destroyed. They are
// killed and reaped then; where this process dies first, they die with it.
class Load {
 public:
  Load() = default;
  ~Load() { Stop(); }
  Load(const Load&) = delete;
  Load& operator=(const Load&) = delete;

  // Call before any thread is started. False where a process cannot be made.
  bool Start();
  void Stop();
  const std::vector<pid_t>& pids() const { return pids_; }

 private:
  std::vector<pid_t> pids_;
};

}  // namespace wgsync

#endif  // WGSYNC_SUITE_PROOF_SOAK_LOAD_H_
