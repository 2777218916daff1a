#include "suite/core/plan/axes.h"

#include <type_traits>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/catalog/access.h"

namespace wgsync {
namespace {

using Names = std::vector<absl::string_view>;

// The name and the meaning of each value.
using Values = std::vector<std::pair<absl::string_view, absl::string_view>>;

// No group of any device has more: in bytes it fits into 32 bits.
constexpr uint32_t kMostKib = 1 << 20;
constexpr uint32_t kLargestTeam = 1 << 10;

bool Takes(const Primitive& p, const Workload& w) {
  const std::string& listed = w.for_teams ? w.in_place_of : w.name;
  const bool lists = absl::c_linear_search(p.workloads, listed);
  if (!w.for_teams) return w.family == p.family && lists;
  // A primitive with its own runner takes those alone that it lists.
  if (listed.empty() ? !p.runner.empty() : !lists) return false;
  // A semaphore of one permit is a lock.
  const Family family = p.capacity == 1 ? Family::kMutex : p.family;
  return w.family == family && WhyNotInTeams(p).empty() && !p.by_item;
}

absl::string_view Unless(bool applies, absl::string_view why_not) {
  return applies ? "" : why_not;
}

template <typename Rows>
Values ValuesOfRows(const Rows& rows) {
  Values values;
  for (const auto& row : rows) values.emplace_back(row.name, row.says);
  return values;
}

// An axis whose values are the enumerators of a field of one of the case's
// parts, from 0 on.
template <auto kPart, auto kField>
AxisRow Axis(absl::string_view key, AxisPart part, absl::string_view says,
             const Values& values) {
  AxisRow row;
  row.key = key;
  row.part = part;
  row.says = says;
  for (const auto& [name, meaning] : values) {
    row.names.push_back(name);
    row.meanings.push_back(meaning);
  }
  row.get = [](const KernelCase& c) {
    return Symbol{static_cast<uint32_t>(c.*kPart.*kField), 0};
  };
  row.set = [](const Symbol& symbol, KernelCase* c) {
    auto& field = c->*kPart.*kField;
    field = static_cast<std::decay_t<decltype(field)>>(symbol.value);
  };
  return row;
}

// An axis of the grid where a second field has the number of the enumerator 0.
template <auto kField, auto kNumber>
AxisRow NumberedAxis(absl::string_view key, AxisPart part,
                     absl::string_view says, const Values& values) {
  AxisRow row = Axis<&KernelCase::grid, kField>(key, part, says, values);
  row.get = [](const KernelCase& c) {
    const uint32_t value = static_cast<uint32_t>(c.grid.*kField);
    return Symbol{value, value == 0 ? c.grid.*kNumber : 0};
  };
  row.set = [](const Symbol& symbol, KernelCase* c) {
    auto& field = c->grid.*kField;
    field = static_cast<std::decay_t<decltype(field)>>(symbol.value);
    // A number that is not in the id must not tell two cases apart.
    c->grid.*kNumber = symbol.value == 0 ? symbol.number : Grid().*kNumber;
  };
  row.number_text = "a number from 1 on";
  return row;
}

AxisRow Waits(AxisRow row) {
  row.waits = true;
  return row;
}

AxisRow PollAxis() {
  AxisRow row = Waits(Axis<&KernelCase::access, &Access::poll>(
      "poll", AxisPart::kAccess, "how a waiter reads the memory word",
      ValuesOfRows(kPollRows)));
  row.allows = [](const KernelCase& c) {
    return c.primitive->polls.Has(c.access.poll);
  };
  row.allowed = [](const Primitive& p) { return NamesOf(p.polls); };
  return row;
}

AxisRow SignalAxis() {
  AxisRow row = Waits(Axis<&KernelCase::access, &Access::signal>(
      "signal", AxisPart::kAccess, "how the memory word is written",
      ValuesOfRows(kSignalRows)));
  row.allows = [](const KernelCase& c) {
    return c.primitive->signals.Has(c.access.signal);
  };
  row.allowed = [](const Primitive& p) { return NamesOf(p.signals); };
  return row;
}

AxisRow WorkloadAxis() {
  AxisRow row;
  row.key = "work";
  row.part = AxisPart::kWorkload;
  row.says = "what the groups compute between two synchronizations";
  for (const Workload& w : Workloads()) {
    row.names.push_back(w.name);
    row.meanings.push_back(w.says);
  }
  row.get = [](const KernelCase& c) {
    return Symbol{static_cast<uint32_t>(c.workload - Workloads().data()), 0};
  };
  row.set = [](const Symbol& symbol, KernelCase* c) {
    c->workload = &Workloads()[symbol.value];
  };
  row.allows = [](const KernelCase& c) {
    return Takes(*c.primitive, *c.workload);
  };
  row.allowed = [](const Primitive& p) {
    Names names;
    for (const Workload& w : Workloads()) {
      if (Takes(p, w)) names.push_back(w.name);
    }
    return names;
  };
  row.entry = [](const KernelCase& c) -> const std::string& {
    return c.workload->name;
  };
  return row;
}

// An axis of the shape, which ids leave out where it has the first of its
// values that are no numbers.
AxisRow Shape(AxisRow row) {
  row = Waits(std::move(row));
  row.usual = row.names[0].empty() ? 1 : 0;
  row.why_not = [](const Primitive& p) {
    return Unless(
        !p.limited,
        "what a compiler makes of its wait hangs on what stands around it");
  };
  return row;
}

AxisRow DimsAxis() {
  AxisRow row = Axis<&KernelCase::grid, &Grid::dims>(
      "dims", AxisPart::kShape, "the dimensions of the grid",
      {{"1", "one dimension"}, {"2", "two"}, {"3", "three"}});
  row.get = [](const KernelCase& c) { return Symbol{c.grid.dims - 1, 0}; };
  row.set = [](const Symbol& symbol, KernelCase* c) {
    c->grid.dims = symbol.value + 1;
  };
  return Shape(std::move(row));
}

AxisRow BallastAxis() {
  AxisRow row = NumberedAxis<&Grid::ballast, &Grid::ballast_kib>(
      "ballast", AxisPart::kShape, "local memory that each group holds",
      {{"", "that many KiB"},
       {"none", "what its kernel needs"},
       {"half", "half of the most that a group may have"},
       {"max", "the most that a group may have"}});
  row.number_text = "KiB as 1k, 32k and so on";
  row.unit = "k";
  row.most_number = kMostKib;
  return Shape(std::move(row));
}

AxisRow TeamAxis() {
  AxisRow row;
  row.key = "team";
  row.part = AxisPart::kShape;
  row.says = "many small grids, under a stress that finds missing orders";
  row.names = {"", "all"};
  row.meanings = {"the groups of a small grid, a team", "one grid"};
  row.get = [](const KernelCase& c) {
    return Symbol{c.grid.team == 0 ? 1u : 0u, c.grid.team};
  };
  row.set = [](const Symbol& symbol, KernelCase* c) {
    c->grid.team = symbol.value == 0 ? symbol.number : 0;
  };
  row.number_text = "a number from 1 on";
  row.most_number = kLargestTeam;
  row = Shape(std::move(row));
  row.why_not = WhyNotInTeams;
  return row;
}

AxisRow HostWaitAxis() {
  return Shape(Axis<&KernelCase::grid, &Grid::host>(
      "host", AxisPart::kShape, "how the host waits for the launch",
      {{"finish", "in clFinish"}, {"poll", "by asking again and again"}}));
}

AxisRow DispatchAxis() {
  AxisRow row = Shape(Axis<&KernelCase::grid, &Grid::dispatch>(
      "dispatch", AxisPart::kShape, "what the driver promises of the launch",
      {{"usual", "nothing"},
       {"concurrent",
        "that its groups run at the same time "
        "(cl_intel_concurrent_dispatch)"}}));
  row.why_not = [](const Primitive& p) {
    return Unless(p.need != ProgressNeed::kNone && !p.limited && !IsShape(p),
                  "no group of it waits, or it is a shape (progress.*)");
  };
  return row;
}

AxisRow ViaAxis() {
  return Shape(Axis<&KernelCase::grid, &Grid::via>(
      "via", AxisPart::kShape, "what the driver is given of the program",
      {{"source", "OpenCL C"}, {"spirv", "SPIR-V that clang made of it"}}));
}

AxisRow QueueAxis() {
  return Shape(Axis<&KernelCase::grid, &Grid::queue>(
      "queue", AxisPart::kShape, "the queue of the launch",
      ValuesOfRows(QueueRows())));
}

AxisRow MemoryAxis() {
  return Shape(Axis<&KernelCase::grid, &Grid::memory>(
      "memory", AxisPart::kShape, "where words and payload lie",
      ValuesOfRows(MemoryKinds())));
}

// An atomic poll that takes nothing, in OpenCL's spelling.
bool HasOp(const KernelCase& c) {
  return IsAtomic(c.access.poll) && !c.primitive->one_word &&
         c.primitive->polls.Has(Poll::kVolatile) &&
         RowOf(c.access.fence).reach != FenceReach::kVendor &&
         (c.grid.poll_op != PollOp::kOr || c.access.poll != Poll::kRmw);
}

AxisRow OpAxis() {
  AxisRow row = Shape(Axis<&KernelCase::grid, &Grid::poll_op>(
      "op", AxisPart::kShape,
      "the operation of an atomic poll, which changes nothing",
      {{"own", "a load, or or 0 where the poll is rmw"},
       {"or", "or 0"},
       {"add", "add 0"},
       {"sub", "subtract 0"},
       {"xor", "xor 0"},
       {"and", "and all ones"},
       {"max", "the maximum with 0"},
       {"min", "the minimum with all ones"},
       {"cas", "compare and swap 0 for 0"}}));
  row.allows = [](const KernelCase& c) {
    return c.grid.poll_op == PollOp::kOwn || HasOp(c);
  };
  row.allowed = [](const Primitive&) { return Names{"own"}; };
  return row;
}

AxisRow LoopAxis() {
  AxisRow row = Shape(Axis<&KernelCase::grid, &Grid::loop>(
      "loop", AxisPart::kShape, "the loop around a barrier",
      {{"barrier_first", "a turn is the barrier and the step after it"},
       {"step_first", "the other way round, as people write it"}}));
  row.why_not = [](const Primitive& p) {
    return Unless(p.family == Family::kBarrier && !p.limited &&
                      !p.host_boundary && (p.runner.empty() || p.discovers),
                  "its runner has no loop of steps and barriers");
  };
  return row;
}

// An axis of the shapes of forward progress alone.
AxisRow OfProgress(AxisRow row) {
  const KernelCase usual;
  row = Waits(std::move(row));
  row.usual = static_cast<int>(row.get(usual).value);
  row.why_not = [](const Primitive& p) {
    return Unless(IsShape(p), "it has no roles and copies, as progress.* have");
  };
  return row;
}

AxisRow FormAxis() {
  AxisRow row = OfProgress(Axis<&KernelCase::grid, &Grid::form>(
      "form", AxisPart::kShape, "how a kernel of progress.* has the shape",
      {{"text", "as its own program"},
       {"interpreted", "one kernel for all shapes reads the shape as data"}}));
  row.why_not = [](const Primitive& p) {
    return Unless(p.shape.can_be_data,
                  "only shapes (progress.*) have it whose waits are one "
                  "instruction each");
  };
  return row;
}

AxisRow ScopeAxis() {
  AxisRow row = Waits(Axis<&KernelCase::access, &Access::scope>(
      "scope", AxisPart::kAccess, "the scope of the atomics and fences",
      {{"device", "all groups"}, {"work_group", "no other group"}}));
  row.usual = 0;
  row.why_not = [](const Primitive& p) {
    return Unless(!p.host_boundary && !p.host_finishes && !p.device_barrier,
                  "its groups meet at no word");
  };
  return row;
}

std::vector<AxisRow> AllAxes() {
  return {
      PollAxis(),
      SignalAxis(),
      Axis<&KernelCase::access, &Access::fence>(
          "fence", AxisPart::kAccess, "the fence between payload and word",
          ValuesOfRows(kFenceRows)),
      Axis<&KernelCase::access, &Access::payload>("pay", AxisPart::kAccess,
                                                  "the accesses to the payload",
                                                  ValuesOfRows(kPayloadRows)),
      WorkloadAxis(),
      Waits(NumberedAxis<&Grid::group_size, &Grid::group_size_number>(
          "wg", AxisPart::kGrid, "the work-items of a group",
          {{"", "that many"},
           {"sub_group", "a sub-group"},
           {"max", "the most"}})),
      Waits(NumberedAxis<&Grid::groups, &Grid::groups_number>(
          "groups", AxisPart::kGrid, "the work-groups of the grid",
          {{"", "that many"},
           {"res_half", "half of the residency"},
           {"res_less1", "one group less than the residency"},
           {"res", "the residency: the groups that are on the device at once"},
           {"res_plus1", "one group more than the residency"},
           {"res_x2", "twice the residency"},
           {"res_x10", "ten times the residency"},
           {"g65537", "65,537 groups"},
           {"promised_half", "half of the groups that the driver promises"},
           {"promised",
            "the groups that the driver promises: those that run "
            "at the same time in a concurrent dispatch"}})),
      DimsAxis(),
      BallastAxis(),
      Shape(Axis<&KernelCase::grid, &Grid::registers>(
          "regs", AxisPart::kShape, "registers of each work-item",
          {{"low", "what the kernel needs"}, {"high", "some hundred more"}})),
      TeamAxis(),
      HostWaitAxis(),
      ScopeAxis(),
      OfProgress(Axis<&KernelCase::grid, &Grid::map>(
          "map", AxisPart::kGrid,
          "which group of progress.* plays which role of which copy",
          {{"plain", "the grid is one copy"},
           {"rr", "round-robin: the groups of a copy have adjacent ids"},
           {"chunk", "the groups of a role have adjacent ids"},
           {"shuffle", "at random"}})),
      OfProgress(Axis<&KernelCase::grid, &Grid::load>(
          "load", AxisPart::kGrid, "groups next to those of progress.*",
          {{"none", "nothing"}, {"busy", "groups that access one word"}})),
      FormAxis(),
      LoopAxis(),
      DispatchAxis(),
      ViaAxis(),
      QueueAxis(),
      MemoryAxis(),
      OpAxis(),
  };
}

bool HasNumber(const AxisRow& axis, uint32_t value) {
  return axis.names[value].empty();
}

// "32k" as 32; 0 where it is not a number of the axis in its one form: "064"
// would be another id for one case.
uint32_t ReadNumber(const AxisRow& axis, absl::string_view text) {
  uint32_t number = 0;
  const bool is_number = absl::ConsumeSuffix(&text, axis.unit) &&
                         absl::SimpleAtoi(text, &number) &&
                         absl::StrCat(number) == text &&
                         number <= axis.most_number;
  return is_number ? number : 0;
}

// Every value that an id may name.
std::string MayBe(const AxisRow& axis) {
  std::vector<absl::string_view> all;
  for (size_t i = 0; i < axis.names.size(); ++i) {
    if (static_cast<int>(i) == axis.usual) continue;
    all.push_back(axis.names[i].empty() ? axis.number_text : axis.names[i]);
  }
  const std::string text = absl::StrJoin(all, ", ");
  if (axis.usual == kNoUsual) return text;
  return absl::StrCat(text, "; left out it is ", axis.names[axis.usual]);
}

absl::Status PartError(const AxisRow& axis, absl::string_view value,
                       absl::string_view problem, absl::string_view may_be) {
  return BadInput(axis.key, "=", value, ": ", problem, "; it may be ", may_be);
}

}  // namespace

absl::Span<const AxisRow> Axes() {
  static const auto* const axes = new std::vector<AxisRow>(AllAxes());
  return *axes;
}

const AxisRow* FindAxis(absl::string_view key) {
  for (const AxisRow& axis : Axes()) {
    if (axis.key == key) return &axis;
  }
  return nullptr;
}

std::string ValueText(const AxisRow& axis, const KernelCase& c) {
  if (axis.entry != nullptr) return axis.entry(c);
  const Symbol symbol = axis.get(c);
  if (symbol.value >= axis.names.size()) return absl::StrCat("?", symbol.value);
  if (HasNumber(axis, symbol.value)) {
    return absl::StrCat(symbol.number, axis.unit);
  }
  return std::string(axis.names[symbol.value]);
}

std::string PartText(const AxisRow& axis, const KernelCase& c) {
  if (axis.usual != kNoUsual &&
      axis.get(c).value == static_cast<uint32_t>(axis.usual)) {
    return "";
  }
  return absl::StrCat("/", axis.key, "=", ValueText(axis, c));
}

absl::Status ReadValue(const AxisRow& axis, absl::string_view text,
                       KernelCase* c) {
  const uint32_t number = ReadNumber(axis, text);
  for (uint32_t i = 0; i < axis.names.size(); ++i) {
    if (static_cast<int>(i) == axis.usual) continue;
    const bool is_number = HasNumber(axis, i);
    if (is_number ? number == 0 : axis.names[i] != text) continue;
    axis.set({i, is_number ? number : 0}, c);
    return absl::OkStatus();
  }
  return PartError(axis, text, "no such value", MayBe(axis));
}

absl::Status ValidateValue(const AxisRow& axis, const KernelCase& c) {
  const Primitive& p = *c.primitive;
  if (axis.allows != nullptr) {
    if (axis.allows(c)) return absl::OkStatus();
    return PartError(axis, ValueText(axis, c), absl::StrCat("not for ", p.name),
                     absl::StrJoin(axis.allowed(p), ", "));
  }
  const Symbol symbol = axis.get(c);
  if (symbol.value >= axis.names.size() ||
      (HasNumber(axis, symbol.value) &&
       (symbol.number == 0 || symbol.number > axis.most_number))) {
    return PartError(axis, ValueText(axis, c), "no such value", MayBe(axis));
  }
  const bool is_usual = static_cast<int>(symbol.value) == axis.usual;
  const absl::string_view why =
      is_usual || axis.why_not == nullptr ? "" : axis.why_not(p);
  if (why.empty()) return absl::OkStatus();
  return BadInput(PartText(axis, c).substr(1), ": not for ", p.name, ": ", why);
}

}  // namespace wgsync
