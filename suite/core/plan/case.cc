#include "suite/core/plan/case.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "absl/types/span.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/plan/host_case.h"

namespace wgsync {
namespace {

using Names = absl::Span<const absl::string_view>;

// In the order of the enumerations.
constexpr absl::string_view kPolls[] = {
    "plain", "reissued", "volatile", "rmw", "relaxed", "acquire", "seq_cst"};
constexpr absl::string_view kSignals[] = {"plain",   "volatile", "rmw",
                                          "relaxed", "release",  "seq_cst"};
constexpr absl::string_view kFences[] = {"none",   "mem",      "rw_mem",
                                         "device", "readback", "native"};
constexpr absl::string_view kPayloads[] = {"plain", "volatile", "atomic"};
// The first is no name: a number stands in its place.
constexpr absl::string_view kGroupSizes[] = {"", "sub_group", "max"};
constexpr absl::string_view kBallasts[] = {"", "none", "half", "max"};
constexpr absl::string_view kGroups[] = {"",        "res_half",  "res_less1",
                                         "res",     "res_plus1", "res_x2",
                                         "res_x10", "g65537"};

// One part of an id: "poll=volatile" has the key "poll".
struct Part {
  absl::string_view key;
  absl::string_view value;
};

absl::Status PartError(const Part& part, absl::string_view problem,
                       absl::string_view may_be) {
  return absl::InvalidArgumentError(absl::StrCat(
      part.key, "=", part.value, ": ", problem, "; it may be ", may_be));
}

template <typename Enum>
absl::Status ParseWord(const Part& part, Names names, Enum* out) {
  for (size_t i = 0; i < names.size(); ++i) {
    if (!names[i].empty() && names[i] == part.value) {
      *out = static_cast<Enum>(i);
      return absl::OkStatus();
    }
  }
  return PartError(part, "no such word", absl::StrJoin(names, ", "));
}

// Like ParseWord(), but a number from 1 on is a value as well.
template <typename Enum>
absl::Status ParseWordOrNumber(const Part& part, Names names, Enum* out,
                               uint32_t* number) {
  uint32_t n = 0;
  // Only the canonical form: "064" or "+64" would be another id for one case.
  if (absl::SimpleAtoi(part.value, &n) && absl::StrCat(n) == part.value &&
      n != 0) {
    *out = Enum::kNumber;
    *number = n;
    return absl::OkStatus();
  }
  if (ParseWord(part, names, out).ok()) return absl::OkStatus();
  return PartError(part, "no such word",
                   absl::StrCat("a number from 1 on, ",
                                absl::StrJoin(names.subspan(1), ", ")));
}

absl::Status ParsePrimitive(absl::string_view name, Case* c) {
  c->primitive = FindPrimitive(name);
  if (c->primitive != nullptr) return absl::OkStatus();
  std::vector<absl::string_view> known;
  for (const Primitive& p : Primitives()) known.push_back(p.name);
  for (const HostCheck& h : HostChecks()) known.push_back(h.name);
  return absl::InvalidArgumentError(
      absl::StrCat("\"", name, "\": no such primitive; it may be ",
                   absl::StrJoin(known, ", ")));
}

absl::Status ParseWorkload(const Part& part, Case* c) {
  c->workload = FindWorkload(part.value);
  if (c->workload != nullptr) return absl::OkStatus();
  std::vector<absl::string_view> known;
  for (const Workload& w : Workloads()) known.push_back(w.name);
  return PartError(part, "no such workload", absl::StrJoin(known, ", "));
}

absl::Status ParsePart(const Part& part, Case* c) {
  if (part.key == "poll") return ParseWord(part, kPolls, &c->poll);
  if (part.key == "signal") return ParseWord(part, kSignals, &c->signal);
  if (part.key == "fence") return ParseWord(part, kFences, &c->fence);
  if (part.key == "pay") return ParseWord(part, kPayloads, &c->payload);
  if (part.key == "work") return ParseWorkload(part, c);
  if (part.key == "wg") {
    return ParseWordOrNumber(part, kGroupSizes, &c->group_size,
                             &c->group_size_number);
  }
  return ParseWordOrNumber(part, kGroups, &c->groups, &c->groups_number);
}

// The keys of an id after the primitive, in their one order.
constexpr absl::string_view kKeys[] = {"poll", "signal", "fence", "pay",
                                       "work", "wg",     "groups"};
// Those that may follow, in their one order, where they say something else than
// their absence.
constexpr absl::string_view kShapeKeys[] = {"dims", "ballast", "regs"};

// No group of any device has more: in bytes it fits into 32 bits.
constexpr uint32_t kMostKib = 1 << 20;

absl::Status ParseBallast(const Part& part, Case* c) {
  absl::string_view digits = part.value;
  uint32_t kib = 0;
  if (absl::ConsumeSuffix(&digits, "k") && absl::SimpleAtoi(digits, &kib) &&
      absl::StrCat(kib) == digits && kib != 0 && kib <= kMostKib) {
    c->ballast = Ballast::kNumber;
    c->ballast_kib = kib;
    return absl::OkStatus();
  }
  const Names names = Names(kBallasts).subspan(2);  // "none" is its absence
  for (size_t i = 0; i < names.size(); ++i) {
    if (names[i] != part.value) continue;
    c->ballast = static_cast<Ballast>(i + 2);
    return absl::OkStatus();
  }
  return PartError(
      part, "no such word",
      absl::StrCat("KiB as 1k, 32k and so on, ", absl::StrJoin(names, ", "),
                   "; without it there is none"));
}

absl::Status ParseShapePart(const Part& part, Case* c) {
  if (part.key == "ballast") return ParseBallast(part, c);
  if (part.key == "dims") {
    if (part.value != "2" && part.value != "3") {
      return PartError(part, "no such word", "2 or 3; without it there is 1");
    }
    c->dims = static_cast<uint32_t>(part.value[0] - '0');
    return absl::OkStatus();
  }
  if (part.value != "high") {
    return PartError(part, "no such word", "high; without it they are few");
  }
  c->registers = Registers::kHigh;
  return absl::OkStatus();
}

// What follows the parts that every id has.
absl::Status ParseShape(absl::Span<const absl::string_view> parts, Case* c) {
  size_t key = 0;
  for (absl::string_view part : parts) {
    const absl::string_view name = part.substr(0, part.find('='));
    while (key < std::size(kShapeKeys) && kShapeKeys[key] != name) ++key;
    if (key == std::size(kShapeKeys) || name.size() == part.size()) {
      return absl::InvalidArgumentError(absl::StrCat(
          "\"", part, "\" is one part too many; behind groups= may stand ",
          absl::StrJoin(kShapeKeys, "=, "), "=, once and in this order"));
    }
    const absl::Status s =
        ParseShapePart({name, part.substr(name.size() + 1)}, c);
    if (!s.ok()) return s;
    ++key;
  }
  return absl::OkStatus();
}

absl::StatusOr<Case> ParseParts(absl::Span<const absl::string_view> parts) {
  if (const HostCheck* host = FindHostCheck(parts[0])) {
    return ParseHostParts(*host, parts.subspan(1));
  }
  Case c;
  absl::Status status = ParsePrimitive(parts[0], &c);
  for (size_t i = 0; status.ok() && i < std::size(kKeys); ++i) {
    if (i + 1 >= parts.size()) {
      return absl::InvalidArgumentError(
          absl::StrCat("it ends before /", kKeys[i], "="));
    }
    absl::string_view value = parts[i + 1];
    if (!absl::ConsumePrefix(&value, kKeys[i]) ||
        !absl::ConsumePrefix(&value, "=")) {
      return absl::InvalidArgumentError(absl::StrCat(
          "\"", parts[i + 1], "\" stands where ", kKeys[i], "= belongs"));
    }
    status = ParsePart({kKeys[i], value}, &c);
  }
  if (status.ok()) {
    status = ParseShape(parts.subspan(std::size(kKeys) + 1), &c);
  }
  if (!status.ok()) return status;
  return c;
}

absl::Status ValidateShape(const Case& c) {
  if (c.dims < 1 || c.dims > 3) {
    return absl::InvalidArgumentError(
        absl::StrCat("dims=", c.dims, ": a grid has 1 to 3 dimensions"));
  }
  if (c.ballast == Ballast::kNumber && c.ballast_kib == 0) {
    return absl::InvalidArgumentError(
        "ballast=0k: leave it out where there is none");
  }
  const std::string parts = ShapeParts(c);
  if (c.primitive->limited && !parts.empty()) {
    return absl::InvalidArgumentError(absl::StrCat(
        parts.substr(1), ": not for ", c.primitive->name,
        ": what a compiler makes of its wait hangs on what stands around it"));
  }
  return absl::OkStatus();
}

bool Contains(const std::vector<std::string>& words, absl::string_view word) {
  for (const std::string& w : words) {
    if (w == word) return true;
  }
  return false;
}

absl::Status NotOfPrimitive(const Case& c, absl::string_view key,
                            absl::string_view value,
                            const std::vector<std::string>& allowed) {
  return PartError({key, value}, absl::StrCat("not for ", c.primitive->name),
                   absl::StrJoin(allowed, ", "));
}

absl::Status ValidateFence(const Case& c) {
  const bool host = c.primitive->host_boundary || c.primitive->host_finishes;
  if (host && c.fence != Fence::kNone) {
    return absl::InvalidArgumentError(
        absl::StrCat("fence=", FenceName(c.fence), ": ", c.primitive->name,
                     " has no word to fence; it may be none"));
  }
  if (c.fence != Fence::kNative) return absl::OkStatus();
  if (c.poll != Poll::kVolatile && c.poll != Poll::kAcquire) {
    return absl::InvalidArgumentError(
        absl::StrCat("poll=", PollName(c.poll),
                     ": the native fence takes poll volatile or acquire"));
  }
  if (c.signal != Signal::kRelease) {
    return absl::InvalidArgumentError(
        absl::StrCat("signal=", SignalName(c.signal),
                     ": the native fence takes signal release"));
  }
  return absl::OkStatus();
}

}  // namespace

absl::string_view PollName(Poll p) { return kPolls[static_cast<size_t>(p)]; }
absl::string_view SignalName(Signal s) {
  return kSignals[static_cast<size_t>(s)];
}
absl::string_view FenceName(Fence f) { return kFences[static_cast<size_t>(f)]; }
absl::string_view PayloadName(Payload p) {
  return kPayloads[static_cast<size_t>(p)];
}

std::string GroupsName(const Case& c) {
  if (c.groups == Groups::kNumber) return absl::StrCat(c.groups_number);
  return std::string(kGroups[static_cast<size_t>(c.groups)]);
}

std::string GroupSizeName(const Case& c) {
  if (c.group_size == GroupSize::kNumber) {
    return absl::StrCat(c.group_size_number);
  }
  return std::string(kGroupSizes[static_cast<size_t>(c.group_size)]);
}

std::string BallastName(const Case& c) {
  if (c.ballast == Ballast::kNumber) return absl::StrCat(c.ballast_kib, "k");
  return std::string(kBallasts[static_cast<size_t>(c.ballast)]);
}

std::string ShapeParts(const Case& c) {
  return absl::StrCat(c.dims == 1 ? "" : absl::StrCat("/dims=", c.dims),
                      c.ballast == Ballast::kNone
                          ? ""
                          : absl::StrCat("/ballast=", BallastName(c)),
                      c.registers == Registers::kLow ? "" : "/regs=high");
}

std::string CaseId(const Case& c) {
  if (c.host != nullptr) {
    return absl::StrCat(c.host->name, "/", absl::StrJoin(HostWordsOf(c), "/"));
  }
  return absl::StrCat(
      absl::StrCat(c.primitive->name, "/poll=", PollName(c.poll),
                   "/signal=", SignalName(c.signal)),
      absl::StrCat("/fence=", FenceName(c.fence),
                   "/pay=", PayloadName(c.payload), "/work=", c.workload->name),
      absl::StrCat("/wg=", GroupSizeName(c), "/groups=", GroupsName(c),
                   ShapeParts(c)));
}

absl::StatusOr<Case> ParseCaseId(absl::string_view id) {
  const std::vector<absl::string_view> parts = absl::StrSplit(id, '/');
  absl::StatusOr<Case> c = ParseParts(parts);
  if (c.ok()) return c;
  return absl::InvalidArgumentError(
      absl::StrCat("case \"", id, "\": ", c.status().message()));
}

const std::string& CaseName(const Case& c) {
  return c.host != nullptr ? c.host->name : c.primitive->name;
}

absl::string_view CaseFamily(const Case& c) {
  return c.host != nullptr ? kHostFamily : FamilyName(c.primitive->family);
}

absl::Status ValidateCase(const Case& c) {
  if (c.host != nullptr) return ValidateHostCase(c);
  if (c.primitive == nullptr || c.workload == nullptr) {
    return absl::InvalidArgumentError("a case without primitive or workload");
  }
  const Primitive& p = *c.primitive;
  if (!Contains(p.polls, PollName(c.poll))) {
    return NotOfPrimitive(c, "poll", PollName(c.poll), p.polls);
  }
  if (!Contains(p.signals, SignalName(c.signal))) {
    return NotOfPrimitive(c, "signal", SignalName(c.signal), p.signals);
  }
  if (c.workload->family != p.family ||
      !Contains(p.workloads, c.workload->name)) {
    return NotOfPrimitive(c, "work", c.workload->name, p.workloads);
  }
  if (c.group_size == GroupSize::kNumber && c.group_size_number == 0) {
    return absl::InvalidArgumentError("wg=0: a work-group has a work-item");
  }
  if (c.groups == Groups::kNumber && c.groups_number == 0) {
    return absl::InvalidArgumentError("groups=0: a grid has a work-group");
  }
  if (p.limited && NeedsResidency(c.groups)) {
    return absl::InvalidArgumentError(
        absl::StrCat("groups=", GroupsName(c), ": the kernel of ", p.name,
                     " finds no residency; write a number"));
  }
  const absl::Status shape = ValidateShape(c);
  return shape.ok() ? ValidateFence(c) : shape;
}

}  // namespace wgsync
