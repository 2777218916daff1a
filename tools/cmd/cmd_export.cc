#include <cstdio>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <system_error>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "reports/export/decisive.h"
#include "reports/export/export_text.h"
#include "reports/export/probe.h"
#include "reports/export/replay.h"
#include "reports/matrix/matrix_model.h"
#include "reports/render/text.h"
#include "suite/core/base/errno_status.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/base/write_file.h"
#include "suite/core/launch/readable_source.h"
#include "suite/core/record/run_facts.h"
#include "suite/core/record/run_log.h"
#include "tools/cli/cli.h"
#include "tools/run/clinfo.h"
#include "tools/run/driver_compiler.h"
#include "tools/run/read_runs.h"

namespace wgsync {
namespace {

namespace fs = std::filesystem;

struct ExportArgs {
  std::string run, pattern, folder, probe;
  double wait_seconds = 10;
  bool across = false;
};

constexpr size_t kLongestLine = 200;
constexpr size_t kNamed = 3;

// One line, with as many of the first ids as it has room for.
absl::Status Many(const std::string& pattern,
                  const std::vector<FoundCase>& found) {
  std::set<std::string> cases;
  for (const FoundCase& f : found) cases.insert(f.result->id);
  std::string text =
      cases.size() == 1
          ? absl::StrCat(pattern, ": names a case in ", found.size(),
                         " runs; name one run, such as ", found[0].run->folder)
          : absl::StrCat(pattern, ": names ", cases.size(),
                         " cases; name one, such as ", found[0].result->id);
  std::set<std::string> named = {found[0].result->id};
  for (const FoundCase& f : found) {
    const std::string more = absl::StrCat(", ", f.result->id);
    if (named.size() == kNamed || text.size() + more.size() > kLongestLine) {
      break;
    }
    if (named.insert(f.result->id).second) text += more;
  }
  return BadInput(text);
}

// The one case that is meant, in the one run that has it.
absl::StatusOr<FoundCase> FindOne(const std::vector<Run>& runs,
                                  const std::string& pattern) {
  ASSIGN_OR_RETURN(const std::vector<FoundCase> found,
                   FindCasesOf(runs, pattern));
  if (found.size() == 1) return found.front();
  return Many(pattern, found);
}

absl::Status MakeFolder(const std::string& folder) {
  constexpr char kFix[] = "name another folder";
  RETURN_IF_ERROR(MakeFolders(folder, kFix));
  std::error_code error;
  const bool is_empty = fs::is_empty(folder, error);
  if (error) return Errno(error.value(), folder, "cannot read it", kFix);
  if (is_empty) return absl::OkStatus();
  return absl::AlreadyExistsError(absl::StrCat(
      "-o ", folder, ": is there and not an empty folder; name another one"));
}

absl::Status WriteFile(const fs::path& path, absl::string_view text) {
  return WriteTextFile(path.string(), text, "name another folder by -o");
}

// PTX, or another text, is known by its name.
std::string NameOfBinary(absl::string_view binary) {
  return absl::StrContains(binary.substr(0, 2048), ".version ") ? "kernel.ptx"
                                                                : "kernel.bin";
}

// `why` becomes why there is no replay.c; "" where there is one.
absl::Status WriteReplay(const FoundCase& f, const DecisiveLaunch& launch,
                         const fs::path& folder, std::string* why) {
  RETURN_IF_ERROR(WriteFile(folder / "kernel.cl", KernelText(launch)));
  RETURN_IF_ERROR(WriteFile(folder / "program.txt",
                            ReadableText(launch.parts, launch.spec)));
  RETURN_IF_ERROR(WriteFile(folder / "options.txt",
                            BuildOptions(launch.spec.program) + "\n"));
  const absl::StatusOr<std::string> replay =
      ReplayProgram(*f.run, *f.result, launch);
  if (!replay.ok()) {
    *why = std::string(replay.status().message());
    return absl::OkStatus();
  }
  return WriteFile(folder / "replay.c", *replay);
}

// What helps where there is no launch; "" where nothing does. To who exports,
// not to who reads the export.
std::string MendOf(const absl::Status& launch) {
  if (!absl::IsFailedPrecondition(launch) && !absl::IsAborted(launch)) {
    return "";
  }
  return absl::StrCat(
      ": export with the wgsync that made the run, or run again",
      absl::IsAborted(launch) ? ", or take --across" : "");
}

void SayWhatIsMissing(const std::string& no_replay,
                      const std::string& no_binary,
                      const std::string& no_clinfo, const std::string& mend) {
  if (!no_clinfo.empty())
    std::printf("no clinfo.json: %s\n", no_clinfo.c_str());
  if (!no_replay.empty() && no_replay == no_binary) {
    std::printf("no replay.c and no binary: %s%s\n", no_replay.c_str(),
                mend.c_str());
    return;
  }
  if (!no_replay.empty()) std::printf("no replay.c: %s\n", no_replay.c_str());
  if (!no_binary.empty()) std::printf("no binary: %s\n", no_binary.c_str());
}

absl::Status WriteAll(const ExportArgs& args, const FoundCase& f) {
  const fs::path folder = args.folder;
  const absl::StatusOr<DecisiveLaunch> launch =
      FindDecisiveLaunch(*f.run, *f.result, args.across);
  if (absl::IsDataLoss(launch.status())) return launch.status();
  std::string no_replay(launch.status().message());
  std::string no_binary = no_replay;
  std::string binary_file;
  RETURN_IF_ERROR(WriteFile(folder / "evidence.txt",
                            EvidenceText(*f.run, *f.result, launch)));
  if (launch.ok()) {
    RETURN_IF_ERROR(WriteReplay(f, *launch, folder, &no_replay));
    const absl::StatusOr<std::string> binary =
        MakeBinary(*f.run, *launch, args.wait_seconds);
    no_binary = std::string(binary.status().message());
    if (binary.ok()) {
      binary_file = NameOfBinary(*binary);
      RETURN_IF_ERROR(WriteFile(folder / binary_file, *binary));
    }
  }
  const absl::StatusOr<std::string> clinfo = ClinfoJson();
  const std::string no_clinfo(clinfo.status().message());
  if (clinfo.ok()) RETURN_IF_ERROR(WriteFile(folder / "clinfo.json", *clinfo));
  SayWhatIsMissing(no_replay, no_binary, no_clinfo, MendOf(launch.status()));
  return WriteFile(folder / "README.txt",
                   ReadmeText(*f.run, *f.result, no_replay, no_binary,
                              binary_file, no_clinfo));
}

absl::StatusOr<int> ExportRun(const ExportArgs& args) {
  if (!absl::EndsWith(args.folder, ".gz")) {
    return BadInput(
        "export: name a CASE; or, for the whole run as one file, -o FILE.gz");
  }
  ASSIGN_OR_RETURN(const Run run, ReadOneRun(args.run, Changed::kRefused));
  RETURN_IF_ERROR(WriteArchive(run, args.folder));
  std::printf("%s: %s, %s\n", args.folder.c_str(), ColumnName(run).c_str(),
              Counted(run.results.size(), "case").c_str());
  return kAsExpected;
}

// Two files: FILE.c, and FILE.h next to it.
absl::StatusOr<int> ExportProbe(const ExportArgs& args) {
  fs::path file = args.folder;
  if (!args.run.empty() || file.extension() != ".c") {
    return BadInput(
        "export --probe: reads no RUN, and writes a C program: name it by -o "
        "FILE.c");
  }
  const fs::path header = fs::path(file).replace_extension(".h");
  for (const fs::path& path : {file, header}) {
    if (fs::exists(path)) {
      return absl::AlreadyExistsError(
          absl::StrCat(path.string(), ": is there; name another file by -o"));
    }
  }
  RETURN_IF_ERROR(
      WriteFile(file, ProbeProgram(args.probe, header.filename().string())));
  RETURN_IF_ERROR(WriteFile(header, ProbeHeader()));
  std::printf(
      "%s, %s: compile the first with your program, and call "
      "wgsync_probe() of the second\n",
      file.c_str(), header.c_str());
  return kAsExpected;
}

absl::StatusOr<int> Export(const ExportArgs& args) {
  if (!args.probe.empty()) return ExportProbe(args);
  if (args.run.empty()) {
    return BadInput(
        "export: name a RUN, or what a library asks for by --probe");
  }
  if (args.pattern.empty()) return ExportRun(args);
  ASSIGN_OR_RETURN(const std::vector<Run> runs,
                   OpenRuns(args.run, Changed::kRefused));
  ASSIGN_OR_RETURN(const FoundCase found, FindOne(runs, args.pattern));
  if (IsTried(*found.result)) {
    return BadInput(found.result->id,
                    ": its program is your file; attach that, and the run by "
                    "`wgsync export RUN -o FILE.gz`");
  }
  RETURN_IF_ERROR(MakeFolder(args.folder));
  RETURN_IF_ERROR(WriteAll(args, found));
  std::printf("%s: %s\n", args.folder.c_str(),
              VerdictText(found.result->verdict).c_str());
  return kAsExpected;
}

}  // namespace

Command ExportCommand() {
  auto args = std::make_shared<ExportArgs>();
  Command command("export",
                  "Writes one verdict as a C program, a run as one file, or a "
                  "probe for a library");
  command.footer =
      "Without CASE the file is the log, to attach to an issue; `wgsync "
      "import` and each command that takes a RUN read it. With CASE the folder "
      "has the kernel, its options, the binary, the evidence, and a C program "
      "that makes the launch again. A probe asks the device that it finds, and "
      "needs OpenCL alone.";
  command.Add("run RUN", args->run,
              "A folder that `wgsync run` wrote; none for a probe");
  command.Add("case CASE", args->pattern,
              "An id, a glob, or a part of an id; without it, the whole run");
  command
      .Add("-o,--out FOLDER", args->folder,
           "A folder, new or empty; of a whole run a new file: FILE.gz; of a "
           "probe FILE.c, and FILE.h next to it")
      .Required();
  command
      .Add("--probe WHAT", args->probe,
           "Write a C program that a library calls to ask its device: barrier, "
           "lock or look-back")
      .OneOf(ProbeNames());
  AddEngineOptions(command, &args->wait_seconds)
      .Description(
          "Seconds to wait for the device, for its binary, if another wgsync "
          "has it (0 - 86400)")
      .DefaultStr("10");
  command.Add("--across", args->across,
              "Take this wgsync's kernel where the run had another one");
  command.run = [args] { return Export(*args); };
  return command;
}

}  // namespace wgsync
