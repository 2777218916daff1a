// cl_intel_concurrent_dispatch over a driver for processors that does not have
// it: right, or wrong in a known way.
//
// The groups of a launch run at the same time as far as the driver below runs
// them so: with N threads, N groups. A promise of more is a broken one. The
// functions of OpenCL C are put before each program's source. A kernel knows a
// concurrent dispatch, and the words of its barrier, by the offset of its third
// dimension, so that only launches of one and two dimensions keep their ids.
//
// Memory ordering: the device barrier is a counter, with a work-group barrier
// before and after it.

#ifndef WGSYNC_DEVICES_FAULTS_CONCURRENT_H_
#define WGSYNC_DEVICES_FAULTS_CONCURRENT_H_

#include <CL/cl_icd.h>

#include <string>

namespace wgsync {

// Adds the extension to the driver if kFaultConcurrentVariable is set, to
// "groups=2", the promise, of 60 at most, and lies after it, with spaces
// between them:
//   no_function    the query is not there
//   no_barrier     the functions of OpenCL C are not there
//   any_count      a grid of more groups than are promised is launched
//   any_size       ... and one without a local size
//   any_query      the query takes what it must refuse
//   more_local     it promises one group more of a kernel with 1 KiB or more of
//                  local memory
//   valid          a device barrier is said to be valid in each launch,
//   invalid        ... or in none
//   one_through    the first group does not wait in a device barrier
//   clone_usual    a clone does not keep what its kernel was told
//   kernel_all     what one kernel is told holds for all
// Returns "", or why not.
std::string AddConcurrentDispatch(cl_icd_dispatch* driver);

}  // namespace wgsync

#endif  // WGSYNC_DEVICES_FAULTS_CONCURRENT_H_
