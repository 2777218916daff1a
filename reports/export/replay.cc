#include "reports/export/replay.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "reports/export/memory_rows.h"
#include "reports/export/replay_parts.h"
#include "reports/matrix/matrix_model.h"
#include "reports/render/text.h"
#include "suite/core/launch/layout.h"
#include "suite/core/launch/preprocess.h"
#include "suite/core/verdict/kinds.h"

namespace wgsync {
namespace {

// More are not a program of a page or two: those of a shape's seats, before and
// after the launch, are up to 40.
constexpr size_t kMostRows = 48;
// Nobody proves there that a launch stands still: it gets at least this, and
// all the time that a moving one has (the engine's limits.blind and its four
// patiences).
constexpr double kLeastPatience = 5;
constexpr double kMostPatience = 86400;
constexpr double kPatiences = 4;
// From the enqueue to the first work-group: CPU drivers compile there.
constexpr int kStartSeconds = 20;
constexpr int kGpuStartSeconds = 5;
constexpr int kLaunches = 4;
constexpr int kLaunchesOfWrong = 32;
constexpr int kMostLaunches = 1000;
// How often a replay may show no failure, at the rate of the run.
constexpr double kMissed = 0.05;
constexpr size_t kWidth = 110;

const char* const kRegionNames[] = {"WORDS", "PAYLOAD", "BOARD", "REPORT",
                                    "SCRATCH"};
const char* const kOutcomeNames[] = {"RIGHT", "WRONG", "HUNG"};

// Nothing that ends a comment.
std::string InComment(absl::string_view text) {
  return absl::StrJoin(absl::StrSplit(OneLine(text), "*/"), "* /");
}

// Rows of one kind stand two in a line.
std::string Table(const char* name, const std::vector<MemoryRow>& rows) {
  std::string out = absl::StrCat("static const struct table ", name, "[] = {");
  int in_line = 0;
  for (size_t i = 0; i < rows.size(); ++i) {
    const MemoryRow& r = rows[i];
    in_line =
        i > 0 && r.what == rows[i - 1].what && in_line < 2 ? in_line + 1 : 1;
    absl::StrAppendFormat(
        &out,
        "%s{%s, %uu, %uu, %uu, 0x%xu, %uu, %uu, %uu, %uu, %uu, %uu, "
        "%d, %s, %s},",
        in_line == 1 ? "\n  " : " ", kRegionNames[r.region], r.first, r.count,
        r.stride, r.value, r.step, r.rows, r.row_stride, r.row_step, r.teams,
        r.team_stride, r.sum ? 1 : 0,
        kOutcomeNames[static_cast<int>(r.otherwise)], CString(r.what));
  }
  return absl::StrCat(out, rows.empty() ? "" : "\n  ", "{0}};\n");
}

// "{12, 11, 1}": the sides of a grid; those of the work-items are the groups'
// times the group's.
std::string SidesText(const LaunchSpec& s, bool global) {
  const std::array<uint64_t, 3> groups = Sides(s.groups, s.program.c.grid.dims);
  const std::array<uint64_t, 3> items =
      Sides(s.group_size, s.program.c.grid.dims);
  std::vector<uint64_t> sides;
  for (size_t i = 0; i < 3; ++i) {
    const uint64_t group = i < s.program.c.grid.dims ? groups[i] : 1;
    const uint64_t item = i < s.program.c.grid.dims ? items[i] : 1;
    sides.push_back(global ? group * item : item);
  }
  return absl::StrJoin(sides, ", ");
}

std::string Head(const Run& run, const CaseResult& r, const DecisiveLaunch& d) {
  const LaunchSpec& s = d.spec;
  std::string out = absl::StrCat("/* ", InComment(r.id), "\n");
  const auto line = [&out](absl::string_view text) {
    absl::StrAppend(&out, " * ", Wrap(InComment(text), kWidth, 3));
  };
  line(absl::StrCat("on ", ColumnName(run), ": ", VerdictText(r.verdict), "."));
  if (d.refused) {
    line("This builds kernel.cl, which the compiler refused.");
  } else {
    line(absl::StrCat(
        "This makes the launch again on which that rests (\"", d.label, "\"): ",
        s.groups, " work-groups of ", s.group_size, " work-items, ", s.rounds,
        " rounds; and looks at memory after it. kernel.cl is read "
        "from where it is started."));
  }
  line(absl::StrCat(
      "cc replay.c -lOpenCL -o replay && ./replay [-p PLATFORM/DEVICE] [-n "
      "LAUNCHES] [-s SECONDS]",
      TakesDelay(*s.program.c.primitive) ? " [-d DELAY]" : ""));
  for (const std::string& chosen : d.chosen) {
    line(chosen);
  }
  line(
      "It exits with 0: right, 1: wrong, 2: hung, 3: it could not run, 4: an "
      "option is wrong.");
  absl::StripTrailingAsciiWhitespace(&out);
  out += " */\n";
  return out;
}

// How watch() reads the board. A primitive that discovers its groups numbers
// them anew.
std::string BoardNumbers(const LaunchSpec& s, const Layout& l) {
  const Primitive& p = *s.program.c.primitive;
  return absl::StrCat(
      "enum { TEAM = ", InTeams(s) ? s.program.c.grid.team : s.groups,
      ", BOARD_STRIDE = ", l.stride[kBoard] / sizeof(uint32_t),
      ", IN_TEAMS = ", InTeams(s) ? 1 : 0, ", BY_ID = ", p.discovers ? 0 : 1,
      ", DELAYS = ", TakesDelay(p) ? 1 : 0, " /* -d is an option */ };\n");
}

std::string Numbers(const Run& run, const CaseResult& r,
                    const DecisiveLaunch& d, const Layout& l) {
  const LaunchSpec& s = d.spec;
  const double patience = std::clamp(std::ceil(kPatiences * d.patience_seconds),
                                     kLeastPatience, kMostPatience);
  std::vector<std::string> bytes, fills;
  for (int i = 0; i < kRegions; ++i) {
    bytes.push_back(absl::StrCat(l.bytes[i]));
    fills.push_back(
        absl::StrFormat("0x%xu", FillOf(s, static_cast<Region>(i))));
  }
  const std::array<uint32_t, kScalars> scalars = KernelScalars(s);
  std::string out;
  absl::StrAppend(&out, "#define DEVICE ", CString(RunDeviceName(run)), "\n");
  absl::StrAppend(&out, "#define KERNEL ", CString(KernelName(s)), "\n");
  absl::StrAppend(&out, "#define OPTIONS ", CString(BuildOptions(s.program)),
                  "\n");
  absl::StrAppend(
      &out, "enum { LAUNCHES = ", d.refused ? 0 : DefaultLaunches(r),
      ", DIMS = ", s.program.c.grid.dims, ", KERNELS = ", KernelsOf(s),
      ", PATIENCE_SECONDS = ", static_cast<int>(patience),
      ", START_SECONDS = ", d.gpu ? kGpuStartSeconds : kStartSeconds,
      ", SHARED = ", d.shared ? 1 : 0, " /* ",
      d.shared ? "the buffers are memory of the host's"
               : "the buffers are the driver's own",
      " */, MEMORY = ", static_cast<int>(s.program.c.grid.memory),
      ", POLLS = ", s.program.c.grid.host == HostWait::kPoll ? 1 : 0,
      ", RECORDS_AT = ", l.records_at, " };\n", BoardNumbers(s, l));
  absl::StrAppendFormat(&out,
                        "static const unsigned GROUPS = %u, PATTERN = 0x%xu;\n",
                        s.groups, kPattern);
  absl::StrAppend(&out, "static const size_t global[3] = {", SidesText(s, true),
                  "}, local[3] = {", SidesText(s, false), "};\n");
  absl::StrAppend(&out, "static const size_t bytes[BUFFERS] = {",
                  absl::StrJoin(bytes, ", "), "};\n");
  absl::StrAppend(
      &out, "static const unsigned fills[BUFFERS] = {",
      absl::StrJoin(fills, ", "),
      "}; /* in every word before the launch, and then `before` */\n");
  absl::StrAppend(&out, "static cl_uint scalars[8] = {",
                  absl::StrJoin(scalars, "u, "),
                  "u}; /* mode, rounds, mask, delay, late_every, budget, base, "
                  "elements or step */\n");
  return out;
}

}  // namespace

bool TakesDelay(const Primitive& primitive) { return !IsShape(primitive); }

int DefaultLaunches(const CaseResult& r) {
  const int least =
      ComesByChance(r.verdict.kind) ? kLaunchesOfWrong : kLaunches;
  if (r.failed_launches == 0 || r.failed_launches >= r.case_launches) {
    return least;
  }
  const double right = 1 - 1.0 * r.failed_launches / r.case_launches;
  const double enough = std::ceil(std::log(kMissed) / std::log(right));
  return static_cast<int>(std::clamp<double>(enough, least, kMostLaunches));
}

absl::StatusOr<std::string> ReplayProgram(const Run& run,
                                          const CaseResult& result,
                                          const DecisiveLaunch& d) {
  const Layout layout = MakeLayout(d.spec);
  const std::vector<MemoryRow> before = FilledRows(d.spec, layout);
  const std::vector<MemoryRow> after = CheckedRows(d.spec, layout);
  if (before.size() + after.size() > kMostRows) {
    return absl::UnimplementedError(absl::StrCat(
        "the launch's memory takes ", before.size() + after.size(),
        " lines to describe, and one C file has room for ", kMostRows));
  }
  return absl::StrCat(
      Head(run, result, d), FindReplayPartFile("replay_head.c")->text,
      Numbers(run, result, d, layout), Table("before", before),
      Table("after", after), FindReplayPartFile("replay_body.c")->text);
}

std::string KernelText(const DecisiveLaunch& launch) {
  const std::string text =
      Preprocess(JoinParts(launch.parts), BuildOptions(launch.spec.program));
  std::string out;
  int depth = 0;
  for (absl::string_view line : absl::StrSplit(text, '\n', absl::SkipEmpty())) {
    const int closes = absl::StartsWith(line, "}") ? 1 : 0;
    const bool directive = absl::StartsWith(line, "#");
    const int indent = directive ? 0 : std::max(0, depth - closes);
    absl::StrAppend(&out, std::string(2 * indent, ' '), line, "\n");
    if (directive) continue;
    depth +=
        static_cast<int>(absl::c_count(line, '{') - absl::c_count(line, '}'));
  }
  return out;
}

}  // namespace wgsync
