#include "suite/compiled/dialects.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

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
     "s_set_pc s_swap_pc "
     "s_call s_rfe s_trap s_subvector_loop s_scratch_"},
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

template <size_t n>
IsaKind KindIn(const Names (&rows)[n], string_view name, bool whole = false) {
  for (const Names& row : rows) {
    for (string_view one : absl::StrSplit(row.begin, ' ')) {
      if (whole ? name == one : absl::StartsWith(name, one)) return row.kind;
    }
  }
  return IsaKind::kUnknown;
}

std::vector<string_view> WordsOf(string_view text) {
  return absl::StrSplit(text, absl::ByAnyChar(" \t"), absl::SkipEmpty());
}

bool IsZero(string_view number) { return number == "0" || number == "0x0"; }

// The counters of global memory that a wait brings to zero; a wait for another
// number of accesses orders nothing here.
void AmdWaits(const std::vector<string_view>& words,
              std::vector<std::string>* orders) {
  const string_view last = words.back();
  if (words[0] == "s_waitcnt") {
    if (absl::c_linear_search(words, "vmcnt(0)")) orders->push_back("vmcnt(0)");
  } else if (words[0] == "s_waitcnt_vscnt") {
    if (IsZero(last)) orders->push_back("vscnt(0)");
  } else if (IsZero(last)) {
    for (const char* counter : {"loadcnt", "storecnt"}) {
      if (absl::StartsWith(words[0], absl::StrCat("s_wait_", counter))) {
        orders->push_back(absl::StrCat(counter, "(0)"));
      }
    }
  }
}

// Whether an atomic brings the old value.
bool AmdReturns(const std::vector<string_view>& words) {
  // Before gfx940 it is glc, then sc0, then a temporal hint.
  for (string_view word : words) {
    if (word == "glc" || word == "sc0" || absl::EndsWith(word, "_RETURN")) {
      return true;
    }
  }
  return false;
}

void ClassifyAmdgcn(IsaInstruction* one) {
  const std::vector<string_view> words = WordsOf(one->text);
  one->kind = KindIn(kAmdgcn, words[0]);
  one->constant_cache = one->kind == IsaKind::kLoad && words[0][0] == 's';
  if (one->kind == IsaKind::kFiller) AmdWaits(words, &one->orders);
  if (one->kind == IsaKind::kFence) {
    one->orders = {absl::StrReplaceAll(one->text, {{"\t", " "}})};
  }
  if (one->kind == IsaKind::kAtomic && !AmdReturns(words)) {
    one->kind = IsaKind::kStore;
  }
  // A compiler writes it around a fault of the hardware.
  if (words.size() == 3 && absl::StartsWith(words[0], "s_mov_b") &&
      absl::StripSuffix(words[1], ",") == words[2]) {
    one->kind = IsaKind::kFiller;
  }
}

void ClassifyPtx(IsaInstruction* one) {
  string_view text = one->text;
  const bool guarded = absl::ConsumePrefix(&text, "@");
  if (guarded) text.remove_prefix(std::min(text.find(' '), text.size()));
  text = absl::StripLeadingAsciiWhitespace(text);
  const string_view name = text.substr(0, text.find_first_of(" \t;"));
  one->kind = KindIn(kPtx, name);
  if (one->kind == IsaKind::kFence) one->orders = {std::string(name)};
  if (guarded && one->kind == IsaKind::kJump) one->kind = IsaKind::kBranch;
  if (guarded && one->kind == IsaKind::kEnd) one->kind = IsaKind::kOther;
  for (const char* space : {".shared", ".local", ".const"}) {
    const bool memory = one->kind == IsaKind::kLoad ||
                        one->kind == IsaKind::kStore ||
                        one->kind == IsaKind::kAtomic;
    if (memory && absl::StrContains(name, space)) one->kind = IsaKind::kLocal;
  }
}

// A message, whose action the listing has in words.
void ClassifyMessage(string_view name, string_view says, IsaInstruction* one) {
  const bool returns = !absl::StrContains(one->text, ", rd:0;");
  if (absl::StrContains(says, "end of thread")) {
    one->kind = IsaKind::kEnd;
  } else if (absl::StartsWith(name, "send.slm") ||
             absl::StrContains(says, "SLM")) {
    one->kind = IsaKind::kLocal;
  } else if (absl::StrContains(says, "fence")) {
    one->kind = IsaKind::kFence;
    one->orders = {std::string(says)};
  } else if (absl::StrContains(says, "barrier")) {
    one->kind = IsaKind::kBarrier;
  } else if (absl::StrContains(says, "atomic")) {
    one->kind = returns ? IsaKind::kAtomic : IsaKind::kStore;
  } else if (absl::StrContains(says, " read ")) {
    one->kind = IsaKind::kLoad;
  } else if (absl::StrContains(says, " write ")) {
    one->kind = IsaKind::kStore;
  }
}

void ClassifyIntel(IsaInstruction* one) {
  string_view text = one->text;
  if (absl::StartsWith(text, "(")) {
    text.remove_prefix(std::min(text.find(')') + 1, text.size()));
  }
  const std::vector<string_view> words = WordsOf(text);
  if (words.empty()) return;
  const string_view name = words[0], stem = name.substr(0, name.find('.'));
  // "rd:1; fence.ugm.evict.tile // $36"
  string_view says = one->text;
  const size_t at = says.find(", rd:");
  says = at == says.npos ? "" : says.substr(at);
  says.remove_prefix(std::min(says.find(';'), says.size()));
  says = absl::StripAsciiWhitespace(
      absl::StripPrefix(says.substr(0, says.find("//")), ";"));
  one->kind = KindIn(kIntel, stem, true);
  if (name == "sync.bar") one->kind = IsaKind::kBarrier;
  if (absl::StartsWith(stem, "send")) {
    ClassifyMessage(name, absl::StrCat(" ", says, " "), one);
    if (!one->orders.empty()) one->orders = {std::string(says)};
  } else if (absl::StartsWith(stem, "atomic_")) {
    // The result follows the size: "(1|M0) null:0".
    const bool drops = words.size() > 2 && absl::StartsWith(words[2], "null");
    one->kind = drops ? IsaKind::kStore : IsaKind::kAtomic;
  }
  if (one->kind != IsaKind::kUnknown && absl::StrContains(name, ".slm")) {
    one->kind = IsaKind::kLocal;
  }
}

constexpr Dialect kDialects[] = {
    {"amdgcn", "", ":", false, ".Lfunc_end", ";", false, ClassifyAmdgcn},
    {"intel", "//.kernel ", "", false, "//.kernel ", "//", true, ClassifyIntel},
    {"ptx", ".entry ", "(", true, "}", "//", false, ClassifyPtx},
};

}  // namespace

absl::Span<const Dialect> Dialects() { return kDialects; }

}  // namespace wgsync
