#include "devices/faults/fault_spec.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace wgsync {
namespace {

std::string ErrorOf(const std::string& text) {
  std::vector<FaultSpec> faults;
  std::string error;
  return ParseFaults(text, &faults, &error) ? "" : error;
}

TEST(FaultSpecTest, AFaultNamesItsCall) {
  std::vector<FaultSpec> faults;
  std::string error;
  ASSERT_TRUE(ParseFaults("clGetDeviceInfo(0x1002):answer=7@3+,clFinish:hang",
                          &faults, &error))
      << error;
  ASSERT_EQ(faults.size(), 2u);
  EXPECT_EQ(faults[0].entry, k_clGetDeviceInfo);
  EXPECT_EQ(faults[0].param, 0x1002u);
  EXPECT_EQ(faults[0].fault, Fault::kAnswer);
  EXPECT_EQ(faults[0].value, 7);
  EXPECT_EQ(faults[0].nth, 3u);
  EXPECT_TRUE(faults[0].onwards);
  EXPECT_EQ(faults[1].entry, k_clFinish);
  EXPECT_EQ(faults[1].param, kAnyParam);
  EXPECT_EQ(faults[1].nth, 1u);
  EXPECT_FALSE(faults[1].onwards);
}

TEST(FaultSpecTest, AnErrorHasACodeOfItsOwn) {
  std::vector<FaultSpec> faults;
  std::string error;
  ASSERT_TRUE(ParseFaults("clFlush:error,clFlush:error=-36", &faults, &error));
  EXPECT_EQ(faults[0].value, -5);
  EXPECT_EQ(faults[1].value, -36);
}

TEST(FaultSpecTest, WhatIsUnknownIsOneLine) {
  for (const char* bad :
       {"clFinish", "clFinish:", ":hang", "clDoes:hang", "clFinish:drop",
        "clFinish:none", "clFinish:hang@0", "clFinish:hang@x",
        "clFinish:error=x", "clFinish(x):hang", ",clFinish:hang",
        "clFinish:hang,clFlush:hangs",
        "clFlush:hang,clFlush:hang,clFlush:hang,clFlush:hang,clFlush:hang"}) {
    const std::string error = ErrorOf(bad);
    EXPECT_NE(error, "") << bad;
    EXPECT_EQ(error.find('\n'), std::string::npos) << error;
  }
  EXPECT_NE(ErrorOf("clFinish:drop").find("early"), std::string::npos)
      << "says which there are";
}

TEST(FaultSpecTest, EveryEntryPointHasTheCommonFaults) {
  ASSERT_GT(kEntryPoints, 20u);
  for (uint32_t e = 0; e < kEntryPoints; ++e) {
    for (const Fault f : kAnywhere) EXPECT_TRUE(Has(e, f));
    for (const Fault f : LiesOf(e)) {
      EXPECT_EQ(ErrorOf(std::string(EntryPointName(e)) + ":" +
                        std::string(FaultName(f))),
                "");
    }
  }
}

TEST(FaultSpecTest, EveryLieHasAnEntryPoint) {
  for (uint32_t f = 1; f < static_cast<uint32_t>(Fault::kFaults); ++f) {
    bool found = false;
    for (uint32_t e = 0; e < kEntryPoints; ++e) {
      found = found || Has(e, static_cast<Fault>(f));
    }
    EXPECT_TRUE(found) << FaultName(static_cast<Fault>(f));
  }
}

}  // namespace
}  // namespace wgsync
