#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"
#include "reports/advice/residency_table.h"
#include "reports/render/text.h"
#include "suite/core/base/fields_json.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/plan/case.h"
#include "suite/core/record/residency_record.h"
#include "suite/residency/survey.h"
#include "tools/cli/cli.h"
#include "tools/cmd/device_sections.h"
#include "tools/run/device_list.h"
#include "tools/run/live_line.h"

namespace wgsync {
namespace {

// The accesses of the barrier that is measured, as parts of an id.
struct LoopAccess {
  const char* name;
  const char* words;
};
constexpr LoopAccess kAccesses[] = {
    {"fenced", "/poll=rmw/signal=rmw/fence=device"},
    {"ordered", "/poll=acquire/signal=release/fence=none"},
    {"opencl12", "/poll=rmw/signal=rmw/fence=rw_mem"},
};

absl::StatusOr<SurveyedKernel> KernelOf(const std::string& name,
                                        const std::string& size,
                                        const std::string& ballast,
                                        const std::string& registers) {
  std::string id = "barrier.counter_per_group";
  for (const LoopAccess& access : kAccesses) {
    if (name == access.name) id += access.words;
  }
  absl::StrAppend(&id, "/pay=plain/work=exchange/wg=", size, "/groups=res");
  if (ballast != "0") absl::StrAppend(&id, "/ballast=", ballast);
  if (registers != "low") absl::StrAppend(&id, "/regs=", registers);
  ASSIGN_OR_RETURN(KernelCase c, ParseKernelCaseId(id));
  return SurveyedKernel{name, c, BoardMode::kOff};
}

absl::StatusOr<std::vector<SurveyedKernel>> AllKernels(const DeviceArgs& args) {
  std::vector<SurveyedKernel> kernels;
  for (const std::string& name : args.kernels) {
    for (const std::string& board : args.boards) {
      for (const std::string& size : args.sizes) {
        for (const std::string& ballast : args.ballasts) {
          for (const std::string& registers : args.registers) {
            ASSIGN_OR_RETURN(SurveyedKernel kernel,
                             KernelOf(name, size, ballast, registers));
            if (board == "relaxed") kernel.board = BoardMode::kRelaxed;
            kernels.push_back(std::move(kernel));
          }
        }
      }
    }
  }
  return kernels;
}

void ShowRow(const ResidencyRow& row) {
  std::fprintf(
      stderr, "  wg=%s ballast=%s regs=%s: %s\n", row.wg.c_str(),
      row.ballast.c_str(), row.regs.c_str(),
      row.res_low == 0
          ? OneLine(row.problem).c_str()
          : absl::StrCat("low ", row.res_low, ", high ", row.res_high).c_str());
}

}  // namespace

absl::StatusOr<int> MeasureResidency(const DeviceArgs& args) {
  ASSIGN_OR_RETURN(const std::vector<SurveyedKernel> kernels, AllKernels(args));
  ASSIGN_OR_RETURN(const std::vector<DeviceInfo> devices,
                   FindDevices(args.device));
  int exit_code = kAsExpected;
  nlohmann::json all = nlohmann::json::array();
  if (!args.output.json) {
    std::printf("%s\n", ResidencyColumns(ProseWidth()).c_str());
    std::fflush(stdout);
  }
  Progress progress;
  for (const DeviceInfo& device : devices) {
    SurveyOptions options;
    options.device = device;
    options.kernels = kernels;
    for (uint32_t distance : args.distances) {
      if (distance != 0) options.distances.push_back(distance);
    }
    options.safe = args.safe;
    progress.Follow(
        absl::StrCat("the residency of ", Counted(kernels.size(), "kernel")),
        &options);
    options.lock_seconds = args.wait_seconds;
    options.on_row = [&](const ResidencyRow& row) {
      progress.Clear();
      ShowRow(row);
    };
    const absl::StatusOr<ResidencyReport> report = SurveyResidency(options);
    progress.Clear();
    if (!report.ok()) {
      const std::string name = OneLine(device.full_name);
      exit_code = WorseExit(
          exit_code,
          Complain(kInfrastructure,
                   absl::StrCat(name, ": ", report.status().message())));
      continue;
    }
    if (Contradicts(*report)) exit_code = WorseExit(exit_code, kInfrastructure);
    if (args.output.json) {
      all.push_back(FieldsToJson(*report));
    } else {
      std::printf("%s\n", ResidencyText(*report, ProseWidth()).c_str());
      std::fflush(stdout);
    }
  }
  if (args.output.json) PrintJson(all);
  return exit_code;
}

}  // namespace wgsync
