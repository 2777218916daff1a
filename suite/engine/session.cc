#include "suite/engine/session.h"

#include <errno.h>

#include <algorithm>
#include <memory>
#include <set>
#include <utility>
#include <variant>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/types/optional.h"
#include "nlohmann/json.hpp"
#include "suite/core/base/errno_status.h"
#include "suite/core/base/fields_json.h"
#include "suite/core/base/sha256.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/base/write_file.h"
#include "suite/core/launch/launch_spec.h"
#include "suite/core/next/known.h"
#include "suite/core/next/run_case.h"
#include "suite/core/record/device_profile.h"
#include "suite/core/record/kept_kernels.h"
#include "suite/core/record/launch_record.h"
#include "suite/core/record/progress_record.h"
#include "suite/core/record/run_facts.h"
#include "suite/core/record/run_header.h"
#include "suite/core/record/run_log.h"
#include "suite/core/share/case_dealer.h"
#include "suite/core/verdict/kinds.h"
#include "suite/core/verdict/rules.h"
#include "suite/engine/compile_ahead.h"
#include "suite/engine/device_lease.h"
#include "suite/engine/device_session.h"
#include "suite/engine/other_load.h"
#include "suite/worker/disk_report.h"
#include "suite/worker/kernel_lines.h"
#include "suite/worker/kernel_log.h"
#include "suite/worker/scratch_folder.h"
#include "suite/worker/timeouts.h"
#include "suite/worker/worker_process.h"

namespace wgsync {
namespace {

using nlohmann::json;

// kResourceExhausted if one of the folders is on a full disk and the verdict is
// not to be kept. A driver that finds no room for its files fails in any way,
// and a control that was not compiled turns stale-hoisted into a hang. Only a
// pass needs all that it was made of. Any other verdict is dropped, and the
// case runs again once there is room. `endings` is how the case's launches
// ended, in the driver's and the system's words.
absl::Status CheckRoom(const CaseResult& r, absl::string_view endings,
                       const std::vector<std::string>& folders) {
  if (r.verdict.kind == VerdictKind::kPass) return absl::OkStatus();
  std::string said =
      absl::StrCat(r.build_log, "\n", r.host.what, "\n", endings);
  for (const Finding& f : r.findings) {
    absl::StrAppend(&said, "\n", absl::StrJoin(f.texts, "\n"));
  }
  const std::string full = FullDisk(folders, said);
  if (full.empty()) return absl::OkStatus();
  return absl::ResourceExhaustedError(absl::StrCat(
      full, ", and ", r.id, " ended with ", VerdictText(r.verdict),
      ", which is not kept; make room, or let the run write there, then "
      "continue with `wgsync run --resume`"));
}

// The failure to open the device, with the full disk that can cause it.
absl::Status OrFullDisk(const absl::Status& s,
                        const std::vector<std::string>& folders) {
  const std::string full = FullDisk(folders, s.message());
  if (full.empty()) return s;
  return absl::ResourceExhaustedError(
      absl::StrCat(full, ", and the device did not open: ", s.message(),
                   "; make room, then run again"));
}

// One run on one device.
class RunOfDevice : HoldsDevice {
 public:
  // `log` is that of a run that goes on.
  RunOfDevice(const RunOptions& options, const std::string& scratch,
              std::unique_ptr<RunLogWriter> log)
      : HoldsDevice(options, scratch),
        opt_(options),
        compile_ahead_(scratch_.path(), options.timeouts, &device_,
                       options.model),
        log_(std::move(log)) {
    known_.model = options.model;
    known_.rounds = options.rounds;
    known_.skips = options.skips;
    device_.RecordLaunches(
        [this](LaunchRecord record) { return Record(std::move(record)); });
  }

  absl::StatusOr<RunSummary> Run() {
    const double begun = MonotonicSeconds();
    until_ = begun + opt_.most_seconds;
    // The fingerprint is in the log's first line, so the device comes first.
    absl::Status s = lease_.Acquire();
    const OtherLoad others;
    if (s.ok()) s = device_.EnsureWorker();
    lease_.Release();
    if (!s.ok()) return OrFullDisk(s, {opt_.folder, scratch_.path()});
    s = OpenLog();
    const std::string busy = BusyNote(others.Cores());
    if (s.ok() && device_.cpu() && !busy.empty()) {
      if (opt_.on_busy) opt_.on_busy(busy);
      log_->Note(busy).IgnoreError();
    }
    if (s.ok()) s = LeaveOut();
    if (s.ok() && opt_.dealer != nullptr) {
      s = opt_.dealer->Join(opt_.share, Profile(), results_);
    }
    RETURN_IF_ERROR(s);
    if (opt_.on_head && !opt_.on_head()) until_ = begun;
    compile_ahead_.Start(
        opt_.cases,
        opt_.dealer == nullptr ? done_ : opt_.dealer->NotOf(opt_.share),
        FirstMode(opt_, bounded_only_));
    bool stopped = false;
    for (auto i = NextFrom(0); i; i = NextFrom(*i + 1)) {
      if ((stopped = Late())) break;
      RETURN_IF_ERROR(known_.wedged
                          ? NotRun(opt_.cases[*i].id, Rule::kWedged,
                                   "the device is wedged by an earlier case")
                          : One(opt_.cases[*i], *i));
    }
    RETURN_IF_ERROR(TryAgain());
    device_.EndWorker().IgnoreError();
    RunSummary summary = Summarize(results_, opt_.bind);
    summary.infrastructure = summary.infrastructure || known_.wedged;
    summary.notes.insert(summary.notes.begin(), notes_.begin(), notes_.end());
    summary.times = device_.times().Text();
    summary.stopped = stopped;
    if (stopped) return summary;
    NoteClass(results_, opt_, log_.get());
    RETURN_IF_ERROR(log_->Finished(summary.ExitCode(), device_.times().ToJson(),
                                   MonotonicSeconds() - begun));
    return summary;
  }

 private:
  // What the cases run on: the driver, and what a model makes of it.
  std::string DeviceDigest() const {
    const std::string mark = ModelMark(opt_.model);
    return mark.empty()
               ? device_.profile().driver_digest
               : absl::StrCat(device_.profile().driver_digest, " ", mark);
  }

  // After the device was opened.
  DeviceProfile Profile() const {
    DeviceProfile profile = device_.profile();
    profile.driver_digest = DeviceDigest();
    profile.hang_test = !device_.cpu() && !lease_.bounded_only();
    if (opt_.model && profile.fingerprint->is_object()) {
      (*profile.fingerprint)["model"] = ModelText(opt_.model);
    }
    return profile;
  }

  RunHeader Header() const {
    RunHeader header;
    header.suite_digest = SuiteDigest();
    header.boot_id = BootId();
    header.unix_ns = UnixNanoseconds();
    for (const PlannedCase& p : opt_.cases) header.plan.push_back(p.id);
    header.part = opt_.part;
    header.settings = opt_;
    header.devices = {Profile()};
    header.shared = opt_.dealer != nullptr;
    return header;
  }

  absl::Status OpenLog() {
    if (opt_.resume) {
      RETURN_IF_ERROR(Resume());
    } else {
      ASSIGN_OR_RETURN(log_, RunLogWriter::Create(opt_.folder, Header()));
      programs_.emplace(log_.get());
    }
    for (const std::string& note : device_.TakeNotes()) Note(note);
    if (opt_.model) {
      Note(absl::StrCat(ModelMark(opt_.model), ": ", opt_.model.row->says,
                        "; nothing here is said of the device without it"));
    }
    bounded_only_ = opt_.safe || opt_.without_waits;
    if (!opt_.safe && lease_.bounded_only()) {
      bounded_only_ = true;
      Note(kFirstContact);
    }
    if (!device_.profile().channel_proven) {
      Note(
          "the snapshot channel did not pass its self-test: causes of hangs "
          "are not known, and nothing is called stale by its poll");
    }
    return absl::OkStatus();
  }

  absl::Status Resume() {
    ASSIGN_OR_RETURN(const wgsync::Run run, ReadRun(opt_.folder));
    const std::string model = RunModel(run);
    if (model != ModelText(opt_.model)) {
      return BadInput(
          opt_.folder, ": this run was made ",
          model.empty() ? "without a model" : absl::StrCat("on model:", model),
          "; go on with it so, or start a new run");
    }
    if (run.profile().driver_digest != DeviceDigest()) {
      return BadInput(opt_.folder,
                      ": this run was made with another driver; start a new "
                      "run with --out instead of --resume");
    }
    RETURN_IF_ERROR(log_->GoOn(BootId()));
    launches_ = run.last_launch;
    programs_.emplace(log_.get());
    programs_->Resume(run);
    for (const CaseResult& r : run.results) {
      if (r.verdict.kind == VerdictKind::kLost && opt_.retry_lost) continue;
      if (RunsAgain(r)) continue;
      Take(r);
    }
    for (const auto& [id, boot] : run.unfinished) {
      if (done_.count(id) > 0) continue;
      if (boot == BootId() || opt_.retry_lost) continue;
      CaseResult lost;
      lost.id = id;
      lost.Decide(Rule::kMachineDown);
      lost.binds = Binding::kViolation;
      lost.findings.push_back(Found(FindingKind::kMachineDown));
      RETURN_IF_ERROR(Keep(lost));
    }
    return absl::OkStatus();
  }

  // The case's own program is kept even if it is never launched.
  absl::Status KeepProgramOf(const Case& c) {
    const auto* kernel = std::get_if<KernelCase>(&c);
    if (kernel == nullptr) {
      return programs_->KeepFile("probes/host_sync.cl", HostCheckSource());
    }
    ProgramSpec spec = SpecOf(*kernel, device_.claims()).program;
    spec.model = opt_.model;
    return programs_->Keep(spec);
  }

  // A launch of the case that is running; returns its number.
  uint64_t Record(LaunchRecord record) {
    recorded_.Update(programs_->Keep(record.spec.program));
    record.number = ++launches_;
    record.case_id = running_;
    counts_.Add(record);
    absl::StrAppend(&endings_, record.ending_text, "\n");
    if (opt_.on_launch) opt_.on_launch(record);
    recorded_.Update(log_->Launch(FieldsToJson(std::move(record))));
    return launches_;
  }

  void Take(const CaseResult& r) {
    if (done_.insert(r.id).second) {
      results_.push_back(r);
    } else {
      *Before(r.id) = r;
    }
    AddShape(r, &known_.seen);
  }

  std::vector<CaseResult>::iterator Before(const std::string& id) {
    return std::find_if(results_.begin(), results_.end(),
                        [&](const CaseResult& r) { return r.id == id; });
  }

  absl::Status Keep(const CaseResult& r) {
    RETURN_IF_ERROR(recorded_);
    RETURN_IF_ERROR(log_->Append(r));
    Take(r);
    if (opt_.dealer != nullptr) opt_.dealer->Done(opt_.share, r);
    if (!IsInconclusive(r) || !TriesAgain()) Tell(r);
    return absl::OkStatus();
  }

  void Tell(const CaseResult& r) const {
    if (opt_.on_result) opt_.on_result(r, done_.size(), opt_.cases.size());
  }

  // The case to run next, from this place on; of a shared plan at any place.
  absl::optional<size_t> NextFrom(size_t i) {
    if (opt_.dealer != nullptr) {
      if (known_.wedged && opt_.dealer->HandOver(opt_.share)) {
        Note(absl::StrCat("the device ", opt_.device.index,
                          " has stopped working; others run the rest"));
        return absl::nullopt;
      }
      return opt_.dealer->Next(opt_.share);
    }
    for (; i < opt_.cases.size(); ++i) {
      if (done_.count(opt_.cases[i].id) == 0) return i;
    }
    return absl::nullopt;
  }

  // Before anything of them is compiled.
  absl::Status LeaveOut() {
    for (const PlannedCase& planned : opt_.cases) {
      const SkipRule* rule = SkipRuleFor(opt_.skips, planned.id);
      if (rule == nullptr || done_.count(planned.id) > 0) continue;
      RETURN_IF_ERROR(NotRun(planned.id, Rule::kLeftOut, rule->reason));
    }
    return absl::OkStatus();
  }

  absl::Status NotRun(const std::string& id, Rule rule,
                      const std::string& reason) {
    CaseResult r;
    r.id = id;
    r.Decide(rule);
    r.findings.push_back(FoundText(reason));
    return Keep(r);
  }

  bool Late() const { return MonotonicSeconds() > until_; }

  // Of a shared plan a case has one verdict from each device.
  bool TriesAgain() const {
    return opt_.dealer == nullptr && again_seconds_ < opt_.timeouts.again;
  }

  absl::Status TryAgain() {
    if (TallyResults(results_).inconclusive == 0 || !TriesAgain()) return {};
    for (int i = 0; i < kMostTries; ++i) {
      for (const PlannedCase& planned : opt_.cases) {
        const auto before = Before(planned.id);
        if (before == results_.end() || !IsInconclusive(*before)) continue;
        if (!TriesAgain() || Late() || known_.wedged) break;
        const double begun = MonotonicSeconds();
        RETURN_IF_ERROR(One(planned, absl::nullopt));
        again_seconds_ += MonotonicSeconds() - begun;
      }
    }
    for (const CaseResult& r : results_) {
      if (IsInconclusive(r)) Tell(r);
    }
    return {};
  }

  // Without an index it is tried again, and its programs are there.
  absl::Status One(const PlannedCase& planned, absl::optional<size_t> index) {
    if (opt_.on_start) {
      opt_.on_start(planned.id, done_.size(), opt_.cases.size());
    }
    if (opt_.isolate_case) device_.EndWorker().IgnoreError();
    RETURN_IF_ERROR(lease_.Acquire());
    kernel_log_.SkipAll();
    RETURN_IF_ERROR(
        log_->Started(planned.id, BootId(), /*sync=*/!bounded_only_));
    running_ = planned.id;
    counts_ = {};
    endings_.clear();
    RETURN_IF_ERROR(KeepProgramOf(planned.c));
    if (index) compile_ahead_.Before(*index);
    const int64_t started = UnixNanoseconds();
    const double begun = MonotonicSeconds();
    CaseResult r = Loaded(planned.c);
    r.started_unix_ns = started;
    r.finished_unix_ns = UnixNanoseconds();
    r.seconds = MonotonicSeconds() - begun;
    absl::Status s = CheckRoom(r, endings_, {opt_.folder, scratch_.path()});
    AddKernelLines(&r);
    if (s.ok()) s = Keep(r);
    lease_.Release();
    return s;
  }

  // The worker that went wrong has ended and was reaped.
  void AddKernelLines(CaseResult* r) {
    const KernelSubjects about = SubjectsOf(r->verdict.kind, device_.cpu());
    if (!about.any()) return;
    // Once in a run, if it makes a difference.
    const std::string why = kernel_log_.unreadable();
    if (!why.empty() && !absl::c_linear_search(notes_, why)) Note(why);
    for (std::string& line : TellKernelLines(about, &kernel_log_)) {
      r->findings.push_back(Found(FindingKind::kNote, {}, {std::move(line)}));
    }
  }

  // Other processes on the cores hide races: a case that is unproven then is
  // called inconclusive.
  CaseResult Loaded(const Case& c) {
    const OtherLoad load;
    CaseResult r = RepeatCase(c, opt_, bounded_only_, &device_, &known_);
    r.failed_launches = counts_.failed, r.case_launches = counts_.made;
    const double others = std::max(load.Cores(), r.other_cores);
    const bool lost = LoadMayExplain(r.verdict) && device_.cpu() &&
                      !opt_.without_waits && IsCrowded(others);
    r.other_cores = lost ? others : 0;
    return r;
  }

  void Note(const std::string& text) {
    notes_.push_back(text);
    log_->Note(text).IgnoreError();
  }

  const RunOptions& opt_;
  Known known_;
  CompileAhead compile_ahead_;
  KernelLog kernel_log_;
  std::unique_ptr<RunLogWriter> log_;
  absl::optional<KeptPrograms> programs_;  // once there is a log
  std::vector<CaseResult> results_;
  std::set<std::string> done_;
  std::vector<std::string> notes_;
  std::string running_;    // id of the case
  uint64_t launches_ = 0;  // in the log
  LaunchCounts counts_;    // of the case that is running
  std::string endings_;    // of its launches
  absl::Status recorded_;  // the first launch's that could not be written
  bool bounded_only_ = false;
  double again_seconds_ = 0;
  double until_ = 0;  // no case begins later
};

}  // namespace

absl::StatusOr<RunSummary> RunDevice(const RunOptions& options) {
  constexpr char kFix[] = "name another folder";
  RETURN_IF_ERROR(MakeFolders(options.folder, kFix));
  // A run that another process writes is left as it is.
  std::unique_ptr<RunLogWriter> log;
  if (options.resume) {
    ASSIGN_OR_RETURN(log, RunLogWriter::Resume(options.folder));
  }
  const std::string scratch = ScratchFolder::Within(options.folder);
  if (scratch.empty()) {
    return Errno(errno, options.folder, "cannot write there", kFix);
  }
  if (log != nullptr) ScratchFolder::RemoveOthers(options.folder, scratch);
  return RunOfDevice(options, scratch, std::move(log)).Run();
}

}  // namespace wgsync
