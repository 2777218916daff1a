// What the checks of host synchronization are made of: commands on queues, each
// call announced before it is made, the first one that fails remembered.
//
// No call is safe: each of them may block for ever. The caller is a process
// that another one watches, which learns by the announcements which call that
// is. Belongs to one thread.

#ifndef WGSYNC_DEVICES_HOST_SYNC_HOST_BENCH_H_
#define WGSYNC_DEVICES_HOST_SYNC_HOST_BENCH_H_

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "devices/driver/device_program.h"
#include "devices/driver/opencl.h"
#include "suite/core/record/host_facts.h"

namespace wgsync {

inline constexpr size_t kHostWords = 64;
using HostMemory = std::array<uint32_t, kHostWords>;

// How a check came out wrong; the words are those of verdict causes.
inline constexpr char kHostUnordered[] = "not ordered";
inline constexpr char kHostEarly[] = "completed early";
inline constexpr char kHostAnswer[] = "wrong answer";
inline constexpr char kHostTimes[] = "wrong times";
inline constexpr char kHostNotSignalled[] = "not signalled";

// One try.
struct HostOutcome {
  const char* fault = nullptr;  // one of the above; nullptr where it is right
  std::string text;
};

using EventList = std::vector<cl::Event>;
using HostWords = std::map<std::string, std::string>;  // "queue" -> "in_order"

// The queues of a check; the same one twice, or two.
struct HostQueues {
  cl::CommandQueue first;
  cl::CommandQueue second;
  bool two = false;
};

// What most tries begin with: queues, and two values that no earlier try has
// used. Both buffers are full of `old`.
struct HostTry : HostQueues {
  uint32_t old = 0, value = 0;
};

class HostBench {
 public:
  // Gets each call's name before it is made, once where it is made again and
  // again; before the name "control/" or "race/" where the control makes it,
  // and "set-up/" where nothing is tried yet.
  using Announce = std::function<void(const std::string& call)>;

  // A context of its own, kernels, buffers; finds out how long the slow command
  // must be. With `cuts_loops` none of its loops has 65,536 turns.
  static absl::StatusOr<std::unique_ptr<HostBench>> Create(
      const cl::Device& device, const std::string& source, bool cuts_loops,
      Announce announce);

  // Clears what an earlier check has left.
  void Begin(double patience_seconds);
  HostFacts& facts() { return facts_; }
  bool failed() const { return !facts_.failed.empty(); }
  const cl::Context& context() const { return context_; }
  const cl::Device& device() const { return device_; }
  uint32_t version() const { return version_; }  // 300
  double patience() const { return patience_; }
  // By the host's clock, how much longer the slow command takes than the quick
  // one.
  double slow_seconds() const { return slow_seconds_; }
  bool cuts_loops() const { return cuts_loops_; }
  // Of 16 atomic looks each: as long as Watch() looks.
  cl_uint watch_turns() const;

  static constexpr uint32_t kTries = 4;
  // Makes `one` without its synchronization until it comes out wrong, a few
  // times at most and each time with a longer slow command, and then with it.
  // What does not complete in the control is none: nobody says when it must.
  void Try(const std::function<HostOutcome(bool synchronized)>& one,
           uint32_t tries = kTries);
  // The same where the control races on purpose: its calls are announced as
  // "race/", since all that comes of them is undefined.
  void TryRacing(const std::function<HostOutcome(bool synchronized)>& one);
  // The same where there is nothing to remove.
  void TryOnly(const std::function<HostOutcome()>& one,
               uint32_t tries = kTries);

  // Announces that the host waits for something without a call.
  void Say(const char* what);
  // Keeps the first failure, of a compiler the first lines of its log too.
  void Fail(const absl::Status& status);
  // A call, announced; false where it failed or one before it had.
  bool Do(const char* call, const std::function<cl_int()>& f);
  // A call whose answer is the question.
  cl_int Ask(const char* call, const std::function<cl_int()>& f);
  // A deprecated call: CL_INVALID_OPERATION of a device of OpenCL 1.2 or later
  // is a refusal.
  bool DoDeprecated(const char* call, const std::function<cl_int()>& f);

  // "in_order", "out_of_order", "two" (both in order).
  HostQueues Queues(const std::string& kind, bool profiling = false);
  HostTry Start(const std::string& queues);
  // Host memory full of `value`, which is freed at the end of the try: not if a
  // call has failed, since a driver may use it after that.
  HostMemory* Memory(uint32_t value);

  // The call of a command, which gets its last arguments: the wait list, and
  // the place for its event.
  using Enqueued = std::function<cl_int(cl_uint, const cl_event*, cl_event*)>;
  // Commands. Each returns its event.
  cl::Event Enqueue(const char* call, const EventList& waits,
                    const Enqueued& f);
  cl::Event Slow(const cl::CommandQueue& q, uint32_t value,
                 const EventList& waits = {});
  cl::Event Quick(const cl::CommandQueue& q, uint32_t value,
                  const EventList& waits = {});
  // Looks until Quick() or Write() stores `value`, for a second or so; Copied()
  // then begins with the number of looks and the last value.
  cl::Event Watch(const cl::CommandQueue& q, uint32_t value);
  cl::Event CopyKernel(const cl::CommandQueue& q, const EventList& waits = {});
  cl::Event CopyBuffer(const cl::CommandQueue& q, const EventList& waits = {});
  // Of what Slow() and Quick() have stored.
  cl::Event Read(const cl::CommandQueue& q, bool blocking, HostMemory* to,
                 const EventList& waits = {});
  cl::Event Write(const cl::CommandQueue& q, bool blocking,
                  const HostMemory* from, const EventList& waits = {});
  cl::Event Marker(const cl::CommandQueue& q, const EventList& waits = {});
  void* Map(const cl::CommandQueue& q, bool blocking, const EventList& waits,
            cl::Event* event);
  void Unmap(const cl::CommandQueue& q, void* mapped);
  void Flush(const cl::CommandQueue& q);
  void Finish(const cl::CommandQueue& q);
  // Both queues and these events, since clFinish alone does not always wait
  // (rusticl 22.3).
  void Settle(const HostQueues& q, const EventList& events);
  void Wait(const EventList& events);

  // A kernel of a program that is built for one device of the context; null,
  // and the bench has failed, where it cannot be had.
  cl::Kernel MakeKernel(const cl::Context& context, const cl::Device& device,
                        const BuildSpec& spec, const char* kernel);

  // A user event; completed when the bench ends the check, if nobody has: what
  // waits for it must not wait for ever.
  cl::Event UserEvent();
  // A callback completes it.
  void Leave(const cl::Event& user);
  void Complete(const cl::Event& user);
  // Ends it in an error.
  void Abort(const cl::Event& user);

  // Status of an event; kNoStatus where the call fails.
  cl_int Status(const cl::Event& e);
  // Looks at it until it is complete or ended in an error, for so long.
  bool Ends(const cl::Event& e, double seconds);
  // Looks until it holds, for so long.
  bool Until(double seconds, const std::function<bool()>& holds);

  // Values that no earlier try has used.
  uint32_t NextValue() { return ++value_; }
  // Both buffers, by blocking writes on a queue of the bench's own, before a
  // try; and what the copies have stored, after it.
  void Clear(uint32_t value);
  HostMemory Copied();
  HostMemory Stored();
  cl_mem stored() const { return words_(); }

  // "63 of 64 words are old", "" where all are `value`.
  static std::string Wrong(const HostMemory& m, uint32_t value);
  static HostMemory Filled(uint32_t value);

  static constexpr cl_int kNoStatus = 1000;

 private:
  HostBench() = default;
  absl::Status Build(const std::string& source);
  absl::Status Calibrate();
  double LeastOfRoundTrips(uint32_t turns);
  void TryWith(const char* control,
               const std::function<HostOutcome(bool synchronized)>& one,
               uint32_t tries);
  void CompleteAll();
  void EndTry();
  template <typename... Arguments>
  cl::Event Launch(cl::Kernel* kernel, const cl::CommandQueue& q, size_t items,
                   const EventList& waits, const Arguments&... arguments);
  void SetStatus(const cl::Event& user, cl_int status);
  cl::Event Store(const cl::CommandQueue& q, uint32_t value, uint32_t turns,
                  const EventList& waits);
  void Keep(const HostOutcome& o);

  cl::Device device_;
  cl::Context context_;
  uint32_t version_ = 0;
  bool cuts_loops_ = false;
  uint32_t most_turns_ = 0;
  uint32_t turns_ = 1;
  cl::Kernel store_late_, copy_, watch_;
  cl::Buffer words_, copies_, zero_;
  cl::CommandQueue side_;
  Announce announce_;
  std::string announced_;
  std::string stage_;  // "control/", ...
  double patience_ = 0;
  double slow_seconds_ = 0;
  uint32_t value_ = 0x1000;
  HostFacts facts_;
  std::vector<cl::Event> open_;  // user events that nobody has completed yet
  std::vector<HostMemory*> memory_;  // of this try
};

double HostSeconds();  // of CLOCK_MONOTONIC

}  // namespace wgsync

#endif  // WGSYNC_DEVICES_HOST_SYNC_HOST_BENCH_H_
