#include "devices/host_sync/host_bench.h"

#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "devices/driver/device_claims.h"
#include "devices/driver/device_program.h"
#include "devices/driver/error.h"
#include "suite/core/base/clean_text.h"
#include "suite/core/base/status_macros.h"

namespace wgsync {
namespace {

// The slow command takes at least this; a missing order shows for so long.
constexpr double kSlowSeconds = 0.015;
// Below the 65,536 at which a driver may cut a loop.
constexpr uint32_t kMostCutTurns = 60000;
constexpr uint32_t kMostTurns = 1u << 26;
// Of atomic looks, for each turn of the slow command.
constexpr uint32_t kWatchTurns = 8;
constexpr uint32_t kControls = 8;
constexpr useconds_t kNap = 200;  // microseconds

std::vector<cl_event> Handles(const EventList& events) {
  std::vector<cl_event> handles;
  handles.reserve(events.size());
  for (const cl::Event& e : events) handles.push_back(e());
  return handles;
}

cl_bool Blocks(bool blocking) { return blocking ? CL_TRUE : CL_FALSE; }

}  // namespace

double HostSeconds() {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

absl::StatusOr<std::unique_ptr<HostBench>> HostBench::Create(
    const cl::Device& device, const std::string& source, bool cuts_loops,
    Announce announce) {
  std::unique_ptr<HostBench> b(new HostBench);
  b->device_ = device;
  b->announce_ = std::move(announce);
  b->version_ = ParseOpenClVersion(DeviceText(device(), CL_DEVICE_VERSION));
  b->cuts_loops_ = cuts_loops;
  b->most_turns_ = cuts_loops ? kMostCutTurns : kMostTurns;
  b->announce_("set-up/build");
  RETURN_IF_ERROR(b->Build(source));
  RETURN_IF_ERROR(b->Calibrate());
  return b;
}

absl::Status HostBench::Build(const std::string& source) {
  cl_int code = CL_SUCCESS;
  context_ = cl::Context(device_, nullptr, nullptr, nullptr, &code);
  if (code != CL_SUCCESS) return OpenClStatus("clCreateContext", code);
  ASSIGN_OR_RETURN(const BuiltProgram program,
                   BuildProgram(context_, device_, {source, "-cl-std=CL1.2"}));
  for (const auto& [kernel, name] :
       {std::pair(&store_late_, "wgsync_store_late"),
        std::pair(&copy_, "wgsync_copy"), std::pair(&watch_, "wgsync_watch")}) {
    ASSIGN_OR_RETURN(*kernel, CreateKernel(program.program, name));
  }
  for (cl::Buffer* buffer : {&words_, &copies_, &zero_}) {
    *buffer = cl::Buffer(context_, CL_MEM_READ_WRITE, sizeof(HostMemory),
                         nullptr, &code);
    if (code != CL_SUCCESS) return OpenClStatus("clCreateBuffer", code);
  }
  side_ = cl::CommandQueue(context_, device_, 0, &code);
  if (code != CL_SUCCESS) return OpenClStatus("clCreateCommandQueue", code);
  const HostMemory none = Filled(0);
  code = side_.enqueueWriteBuffer(zero_, CL_TRUE, 0, sizeof(none), none.data());
  if (code != CL_SUCCESS) return OpenClStatus("clEnqueueWriteBuffer", code);
  return OpenClStatus("clFinish", side_.finish());
}

// The first launch compiles on some drivers, and is not counted. On a busy
// machine a short one may take long: the least of several counts.
double HostBench::LeastOfRoundTrips(uint32_t turns) {
  double least = 60;
  for (int i = 0; i < 4; ++i) {
    const double begun = HostSeconds();
    const cl::Event slow = Store(side_, 0, turns, {});
    Settle({side_, side_, false}, {slow, CopyKernel(side_)});
    if (i > 0) least = std::min(least, HostSeconds() - begun);
  }
  return least;
}

// Doubles the turns until the command takes long enough, beside what a round
// trip takes without them.
absl::Status HostBench::Calibrate() {
  Begin(60);
  stage_ = "set-up/";
  const double quick = LeastOfRoundTrips(1);
  for (turns_ = 2; !failed(); turns_ = std::min(turns_ * 2, most_turns_)) {
    slow_seconds_ = LeastOfRoundTrips(turns_) - quick;
    if (slow_seconds_ > kSlowSeconds || turns_ == most_turns_) break;
  }
  return failed() ? absl::UnavailableError(facts_.failed) : absl::OkStatus();
}

void HostBench::Begin(double patience_seconds) {
  CompleteAll();
  facts_ = {};
  stage_.clear();
  patience_ = patience_seconds;
  announced_.clear();
}

// No queue may be released while a command of it waits for a user event.
void HostBench::Fail(const absl::Status& status) {
  if (failed()) return;
  const cl_int code = OpenClCode(status);
  facts_.failed = FirstLines(status.message());
  facts_.resources_short =
      code == CL_OUT_OF_RESOURCES || code == CL_OUT_OF_HOST_MEMORY ||
      code == CL_MEM_OBJECT_ALLOCATION_FAILURE || code == CL_MAP_FAILURE;
  CompleteAll();
}

// Polls make one call again and again: that is one announcement.
void HostBench::Say(const char* what) {
  const std::string name = absl::StrCat(stage_, what);
  if (name != announced_) announce_(name);
  announced_ = name;
}

cl_int HostBench::Ask(const char* call, const std::function<cl_int()>& f) {
  Say(call);
  return f();
}

bool HostBench::Do(const char* call, const std::function<cl_int()>& f) {
  if (failed()) return false;
  const cl_int code = Ask(call, f);
  if (code != CL_SUCCESS) Fail(OpenClStatus(call, code));
  return code == CL_SUCCESS;
}

bool HostBench::DoDeprecated(const char* call,
                             const std::function<cl_int()>& f) {
  if (failed()) return false;
  const cl_int code = Ask(call, f);
  if (code == CL_SUCCESS) return true;
  Fail(OpenClStatus(call, code));
  facts_.refused = code == CL_INVALID_OPERATION && version_ >= 120;
  return false;
}

void HostBench::Keep(const HostOutcome& o) {
  ++facts_.tries;
  if (o.fault == nullptr) return;
  if (facts_.wrong++ != 0) return;
  facts_.fault = o.fault;
  facts_.fault_text = o.text;
}

void HostBench::Try(const std::function<HostOutcome(bool)>& one,
                    uint32_t tries) {
  TryWith("control/", one, tries);
}

void HostBench::TryRacing(const std::function<HostOutcome(bool)>& one) {
  TryWith("race/", one, kTries);
}

void HostBench::TryWith(const char* control,
                        const std::function<HostOutcome(bool)>& one,
                        uint32_t tries) {
  const uint32_t turns = turns_;
  stage_ = control;
  while (!failed() && facts_.control_tries < kControls) {
    const HostOutcome o = one(false);
    EndTry();
    // The stage tells where it failed.
    if (failed()) return;
    ++facts_.control_tries;
    facts_.control_text = o.text;
    if (o.fault == kHostNotSignalled) break;
    if (o.fault != nullptr) {
      ++facts_.control_wrong;
      break;
    }
    // It may only have come too late.
    turns_ = std::min(turns_ * 2, std::min(most_turns_, turns * 8));
  }
  turns_ = turns;
  stage_.clear();
  TryOnly([&] { return one(true); }, tries);
}

void HostBench::TryOnly(const std::function<HostOutcome()>& one,
                        uint32_t tries) {
  for (uint32_t i = 0; i < tries && !failed(); ++i) {
    const HostOutcome o = one();
    EndTry();
    if (!failed()) Keep(o);
    // It would take the whole patience again.
    if (o.fault == kHostNotSignalled) break;
  }
}

HostQueues HostBench::Queues(const std::string& kind, bool profiling) {
  HostQueues q;
  q.two = kind == "two";
  cl_command_queue_properties properties =
      kind == "out_of_order" ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0;
  if (profiling) properties |= CL_QUEUE_PROFILING_ENABLE;
  const auto make = [&](cl::CommandQueue* queue) {
    Do("clCreateCommandQueue", [&] {
      cl_int code = CL_SUCCESS;
      *queue = cl::CommandQueue(context_, device_, properties, &code);
      return code;
    });
  };
  make(&q.first);
  q.second = q.first;
  if (q.two) make(&q.second);
  return q;
}

HostTry HostBench::Start(const std::string& queues) {
  HostTry t;
  t.old = NextValue();
  t.value = NextValue();
  static_cast<HostQueues&>(t) = Queues(queues);
  Clear(t.old);
  return t;
}

HostMemory* HostBench::Memory(uint32_t value) {
  memory_.push_back(new HostMemory(Filled(value)));
  return memory_.back();
}

cl::Event HostBench::Enqueue(const char* call, const EventList& waits,
                             const Enqueued& f) {
  cl_event event = nullptr;
  const std::vector<cl_event> list = Handles(waits);
  Do(call, [&] {
    return f(static_cast<cl_uint>(list.size()),
             list.empty() ? nullptr : list.data(), &event);
  });
  return cl::Event(event);
}

// One item is a group; of several the driver chooses the group.
template <typename... Arguments>
cl::Event HostBench::Launch(cl::Kernel* kernel, const cl::CommandQueue& q,
                            size_t items, const EventList& waits,
                            const Arguments&... arguments) {
  return Enqueue("clEnqueueNDRangeKernel", waits, [&](auto... last) {
    cl_uint place = 0;
    for (const cl_int code : {kernel->setArg(place++, arguments)...}) {
      if (code != CL_SUCCESS) return code;
    }
    return clEnqueueNDRangeKernel(q(), (*kernel)(), 1, nullptr, &items,
                                  items == 1 ? &items : nullptr, last...);
  });
}

cl::Event HostBench::Store(const cl::CommandQueue& q, uint32_t value,
                           uint32_t turns, const EventList& waits) {
  return Launch(&store_late_, q, 1, waits, words_, zero_, value, turns,
                static_cast<cl_uint>(kHostWords));
}

cl::Event HostBench::Slow(const cl::CommandQueue& q, uint32_t value,
                          const EventList& waits) {
  return Store(q, value, turns_, waits);
}

cl::Event HostBench::Quick(const cl::CommandQueue& q, uint32_t value,
                           const EventList& waits) {
  return Store(q, value, 1, waits);
}

cl::Event HostBench::Watch(const cl::CommandQueue& q, uint32_t value) {
  return Launch(&watch_, q, 1, {}, words_, copies_, value, watch_turns());
}

cl_uint HostBench::watch_turns() const {
  return std::min(most_turns_, turns_ * kWatchTurns);
}

cl::Event HostBench::CopyKernel(const cl::CommandQueue& q,
                                const EventList& waits) {
  return Launch(&copy_, q, kHostWords, waits, copies_, words_);
}

cl::Event HostBench::CopyBuffer(const cl::CommandQueue& q,
                                const EventList& waits) {
  return Enqueue("clEnqueueCopyBuffer", waits, [&](auto... last) {
    return clEnqueueCopyBuffer(q(), words_(), copies_(), 0, 0,
                               sizeof(HostMemory), last...);
  });
}

cl::Event HostBench::Read(const cl::CommandQueue& q, bool blocking,
                          HostMemory* to, const EventList& waits) {
  return Enqueue("clEnqueueReadBuffer", waits, [&](auto... last) {
    return clEnqueueReadBuffer(q(), words_(), Blocks(blocking), 0, sizeof(*to),
                               to->data(), last...);
  });
}

cl::Event HostBench::Write(const cl::CommandQueue& q, bool blocking,
                           const HostMemory* from, const EventList& waits) {
  return Enqueue("clEnqueueWriteBuffer", waits, [&](auto... last) {
    return clEnqueueWriteBuffer(q(), words_(), Blocks(blocking), 0,
                                sizeof(*from), from->data(), last...);
  });
}

cl::Event HostBench::Marker(const cl::CommandQueue& q, const EventList& waits) {
  return Enqueue("clEnqueueMarkerWithWaitList", waits, [&](auto... last) {
    return clEnqueueMarkerWithWaitList(q(), last...);
  });
}

void* HostBench::Map(const cl::CommandQueue& q, bool blocking,
                     const EventList& waits, cl::Event* event) {
  void* mapped = nullptr;
  *event = Enqueue("clEnqueueMapBuffer", waits, [&](auto... last) {
    cl_int code = CL_SUCCESS;
    mapped = clEnqueueMapBuffer(q(), words_(), Blocks(blocking), CL_MAP_READ, 0,
                                sizeof(HostMemory), last..., &code);
    return code;
  });
  return mapped;
}

void HostBench::Unmap(const cl::CommandQueue& q, void* mapped) {
  Do("clEnqueueUnmapMemObject", [&] {
    return clEnqueueUnmapMemObject(q(), words_(), mapped, 0, nullptr, nullptr);
  });
}

void HostBench::Flush(const cl::CommandQueue& q) {
  Do("clFlush", [&] { return clFlush(q()); });
}

void HostBench::Finish(const cl::CommandQueue& q) {
  Do("clFinish", [&] { return clFinish(q()); });
}

void HostBench::Wait(const EventList& events) {
  Do("clWaitForEvents", [&] {
    return clWaitForEvents(static_cast<cl_uint>(events.size()),
                           Handles(events).data());
  });
}

void HostBench::Settle(const HostQueues& q, const EventList& events) {
  Finish(q.first);
  if (q.two) Finish(q.second);
  if (!events.empty()) Wait(events);
}

cl::Kernel HostBench::MakeKernel(const cl::Context& context,
                                 const cl::Device& device,
                                 const BuildSpec& spec, const char* kernel) {
  if (failed()) return {};
  Say("clBuildProgram");
  const absl::StatusOr<BuiltProgram> program =
      BuildProgram(context, device, spec);
  const absl::StatusOr<cl::Kernel> made =
      program.ok() ? CreateKernel(program->program, kernel) : program.status();
  if (!made.ok()) Fail(made.status());
  return made.value_or(cl::Kernel());
}

cl::Event HostBench::UserEvent() {
  cl_event event = nullptr;
  Do("clCreateUserEvent", [&] {
    cl_int code = CL_SUCCESS;
    event = clCreateUserEvent(context_(), &code);
    return code;
  });
  if (event == nullptr) return cl::Event();
  open_.emplace_back(event);
  return open_.back();
}

void HostBench::Complete(const cl::Event& user) {
  SetStatus(user, CL_COMPLETE);
}

void HostBench::Abort(const cl::Event& user) {
  SetStatus(user, CL_INVALID_BINARY);  // no call's own answer
}

void HostBench::Leave(const cl::Event& user) {
  open_.erase(std::remove_if(open_.begin(), open_.end(),
                             [&](const cl::Event& e) { return e() == user(); }),
              open_.end());
}

void HostBench::SetStatus(const cl::Event& user, cl_int status) {
  Leave(user);
  const cl_int code = Ask("clSetUserEventStatus",
                          [&] { return clSetUserEventStatus(user(), status); });
  if (code != CL_SUCCESS) Fail(OpenClStatus("clSetUserEventStatus", code));
}

void HostBench::CompleteAll() {
  for (const cl::Event& e : std::exchange(open_, {})) {
    Ask("clSetUserEventStatus",
        [&] { return clSetUserEventStatus(e(), CL_COMPLETE); });
  }
}

void HostBench::EndTry() {
  CompleteAll();
  for (const HostMemory* memory : std::exchange(memory_, {})) {
    if (!failed()) delete memory;
  }
}

cl_int HostBench::Status(const cl::Event& e) {
  cl_int status = kNoStatus;
  Do("clGetEventInfo", [&] {
    return clGetEventInfo(e(), CL_EVENT_COMMAND_EXECUTION_STATUS,
                          sizeof(status), &status, nullptr);
  });
  return status;
}

bool HostBench::Until(double seconds, const std::function<bool()>& holds) {
  const double until = HostSeconds() + seconds;
  while (!failed()) {
    if (holds()) return true;
    if (HostSeconds() > until) return false;
    usleep(kNap);
  }
  return false;
}

bool HostBench::Ends(const cl::Event& e, double seconds) {
  return Until(seconds, [&] { return Status(e) <= CL_COMPLETE; });
}

void HostBench::Clear(uint32_t value) {
  const HostMemory memory = Filled(value);
  for (const cl::Buffer* buffer : {&words_, &copies_}) {
    Do("clEnqueueWriteBuffer", [&] {
      return clEnqueueWriteBuffer(side_(), (*buffer)(), CL_TRUE, 0,
                                  sizeof(memory), memory.data(), 0, nullptr,
                                  nullptr);
    });
  }
  Finish(side_);
}

HostMemory HostBench::Copied() {
  HostMemory memory = Filled(0);
  Do("clEnqueueReadBuffer", [&] {
    return clEnqueueReadBuffer(side_(), copies_(), CL_TRUE, 0, sizeof(memory),
                               memory.data(), 0, nullptr, nullptr);
  });
  return memory;
}

HostMemory HostBench::Stored() {
  HostMemory memory = Filled(0);
  Read(side_, /*blocking=*/true, &memory);
  return memory;
}

std::string HostBench::Wrong(const HostMemory& m, uint32_t value) {
  size_t wrong = 0;
  uint32_t first = value;
  // The driver's threads may store there meanwhile.
  for (const uint32_t& word : m) {
    const uint32_t seen = __atomic_load_n(&word, __ATOMIC_RELAXED);
    if (seen == value) continue;
    if (wrong++ == 0) first = seen;
  }
  if (wrong == 0) return "";
  return absl::StrCat(wrong, " of ", m.size(), " words are not ", value,
                      "; the first of them is ", first);
}

HostMemory HostBench::Filled(uint32_t value) {
  HostMemory memory;
  memory.fill(value);
  return memory;
}

}  // namespace wgsync
