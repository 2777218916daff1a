// One attempt at one case of a kernel: its launch, the questions that it asks,
// and the evidence so far. The other files of this folder are the steps of an
// attempt, in the order of run_case.cc; each says what it asks and which
// evidence it leaves.

#ifndef WGSYNC_SUITE_CORE_NEXT_ATTEMPT_H_
#define WGSYNC_SUITE_CORE_NEXT_ATTEMPT_H_

#include <string>
#include <vector>

#include "suite/core/launch/launch_spec.h"
#include "suite/core/launch/program_spec.h"
#include "suite/core/next/known.h"
#include "suite/core/next/question.h"
#include "suite/core/plan/case.h"
#include "suite/core/plan/soundness.h"
#include "suite/core/record/launch_record.h"
#include "suite/core/record/result.h"
#include "suite/core/verdict/finding.h"
#include "suite/core/verdict/verdict.h"

namespace wgsync {

// Launches that wait for nothing may take this long.
inline constexpr double kBoundarySeconds = 30;

class Attempt {
 public:
  // Both pointers stay valid for as long as this lives.
  Attempt(const KernelCase& of, WaitMode how, Answers* device, Known* earlier)
      : c(of), mode(how), answers(device), known(earlier) {}

  const DeviceProfile& profile() const { return answers->profile(); }
  const Claims& claims() const { return profile().claims; }
  const Calibration& calibration() const { return profile().calibration; }
  bool cpu() const { return !claims().is_gpu; }

  Answer Ask(QuestionKind kind, const LaunchSpec& spec = {});
  // Whether the compiler refuses the program; *log is what it says.
  bool Refuses(const ProgramSpec& program, std::string* log);
  std::string Digest(const ProgramSpec& program);

  // Makes a launch that explains nothing by itself.
  const LaunchRecord& Launch(LaunchPurpose purpose, const LaunchSpec& spec,
                             double deadline_seconds, double patience_seconds);
  // Makes a launch, which the verdict rests on.
  const LaunchRecord& Show(LaunchPurpose purpose, const LaunchSpec& spec);
  // The same for a launch whose like may have been made already in this run.
  LaunchRecord ShowOnce(LaunchPurpose purpose, const LaunchSpec& spec);

  // Right launches prove nothing; the first reason decides the verdict.
  void AddDoubt(Doubt doubt, Finding finding);

  const KernelCase c;
  const WaitMode mode;
  Answers* const answers;
  Known* const known;
  Purpose time_of = Purpose::kOpening;

  LaunchSpec base;
  Soundness soundness = Soundness::kRacy;
  GridClass grid = GridClass::kResident;
  double deadline = 0;
  double patience = 0;

  Evidence evidence;
  std::vector<Finding> findings;
  std::vector<LaunchRecord> exhibits;  // the launches that it rests on
  LaunchRecord last;                   // of any launch
  CaseResult result;
  // How the worker of a launch was ended from outside; "" if none was.
  std::string ended_outside;
};

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_NEXT_ATTEMPT_H_
