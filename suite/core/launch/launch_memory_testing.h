// The memory of a launch as a test wants it: words by region.

#ifndef WGSYNC_SUITE_CORE_LAUNCH_LAUNCH_MEMORY_TESTING_H_
#define WGSYNC_SUITE_CORE_LAUNCH_LAUNCH_MEMORY_TESTING_H_

#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/launch/decode.h"
#include "suite/core/launch/kernel_numbers_testing.h"
#include "suite/core/launch/launch_spec.h"
#include "suite/core/launch/layout.h"

namespace wgsync {

// Filled as it is before the launch.
class LaunchMemory {
 public:
  explicit LaunchMemory(const LaunchSpec& spec)
      : spec_(spec),
        layout_(MakeLayout(spec)),
        half_(layout_.total / sizeof(uint32_t)) {
    FillRegions(spec, layout_, reinterpret_cast<uint8_t*>(half_.data()));
  }
  static LaunchSpec Spec(absl::string_view primitive,
                         absl::string_view workload) {
    LaunchSpec s;
    s.program.c.primitive = FindPrimitive(primitive);
    s.program.c.workload = FindWorkload(workload);
    s.groups = 3;
    s.group_size = 4;
    s.rounds = 5;
    return s;
  }

  const LaunchSpec& spec() const { return spec_; }
  const Layout& layout() const { return layout_; }
  const uint8_t* half() const {
    return reinterpret_cast<const uint8_t*>(half_.data());
  }
  // A word that the region really has.
  uint32_t& At(Region r, uint64_t word) {
    EXPECT_LT(word * sizeof(uint32_t), layout_.used[r]) << "region " << r;
    return half_[layout_.offset[r] / sizeof(uint32_t) + word];
  }
  uint64_t Words(Region r) const { return layout_.used[r] / sizeof(uint32_t); }

  // Fields by the names that the kernels give them.
  uint32_t& RoleField(uint32_t role, absl::string_view name) {
    const uint32_t roles_at = (2 * spec_.groups + 31) / 32 * 32;
    return At(kBoard, roles_at +
                          role * KernelNumber("lib/board.cl", "WG_ROLE") +
                          KernelNumber("lib/board.cl", name));
  }
  uint32_t& Report(uint32_t group, absl::string_view name) {
    return At(kReport,
              kLineWords * (1 + group) + KernelNumber("lib/workload.cl", name));
  }

  Snapshot Look() const { return DecodeSnapshot(spec_, layout_, half()); }
  PayloadFacts Payload() const { return DecodePayload(spec_, layout_, half()); }

 private:
  LaunchSpec spec_;
  Layout layout_;
  std::vector<uint32_t> half_;
};

// wg_value() of kernels/lib/workload.cl.
inline uint32_t KernelValue(uint32_t round, uint32_t index, uint32_t bits) {
  return ((round + 3u) << bits) | index;
}

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_LAUNCH_LAUNCH_MEMORY_TESTING_H_
