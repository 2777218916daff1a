// Compiles programs of cases by compilers that are commands, for devices that
// need not be here; and by the driver of one that is here.

#ifndef WGSYNC_TOOLS_RUN_COMPILE_FOR_H_
#define WGSYNC_TOOLS_RUN_COMPILE_FOR_H_

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "suite/compiled/compiled_report.h"
#include "suite/core/plan/plan.h"

namespace wgsync {

// "gfx1030", "dg2", ...
std::vector<std::string> CompileTargets();

// The target whose compiler is the driver of an NVIDIA GPU that is here: PTX.
inline constexpr char kDriverTarget[] = "nvidia";

// The cases with a program whose waits can be read, one of each form.
std::vector<PlannedCase> FormsOf(const std::vector<PlannedCase>& cases);

struct CompileOptions {
  std::vector<std::string> targets;
  std::vector<PlannedCase> forms;  // FormsOf()
  // What `tools/drivers/fetch.sh compilers` printed; "": commands of the PATH.
  std::string compilers;
  // Folder of the listings. One that is there by the digest of its program,
  // options, target and compiler is not made again.
  std::string listings;
  size_t jobs = 1;
  // The driver of the target `nvidia`, and what builds a program by it and
  // returns the binary, one call at a time.
  std::string driver;
  std::function<absl::StatusOr<std::string>(const std::string& source,
                                            const std::string& options)>
      build;
  // A form for a target begins; of several threads.
  std::function<void(const std::string& id, size_t done, size_t total)>
      on_start;
};

// Each of `forms` for each of `targets`. An error if a compiler is not there,
// if a target is unknown, or if the folder of listings cannot be written. A
// program that a compiler refuses is an unknown statement.
absl::StatusOr<CompiledReport> CompileFor(const CompileOptions& options);

// The forms that may be written where each compiler of the report must keep the
// wait: those that count, and that all of them keep. None of an algorithm in
// which a group may miss what it waits for.
std::vector<std::string> SoundFormsKept(const CompiledReport& report);

}  // namespace wgsync

#endif  // WGSYNC_TOOLS_RUN_COMPILE_FOR_H_
