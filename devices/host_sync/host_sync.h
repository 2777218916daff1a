// The checks of host synchronization: between host and queue, over a queue, and
// between commands. Each makes a few tries of one synchronization, and the same
// tries without it, which must come out wrong or the check proves nothing.
//
// Which checks there are, and with which words:
// suite/core/catalog/host_checks.cc.

#ifndef WGSYNC_DEVICES_HOST_SYNC_HOST_SYNC_H_
#define WGSYNC_DEVICES_HOST_SYNC_HOST_SYNC_H_

#include <memory>
#include <string>
#include <vector>

#include "devices/driver/opencl.h"
#include "devices/host_sync/host_bench.h"

namespace wgsync {

struct HostCheckSpec {
  std::string name;    // "host_sync.barrier"
  HostWords words;     // {"queue", "in_order"}, ...
  std::string source;  // kernels/probes/host_sync.cl
  bool cuts_loops = false;
  double patience = 20;  // seconds that a completion may take to show
};

// Runs one check. `bench` is kept from check to check, made where it is null,
// and dropped where the check leaves a context that may be no good. Blocks for
// as long as the driver does.
HostFacts RunHostCheck(const cl::Device& device, const HostCheckSpec& spec,
                       const HostBench::Announce& announce,
                       std::unique_ptr<HostBench>* bench);

// A digest of the code in this folder: two versions of wgsync that have the
// same one make the same checks.
std::string HostCode();

// One function a row of the catalog.
using HostCheckCode = void (*)(HostBench* b, const HostWords& words);
struct HostCheckRow {
  const char* name;
  HostCheckCode code;
  // It ends a command in an error: its context is used for nothing else.
  bool spoils_context = false;
};
// All of them, and those of each subject.
const std::vector<HostCheckRow>& HostCheckRows();
std::vector<HostCheckRow> HostOrderChecks();       // host_order.cc
std::vector<HostCheckRow> HostTransferChecks();    // host_transfers.cc
std::vector<HostCheckRow> HostEventChecks();       // host_events.cc
std::vector<HostCheckRow> HostCallbackChecks();    // host_callbacks.cc
std::vector<HostCheckRow> HostFailureChecks();     // host_failures.cc
std::vector<HostCheckRow> HostProfilingChecks();   // host_profiling.cc
std::vector<HostCheckRow> HostSideBySideChecks();  // host_side_by_side.cc
std::vector<HostCheckRow> HostConcurrentChecks();  // host_concurrent.cc

// The word of a key; "" where the check has none.
std::string HostWordOf(const HostWords& words, const std::string& key);

// Right where a call answers what it must.
HostOutcome HostAnswered(const char* call, cl_int got, cl_int wanted);

// How long something that is held back is looked at, for something that takes
// `free_seconds` where nothing holds it back.
double HoldSeconds(double free_seconds);

// Of a control that took so long without being held back: what may stand for it
// in HoldSeconds(). 0 where that is too long for the host to tell, within its
// patience, what is held back from what is slow.
double FreeSeconds(double seconds, double patience);

// Of a control in which nothing held back what `ended`, or not: `what` it did.
HostOutcome Free(bool ended, double free_seconds, const char* what);

}  // namespace wgsync

#endif  // WGSYNC_DEVICES_HOST_SYNC_HOST_SYNC_H_
