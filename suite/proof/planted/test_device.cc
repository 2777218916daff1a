#include "suite/proof/planted/test_device.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "gtest/gtest.h"
#include "suite/core/verdict/verdict.h"
#include "suite/engine/session.h"

namespace wgsync {

absl::StatusOr<DeviceInfo> FindTestDevice() {
  const auto all = EnumerateDevices();
  if (!all.ok()) return all.status();
  const char* wanted = std::getenv("WGSYNC_TEST_DEVICE");
  const auto chosen = ChooseDevices(
      *all, wanted != nullptr ? wanted : "Portable Computing Language/");
  if (!chosen.ok()) return chosen.status();
  return chosen->front();
}

void ChoosePocl() {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(testing::TempDir()) / "vendors";
  std::error_code error;
  fs::create_directories(folder, error);
  fs::copy_file("/etc/OpenCL/vendors/pocl.icd", folder / "pocl.icd",
                fs::copy_options::overwrite_existing, error);
  if (!error) setenv("OCL_ICD_VENDORS", folder.c_str(), 0);
}

bool MachineWasBusy(const CaseResult& r) {
  if (!IsInconclusive(r)) return false;
  std::printf("inconclusive: %s is %s\n", r.id.c_str(),
              VerdictText(r.verdict).c_str());
  return true;
}

}  // namespace wgsync
