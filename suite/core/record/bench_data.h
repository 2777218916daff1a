// What `wgsync bench` has measured, and its file.
//
//   {"kind":"bench","schema":1,"device":{...},"driver_digest":...,
//    "launches":5,"seconds":..., "notes":[...],
//    "bases":[{...}], "lines":[{...}]}
//
// Times are seconds, of each launch by itself; what is made of them
// (nanoseconds, medians) is written beside them for other readers, and is
// computed anew when the file is read. Whole launches are kept, so that a
// reader may subtract otherwise, or nothing.

#ifndef WGSYNC_SUITE_CORE_RECORD_BENCH_DATA_H_
#define WGSYNC_SUITE_CORE_RECORD_BENCH_DATA_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "nlohmann/json_fwd.hpp"
#include "suite/core/record/bench_stats.h"

namespace wgsync {

enum class ProgressNeed;  // catalog/catalog.h
enum class Soundness;     // plan/soundness.h

class FieldVisitor;

inline constexpr int kBenchSchema = 1;

// The workload without synchronization, on one grid.
struct BenchBase {
  std::string workload;
  uint64_t groups = 0;
  uint32_t group_size = 0;
  std::string clock;  // "device" or "host"
  uint64_t rounds = 0;
  std::vector<double> seconds;    // of `rounds` rounds
  std::vector<double> one_round;  // of one
  // It came out wrong, as it must: what is right on this grid was synchronized.
  bool wrong = false;
  std::string reason;     // why there is no time; "" where there is one
  BaseTime Time() const;  // by medians

  void Fields(FieldVisitor& v);
};

// How often each group has had a lock in one launch.
struct Shares {
  uint64_t least = 0;
  double median = 0;
  uint64_t most = 0;

  void Fields(FieldVisitor& v);
};

// One case that was timed, or why not.
struct BenchLine {
  std::string id;  // of the case, with the numbers of its grid
  absl::optional<Soundness> soundness;
  absl::optional<ProgressNeed> need;
  uint64_t groups = 0;
  uint32_t group_size = 0;
  uint32_t residency = 0;  // 0: not known
  bool bounded = false;    // its waits would have given up
  // "" where it was timed; else what came: "wrong", "hang", "unproven",
  // "beyond", "unsupported", "build-failed", "crash", "lost", "error", "slow",
  // "infra"; and what that was.
  std::string outcome;
  std::string reason;

  std::string clock;            // "device" or "host"
  uint64_t rounds = 0;          // of a launch
  uint64_t operations = 0;      // of a launch: barriers, or acquisitions
  std::vector<double> seconds;  // of each launch
  double base_seconds = 0;      // of such a launch without synchronization
  // Launches that were judged, whichever workload they had, and those of them
  // that were wrong or did not end.
  uint64_t judged = 0;
  uint64_t failed = 0;
  uint64_t checked_reads = 0;  // by the second workload, all right
  std::vector<Shares> shares;  // of each launch; of locks only
  // Of a CPU device: other processes took so many of the machine's cores, on
  // average, while it was timed, and enough to make its threads wait for one.
  double other_cores = 0;

  bool timed() const { return outcome.empty() && !seconds.empty(); }
  // Of one operation, in nanoseconds: by each launch, and of all of them.
  std::vector<double> EachNs() const;
  Spread Ns() const;

  void Fields(FieldVisitor& v);
};

struct Bench {
  std::string device;  // "platform/device"
  std::string driver_version;
  std::string driver_digest;
  std::string type;  // "cpu", "gpu"
  uint32_t launches = 0;
  double seconds = 0;  // that it all took
  std::vector<std::string> notes;
  std::vector<BenchBase> bases;
  std::vector<BenchLine> lines;

  // All but "kind" and "schema".
  void Fields(FieldVisitor& v);
};

nlohmann::json ToJson(const Bench& bench);
// `name` is for the errors, which say what is wrong and where.
absl::StatusOr<Bench> ParseBench(absl::string_view text,
                                 const std::string& name);
absl::StatusOr<Bench> ReadBench(const std::string& file);
absl::Status WriteBench(const Bench& bench, const std::string& file);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_RECORD_BENCH_DATA_H_
