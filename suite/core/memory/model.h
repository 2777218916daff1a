// The memory model of OpenCL as axioms that can be dropped one by one, and the
// answer of a checker.
//
// Source: the OpenCL API specification, "Memory Model: Shared Virtual Memory"
// and the sections below it. Where it is silent or open:
//
// - An atomic operation synchronizes with another one if their scopes are
//   inclusive. "Atomic Operations" does not ask for it, "Fence Operations"
//   does.
// - Inclusive is, from OpenCL 3.1, that each action's scope includes the other
//   action's work-item; before, that besides both scopes are equal. For local
//   memory a wider scope is the work-group's. all_svm_devices is the device's
//   for memory that is not `svm`, and for fences if no memory is.
// - An action of global (local) memory is an access to it, a fence with its
//   flag, and each seq_cst operation. Otherwise the rule that a seq_cst
//   operation synchronizes in both memories would have no effect.
// - The total order S is the scoped one of Batty, Donaldson and Wickerson
//   ("Overhauling SC Atomics in C11 and OpenCL", POPL 2016): there is no cycle
//   of seq_cst operations with inclusive scopes, each of which is before the
//   next in happens-before, in the modification order, or in that it reads
//   what the next one replaces. A seq_cst fence represents the accesses before
//   and after it in the memories of its flags.
//   The specification promises S only if all seq_cst operations have one scope,
//   and nothing otherwise: `literal_s`.
// - A read of a data word takes any value that is not overwritten before it.
//   Where more than one is left, the program is racy.
// - A barrier with flags 0 orders no memory.
//
// Not modelled: the host, several devices, images, sub-group functions.

#ifndef WGSYNC_SUITE_CORE_MEMORY_MODEL_H_
#define WGSYNC_SUITE_CORE_MEMORY_MODEL_H_

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "suite/core/memory/program.h"

namespace wgsync {
namespace memory {

enum class Axiom {
  kAtomicsSynchronize,   // "Atomic Operations"
  kFencesSynchronize,    // "Fence Operations"
  kBarriersSynchronize,  // "Work-group Functions"
  kRmwContinues,         // a release sequence: "Memory Ordering Rules"
  kSameItemContinues,    // the same
  kInclusiveScopes,      // "Overview of Atomic and Fence Operations"
  kMemoriesApart,        // "Memory Ordering Rules"
  kFenceOfBoth,          // "Fence Operations", the last rule
  kSeqCstOfBoth,         // "Atomic Operations"
  kWriteWrite,           // coherence: "Memory Ordering Rules"
  kReadRead,
  kReadWrite,
  kWriteRead,
  kVisible,    // visible side effects of data: "Memory Ordering Rules"
  kAtomicity,  // "Atomic Operations": a read-modify-write reads the last value
  kSeqCst,     // "Atomic Operations": the order S
  kSeqCstFences,  // the same
  kSeqCstScopes,  // see above
  kDataRaces,     // "Memory Ordering Rules"
  kScopeRaces,    // the same: atomics whose scopes are not inclusive
};
inline constexpr size_t kAxioms = static_cast<size_t>(Axiom::kScopeRaces) + 1;

struct Rules {
  bool equal_scopes = false;     // as before OpenCL 3.1
  bool literal_s = false;        // no order S unless Program::PromisesS()
  std::optional<Axiom> dropped;  // a mutant, for tests
  bool Has(Axiom axiom) const { return dropped != axiom; }
};

struct Limits {
  size_t states = 1'000'000;  // of Explore(); candidates of Enumerate()
  size_t bytes = size_t{1} << 28;
  size_t events = 100;  // of one execution; 127 at most
};

// All words of memory after all registers, by work-item.
using Outcome = std::vector<int>;

struct Answer {
  // kRacy before kFails, kExceeded before kHolds: a finding is final.
  Verdict verdict = Verdict::kHolds;
  std::string why;             // an execution in words; the limit that was met
  std::set<Outcome> outcomes;  // of executions in which all work-items end
  bool can_hang = false;  // awaits that no latest value ends, Explore() alone
  size_t states = 0, bytes = 0;
};

// One access of an execution, for people.
struct Step {
  size_t thread = 0;
  const Instruction* at = nullptr;
  bool reads = false;
  int read = 0;
  int from = -1;  // the step whose value was read; -1: the initial one
};
// One line for each step: "group 1: acquire r = f    reads 1 of group 0, line
// 5".
std::string StepsText(const Program& program, const std::vector<Step>& steps);
// "... and ... are not ordered": the two accesses of a race.
std::string RaceText(const Program& program, const Step& a, const Step& b);

}  // namespace memory
}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_MEMORY_MODEL_H_
