#include "reports/site/case_source.h"

#include <map>
#include <utility>
#include <variant>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "kernels/embedded.h"
#include "reports/export/decisive.h"
#include "reports/render/text.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/launch/launch_spec.h"
#include "suite/core/launch/program_spec.h"
#include "suite/core/launch/readable_source.h"
#include "suite/core/plan/case.h"
#include "suite/core/record/kept_kernels.h"
#include "suite/core/record/run_facts.h"

namespace wgsync {
namespace {

// Parts of the library in which no group waits for another one.
constexpr absl::string_view kWatching[] = {"lib/board.cl", "lib/entry.cl",
                                           "lib/workload.cl"};

constexpr char kNothing[] = "nothing was compiled";
constexpr char kExact[] = "what was compiled: its digest is the one in the log";
constexpr char kTried[] = "the file that was tried";
constexpr char kOther[] =
    "put together by another version of the suite than the run's: what was "
    "compiled then had another digest";

std::string NoteOf(const CaseResult& r, bool exact) {
  if (r.kernel_digest.empty()) return kNothing;
  return exact ? kExact : kOther;
}

using SourceFiles = std::vector<std::pair<std::string, std::string>>;

// A program's digest and readable files. Most cases share their program with
// other runs, so each is made once.
struct MadeOfText {
  std::string digest;
  std::map<std::string, SourceFiles> readable;  // by kernel
};
MadeOfText& MadeOf(const std::string& source, const std::string& options) {
  static auto& made = *new std::map<std::string, MadeOfText>;
  auto [at, is_new] = made.try_emplace(absl::StrCat(options, "\n", source));
  if (is_new) at->second.digest = KernelDigest(source, options);
  return at->second;
}

// ReadableSource() of these parts, which `source` joins.
const SourceFiles& ReadableFiles(const std::vector<SourcePart>& parts,
                                 const std::string& source,
                                 const std::string& options,
                                 const std::string& kernel) {
  auto [at, is_new] = MadeOf(source, options).readable.try_emplace(kernel);
  if (is_new) {
    for (const SourcePart& part : ReadableSource(parts, options, kernel)) {
      at->second.emplace_back(part.path, part.text);
    }
  }
  return at->second;
}

absl::StatusOr<CaseSource> HostSource(const Run& run, const CaseResult& r) {
  CaseSource shown;
  const EmbeddedFile* file = FindKernelFile("probes/host_sync.cl");
  if (file == nullptr) return shown;
  SourcePart part = {file->path, file->text};
  bool unused = false;
  RETURN_IF_ERROR(UseKeptText(run, r, &part, &unused));
  shown.options = "-cl-std=CL1.2";
  shown.exact = KernelDigest(part.text, shown.options) == r.kernel_digest;
  shown.files = {{part.path, std::move(part.text)}};
  shown.note = NoteOf(r, shown.exact);
  return shown;
}

// The file, whose changed forms have the same one.
absl::StatusOr<CaseSource> TriedSource(const Run& run, const CaseResult& r) {
  SourcePart part = {TriedFile(r.id), ""};
  bool unused = false;
  RETURN_IF_ERROR(UseKeptText(run, r, &part, &unused));
  CaseSource shown;
  shown.note = part.text.empty() ? "no source: the log lacks it" : kTried;
  if (!part.text.empty()) shown.files = {{part.path, std::move(part.text)}};
  return shown;
}

// SourceOfCase(), with its errors apart.
absl::StatusOr<CaseSource> FindSource(const Run& run, const CaseResult& r) {
  if (IsTried(r)) return TriedSource(run, r);
  const absl::StatusOr<Case> c = ParseCaseId(r.id);
  if (c.ok() && std::holds_alternative<HostCase>(*c)) return HostSource(run, r);
  CaseSource shown;
  const absl::StatusOr<LaunchSpec> spec = JudgedSpec(run, r);
  if (!spec.ok()) {
    shown.note = absl::StrCat(
        "no source: this version of the suite does not know the case: ",
        spec.status().message());
    return shown;
  }
  ASSIGN_OR_RETURN(const KeptProgram program, ProgramOf(run, r, spec->program));
  const std::string source = JoinParts(program.parts);
  shown.options = BuildOptions(spec->program);
  shown.exact = MadeOf(source, shown.options).digest == r.kernel_digest;
  shown.note = NoteOf(r, shown.exact);
  shown.files =
      ReadableFiles(program.parts, source, shown.options, KernelName(*spec));
  return shown;
}

}  // namespace

CaseSource SourceOfCase(const Run& run, const CaseResult& r) {
  absl::StatusOr<CaseSource> source = FindSource(run, r);
  if (source.ok()) return *std::move(source);
  CaseSource none;
  none.note = std::string(source.status().message());
  return none;
}

absl::StatusOr<std::string> SourceText(const Run& run, const CaseResult& r) {
  ASSIGN_OR_RETURN(const CaseSource found, FindSource(run, r));
  const CaseSource& source = found;
  std::string text =
      absl::StrCat("// ", OneLine(r.id), "\n// ", OneLine(source.note), "\n");
  if (!source.options.empty()) {
    absl::StrAppend(&text, "// options: ", OneLine(source.options), "\n");
  }
  std::vector<std::string> more;
  for (const auto& [path, part] : source.files) {
    bool watches = false;
    for (absl::string_view file : kWatching) watches = watches || path == file;
    if (watches) {
      more.push_back(absl::StrCat("kernels/", path));
      continue;
    }
    absl::StrAppend(&text, "\n// --- kernels/", path, "\n\n", part);
  }
  if (!more.empty()) {
    absl::StrAppend(&text,
                    "\n// Also in the program, to watch it and to check "
                    "the payload: ",
                    absl::StrJoin(more, ", "),
                    ".\n"
                    "// `wgsync export` writes a program that compiles.\n");
  }
  return text;
}

}  // namespace wgsync
