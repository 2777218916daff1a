#include "suite/core/record/binds.h"

#include "suite/core/base/field_visitor.h"
#include "suite/core/base/status_macros.h"

namespace wgsync {
namespace {

constexpr BindingInfo kBindings[] = {
    {Binding::kNothing, "", ""},
    {Binding::kViolation, "violation",
     "violation: against what the OpenCL specification guarantees, or a crash"},
    {Binding::kProgress, "progress",
     "progress: occupancy-bound progress not met; OpenCL does not promise it"},
    {Binding::kExecution, "execution",
     "execution: all work-groups ran and what they wait for was in memory; not "
     "a question of progress between work-groups"},
    {Binding::kCustomary, "customary",
     "customary: not guaranteed by OpenCL; what devices without device-scope "
     "atomics must live on"},
    {Binding::kOwn, "own",
     "own: a tried kernel does not end, or leaves what its own file does not "
     "call right"},
};
constexpr auto kBindingNames = EnumNames(kBindings, Binding::kOwn);

// The kinds that a mask names, each with its bit.
struct MaskRow {
  Binding binds;
  bool BindMask::*bit;
};
constexpr MaskRow kMask[] = {{Binding::kViolation, &BindMask::violation},
                             {Binding::kProgress, &BindMask::progress},
                             {Binding::kCustomary, &BindMask::customary}};

}  // namespace

NameSpan NamesOf(Binding) { return kBindingNames.names; }

absl::Span<const BindingInfo> Bindings() { return kBindings; }

const BindingInfo& InfoOf(Binding binding) {
  return kBindings[static_cast<size_t>(binding)];
}

std::vector<std::string> BindWords(const BindMask& mask) {
  std::vector<std::string> words;
  for (const MaskRow& row : kMask) {
    if (mask.*row.bit) words.emplace_back(InfoOf(row.binds).name);
  }
  return words;
}

absl::StatusOr<BindMask> ParseBind(const std::vector<std::string>& words) {
  BindMask mask = {false, false, false};
  for (const std::string& word : words) {
    bool known = false;
    for (const MaskRow& row : kMask) {
      if (word != InfoOf(row.binds).name) continue;
      mask.*row.bit = known = true;
    }
    if (known) continue;
    return BadInput("--bind ", word,
                    ": it takes violation, progress and customary, "
                    "separated by commas");
  }
  return mask;
}

bool Fails(Binding binds, const BindMask& mask) {
  if (binds == Binding::kExecution) return mask.progress;
  if (binds == Binding::kOwn) return true;
  for (const MaskRow& row : kMask) {
    if (row.binds == binds) return mask.*row.bit;
  }
  return false;
}

}  // namespace wgsync
