// Checks a program under the memory model of OpenCL, step by step: all
// executions without a cycle of program order, reads-from and barriers. This is
// how hardware and compilers work, and excludes values out of thin air. A round
// of a loop that reads atomics alone and brings the work-item back to where it
// was is left out, after the first: without it the execution is as possible.
// README.md says how the specification is read where it is open.

#ifndef WGSYNC_SUITE_CORE_MEMORY_EXPLORE_H_
#define WGSYNC_SUITE_CORE_MEMORY_EXPLORE_H_

#include <cstddef>
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
using litmus::Outcome;
using litmus::Passed;
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

// Whether all seq_cst operations have device scope and none affects a word in
// shared virtual memory, or all have the widest scope and all do: the
// condition of the order S in "Atomic Operations".
bool PromisesS(const Program& program);

struct Limits {
  size_t states = 1'000'000;  // of Explore(); candidates of Enumerate()
  size_t bytes = size_t{1} << 28;
  size_t events = 100;  // of one execution; 127 at most
  // Comparisons of two events, some 3 ns each: what bounds the time.
  size_t comparisons = size_t{4'000'000'000};
  // Whether Enumerate() leaves out early what no choice can fix.
  bool prunes = true;
  // That earlier searches took of these.
  size_t spent_states = 0, spent_comparisons = 0;
};

struct Answer {
  // kRacy before kFails, kExceeded before kHolds: a finding is final.
  Verdict verdict = Verdict::kHolds;
  // The finding or the limit in a line: "a data race of group 0, line 4 and
  // group 1, line 8, which may read the old x".
  std::string what;
  std::string why;             // an execution in words; the limit that was met
  std::set<Outcome> outcomes;  // of executions in which all work-items end
  // Waits that no latest value ends; Explore() alone. The first one as above,
  // with a line for each work-item that waits. An execution in which a
  // work-item is at fault is left at that.
  bool can_hang = false;
  std::string hang_what, hang_why;
  bool barrier_unmet = false;  // there: a work-item of the group has ended
  // What each work-item does in some execution; empty if a limit or a race
  // ended the search before.
  std::vector<Passed> passed;
  size_t states = 0, bytes = 0, comparisons = 0;
};

// Adds what `more` has to `passed`; whether something was new.
bool AddPassed(const Passed& more, Passed* passed);

// The answer at the end of a search that met the limit; "" if it met none.
Answer Closed(Answer answer, absl::string_view limit);

// The answer is exact unless it is kExceeded, or one of the axioms is dropped
// on which the search is built (agreement_test names them). Time and memory are
// bounded by the limits: `states` are graphs before a read, `bytes` their keys.
// kRacy comes with the execution and the two accesses, kFails with the
// execution that breaks a claim of the program, goes wrong or leaves an array.
// The outcomes of a racy program are not complete.
Answer Explore(const Program& program, const Rules& rules = {},
               const Limits& limits = {});

}  // namespace memory
}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_MEMORY_EXPLORE_H_
