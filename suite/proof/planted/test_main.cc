// The main() of a test that runs cases, whose workers are this program again.

#include "gtest/gtest.h"
#include "suite/engine/session.h"

int main(int argc, char** argv) {
  wgsync::MaybeWorkerMain(argc, argv);
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
