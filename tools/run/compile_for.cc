#include "tools/run/compile_for.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <set>
#include <utility>
#include <variant>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "suite/compiled/listing.h"
#include "suite/compiled/wait_statement.h"
#include "suite/core/base/clean_text.h"
#include "suite/core/base/parallel.h"
#include "suite/core/base/read_file.h"
#include "suite/core/base/sha256.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/base/write_file.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/launch/preprocess.h"
#include "suite/core/launch/program_spec.h"
#include "suite/core/launch/readable_source.h"
#include "suite/core/plan/case.h"
#include "suite/core/plan/soundness.h"
#include "suite/worker/scratch_folder.h"
#include "tools/run/child.h"

namespace wgsync {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

constexpr char kKernel[] = "wgsync_case";
constexpr double kSeconds = 300;  // of one program; a compiler may hang

struct Compiler {
  // The name of its file, without "-" and a version; "": the driver.
  const char* command;
  const char* dialect;
  const char* targets;  // parted by blanks
  uint32_t language;    // the highest that it takes with every order
  const char* library;  // its version is told as well, if this is not ""
  const char* listing;  // the end of the name of the listing's file
  // By this option the listing has the lines of the program. They change no
  // instruction.
  const char* lines;
  // What a shell runs, with the command as its arguments, to make the listing
  // of $folder/program.cl in that folder.
  const char* script;

  bool IsDriver() const { return *command == '\0'; }
};

constexpr Compiler kCompilers[] = {
    {"clang", "amdgcn", "gfx906 gfx90a gfx942 gfx1030 gfx1100 gfx1200", 200, "",
     ".s", "-gline-tables-only",
     R"(exec "$@" -x cl -target amdgcn-amd-amdhsa -mcpu="$target" \
         -Xclang -finclude-default-header -O3 -w -S "$folder/program.cl" \
         -o "$folder/program.s" $options 2>&1)"},
    {"ocloc", "intel", "tgllp dg2 mtl pvc bmg", 300, "libigc.so.", ".asm",
     "-gline-tables-only",
     R"(export IGC_ShaderDumpEnable=1 IGC_DumpToCustomDir="$folder"
         exec "$@" compile -file "$folder/program.cl" -device "$target" \
         -options "$options" -output program -out_dir "$folder/out" 2>&1)"},
    {"", "ptx", kDriverTarget, 300, "", ".ptx", "-nv-line-info", ""},
};

// Under these names they are sold.
constexpr char kProducts[] =
    "; gfx906 is MI50, gfx90a MI200, gfx942 MI300, gfx1030 RX 6800, gfx1100 RX "
    "7900, gfx1200 RX 9060, tgllp Tiger Lake, dg2 Arc A, mtl Meteor Lake, pvc "
    "Max, bmg Arc B";

// A fence between a poll and a payload's load, or between a payload's store and
// a signal, and nothing else that a fence would wait for. The functions have
// the names of kernels/lib/access.cl.
std::string ProbeText(bool acquires, absl::string_view order) {
  constexpr char kProbe[] = R"(
static inline uint wg_poll(__global uint* w) {
  return atomic_load_explicit((volatile __global atomic_uint*)w,
                              memory_order_relaxed, memory_scope_device);
}
static inline void wg_signal_store(__global uint* w) {
  atomic_store_explicit((volatile __global atomic_uint*)w, 1u,
                        memory_order_relaxed, memory_scope_device);
}
static inline uint wg_payload_load(__global uint* p) { return *p; }
static inline void wg_payload_store(__global uint* p) { *p = 1u; }
__kernel void wgsync_case(__global uint* w, __global uint* p) {
  $first
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_$order, memory_scope_device);
  $last
}
)";
  return absl::StrReplaceAll(
      kProbe, {{"$first", acquires ? "while (wg_poll(w) == 0u) {}"
                                   : "wg_payload_store(p);"},
               {"$order", order},
               {"$last", acquires ? "p[1] = wg_payload_load(p);"
                                  : "wg_signal_store(w);"}});
}

// A case's id up to its workload.
std::string FormName(const std::string& id) {
  return id.substr(0, id.find("/work="));
}

struct Program {
  std::string text, options;
  SourceRoles roles;
  uint64_t waits = 0;
};

// Writes out the list of macros that define functions, so that each function
// has a line: kernels/lib/access.cl.
std::string WithLines(absl::string_view text) {
  const std::vector<absl::string_view> parts =
      absl::StrSplit(text, absl::MaxSplits("#define WG_EACH_RMW(RMW, CAS)", 1));
  std::string functions = "\n";
  for (absl::string_view line : absl::StrSplit(parts.back(), '\n')) {
    const bool goes_on = absl::ConsumeSuffix(&line, "\\");
    line = absl::StripAsciiWhitespace(line);
    if (!line.empty()) absl::StrAppend(&functions, "WG_", line, "\n");
    if (!goes_on) break;
  }
  return absl::StrReplaceAll(text,
                             {{"\nWG_EACH_RMW(WG_RMW, WG_CAS)\n", functions}});
}

// The program as a run without a board has it, its waits unbounded.
absl::StatusOr<Program> ProgramOf(const KernelCase& c, uint32_t language) {
  ProgramSpec spec;
  spec.c = c;
  spec.board = BoardMode::kOff;
  spec.language = NeedsC11(c) ? language : 120;
  ASSIGN_OR_RETURN(const std::vector<SourcePart> parts, SourceParts(spec));
  Program program;
  program.options = BuildOptions(spec);
  program.text =
      WithLines(ResolveConditionals(JoinParts(parts), program.options));
  program.roles = RolesOf(program.text);
  const std::string readable =
      JoinParts(ReadableSource(parts, program.options, kKernel));
  for (absl::string_view line : absl::StrSplit(readable, '\n')) {
    line = absl::StripAsciiWhitespace(line.substr(0, line.find("//")));
    const bool waits = absl::StrContains(line, "WG_WAIT_STAYS(") ||
                       absl::StrContains(line, "WG_WAIT_PASSES(");
    program.waits += waits && !absl::StartsWith(line, "#") ? 1 : 0;
  }
  return program;
}

// A target, with a compiler that is there.
struct Target {
  std::string name;
  const Compiler* compiler = nullptr;
  Words command;
  std::string version;
  FenceParts fences;
};

// The file of a folder whose name begins so, with a version after it; the
// last one by name.
std::string FileIn(const std::string& folder, absl::string_view begins) {
  std::string last;
  std::error_code error;
  for (const fs::directory_entry& entry :
       fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename();
    absl::string_view version = name;
    if (absl::ConsumePrefix(&version, begins) && !version.empty() &&
        absl::ascii_isdigit(version[0])) {
      last = std::max(last, name);
    }
  }
  return last;
}

// Runs a script of the shell with the target's command, and returns its output.
absl::StatusOr<std::string> OutputOf(const Target& target, const char* script,
                                     absl::string_view options,
                                     const std::string& folder, int* code) {
  Words words = {"env", absl::StrCat("target=", target.name),
                 absl::StrCat("options=", options, " ", target.compiler->lines),
                 absl::StrCat("folder=", folder)};
  for (const char* word : {"sh", "-c", script, "sh"}) words.emplace_back(word);
  words.insert(words.end(), target.command.begin(), target.command.end());
  const std::string file = folder + "/output.txt";
  ASSIGN_OR_RETURN(*code, RunChild(words, file, kSeconds));
  return ReadRegularFile(file, "compile again");
}

// Sets the compiler's command and its version.
absl::Status FindCompiler(const CompileOptions& options,
                          const std::string& folder, Target* target) {
  const Compiler& compiler = *target->compiler;
  if (compiler.IsDriver()) {
    target->version = options.driver;
    return absl::OkStatus();
  }
  const std::string& compilers = options.compilers;
  std::string library;
  target->command = {compiler.command};
  if (!compilers.empty()) {
    const std::string bin = compilers + "/root/usr/bin";
    const std::string file = FileIn(bin, absl::StrCat(compiler.command, "-"));
    if (file.empty()) {
      return BadInput(
          bin, ": there is no ", compiler.command,
          "; name the folder that tools/drivers/fetch.sh, of wgsync's sources, "
          "prints");
    }
    target->command = {compilers + "/run", absl::StrCat(bin, "/", file)};
    library =
        FileIn(compilers + "/root/usr/lib/x86_64-linux-gnu", compiler.library);
  }
  int code = 0;
  const absl::StatusOr<std::string> said =
      OutputOf(*target, "exec \"$@\" --version 2>&1", "", folder, &code);
  if (!said.ok() || code != 0) {
    return absl::UnavailableError(
        absl::StrCat(compiler.command,
                     " does not run; `tools/drivers/fetch.sh compilers sid` of "
                     "wgsync's sources gets it, and --compilers names its "
                     "folder"));
  }
  target->version = CleanLine(said->substr(0, said->find('\n')));
  if (*compiler.library != '\0') {
    target->version =
        absl::StrCat(compiler.command, " ", target->version, " ", library);
  }
  return absl::OkStatus();
}

// A form of the report, without its results.
CompiledForm FormOf(const PlannedCase& planned) {
  Claims claims;
  claims.highest_c11 = 300;
  claims.scope_device = claims.fence_scope_device = true;
  claims.ClaimEveryOrder();
  const Soundness soundness = SoundnessOf(planned.c, claims).soundness;
  const Bind bind = WhatBinds(planned.c, soundness, GridClass::kResident);
  CompiledForm form;
  form.form = FormName(planned.id);
  form.case_id = planned.id;
  form.counts = soundness != Soundness::kRacy;
  form.order_counts = bind.violation || bind.customary;
  return form;
}

class Compilation {
 public:
  explicit Compilation(const CompileOptions& options) : options_(options) {}

  absl::StatusOr<CompiledReport> Run() {
    RETURN_IF_ERROR(Prepare());
    for (const PlannedCase& planned : options_.forms) {
      CompiledForm form = FormOf(planned);
      std::map<uint32_t, Program> programs;
      for (const Target& target : targets_) {
        Program& program = programs[target.compiler->language];
        if (program.text.empty()) {
          ASSIGN_OR_RETURN(program, ProgramOf(std::get<KernelCase>(planned.c),
                                              target.compiler->language));
        }
        form.results.push_back({target.name, {}, ""});
      }
      form.waits = programs[targets_[0].compiler->language].waits;
      programs_.push_back(std::move(programs));
      report_.forms.push_back(std::move(form));
    }
    report_.suite_digest = SuiteDigest();
    const size_t total = report_.forms.size() * targets_.size();
    ForEach(total, options_.jobs, [&](size_t i) { One(i, total); });
    return std::move(report_);
  }

 private:
  absl::Status Prepare() {
    RETURN_IF_ERROR(MakeFolders(options_.listings, "name another folder"));
    const ScratchFolder scratch = ScratchFolder::Temporary();
    RETURN_IF_ERROR(scratch.status());
    for (const std::string& name : options_.targets) {
      if (absl::c_any_of(targets_,
                         [&](const Target& t) { return t.name == name; })) {
        continue;
      }
      const Compiler* compiler =
          absl::c_find_if(kCompilers, [&](const Compiler& one) {
            const Words names = absl::StrSplit(one.targets, ' ');
            return absl::c_linear_search(names, name);
          });
      if (compiler == std::end(kCompilers)) {
        return BadInput("no target \"", name, "\"; there are ",
                        absl::StrJoin(CompileTargets(), ", "), kProducts);
      }
      Target target;
      target.name = name;
      target.compiler = compiler;
      RETURN_IF_ERROR(FindCompiler(options_, scratch.path(), &target));
      CompiledTarget told = {name, compiler->dialect, target.version, {}, {}};
      size_t compiled = 0;
      absl::Status refused;
      target.fences = {
          Probe(target, true, &told.acquire, &compiled, &refused),
          Probe(target, false, &told.release, &compiled, &refused)};
      if (compiled == 0) {
        return BadInput(
            name, ": ", target.version,
            " compiles no program; name another with --compilers, as a folder "
            "of `tools/drivers/fetch.sh compilers sid`: ",
            CleanLine(refused.message()));
      }
      report_.targets.push_back(std::move(told));
      targets_.push_back(std::move(target));
    }
    return absl::OkStatus();
  }

  // What the compiler emits for fences: of one side, and of both. The first is
  // told. Counts the programs that were compiled; keeps why one was not.
  std::vector<Words> Probe(const Target& target, bool acquires, Words* told,
                           size_t* compiled, absl::Status* refused) const {
    std::vector<Words> all;
    for (const char* order : {acquires ? "acquire" : "release", "acq_rel"}) {
      Program program;
      program.text = ProbeText(acquires, order);
      program.options =
          absl::StrCat("-cl-std=", LanguageName(target.compiler->language));
      std::string unused;
      const absl::StatusOr<Listing> listing =
          ListingOf(target, program, &unused);
      if (!listing.ok()) {
        *refused = listing.status();
        continue;
      }
      ++*compiled;
      Words parts = PartsOnEveryPath(*listing, RolesOf(program.text), acquires);
      if (!parts.empty()) all.push_back(std::move(parts));
    }
    if (!all.empty()) *told = all.front();
    return all;
  }

  void One(size_t i, size_t total) {
    const size_t f = i / targets_.size(), t = i % targets_.size();
    const Target& target = targets_[t];
    CompiledResult& result = report_.forms[f].results[t];
    options_.on_start(absl::StrCat(target.name, " ", report_.forms[f].form), i,
                      total);
    const Program& program = programs_[f].at(target.compiler->language);
    const absl::StatusOr<Listing> listing =
        ListingOf(target, program, &result.listing);
    if (listing.ok()) {
      result.judgement =
          JudgeWaits(*listing, program.roles, program.waits, target.fences);
    } else {
      result.judgement.text = CleanLine(listing.status().message());
    }
  }

  // From the folder of listings, or by the compiler; *file is its name there.
  absl::StatusOr<Listing> ListingOf(const Target& target,
                                    const Program& program,
                                    std::string* file) const {
    const std::string key = Sha256(
        absl::StrCat(target.name, "\n", target.version, "\n", program.options,
                     "\n", target.compiler->lines, "\n", program.text));
    const std::string kept = absl::StrCat(options_.listings, "/", key);
    const char* end = target.compiler->listing;
    absl::StatusOr<std::string> text = ReadRegularFile(kept + end, "");
    if (!text.ok()) {
      ASSIGN_OR_RETURN(text, Compile(target, program));
      RETURN_IF_ERROR(WriteTextFile(kept + end, *text, "name another folder"));
      RETURN_IF_ERROR(
          WriteTextFile(kept + ".cl", program.text, "name another folder"));
    }
    *file = key + end;
    return ReadListing(target.compiler->dialect, *text, kKernel);
  }

  absl::StatusOr<std::string> Compile(const Target& target,
                                      const Program& program) const {
    if (target.compiler->IsDriver()) {
      const std::lock_guard<std::mutex> one_at_a_time(driver_);
      return options_.build(program.text, absl::StrCat(program.options, " ",
                                                       target.compiler->lines));
    }
    const ScratchFolder scratch = ScratchFolder::Temporary();
    const std::string& folder = scratch.path();
    RETURN_IF_ERROR(WriteTextFile(folder + "/program.cl", program.text));
    int code = 0;
    ASSIGN_OR_RETURN(const std::string said,
                     OutputOf(target, target.compiler->script, program.options,
                              folder, &code));
    Words listings;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
      const std::string path = entry.path();
      if (absl::EndsWith(path, target.compiler->listing)) {
        listings.push_back(path);
      }
    }
    if (code != 0 || listings.size() != 1) {
      return BadInput("exit code ", code, ", ", listings.size(), " listings: ",
                      absl::StrReplaceAll(said.substr(0, 200), {{"\n", " "}}));
    }
    return ReadRegularFile(listings.front(), "compile again");
  }

  const CompileOptions& options_;
  mutable std::mutex driver_;
  std::vector<Target> targets_;
  std::vector<std::map<uint32_t, Program>> programs_;  // of forms, by language
  CompiledReport report_;
};

}  // namespace

std::vector<std::string> CompileTargets() {
  std::vector<std::string> names;
  for (const Compiler& compiler : kCompilers) {
    for (absl::string_view name : absl::StrSplit(compiler.targets, ' ')) {
      names.emplace_back(name);
    }
  }
  return names;
}

std::vector<PlannedCase> FormsOf(const std::vector<PlannedCase>& cases) {
  std::set<std::string> seen;
  std::vector<PlannedCase> forms;
  for (const PlannedCase& planned : cases) {
    const auto* c = std::get_if<KernelCase>(&planned.c);
    if (c == nullptr || !HasWaits(*c) || c->access.fence == Fence::kNative ||
        c->primitive->kernels > 1 ||
        c->primitive->family == Family::kProgress || !IsUsualEntry(c->grid)) {
      continue;
    }
    if (seen.insert(FormName(planned.id)).second) forms.push_back(planned);
  }
  return forms;
}

absl::StatusOr<CompiledReport> CompileFor(const CompileOptions& options) {
  return Compilation(options).Run();
}

std::vector<std::string> SoundFormsKept(const CompiledReport& report) {
  std::vector<std::string> kept;
  for (const CompiledForm& form : report.forms) {
    const bool by_all =
        absl::c_all_of(form.results, [](const CompiledResult& r) {
          return r.judgement.statement == WaitStatement::kKept;
        });
    const Primitive* const p =
        FindPrimitive(form.form.substr(0, form.form.find('/')));
    const bool sound =
        p != nullptr && p->hazard.empty() && p->no_promise.empty();
    if (form.counts && by_all && sound) kept.push_back(form.form);
  }
  return kept;
}

}  // namespace wgsync
