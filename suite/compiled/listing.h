// A compiler's listing of a kernel as a control-flow graph.
//
// Pure text: no device and no compiler. A dialect is a row of a table: how a
// line begins a kernel, names a place, branches, and touches memory. What the
// table does not know is kept as unknown and never guessed.

#ifndef WGSYNC_SUITE_COMPILED_LISTING_H_
#define WGSYNC_SUITE_COMPILED_LISTING_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace wgsync {

enum class IsaKind {
  kOther,    // changes registers alone
  kLocal,    // reads or changes memory that groups do not share
  kLoad,     // brings a value from global memory
  kStore,    // changes global memory and brings no value
  kAtomic,   // both
  kFence,    // orders, waits for, invalidates or writes back
  kBarrier,  // of a work-group, or a part of it
  kJump,
  kBranch,  // jumps, or goes on
  kEnd,
  kFiller,  // changes nothing
  kUnknown
};

struct IsaInstruction {
  std::string text;
  uint64_t line = 0;    // of the listing, from 1
  uint64_t source = 0;  // line of the program; 0: not known
  // In a clause of AMD's, after the first access: `source` is that of the
  // first, since LLVM tells none of the others.
  bool in_clause = false;
  IsaKind kind = IsaKind::kUnknown;
  // A load through a cache that fences are not about, such as AMD's scalar one.
  bool constant_cache = false;
  // Of what it orders, each part by itself: "vmcnt(0)", "buffer_gl0_inv".
  std::vector<std::string> orders;
  std::vector<std::string> sets;  // predicates
  // Of a branch: jumps where this predicate is `jumps_if`; "": not known. Then
  // next[0] is where it jumps to.
  std::string guard;
  bool jumps_if = true;
  std::vector<size_t> next;
};

struct Listing {
  // In the order of the text; the first is the kernel's entry.
  std::vector<IsaInstruction> code;

  // Those that the entry leads to; none after an unknown one.
  std::vector<bool> Reachable() const;
  // The cycles, by strongly connected components: for each instruction the
  // number of its component, or -1 if it is in no cycle. Paths through an
  // instruction that `leaves_out` do not count.
  std::vector<int> Cycles(const std::vector<bool>& leaves_out) const;
  // Whether a path of at least one step leads from an instruction to one of
  // `goals` and does not meet all of `parts` before it, in their order; any
  // path, if there are none.
  bool Leads(size_t from, const std::vector<bool>& goals,
             const std::vector<std::string>& parts) const;
  // For each predicate that is set once, and not in a loop, the listing where
  // it is false, and where it is true: a run is in one of them, whichever of
  // its branches it takes. No path begins where the entry does not lead.
  std::vector<std::array<Listing, 2>> ByGuard() const;
};

// "amdgcn", "intel", "ptx".
std::vector<absl::string_view> IsaDialects();

// Reads the kernel `name` of a listing:
//   amdgcn  clang -S
//   intel   the .asm file of Intel's graphics compiler
//   ptx     clang -S, nvcc, or a driver's binary
// An instruction from which nothing follows and that does not end the kernel is
// unknown: the listing is cut, or the dialect is another one.
//
// An error, one line, if the listing has no such kernel, or if the dialect is
// not in the table.
absl::StatusOr<Listing> ReadListing(absl::string_view dialect,
                                    absl::string_view text,
                                    absl::string_view name);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_COMPILED_LISTING_H_
