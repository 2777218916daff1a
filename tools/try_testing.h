// For tests of `wgsync try` on a real device, PoCL.

#ifndef WGSYNC_TOOLS_TRY_TESTING_H_
#define WGSYNC_TOOLS_TRY_TESTING_H_

#include <fstream>
#include <string>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "tools/wgsync_program_testing.h"

namespace wgsync {

class TryDeviceTest : public ProgramTest {
 protected:
  ProgramOutcome Try(const std::string& file, const std::string& options,
                     const char* limits = "--launches 12 --timeout 0.5") {
    return Wgsync(
        absl::StrCat("try ", file, " --device Portable ", limits, " ", options),
        Pocl());
  }
  nlohmann::json Tried(const std::string& name, const std::string& mistake,
                       const std::string& options = "") {
    return Reported(
        Try(absl::StrCat("suite/proof/tried/", name, ".cl"),
            absl::StrCat("--json --line 'options ", mistake, "' ", options)));
  }
  // The report, with the exit code. Progress precedes the document.
  nlohmann::json Reported(const ProgramOutcome& made) {
    const size_t begin = made.text.find("{\n");
    auto report = nlohmann::json::parse(
        begin == std::string::npos ? "" : made.text.substr(begin), nullptr,
        /*allow_exceptions=*/false);
    EXPECT_TRUE(report.is_object()) << made.text;
    if (!report.is_object()) return {{"verdict", ""}, {"exit", -1}};
    report["exit"] = made.exit_code;
    return report;
  }
  std::string Written(const std::string& text) {
    const std::string path = folder_ + "/k.cl";
    std::ofstream(path) << text;
    return path;
  }
};

}  // namespace wgsync

#endif  // WGSYNC_TOOLS_TRY_TESTING_H_
