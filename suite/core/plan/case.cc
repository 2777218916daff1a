#include "suite/core/plan/case.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "suite/core/base/name_pattern.h"
#include "suite/core/base/overload.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/plan/axes.h"

namespace wgsync {
namespace {

constexpr char kParts[] = "CL_DEVICE_PARTITION_PROPERTIES";
constexpr char kPriority[] = "cl_khr_priority_hints";
constexpr char kThrottle[] = "cl_khr_throttle_hints";
constexpr char kArm[] = "cl_arm_scheduling_controls";
constexpr QueueRow kQueueRows[] = {
    {Queue::kInOrder, "in_order", "in order, of the whole device", ""},
    {Queue::kOutOfOrder, "out_of_order", "out of order",
     "CL_DEVICE_QUEUE_ON_HOST_PROPERTIES"},
    {Queue::kPartEqual, "part_equal", "of one of two equal parts", kParts},
    {Queue::kPartCounts, "part_counts", "of all compute units but one", kParts},
    {Queue::kPriorityLow, "priority_low", "of low priority", kPriority},
    {Queue::kPriorityHigh, "priority_high", "of high priority", kPriority},
    {Queue::kThrottleLow, "throttle_low", "of low throttle", kThrottle},
    {Queue::kThrottleHigh, "throttle_high", "of high throttle", kThrottle},
    {Queue::kThreadLocal, "thread_local", "its thread runs the groups",
     "cl_intel_exec_by_local_thread"},
    {Queue::kArmBatching, "arm_batching", "kernels in batches", kArm},
    {Queue::kArmDeferred, "arm_deferred", "flushed later", kArm},
    {Queue::kArmOneByOne, "arm_one_by_one", "groups dealt one by one", kArm},
};

constexpr char kSvmQuery[] =
    "CL_DEVICE_SVM_CAPABILITIES; all memory of a CPU is the host's";
constexpr MemoryKind kMemoryKinds[] = {
    {Memory::kDevice, "device", "memory that the driver chooses", ""},
    {Memory::kHost, "host", "host memory that the driver allocates",
     "CL_DEVICE_TYPE; all memory of a CPU is the host's"},
    {Memory::kSvm, "svm", "coarse-grained shared virtual memory", kSvmQuery},
    {Memory::kSvmFine, "svm_fine", "fine-grained shared virtual memory",
     kSvmQuery},
};

absl::Status ParsePrimitive(absl::string_view name, KernelCase* c) {
  c->primitive = FindPrimitive(name);
  if (c->primitive != nullptr) return absl::OkStatus();
  std::vector<std::string> known;
  for (const Primitive& p : Primitives()) known.emplace_back(p.name);
  for (const HostCheck& h : HostChecks()) known.emplace_back(h.name);
  return BadInput("\"", name, "\": no such primitive; ",
                  NearestText(name, known, "see `wgsync list --tier full`"));
}

// A part that ids may leave out: which of `axes` it is of, from `first` on.
absl::StatusOr<size_t> ShapeAxisOf(absl::string_view part, size_t first) {
  const absl::Span<const AxisRow> axes = Axes();
  const size_t equals = part.find('=');
  for (size_t i = first; i < axes.size() && equals != part.npos; ++i) {
    if (axes[i].key == part.substr(0, equals)) return i;
  }
  std::vector<std::string> keys;
  for (const AxisRow& axis : axes) {
    if (axis.usual != kNoUsual) keys.push_back(absl::StrCat(axis.key, "="));
  }
  return BadInput("\"", part,
                  "\" is one part too many; after groups= may follow ",
                  absl::StrJoin(keys, ", "), ", once and in this order");
}

// The value of part `i` of an id, "KEY=VALUE".
absl::StatusOr<absl::string_view> ValueOfPart(
    absl::Span<const absl::string_view> parts, size_t i,
    absl::string_view key) {
  if (i >= parts.size()) {
    return BadInput("it ends before /", key, "=");
  }
  absl::string_view value = parts[i];
  if (absl::ConsumePrefix(&value, key) && absl::ConsumePrefix(&value, "=")) {
    return value;
  }
  return BadInput("\"", parts[i], "\" is where ", key, "= belongs");
}

absl::StatusOr<KernelCase> ParseKernelParts(
    absl::Span<const absl::string_view> parts) {
  KernelCase c;
  RETURN_IF_ERROR(ParsePrimitive(parts[0], &c));
  const absl::Span<const AxisRow> axes = Axes();
  size_t axis = 0;
  size_t part = 1;
  // First those that every id has.
  for (; axis < axes.size() && axes[axis].usual == kNoUsual; ++axis, ++part) {
    ASSIGN_OR_RETURN(const absl::string_view value,
                     ValueOfPart(parts, part, axes[axis].key));
    RETURN_IF_ERROR(ReadValue(axes[axis], value, &c));
  }
  for (; part < parts.size(); ++axis, ++part) {
    ASSIGN_OR_RETURN(axis, ShapeAxisOf(parts[part], axis));
    RETURN_IF_ERROR(ReadValue(
        axes[axis], parts[part].substr(axes[axis].key.size() + 1), &c));
  }
  return c;
}

absl::StatusOr<HostCase> ParseHostParts(
    const HostCheck& check, absl::Span<const absl::string_view> parts) {
  HostCase c;
  c.check = &check;
  for (size_t i = 0; i < check.axes.size(); ++i) {
    const HostAxis& axis = check.axes[i];
    ASSIGN_OR_RETURN(const absl::string_view value,
                     ValueOfPart(parts, i, axis.key));
    const auto found = std::find(axis.values.begin(), axis.values.end(), value);
    if (found == axis.values.end()) {
      return BadInput(axis.key, "=", value, ": no such value; it may be ",
                      absl::StrJoin(axis.values, ", "));
    }
    c.values[i] = static_cast<uint8_t>(found - axis.values.begin());
  }
  if (parts.size() > check.axes.size()) {
    return BadInput("\"", parts[check.axes.size()], "\" is one part too many");
  }
  return c;
}

absl::StatusOr<Case> ParseParts(absl::Span<const absl::string_view> parts) {
  if (const HostCheck* check = FindHostCheck(parts[0])) {
    return ParseHostParts(*check, parts.subspan(1));
  }
  return ParseKernelParts(parts);
}

template <typename Row, size_t kSize>
absl::Status NoNative(absl::string_view key, absl::string_view value,
                      const Row (&rows)[kSize]) {
  std::vector<absl::string_view> names;
  for (const Row& row : rows) {
    if (row.has_native) names.push_back(row.name);
  }
  return BadInput(key, "=", value, ": the native fence takes ", key, " ",
                  absl::StrJoin(names, " or "));
}

absl::Status ValidateFence(const KernelCase& c) {
  const bool wordless = c.primitive->host_boundary ||
                        c.primitive->device_barrier ||
                        c.primitive->host_finishes || c.primitive->one_word;
  if (wordless && c.access.fence != Fence::kNone) {
    return BadInput("fence=", FenceName(c.access.fence), ": ",
                    c.primitive->name, " has no word to fence; it may be none");
  }
  if (RowOf(c.access.fence).reach != FenceReach::kVendor) {
    return absl::OkStatus();
  }
  if (!RowOf(c.access.poll).has_native) {
    return NoNative("poll", PollName(c.access.poll), kPollRows);
  }
  if (!RowOf(c.access.signal).has_native) {
    return NoNative("signal", SignalName(c.access.signal), kSignalRows);
  }
  return absl::OkStatus();
}

// Only these name a scope, so that on other cases it would change nothing.
absl::Status ValidateScope(const KernelCase& c) {
  if (c.access.scope == Scope::kDevice || NeedsC11(c) ||
      RowOf(c.access.fence).reach == FenceReach::kVendor) {
    return absl::OkStatus();
  }
  return BadInput(
      "scope=work_group: no access of the case names a scope; take a poll or a "
      "signal of OpenCL C 2.0, or fence device or native");
}

absl::Status ValidateKernel(const KernelCase& c) {
  if (c.primitive == nullptr || c.workload == nullptr) {
    return BadInput("a case without primitive or workload");
  }
  const Primitive& p = *c.primitive;
  for (const AxisRow& axis : Axes()) {
    RETURN_IF_ERROR(ValidateValue(axis, c));
  }
  if (p.limited && NeedsResidency(c.grid.groups)) {
    return BadInput("groups=", GroupsName(c), ": the kernel of ", p.name,
                    " finds no residency; write a number");
  }
  if (p.device_barrier && c.grid.dispatch != Dispatch::kConcurrent) {
    return BadInput(
        p.name,
        " is valid in a concurrent dispatch alone; add /dispatch=concurrent");
  }
  const bool promised = c.grid.groups > Groups::kG65537;
  if (promised && c.grid.dispatch != Dispatch::kConcurrent) {
    return BadInput("groups=", GroupsName(c),
                    ": only a concurrent dispatch has a promise; add "
                    "/dispatch=concurrent");
  }
  RETURN_IF_ERROR(ValidateScope(c));
  return ValidateFence(c);
}

// Whether its values go together; the error names them.
absl::Status ValidateHostCase(const HostCase& c) {
  const std::vector<std::string> words = HostWordsOf(c);
  for (const auto& [one, other] : c.check->except) {
    if (absl::c_linear_search(words, one) &&
        absl::c_linear_search(words, other)) {
      return BadInput(one, " does not go with ", other, " for ", c.check->name);
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::Span<const QueueRow> QueueRows() { return kQueueRows; }
absl::Span<const MemoryKind> MemoryKinds() { return kMemoryKinds; }

bool IsUsualEntry(const Grid& grid) {
  return grid.via == Via::kSource && grid.queue == Queue::kInOrder &&
         grid.memory == Memory::kDevice && grid.poll_op == PollOp::kOwn;
}

std::string GroupsName(const KernelCase& c) {
  return ValueText(*FindAxis("groups"), c);
}

std::string GroupSizeName(const KernelCase& c) {
  return ValueText(*FindAxis("wg"), c);
}

std::string BallastName(const KernelCase& c) {
  return ValueText(*FindAxis("ballast"), c);
}

std::string ShapeParts(const KernelCase& c) {
  std::string parts;
  for (const AxisRow& axis : Axes()) {
    if (axis.part != AxisPart::kShape) continue;
    absl::StrAppend(&parts, PartText(axis, c));
  }
  return parts;
}

std::string CaseId(const Case& c) {
  return std::visit(Overload{[](const KernelCase& kernel) {
                               std::string id = kernel.primitive->name;
                               for (const AxisRow& axis : Axes()) {
                                 absl::StrAppend(&id, PartText(axis, kernel));
                               }
                               return id;
                             },
                             [](const HostCase& host) {
                               return absl::StrCat(
                                   host.check->name, "/",
                                   absl::StrJoin(HostWordsOf(host), "/"));
                             }},
                    c);
}

absl::StatusOr<Case> ParseCaseId(absl::string_view id) {
  const std::vector<absl::string_view> parts = absl::StrSplit(id, '/');
  absl::StatusOr<Case> c = ParseParts(parts);
  if (c.ok()) return c;
  return BadInput("case \"", id, "\": ", c.status().message());
}

absl::StatusOr<KernelCase> ParseKernelCaseId(absl::string_view id) {
  ASSIGN_OR_RETURN(const Case c, ParseCaseId(id));
  if (const auto* kernel = std::get_if<KernelCase>(&c)) return *kernel;
  return BadInput("case \"", id,
                  "\": a host check, which launches no primitive");
}

absl::string_view CaseFamily(const Case& c) {
  return std::visit(
      Overload{[](const KernelCase& kernel) {
                 return FamilyName(kernel.primitive->family);
               },
               [](const HostCase&) { return absl::string_view(kHostFamily); }},
      c);
}

absl::Status ValidateCase(const Case& c) {
  return std::visit(
      Overload{[](const KernelCase& kernel) { return ValidateKernel(kernel); },
               [](const HostCase& host) { return ValidateHostCase(host); }},
      c);
}

std::vector<std::string> HostWordsOf(const HostCase& c) {
  std::vector<std::string> words;
  for (size_t i = 0; i < c.check->axes.size(); ++i) {
    const HostAxis& axis = c.check->axes[i];
    words.push_back(absl::StrCat(axis.key, "=", axis.values[c.values[i]]));
  }
  return words;
}

absl::string_view HostWord(const HostCase& c, absl::string_view key) {
  for (size_t i = 0; i < c.check->axes.size(); ++i) {
    const HostAxis& axis = c.check->axes[i];
    if (axis.key == key) return axis.values[c.values[i]];
  }
  return "";
}

std::vector<HostCase> HostCasesOf(const HostCheck& check) {
  std::vector<HostCase> cases(1);
  cases[0].check = &check;
  for (size_t i = 0; i < check.axes.size(); ++i) {
    std::vector<HostCase> more;
    for (HostCase c : cases) {
      for (size_t v = 0; v < check.axes[i].values.size(); ++v) {
        c.values[i] = static_cast<uint8_t>(v);
        more.push_back(c);
      }
    }
    cases = std::move(more);
  }
  cases.erase(std::remove_if(
                  cases.begin(), cases.end(),
                  [](const HostCase& c) { return !ValidateHostCase(c).ok(); }),
              cases.end());
  return cases;
}

}  // namespace wgsync
