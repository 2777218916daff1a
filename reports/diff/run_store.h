// A store of runs: a folder with device / driver / run id below it, each of
// them a run as `wgsync run` wrote it. ReadRuns() reads a store, or any folder
// in it, as it reads any other folder of runs.

#ifndef WGSYNC_REPORTS_DIFF_RUN_STORE_H_
#define WGSYNC_REPORTS_DIFF_RUN_STORE_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "reports/diff/join_shards.h"
#include "suite/core/record/run_log.h"

namespace wgsync {

// "20261121T101112Z-1a2b3c4d": when the run began and a part of its digest, so
// that the same run has the same id wherever it comes from.
std::string RunId(const Run& run);

// Where the run belongs in a store: "pocl-cpu/3.1-5d41402a/20261121T...".
std::string StorePath(const Run& run);

// An error where the log was changed after its run had ended: nothing may be
// concluded from it. A run of schema 1 has no digest and is taken as it is.
absl::Status CheckUnchanged(const Run& run);
// The same, and an error where the run was cut short: neither may be a
// baseline.
absl::Status CheckIntegrity(const Run& run);

struct Imported {
  std::string folder;           // the run's, in the store
  bool was_there = false;       // the same run, imported before
  bool without_digest = false;  // of schema 1: its integrity is not known
};
// Copies a run into the store, whole or not at all. Errors are ReadRun's and
// CheckIntegrity's, and where the store cannot be written.
absl::StatusOr<Imported> ImportRun(const Run& run, const std::string& store);
// Joins the shards to one run, and writes that. Errors are JoinShards()'s too.
absl::StatusOr<Imported> ImportShards(const Shards& shards,
                                      const std::string& store);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_DIFF_RUN_STORE_H_
