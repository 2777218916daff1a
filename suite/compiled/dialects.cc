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

// The first row that an instruction's name begins with decides.
struct Prefix {
  string_view begins;
  IsaKind kind;
};

constexpr Prefix kAmdgcn[] = {
    {"s_endpgm", IsaKind::kEnd},
    {"s_branch", IsaKind::kJump},
    {"s_cbranch_i_fork", IsaKind::kUnknown},
    {"s_cbranch_g_fork", IsaKind::kUnknown},
    {"s_cbranch_join", IsaKind::kUnknown},
    {"s_cbranch_", IsaKind::kBranch},
    {"s_setpc", IsaKind::kUnknown},
    {"s_swappc", IsaKind::kUnknown},
    {"s_call", IsaKind::kUnknown},
    {"s_rfe", IsaKind::kUnknown},
    {"s_trap", IsaKind::kUnknown},
    {"s_subvector_loop", IsaKind::kUnknown},
    {"s_barrier", IsaKind::kBarrier},
    {"s_load_", IsaKind::kLoad},
    {"s_buffer_load_", IsaKind::kLoad},
    {"s_dcache_", IsaKind::kFence},
    {"s_icache_", IsaKind::kOther},
    {"s_atomic_", IsaKind::kAtomic},
    {"s_store_", IsaKind::kStore},
    {"s_buffer_", IsaKind::kUnknown},
    {"s_scratch_", IsaKind::kUnknown},
    {"s_waitcnt_depctr", IsaKind::kFiller},
    {"s_waitcnt", IsaKind::kFiller},
    {"s_wait_", IsaKind::kFiller},
    {"s_nop", IsaKind::kFiller},
    {"s_delay_alu", IsaKind::kFiller},
    {"s_sleep", IsaKind::kFiller},
    {"s_clause", IsaKind::kFiller},
    {"s_inst_prefetch", IsaKind::kFiller},
    {"s_", IsaKind::kOther},
    {"v_", IsaKind::kOther},
    {"ds_", IsaKind::kOther},
    {"scratch_", IsaKind::kOther},
    {"global_inv", IsaKind::kFence},
    {"global_wb", IsaKind::kFence},
    {"global_load_", IsaKind::kLoad},
    {"global_store_", IsaKind::kStore},
    {"global_atomic_", IsaKind::kAtomic},
    {"flat_load_", IsaKind::kLoad},
    {"flat_store_", IsaKind::kStore},
    {"flat_atomic_", IsaKind::kAtomic},
    {"buffer_gl0_inv", IsaKind::kFence},
    {"buffer_gl1_inv", IsaKind::kFence},
    {"buffer_inv", IsaKind::kFence},
    {"buffer_wb", IsaKind::kFence},
    {"buffer_load_", IsaKind::kLoad},
    {"buffer_store_", IsaKind::kStore},
    {"buffer_atomic_", IsaKind::kAtomic},
};

constexpr Prefix kPtx[] = {
    {"bra", IsaKind::kJump},       {"brx", IsaKind::kUnknown},
    {"ret", IsaKind::kEnd},        {"exit", IsaKind::kEnd},
    {"bar.", IsaKind::kBarrier},   {"barrier.", IsaKind::kBarrier},
    {"fence.", IsaKind::kFence},   {"membar.", IsaKind::kFence},
    {"ld.param", IsaKind::kOther}, {"st.param", IsaKind::kUnknown},
    {"ld.", IsaKind::kLoad},       {"ldu.", IsaKind::kLoad},
    {"st.", IsaKind::kStore},      {"atom.", IsaKind::kAtomic},
    {"red.", IsaKind::kStore},     {"nanosleep", IsaKind::kFiller},
    {"mov.", IsaKind::kOther},     {"add.", IsaKind::kOther},
    {"addc.", IsaKind::kOther},    {"sub.", IsaKind::kOther},
    {"subc.", IsaKind::kOther},    {"mul.", IsaKind::kOther},
    {"mul24.", IsaKind::kOther},   {"mad.", IsaKind::kOther},
    {"madc.", IsaKind::kOther},    {"set.", IsaKind::kOther},
    {"setp.", IsaKind::kOther},    {"selp.", IsaKind::kOther},
    {"slct.", IsaKind::kOther},    {"cvt.", IsaKind::kOther},
    {"cvta.", IsaKind::kOther},    {"and.", IsaKind::kOther},
    {"or.", IsaKind::kOther},      {"xor.", IsaKind::kOther},
    {"not.", IsaKind::kOther},     {"shl.", IsaKind::kOther},
    {"shr.", IsaKind::kOther},     {"shf.", IsaKind::kOther},
    {"neg.", IsaKind::kOther},     {"abs.", IsaKind::kOther},
    {"min.", IsaKind::kOther},     {"max.", IsaKind::kOther},
    {"div.", IsaKind::kOther},     {"rem.", IsaKind::kOther},
    {"fma.", IsaKind::kOther},     {"bfe.", IsaKind::kOther},
    {"bfi.", IsaKind::kOther},     {"bfind.", IsaKind::kOther},
    {"brev.", IsaKind::kOther},    {"clz.", IsaKind::kOther},
    {"popc.", IsaKind::kOther},    {"prmt.", IsaKind::kOther},
    {"lop3.", IsaKind::kOther},    {"isspacep.", IsaKind::kOther},
    {"vote.", IsaKind::kOther},    {"activemask.", IsaKind::kOther},
};

// Words of Intel's ISA that are a whole name, or its part before the first dot.
constexpr string_view kIntelFillers[] = {"goto",  "join",  "if",    "else",
                                         "endif", "while", "break", "cont",
                                         "jmpi",  "brd",   "brc",   "nop"};
constexpr string_view kIntelOthers[] = {
    "mov",  "movi", "and",  "or",   "xor",  "not", "add", "addc", "add3",
    "sub",  "subb", "mul",  "mach", "macl", "mad", "mac", "cmp",  "cmpn",
    "csel", "sel",  "shl",  "shr",  "asr",  "rol", "ror", "bfn",  "bfi",
    "bfi1", "bfi2", "bfe",  "cbit", "fbh",  "fbl", "lzd", "math", "bfrev",
    "dp4a", "rndd", "rnde", "rndu", "rndz", "avg", "frc", "min",  "max"};

template <size_t n>
IsaKind KindIn(const Prefix (&rows)[n], string_view name) {
  for (const Prefix& row : rows) {
    if (absl::StartsWith(name, row.begins)) return row.kind;
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
    if (word == "glc" || word == "sc0" ||
        absl::StrContains(word, "ATOMIC_RETURN")) {
      return true;
    }
  }
  return false;
}

void ClassifyAmdgcn(IsaInstruction* one) {
  const std::vector<string_view> words = WordsOf(one->text);
  one->kind = KindIn(kAmdgcn, words[0]);
  one->constant_cache = one->kind == IsaKind::kLoad && words[0][0] == 's';
  switch (one->kind) {
    case IsaKind::kFiller:
      AmdWaits(words, &one->orders);
      break;
    case IsaKind::kFence:
      one->orders = {absl::StrReplaceAll(one->text, {{"\t", " "}})};
      break;
    case IsaKind::kAtomic:
      if (!AmdReturns(words)) one->kind = IsaKind::kStore;
      break;
    case IsaKind::kOther:
      // What a compiler writes around a fault of the hardware.
      if (words.size() == 3 && absl::StartsWith(words[0], "s_mov_b") &&
          absl::StripSuffix(words[1], ",") == words[2]) {
        one->kind = IsaKind::kFiller;
      }
      break;
    default:
      break;
  }
}

void ClassifyPtx(IsaInstruction* one) {
  string_view text = one->text;
  const bool guarded = absl::ConsumePrefix(&text, "@");
  if (guarded) text.remove_prefix(std::min(text.find(' '), text.size()));
  text = absl::StripLeadingAsciiWhitespace(text);
  const string_view name = text.substr(0, text.find_first_of(" \t;"));
  one->kind = KindIn(kPtx, name);
  const bool of_group = absl::StrContains(name, ".shared") ||
                        absl::StrContains(name, ".local") ||
                        absl::StrContains(name, ".const");
  switch (one->kind) {
    case IsaKind::kJump:
      if (guarded) one->kind = IsaKind::kBranch;
      break;
    case IsaKind::kEnd:
      if (guarded) one->kind = IsaKind::kOther;
      break;
    case IsaKind::kFence:
      one->orders = {std::string(name)};
      break;
    case IsaKind::kLoad:
    case IsaKind::kStore:
    case IsaKind::kAtomic:
      if (of_group) one->kind = IsaKind::kOther;
      break;
    default:
      break;
  }
}

// A message of which the listing says in words what it does.
void ClassifyMessage(string_view name, string_view says, IsaInstruction* one) {
  const bool returns = !absl::StrContains(one->text, ", rd:0;");
  if (absl::StrContains(says, "end of thread")) {
    one->kind = IsaKind::kEnd;
  } else if (absl::StartsWith(name, "send.slm") ||
             absl::StrContains(says, "SLM")) {
    one->kind = IsaKind::kOther;
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
  const bool of_group = absl::StrContains(name, ".slm");
  if (absl::c_linear_search(kIntelFillers, stem)) {
    one->kind = IsaKind::kFiller;
  } else if (absl::c_linear_search(kIntelOthers, stem)) {
    one->kind = IsaKind::kOther;
  } else if (name == "sync.bar") {
    one->kind = IsaKind::kBarrier;
  } else if (stem == "sync") {
    one->kind = IsaKind::kFiller;
  } else if (absl::StartsWith(stem, "send")) {
    ClassifyMessage(name, absl::StrCat(" ", says, " "), one);
    if (!one->orders.empty()) one->orders = {std::string(says)};
  } else if (stem == "load") {
    one->kind = of_group ? IsaKind::kOther : IsaKind::kLoad;
  } else if (stem == "store") {
    one->kind = of_group ? IsaKind::kOther : IsaKind::kStore;
  } else if (absl::StartsWith(stem, "atomic_")) {
    // The result follows the size: "(1|M0) null:0".
    const bool drops = words.size() > 2 && absl::StartsWith(words[2], "null");
    one->kind = of_group ? IsaKind::kOther
                : drops  ? IsaKind::kStore
                         : IsaKind::kAtomic;
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
