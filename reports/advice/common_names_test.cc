#include "reports/advice/common_names.h"

#include <cstddef>
#include <map>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "suite/core/catalog/catalog.h"

namespace wgsync {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;

TEST(CommonNamesTest, EachGlobNamesPrimitives) {
  for (absl::Span<const CommonName> table : {Kinds(), CommonNames()}) {
    for (const CommonName& row : table) {
      for (absl::string_view glob : row.primitives) {
        bool found = false;
        for (const Primitive& p : Primitives()) {
          found |= PlaceOf({std::string(glob)}, p.name) == 0;
        }
        for (const HostCheck& h : HostChecks()) {
          found |= PlaceOf({std::string(glob)}, h.name) == 0;
        }
        EXPECT_TRUE(found) << row.name << ": " << glob;
      }
    }
  }
}

// A new primitive is part of an answer, or is named here with the reason.
TEST(CommonNamesTest, EachPrimitiveIsOfAKind) {
  for (const Primitive& p : Primitives()) {
    // It has no waits: a litmus test of one word.
    if (p.name == "handoff.coherence_one_word") continue;
    // Litmus shapes: they classify a device, for the answers of all kinds.
    if (p.family == Family::kProgress) continue;
    bool found = false;
    for (const CommonName& kind : Kinds()) {
      for (absl::string_view glob : kind.primitives) {
        found |= PlaceOf({std::string(glob)}, p.name) == 0;
      }
    }
    EXPECT_TRUE(found) << p.name;
  }
}

TEST(WhatIsMeantTest, TakesNamesInAnySpelling) {
  for (const char* text : {"look-back", "Lookback", "LOOK BACK", "lookbacks"}) {
    const absl::StatusOr<Meant> meant = WhatIsMeant(text);
    ASSERT_TRUE(meant.ok()) << text << ": " << meant.status();
    EXPECT_EQ(meant->name, "look-back") << text;
  }
  EXPECT_EQ(WhatIsMeant("single pass scan")->primitives.front(),
            "handoff.lookback_by_ticket");
  // In the words of other languages, of the API, and of algorithms.
  EXPECT_EQ(WhatIsMeant("Cooperative Groups")->primitives.front(),
            "barrier.counter_per_group");
  EXPECT_EQ(WhatIsMeant("clFinish()")->primitives.front(), "host_sync.finish");
  EXPECT_EQ(WhatIsMeant("64-bit word")->primitives.front(),
            "handoff.value_in_word");
  EXPECT_THAT(WhatIsMeant("host write")->primitives,
              ElementsAre("host_sync.write_while_running"));
  EXPECT_EQ(WhatIsMeant("SpTRSV")->primitives.front(),
            "handoff.dependency_distance");
}

TEST(WhatIsMeantTest, TakesAPartOfAPrimitivesName) {
  EXPECT_THAT(WhatIsMeant("disseminat")->primitives,
              ElementsAre("barrier.dissemination"));
  EXPECT_THAT(WhatIsMeant("profiling_elapsed")->primitives,
              ElementsAre("host_sync.profiling_elapsed"));
  EXPECT_THAT(WhatIsMeant("look-back by group id")->primitives,
              ElementsAre("handoff.lookback_by_group_id"));
}

TEST(WhatIsMeantTest, TakesTheBeginningOfNamesThatMeanTheSame) {
  EXPECT_EQ(WhatIsMeant("persistent")->name, "persistent threads");
  EXPECT_EQ(WhatIsMeant("look-back by id")->primitives,
            WhatIsMeant("stream")->primitives);
  EXPECT_FALSE(WhatIsMeant("single").ok());  // single-pass scan, singleton
}

TEST(WhatIsMeantTest, NamesTheKindsAndTheNearestForAnyOtherText) {
  for (const auto& [text, help] : std::map<std::string, std::string>{
           {"", "; `wgsync can --help` has more names"},
           {"-", "; `wgsync can --help` has more names"},
           {"nosuch", "; `wgsync can --help` has more names"},
           {"barier", "; the nearest is barrier"},
           {"tiket lock", "; the nearest is ticket lock"},
           {"flurb", "; the nearest is host_sync.flush"}}) {
    const absl::Status status = WhatIsMeant(text).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << text;
    const std::string message(status.message());
    EXPECT_THAT(message, HasSubstr("ask for barrier, lock, semaphore, "));
    EXPECT_THAT(message, EndsWith(help));
    EXPECT_LT(message.size(), size_t{200});
  }
}

}  // namespace
}  // namespace wgsync
