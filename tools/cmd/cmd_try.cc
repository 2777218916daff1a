#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/types/optional.h"
#include "nlohmann/json.hpp"
#include "reports/render/text.h"
#include "reports/words/try_text.h"
#include "suite/core/base/parse_json.h"
#include "suite/core/base/read_file.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/record/run_log.h"
#include "suite/core/tried/includes.h"
#include "suite/core/tried/try_results.h"
#include "suite/core/tried/try_spec.h"
#include "suite/tried/try_run.h"
#include "tools/cli/cli.h"
#include "tools/run/device_list.h"
#include "tools/run/driver_dir.h"
#include "tools/run/interrupt.h"
#include "tools/run/live_line.h"
#include "tools/run/run_folder.h"
#include "tools/run/tried_log.h"

namespace wgsync {
namespace {

// The worker's pipe takes no longer string.
constexpr size_t kMostSource = size_t{1} << 19;

constexpr char kFormat[] =
    "Comments in the file describe the launch, one on each line:\n"
    "    // wgsync: kernel scan                  # of several kernels\n"
    "    // wgsync: items 256                    # of a group; otherwise 64\n"
    "    // wgsync: items 16x8                   # in two or three dimensions\n"
    "    // wgsync: groups 1,res,res_plus1,res_x10\n"
    "    // wgsync: options -DROUNDS=4           # of the compiler, added\n"
    "    // wgsync: n = groups * items           # a scalar\n"
    "    // wgsync: in uint[n] = i * 7 + 1       # a buffer; i: the element\n"
    "    // wgsync: state uint[groups] = 0 words\n"
    "    // wgsync: count uint[1] = 0 kept       # for the next launch, too\n"
    "    // wgsync: out uint[n] = 0xffffffff result\n"
    "    // wgsync: pos float4[n] = i            # i, pos[i]: of 4 * n floats\n"
    "    // wgsync: scratch local uint[items]    # local memory\n"
    "    // wgsync: right out[i] == sum(in, 0, i + 1)\n"
    "    // wgsync: right same as one group      # with the same arguments\n"
    "    // wgsync: right same as reference KERNEL    # one work-item\n"
    "    // wgsync: right same every launch\n"
    "Without a line `right` hangs, crashes and writes beyond a buffer are "
    "judged alone. "
    "A name is a parameter of the kernel, or of later lines. `same` compares "
    "the buffers with the role result, without one all but words and kept. "
    "Expressions are C's, with groups, items, i, and launch: 0, 1, ..., of all "
    "launches, so that no value is that of an earlier one. BUFFER[i] is after "
    "the launch, was(BUFFER, i) and sum(BUFFER, FROM, TO) before it. There are "
    "length(BUFFER), min, max, abs and near(A, B, DIFFERENCE). Of 6 groups "
    "with two dimensions the sides are 3x2: groups_x, groups_y; items_x, "
    "items_y. The text after # is not part of a line. Files of the folder, "
    "or below, that the file includes are part of it.\n"
    "Each launch begins with these values, and the program's own variables "
    "with theirs. A buffer with the role kept begins with what the launch "
    "before left there, if that one was right and of the same grid; after the "
    "first that was not, five begin anew.\n"
    "The output ends with a row for each grid: how its launches ended.\n"
    "In its rows `late` some groups were made to start late; in `read before` "
    "each group has read the buffers, too, so that its cache may hold old "
    "values; in `paused` work-items pause at their atomic operations; in "
    "`hot` they store to a word of all groups after barriers, so that "
    "their next stores are late (on a GPU); "
    "in `no orders` fences and memory orders were taken out. Where that is "
    "wrong, "
    "each is left out alone: `orders` names those that this device needs. In "
    "`reversed` get_group_id and get_global_id count groups from the last. In "
    "the row `fences`, of "
    "a grid that fails, a fence of the device is around each barrier, fence "
    "and atomic operation; in `watched` stamps show which groups started.\n"
    "Marks in the file show more: which groups have arrived, for which group "
    "each waits, and what must hold. Elsewhere these lines make them empty:\n"
    "    #ifndef WG_ARRIVE\n"
    "    #define WG_ARRIVE(round)     // at a barrier of all groups\n"
    "    #define WG_DEPART(round)     // after it: all must have arrived\n"
    "    #define WG_ENTER(lock, most) // `most` groups at most are inside\n"
    "    #define WG_LEAVE(lock)       // locks: 0 to 63\n"
    "    #define WG_WAIT(group)       // before a wait for a group\n"
    "    #define WG_GOT(group)        // after it\n"
    "    #define WG_PARAM             // last parameter of a function that\n"
    "    #define WG_ARG               //   has marks, and argument of its "
    "call\n"
    "    #endif\n"
    "A mark counts where a group's first work-item comes to it, in the "
    "launches of the rows `late` to `watched`.";

struct TryArgs {
  std::string file, device, groups, kernel, items, driver_dir, out;
  TryOptions options;  // all else that is asked for
  std::vector<std::string> lines;
  Output output;
};

// The file; or of a folder its files of OpenCL C, by name.
absl::StatusOr<std::vector<std::string>> FilesOf(const std::string& name) {
  std::error_code error;
  if (!std::filesystem::is_directory(name, error)) {
    return std::vector<std::string>{name};
  }
  std::map<std::string, std::string> by_primitive;
  for (const auto& entry : std::filesystem::directory_iterator(name, error)) {
    const std::string file = entry.path().string();
    const bool hidden = entry.path().filename().string()[0] == '.';
    if (hidden || entry.path().extension() != ".cl") continue;
    const auto added = by_primitive.emplace(TriedPrimitive(file), file);
    if (!added.second) {
      return BadInput(file, ": a run would have the same name for it as for ",
                      added.first->second, "; rename one of them");
    }
  }
  if (error) return BadInput(name, ": ", error.message());
  if (by_primitive.empty()) {
    return BadInput(name, ": it holds no file *.cl; name another folder");
  }
  std::vector<std::string> files;
  files.reserve(by_primitive.size());
  for (const auto& file : by_primitive) files.push_back(file.second);
  return files;
}

absl::StatusOr<TrySpec> SpecOf(const TryArgs& args, const std::string& file) {
  ASSIGN_OR_RETURN(
      const std::string source,
      ReadRegularFile(file, "name a file of OpenCL C", kMostSource));
  std::vector<TryLine> lines;
  for (const std::string& line : args.lines) {
    lines.push_back({absl::StrCat("--line '", line, "'"), line});
  }
  for (const auto& option : {std::make_pair("kernel ", args.kernel),
                             std::make_pair("items ", args.items),
                             std::make_pair("groups ", args.groups)}) {
    if (option.second.empty()) continue;
    const std::string line = option.first + option.second;
    lines.push_back({"--" + line, line});
  }
  ASSIGN_OR_RETURN(TrySpec spec, ParseTry(file, source, lines));
  const std::filesystem::path folder =
      std::filesystem::path(file).parent_path();
  spec.source = WithIncludes(file, source, [&folder](const std::string& path) {
    absl::StatusOr<std::string> text =
        ReadRegularFile((folder / path).string(), "", kMostSource);
    return text.ok() ? absl::make_optional(*std::move(text)) : absl::nullopt;
  });
  if (spec.source.size() > kMostSource) {
    return BadInput(file, ": with what it includes it is larger than ",
                    kMostSource >> 10, " KiB; include less");
  }
  return spec;
}

// Of several files: how many came out so.
using Verdicts = std::map<std::string, size_t>;

std::string SummaryText(size_t files, const Verdicts& verdicts) {
  return absl::StrCat(
      "\n", Counted(files, "file"), ": ",
      absl::StrJoin(verdicts, ", ", [](std::string* out, const auto& verdict) {
        absl::StrAppend(out, verdict.second, " ", verdict.first);
      }));
}

// Tries one file and prints the report: the exit code.
absl::StatusOr<int> TryOne(const TryArgs& args, TryOptions options,
                           TriedLog* log, Verdicts* verdicts) {
  Progress progress;
  progress.Follow(absl::StrCat("tries ", options.spec.file), &options);
  options.on_open = [log](const DeviceProfile& p) { return log->Open(p); };
  const auto text = [&args](const TryReport& report) {
    return args.output.json ? JsonText(TryJson(report), 1)
                            : TryText(report, ProseWidth());
  };
  // Not with the report of the file before.
  LeaveWithMessage(absl::StrCat("\nwgsync: interrupted before a launch of ",
                                options.spec.file, "\n"));
  options.on_launch = [&text](const TryReport& until_now) {
    LeaveWithMessage("\nwgsync: interrupted\n", text(until_now));
  };
  const absl::StatusOr<TryReport> report = RunTry(options);
  progress.Clear();
  if (!report.ok()) {
    const absl::Status& s = report.status();
    if (!absl::IsInvalidArgument(s)) return s;
    // The compiler's log, which has lines, follows.
    const std::vector<std::string> parts =
        absl::StrSplit(s.message(), absl::MaxSplits('\n', 1));
    Complain(kBadInput, parts[0]);
    ++(*verdicts)["refused"];
    const std::string compiler = parts.size() > 1 ? parts[1] : "";
    if (!compiler.empty()) std::fprintf(stderr, "%s\n", compiler.c_str());
    RETURN_IF_ERROR(log->AddRefused(options.spec, parts[0], compiler));
    return kBadInput;
  }
  std::fputs(text(*report).c_str(), stdout);
  std::fflush(stdout);  // the next file may be interrupted
  ++(*verdicts)[TryVerdictText(report->verdict)];
  RETURN_IF_ERROR(log->Add(options.spec, *report));
  return ExitCodeOf(report->verdict);
}

absl::StatusOr<int> Try(const TryArgs& args) {
  RETURN_IF_ERROR(UseDriverDir(args.driver_dir));
  ASSIGN_OR_RETURN(const std::vector<std::string> files, FilesOf(args.file));
  if (args.output.json && files.size() > 1) {
    return BadInput(
        "--json takes one file; of a folder, have --out RUN, and "
        "`wgsync matrix --json RUN`");
  }
  TryOptions options = args.options;
  std::vector<TrySpec> specs;
  for (const std::string& file : files) {
    ASSIGN_OR_RETURN(TrySpec spec, SpecOf(args, file));
    specs.push_back(std::move(spec));
  }
  ASSIGN_OR_RETURN(options.device, FindOneDevice(args.device));
  if (!args.out.empty()) {
    if (HasRunLog(args.out)) {
      return BadInput(args.out, " holds a run already; name another folder");
    }
    RETURN_IF_ERROR(MakeRunFolder(args.out));
  }
  TriedLog log(args.out);
  int exit_code = kAsExpected;
  Verdicts verdicts;
  for (TrySpec& spec : specs) {
    if (!verdicts.empty()) std::fputs("\n", stdout);
    options.spec = std::move(spec);
    ASSIGN_OR_RETURN(const int code, TryOne(args, options, &log, &verdicts));
    exit_code = WorseExit(exit_code, code);
  }
  if (files.size() > 1) {
    std::puts(SummaryText(files.size(), verdicts).c_str());
  }
  RETURN_IF_ERROR(log.Finish(exit_code));
  return exit_code;
}

}  // namespace

Command TryCommand() {
  auto args = std::make_shared<TryArgs>();
  Command command(
      "try", "Tries a kernel of yours on a device: right, wrong, or it hangs");
  command
      .Add("file FILE", args->file,
           "OpenCL C, with the comments below; or a folder of such files")
      .Required();
  AddDeviceOption(command, &args->device);
  command.Add("--groups GRID", args->groups,
              "Grids: numbers of groups, or res, res_minus1, res_plus1, "
              "res_x10, of the predicted residency");
  command.Add("--items N", args->items, "Work-items of a group");
  command.Add("--kernel NAME", args->kernel, "Of several kernels");
  command
      .Add("--line TEXT", args->lines,
           "A line as it follows `// wgsync:` in the file, after those of "
           "the file")
      .OneEach();
  command
      .Add("--launches N", args->options.launches,
           "Launches of each grid, at most")
      .Within(1, 1000000);
  command
      .Add("--seconds N", args->options.seconds,
           "Of each grid; then no further launch begins")
      .Within(0, 1e6);
  command
      .Add("--timeout N", args->options.limit,
           "A launch that lasts longer, and longer than 20 times what "
           "others took, does not end; four times that while its words "
           "change")
      .Within(0.1, 1e5);
  command
      .Add("--max-minutes N", args->options.max_minutes,
           "Begin no launch after so long; the answer rests on those before")
      .Within(0, 1e5);
  command.Add("--out RUN", args->out,
              "A folder for the log: a run that matrix, show, diff and gate "
              "read, with a case for each grid of a file");
  AddEngineOptions(command, &args->options.lock_seconds);
  AddDriverDirOption(command, &args->driver_dir);
  AddJsonOption(command, &args->output);
  command.footer = kFormat;
  command.run = [args] { return Try(*args); };
  return command;
}

}  // namespace wgsync
