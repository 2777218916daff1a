#include "tools/run/compile_for.h"

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <thread>
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
#include "suite/core/base/read_file.h"
#include "suite/core/base/sha256.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/base/suite_digest.h"
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

// A compiler: its command, with the letters that come before a version in the
// name of its file, and what it makes of program.cl in a folder.
struct Compiler {
  const char* command;
  const char* dialect;
  uint32_t language;  // the highest that it takes with every order
  Words (*arguments)(const std::string& target, const std::string& options,
                     const std::string& folder);
  // The end of the name of the listing's file.
  const char* listing;
};

// The listing has the lines of the program. They change no instruction.
constexpr char kLines[] = "-gline-tables-only";

Words ClangArguments(const std::string& target, const std::string& options,
                     const std::string& folder) {
  Words words = {"-x",
                 "cl",
                 "-target",
                 "amdgcn-amd-amdhsa",
                 absl::StrCat("-mcpu=", target),
                 "-Xclang",
                 "-finclude-default-header",
                 "-O3",
                 "-w",
                 kLines,
                 "-S",
                 folder + "/program.cl",
                 "-o",
                 folder + "/program.s"};
  for (absl::string_view option :
       absl::StrSplit(options, ' ', absl::SkipEmpty())) {
    words.emplace_back(option);
  }
  return words;
}

Words OclocArguments(const std::string& target, const std::string& options,
                     const std::string& folder) {
  return {"compile",
          "-file",
          folder + "/program.cl",
          "-device",
          target,
          "-options",
          absl::StrCat(options, " ", kLines),
          "-output",
          "program",
          "-out_dir",
          folder + "/out"};
}

constexpr Compiler kClang = {"clang", "amdgcn", 200, ClangArguments, ".s"};
constexpr Compiler kOcloc = {"ocloc", "intel", 300, OclocArguments, ".asm"};

constexpr struct {
  const char* name;
  const Compiler* compiler;
} kTargets[] = {
    {"gfx906", &kClang},  {"gfx90a", &kClang},  {"gfx942", &kClang},
    {"gfx1030", &kClang}, {"gfx1100", &kClang}, {"gfx1200", &kClang},
    {"tgllp", &kOcloc},   {"dg2", &kOcloc},     {"mtl", &kOcloc},
    {"pvc", &kOcloc},     {"bmg", &kOcloc},
};

// A fence between a poll and a payload's load, or between a payload's store and
// a signal, and nothing else that a fence would wait for. The functions have
// the names of kernels/lib/access.cl.
std::string ProbeText(bool acquires, absl::string_view order) {
  constexpr char kAcquire[] = R"(
static inline uint wg_poll(__global uint* w) {
  return atomic_load_explicit((volatile __global atomic_uint*)w,
                              memory_order_relaxed, memory_scope_device);
}
static inline uint wg_payload_load(__global uint* p) {
  return *p;
}
__kernel void wgsync_case(__global uint* w, __global uint* p) {
  while (wg_poll(w) == 0u) {
  }
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_$, memory_scope_device);
  p[1] = wg_payload_load(p);
}
)";
  constexpr char kRelease[] = R"(
static inline void wg_signal_store(__global uint* w) {
  atomic_store_explicit((volatile __global atomic_uint*)w, 1u,
                        memory_order_relaxed, memory_scope_device);
}
static inline void wg_payload_store(__global uint* p) {
  *p = 1u;
}
__kernel void wgsync_case(__global uint* w, __global uint* p) {
  wg_payload_store(p);
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_$, memory_scope_device);
  wg_signal_store(w);
}
)";
  return absl::StrReplaceAll(acquires ? kAcquire : kRelease, {{"$", order}});
}

struct Program {
  std::string text, options;
};

// Writes out the list of macros that define functions, so that each function
// has a line: kernels/lib/access.cl.
std::string WithLines(absl::string_view text) {
  constexpr absl::string_view kList = "#define WG_EACH_RMW(RMW, CAS)";
  constexpr absl::string_view kUse = "\nWG_EACH_RMW(WG_RMW, WG_CAS)\n";
  std::string functions = "\n";
  bool in_list = false;
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    const bool goes_on = absl::EndsWith(line, "\\");
    if (in_list) {
      line = absl::StripAsciiWhitespace(absl::StripSuffix(line, "\\"));
      absl::StrAppend(&functions, "WG_", line, "\n");
    }
    in_list = goes_on && (in_list || absl::StartsWith(line, kList));
  }
  return absl::StrReplaceAll(text, {{kUse, functions}});
}

// The program as a run without a board has it, its waits unbounded.
absl::StatusOr<Program> ProgramOf(const KernelCase& c, uint32_t language,
                                  uint64_t* waits) {
  ProgramSpec spec;
  spec.c = c;
  spec.board = BoardMode::kOff;
  spec.language = NeedsC11(c) ? language : 120;
  ASSIGN_OR_RETURN(const std::vector<SourcePart> parts, SourceParts(spec));
  Program program;
  program.options = BuildOptions(spec);
  program.text =
      WithLines(ResolveConditionals(JoinParts(parts), program.options));
  *waits = 0;
  for (const SourcePart& part :
       ReadableSource(parts, program.options, kKernel)) {
    for (absl::string_view line : absl::StrSplit(part.text, '\n')) {
      line = absl::StripAsciiWhitespace(line.substr(0, line.find("//")));
      if (absl::StartsWith(line, "#")) continue;
      if (absl::StrContains(line, "WG_WAIT_STAYS(") ||
          absl::StrContains(line, "WG_WAIT_PASSES(")) {
        ++*waits;
      }
    }
  }
  return program;
}

// A compiler that is there.
struct Found {
  Words command;
  std::string version;
};

// The file of a folder whose name begins so, with a version after it; the
// last one by name.
std::string FileIn(const std::string& folder, absl::string_view begins) {
  std::string last;
  std::error_code error;
  for (const fs::directory_entry& entry :
       fs::directory_iterator(folder, error)) {
    std::string name = entry.path().filename();
    if (absl::StartsWith(name, begins) && name.size() > begins.size() &&
        absl::ascii_isdigit(name[begins.size()]) && name > last) {
      last = std::move(name);
    }
  }
  return last;
}

// Runs a command with its complaints among its output, which is returned.
absl::StatusOr<std::string> OutputOf(const Words& command,
                                     const std::string& folder, int* code) {
  Words all = {"sh", "-c", "exec \"$@\" 2>&1", "sh"};
  all.insert(all.end(), command.begin(), command.end());
  const std::string file = folder + "/output.txt";
  ASSIGN_OR_RETURN(*code, RunChild(all, file, kSeconds));
  return ReadRegularFile(file, "compile again");
}

absl::StatusOr<Found> Find(const Compiler& compiler,
                           const std::string& compilers,
                           const std::string& folder) {
  Found found;
  std::string library;
  if (compilers.empty()) {
    found.command = {compiler.command};
  } else {
    const std::string bin = compilers + "/root/usr/bin";
    const std::string file = FileIn(bin, absl::StrCat(compiler.command, "-"));
    if (file.empty()) {
      return absl::InvalidArgumentError(absl::StrCat(
          bin, ": there is no ", compiler.command,
          "; name the folder that `tools/drivers/fetch.sh compilers` prints"));
    }
    found.command = {compilers + "/run", absl::StrCat(bin, "/", file)};
    library =
        FileIn(compilers + "/root/usr/lib/x86_64-linux-gnu", "libigc.so.");
  }
  Words version = found.command;
  version.emplace_back("--version");
  int code = 0;
  const absl::StatusOr<std::string> said = OutputOf(version, folder, &code);
  if (!said.ok() || code != 0) {
    return absl::UnavailableError(
        absl::StrCat(compiler.command,
                     " does not run; `tools/drivers/fetch.sh compilers "
                     "sid` gets it, and --compilers names its folder"));
  }
  found.version =
      CleanLine(std::vector<std::string>(absl::StrSplit(*said, '\n')).front());
  if (&compiler == &kOcloc) {
    found.version = absl::StrCat("ocloc ", found.version, " ", library);
  }
  return found;
}

class Compilation {
 public:
  explicit Compilation(const CompileOptions& options) : options_(options) {}

  absl::StatusOr<CompiledReport> Run() {
    RETURN_IF_ERROR(Prepare());
    for (const PlannedCase& form : options_.forms) {
      CompiledForm made;
      made.form = form.id.substr(0, form.id.find("/work="));
      made.case_id = form.id;
      made.results.resize(targets_.size());
      Claims claims;
      claims.highest_c11 = 300;
      claims.scope_device = claims.fence_scope_device = true;
      claims.ClaimEveryOrder();
      const Soundness soundness = SoundnessOf(form.c, claims).soundness;
      const Bind bind = WhatBinds(form.c, soundness, GridClass::kResident);
      made.counts = soundness != Soundness::kRacy;
      made.order_counts = bind.violation || bind.customary;
      report_.forms.push_back(std::move(made));
    }
    report_.suite_digest = SuiteDigest();
    std::atomic<size_t> next{0};
    const size_t total = report_.forms.size() * targets_.size();
    std::vector<std::thread> threads;
    for (size_t t = 0; t < std::max<size_t>(1, options_.jobs); ++t) {
      threads.emplace_back([&] {
        for (size_t i = next++; i < total; i = next++) {
          One(i, total);
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    return std::move(report_);
  }

 private:
  struct Ready {
    std::string name;
    const Compiler* compiler;
    Found found;
    FenceParts fences;
  };

  absl::Status Prepare() {
    RETURN_IF_ERROR(MakeFolders(options_.listings, "name another folder"));
    const ScratchFolder scratch = ScratchFolder::Temporary();
    if (scratch.path().empty()) {
      return absl::UnavailableError("no temporary folder can be made");
    }
    for (const std::string& name : options_.targets) {
      const auto* row = absl::c_find_if(
          kTargets, [&](const auto& one) { return one.name == name; });
      if (row == std::end(kTargets)) {
        return absl::InvalidArgumentError(
            absl::StrCat("compile: no target ", name, "; there are ",
                         absl::StrJoin(CompileTargets(), ", ")));
      }
      Ready ready = {name, row->compiler, {}, {}};
      ASSIGN_OR_RETURN(ready.found, Find(*row->compiler, options_.compilers,
                                         scratch.path()));
      Probe(&ready);
      const auto first = [](const std::vector<Words>& ways) {
        return ways.empty() ? Words() : ways.front();
      };
      report_.targets.push_back(
          {name, row->compiler->dialect, ready.found.version,
           first(ready.fences.acquire), first(ready.fences.release)});
      targets_.push_back(std::move(ready));
    }
    return absl::OkStatus();
  }

  // What the compiler emits for fences: of one side, and of both.
  void Probe(Ready* ready) {
    for (const bool acquires : {true, false}) {
      auto& all = acquires ? ready->fences.acquire : ready->fences.release;
      for (const char* order : {acquires ? "acquire" : "release", "acq_rel"}) {
        const Program program = {
            ProbeText(acquires, order),
            absl::StrCat("-cl-std=", LanguageName(ready->compiler->language))};
        CompiledResult unused;
        const absl::StatusOr<Listing> listing =
            ListingOf(*ready, program, &unused);
        if (!listing.ok()) continue;
        Words parts =
            PartsOnEveryPath(*listing, RolesOf(program.text), acquires);
        if (!parts.empty()) all.push_back(std::move(parts));
      }
    }
  }

  void One(size_t i, size_t total) {
    CompiledForm& form = report_.forms[i / targets_.size()];
    CompiledResult& result = form.results[i % targets_.size()];
    const Ready& target = targets_[i % targets_.size()];
    result.target = target.name;
    options_.on_start(absl::StrCat(target.name, " ", form.form), i, total);
    uint64_t waits = 0;
    const absl::StatusOr<Program> program =
        ProgramOf(std::get<KernelCase>(options_.forms[i / targets_.size()].c),
                  target.compiler->language, &waits);
    if (i % targets_.size() == 0) form.waits = waits;
    if (!program.ok()) {
      result.judgement.text = std::string(program.status().message());
      return;
    }
    const absl::StatusOr<Listing> listing =
        ListingOf(target, *program, &result);
    if (!listing.ok()) {
      result.judgement.text = CleanLine(listing.status().message());
      return;
    }
    result.judgement =
        JudgeWaits(*listing, RolesOf(program->text), waits, target.fences);
  }

  // From the folder of listings, or by the compiler.
  absl::StatusOr<Listing> ListingOf(const Ready& target, const Program& program,
                                    CompiledResult* result) const {
    const std::string key =
        Sha256(absl::StrCat(target.name, "\n", target.found.version, "\n",
                            program.options, "\n", kLines, "\n", program.text));
    result->listing = absl::StrCat(key, target.compiler->listing);
    const std::string kept =
        absl::StrCat(options_.listings, "/", result->listing);
    absl::StatusOr<std::string> text = ReadRegularFile(kept, "");
    if (!text.ok()) {
      text = Compile(target, program);
      if (!text.ok()) {
        result->listing = "";
        return text.status();
      }
      RETURN_IF_ERROR(WriteTextFile(kept, *text, "name another folder"));
      RETURN_IF_ERROR(
          WriteTextFile(absl::StrCat(options_.listings, "/", key, ".cl"),
                        program.text, "name another folder"));
    }
    return ReadListing(target.compiler->dialect, *text, kKernel);
  }

  static absl::StatusOr<std::string> Compile(const Ready& target,
                                             const Program& program) {
    const ScratchFolder scratch = ScratchFolder::Temporary();
    const std::string& folder = scratch.path();
    RETURN_IF_ERROR(WriteTextFile(folder + "/program.cl", program.text));
    // Intel's compiler writes its listings where these name a folder.
    Words command = {"env", "IGC_ShaderDumpEnable=1",
                     absl::StrCat("IGC_DumpToCustomDir=", folder)};
    for (const Words& words :
         {target.found.command,
          target.compiler->arguments(target.name, program.options, folder)}) {
      command.insert(command.end(), words.begin(), words.end());
    }
    int code = 0;
    ASSIGN_OR_RETURN(const std::string said, OutputOf(command, folder, &code));
    std::string listing;
    size_t count = 0;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
      const std::string name = entry.path().filename();
      if (!absl::EndsWith(name, target.compiler->listing)) continue;
      listing = entry.path();
      ++count;
    }
    if (code != 0 || count != 1) {
      return absl::InvalidArgumentError(absl::StrCat(
          "exit code ", code, ", ", count, " listings: ",
          absl::StrReplaceAll(said.substr(0, 200), {{"\n", " "}})));
    }
    return ReadRegularFile(listing, "compile again");
  }

  const CompileOptions& options_;
  std::vector<Ready> targets_;
  CompiledReport report_;
};

}  // namespace

std::vector<std::string> CompileTargets() {
  std::vector<std::string> names;
  for (const auto& row : kTargets) names.emplace_back(row.name);
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
    const std::string form = planned.id.substr(0, planned.id.find("/work="));
    if (seen.insert(form).second) forms.push_back(planned);
  }
  return forms;
}

absl::StatusOr<CompiledReport> CompileFor(const CompileOptions& options) {
  return Compilation(options).Run();
}

}  // namespace wgsync
