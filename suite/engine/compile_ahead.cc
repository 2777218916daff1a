#include "suite/engine/compile_ahead.h"

#include <variant>

#include "absl/status/statusor.h"
#include "nlohmann/json.hpp"
#include "suite/core/launch/layout.h"
#include "suite/core/next/programs.h"
#include "suite/engine/times.h"
#include "suite/worker/commands.h"
#include "suite/worker/worker_process.h"

namespace wgsync {
namespace {

using nlohmann::json;

// Starting a compiling worker costs as much as building some programs.
constexpr size_t kLeastCases = 8;
// Of a lot, for each process.
constexpr size_t kProgramsEach = 16;
// For a GPU: so many last while the controller is busy with a case.
constexpr int kQueueOfGpu = 4;

// One group that looks once and ends. The kernel is the case's own: a driver
// that compiles at the first launch compiles all of it.
LaunchSpec ShortLaunch(LaunchSpec spec) {
  spec.discover = true;
  spec.groups = 1;
  spec.rounds = 1;
  spec.elements = 0;
  spec.delay = 1;
  spec.budget = 1;
  return spec;
}

// A kernel without the discovery would wait.
bool CanBeShort(const KernelCase& c) {
  return !c.primitive->host_boundary && !c.primitive->limited;
}

json CommandFor(const LaunchSpec& spec, bool launches, uint8_t* live) {
  const auto build = [&spec]() -> json {
    const absl::StatusOr<ProgramText> text =
        DeviceSession::TextOf(spec.program);
    return text.ok() ? CommandJson(BuildCommand{*text}) : json::object();
  };
  if (!launches || !CanBeShort(spec.program.c)) return build();
  const LaunchSpec launch = ShortLaunch(spec);
  const Layout layout = MakeLayout(launch);
  if (layout.total > kHalfBytes) return build();
  FillRegions(launch, layout, live);
  SetGuards(layout, 1, live);
  absl::StatusOr<LaunchCommand> command =
      DeviceSession::CommandOf(launch, layout);
  if (!command.ok()) return json::object();
  command->shared = true;  // as a CPU's launches are
  return CommandJson(*command);
}

}  // namespace

void CompileAhead::Add(const Case& c, std::set<std::string>* keys) {
  const auto* kernel = std::get_if<KernelCase>(&c);
  if (kernel == nullptr) return;
  LaunchSpec spec = SpecOf(*kernel, device_->claims());
  std::vector<ProgramSpec> programs;
  if (device_->cpu()) {
    programs = NeededProgramsOf(c, mode_, device_->profile(), model_);
  } else {
    programs = ProgramsOf(c, mode_, device_->profile(), model_);
    const std::vector<ProgramSpec> later =
        LaterProgramsOf(c, mode_, device_->profile(), model_);
    programs.insert(programs.end(), later.begin(), later.end());
  }
  for (const ProgramSpec& program : programs) {
    if (!keys->insert(ProgramKey(program)).second) continue;
    spec.program = program;
    programs_.push_back(spec);
  }
}

void CompileAhead::Start(const std::vector<PlannedCase>& cases,
                         const std::set<std::string>& done, WaitMode mode) {
  cases_ = &cases;
  mode_ = mode;
  if (cases.size() < kLeastCases) return;
  std::set<std::string> keys;
  for (const PlannedCase& planned : cases) {
    if (done.count(planned.id) == 0) Add(planned.c, &keys);
    ends_.push_back(programs_.size());
  }
  const bool cpu = device_->cpu();
  builders_.Start(cpu ? Compilers::BetweenCases() : Compilers::BesideCases(),
                  device_->device().index, programs_.size(),
                  cpu ? 1 : kQueueOfGpu, [this, cpu](size_t i, uint8_t* live) {
                    return CommandFor(programs_[i], cpu, live);
                  });
}

void CompileAhead::CompileLot(size_t index) {
  if (ends_[index] <= built_) return;
  const size_t most = built_ + kProgramsEach * Compilers::BetweenCases();
  size_t last = index;
  while (last + 1 < ends_.size() && ends_[last + 1] <= most) ++last;
  const double begun = MonotonicSeconds();
  if (built_ == 0 && !builders_.ShareWhatTheyBuild()) builders_.End();
  builders_.FinishUntil(ends_[last]);
  built_ = ends_[last];
  device_->AddTime(Purpose::kCompiling, Phase::kBuild,
                   MonotonicSeconds() - begun);
}

void CompileAhead::Before(size_t index) {
  if (device_->cpu()) {
    if (builders_.active()) CompileLot(index);
  } else if (builders_.active()) {
    builders_.Feed();
  } else if (index + 1 < cases_->size() && device_->HasWorker()) {
    for (const ProgramSpec& s : ProgramsOf((*cases_)[index + 1].c, mode_,
                                           device_->profile(), model_)) {
      device_->BuildAhead(s);
    }
  }
}

}  // namespace wgsync
