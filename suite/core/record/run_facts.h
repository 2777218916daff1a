// What the reports ask of a run: its device, its plan, its counts.

#ifndef WGSYNC_SUITE_CORE_RECORD_RUN_FACTS_H_
#define WGSYNC_SUITE_CORE_RECORD_RUN_FACTS_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "nlohmann/json_fwd.hpp"
#include "suite/core/base/json_value.h"
#include "suite/core/record/result.h"
#include "suite/core/record/run_log.h"

namespace wgsync {

// The string at `path` of an object in objects; "" where there is none.
std::string JsonString(const nlohmann::json& object,
                       std::initializer_list<const char*> path);
std::string JsonString(const JsonValue& object,
                       std::initializer_list<const char*> path);

std::string RunDeviceName(const Run& run);     // else the folder's name
std::string RunDriverVersion(const Run& run);  // "" where not known
// When the run began; 0 where not known.
int64_t RunBegan(const Run& run);
// "cache" where the run made its device behave like that model; "" if not. What
// such a run says, it says of the model.
std::string RunModel(const Run& run);

// An id in words: "barrier.counter/poll=rmw/groups=2".
struct IdWords {
  std::string primitive;                                   // "barrier.counter"
  std::string family;                                      // "barrier"
  std::vector<std::pair<std::string, std::string>> words;  // {"poll","rmw"}...

  // The value of this field; `otherwise` if the id does not have it.
  std::string Of(absl::string_view field,
                 absl::string_view otherwise = "") const;
};
IdWords SplitId(absl::string_view id);

// A case of a tried kernel (tried/try_results.h), of no catalogue.
inline constexpr absl::string_view kTriedPrefix = "tried.";  // of its id
bool IsTried(const CaseResult& r);
// The kernel file of the log for an id of such a case, or its beginning.
std::string TriedFile(absl::string_view id);
// A run of such cases. It has no plan, and is not resumed.
inline constexpr char kTriedTier[] = "tried";  // RunSettings::tier
bool IsTried(const Run& run);

// "2 of 3 runs, 3 of 31 launches": how often a verdict was seen. Of launches
// that were all right "right in 31 launches". "" where nothing was counted.
std::string CountsText(const CaseResult& r);

// The case is counted, and its verdict is proven: what a gate must compare.
bool IsCountedProof(const CaseResult& result);

// A verdict on synchronization that is neither pass nor a failure that binds.
bool IsCharacterised(const CaseResult& result);

// The case by which a run shows that not all of so many groups are resident: a
// barrier of groups of this size, and of no more of them, hung because one
// never started; nullptr: none. A residency alone does not show it, which may
// have been found too small. Of kernels that hold no extra registers or local
// memory. `polls`: where the host polls the event, and may lend no thread.
const CaseResult* ShowsBeyond(const std::vector<CaseResult>& results,
                              uint64_t groups, uint32_t group_size,
                              bool polls = false);

struct Tally {
  std::map<VerdictKind, size_t> verdicts;
  size_t total = 0;
  std::map<Binding, size_t> fails;  // by what they bind as; not kNothing
  size_t characterised = 0;
  size_t could_bind = 0;        // counted: some failure would bind,
  size_t could_bind_shown = 0;  // and those of them that are proven and ran
  size_t could_bind_unproven = 0;
  size_t could_bind_inconclusive = 0;  // of them: IsInconclusive()
  size_t inconclusive = 0;             // of all: IsInconclusive()
  size_t missing = 0;                  // planned, no verdict
  size_t Failing(Binding binds) const {
    const auto found = fails.find(binds);
    return found == fails.end() ? 0 : found->second;
  }
  size_t failures() const;
  // A report has a count of these: all but kOwn, which catalogues lack, and
  // that too where it is.
  bool Counts(Binding binds) const {
    return binds != Binding::kNothing &&
           (binds != Binding::kOwn || Failing(binds) > 0);
  }
};
// `missing` stays 0: results do not say what was planned.
Tally TallyResults(const std::vector<CaseResult>& results);
Tally TallyRun(const Run& run);

// "0 of 91 counted cases fail; 12 of them are unproven": a counted case has a
// verdict, and some failure of it would bind. The unproven ones are among them.
std::string CountedText(size_t failures, size_t counted, size_t unproven);

// "2026-11-22 03:04:05 UTC"; "" where the time is not known (0).
std::string UtcTime(int64_t unix_ns);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_RECORD_RUN_FACTS_H_
