// What the fault layer may be asked for: "at the third call of clFinish, hang".
//
//   ENTRY[(PARAM)]:FAULT[=VALUE][@N][+]
//
//   ENTRY   an entry point that the worker links, such as clFinish
//   PARAM   count only calls whose first cl_uint argument is this (what an info
//           query asks for, the index of a kernel's argument)
//   FAULT   a name of FaultName(); lies only where the entry point has them
//   VALUE   a number: an error code, milliseconds, a word, an answer
//   N       which call of those that count, from 1; without it the first
//   +       that call and all after it
//
// Several, with commas between them, are armed at once.

#ifndef WGSYNC_DEVICES_FAULTS_FAULT_SPEC_H_
#define WGSYNC_DEVICES_FAULTS_FAULT_SPEC_H_

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace wgsync {

// The entry points that the worker links, by the build from its symbols.
enum EntryPoint : uint32_t {
#define WGSYNC_ENTRY_POINT(name) k_##name,
#include "devices/faults/entry_points.inc"
#undef WGSYNC_ENTRY_POINT
  kEntryPoints
};

std::string_view EntryPointName(uint32_t entry);

enum class Fault : uint32_t {
  kNone = 0,
  // At every entry point.
  kError,  // VALUE: the code, CL_OUT_OF_RESOURCES if not given
  kHang,   // never returns, and the driver is not called
  kSegv,
  kAbort,
  kExit0,  // _exit(0)
  kSlow,   // VALUE milliseconds late, 400 if not given
  kLost,   // from now on CL_DEVICE_NOT_AVAILABLE everywhere, in every process
  // Lies.
  kNever,         // the driver is called and has done it; never returns
  kEarly,         // success at once; an event that is made is complete
  kCorrupt,       // one bit of word VALUE of what was read is another
  kTruncate,      // only the first half of what was read is there
  kDrop,          // success, and nothing is written
  kLeaveOut,      // the event completes, and no group has run
  kStatus,        // the status of the event is VALUE
  kFail,          // the program does not build; a log of one line
  kFailLong,      // the same with a log of 10 MB
  kFailNul,       // with a zero in the middle of the log
  kFailBytes,     // with bytes that are no UTF-8
  kCopy,          // CL_MEM_USE_HOST_PTR is dropped: a copy, not shared memory
  kTooLarge,      // the answer's size is 2^40 bytes
  kUnterminated,  // a text without its terminating zero
  kGarbage,       // a text of newlines, tabs and bytes that are no UTF-8
  kAnswer,        // the number VALUE; 0 if not given
  kNoWaits,       // the wait list is empty
  kAccept,        // success whatever the driver says
  kTwice,         // done twice
  // Not the driver's doing.
  kKill,  // the process is ended by SIGKILL, as for want of memory
  kFaults
};

std::string_view FaultName(Fault fault);
// Whether the layer can do this there: always, but for lies.
bool Has(uint32_t entry, Fault fault);
// The lies of an entry point.
std::vector<Fault> LiesOf(uint32_t entry);
// The faults of every entry point but kLost.
inline constexpr std::array<Fault, 6> kAnywhere = {Fault::kError, Fault::kHang,
                                                   Fault::kSegv,  Fault::kAbort,
                                                   Fault::kExit0, Fault::kSlow};

inline constexpr uint32_t kAnyParam = 0xFFFFFFFFu;
inline constexpr size_t kMostFaults = 4;

struct FaultSpec {
  uint32_t entry = kEntryPoints;
  uint32_t param = kAnyParam;
  Fault fault = Fault::kNone;
  int64_t value = 0;
  uint32_t nth = 1;
  bool onwards = false;
};

// False, and one line in *error, where the text is no list of faults.
bool ParseFaults(std::string_view text, std::vector<FaultSpec>* faults,
                 std::string* error);

}  // namespace wgsync

#endif  // WGSYNC_DEVICES_FAULTS_FAULT_SPEC_H_
