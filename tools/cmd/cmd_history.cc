#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "nlohmann/json.hpp"
#include "reports/diff/history.h"
#include "reports/render/text.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/record/run_log.h"
#include "tools/cli/cli.h"
#include "tools/run/read_runs.h"

namespace wgsync {
namespace {

struct HistoryArgs {
  std::string pattern;
  std::vector<std::string> runs;
  std::string store = "wgsync-runs/store";
  bool all = false;
  Output output;
};

// Of many cases those that a driver has changed or that are bad, unless all are
// asked for.
void LeaveOutTheRight(std::vector<CaseHistory>* histories, size_t* left_out) {
  std::vector<CaseHistory> telling;
  for (CaseHistory& h : *histories) {
    if (HasChanged(h) || IsBad(h)) telling.push_back(std::move(h));
  }
  *left_out = histories->size() - telling.size();
  *histories = std::move(telling);
}

absl::StatusOr<int> History(const HistoryArgs& args) {
  if (args.runs.empty() && !std::filesystem::exists(args.store)) {
    return BadInput(args.store,
                    ": there is no store yet; make it with `wgsync import "
                    "RUN...`, or name runs: wgsync history ",
                    ShellQuote(args.pattern), " RUN...");
  }
  ASSIGN_OR_RETURN(
      const std::vector<Run> runs,
      ReadAllRuns(args.runs.empty() ? std::vector<std::string>{args.store}
                                    : args.runs));
  ASSIGN_OR_RETURN(const std::vector<FoundCase> found,
                   FindCasesOf(runs, args.pattern));
  std::set<std::string> ids;
  for (const FoundCase& f : found) ids.insert(f.result->id);
  Timeline timeline = MakeTimeline(Pointers(runs));
  const auto not_asked = [&](const TimelineRow& row) {
    return ids.count(row.id) == 0;
  };
  timeline.rows.erase(
      std::remove_if(timeline.rows.begin(), timeline.rows.end(), not_asked),
      timeline.rows.end());
  std::vector<CaseHistory> histories = HistoriesOf(timeline);
  if (args.output.json) return PrintJson(HistoryReport(histories));
  const bool briefly = ids.size() > 1 && !args.all;
  size_t left_out = 0;
  if (briefly) LeaveOutTheRight(&histories, &left_out);
  PrintText(HistoryText(histories, ProseWidth(), briefly));
  if (left_out > 0) {
    std::printf(
        "%s of cases that are right, or of which no driver says anything; "
        "--all shows them\n",
        Counted(left_out, "more line").c_str());
  }
  return kAsExpected;
}

}  // namespace

Command HistoryCommand() {
  auto args = std::make_shared<HistoryArgs>();
  Command command("history",
                  "Prints since which driver a case is bad, on which devices");
  command
      .Add("case CASE", args->pattern,
           "Id, part of ids, glob (* and ?), or common name (\"ticket lock\")")
      .Required();
  command.Add("run RUN", args->runs,
              "Folders of runs, in place of the store that `wgsync import` "
              "makes");
  command.Add("--store FOLDER", args->store, "Folder of the store");
  command.Add("--all", args->all,
              "Of several cases also the rows of each driver, and those "
              "that are right with every driver");
  AddJsonOption(command, &args->output);
  command.run = [args] { return History(*args); };
  return command;
}

}  // namespace wgsync
