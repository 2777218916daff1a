// What a verdict rests on, in sentences: the only place that makes them. What
// `show`, the page, the gate, the export and a test print is the same.

#ifndef WGSYNC_REPORTS_WORDS_EVIDENCE_TEXT_H_
#define WGSYNC_REPORTS_WORDS_EVIDENCE_TEXT_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "nlohmann/json_fwd.hpp"
#include "suite/core/record/launch_record.h"
#include "suite/core/record/result.h"
#include "suite/core/record/run_log.h"

namespace wgsync {

// "judged launch (no board)", "difference: poll rmw".
std::string LaunchLabel(LaunchPurpose purpose, const LaunchSpec& spec);

// How the launch ended: "finished in 4.998 ms".
std::string EndingText(const LaunchRecord& launch);

// What its payload showed; "" where nothing was judged.
std::string PayloadText(const LaunchRecord& launch);

// The evidence of a host check: how it ended, the result of the same calls
// without its synchronization, and what else was seen. Empty of any other case,
// and of a check that never ran.
std::vector<std::string> HostSentences(const CaseResult& result);

// One sentence an element, what decides first: who waited for what, who never
// came, what memory held, which controls passed. `launches` are those of
// `result`, in its order.
std::vector<std::string> EvidenceWords(const CaseResult& result,
                                       absl::Span<const LaunchRecord> launches);

// The result's launches that the log keeps, in the result's order. Errors are
// ReadLaunch()'s.
using LoggedLaunches = absl::StatusOr<std::vector<LaunchRecord>>;
LoggedLaunches LaunchesOf(const Run& run, const CaseResult& result);

// The same of these; an error of them is a sentence, too.
std::vector<std::string> LoggedWords(const CaseResult& result,
                                     const LoggedLaunches& launches);
// The same, with the launches read from the run's log.
std::vector<std::string> EvidenceWords(const Run& run,
                                       const CaseResult& result);

// The same of a run that goes on, whose launches are given one after the other
// (RunOptions::on_launch).
class RunningWords {
 public:
  void Add(const LaunchRecord& launch) { launches_[launch.number] = launch; }
  std::vector<std::string> Of(const CaseResult& result) const;

 private:
  std::map<uint64_t, LaunchRecord> launches_;  // by number
};

// The evidence as data, for readers who look closer: {"launches":[{"label",
// "options", and the fields of LaunchRecord, "ending" and "payload" in words}],
// "evidence": what the verdict is a function of, "build_log"}. Empty members
// are left out.
nlohmann::json EvidenceJson(const CaseResult& result,
                            const LoggedLaunches& launches);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_WORDS_EVIDENCE_TEXT_H_
