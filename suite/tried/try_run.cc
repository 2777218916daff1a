#include "suite/tried/try_run.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/types/optional.h"
#include "suite/core/base/sha256.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/launch/layout.h"
#include "suite/core/launch/occupancy.h"
#include "suite/core/launch/program_spec.h"
#include "suite/core/plan/case.h"
#include "suite/core/tried/bind_arguments.h"
#include "suite/core/tried/group_marks.h"
#include "suite/core/tried/late_groups.h"
#include "suite/core/tried/order_forms.h"
#include "suite/engine/device_lease.h"
#include "suite/worker/commands.h"
#include "suite/worker/worker_process.h"

namespace wgsync {
namespace {

// The log with `file` in place of PoCL's name of it, which is another one in
// each run: /tmp/.../tempfile_XXXXXX.cl.
std::string WithFile(absl::string_view log, absl::string_view file) {
  std::string named;
  for (;;) {
    const size_t at = log.find("/tempfile_");
    const size_t end = log.find(".cl", at);
    if (at == log.npos || end == log.npos) break;
    const size_t begin = log.find_last_of(" \t\n'\"(", at) + 1;
    absl::StrAppend(&named, log.substr(0, begin), file);
    log.remove_prefix(end + 3);
  }
  return absl::StrCat(named, log);
}

class Tried : HoldsDevice {
 public:
  explicit Tried(const TryOptions& options)
      : HoldsDevice(options), opt_(options), spec_(options.spec) {}

  absl::StatusOr<TryReport> Run() {
    RETURN_IF_ERROR(lease_.Open());
    if (lease_.bounded_only()) {
      return absl::FailedPreconditionError(absl::StrCat(
          "a kernel that hangs may stop this GPU: no spinning kernel was "
          "killed with this driver yet; run `wgsync device ",
          opt_.device.index, " --hang-test` first"));
    }
    if (opt_.on_open) RETURN_IF_ERROR(opt_.on_open(device_.profile()));
    RETURN_IF_ERROR(Prepare());
    std::vector<TryRecord> records;
    const double begun = MonotonicSeconds();
    while (const absl::optional<TryLaunch> next = NextTry(plan_, records)) {
      if (MonotonicSeconds() - begun >= 60 * opt_.max_minutes) {
        Stopped("--max-minutes", records.size(), &report_);
        break;
      }
      if (!HasForm(*next)) continue;
      // Not after each of many, since it takes as long as there are records.
      if (opt_.on_launch && records.size() % (1 + records.size() / 100) == 0) {
        TryReport now = report_;
        Stopped(
            absl::StrCat("a signal in a launch (groups: ", next->groups, ")"),
            records.size(), &now);
        Conclude(plan_, records, &now);
        opt_.on_launch(now);
      }
      if (opt_.on_start) {
        opt_.on_start(absl::StrCat(spec_.kernel, ", ", next->groups,
                                   next->groups == 1 ? " group" : " groups"),
                      records.size(), 0);  // how many follow is not known
      }
      ASSIGN_OR_RETURN(TryRecord record, Launch(*next));
      records.push_back(std::move(record));
    }
    Conclude(plan_, std::move(records), &report_);
    RETURN_IF_ERROR(device_.EndWorker());
    absl::c_move(device_.TakeNotes(), std::back_inserter(report_.notes));
    return std::move(report_);
  }

 private:
  static void Stopped(absl::string_view by, size_t launches, TryReport* r) {
    r->notes.push_back(absl::StrCat("stopped by ", by, ", after ", launches,
                                    " launches: with more time others follow"));
  }

  absl::Status Prepare() {
    report_.options = spec_.options;
    DefaultStandard();
    ASSIGN_OR_RETURN(facts_, Ask(spec_.kernel, spec_.file));
    const KernelFacts& facts = facts_;
    RETURN_IF_ERROR(CompleteSpec(facts, &spec_));
    ASSIGN_OR_RETURN(bound_, BindArguments(spec_, facts, false));
    for (const BoundArgument& b : bound_) {
      TryArgument& a = spec_.arguments[b.argument];
      if (a.kind == TryArgument::kScalar) a.type = b.type;
    }
    for (const TryRight& right : spec_.rights) {
      report_.guessed |= right.guessed;
      if (!right.guessed) report_.right.push_back(right.text);
      plan_.one_group = plan_.one_group || right.kind == TryRight::kOneGroup;
      if (right.kind != TryRight::kReference) continue;
      plan_.reference = true;
      ASSIGN_OR_RETURN(const KernelFacts other, Ask(spec_.reference, right.at));
      ASSIGN_OR_RETURN(reference_bound_, BindArguments(spec_, other, true));
      if (cuts()) Stamped(TryPurpose::kReference, spec_.source, other);
    }
    plan_.late = Stamped(TryPurpose::kLate, spec_.source, facts);
    plan_.hot = facts.device.is_gpu;
    plan_.marked = HasMarks(spec_.source);
    plan_.reads = !cuts();  // loops, too, as pauses are
    plan_.unordered =
        AnyStamped(TryPurpose::kUnordered, UnorderedSources(spec_.source));
    places_ = OrderPlaces(spec_.source);
    for (const OrderPlace& p : places_) {
      plan_.orders.push_back({Title(p, spec_.file), p.line, 0, 0, true, p.nth});
    }
    plan_.paused = !cuts() && Stamped(TryPurpose::kPaused,
                                      PausedSource(spec_.source), facts);
    Prediction residency =
        PredictByArchitecture(facts.device, facts.needs, spec_.items);
    if (residency.groups == 0) {
      residency = PredictByClaims(facts.device, facts.needs, spec_.items);
    }
    plan_.residency =
        static_cast<uint32_t>(std::min<uint64_t>(residency.groups, UINT32_MAX));
    static_cast<TryLimits&>(plan_) = opt_;
    report_.file = spec_.file;
    report_.kernel = spec_.kernel;
    report_.items = spec_.items;
    if (spec_.shape.size() > 1) report_.shape = spec_.shape;
    report_.device = opt_.device.full_name;
    report_.driver = opt_.device.driver_version;
    report_.residency = plan_.residency;
    report_.residency_text = residency.why;
    report_.defaults = spec_.defaults;
    for (int b : spec_.BuffersOf("kept"))
      report_.kept.push_back(spec_.symbols.buffers[b]);
    plan_.keeps = !report_.kept.empty();
    report_.varied = spec_.VariesByLaunch();
    inputs_ = spec_.ReadAfter();
    if (plan_.residency == 0) {
      report_.notes.push_back(
          "the residency is not known: the grids that name it are left out");
    }
    return AddGrids();
  }

  // Whether a text with stamps builds; it is kept for such launches.
  bool Stamped(TryPurpose purpose, const std::string& source,
               const KernelFacts& facts) {
    if (source.empty()) return false;
    for (const std::string& text :
         LateSources(source, facts, facts.device.is_gpu && !cuts())) {
      const auto built = device_.AskKernel(TextOf(text), facts.kernel);
      if (built.ok() &&
          built->parameters.size() == facts.parameters.size() + 2) {
        stamped_[purpose] = text;
        return true;
      }
    }
    if (purpose != TryPurpose::kLate && purpose != TryPurpose::kReference) {
      return false;
    }
    report_.notes.push_back(absl::StrCat(
        "with stamps ", facts.kernel,
        " does not build, so no group starts late, and nothing shows ",
        cuts() ? "if the driver ended its loops" : "if groups overlapped",
        ": have `kernel void ", facts.kernel, "(...) {` and its `}` in the ",
        "file once, without #if between them",
        HasMarks(source) ? ", and WG_PARAM in functions with marks" : ""));
    return false;
  }

  // The first that builds is kept.
  bool AnyStamped(TryPurpose p, const std::vector<std::string>& texts) {
    return absl::c_any_of(
        texts, [&](const auto& text) { return Stamped(p, text, facts_); });
  }

  // Builds a text that few files need before the first launch of it. Without it
  // none is made.
  bool HasForm(const TryLaunch& launch) {
    if (launch.purpose == TryPurpose::kOneWeaker && built_ != launch.order) {
      built_ = launch.order;
      return plan_.orders[built_ - 1].builds = Stamped(
                 launch.purpose,
                 WithoutOrder(spec_.source, places_[built_ - 1]), facts_);
    }
    if (launch.purpose != TryPurpose::kOrdered ||
        !stamped_[TryPurpose::kOrdered].empty()) {
      return true;
    }
    return plan_.ordered =
               AnyStamped(TryPurpose::kOrdered, OrderedSources(spec_.source));
  }

  // The driver ends loops after 65,536 turns.
  bool cuts() const { return device_.profile().loops_cut; }

  // Adds the grids whose memory a launch may have.
  absl::Status AddGrids() {
    for (const TryGrid& grid : GridsOf(spec_.grids, plan_.residency)) {
      const absl::Status made = MakeMemory(spec_, grid.groups).status();
      if (made.ok()) plan_.grids.push_back(grid);
      if (absl::IsResourceExhausted(made)) {
        report_.notes.push_back(
            absl::StrCat("the grid ", grid.name, " (groups: ", grid.groups,
                         ") is left out: ", made.message()));
      } else if (!made.ok()) {
        return made;
      }
    }
    if (!plan_.grids.empty() && !MakeMemory(spec_, 1).ok()) {
      plan_.least = plan_.grids[0].groups;
    }
    return absl::OkStatus();
  }

  void DefaultStandard() {
    if (spec_.options.find("-cl-std") != std::string::npos) return;
    const uint32_t version = device_.claims().highest_c11;
    if (version == 0) return;
    const std::string standard =
        absl::StrCat("-cl-std=", LanguageName(version));
    absl::StrAppend(&spec_.options, spec_.options.empty() ? "" : " ", standard);
    spec_.defaults.push_back(absl::StrCat("options ", standard));
  }

  absl::StatusOr<KernelFacts> Ask(const std::string& kernel,
                                  const std::string& at) {
    absl::StatusOr<KernelFacts> facts =
        device_.AskKernel(TextOf(spec_.source), kernel, spec_.reference);
    if (facts.ok()) return facts;
    return absl::Status(
        facts.status().code(),
        absl::StrCat(at, ": ", WithFile(facts.status().message(), spec_.file)));
  }

  // So that a text is compiled once, its launches have the option that the
  // question after its parameters needs.
  ProgramText TextOf(const std::string& source,
                     absl::string_view option = "") const {
    ProgramText text;
    text.source = source;
    text.options = absl::StrCat(spec_.options, option, " -cl-kernel-arg-info");
    text.key = Sha256(absl::StrCat(text.options, "\n", text.source));
    return text;
  }

  // The purpose in stamped_ whose text, if any, launches of this one have.
  static TryPurpose TextOwner(TryPurpose purpose) {
    switch (purpose) {
      case TryPurpose::kReference:
      case TryPurpose::kUnordered:
      case TryPurpose::kOneWeaker:
      case TryPurpose::kPaused:
      case TryPurpose::kOrdered:
        return purpose;
      case TryPurpose::kNoPause:
        return TryPurpose::kPaused;
      case TryPurpose::kMeasure:
      case TryPurpose::kOneGroup:
      case TryPurpose::kSearch:
      case TryPurpose::kNotOptimized:
      case TryPurpose::kLate:
      case TryPurpose::kReadBefore:
      case TryPurpose::kInTime:
      case TryPurpose::kHot:
      case TryPurpose::kReversed:
      case TryPurpose::kWatched:
        break;
    }
    return TryPurpose::kLate;
  }

  static std::string OptionOf(const TryLaunch& launch) {
    const TryPurpose p = launch.purpose;
    return p == TryPurpose::kNotOptimized ? " -cl-opt-disable"
           : p == TryPurpose::kReversed   ? " -DWGSYNC_REVERSED"
           : launch.hot                   ? " -DWGSYNC_HOT"
                                          : "";
  }

  absl::StatusOr<TryRecord> Launch(const TryLaunch& launch) {
    if (memory_groups_ != launch.groups) vacuous_ = absl::nullopt;
    if (memory_groups_ != launch.groups || (plan_.keeps && !launch.kept) ||
        report_.varied) {
      ASSIGN_OR_RETURN(memory_, MakeMemory(spec_, launch.groups, launches_));
      memory_groups_ = launch.groups;
    }
    ++launches_;
    if (launch.kept) KeepValues(spec_, left_, &memory_);
    const bool reference = launch.purpose == TryPurpose::kReference;
    // Where loops may be cut, each launch has stamps, which show that.
    const std::string& text = stamped_[TextOwner(launch.purpose)];
    const bool stamps = (HasStamps(launch.purpose) || cuts()) && !text.empty();
    LaunchCommand command = {
        TextOf(stamps ? text : spec_.source, OptionOf(launch))};
    command.kernel = reference ? spec_.reference : spec_.kernel;
    const bool alone = reference || launch.purpose == TryPurpose::kOneGroup;
    command.groups = alone ? 1 : launch.groups;
    command.group_size = reference ? 1 : spec_.items;
    const uint32_t dims = static_cast<uint32_t>(spec_.shape.size());
    if (dims > 1) {
      const auto sides = Sides(command.groups, dims);
      command.grid.assign(sides.begin(), sides.begin() + dims);
      command.group_shape =
          reference ? std::vector<uint64_t>(dims, 1) : spec_.shape;
    }
    AddArguments(reference ? reference_bound_ : bound_, &command);
    if (stamps) AddStamps(launch.late ? ++seed_ : 0, &command);
    command.global_offset = launch.pause;  // order_forms.h
    const ForeignResult result = device_.LaunchForeign(
        command,
        [&](uint8_t* half) {
          FillMemory(memory_, half);
          if (!stamps) return;
          std::fill_n(half + command.offset.back(), command.bytes.back(), 0);
          if (launch.read) AddReads(half + command.offset.back());
        },
        launch.limit, kPatience * plan_.limit, stamps);
    TryRecord record;
    static_cast<TryLaunch&>(record) = launch;
    static_cast<TryEnd&>(record) = result;
    for (const MovedWord& m : result.moved) AddMoved(m, &record);
    if (record.ending != TryEnding::kFinished) {
      if (!result.last.empty())
        record.seen = SeenIn(result.last.data(), command.groups, facts_);
      return record;
    }
    if (plan_.keeps) left_ = ImageOf(memory_, device_.live());
    const uint8_t* const stamped =
        stamps ? device_.live() + command.offset.back() : nullptr;
    record.overlapped = launch.late && GroupsOverlapped(stamped, launch.groups);
    const uint32_t items = command.groups * command.group_size;
    const uint32_t ended = stamps ? ItemsEnded(stamped, command.groups) : 0;
    if (!cuts() || ended == items) {
      RETURN_IF_ERROR(Judge(&record));
      if (stamps && plan_.marked && !reference) {
        const GroupsSeen seen = SeenIn(stamped, command.groups, facts_);
        if (seen.fault != MarkFault::kNone) record.seen = seen;
        if (record.seen) record.wrong = std::max<uint64_t>(record.wrong, 1);
      }
    } else {
      record.ending = TryEnding::kCut;
      record.text = absl::StrCat("such work-items of ", command.kernel, ": ",
                                 ended, " of ", items);
    }
    return record;
  }

  void AddArguments(const std::vector<BoundArgument>& bound,
                    LaunchCommand* command) const {
    std::vector<uint64_t> region_of(spec_.arguments.size());
    for (const TryScope::Buffer& buffer : memory_.scope.buffers) {
      region_of[buffer.argument] = command->offset.size();
      command->offset.push_back(buffer.offset);
      command->bytes.push_back(buffer.bytes);
    }
    for (const BoundArgument& b : bound) {
      const TryArgument& a = spec_.arguments[b.argument];
      LaunchArgument to;
      if (a.kind == TryArgument::kBuffer) {
        to.has_region = true;
        to.region = region_of[b.argument];
      } else if (a.kind == TryArgument::kLocal) {
        to.local = true;
        to.bytes = memory_.lengths[b.argument];
      } else {
        to.bytes = b.type->bytes;
        StoreValue(memory_.values[b.argument], *b.type,
                   reinterpret_cast<uint8_t*>(&to.bits));
      }
      command->arguments.push_back(to);
    }
  }

  // The arguments that stamps need, after those of the kernel.
  void AddStamps(uint32_t of, LaunchCommand* command) {
    LaunchArgument stamps, seed;
    stamps.has_region = true;
    stamps.region = command->bytes.size();
    seed.bytes = sizeof(uint32_t);
    seed.bits = of;
    command->arguments.insert(command->arguments.end(), {stamps, seed});
    command->offset.push_back(command->offset.empty()
                                  ? 0
                                  : command->offset.back() +
                                        command->bytes.back());
    const uint64_t used = 4 * (LateWords(memory_groups_, facts_) + 1);
    command->bytes.push_back((used + kPage - 1) / kPage * kPage);
  }

  // What each group reads first: of each buffer.
  void AddReads(uint8_t* stamps) const {
    auto* const words = reinterpret_cast<uint32_t*>(stamps);
    for (size_t p = 0; p < bound_.size(); ++p) {
      const int argument = bound_[p].argument;
      if (spec_.arguments[argument].kind != TryArgument::kBuffer) continue;
      words[ReadWordOf(memory_groups_, p)] = static_cast<uint32_t>(
          (memory_.lengths[argument] + kReadBytes - 1) / kReadBytes);
    }
  }

  void AddMoved(const MovedWord& m, TryRecord* record) const {
    const auto& buffers = memory_.scope.buffers;
    if (m.region >= buffers.size()) return;  // the stamps
    const std::string& name = spec_.symbols.buffers[m.region];
    const auto index = static_cast<int64_t>(m.word * sizeof(uint32_t) /
                                            buffers[m.region].type->bytes);
    for (const TryWrong& known : record->moved) {
      if (known.what == name && known.index == index) return;
    }
    record->moved.push_back({name, index, "", ""});
  }

  absl::Status Judge(TryRecord* record) {
    uint8_t* const half = device_.live();
    TryImages& images = images_[record->groups];
    const TryRight::Kind kind =
        record->purpose == TryPurpose::kReference  ? TryRight::kReference
        : record->purpose == TryPurpose::kOneGroup ? TryRight::kOneGroup
                                                   : TryRight::kEveryLaunch;
    if (kind == TryRight::kEveryLaunch) {
      ASSIGN_OR_RETURN(static_cast<TryJudgement&>(*record),
                       JudgeMemory(spec_, &memory_, half, images));
    }
    if (record->right()) NoteInputs(half);
    if (images[kind].empty() &&
        absl::c_any_of(spec_.rights,
                       [kind](const TryRight& r) { return r.kind == kind; })) {
      images[kind] = ImageOf(memory_, half);
    }
    if (kind != TryRight::kEveryLaunch) return absl::OkStatus();
    if (!vacuous_) {
      // A kernel that does nothing passes a check that holds before the launch.
      FillMemory(memory_, half);
      const absl::StatusOr<TryJudgement> before =
          JudgeMemory(spec_, &memory_, half, images);
      vacuous_ = before.ok() && before->right();
    }
    record->vacuous = *vacuous_;
    return absl::OkStatus();
  }

  // Says once of each input that the kernel writes to it.
  void NoteInputs(const uint8_t* half) {
    for (auto b = inputs_.begin(); b != inputs_.end();) {
      const TryScope::Buffer& in = memory_.scope.buffers[*b];
      if (std::equal(in.first.begin(), in.first.end(), half + in.offset)) {
        ++b;
        continue;
      }
      const std::string& name = spec_.symbols.buffers[*b];
      report_.notes.push_back(absl::StrCat(
          "the kernel writes to ", name, ", and right reads what it left: was(",
          name, ", i) is the value before the launch"));
      b = inputs_.erase(b);
    }
  }

  const TryOptions& opt_;
  TrySpec spec_;
  KernelFacts facts_;
  TryPlan plan_;
  TryReport report_;
  std::vector<BoundArgument> bound_, reference_bound_;
  std::map<TryPurpose, std::string> stamped_;  // texts; "": none builds
  uint32_t seed_ = 0;                          // of the late groups
  std::vector<OrderPlace> places_;             // of plan_.orders
  uint32_t built_ = 0;     // whose text stamped_ has: TryLaunch::order
  uint64_t launches_ = 0;  // so far
  std::set<int> inputs_;   // of TrySpec::ReadAfter(), but those noted
  // Of the grid of the last launch.
  TryMemory memory_;
  uint32_t memory_groups_ = 0;
  TryImage left_;  // by the last launch that ended, if some of it is kept
  absl::optional<bool> vacuous_;
  std::map<uint32_t, TryImages> images_;  // by the groups of the grid
};

}  // namespace

absl::StatusOr<TryReport> RunTry(const TryOptions& options) {
  return Tried(options).Run();
}

}  // namespace wgsync
