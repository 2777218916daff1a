// The programs at the heads of the kernels under the memory model of OpenCL,
// with the orders of a case's access.

#ifndef WGSYNC_SUITE_PROOF_PROGRAMS_ACCESS_ORDERS_TESTING_H_
#define WGSYNC_SUITE_PROOF_PROGRAMS_ACCESS_ORDERS_TESTING_H_

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "suite/core/catalog/access.h"
#include "suite/core/litmus/program_text.h"
#include "suite/core/memory/explore.h"
#include "suite/core/plan/order_facts.h"
#include "suite/progress/kernel_programs_testing.h"

namespace wgsync {

// How volatile accesses and atomics of OpenCL 1.2 are read.
enum class Reading {
  kStrict,   // "OpenCL C 1.x Legacy Atomics": of work-group scope. A volatile
             // access is none, which is a race as well.
  kLenient,  // of device scope
};

litmus::CaseOrders OrdersOf(const Access& access, Reading reading);

// The program for so many groups. `access` has no plain word.
litmus::Program MemoryProgram(const progress::KernelProgram& kernel,
                              size_t groups, const litmus::CaseOrders& orders,
                              const Access& access, Reading reading);

struct Computed {
  Ordering ordering = Ordering::kGuaranteed;
  std::string execution;  // OrderFailure's; "" if it holds
};

// Asks the checker, and counts what that takes.
class OrderAsker {
 public:
  OrderAsker(const progress::KernelProgram& kernel, size_t groups)
      : kernel_(kernel), groups_(groups) {}

  const memory::Answer& Ask(const Access& access, Reading reading);
  // OrderFacts::HoldsWithout().
  bool HoldsWithout(unsigned orders, const Access& access);
  // A hang counts if the strongest access does not hang as well.
  Computed Compute(const Access& access);

  size_t states() const { return states_; }
  size_t bytes() const { return bytes_; }

 private:
  const memory::Answer& Ask(const Access& access,
                            const litmus::CaseOrders& orders, Reading reading);
  Computed ComputeOnce(const Access& access);

  const progress::KernelProgram& kernel_;
  const size_t groups_;
  std::map<std::vector<int>, memory::Answer> known_;
  size_t states_ = 0, bytes_ = 0;
};

}  // namespace wgsync

#endif  // WGSYNC_SUITE_PROOF_PROGRAMS_ACCESS_ORDERS_TESTING_H_
