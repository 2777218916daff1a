#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "reports/diff/join_shards.h"
#include "reports/diff/run_store.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/record/run_log.h"
#include "tools/cli/cli.h"
#include "tools/run/read_runs.h"

namespace wgsync {
namespace {

struct ImportArgs {
  std::vector<std::string> folders;
  std::string store = "wgsync-runs/store";
  bool verify = false;
};

void Report(const Imported& imported, const std::string& what) {
  std::printf("%s%s%s%s\n", imported.folder.c_str(), what.c_str(),
              imported.was_there ? " (was there)" : "",
              imported.without_digest
                  ? " (of an older schema, without a digest: its integrity "
                    "is not known)"
                  : "");
}

absl::StatusOr<int> Import(const ImportArgs& args) {
  // All of them are read first, so that a bad one leaves the store as it was.
  ASSIGN_OR_RETURN(std::vector<Run> runs,
                   ReadAllRuns(args.folders, Changed::kRefused));
  std::vector<Run> all;
  for (Run& run : runs) {
    if (run.device != 0) continue;  // of a log that is imported already
    RETURN_IF_ERROR(CheckIntegrity(run));
    all.push_back(std::move(run));
  }
  if (args.verify) {
    for (const Run& run : all) {
      std::printf("%s: %s\n", run.folder.c_str(),
                  run.sealed ? "whole, and as it was written"
                             : "whole; of an older schema, without a digest");
    }
    return kAsExpected;
  }
  ASSIGN_OR_RETURN(const SortedShards sorted, SortShards(all));
  for (const Run* run : sorted.whole) {
    ASSIGN_OR_RETURN(const Imported imported, ImportRun(*run, args.store));
    Report(imported, "");
  }
  for (const Shards& shards : sorted.shards) {
    ASSIGN_OR_RETURN(const Imported imported, ImportShards(shards, args.store));
    Report(imported, absl::StrCat(" (of ", shards.size(), " shards)"));
  }
  return kAsExpected;
}

}  // namespace

Command ImportCommand() {
  auto args = std::make_shared<ImportArgs>();
  Command command("import",
                  "Takes runs, also of another machine, into a store");
  command.footer =
      "All shards of a run (`wgsync run --shard`), named together, become one "
      "run.";
  command.Add("run RUN", args->folders, "Folders that `wgsync run` wrote")
      .Required();
  command.Add("--store FOLDER", args->store, "Folder of the store");
  command.Add("--verify", args->verify,
              "Only checks that each log is whole and was not damaged");
  command.run = [args] { return Import(*args); };
  return command;
}

}  // namespace wgsync
