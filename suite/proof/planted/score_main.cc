// The main() of a test of planted cases.

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

#include "gtest/gtest.h"
#include "suite/engine/session.h"
#include "suite/proof/planted/score.h"

int main(int argc, char** argv) {
  wgsync::MaybeWorkerMain(argc, argv);
  testing::InitGoogleTest(&argc, argv);
  const int result = RUN_ALL_TESTS();
  std::printf("%s", wgsync::TheScore().Table().c_str());
  const char* outputs = getenv("TEST_UNDECLARED_OUTPUTS_DIR");
  if (outputs != nullptr) {
    std::ofstream file(std::string(outputs) + "/score.tsv");
    file << wgsync::TheScore().Tsv();
    if (!file.flush()) return 1;
  }
  return result;
}
