#include "suite/compiled/dialects.h"

#include <cstddef>
#include <string>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace wgsync {
namespace {

using absl::string_view;

// Beginnings of names, parted by blanks. The first row with one that a name
// begins with decides; a name in Intel's rows is whole.
struct Names {
  IsaKind kind;
  string_view begin;
};

constexpr Names kAmdgcn[] = {
    {IsaKind::kUnknown,
     "s_cbranch_i_fork s_cbranch_g_fork s_cbranch_join s_setpc s_swappc "
     "s_set_pc s_swap_pc s_call s_rfe s_trap s_subvector_loop s_scratch_"},
    {IsaKind::kEnd, "s_endpgm"},
    {IsaKind::kJump, "s_branch"},
    {IsaKind::kBranch, "s_cbranch_"},
    {IsaKind::kBarrier, "s_barrier"},
    {IsaKind::kLoad,
     "s_load_ s_buffer_load_ global_load_ flat_load_ buffer_load_"},
    {IsaKind::kStore,
     "s_store_ s_buffer_store_ global_store_ flat_store_ buffer_store_"},
    {IsaKind::kAtomic,
     "s_atomic_ s_buffer_atomic_ global_atomic_ flat_atomic_ buffer_atomic_"},
    {IsaKind::kFence,
     "s_dcache_ global_inv global_wb buffer_gl0_inv buffer_gl1_inv buffer_inv "
     "buffer_wb"},
    {IsaKind::kFiller,
     "s_waitcnt s_wait_ s_nop s_delay_alu s_sleep s_clause s_inst_prefetch"},
    {IsaKind::kUnknown, "s_buffer_"},
    {IsaKind::kLocal, "ds_ scratch_"},
    {IsaKind::kOther, "s_ v_"},
};

constexpr Names kPtx[] = {
    {IsaKind::kUnknown, "brx st.param"},
    {IsaKind::kJump, "bra"},
    {IsaKind::kEnd, "ret exit"},
    {IsaKind::kBarrier, "bar. barrier."},
    {IsaKind::kFence, "fence. membar."},
    {IsaKind::kOther, "ld.param"},
    {IsaKind::kLoad, "ld. ldu."},
    {IsaKind::kStore, "st. red."},
    {IsaKind::kAtomic, "atom."},
    {IsaKind::kFiller, "nanosleep"},
    {IsaKind::kOther,
     "mov. add. addc. sub. subc. mul. mul24. mad. madc. set. setp. selp. slct. "
     "cvt. cvta. and. or. xor. not. shl. shr. shf. neg. abs. min. max. div. "
     "rem. fma. bfe. bfi. bfind. brev. clz. popc. prmt. lop3. isspacep. vote. "
     "activemask."},
};

// Up to the first dot.
constexpr Names kIntel[] = {
    {IsaKind::kFiller,
     "goto join if else endif while break cont jmpi brd brc nop sync"},
    {IsaKind::kLoad, "load"},
    {IsaKind::kStore, "store"},
    {IsaKind::kOther,
     "mov movi and or xor not add addc add3 sub subb mul mach macl mad mac cmp "
     "cmpn csel sel shl shr asr rol ror bfn bfi bfi1 bfi2 bfe cbit fbh fbl lzd "
     "math bfrev dp4a rndd rnde rndu rndz avg frc min max"},
};

// Of a message, the name and what the listing says about it: the first row
// whose text is in them decides.
constexpr Names kIntelMessages[] = {
    {IsaKind::kEnd, "end of thread"}, {IsaKind::kLocal, "send.slm"},
    {IsaKind::kLocal, "SLM"},         {IsaKind::kFence, "fence"},
    {IsaKind::kBarrier, "barrier"},   {IsaKind::kAtomic, "atomic"},
    {IsaKind::kLoad, " read "},       {IsaKind::kStore, " write "},
};

// A wait that brings a counter of global memory to zero, and what it orders; a
// wait for another number of accesses orders nothing here.
constexpr string_view kAmdWaits[][2] = {
    {"s_waitcnt_vscnt", "vscnt(0)"},
    {"s_wait_loadcnt", "loadcnt(0)"},
    {"s_wait_storecnt", "storecnt(0)"},
};

IsaKind KindIn(absl::Span<const Names> rows, string_view name,
               bool whole = false) {
  for (const Names& row : rows) {
    for (string_view one : absl::StrSplit(row.begin, ' ')) {
      if (whole ? name == one : absl::StartsWith(name, one)) return row.kind;
    }
  }
  return IsaKind::kUnknown;
}

// An atomic that brings no value.
void MakeStore(IsaInstruction* one) {
  if (one->kind == IsaKind::kAtomic) one->kind = IsaKind::kStore;
}

string_view After(string_view text, string_view mark) {
  const size_t at = text.find(mark);
  return at == text.npos ? "" : text.substr(at + mark.size());
}

void ClassifyAmdgcn(IsaInstruction* one) {
  const std::vector<string_view> words = WordsOf(one->text);
  const string_view name = words[0], last = words.back();
  one->kind = KindIn(kAmdgcn, name);
  one->constant_cache = one->kind == IsaKind::kLoad && name[0] == 's';
  for (const auto& [wait, orders] : kAmdWaits) {
    if (absl::StartsWith(name, wait) && (last == "0" || last == "0x0")) {
      one->orders.emplace_back(orders);
    }
  }
  if (name == "s_waitcnt" && absl::c_linear_search(words, "vmcnt(0)")) {
    one->orders = {"vmcnt(0)"};
  }
  if (one->kind == IsaKind::kFence) {
    one->orders = {absl::StrReplaceAll(one->text, {{"\t", " "}})};
  }
  // Before gfx940 it is glc, then sc0, then a temporal hint.
  const bool returns = absl::c_any_of(words, [](string_view word) {
    return word == "glc" || word == "sc0" || absl::EndsWith(word, "_RETURN");
  });
  if (!returns) MakeStore(one);
  // A compiler writes it around a fault of the hardware.
  if (words.size() == 3 && absl::StartsWith(name, "s_mov_b") &&
      absl::StripSuffix(words[1], ",") == last) {
    one->kind = IsaKind::kFiller;
  }
}

void ClassifyPtx(IsaInstruction* one) {
  string_view text = one->text;
  const bool guarded = absl::ConsumePrefix(&text, "@");
  one->jumps_if = !absl::ConsumePrefix(&text, "!");
  const string_view guard = text.substr(0, text.find(' '));
  if (guarded) text = absl::StripLeadingAsciiWhitespace(After(text, " "));
  const string_view name = text.substr(0, text.find_first_of(" \t;"));
  // "setp.eq.s32 %p1|%p2, %r1, 0;"
  const std::vector<string_view> words = WordsOf(text.substr(name.size()));
  for (string_view set : absl::StrSplit(words.empty() ? "" : words[0], '|')) {
    set = absl::StripSuffix(set, ",");
    if (absl::StartsWith(set, "%p")) one->sets.emplace_back(set);
  }
  IsaKind& kind = one->kind;
  kind = KindIn(kPtx, name);
  if (kind == IsaKind::kFence) one->orders = {std::string(name)};
  if (guarded && kind == IsaKind::kJump) {
    kind = IsaKind::kBranch;
    one->guard = std::string(guard);
  }
  if (guarded && kind == IsaKind::kEnd) kind = IsaKind::kOther;
  for (const char* space : {".shared", ".local", ".const"}) {
    const bool memory = kind == IsaKind::kLoad || kind == IsaKind::kStore ||
                        kind == IsaKind::kAtomic;
    if (memory && absl::StrContains(name, space)) kind = IsaKind::kLocal;
  }
}

void ClassifyIntel(IsaInstruction* one) {
  const bool guarded = absl::StartsWith(one->text, "(");
  const std::vector<string_view> words =
      WordsOf(guarded ? After(one->text, ")") : one->text);
  if (words.empty()) return;
  const string_view name = words[0], stem = name.substr(0, name.find('.'));
  one->kind = KindIn(kIntel, stem, true);
  if (name == "sync.bar") one->kind = IsaKind::kBarrier;
  if (absl::StartsWith(stem, "send")) {
    // "... rd:1; fence.ugm.evict.tile // $36"
    string_view says = After(After(one->text, ", rd:"), ";");
    says = absl::StripAsciiWhitespace(says.substr(0, says.find("//")));
    const std::string message = absl::StrCat(name, " ", says, " ");
    for (const Names& row : kIntelMessages) {
      if (!absl::StrContains(message, row.begin)) continue;
      one->kind = row.kind;
      break;
    }
    if (one->kind == IsaKind::kFence) one->orders = {std::string(says)};
    if (absl::StrContains(one->text, ", rd:0;")) MakeStore(one);
  } else if (absl::StartsWith(stem, "atomic_")) {
    one->kind = IsaKind::kAtomic;
    // The result follows the size: "(1|M0) null:0".
    if (words.size() > 2 && absl::StartsWith(words[2], "null")) MakeStore(one);
  }
  if (one->kind != IsaKind::kUnknown && absl::StrContains(name, ".slm")) {
    one->kind = IsaKind::kLocal;
  }
}

constexpr Dialect kDialects[] = {
    {"amdgcn", "", ":", false, ".Lfunc_end", ";", false, ClassifyAmdgcn},
    {"intel", "//.kernel ", "\n", false, "//.kernel ", "//", true,
     ClassifyIntel},
    {"ptx", ".entry ", "(", true, "}", "//", false, ClassifyPtx},
};

}  // namespace

std::vector<string_view> WordsOf(string_view text) {
  return absl::StrSplit(text, absl::ByAnyChar(" \t"), absl::SkipEmpty());
}

absl::Span<const Dialect> Dialects() { return kDialects; }

}  // namespace wgsync
