#include "suite/bench/bench_plan.h"

#include <algorithm>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "suite/core/base/name_pattern.h"
#include "suite/core/base/status_macros.h"

namespace wgsync {
namespace {

constexpr uint32_t kSmall = 64, kMiddle = 256, kMany = 128;
constexpr uint32_t kManyOfUnit = 8;    // groups of kMany on a compute unit
constexpr uint32_t kSeedItems = 2048;  // of the seed text's timing method

struct BenchForm {
  Poll poll;
  Signal signal;
  Fence fence;
};

// A count under a lock that ends the run: the workload of a contest, which
// judges nothing but itself and so is in no tier.
const Workload& Contest() {
  static const Workload* const contest = [] {
    auto* w = new Workload;
    w->name = "contest";
    w->family = Family::kMutex;
    w->file = "workloads/contest.cl";
    w->runner = "lib/run_contest.cl";
    w->says = "the groups take the lock until it was taken so often";
    w->payload_fixed = 32;
    w->final_memory = FinalMemory::kTotal;
    w->classifies = false;
    return w;
  }();
  return *contest;
}

constexpr BenchForm kForms[] = {
    {Poll::kAcquire, Signal::kRelease, Fence::kNone},
    {Poll::kRmw, Signal::kRmw, Fence::kDevice},
    {Poll::kVolatile, Signal::kRmw, Fence::kDevice},
    {Poll::kVolatile, Signal::kRelease, Fence::kNative},
    // Where the poll takes what it finds, it is never volatile.
    {Poll::kAcquire, Signal::kRelease, Fence::kNative},
};

KernelCase CaseOf(const Primitive& p, const BenchForm& form, Payload payload) {
  KernelCase c;
  c.primitive = &p;
  c.workload = TimedWorkload(p.family);
  c.access = {form.poll, form.signal, form.fence, payload};
  c.grid.groups = Groups::kNumber;
  c.grid.groups_number = 2;
  return c;
}

// The contest of a lock is no workload that a primitive names.
bool Allowed(KernelCase c) {
  if (c.primitive->family == Family::kMutex) {
    c.workload = FindWorkload(c.primitive->workloads.front());
  }
  return ValidateCase(c).ok();
}

// Every form that the primitive allows, in the order of the words.
std::vector<KernelCase> AllForms(const Primitive& p) {
  std::vector<KernelCase> all;
  for (Poll poll : kPolls) {
    for (Signal signal : kSignals) {
      for (Fence fence : kFences) {
        for (Payload payload : kPayloads) {
          const KernelCase c = CaseOf(p, {poll, signal, fence}, payload);
          if (Allowed(c)) all.push_back(c);
        }
      }
    }
  }
  return all;
}

// Those that are timed where nothing else is asked for.
std::vector<KernelCase> UsualForms(const Primitive& p, const Claims& claims) {
  std::vector<KernelCase> forms;
  bool allowed = false;
  for (const BenchForm& form : kForms) {
    const KernelCase c = CaseOf(p, form, Payload::kPlain);
    if (!Allowed(c)) continue;
    allowed = true;
    if (form.fence == Fence::kNative && !claims.is_nvidia) continue;
    const bool has_native =
        !forms.empty() && forms.back().access.fence == Fence::kNative;
    if (!has_native) forms.push_back(c);
  }
  if (allowed) return forms;
  const std::vector<KernelCase> all = AllForms(p);
  if (!all.empty()) forms.push_back(all.front());
  return forms;
}

bool MatchesAny(absl::string_view glob, const KernelCase& form,
                absl::Span<const BenchGrid> grids) {
  return absl::c_any_of(grids, [&](const BenchGrid& g) {
    return PatternMatches(glob, CaseId(OnGrid(form, g)));
  });
}

}  // namespace

absl::StatusOr<BenchGrid> ParseGrid(absl::string_view text) {
  const std::vector<absl::string_view> parts = absl::StrSplit(text, 'x');
  BenchGrid g;
  if (parts.size() != 2 || !absl::SimpleAtoi(parts[0], &g.groups) ||
      !absl::SimpleAtoi(parts[1], &g.group_size) || g.groups == 0 ||
      g.group_size == 0) {
    return BadInput("--grid ", text, ": write GROUPSxSIZE, such as 132x64");
  }
  return g;
}

std::string GridName(const BenchGrid& grid) {
  return absl::StrCat(grid.groups, "x", grid.group_size);
}

const Workload* TimedWorkload(Family family) {
  if (family == Family::kMutex) return &Contest();
  return family == Family::kBarrier ? FindWorkload("rotate_sum") : nullptr;
}

const Workload* CheckWorkload(Family family) {
  return family == Family::kBarrier ? FindWorkload("scatter") : nullptr;
}

bool IsTimed(const Primitive& p) {
  const Workload* w = TimedWorkload(p.family);
  if (w == nullptr || p.limited || p.device_barrier || !p.hazard.empty()) {
    return false;
  }
  const std::string asked = p.family == Family::kMutex ? "counter" : w->name;
  return absl::c_find(p.workloads, asked) != p.workloads.end();
}

absl::StatusOr<std::vector<KernelCase>> SelectForms(
    absl::Span<const std::string> globs, absl::Span<const BenchGrid> grids,
    const Claims& claims) {
  std::vector<KernelCase> usual, all, chosen;
  for (const Primitive& p : Primitives()) {
    if (!IsTimed(p)) continue;
    for (KernelCase& c : UsualForms(p, claims)) usual.push_back(c);
    for (KernelCase& c : AllForms(p)) all.push_back(c);
  }
  if (globs.empty()) return usual;
  std::vector<std::string> taken;
  for (const std::string& glob : globs) {
    bool found = false;
    for (const std::vector<KernelCase>* from : {&usual, &all}) {
      if (found) break;
      for (const KernelCase& c : *from) {
        if (!MatchesAny(glob, c, grids)) continue;
        found = true;
        const std::string id = CaseId(c);
        if (absl::c_find(taken, id) != taken.end()) continue;
        taken.push_back(id);
        chosen.push_back(c);
      }
    }
    if (!found) {
      return absl::NotFoundError(absl::StrCat(
          "--cases ", glob, ": matches nothing that is timed; an id is ",
          CaseId(OnGrid(usual.front(),
                        grids.empty() ? BenchGrid{2, 64} : grids.front()))));
    }
  }
  return chosen;
}

KernelCase OnGrid(KernelCase form, const BenchGrid& grid) {
  form.grid.groups = Groups::kNumber;
  form.grid.groups_number = grid.groups;
  form.grid.group_size = GroupSize::kNumber;
  form.grid.group_size_number = grid.group_size;
  return form;
}

bool Kept(const KernelCase& c, absl::Span<const std::string> globs) {
  const std::string id = CaseId(c);
  return globs.empty() || absl::c_any_of(globs, [&](const std::string& glob) {
           return PatternMatches(glob, id);
         });
}

std::vector<BenchGrid> DefaultGrids(const GridFacts& f) {
  std::vector<BenchGrid> wanted;
  if (f.cpu) {
    const uint32_t n = f.resident_64;
    wanted = {{std::min(2u, n), kSmall},
              {n, kSmall},
              {n, std::min(f.max_group_size, kSeedItems / std::max(1u, n))}};
  } else {
    wanted = {{std::min(f.compute_units, f.resident_64), kSmall},
              {std::min(f.compute_units, f.resident_max), kMiddle},
              {std::min(f.compute_units, f.resident_max), f.max_group_size},
              {f.resident_max, f.max_group_size},
              {std::min(kManyOfUnit * f.compute_units, f.resident_128), kMany}};
  }
  std::vector<BenchGrid> grids;
  for (const BenchGrid& g : wanted) {
    if (g.groups < 2 || g.group_size == 0 || g.group_size > f.max_group_size ||
        absl::c_find(grids, g) != grids.end()) {
      continue;
    }
    grids.push_back(g);
  }
  return grids;
}

std::vector<uint32_t> Contenders(uint32_t residency) {
  std::vector<uint32_t> counts;
  for (uint32_t n : {1u, 2u, residency / 2, residency}) {
    if (n != 0 && n <= residency && absl::c_find(counts, n) == counts.end()) {
      counts.push_back(n);
    }
  }
  absl::c_sort(counts);
  return counts;
}

}  // namespace wgsync
