#include "suite/core/launch/occupancy.h"

#include <algorithm>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "suite/core/base/field_visitor.h"

namespace wgsync {
namespace {

// One compute unit of an architecture, and in which steps it gives out what it
// has.
struct ComputeUnit {
  uint32_t capability;
  uint32_t groups;
  uint32_t threads;
  uint32_t local_bytes;
  uint32_t local_reserved;  // of each group, beside what it asks for
};

// NVIDIA, CUDA C++ Programming Guide, "Technical Specifications per Compute
// Capability". Seen on 9.0 alone.
constexpr ComputeUnit kUnits[] = {
    {70, 32, 2048, 96 * 1024, 0},     {75, 16, 1024, 64 * 1024, 0},
    {80, 32, 2048, 164 * 1024, 1024}, {86, 16, 1536, 100 * 1024, 1024},
    {89, 24, 1536, 100 * 1024, 1024}, {90, 32, 2048, 228 * 1024, 1024},
};
constexpr uint32_t kUnitRegisters = 65536;
constexpr uint32_t kWarp = 32;
// A warp gets registers in steps, from one of four parts of the unit.
constexpr uint32_t kRegisterStep = 256;
constexpr uint32_t kParts = 4;
constexpr uint32_t kLocalStep = 128;

uint64_t RoundUp(uint64_t n, uint64_t step) {
  return (n + step - 1) / step * step;
}

struct Limit {
  uint64_t groups;
  absl::string_view by;
};

Prediction Least(uint32_t compute_units, const std::vector<Limit>& limits) {
  const Limit& least = *std::min_element(
      limits.begin(), limits.end(),
      [](const Limit& a, const Limit& b) { return a.groups < b.groups; });
  Prediction p;
  p.groups = compute_units * least.groups;
  p.why = absl::StrCat(
      compute_units, " compute units x ", least.groups, ": by ", least.by, " (",
      absl::StrJoin(limits, ", ",
                    [](std::string* out, const Limit& l) {
                      absl::StrAppend(out, l.groups, " by ", l.by);
                    }),
      ")");
  return p;
}

}  // namespace

void DeviceLimits::Fields(FieldVisitor& v) {
  v.Added("is_gpu", &is_gpu);
  v.Added("compute_units", &compute_units);
  v.Added("max_group_size", &max_group_size);
  v.Added("local_memory_bytes", &local_memory_bytes);
  v.Added("warp_size", &warp_size);
  v.Added("registers_per_block", &registers_per_block);
  v.Added("capability", &capability);
}

void KernelNeeds::Fields(FieldVisitor& v) {
  v.Added("local_bytes", &local_bytes);
  v.Added("private_bytes", &private_bytes);
  v.Added("max_group_size", &max_group_size);
  v.Added("preferred_multiple", &preferred_multiple);
  v.Added("registers", &registers);
  v.Added("concurrent_groups", &concurrent_groups);
}

Prediction PredictByClaims(const DeviceLimits& device,
                           const KernelNeeds& kernel, uint32_t group_size) {
  if (device.compute_units == 0 || group_size == 0) return {};
  if (!device.is_gpu) {
    return {
        device.compute_units,
        absl::StrCat(device.compute_units, " compute units, one group each")};
  }
  std::vector<Limit> limits;
  if (device.max_group_size != 0) {
    limits.push_back({device.max_group_size / group_size, "threads"});
  }
  if (kernel.local_bytes != 0 && device.local_memory_bytes != 0) {
    limits.push_back(
        {device.local_memory_bytes / kernel.local_bytes, "local memory"});
  }
  if (limits.empty()) return {};
  return Least(device.compute_units, limits);
}

Prediction PredictByArchitecture(const DeviceLimits& device,
                                 const KernelNeeds& kernel,
                                 uint32_t group_size) {
  const ComputeUnit* const unit = std::find_if(
      std::begin(kUnits), std::end(kUnits),
      [&](const ComputeUnit& u) { return u.capability == device.capability; });
  if (unit == std::end(kUnits) || group_size == 0) return {};
  const uint64_t warps = RoundUp(group_size, kWarp) / kWarp;
  std::vector<Limit> limits = {
      {unit->groups, "groups"},
      {unit->threads / kWarp / warps, "threads"},
  };
  const uint64_t local =
      RoundUp(kernel.local_bytes + unit->local_reserved, kLocalStep);
  if (local != 0) limits.push_back({unit->local_bytes / local, "local memory"});
  if (kernel.registers != 0) {
    const uint64_t of_warp =
        RoundUp(uint64_t{kernel.registers} * kWarp, kRegisterStep);
    limits.push_back(
        {kUnitRegisters / kParts / of_warp * kParts / warps, "registers"});
  }
  return Least(device.compute_units, limits);
}

uint32_t RegistersOfLog(absl::string_view log) {
  const std::vector<absl::string_view> words =
      absl::StrSplit(log, absl::ByAnyChar(" \n\t,"), absl::SkipEmpty());
  uint32_t most = 0;
  for (size_t i = 0; i + 2 < words.size(); ++i) {
    uint32_t n = 0;
    if (words[i] == "Used" && words[i + 2] == "registers" &&
        absl::SimpleAtoi(words[i + 1], &n)) {
      most = std::max(most, n);
    }
  }
  return most;
}

}  // namespace wgsync
