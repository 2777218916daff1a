// What a run says of one case: the verdict and what it rests on.

#ifndef WGSYNC_SUITE_CORE_RECORD_RESULT_H_
#define WGSYNC_SUITE_CORE_RECORD_RESULT_H_

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "absl/types/span.h"
#include "nlohmann/json_fwd.hpp"
#include "suite/core/record/binds.h"
#include "suite/core/record/host_facts.h"
#include "suite/core/record/twin_result.h"
#include "suite/core/verdict/finding.h"
#include "suite/core/verdict/host_verdict.h"
#include "suite/core/verdict/rules.h"
#include "suite/core/verdict/verdict.h"

namespace wgsync {

class FieldVisitor;
enum class ProgressNeed;  // catalog/catalog.h
enum class Soundness;     // plan/soundness.h

// Whether the text may be a case's id, of this suite or of a later one: at most
// 255 of a-z 0-9 _ . / and =, which no file name, shell or markup reads as
// anything else.
bool IsCaseId(absl::string_view text);

// What the verdict of a case was counted in.
enum class Unit { kRuns, kReads };
absl::Span<const absl::string_view> NamesOf(Unit);

absl::Span<const absl::string_view> NamesOf(DecidedBy);

// What a case's verdict was decided by, so that a log can be judged again.
//
// Most verdicts are a function of the evidence: JudgeEvidence() or JudgeHost().
// The others were decided before there was any, by a rule (rules.h) that gives
// its verdict alone. A new version of the rules that gives a logged case
// another verdict is found by judging recorded logs again
// (suite/proof/golden/judge_again).
struct Judged {
  DecidedBy by = DecidedBy::kNotRecorded;
  Evidence evidence;  // kEvidence only
  HostEvidence host;  // kHostEvidence only

  void Fields(FieldVisitor& v);
};

// What the launches of a case of Family::kProgress showed: how many of them
// ended, and where the first that did not was stuck.
struct ShapeResult {
  // Launches that ended with each wait met, and those of them in which a group
  // had to poll more than once.
  uint64_t ended = 0;
  uint64_t waited = 0;
  // The launch that the verdict is of: its work-groups, its copies, and whether
  // the late role was late.
  uint64_t groups = 0;
  uint64_t copies = 0;
  bool late = false;
  // Of a hang: in how many copies a group waits for ever; and, in the first
  // one, the group that is not run, its role, and whether it had started. The
  // group is -1 if there is none.
  uint64_t stuck_copies = 0;
  int64_t group = -1;
  uint32_t role = 0;
  bool started = false;

  void Fields(FieldVisitor& v);
};

struct CaseResult {
  std::string id;
  uint32_t device = 0;  // in the run's RunHeader::devices
  Verdict verdict;
  // The rule that gave the verdict, and the evidence that it was given.
  Judged judged;
  // The explanation of the verdict, without its launches, in this order.
  std::vector<Finding> findings;
  // The launches that the evidence is of, by their numbers in the run's log.
  std::vector<uint64_t> launches;
  // Of a host check that ran: judged.by is kHostEvidence.
  HostReport host;
  // The compiler's output for a program that it refused.
  std::string build_log;
  // The verdict of a bounded wait, which never stands for an unbounded one.
  bool bounded = false;
  // The verdict held in k of n units.
  uint64_t k = 1;
  uint64_t n = 1;
  Unit unit = Unit::kRuns;
  // The case's own launches in all of its runs, with their waits, and those of
  // them that were not right: LaunchCounts. 0 of 0: not counted.
  uint64_t failed_launches = 0;
  uint64_t case_launches = 0;
  // Where the case was run several times: VerdictText() -> how often.
  std::map<std::string, uint64_t> runs;
  // Seen once and not again in a fresh worker, or not alone: the other
  // verdicts, with why.
  std::vector<std::string> also;
  // With the board and without it the case behaved differently.
  bool perturbed = false;

  absl::optional<Soundness> soundness;  // not known of a case that never ran
  std::string soundness_why;
  absl::optional<ProgressNeed> need;
  Binding binds = Binding::kNothing;  // how this very verdict fails
  // Some failure of this case would bind: it counts against "nothing binds".
  bool could_bind = false;

  uint64_t groups = 0;
  uint32_t group_size = 0;
  uint32_t residency = 0;  // measured; 0: not needed or not known
  uint32_t promised = 0;   // groups, of a concurrent dispatch
  uint64_t rounds = 0;
  uint64_t reads = 0;  // checked reads that a pass rests on
  // Of a grid of teams whose failure would bind: what its weakened twins
  // showed.
  std::vector<TwinResult> twins;
  // Of a shape of forward progress that was launched: `groups` is not 0.
  ShapeResult shape;
  std::string language;       // "CL1.2", "CL3.0"
  std::string kernel_digest;  // of the preprocessed kernel and its options
  // Of the same with unbounded waits, and of the values of the launch as the
  // case asks for them: equal in two versions of wgsync that run the same
  // case. Of a host check, of its kernel and DeviceProfile::host_code. "": not
  // known.
  std::string launch_digest;
  // Of the code that the driver made of that kernel: devices/driver/binary.h.
  // Two results with the same one ran the same instructions. "": not known.
  std::string binary_digest;
  double seconds = 0;         // from STARTED to FINISHED
  double launch_seconds = 0;  // of the judged launch, first start word to end
  double deadline_seconds = 0;
  // Unproven, and inconclusive: other processes took so many of the machine's
  // cores, on average, while it ran. 0 of any other verdict.
  double other_cores = 0;
  int64_t started_unix_ns = 0;
  int64_t finished_unix_ns = 0;

  // The evidence in sentences: of a log before schema 4, which has no findings,
  // and of a result that is told without its log.
  std::vector<std::string> words;
  // The line of the log that this was read from, from 1; 0: none. Not logged.
  int line = 0;

  // Takes the verdict of a rule that needs no evidence.
  void Decide(Rule rule);

  // All but `line`.
  void Fields(FieldVisitor& v);
};

// Each verdict of `runs`, and how often it came.
std::vector<std::pair<Verdict, uint64_t>> VerdictsOfRuns(const CaseResult& r);

// ReasonText() of the verdict; of a pass that rests on luck also why it does
// (Primitive::no_promise).
std::string ReasonText(const CaseResult& r);

// Two versions of wgsync ran the same case.
inline bool SameLaunch(const CaseResult& a, const CaseResult& b) {
  return !a.launch_digest.empty() && a.launch_digest == b.launch_digest;
}

// Whether the load of other processes took the proof away.
inline bool IsInconclusive(const CaseResult& r) {
  return r.verdict.kind == VerdictKind::kUnproven && r.other_cores > 0;
}

// Whether `--resume` runs the case again and its new verdict takes the place of
// this one: the suite or the machine failed, or an earlier case had wedged the
// device, which says nothing about the case. A lost case runs again only with
// `--retry-lost`.
inline bool RunsAgain(const CaseResult& r) {
  return r.verdict.kind == VerdictKind::kInfra ||
         r.judged.by == DecidedBy::kWedged;
}

// Whether a log may have another verdict of the case after this one. A run
// tries a case that other processes' load left unproven again at its end.
inline bool MayGiveWay(const CaseResult& r) {
  return RunsAgain(r) || IsInconclusive(r) ||
         r.verdict.kind == VerdictKind::kLost;
}

nlohmann::json ToJson(const CaseResult& r);
// False (and *error) where a field is missing or of the wrong type.
bool FromJson(const nlohmann::json& j, CaseResult* r, std::string* error);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_RECORD_RESULT_H_
