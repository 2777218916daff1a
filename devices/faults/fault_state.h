// What the fault layers of several processes share: which faults are armed, and
// how often each entry point was called. A file that all of them have mapped,
// or memory of one process.
//
// A test arms faults between two cases while workers live: Arm() must not run
// while an OpenCL call of a worker does.
//
// Memory ordering: all words are std::atomic in memory that processes share,
// and all accesses are seq_cst. Calls that several threads make at once are
// counted in one order, and a fault of the n-th call happens in one of them.

#ifndef WGSYNC_DEVICES_FAULTS_FAULT_STATE_H_
#define WGSYNC_DEVICES_FAULTS_FAULT_STATE_H_

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "devices/faults/fault_spec.h"

namespace wgsync {

inline constexpr char kFaultVariable[] = "WGSYNC_FAULT";
inline constexpr char kFaultStateVariable[] = "WGSYNC_FAULT_STATE";
inline constexpr char kFaultLogVariable[] = "WGSYNC_FAULT_LOG";
inline constexpr char kFaultKernelVariable[] = "WGSYNC_FAULT_KMSG";
inline constexpr char kFaultDeviceVariable[] = "WGSYNC_FAULT_DEVICE";
inline constexpr char kFaultConcurrentVariable[] = "WGSYNC_FAULT_CONCURRENT";

class FaultState {
 public:
  // What a call is to do.
  struct Shot {
    Fault fault = Fault::kNone;
    int64_t value = 0;
    uint32_t call = 0;  // which of those that count
  };

  // Opens or makes the file; its size must be this layer's. nullptr and one
  // line in *error where that fails. The mapping lives as long as the process.
  static FaultState* Map(const std::string& path, std::string* error);
  // Of this process alone.
  static FaultState* Private();

  // Replaces what is armed; counts from here on.
  void Arm(const std::vector<FaultSpec>& faults);
  // Counts a call, and says whether it is one that is armed. `here`: it is of
  // the device that the faults are of; answers are of all devices.
  Shot Aim(uint32_t entry, uint32_t param, bool here = true);
  // A fault has happened; said by the layer just before it does it.
  void Fired() { ++fired_; }
  void Lose() { lost_ = 1; }
  bool lost() const { return lost_ != 0; }

  // Whether something was ever armed, also nothing.
  bool armed() const { return armed_ != 0; }
  // Faults that have happened since Arm().
  uint32_t fired() const { return fired_; }
  // Calls since the file was made.
  uint32_t calls(uint32_t entry) const { return calls_[entry]; }

 private:
  struct Armed {
    std::atomic<uint32_t> entry;
    std::atomic<uint32_t> param;
    std::atomic<uint32_t> fault;
    std::atomic<uint32_t> nth;
    std::atomic<uint32_t> onwards;
    std::atomic<uint32_t> calls;
    std::atomic<int64_t> value;
  };
  static constexpr uint32_t kMagic = 0x77674631;

  std::atomic<uint32_t> magic_;
  std::atomic<uint32_t> armed_;
  std::atomic<uint32_t> fired_;
  std::atomic<uint32_t> lost_;
  Armed faults_[kMostFaults];
  std::atomic<uint32_t> calls_[kEntryPoints];
};

}  // namespace wgsync

#endif  // WGSYNC_DEVICES_FAULTS_FAULT_STATE_H_
