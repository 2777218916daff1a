#include "suite/core/next/attempt.h"

#include <cstddef>
#include <utility>

#include "absl/strings/str_cat.h"

namespace wgsync {
namespace {

constexpr size_t kMostLaunches = 256;  // that are known

// A launch may be used in place of another one that has the same key.
std::string LaunchKey(const LaunchSpec& s) {
  return absl::StrCat(ProgramKey(s.program), " ", s.groups, "x", s.group_size,
                      " ", s.rounds, " ", s.elements, ShapeParts(s.program.c));
}

}  // namespace

Answer Attempt::Ask(QuestionKind kind, const LaunchSpec& spec) {
  Question q;
  q.kind = kind;
  q.time_of = time_of;
  q.spec = spec;
  return answers->To(q);
}

bool Attempt::Refuses(const ProgramSpec& program, std::string* log) {
  LaunchSpec spec;
  spec.program = program;
  Answer answer = Ask(QuestionKind::kRefuses, spec);
  if (answer.yes) *log = std::move(answer.text);
  return answer.yes;
}

std::string Attempt::Digest(const ProgramSpec& program) {
  LaunchSpec spec;
  spec.program = program;
  return Ask(QuestionKind::kDigest, spec).text;
}

const LaunchRecord& Attempt::Launch(LaunchPurpose purpose,
                                    const LaunchSpec& spec,
                                    double deadline_seconds,
                                    double patience_seconds) {
  Question q;
  q.kind = QuestionKind::kLaunch;
  q.time_of = time_of;
  q.purpose = purpose;
  q.spec = spec;
  q.deadline_seconds = deadline_seconds;
  q.patience_seconds = patience_seconds;
  last = answers->To(q).launch;
  last.purpose = purpose;
  last.spec = spec;
  return last;
}

const LaunchRecord& Attempt::Show(LaunchPurpose purpose,
                                  const LaunchSpec& spec) {
  exhibits.push_back(Launch(purpose, spec, deadline, patience));
  const LaunchRecord& shown = exhibits.back();
  // Few launches of earlier cases are asked for again.
  if (known->launches.size() >= kMostLaunches) known->launches.clear();
  if (Finished(shown) || Stuck(shown)) known->launches[LaunchKey(spec)] = shown;
  if (shown.ending == Ending::kDeviceLost) known->wedged = true;
  if (shown.ending == Ending::kEndedFromOutside) {
    ended_outside = absl::StrCat("the worker ", shown.ending_text);
  }
  return shown;
}

LaunchRecord Attempt::ShowOnce(LaunchPurpose purpose, const LaunchSpec& spec) {
  const auto found = known->launches.find(LaunchKey(spec));
  if (found == known->launches.end()) {
    const LaunchRecord r = Show(purpose, spec);
    // What the driver does once need not be what it does: an H200's did not
    // come back from a launch all of whose groups had ended, once in ten runs.
    const bool built = !r.build_failed && !r.setup_failed;
    if (Finished(r) || Stuck(r) || known->wedged || !built) return r;
    return Show(purpose, spec);
  }
  exhibits.push_back(found->second);
  exhibits.back().purpose = purpose;
  return exhibits.back();
}

void Attempt::AddDoubt(Doubt doubt, Finding finding) {
  if (evidence.doubt == Doubt::kNone) evidence.doubt = doubt;
  findings.push_back(std::move(finding));
}

}  // namespace wgsync
