// The words of a lock's wrong launch, for who reads them first.

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "suite/core/plan/case.h"
#include "suite/engine/case_runner.h"

namespace wgsync {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string Words(const std::string& primitive, const std::string& workload,
                  const PayloadFacts& payload) {
  Exhibit x;
  x.spec.program.c = *ParseKernelCaseId(
      primitive + "/poll=rmw/signal=rmw/fence=device/pay=plain/work=" +
      workload + "/wg=64/groups=8");
  x.spec.groups = 8;
  x.o.payload = payload;
  x.o.payload.judged = true;
  x.o.ending = Ending::kFinished;
  const std::vector<std::string> words = DescribeCase({}, {}, {x});
  return words.empty() ? "" : words[0];
}

TEST(DescribeCaseTest, NoWrongReadIsNoneThatIsTold) {
  PayloadFacts p;
  p.reads = 8192;
  p.final_wrong = 1;
  p.final_text = "the count is 8191 instead of 8192";
  p.owner_changed = 1;
  EXPECT_THAT(Words("mutex.spin_exchange", "counter", p),
              HasSubstr("; payload wrong: the count is 8191 instead of 8192; "
                        "the owner changed under 1 holder"));
  p.owner_changed = 2;
  EXPECT_THAT(Words("mutex.spin_exchange", "counter", p),
              HasSubstr("under 2 holders"));
  p.owner_changed = 0;
  EXPECT_THAT(Words("mutex.spin_exchange", "counter", p),
              HasSubstr("8192; the owner word never changed under a holder"));
}

TEST(RateTextTest, ARateHasItsBound) {
  EXPECT_EQ(RateText(0, 16),
            "0 of 16 launches came out wrong: at 95 % fewer than 17.1 % of "
            "them do");
  EXPECT_EQ(RateText(2, 30),
            "2 of 30 launches came out wrong: at 95 % fewer than 19.5 % of "
            "them do");
  EXPECT_EQ(RateText(4, 4), "4 of 4 launches came out wrong");
}

TEST(DescribeCaseTest, WrongReadsAreCounted) {
  PayloadFacts p;
  p.reads = 100;
  p.wrong = 7;
  p.again_new = 5;
  p.torn = 1;
  EXPECT_THAT(
      Words("barrier.counter_per_group", "exchange", p),
      HasSubstr("payload wrong: 7 of 100 reads (5 of them new when read "
                "again on the spot, 1 of no earlier round)"));
}

TEST(DescribeCaseTest, LostWorkItemsAndReadsAreCounted) {
  PayloadFacts p;
  p.items_due = 512;
  p.items_ended = 504;
  p.reads = 112;
  p.reads_due = 128;
  EXPECT_THAT(Words("barrier.counter_per_group", "exchange", p),
              HasSubstr("; 504 of 512 work-items reached the kernel's end; "
                        "payload right in the 112 reads that were made of "
                        "128"));
  p.items_ended = 512;
  EXPECT_THAT(Words("barrier.counter_per_group", "exchange", p),
              Not(HasSubstr("kernel's end")));
}

TEST(DescribeCaseTest, ASemaphoresPermitsAreCounted) {
  PayloadFacts p;
  p.reads = 100;
  p.most_out = 11;
  p.owner_changed = 1;
  EXPECT_THAT(Words("semaphore.spin_10", "holders", p),
              HasSubstr("payload wrong: at most 11 of 10 permits were out at "
                        "once, 2 to a group; more than there are under 1 "
                        "holder"));
}

}  // namespace
}  // namespace wgsync
