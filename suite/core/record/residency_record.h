// Describes the measured residency of a device's kernels.

#ifndef WGSYNC_SUITE_CORE_RECORD_RESIDENCY_RECORD_H_
#define WGSYNC_SUITE_CORE_RECORD_RESIDENCY_RECORD_H_

#include <cstdint>
#include <string>
#include <vector>

namespace wgsync {

class FieldVisitor;

// In which order the groups of a grid started.
struct StartOrder {
  uint64_t groups = 0;    // of that grid; 0: not measured
  double ascending = 0;   // of neighbours in time, how many by their numbers
  uint64_t furthest = 0;  // places between a group's turn and its number
  std::vector<uint32_t> first;  // the first groups to start

  void Fields(FieldVisitor& v);
};
StartOrder StartOrderOf(const std::vector<uint32_t>& groups_by_start);

// The largest number of groups that may wait and the launch still ends.
struct MostWaiting {
  bool asked = false;
  bool known = false;
  uint64_t groups = 0;
  std::string problem;  // why it is not known

  void Fields(FieldVisitor& v);
};

// dependency_distance: the first groups wait for group `awaited`, the last one.
struct Dependency {
  uint64_t awaited = 0;
  MostWaiting unbounded, bounded;
  // Both are known and differ.
  bool Contradicts() const {
    return unbounded.known && bounded.known &&
           unbounded.groups != bounded.groups;
  }

  void Fields(FieldVisitor& v);
};

struct ResidencyRow {
  std::string kernel;  // "fenced"
  std::string board;   // "off"
  std::string wg, ballast, regs;
  uint32_t group_size = 0;
  uint64_t ballast_bytes = 0;
  std::string problem;  // why there is no answer, or only a part

  // Up to res_low a grid is resident, from res_high on it is oversubscribed; 0:
  // not found.
  uint64_t res_low = 0;
  uint64_t res_high = 0;
  uint64_t asked_to = 0;  // the largest grid that was launched
  bool bounded = false;   // by waits that give up
  uint64_t hangs = 0;     // launches that hung for it

  // 0: nothing known.
  uint64_t claims_predict = 0;
  std::string claims_why;
  // Groups that the driver promises to run at the same time in a concurrent
  // dispatch.
  uint64_t promised = 0;
  // The most groups that meet in one: at this barrier, and at the driver's own.
  MostWaiting meet_here, meet_device;
  uint64_t rule_predicts = 0;
  std::string rule_why;
  uint64_t local_bytes = 0, private_bytes = 0;
  uint32_t kernel_group_size = 0, registers = 0;

  StartOrder order;
  uint64_t distance_res_low = 0;  // of the kernel of dependency_distance
  std::vector<Dependency> dependencies;

  // The two bounds contradict each other.
  bool Contradicts() const { return res_high != 0 && res_low >= res_high; }

  void Fields(FieldVisitor& v);
};

struct ResidencyReport {
  std::string device, driver_version;
  uint32_t compute_units = 0, max_group_size = 0;
  uint64_t local_memory_bytes = 0;
  uint32_t warp_size = 0, registers_per_block = 0, capability = 0;
  std::vector<ResidencyRow> rows;
  std::vector<std::string> notes;

  // An element of the list that `wgsync device --residency --json` writes; for
  // writers alone.
  void Fields(FieldVisitor& v);
};

// Something in it contradicts itself: the infrastructure is at fault.
bool Contradicts(const ResidencyReport& report);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_RECORD_RESIDENCY_RECORD_H_
