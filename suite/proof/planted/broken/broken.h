// Primitives that are broken on purpose: the kernels of the catalog, each with
// one thing changed, and the verdict that must come of it, written down before
// it is run.
//
// None of them is in the catalog: no tier, list or bundle shows them. The
// unbroken ones are here too, under the same kind of name, as cases that must
// pass.

#ifndef WGSYNC_SUITE_PROOF_PLANTED_BROKEN_H_
#define WGSYNC_SUITE_PROOF_PLANTED_BROKEN_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/optional.h"
#include "absl/types/span.h"
#include "suite/core/catalog/catalog.h"

namespace wgsync {

// One place of a kernel's text and what replaces it. `from` must be there
// exactly once.
struct Edit {
  std::string from;
  std::string to;
  // Below kernels/; "" is the primitive's own file. A library, a workload or a
  // device model may be edited: of what watches and checks.
  std::string file = "";
};

// How the words are accessed, whatever the primitive: one of its polls and
// signals is taken.
enum class AccessKind {
  kRmw,             // OpenCL 1.2 atomics without a fence: racy, binds nothing
  kRmwDevice,       // the same with the device fence: customary
  kVolatileDevice,  // volatile where that is allowed, else relaxed atomics
  kAcquireRelease,  // C11 atomics without a fence: guaranteed
  kPlainPoll,       // a plain poll, signals as kRmwDevice
  kPlainSignal,     // a plain signal, a volatile poll, the device fence
};

// A grid and a device that show what two groups on PoCL do not.
struct Setting {
  uint32_t groups = 2;
  std::string model = "";  // as --model takes it
  AccessKind access = AccessKind::kRmw;
};

struct Broken {
  std::string base;         // "barrier.counter_per_group"
  std::string name;         // "no_arrival"
  std::string kind;         // of the score: "a barrier without an arrival"
  std::vector<Edit> edits;  // none: the unbroken twin

  // What must come out where every group of the grid is resident, and the rule
  // that it follows from. Where the rules leave several open: "pass | hang".
  std::string want;
  std::string why;
  // The same on a grid of one group more than is resident.
  std::string beyond;
  std::string why_beyond;
  // What the evidence must say where all are resident: parts of sentences, with
  // " | " between them, each of which must be there. "" where it may pass.
  std::string says;
  // What else it may be called where its waits are bounded.
  std::string bounded = "";
  // CI runs it: broken_test. The rest is nightly.
  bool quick = false;
  // Where it shows; `want` holds there alone, and there is no other grid.
  absl::optional<Setting> in = absl::nullopt;
};

// The tables; broken_barriers.cc, broken_mutexes.cc, broken_handoff.cc, and
// broken_settings.cc of those that need a setting.
std::vector<Broken> BrokenBarriers();
std::vector<Broken> BrokenMutexes();
std::vector<Broken> BrokenHandoffs();
std::vector<Broken> BrokenInSettings();
absl::Span<const Broken> AllBroken();

// The catalog's entry of `base` with the edited text and a name of its own,
// "barrier.counter_per_group_planted_no_arrival". An error names the edit whose
// place is not there, or there more than once. What it points to lives for
// ever.
absl::StatusOr<const Primitive*> Plant(const Broken& broken);

// The verdict of the same in bounded waits. A bounded wait may give up before
// two looks are equal, and then nothing names what it waited for: it gave up,
// or, where another group is stuck all the same, the cause is unknown. It is
// never called something else that the unbounded one is not.
std::string WantBounded(const std::string& want);

// Why a grid of more groups than are resident hangs, whatever else is broken.
extern const char kNotStarted[];
extern const char kWhyNotStarted[];

// A row without a setting, in the order of Broken, but for the grid of more
// groups than are resident: it hangs, unless the row says what else comes
// there.
Broken Row(const std::string& base, const std::string& name,
           const std::string& kind, std::vector<Edit> edits,
           const std::string& want, const std::string& why,
           const std::string& says, const std::string& beyond = kNotStarted,
           const std::string& why_beyond = kWhyNotStarted,
           const std::string& bounded = "");

// The twin of the broken ones, with nothing changed.
Broken Unbroken(const std::string& base, const std::string& want,
                const std::string& beyond = kNotStarted,
                const std::string& why_beyond = kWhyNotStarted);

// Adds `twin` of each primitive that `of` chooses and whose twin is not there.
void AddTwins(const std::function<bool(const Primitive&)>& of,
              const std::function<Broken(const Primitive&)>& twin,
              std::vector<Broken>* rows);

// The row, as one that CI runs.
Broken Quick(Broken row);

// Edits that several tables use.
//
// `before` stands before a loop that never ends, for the groups and rounds of
// `condition`; not where the waits are removed, so that the control ends.
std::string StuckIf(const std::string& condition);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_PROOF_PLANTED_BROKEN_H_
