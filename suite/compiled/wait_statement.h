// What a compiler made of the waits of a program, read from its listing.
//
// It describes the code, never how a device behaves: `kept` is not a
// pass. Where nothing was found, or something that is not known, it is
// `unknown`.

#ifndef WGSYNC_SUITE_COMPILED_WAIT_STATEMENT_H_
#define WGSYNC_SUITE_COMPILED_WAIT_STATEMENT_H_

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "suite/compiled/listing.h"

namespace wgsync {

class FieldVisitor;

enum class WaitStatement {
  kUnknown,
  // A wait has no load, or no loop: certain.
  kLost,
  // A poll is in its loop, and a path from a poll to a payload's load, or from
  // a payload's store to a signal, lacks what the compiler emits for a fence at
  // device scope.
  kOpen,
  // Each wait's poll is in a loop, and no such path lacks it.
  kKept
};
absl::Span<const absl::string_view> NamesOf(WaitStatement);

// Why; the first that holds, in this order. Each is of one statement.
enum class WaitReason {
  kNotCompiled,
  kSpin,  // a loop of branches alone, with one choice
  kNotInTable,
  kNoWait,
  kNoMemory,
  kNoLoop,
  kNoPoll,    // no instruction is of a poll's source line
  kFewLoops,  // fewer than waits, or a poll outside them and many waits
  kNoFence,
  kNoPayload,
  kConstantCache,  // a poll or a payload's load is through such a cache
  kClause,         // from a poll to a load that may be a payload's
  kOpenAcquire,    // from a poll to a payload's load
  kOpenRelease,    // from a payload's store to a signal
  kEveryPath
};
absl::Span<const absl::string_view> NamesOf(WaitReason);
absl::string_view SaysOf(WaitReason);  // in words

// What a function of a program does to the words that groups share.
enum class SourceRole { kPoll, kSignal, kPayloadLoad, kPayloadStore };

// By source line: what a function does whose line it is, or which it calls.
using SourceRoles = std::map<uint64_t, std::set<SourceRole>>;

// The source lines of a program's accesses, by the names of its functions:
// kernels/lib/access.cl. A function begins a line with "static" and ends with
// the line that begins with "}", or with its own; or it is a line WG_RMW(NAME,
// ...) or WG_CAS(NAME, ...).
SourceRoles RolesOf(absl::string_view program);

// What a compiler emits for a fence at device scope, as alternatives of parts
// that are all needed, in this order: that of an acquire fence or of one that
// does both.
struct FenceParts {
  std::vector<std::vector<std::string>> acquire, release;
};

// The parts on every path from a poll to a payload's load, or from a
// payload's store to a signal, in the listing's order. Empty if there is no
// such path.
std::vector<std::string> PartsOnEveryPath(const Listing& listing,
                                          const SourceRoles& roles,
                                          bool acquire);

struct WaitJudgement {
  WaitStatement statement = WaitStatement::kUnknown;
  WaitReason reason = WaitReason::kNotCompiled;
  // Of the listing, for the reason: its lines, and the first one's text; or
  // what the compiler said instead.
  std::vector<uint64_t> lines;
  std::string text;
  // How many were found.
  uint64_t polls = 0, signals = 0, payload_loads = 0, payload_stores = 0;
  void Fields(FieldVisitor& v);
};

// `waits` is how many unbounded waits the program has, each a loop of polls
// without a work-group barrier.
WaitJudgement JudgeWaits(const Listing& listing, const SourceRoles& roles,
                         uint64_t waits, const FenceParts& fences);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_COMPILED_WAIT_STATEMENT_H_
