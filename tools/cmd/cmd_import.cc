#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "reports/diff/run_store.h"
#include "suite/core/record/run_log.h"
#include "tools/cli/cli.h"

namespace wgsync {
namespace {

struct ImportArgs {
  std::vector<std::string> folders;
  std::string store = "wgsync-runs/store";
  bool verify = false;
};

int Import(const ImportArgs& args) {
  // All of them are read first, so that a bad one leaves the store as it was.
  std::vector<Run> all;
  for (const std::string& folder : args.folders) {
    absl::StatusOr<std::vector<Run>> runs = ReadRuns(folder);
    if (!runs.ok()) return Complain(kBadInput, runs.status().message());
    for (Run& run : *runs) {
      if (run.device != 0) continue;  // of a log that is imported already
      absl::Status whole = CheckIntegrity(run);
      if (!whole.ok()) return Complain(kBadInput, whole.message());
      all.push_back(std::move(run));
    }
  }
  for (const Run& run : all) {
    if (args.verify) {
      std::printf("%s: %s\n", run.folder.c_str(),
                  run.sealed ? "whole, and as it was written"
                             : "whole; of an older schema, without a digest");
      continue;
    }
    absl::StatusOr<Imported> imported = ImportRun(run, args.store);
    if (!imported.ok()) return ComplainOf(imported.status());
    std::printf("%s%s%s\n", imported->folder.c_str(),
                imported->was_there ? " (was there)" : "",
                imported->without_digest
                    ? " (of an older schema, without a digest: its integrity "
                      "is not known)"
                    : "");
  }
  return kAsExpected;
}

}  // namespace

void AddImportCommand(CommandHandle app, int* exit_code) {
  auto args = std::make_shared<ImportArgs>();
  CommandHandle command = app.AddSubcommand(
      "import", "Takes runs, also of another machine, into a store");
  command.AddOption("run", args->folders, "Folders that `wgsync run` wrote")
      .TypeName("RUN")
      .Required();
  command.AddOption("--store", args->store, "Folder of the store")
      .TypeName("FOLDER");
  command.AddFlag("--verify", args->verify,
                  "Only checks that each log is whole and was not damaged");
  command.OnParse([args, exit_code] { *exit_code = Import(*args); });
}

}  // namespace wgsync
