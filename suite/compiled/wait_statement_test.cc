#include "suite/compiled/wait_statement.h"

#include <array>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "suite/compiled/listing.h"
#include "suite/core/base/test_file.h"

namespace wgsync {
namespace {

using Parts = std::vector<std::vector<std::string>>;

std::string Recorded(const std::string& name) {
  std::string text = ReadTestFile("suite/compiled/listings/" + name);
  EXPECT_NE(text, "") << name;
  return text;
}

SourceRoles Roles() { return RolesOf(Recorded("wait.cl")); }

struct Made {
  const char* dialect;
  FenceParts fences;
};
Made Gfx1030() {
  return {"amdgcn",
          {{{"vmcnt(0)", "buffer_gl1_inv", "buffer_gl0_inv"}}, {{"vscnt(0)"}}}};
}
Made Gfx942() {
  return {
      "amdgcn",
      {{{"vmcnt(0)", "buffer_inv sc1"}}, {{"buffer_wbl2 sc1", "vmcnt(0)"}}}};
}
Made Pvc() {
  return {"intel",
          {{{"fence.ugm.invalidate.gpu"}},
           {{"fence.ugm.none.gpu"}, {"fence.ugm.invalidate.gpu"}}}};
}
Made H200() { return {"ptx", {{{"membar.gl"}}, {{"membar.gl"}}}}; }

WaitJudgement JudgeText(const Made& made, const std::string& text,
                        uint64_t waits = 1) {
  const absl::StatusOr<Listing> listing =
      ReadListing(made.dialect, text, "wgsync_case");
  EXPECT_TRUE(listing.ok()) << listing.status();
  if (!listing.ok()) return {};
  return JudgeWaits(*listing, Roles(), waits, made.fences);
}

// "lost spin 46,47": the statement, its reason and its lines.
std::string Text(const WaitJudgement& j) {
  std::string text =
      absl::StrCat(NamesOf(j.statement)[static_cast<size_t>(j.statement)], " ",
                   NamesOf(j.reason)[static_cast<size_t>(j.reason)]);
  const char* before = " ";
  for (uint64_t line : j.lines) {
    absl::StrAppend(&text, before, line);
    before = ",";
  }
  return text;
}

std::string Read(const Made& made, const std::string& file) {
  return Text(JudgeText(made, Recorded(file)));
}

// The text with one thing replaced, which must be in it.
std::string With(const std::string& text, const std::string& old,
                 const std::string& now) {
  EXPECT_TRUE(absl::StrContains(text, old)) << old;
  return absl::StrReplaceAll(text, {{old, now}});
}

// --- each listing, read by hand ----------------------------------------------

TEST(RecordedTest, APollInItsLoopWithItsFencesIsKept) {
  EXPECT_EQ(Read(Gfx1030(), "kept_gfx1030.txt"), "kept every_path 13");
  EXPECT_EQ(Read(Gfx942(), "kept_gfx942.txt"), "kept every_path 13");
  EXPECT_EQ(Read(H200(), "kept_h200.txt"), "kept every_path 39");
  EXPECT_EQ(Text(JudgeText(Pvc(), Recorded("kept_pvc.txt"))).substr(0, 15),
            "kept every_path");
}

TEST(RecordedTest, AHoistedPollIsLost) {
  // clang's loop has a move of vcc onto itself.
  EXPECT_EQ(Read(Gfx942(), "plain_gfx942.txt"), "lost spin 47,48");
  EXPECT_EQ(Read(H200(), "plain_h200.txt").substr(0, 9), "lost spin");
  // Intel's compiler hoists a volatile one.
  const WaitJudgement j = JudgeText(Pvc(), Recorded("hoisted_dg2.txt"));
  EXPECT_EQ(Text(j).substr(0, 9), "lost spin");
  EXPECT_TRUE(absl::StrContains(j.text, "goto.b")) << j.text;
}

TEST(RecordedTest, APathWithoutFenceIsOpen) {
  EXPECT_EQ(Read(Gfx1030(), "open_gfx1030.txt"), "open open_acquire 13");
  EXPECT_EQ(Read(H200(), "open_h200.txt"), "open open_acquire 41");
  EXPECT_EQ(Text(JudgeText(Pvc(), Recorded("open_pvc.txt"))).substr(0, 17),
            "open open_acquire");
}

TEST(RecordedTest, AScalarLoadOfThePayloadIsUnknown) {
  EXPECT_EQ(Read(Gfx1030(), "scalar_gfx1030.txt"), "unknown constant_cache 23");
}

TEST(ChangedTest, AScalarPollIsUnknown) {
  const std::string text =
      With(Recorded("kept_gfx1030.txt"),
           "global_load_dword v2, v1, s[0:1] offset:128 glc dlc",
           "s_load_dword s9, s[0:1], 0x80 glc");
  EXPECT_EQ(Text(JudgeText(Gfx1030(), text)), "unknown constant_cache 13");
}

// LLVM tells the source line of a clause's first access alone.
TEST(ChangedTest, ALoadInAClauseMayBeThePayloads) {
  const std::string text =
      With(Recorded("kept_gfx1030.txt"), "\t.loc\t0 22 32\n",
           "\ts_clause 0x1\n\tglobal_load_dword v3, v1, s[6:7]\n");
  EXPECT_EQ(Text(JudgeText(Gfx1030(), text)), "kept every_path 13");
  EXPECT_EQ(Text(JudgeText(Gfx1030(), With(text, "\tbuffer_gl0_inv\n", ""))),
            "unknown clause 13");
  EXPECT_EQ(Text(JudgeText(Gfx1030(), With(text, "s_clause 0x1", "s_nop 0"))),
            "unknown no_payload");
}

TEST(RecordedTest, AListingWithoutSourceLinesIsNotGuessed) {
  std::string text;
  for (absl::string_view line :
       absl::StrSplit(Recorded("kept_h200.txt"), '\n')) {
    if (!absl::StrContains(line, ".loc")) absl::StrAppend(&text, line, "\n");
  }
  EXPECT_EQ(Text(JudgeText(H200(), text)), "unknown no_poll");
}

// --- what must change a statement --------------------------------------------

TEST(ChangedTest, WithoutItsLoadTheWaitIsLost) {
  const std::string text =
      With(Recorded("kept_gfx1030.txt"),
           "\tglobal_load_dword v2, v1, s[0:1] offset:128 glc dlc\n", "");
  EXPECT_EQ(Text(JudgeText(Gfx1030(), text)), "lost no_loop");
}

TEST(ChangedTest, ALoopOnLocalMemoryMayBeTheWait) {
  const std::string text =
      With(Recorded("kept_gfx1030.txt"),
           "global_load_dword v2, v1, s[0:1] offset:128 glc dlc",
           "ds_read_b32 v2, v1");
  EXPECT_EQ(Text(JudgeText(Gfx1030(), text)), "unknown no_poll");
}

TEST(ChangedTest, WithoutItsLoopTheWaitIsLost) {
  const std::string text =
      With(Recorded("kept_gfx1030.txt"), "\ts_cbranch_vccnz .LBB0_2\n", "");
  EXPECT_EQ(Text(JudgeText(Gfx1030(), text)), "lost no_loop 13");
}

TEST(ChangedTest, WithoutOnePartOfAFenceItIsOpen) {
  const std::string kept = Recorded("kept_gfx1030.txt");
  EXPECT_EQ(Text(JudgeText(Gfx1030(), With(kept, "\tbuffer_gl0_inv\n", ""))),
            "open open_acquire 13");
  EXPECT_EQ(Text(JudgeText(Gfx1030(),
                           With(kept, "\ts_waitcnt_vscnt null, 0x0\n", ""))),
            "open open_release 39");
  // A wait for all but one store orders nothing.
  EXPECT_EQ(Text(JudgeText(Gfx1030(),
                           With(kept, "vscnt null, 0x0", "vscnt null, 0x1"))),
            "open open_release 39");
  EXPECT_EQ(Text(JudgeText(Gfx942(), With(Recorded("kept_gfx942.txt"),
                                          "\tbuffer_wbl2 sc1\n", "")))
                .substr(0, 17),
            "open open_release");
}

TEST(ChangedTest, AFenceOnOnePathAloneIsOpen) {
  const std::string text =
      With(Recorded("kept_gfx1030.txt"), "\t.loc\t0 21 5\n\tbuffer_gl1_inv\n",
           "\ts_cbranch_scc1 .Lover\n\tbuffer_gl1_inv\n"
           ".Lover:\n");
  EXPECT_EQ(Text(JudgeText(Gfx1030(), text)), "open open_acquire 13");
  // A label that is there twice leads nowhere that is known.
  EXPECT_EQ(Text(JudgeText(Gfx1030(), With(text, "\ts_endpgm\n",
                                           ".Lover:\n\ts_endpgm\n"))),
            "unknown not_in_table 21");
}

TEST(ChangedTest, WhatIsNotKnownIsUnknown) {
  const std::string kept = Recorded("kept_gfx1030.txt");
  const auto with = [&](const std::string& line) {
    return Text(JudgeText(Gfx1030(), With(kept, "\tbuffer_gl1_inv\n",
                                          "\tbuffer_gl1_inv\n" + line)));
  };
  EXPECT_EQ(with("\ts_swappc_b64 s[30:31], s[4:5]\n"),
            "unknown not_in_table 23");
  EXPECT_EQ(with("\timage_load v0, v1, s[0:7]\n"), "unknown not_in_table 23");
  EXPECT_EQ(with("\ts_cbranch_scc1 .Lnowhere\n"), "unknown not_in_table 23");
  EXPECT_EQ(with("\tv_mov_b32_e32 v9, 0\n").substr(0, 4), "kept");
}

TEST(ChangedTest, ACutListingIsUnknown) {
  const std::string kept = Recorded("kept_gfx1030.txt");
  EXPECT_EQ(Text(JudgeText(Gfx1030(), kept.substr(0, kept.find("s_branch"))))
                .substr(0, 20),
            "unknown not_in_table");
}

TEST(ChangedTest, AnInstructionThatNothingLeadsToDoesNotCount) {
  const std::string text = With(Recorded("kept_gfx1030.txt"), "\ts_endpgm\n",
                                "\ts_endpgm\n.Lpad:\n\ts_branch .Lpad\n");
  EXPECT_EQ(Text(JudgeText(Gfx1030(), text)).substr(0, 4), "kept");
}

TEST(ChangedTest, AWayAroundALoadIsNotASpin) {
  // A branch in the loop skips the load: that may never happen.
  const std::string text =
      With(Recorded("kept_gfx1030.txt"), ".LBB0_2:\n\t.loc\t0 5 55 is_stmt 1\n",
           ".LBB0_2:\n\ts_cbranch_execz .Lskip\n\t.loc\t0 5 55 is_stmt 1\n");
  const std::string skips = With(
      With(text, "\tv_cmp_eq_u32_e32 vcc_lo, 0, v2\n", ""),
      "\ts_cbranch_vccnz .LBB0_2\n", ".Lskip:\n\ts_cbranch_vccnz .LBB0_2\n");
  EXPECT_EQ(Text(JudgeText(Gfx1030(), skips)), "kept every_path 14");
}

TEST(ChangedTest, ATrapIsNotAWait) {
  const std::string text =
      With(Recorded("kept_gfx1030.txt"), "\ts_endpgm\n",
           "\ts_trap 2\n.Lpad:\n\ts_sethalt 5\n\ts_branch .Lpad\n");
  EXPECT_EQ(Text(JudgeText(Gfx1030(), text)).substr(0, 20),
            "unknown not_in_table");
}

TEST(ChangedTest, TheFencesPartsInAnotherOrderAreOpen) {
  // The cache is invalidated while the poll's value is still on its way.
  const std::string text = With(
      With(Recorded("kept_gfx942.txt"), "\tbuffer_inv sc1\n", ""),
      "\ts_waitcnt vmcnt(0)\n", "\tbuffer_inv sc1\n\ts_waitcnt vmcnt(0)\n");
  EXPECT_EQ(Text(JudgeText(Gfx942(), text)), "open open_acquire 13");
}

TEST(ChangedTest, ALoopBehindAnUnknownInstructionIsNotASpin) {
  const std::string text = With(Recorded("kept_gfx1030.txt"), "\ts_endpgm\n",
                                "\ts_trap 2\n.Lpad:\n\ts_branch .Lpad\n");
  EXPECT_EQ(Text(JudgeText(Gfx1030(), text)).substr(0, 20),
            "unknown not_in_table");
}

TEST(ChangedTest, AListingCutAfterABranchIsUnknown) {
  const char kText[] =
      "wgsync_case:\n\tglobal_load_dword v0, v1, s[0:1]\n.L1:\n"
      "\ts_add_i32 s9, s9, 1\n\ts_cbranch_scc1 .L1\n";
  EXPECT_EQ(Text(JudgeText(Gfx1030(), kText)), "unknown not_in_table 5");
  EXPECT_EQ(Text(JudgeText(Gfx1030(), absl::StrCat(kText, "\ts_endpgm\n"))),
            "lost no_loop");
}

// ---- Findings ----

// Rounds of a representative, which has the fences, and of a group's others,
// which come to the same payload.
constexpr char kRepresentative[] = R"(.entry wgsync_case(
)
{
	setp.ne.s32 	%p1, %r1, 0;
	setp.ne.s32 	%p3, %r1, 0;
$round:
	@%p1 bra 	$payload;
$poll:
	.loc	1 5 0
	ld.volatile.global.u32 	%r4, [%rd1];
	setp.eq.s32 	%p2, %r4, 0;
	@%p2 bra 	$poll;
	@%p1 bra 	$payload;
	membar.gl;
$payload:
	.loc	1 9 0
	ld.global.u32 	%r5, [%rd2];
	.loc	1 11 0
	st.global.u32 	[%rd2], %r5;
	@%p1 bra 	$stored;
	membar.gl;
$stored:
	@!%p1 bra 	$signal;
	bra.uni 	$round;
$signal:
	.loc	1 7 0
	atom.global.exch.b32 	%r8, [%rd1], 1;
	setp.lt.u32 	%p4, %r8, 9;
	@%p4 bra 	$round;
	ret;
}
)";

TEST(ChangedTest, NoRunTakesTwoWaysByOnePredicate) {
  EXPECT_EQ(Text(JudgeText(H200(), kRepresentative)), "kept every_path 10");
  // The others signal; another predicate; one that a loop sets; one that is set
  // twice.
  for (const auto& [old, now, says] : std::vector<std::array<const char*, 3>>{
           {"@!%p1", "@%p1", "open open_release 19"},
           {"@!%p1", "@!%p3", "open open_release 19"},
           {"%p2", "%p1", "open open_acquire 10"},
           {"\tsetp.ne.s32 \t%p3, %r1, 0;", "\tor.pred \t%p1, %p5, %p6;",
            "open open_acquire 10"}}) {
    EXPECT_EQ(Text(JudgeText(H200(), With(kRepresentative, old, now))), says);
  }
}

TEST(FoundTest, StatementsAboutNothingAreUnknown) {
  const std::string kept = Recorded("kept_gfx1030.txt");
  EXPECT_EQ(Text(JudgeText(Gfx1030(), kept, 0)), "unknown no_wait");
  EXPECT_EQ(Text(JudgeText(Gfx1030(), kept, 2)), "unknown few_loops 13");
  EXPECT_EQ(Text(JudgeText({"amdgcn", {}}, kept)), "unknown no_fence");
  EXPECT_EQ(Text(JudgeText(Gfx1030(), "wgsync_case:\n\ts_endpgm\n")),
            "unknown no_memory");
  // Without the line of the payload's store.
  EXPECT_EQ(Text(JudgeText(Gfx1030(), With(kept, ".loc\t0 11 ", ".loc\t0 0 "))),
            "unknown no_payload");
}

TEST(FoundTest, PartsOnEveryPath) {
  const absl::StatusOr<Listing> listing =
      ReadListing("amdgcn", Recorded("kept_gfx1030.txt"), "wgsync_case");
  ASSERT_TRUE(listing.ok());
  EXPECT_EQ(PartsOnEveryPath(*listing, Roles(), true),
            Gfx1030().fences.acquire[0]);
  EXPECT_EQ(PartsOnEveryPath(*listing, Roles(), false),
            (std::vector<std::string>{"vscnt(0)", "buffer_gl1_inv",
                                      "buffer_gl0_inv"}));
}

TEST(FoundTest, ALoopWithAWorkGroupBarrierIsNotOneOfPolls) {
  // Whose loop it is, that of rounds or of a wait, is not known.
  const char kText[] =
      "wgsync_case:\n.L1:\n\ts_barrier\n\tglobal_load_dword v0, v1, s[0:1]\n"
      "\ts_cbranch_scc1 .L1\n\ts_endpgm\n";
  const std::string polls =
      With(kText, "\tglobal_load", "\t.loc\t0 5 1\n\tglobal_load");
  EXPECT_EQ(Text(JudgeText(Gfx1030(), kText)), "unknown no_poll");
  EXPECT_EQ(Text(JudgeText(Gfx1030(), polls)), "unknown few_loops 5");
  EXPECT_EQ(
      Text(JudgeText(Gfx1030(), With(polls, "\ts_cbranch_scc1 .L1\n", ""))),
      "lost no_loop 5");
}

TEST(FoundTest, ALoopOfWhichThereAreTwoIsNotTwoWaits) {
  // One wait's loop is there twice; the other's poll is before its loop.
  const char kLoop[] =
      ".L$:\n\t.loc\t0 5 1\n\tglobal_load_dword v0, v1, s[0:1] glc\n"
      "\ts_cbranch_scc1 .L$\n";
  const std::string text =
      With(Recorded("kept_gfx1030.txt"), "\t.loc\t0 14 23 is_stmt 0\n",
           With(kLoop, "$", "twin"));
  EXPECT_EQ(Text(JudgeText(Gfx1030(), text, 2)).substr(0, 4), "kept");
  const std::string hoisted =
      With(text, ".Ltwin:\n",
           "\t.loc\t0 5 1\n\tglobal_load_dword v3, v1, s[0:1] glc\n.Ltwin:\n");
  EXPECT_EQ(Text(JudgeText(Gfx1030(), hoisted, 2)).substr(0, 17),
            "unknown few_loops");
  EXPECT_EQ(Text(JudgeText(Gfx1030(), hoisted)).substr(0, 4), "kept");
}

TEST(FoundTest, AnOuterLoopOfRoundsIsNotOneOfPolls) {
  // The poll is read once a round; its own loop counts to wait.
  const char kText[] =
      "wgsync_case:\n.Lround:\n\t.loc\t0 5 1\n"
      "\tglobal_load_dword v0, v1, s[0:1] glc\n\ts_waitcnt vmcnt(0)\n"
      ".Lwait:\n\ts_add_i32 s9, s9, 1\n\ts_cbranch_scc1 .Lwait\n"
      "\tbuffer_gl1_inv\n\tbuffer_gl0_inv\n"
      "\t.loc\t0 9 1\n\tglobal_load_dword v2, v3, s[0:1]\n"
      "\t.loc\t0 11 1\n\tglobal_store_dword v2, v3, s[0:1]\n"
      "\ts_waitcnt_vscnt null, 0x0\n"
      "\t.loc\t0 7 1\n\tglobal_atomic_swap v2, v3, s[0:1]\n"
      "\ts_cbranch_scc1 .Lround\n\ts_endpgm\n";
  EXPECT_EQ(Text(JudgeText(Gfx1030(), kText)), "unknown few_loops 4");
  EXPECT_EQ(Text(JudgeText(Gfx1030(), With(With(kText, ".Lwait:\n", ""),
                                           "scc1 .Lwait", "scc1 .Lround"))),
            "kept every_path 4");
}

TEST(FoundTest, AnAtomicWithoutResultIsNotALoad) {
  const std::string text =
      With(Recorded("kept_gfx1030.txt"),
           "global_load_dword v2, v1, s[0:1] offset:128 glc dlc",
           "global_atomic_add v1, v2, s[0:1] offset:128");
  EXPECT_EQ(Text(JudgeText(Gfx1030(), text)), "lost no_loop");
  EXPECT_EQ(
      Text(JudgeText(Gfx1030(), With(text, "add v1, v2, s[0:1] offset:128",
                                     "add v2, v1, v2, s[0:1] glc")))
          .substr(0, 4),
      "kept");
}

TEST(RolesTest, LinesOfFunctionsAndOfTheirCalls) {
  const SourceRoles roles = RolesOf(
      "static inline uint wg_poll(wg_ctx* c,\n"
      "                           uint word) {\n"
      "  return c->words[word];\n"
      "}\n"
      "uint other;\n"
      "x = my_wg_payload_load(c) + wg_payload_load4(c, 1);\n"
      "WG_RMW(signal_add, add, arrive)\n"
      "y = 1;\n");
  SourceRoles expected;
  for (uint64_t line = 1; line <= 4; ++line) {
    expected[line] = {SourceRole::kPoll};
  }
  expected[6] = {SourceRole::kPayloadLoad};
  expected[7] = {SourceRole::kSignal};
  EXPECT_EQ(roles, expected);
}

TEST(ListingTest, ABlockMayHaveOneInstructionOrNone) {
  const char kText[] =
      "//.kernel wgsync_case2\n"
      "//.kernel wgsync_case\n"
      "// B000: Preds:{},  Succs:{B001}\n"
      "        nop\n"
      "// B001: Preds:{B000},  Succs:{B002}\n"
      "// B002: Preds:{B001, B002},  Succs:{B002, B003}\n"
      "        goto.b (16|M0)  _0_010  _0_009\n"
      "// B003: Preds:{B002},  Succs:{}\n"
      "        send.gtwy (1|M0) null r1 {EOT} // wr:1+0, rd:0; end of thread\n";
  const absl::StatusOr<Listing> listing =
      ReadListing("intel", kText, "wgsync_case");
  ASSERT_TRUE(listing.ok()) << listing.status();
  ASSERT_EQ(listing->code.size(), 3u);
  EXPECT_EQ(listing->code[0].next, (std::vector<size_t>{1}));
  EXPECT_THAT(listing->code[1].next, testing::UnorderedElementsAre(1, 2));
  EXPECT_EQ(listing->code[2].kind, IsaKind::kEnd);
  EXPECT_EQ(Text(JudgeWaits(*listing, {}, 1, {})), "lost spin 7");
}

TEST(ListingTest, ErrorsAreOneLine) {
  EXPECT_EQ(
      ReadListing("amdgcn", "other:\n\ts_endpgm\n", "wgsync_case")
          .status()
          .message(),
      "the listing has no kernel wgsync_case in amdgcn; compile it again");
  EXPECT_EQ(ReadListing("vliw", "", "k").status().message(),
            "no dialect vliw; there are amdgcn, intel, ptx");
}

}  // namespace
}  // namespace wgsync
