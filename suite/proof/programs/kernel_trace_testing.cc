#include "suite/proof/programs/kernel_trace_testing.h"

#include <cstring>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "devices/driver/device_program.h"
#include "devices/driver/launch.h"
#include "devices/driver/test_device.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/base/test_file.h"
#include "suite/core/launch/launch_spec.h"
#include "suite/core/launch/layout.h"
#include "suite/core/litmus/program_text.h"

namespace wgsync {
namespace {

using litmus::Order;

// Of recorder.cl.
constexpr size_t kLogWords = 32, kLogMost = 4000, kLogCount = 1;
constexpr size_t kLogBytes = 4 * kLogWords + kLogMost * sizeof(TraceEvent);
// Of a launch: the distance to the log.
constexpr size_t kScratchBytes = 1 << 20;

struct Operation {
  const char* name;
  litmus::Access access;
  Order order;
};
constexpr Operation kOperations[] = {
    {"poll load", litmus::Access::kRead, Order::kAcquire},
    {"signal store", litmus::Access::kWrite, Order::kRelease},
    {"poll exchange", litmus::Access::kExchange, Order::kAcquire},
    {"poll cas", litmus::Access::kCas, Order::kAcquire},
    {"add", litmus::Access::kAdd, Order::kRelaxed},
    {"signal add", litmus::Access::kAdd, Order::kRelease},
    {"signal sub", litmus::Access::kAdd, Order::kRelease},
    {"signal add", litmus::Access::kAdd, Order::kRelease},
    {"both add", litmus::Access::kAdd, Order::kAcqRel},
    {"both exchange", litmus::Access::kExchange, Order::kAcqRel},
    {"signal cas", litmus::Access::kCas, Order::kRelease},
    {"signal fence", litmus::Access::kFence, Order::kRelease},
    {"poll fence", litmus::Access::kFence, Order::kAcquire},
    {"both fence", litmus::Access::kFence, Order::kSeqCst},
    {"payload load", litmus::Access::kRead, Order::kRelaxed},
    {"payload store", litmus::Access::kWrite, Order::kRelaxed}};
constexpr uint32_t kFirstPayload = 14;

// A value of one side for each of the other.
class Pairs {
 public:
  bool Are(uint64_t a, uint64_t b) {
    return there_.emplace(a, b).first->second == b &&
           back_.emplace(b, a).first->second == a;
  }

 private:
  std::map<uint64_t, uint64_t> there_, back_;
};

class Replay {
 public:
  Replay(const litmus::Program& program, const std::vector<size_t>& order,
         bool each)
      : program_(program),
        each_(each),
        memory_(program.Words()),
        payload_(order.size()),
        last_(order.size()),
        threads_(order.size()) {
    for (size_t t = 0; t < order.size(); ++t) threads_[order[t]] = t;
    for (size_t thread : threads_) cursors_.emplace_back(program, thread);
  }

  std::string Run(const std::vector<TraceEvent>& events) {
    for (const TraceEvent& event : events) {
      if (std::string wrong = Do(event); !wrong.empty()) return wrong;
    }
    for (size_t group = 0; group < cursors_.size(); ++group) {
      // What a round after the last one stores.
      payload_[group].insert(litmus::Access::kWrite);
      if (std::string wrong = DoPayload(group); !wrong.empty()) return wrong;
      if (cursors_[group].Next() != nullptr) {
        return absl::StrCat("group ", group, " ends, and the program goes on: ",
                            NextText(group));
      }
    }
    return "";
  }

 private:
  std::string NextText(size_t group) {
    const litmus::Instruction* now = cursors_[group].Next();
    if (now == nullptr) return "its end";
    const size_t role = program_.threads[threads_[group]].role;
    return litmus::InstructionText(program_, role,
                                   now - program_.roles[role].code.data());
  }
  std::string Differ(const TraceEvent& e, absl::string_view why) {
    return absl::StrCat("group ", e.group, ": ", kOperations[e.operation].name,
                        " of word ", e.word, ", which held ", e.held, "; ", why,
                        ": ", NextText(e.group));
  }
  bool IsData(const litmus::Instruction& now) const {
    return now.UsesWord() && !program_.arrays[now.array].atomic;
  }

  // The program's accesses to data up to the next other one.
  std::string DoPayload(size_t group) {
    litmus::Cursor& cursor = cursors_[group];
    for (const litmus::Instruction* now = cursor.Next();
         now != nullptr && IsData(*now); now = cursor.Next()) {
      if (payload_[group].count(now->access) == 0) {
        return absl::StrCat("group ", group, " does not: ", NextText(group));
      }
      Finish(group);
    }
    payload_[group].clear();
    if (cursor.WrongStep() == nullptr) return "";
    return absl::StrCat("group ", group, " goes wrong");
  }
  void Finish(size_t group) {
    const litmus::Instruction& now = *cursors_[group].Next();
    int* const word =
        now.UsesWord() ? &memory_[cursors_[group].Word()] : nullptr;
    const int read = word == nullptr ? 0 : *word;
    const absl::optional<int> written =
        word == nullptr ? absl::nullopt : cursors_[group].Written(read);
    cursors_[group].Finish(read);
    if (written.has_value()) *word = *written;
  }

  std::string Do(const TraceEvent& e) {
    const Operation& operation = kOperations[e.operation];
    if (e.operation >= kFirstPayload) {
      payload_[e.group].insert(operation.access);
      return "";
    }
    if (std::string wrong = DoPayload(e.group); !wrong.empty()) return wrong;
    litmus::Cursor& cursor = cursors_[e.group];
    const litmus::Instruction* now = cursor.Next();
    if (now == nullptr) return Differ(e, "the program has ended");
    // Its fence comes after the last of the words, or before the first one.
    if (each_ && operation.access == litmus::Access::kFence &&
        now->access == last_[e.group] && now->UsesWord()) {
      return "";
    }
    if (now->access != operation.access) return Differ(e, "the program has");
    if (now->order != operation.order) {
      return Differ(e, "the program has another order");
    }
    last_[e.group] = now->access;
    if (now->UsesWord()) {
      const size_t word = cursor.Word();
      if (!words_.Are(e.word, word)) {
        return Differ(e, "the program has another word");
      }
      const auto [held, first] = held_.emplace(word, Held{e.held, 0});
      const Held now_held = {e.held, memory_[word]};
      if (!first || held->second.program != now_held.program) {
        if ((held->second.kernel == now_held.kernel) !=
            (held->second.program == now_held.program)) {
          return Differ(e,
                        "the program's word has changed, or it alone has not");
        }
        held->second = now_held;
      }
      if (!cursor.MayRead(memory_[word])) return "";
    }
    Finish(e.group);
    return "";
  }

  struct Held {
    uint32_t kernel;
    int program;
  };

  const litmus::Program& program_;
  const bool each_;
  std::vector<int> memory_;
  // By the kernel's group: since the last word; the last access to a word.
  std::vector<std::set<litmus::Access>> payload_;
  std::vector<litmus::Access> last_;
  std::vector<size_t> threads_;
  std::vector<litmus::Cursor> cursors_;
  Pairs words_;
  std::map<size_t, Held> held_;  // by word, at its last access
};

}  // namespace

const litmus::CaseOrders kOrdersApart = {
    {{Order::kAcquire, litmus::Scope::kDevice, Order::kAcquire},
     {Order::kRelease, litmus::Scope::kDevice, Order::kRelease},
     {Order::kAcqRel, litmus::Scope::kDevice, Order::kSeqCst}}};

absl::StatusOr<TracedKernel> TracedKernel::Build(const Primitive& p) {
  LaunchSpec spec;
  ProgramSpec& program = spec.program;
  program.c.primitive = &p;
  program.c.workload = FindWorkload(p.workloads.front());
  program.c.access = {Poll::kAcquire, Signal::kRelease, Fence::kDevice,
                      Payload::kPlain};
  program.model = *ParseModel("late_store");  // the recorder takes its place
  program.board = BoardMode::kOff;
  program.waits = WaitMode::kBounded;
  program.language = 300;
  spec.group_size = 1;
  spec.budget = 30;
  ASSIGN_OR_RETURN(std::vector<SourcePart> parts, SourceParts(program));
  for (SourcePart& part : parts) {
    if (part.path == program.model.row->file) {
      part.text = ReadTestFile("suite/proof/programs/recorder.cl");
    }
  }
  ASSIGN_OR_RETURN(LaunchQueue queue, LaunchQueue::Create(TestDevice().device));
  ASSIGN_OR_RETURN(
      const BuiltProgram built,
      BuildProgram(queue.context(), queue.device(),
                   {JoinParts(parts), absl::StrCat(BuildOptions(program),
                                                   " -cl-opt-disable -DWG_LOG=",
                                                   kScratchBytes / 4, "u")}));
  ASSIGN_OR_RETURN(cl::Kernel kernel,
                   CreateKernel(built.program, KernelName(spec)));
  return TracedKernel(spec, queue, kernel);
}

absl::StatusOr<std::vector<TraceEvent>> TracedKernel::Run(uint32_t groups,
                                                          uint32_t rounds) {
  LaunchSpec spec = spec_;
  spec.groups = groups;
  spec.rounds = rounds;
  spec.elements = rounds * groups;
  spec.has_distance = spec.program.c.primitive->half_waits;
  spec.waiters = 1;
  spec.awaited = groups - 1;
  const Layout layout = MakeLayout(spec);
  std::vector<uint8_t> half(layout.total + kScratchBytes + kLogBytes);
  FillRegions(spec, layout, half.data());
  std::vector<DeviceBuffer> buffers;
  for (int r = 0; r < kRegions; ++r) {
    uint8_t* const region = half.data() + layout.offset[r];
    size_t bytes = layout.bytes[r];
    if (r == kScratch) {
      std::fill(region + bytes, region + kScratchBytes + kLogBytes, 0);
      bytes = kScratchBytes + kLogBytes;
    }
    ASSIGN_OR_RETURN(DeviceBuffer buffer, queue_.CreateBuffer(bytes));
    RETURN_IF_ERROR(queue_.Upload(buffer, region, bytes));
    buffers.push_back(std::move(buffer));
  }
  RETURN_IF_ERROR(SetArgs(&kernel_, buffers, KernelScalars(spec)));
  ASSIGN_OR_RETURN(const cl::Event event,
                   queue_.EnqueueKernel(kernel_, spec.groups, spec.group_size));
  RETURN_IF_ERROR(queue_.Finish(event));
  std::vector<uint32_t> words(kLogBytes / 4);
  RETURN_IF_ERROR(queue_.Download(buffers[kScratch], words.data(), kLogBytes,
                                  kScratchBytes));
  std::vector<TraceEvent> events(words[kLogCount]);
  std::memcpy(events.data(), words.data() + kLogWords,
              events.size() * sizeof(TraceEvent));
  return events;
}

std::string TraceDifference(const std::vector<TraceEvent>& events,
                            const litmus::Program& program,
                            const std::vector<size_t>& order, bool each) {
  return Replay(program, order, each).Run(events);
}

}  // namespace wgsync
