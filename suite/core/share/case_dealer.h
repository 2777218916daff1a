// Deals the cases of one plan to equal devices that share it.
//
//   CaseDealer dealer(cases, 2);
//   // In a thread for each device, with RunOptions::dealer and ::share:
//   RunDevice(options);
//   dealer.Leave(share);
//
// A device begins with a run of neighbours in the plan, since they have
// controls and programs in common. One that has finished its own takes from the
// end of the longest queue that is left. A hang class is dealt whole, since its
// first case decides how the others run. If its device leaves, the rest of it
// goes to another one, whose first case of the class decides anew.
//
// Some cases run on every device, so that a device which is sick is seen: of
// each primitive the first that counts, as far as they are no more than a part
// of the plan, and each case that fails or cannot run, up to a limit.
//
// Thread-safe. Join() and Next() wait for the other devices: a device that will
// not come must Leave().

#ifndef WGSYNC_SUITE_CORE_SHARE_CASE_DEALER_H_
#define WGSYNC_SUITE_CORE_SHARE_CASE_DEALER_H_

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/optional.h"
#include "suite/core/plan/plan.h"
#include "suite/core/record/device_profile.h"
#include "suite/core/record/result.h"

namespace wgsync {

// Of the plan, this part may run on every device beforehand, at least so many.
inline constexpr size_t kSampleOf = 16;
inline constexpr size_t kLeastSample = 4;
// Cases that fail or cannot run, and run on every device for that.
inline constexpr size_t kMostFailures = 16;

// Each device has a separate thread, which calls the functions with its
// number; done() may be called by any thread.
//
// Memory ordering: one mutex guards all of it. A result that was given to
// Done() is seen by the thread whose Next() returns afterwards.
class CaseDealer {
 public:
  // `cases` must outlive this.
  CaseDealer(const std::vector<PlannedCase>* cases, uint32_t devices);

  // The device is open, and its log has these verdicts. Returns once every
  // device has joined or left. kInvalidArgument, for all of them: two devices
  // are not equal; the message names the first difference.
  absl::Status Join(uint32_t device, const DeviceProfile& profile,
                    const std::vector<CaseResult>& done);
  // The ids that are not in the device's own queue, as it is now.
  std::set<std::string> NotOf(uint32_t device) const;

  // The next case for the device, by its place in `cases`. Waits while other
  // devices run what may become this one's. None: nothing is left.
  absl::optional<size_t> Next(uint32_t device);
  // The case that was dealt to the device has a verdict.
  void Done(uint32_t device, const CaseResult& result);

  // The device takes no more; what it has not run goes to the others.
  void Leave(uint32_t device);
  // The same, unless no other device is left: then false, and the device goes
  // on, so that each case gets a verdict.
  bool HandOver(uint32_t device);

  // How many cases have a verdict of any device.
  size_t done() const;

 private:
  using Class = std::deque<size_t>;  // cases of a hang class that are left
  struct Device {
    bool joined = false;
    bool left = false;
    DeviceProfile profile;
    std::deque<Class> own;
    bool begun = false;       // the first of `own`
    std::deque<size_t> also;  // have a verdict of another device
    std::set<size_t> ran;     // has a verdict of this device
    absl::optional<size_t> running;
  };

  // All devices are there: chooses the sample, and fills the queues.
  void Begin();
  void ChooseSample();
  bool TakeOwn(Device* d, size_t* next);
  bool TakeOthers(Device* d);
  // The case, which has a verdict, is also to run on every other device.
  void RunEverywhere(size_t i);
  bool Complete() const;
  void LeaveLocked(uint32_t device);

  const std::vector<PlannedCase>& cases_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Device> devices_;
  std::set<size_t> done_, sample_;
  size_t failures_ = 0;
  bool begun_ = false;
  absl::Status equal_;
};

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_SHARE_CASE_DEALER_H_
