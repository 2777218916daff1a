// Checks a program under the memory model of OpenCL, step by step: all
// executions without a cycle of program order, reads-from and barriers. This is
// how hardware and compilers work, and excludes values out of thin air.
// README.md says how the specification is read where it is open.

#ifndef WGSYNC_SUITE_CORE_MEMORY_EXPLORE_H_
#define WGSYNC_SUITE_CORE_MEMORY_EXPLORE_H_

#include <cstddef>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "suite/core/litmus/program.h"

namespace wgsync {
namespace memory {

using litmus::Access;
using litmus::Acquires;
using litmus::Array;
using litmus::Cursor;
using litmus::Instruction;
using litmus::kBothMemories;
using litmus::Memories;
using litmus::Memory;
using litmus::Order;
using litmus::Program;
using litmus::Releases;
using litmus::Scope;
using litmus::SetOf;
using litmus::Thread;

enum class Verdict { kHolds, kFails, kRacy, kExceeded };

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
// What must hold at each end; an empty one holds.
using Demand = std::function<bool(const Outcome&)>;

struct Answer {
  // kRacy before kFails, kExceeded before kHolds: a finding is final.
  Verdict verdict = Verdict::kHolds;
  std::string why;             // an execution in words; the limit that was met
  std::set<Outcome> outcomes;  // of executions in which all work-items end
  // Waits that no latest value ends, Explore() alone, and an execution. One in
  // which a work-item has gone wrong is left at that.
  bool can_hang = false;
  std::string hang;
  size_t states = 0, bytes = 0;
};

// The answer is exact unless it is kExceeded, or one of the axioms is dropped
// on which the search is built (agreement_test names them). Time and memory are
// bounded by the limits: `states` are graphs before a read, `bytes` their keys.
// kRacy comes with the execution and the two accesses, kFails with the
// execution that breaks the demand or goes wrong. The outcomes of a racy
// program are not complete.
Answer Explore(const Program& program, const Rules& rules = {},
               const Limits& limits = {}, const Demand& demand = {});

}  // namespace memory
}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_MEMORY_EXPLORE_H_
