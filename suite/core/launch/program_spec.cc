#include "suite/core/launch/program_spec.h"

#include <algorithm>
#include <variant>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "kernels/embedded.h"
#include "kernels/spirv.h"
#include "suite/core/base/field_visitor.h"
#include "suite/core/base/sha256.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/launch/preprocess.h"
#include "suite/core/plan/axes.h"

namespace wgsync {
namespace {

constexpr auto kBoardNames =
    EnumNames<BoardMode>({{BoardMode::kOff, "off"},
                          {BoardMode::kRelaxed, "relaxed"},
                          {BoardMode::kOrdered, "ordered"}},
                         BoardMode::kOrdered);

constexpr auto kWaitNames =
    EnumNames<WaitMode>({{WaitMode::kRemoved, "removed"},
                         {WaitMode::kUnbounded, "unbounded"},
                         {WaitMode::kBounded, "bounded"}},
                        WaitMode::kBounded);

constexpr auto kScopeNames = EnumNames<Scope>(
    {{Scope::kDevice, "device"}, {Scope::kWorkGroup, "work_group"}},
    Scope::kWorkGroup);

constexpr auto kWeakeningNames =
    EnumNames<Weakening>({{Weakening::kNone, "none"},
                          {Weakening::kNoRelease, "no_release"},
                          {Weakening::kNoAcquire, "no_acquire"},
                          {Weakening::kNoOrder, "no_order"},
                          {Weakening::kUnopened, "unopened"},
                          {Weakening::kClosedLocally, "closed_locally"}},
                         Weakening::kClosedLocally);

std::string RunnerFile(const Primitive& p, const Workload& w) {
  if (!w.runner.empty()) return w.runner;
  if (!p.runner.empty()) return p.runner;
  if (p.limited) return "lib/run_once.cl";
  switch (p.family) {
    case Family::kBarrier:
      return "lib/run_barrier.cl";
    case Family::kMutex:
    case Family::kSemaphore:
      return "lib/run_mutex.cl";
    case Family::kHandoff:
      return "lib/run_handoff.cl";
    case Family::kProgress:
      return "lib/run_progress.cl";
  }
  return "";
}

// What an entry of the catalog changes in its file.
std::string PrimitiveOptions(const Primitive& p) {
  std::string options;
  if (p.counters != 0) {
    absl::StrAppend(&options, " -DWG_COUNTERS=", p.counters,
                    "u -DWG_STRIDE=", p.counter_stride, "u");
  }
  if (p.kernels > 1)
    absl::StrAppend(&options, " -DWG_KERNELS=", p.kernels, "u");
  if (p.wide != 0) absl::StrAppend(&options, " -DWG_WIDE=", p.wide);
  for (const std::string& option : p.options) {
    absl::StrAppend(&options, " -D", option);
  }
  return options;
}

const char* WriterOption(Writer writer) {
  switch (writer) {
    case Writer::kMiddle:
      return " -DWG_WRITER_MIDDLE";
    case Writer::kLast:
      return " -DWG_WRITER_LAST";
    case Writer::kNone:
    case Writer::kFirst:
      break;
  }
  return "";
}

// The operation of a poll: kernels/lib/access.cl.
std::string PollOption(const KernelCase& c) {
  if (c.grid.poll_op == PollOp::kOwn) return "";
  return absl::StrCat(" -DWG_POLL_OP=",
                      absl::AsciiStrToUpper(ValueText(*FindAxis("op"), c)));
}

// What the catalog's entries of a case add to its options of access.
std::string EntryOptions(const KernelCase& c) {
  const uint32_t local =
      std::max(c.primitive->local_words, c.workload->local_words);
  const uint32_t capacity = c.primitive->capacity;
  return absl::StrCat(
      c.primitive->by_item ? " -DWG_BY_ITEM" : "",
      c.primitive->loads_and_stores ? " -DWG_ORDERS_STORES" : "",
      PrimitiveOptions(*c.primitive),
      capacity == 0 ? "" : absl::StrCat(" -DWG_CAPACITY=", capacity, "u"),
      WriterOption(c.primitive->writer), c.workload->cold ? " -DWG_COLD" : "",
      local == 0 ? "" : absl::StrCat(" -DWG_LOCAL_WORDS=", local, "u"),
      c.grid.form == Form::kInterpreted ? " -DWG_INTERPRETED" : "",
      c.grid.loop == Loop::kStepFirst ? " -DWG_STEP_FIRST" : "", PollOption(c));
}

// What the axes of the shape change in a program: kernels/lib/shape.cl.
std::string ShapeOptions(const ProgramSpec& s) {
  return absl::StrCat(
      s.c.grid.dims == 1 ? "" : absl::StrCat(" -DWG_DIMS=", s.c.grid.dims),
      s.ballast == 0 ? "" : absl::StrCat(" -DWG_BALLAST=", s.ballast, "u"),
      s.c.grid.registers == Registers::kHigh ? " -DWG_HOLDS_REGISTERS" : "",
      s.c.grid.team == 0 ? ""
                         : absl::StrCat(" -DWG_TEAM=", s.c.grid.team, "u"));
}

// What the build gives up of the orders and the scope of the case's accesses:
// kernels/lib/access.cl.
std::string WeakeningOptions(const ProgramSpec& s) {
  std::string options;
  if (std::max(s.scope, s.c.access.scope) == Scope::kWorkGroup) {
    options += " -DWG_SCOPE_WORK_GROUP";
  }
  switch (s.weakening) {
    case Weakening::kNone:
      return options;
    case Weakening::kNoRelease:
      return options + " -DWG_DROPS_RELEASE";
    case Weakening::kNoAcquire:
      return options + " -DWG_DROPS_ACQUIRE";
    case Weakening::kNoOrder:
      return options + " -DWG_DROPS_RELEASE -DWG_DROPS_ACQUIRE";
    case Weakening::kUnopened:
      return options + " -DWG_UNOPENED";
    case Weakening::kClosedLocally:
      return options + " -DWG_CLOSING_FENCE=CLK_LOCAL_MEM_FENCE";
  }
  return options;
}

// A case by its id.
void VisitCase(FieldVisitor& v, KernelCase* c) {
  const std::string before = c->primitive == nullptr ? "" : CaseId(*c);
  std::string id = before;
  v.Field("case", &id);
  if (id == before) return;
  const absl::StatusOr<Case> parsed = ParseCaseId(id);
  if (!parsed.ok()) {
    v.Fail("case", absl::StrCat("is unknown: ", parsed.status().message()));
  } else if (const auto* kernel = std::get_if<KernelCase>(&*parsed)) {
    *c = *kernel;
  } else {
    v.Fail("case", "is a host check, which has no launch");
  }
}

}  // namespace

NameSpan NamesOf(BoardMode) { return kBoardNames.names; }
NameSpan NamesOf(WaitMode) { return kWaitNames.names; }
NameSpan NamesOf(Scope) { return kScopeNames.names; }
NameSpan NamesOf(Weakening) { return kWeakeningNames.names; }

void ProgramSpec::Fields(FieldVisitor& v) {
  const ProgramSpec usual;
  VisitCase(v, &c);
  VisitModel(v, &model);
  v.Enum("board", &board);
  v.Enum("waits", &waits);
  v.Field("language", &language);
  v.Rare("ballast", &ballast, usual.ballast);
  v.RareEnum("scope", &scope, usual.scope);
  v.RareEnum("weakening", &weakening, usual.weakening);
  v.Rare("refresh", &refresh, usual.refresh);
  v.Rare("cuts_loops", &cuts_loops, usual.cuts_loops);
  v.Rare("timed", &timed, usual.timed);
  v.Rare("start_order", &start_order, usual.start_order);
}

bool IsShaped(const ProgramSpec& spec) { return !ShapeOptions(spec).empty(); }

absl::StatusOr<std::vector<SourcePart>> SourceParts(const ProgramSpec& spec) {
  std::vector<std::string> paths = {"lib/access.cl"};
  if (spec.c.primitive->wide != 0) paths.push_back("lib/wide.cl");
  if (spec.c.grid.poll_op != PollOp::kOwn) paths.push_back("lib/poll_op.cl");
  paths.push_back("lib/teams.cl");
  // The files after a model are compiled against its accesses.
  if (spec.model) {
    paths.insert(paths.end(), {"models/model.cl", spec.model.row->file});
  }
  paths.insert(paths.end(), {"lib/board.cl", "lib/wait.cl", "lib/workload.cl",
                             "lib/entry.cl"});
  if (IsShaped(spec)) paths.push_back("lib/shape.cl");
  if (IsShape(*spec.c.primitive)) {
    paths.push_back("lib/progress.cl");
  }
  const bool interpreted = spec.c.grid.form == Form::kInterpreted;
  paths.insert(
      paths.end(),
      {interpreted ? "lib/interpreter.cl" : spec.c.primitive->file,
       spec.c.workload->file, RunnerFile(*spec.c.primitive, *spec.c.workload)});
  std::vector<SourcePart> parts;
  for (const std::string& path : paths) {
    const auto& texts = spec.c.primitive->texts;
    if (const auto own = texts.find(path); own != texts.end()) {
      parts.push_back({path, own->second});
      continue;
    }
    const EmbeddedFile* file = FindKernelFile(path);
    if (file == nullptr) {
      return absl::InternalError(absl::StrCat("kernels/", path,
                                              " is not embedded: add it to "
                                              "kernels/BUILD"));
    }
    parts.push_back({path, file->text});
  }
  return parts;
}

absl::StatusOr<std::string> ComposeSource(const ProgramSpec& spec) {
  ASSIGN_OR_RETURN(const std::vector<SourcePart> parts, SourceParts(spec));
  return JoinParts(parts);
}

std::string JoinParts(const std::vector<SourcePart>& parts) {
  std::string source;
  for (const SourcePart& part : parts) {
    absl::StrAppend(&source, part.text, "\n");
  }
  return source;
}

std::string BuildOptions(const ProgramSpec& s) {
  return absl::StrCat(
      "-cl-std=", LanguageName(s.language),
      s.language >= 200 ? " -DWG_C11" : "",
      " -DWG_POLL=", static_cast<int>(s.c.access.poll),
      " -DWG_SIGNAL=", static_cast<int>(s.c.access.signal),
      " -DWG_FENCE=", static_cast<int>(s.c.access.fence),
      " -DWG_PAYLOAD=", static_cast<int>(s.c.access.payload),
      " -DWG_BOARD=", static_cast<int>(s.board),
      " -DWG_WAITS=", static_cast<int>(s.waits), EntryOptions(s.c),
      s.cuts_loops ? " -DWG_CUTS_LOOPS" : "", s.timed ? " -DWG_TIMED" : "",
      s.refresh ? " -DWG_REFRESH" : "",
      s.start_order ? " -DWG_START_ORDER" : "", ShapeOptions(s),
      // Which one, and its numbers, are in the scratch: see FillRegions().
      s.model ? " -DWG_MODEL" : "", WeakeningOptions(s));
}

std::string ProgramKey(const ProgramSpec& s) {
  const std::string mark = ModelMark(s.model);
  return absl::StrCat(s.c.primitive->name, " ", s.c.workload->name, " ",
                      BuildOptions(s), mark.empty() ? "" : " ", mark,
                      PartText(*FindAxis("via"), s.c),
                      // Each queue has its context, and a program is of one.
                      PartText(*FindAxis("queue"), s.c));
}

uint32_t LanguageOf(const KernelCase& c, const Claims& claims) {
  // SPIR-V is of the suite's front end, whatever the driver's takes.
  const bool newest = claims.highest_c11 >= 300 || c.grid.via == Via::kSpirv;
  return !NeedsC11(c) ? 120 : newest ? 300 : 200;
}

std::string LanguageName(uint32_t language) {
  return absl::StrCat("CL", language / 100, ".", language / 10 % 10);
}

std::string KernelDigest(const std::string& source,
                         const std::string& options) {
  return Sha256(absl::StrCat(options, "\n", Preprocess(source, options)));
}

absl::StatusOr<std::string> SpirvOf(absl::string_view source,
                                    absl::string_view options) {
  const std::string key =
      absl::StrCat("\n", Sha256(absl::StrCat(options, "\n", source)), " ");
  absl::string_view text = SpirvFiles()[0].text;
  const size_t at = text.find(key);
  if (at == text.npos) {
    return absl::UnimplementedError(
        absl::StrContains(text, "clang none")
            ? "this wgsync was built without SPIR-V: the machine had no clang "
              "with a llvm-spirv of its version (tools/setup.sh)"
            : "this wgsync has no SPIR-V of this program: kernels/spirv.txt "
              "lists those that it has");
  }
  text.remove_prefix(at + key.size());
  std::string module;
  absl::Base64Unescape(text.substr(0, text.find('\n')), &module);
  return module;
}

}  // namespace wgsync
