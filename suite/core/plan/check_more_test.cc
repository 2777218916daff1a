#include "suite/core/plan/check_more.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/catalog/more.h"

namespace wgsync {
namespace {

constexpr char kSound[] =
    "barrier.kernel_boundary/poll=plain/signal=plain/fence=none/pay=plain/"
    "work=exchange/wg=64/groups=res";

More Own() {
  Primitive p = *FindPrimitive("barrier.counter_per_group");
  p.name = "barrier.own";
  p.file = "barriers/own.cl";
  p.texts[p.file] = "// a kernel";
  return {{p}, {{kSound, "a reason"}}};
}

// As the catalog puts them together.
std::string FaultOf(const More& more) {
  std::vector<Primitive> all(Primitives().begin(), Primitives().end());
  all.insert(all.end(), more.primitives.begin(), more.primitives.end());
  return std::string(CheckMore(more, all).message());
}

std::string OfPrimitive(const std::string& name, const std::string& fault) {
  return "MoreRows() (suite/core/catalog/more.h), primitive \"" + name +
         "\": " + fault;
}

TEST(MoreTest, WhatIsLinkedIntoThisProgramHasNoFault) {
  EXPECT_EQ(CheckMore(MoreRows(), Primitives()).message(), "");
}

TEST(MoreTest, ASoundRowIsTaken) { EXPECT_EQ(FaultOf(Own()), ""); }

TEST(MoreTest, ANameIsOnePrimitivesAlone) {
  More more = Own();
  more.primitives[0].name = "barrier.counter_per_group";
  EXPECT_EQ(FaultOf(more),
            OfPrimitive("barrier.counter_per_group",
                        "another primitive has this name; choose another one"));
  more = Own();
  more.primitives.push_back(more.primitives[0]);
  EXPECT_EQ(FaultOf(more),
            OfPrimitive("barrier.own",
                        "another primitive has this name; choose another one"));
}

TEST(MoreTest, ANameBeginsWithItsFamily) {
  for (const char* name : {"own", "barrier.", "mutex.own"}) {
    More more = Own();
    more.primitives[0].name = name;
    EXPECT_EQ(FaultOf(more),
              OfPrimitive(name, "its name must begin with \"barrier.\""));
  }
}

TEST(MoreTest, ARowHasItsKernel) {
  More more = Own();
  more.primitives[0].texts.clear();
  EXPECT_EQ(FaultOf(more), OfPrimitive("barrier.own",
                                       "its `texts` lack the OpenCL C of "
                                       "barriers/own.cl"));
  more.primitives[0].file = "";
  EXPECT_EQ(FaultOf(more),
            OfPrimitive("barrier.own",
                        "its `file` is empty; name it as below kernels/"));
}

TEST(MoreTest, ARowHasWorkloadsOfItsFamily) {
  More more = Own();
  more.primitives[0].workloads = {"exchange", "none"};
  EXPECT_EQ(FaultOf(more),
            OfPrimitive("barrier.own", "no workload is called none"));
  more.primitives[0].workloads = {"counter"};
  EXPECT_EQ(
      FaultOf(more),
      OfPrimitive("barrier.own", "workload counter is one for family mutex"));
  more.primitives[0].workloads = {};
  EXPECT_EQ(FaultOf(more), OfPrimitive("barrier.own", "it has no workload"));
}

TEST(MoreTest, ARowIsOrderedAsAProgramOfTheSuite) {
  More more = Own();
  more.primitives[0].order_as = "mutexes/mcs";
  EXPECT_EQ(FaultOf(more), "");
  more.primitives[0].order_as = "mcs";
  EXPECT_EQ(FaultOf(more),
            OfPrimitive("barrier.own",
                        "its `order_as` is \"mcs\", no program; name one such "
                        "as \"mutexes/mcs\""));
}

TEST(MoreTest, ACaseOfSmokeIsOneAndSaysWhy) {
  const std::string head = "MoreRows() (suite/core/catalog/more.h), smoke \"";
  More more = Own();
  more.smoke[0].why = "";
  EXPECT_EQ(FaultOf(more), head + kSound + "\": its `why` is empty");
  more = Own();
  more.smoke[0].id = "barrier.kernel_boundary";
  EXPECT_EQ(
      FaultOf(more),
      head +
          "barrier.kernel_boundary\": case \"barrier.kernel_boundary\": it "
          "ends before /poll=");
}

}  // namespace
}  // namespace wgsync
