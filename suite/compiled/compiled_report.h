// What compilers made of the waits of many programs, and its file:
//
//   {"kind":"compile","schema":1,"suite_digest":...,"targets":[{...}],
//    "forms":[{"form":...,"case":...,"results":[{"target":...,...}]}]}

#ifndef WGSYNC_SUITE_COMPILED_COMPILED_REPORT_H_
#define WGSYNC_SUITE_COMPILED_COMPILED_REPORT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "nlohmann/json_fwd.hpp"
#include "suite/compiled/wait_statement.h"

namespace wgsync {

class FieldVisitor;

struct CompiledTarget {
  std::string name;      // "gfx1030"
  std::string dialect;   // of its listings
  std::string compiler;  // with its version
  // What it emits for an acquire and a release fence at device scope.
  std::vector<std::string> acquire, release;
  void Fields(FieldVisitor& v);
};

struct CompiledResult {
  std::string target;
  WaitJudgement judgement;
  std::string listing;  // its file in the folder of listings
  void Fields(FieldVisitor& v);
};

// A way to write the waits and signals of a primitive.
struct CompiledForm {
  std::string form;     // a case's id up to its workload
  std::string case_id;  // the case whose program was compiled
  // OpenCL guarantees that its waits end, or it is customary; the same of what
  // the payload's reads find.
  bool counts = false, order_counts = false;
  uint64_t waits = 0;  // in the program
  std::vector<CompiledResult> results;
  void Fields(FieldVisitor& v);
};

struct CompiledReport {
  std::string suite_digest;
  std::vector<CompiledTarget> targets;
  std::vector<CompiledForm> forms;
  void Fields(FieldVisitor& v);
};

nlohmann::json ToJson(const CompiledReport& report);
absl::StatusOr<CompiledReport> ReadCompiledReport(const std::string& file);

// A statement that differs between two reports.
struct CompiledChange {
  std::string form, target;
  bool counts = false, order_counts = false;
  WaitJudgement before, after;
  // A form that counts became lost; one whose order counts became open and was
  // not lost.
  bool IsWorse() const;
};

struct CompiledChanges {
  std::vector<CompiledChange> changes;
  uint64_t compared = 0;  // forms of targets that both reports have
  uint64_t alone = 0;     // those of one report
};
CompiledChanges ChangesOf(const CompiledReport& before,
                          const CompiledReport& after);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_COMPILED_COMPILED_REPORT_H_
