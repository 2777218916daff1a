#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "reports/diff/join_shards.h"
#include "reports/diff/run_store.h"
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

int Report(const absl::StatusOr<Imported>& imported, const std::string& what) {
  if (!imported.ok()) return ComplainOf(imported.status());
  std::printf("%s%s%s%s\n", imported->folder.c_str(), what.c_str(),
              imported->was_there ? " (was there)" : "",
              imported->without_digest
                  ? " (of an older schema, without a digest: its integrity "
                    "is not known)"
                  : "");
  return kAsExpected;
}

int Import(const ImportArgs& args) {
  // All of them are read first, so that a bad one leaves the store as it was.
  absl::StatusOr<std::vector<Run>> runs = ReadAllRuns(args.folders);
  if (!runs.ok()) return Complain(kBadInput, runs.status().message());
  std::vector<Run> all;
  for (Run& run : *runs) {
    if (run.device != 0) continue;  // of a log that is imported already
    absl::Status whole = CheckIntegrity(run);
    if (!whole.ok()) return Complain(kBadInput, whole.message());
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
  const absl::StatusOr<SortedShards> sorted = SortShards(all);
  if (!sorted.ok()) return Complain(kBadInput, sorted.status().message());
  for (const Run* run : sorted->whole) {
    const int exit_code = Report(ImportRun(*run, args.store), "");
    if (exit_code != kAsExpected) return exit_code;
  }
  for (const Shards& shards : sorted->shards) {
    const int exit_code =
        Report(ImportShards(shards, args.store),
               absl::StrCat(" (of ", shards.size(), " shards)"));
    if (exit_code != kAsExpected) return exit_code;
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
