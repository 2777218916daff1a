// Pairs of values, each in at least one case.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "suite/core/catalog/access.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/plan/axes.h"
#include "suite/core/plan/case.h"
#include "suite/core/plan/soundness.h"
#include "suite/core/plan/tiers.h"

namespace wgsync {
namespace {

constexpr size_t kAxes = 8;
constexpr uint32_t kValues = 64;  // of one axis, at most
using Values = std::array<uint32_t, kAxes>;

struct Candidate {
  KernelCase c;
  Values values;
};

// The parts of a case's id that every id has, in the order of its values.
std::array<std::string, kAxes> ValuesOf(const KernelCase& c) {
  std::array<std::string, kAxes> parts = {c.primitive->name};
  for (size_t i = 1; i < kAxes; ++i) {
    parts[i] = PartText(Axes()[i - 1], c).substr(1);
  }
  return parts;
}

bool WorthAPair(const KernelCase& c) {
  Claims all;
  all.highest_c11 = 300;
  all.ClaimEveryOrder();
  return ValidateCase(c).ok() && c.access.fence != Fence::kNative &&
         SoundnessOf(c, all).soundness != Soundness::kRacy;
}

// The accesses that a primitive allows in a case worth a pair.
std::vector<Access> Accesses(const Primitive& p) {
  std::vector<Access> accesses;
  for (Poll poll : kPolls) {
    for (Signal signal : kSignals) {
      for (Fence fence : {Fence::kDevice, Fence::kNone}) {
        for (Payload payload : kPayloads) {
          const Access access = {poll, signal, fence, payload};
          if (WorthAPair(Sound(p, access))) accesses.push_back(access);
        }
      }
    }
  }
  return accesses;
}

// The grids and the work-group sizes of one case, as values and in its id.
std::vector<std::pair<KernelCase, std::array<uint32_t, 2>>> Shapes(
    KernelCase c) {
  std::vector<std::pair<KernelCase, std::array<uint32_t, 2>>> shapes;
  for (uint32_t size : {0u, 1u, 2u}) {
    c.grid.group_size = size < 2 ? GroupSize::kNumber : GroupSize::kMax;
    c.grid.group_size_number = size == 1 ? 256 : 64;
    const KernelCase crowded = Crowded(c);
    shapes.push_back(
        {crowded, {size, crowded.grid.groups == Groups::kRes ? 0u : 2u}});
    shapes.push_back({Numbered(c, 2), {size, 1}});
  }
  return shapes;
}

std::vector<Candidate> Candidates(const Primitive& p, uint32_t number) {
  std::vector<Candidate> candidates;
  for (const Access& access : Accesses(p)) {
    for (const std::string& workload : p.workloads) {
      const KernelCase c = MakeCase(p.name, access, workload);
      const uint32_t work =
          static_cast<uint32_t>(c.workload - Workloads().data());
      for (const auto& [shaped, shape] : Shapes(c)) {
        candidates.push_back({shaped,
                              {number, static_cast<uint32_t>(c.access.poll),
                               static_cast<uint32_t>(c.access.signal),
                               static_cast<uint32_t>(c.access.fence),
                               static_cast<uint32_t>(c.access.payload), work,
                               shape[0], shape[1]}});
      }
    }
  }
  return candidates;
}

// Which pairs some case has.
class Covered {
 public:
  Covered() : pairs_(kAxes * kAxes * kValues * kValues) {}

  // How many pairs of the candidate no case has yet.
  size_t Lacks(const Values& v) const {
    size_t count = 0;
    for (size_t i = 0; i < kAxes; ++i) {
      for (size_t j = i + 1; j < kAxes; ++j) {
        if (!pairs_[Index(v, i, j)]) ++count;
      }
    }
    return count;
  }

  // Adds the candidate's; the axes of the first pair that was lacking.
  std::pair<size_t, size_t> Add(const Values& v) {
    std::pair<size_t, size_t> first = {kAxes, kAxes};
    for (size_t i = 0; i < kAxes; ++i) {
      for (size_t j = i + 1; j < kAxes; ++j) {
        auto pair = pairs_[Index(v, i, j)];
        if (!pair && first.first == kAxes) first = {i, j};
        pair = true;
      }
    }
    return first;
  }

 private:
  static size_t Index(const Values& v, size_t i, size_t j) {
    return ((i * kAxes + j) * kValues + v[i]) * kValues + v[j];
  }
  std::vector<bool> pairs_;
};

}  // namespace

void AddPairs(absl::Span<const Primitive* const> primitives, CaseList* list) {
  Covered covered;
  uint32_t number = 0;
  for (const Primitive* p : primitives) {
    const std::vector<Candidate> candidates = Candidates(*p, number++);
    while (true) {
      const Candidate* best = nullptr;
      size_t most = 0;
      for (const Candidate& candidate : candidates) {
        const size_t lacks = covered.Lacks(candidate.values);
        if (lacks <= most) continue;
        most = lacks;
        best = &candidate;
      }
      if (best == nullptr) break;
      const auto [i, j] = covered.Add(best->values);
      const auto parts = ValuesOf(best->c);
      list->Add(best->c,
                absl::StrCat(
                    "pairs: ", parts[i], " with ", parts[j],
                    most > 1 ? absl::StrCat(" and ", most - 1, " more") : ""));
    }
  }
}

}  // namespace wgsync
