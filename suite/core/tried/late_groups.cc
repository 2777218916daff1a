#include "suite/core/tried/late_groups.h"

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "suite/core/launch/layout.h"

namespace wgsync {
namespace {

// Three seeds of four let two groups wait for each other, until both have seen
// the other one: for so many turns, and after one wait in vain no group of the
// launch waits. Of an odd seed one group in two is late then, by at most so
// many turns. Each takes long on a CPU: llvmpipe ends all loops of a work-item
// after 65,536 turns of them together, those of the kernel too.
constexpr char kTurnsOfGpu[] =
    "#define WGSYNC_TURNS 20000\n#define WGSYNC_LATE 4000u\n"
    "#define WGSYNC_TURN(x)\n#define WGSYNC_LEFT";
constexpr char kTurnsOfCpu[] =
    "#define WGSYNC_TURNS 20000\n#define WGSYNC_LATE 100u\n"
    "#define WGSYNC_4(steps) steps steps steps steps\n"
    "#define WGSYNC_TURN(x) "
    "WGSYNC_4(WGSYNC_4(WGSYNC_4(x ^= 4000000007u / (x | 1);)))\n"
    // A work-item that has used its turns up makes one more in each loop, or
    // does not come here.
    "#define WGSYNC_LEFT "
    "const uint most = 4 + (stamps[0] >> 31); uint turns = 0; "
    "while (turns < most && stamps[0] != ~0u) ++turns; "
    "if (turns == most) atomic_inc(&stamps[1 + 3 * wgsync_groups()]);";
// In whatever dimensions.
constexpr char kStamps[] = R"(
uint wgsync_items(void) {
  return get_local_size(0) * get_local_size(1) * get_local_size(2);
}
uint wgsync_item(void) {
  return (get_local_id(2) * get_local_size(1) + get_local_id(1)) *
      get_local_size(0) + get_local_id(0);
}
uint wgsync_groups(void) {
  return get_num_groups(0) * get_num_groups(1) * get_num_groups(2);
}
uint wgsync_group(void) {
  return (get_group_id(2) * get_num_groups(1) + get_group_id(1)) *
      get_num_groups(0) + get_group_id(0);
}
void wgsync_start(global volatile uint* stamps, uint seed) {
  if (wgsync_item() == 0) {
    const uint group = wgsync_group();
    const uint groups = wgsync_groups();
    const uint place = seed % 4 == 1 || !seed ? groups : atomic_inc(&stamps[1]);
    if ((place | 1) < groups) {
      global volatile uint* pair = &stamps[2 + 2 * groups + place / 2];
      const uint second = atomic_inc(pair);
      for (uint turn = 0; atomic_add(pair, 0) < 2 + second; ++turn) {
        if (turn == WGSYNC_TURNS) atomic_or(&stamps[1], 1u << 31);
        uint x = stamps[1];
        if (x >> 31) break;
        WGSYNC_TURN(x)
        if (x == 1) break;
      }
      if (!second) atomic_inc(pair);
    }
    if (seed & 1) {
      uint turns = (group + 1) * 2654435761u ^ seed * 2246822519u;
      turns ^= turns >> 15;
      turns = (turns & 1) ? (turns >> 1) % WGSYNC_LATE : 0;
      for (uint turn = 0; turn < turns; ++turn) {
        uint x = stamps[0] | 2;
        WGSYNC_TURN(x)
        if (x == 1) break;
      }
    }
    stamps[2 + 2 * group] = atomic_inc(stamps) + 1;
  }
}
void wgsync_end(global volatile uint* stamps) {
  WGSYNC_LEFT
  if (wgsync_item() == 0) {
    stamps[3 + 2 * wgsync_group()] = atomic_inc(stamps) + 1;
  }
}
)";
constexpr char kParameters[] =
    "global volatile uint* wgsync_stamps, uint wgsync_seed";
constexpr char kStart[] =
    " wgsync_start(wgsync_stamps, wgsync_seed); barrier(CLK_LOCAL_MEM_FENCE);";
// To one end: PoCL 3.1 hangs if a loop with barriers has a side effect there.
constexpr char kReturn[] = "\n#define return goto wgsync_end_of_kernel\n";
constexpr char kEnd[] = " wgsync_end_of_kernel: wgsync_end(wgsync_stamps);";

// A pause of so many turns, after an atomic operation that changed its word and
// before one that compares: at those on even or odd values (groups), or at all.
// Polls, which change nothing, do not pause. The first and the last work-item
// of a group pause, since most files synchronize with one of them. The turns
// are steps of Marsaglia's xorshift, which from any value but 0 never comes to
// 0: what would follow then keeps compilers from taking the loop out, as
// NVIDIA's does with one on a volatile variable.
constexpr char kPause[] = R"(
#ifndef WGSYNC_PAUSE
#define WGSYNC_PAUSE 0
#endif
void wgsync_first(void) {}
bool wgsync_pause(bool pauses) {
  const uint me = wgsync_item();
  uint x = me + 1;
  if (pauses && (me == 0 || me + 1 == wgsync_items())) {
    for (uint turn = 0; turn < WGSYNC_PAUSE; ++turn) {
      x ^= x << 13;
      x ^= x >> 17;
      x ^= x << 5;
    }
  }
  return x == 0;
}
)";

// In the place of the pauses, the strongest fence of the device that builds.
constexpr char kFence[] = R"(
#define WGSYNC_PAUSE 0
void wgsync_first(void) {
#if __OPENCL_C_VERSION__ < 200
  mem_fence(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
#else
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE, $o,
                         memory_scope_device);
#endif
}
bool wgsync_pause(bool pauses) { wgsync_first(); return false; }
#define mem_fence(f) wgsync_first()
#define read_mem_fence(f) wgsync_first()
#define write_mem_fence(f) wgsync_first()
#define atomic_work_item_fence(f, o, s) wgsync_first()
#define barrier(f) (wgsync_first(), barrier(f), wgsync_first())
#define work_group_barrier(f) (wgsync_first(), barrier(f), wgsync_first())
)";

constexpr char kCalls[] = R"(
#define WGSYNC_AT(x) (WGSYNC_PAUSE % 4 == 0 || ((uint)(x) + WGSYNC_PAUSE) % 2)
#define WGSYNC_DO(call, changes) ({ wgsync_first(); \
  const __typeof__(call) wgsync_was = call; \
  if (wgsync_pause((changes) && WGSYNC_AT(wgsync_was))) call; wgsync_was; })
#define WGSYNC_BY(call, type, by, changes) ({ \
  const __typeof__(type) wgsync_by = (by); WGSYNC_DO(call, changes); })
#define WGSYNC_COMPARES(x) wgsync_pause( \
  WGSYNC_AT(wgsync_group()) && ((uint)(x) * 2654435761u) >> 30)
#define WGSYNC_IF(call, type, from, to) ({ \
  const __typeof__(type) wgsync_from = (from), wgsync_to = (to); \
  if (wgsync_from != wgsync_to && WGSYNC_COMPARES(wgsync_from)) call; \
  WGSYNC_DO(call, wgsync_was == wgsync_from && wgsync_was != wgsync_to); })
#define WGSYNC_TRY(call, from) ({ __typeof__(&*(from)) wgsync_from = (from); \
  const uint wgsync_value = (uint)*wgsync_from; \
  if (WGSYNC_COMPARES(wgsync_value)) call; const bool wgsync_met = call; \
  if (wgsync_pause(wgsync_met && WGSYNC_AT(wgsync_value))) call; wgsync_met; })
#define WGSYNC_SET(call) (wgsync_first(), call, \
  wgsync_pause(WGSYNC_AT(wgsync_group())) ? call : (void)0)
)";

// Memory orders and a scope.
constexpr absl::string_view kFurther = ", a, b, d";
constexpr size_t kMostFurther = 3;

// What calls become: $f is the function, $m its further arguments. The operands
// are evaluated once.
struct Atomic {
  absl::string_view name, parameters, becomes;
};
constexpr Atomic kAtomics[] = {
    {"load", "p", "WGSYNC_DO($f(p$m), false)"},
    {"inc", "p", "WGSYNC_DO($f(p), true)"},
    {"dec", "p", "WGSYNC_DO($f(p), true)"},
    {"add", "p, v", "wgsync_by != 0"},
    {"sub", "p, v", "wgsync_by != 0"},
    {"xor", "p, v", "wgsync_by != 0"},
    {"or", "p, v", "(wgsync_was | wgsync_by) != wgsync_was"},
    {"and", "p, v", "(wgsync_was & wgsync_by) != wgsync_was"},
    {"min", "p, v", "wgsync_by < wgsync_was"},
    {"max", "p, v", "wgsync_by > wgsync_was"},
    {"xchg", "p, v", "wgsync_by != wgsync_was"},
    {"exchange", "p, v", "wgsync_by != wgsync_was"},
    {"cmpxchg", "p, c, v",
     "WGSYNC_IF($f(p, wgsync_from, wgsync_to), $f(p, c, v), c, v)"},
    {"compare_exchange_strong", "p, e, v",
     "WGSYNC_TRY($f(p, wgsync_from, v$m), e)"},
    {"compare_exchange_weak", "p, e, v",
     "WGSYNC_TRY($f(p, wgsync_from, v$m), e)"},
    {"store", "p, v", "WGSYNC_SET($f(p, v$m))"},
    {"flag_clear", "p", "WGSYNC_SET($f(p$m))"},
    {"flag_test_and_set", "p", "WGSYNC_DO($f(p$m), !wgsync_was)"},
};

constexpr struct {
  absl::string_view name, becomes;
} kOrders[] = {
    {"mem_fence", "(f) ((void)0)"},
    {"read_mem_fence", "(f) ((void)0)"},
    {"write_mem_fence", "(f) ((void)0)"},
    {"atomic_work_item_fence", "(f, o, s) ((void)0)"},
    {"memory_order_acquire", " memory_order_relaxed"},
    {"memory_order_release", " memory_order_relaxed"},
    {"memory_order_acq_rel", " memory_order_relaxed"},
    {"memory_order_seq_cst", " memory_order_relaxed"},
};

bool Joins(absl::string_view code, size_t at) {
  return at < code.size() && (absl::ascii_isalnum(code[at]) || code[at] == '_');
}

// The places of the name as a whole word.
std::vector<size_t> Words(absl::string_view code, absl::string_view name) {
  std::vector<size_t> places;
  for (size_t at = code.find(name); at != code.npos;
       at = code.find(name, at + 1)) {
    if ((at == 0 || !Joins(code, at - 1)) && !Joins(code, at + name.size())) {
      places.push_back(at);
    }
  }
  return places;
}

// The place of the bracket that closes the one at `at`; npos: none does.
size_t Closing(absl::string_view code, size_t at, char open, char close) {
  int depth = 0;
  for (; at < code.size(); ++at) {
    if (code[at] == open) ++depth;
    if (code[at] == close && --depth == 0) return at;
    if (depth == 0) break;
  }
  return code.npos;
}

// How many arguments the call has whose bracket opens at `at`, after blanks; 0
// if none does. NVIDIA's compiler has no macros of any number of them.
size_t Arguments(absl::string_view code, size_t at) {
  at = code.find_first_not_of(" \t\r\n", at);
  const size_t close = Closing(code, at, '(', ')');
  if (at >= code.size() || close == code.npos) return 0;
  size_t count = 1;
  for (size_t depth = 0; at < close; ++at) {
    if (code[at] == '(') ++depth;
    if (code[at] == ')') --depth;
    if (code[at] == ',' && depth == 1) ++count;
  }
  return count;
}

// Makes the calls of `name` in *text those of macros, one for each number of
// arguments, and returns these.
std::string PauseCalls(const Atomic& atomic, const std::string& name,
                       std::string* text) {
  const size_t least = absl::c_count(atomic.parameters, ',') + 1;
  const std::vector<size_t> places = Words(*text, name);
  std::set<size_t> made;
  for (auto at = places.rbegin(); at != places.rend(); ++at) {
    const size_t given = Arguments(*text, *at + name.size());
    if (given < least || given > least + kMostFurther) continue;
    text->insert(*at, absl::StrCat("wgsync_", given, "_"));
    made.insert(given);
  }
  const std::string becomes =
      absl::StrContains(atomic.becomes, "$f")
          ? std::string(atomic.becomes)
          : absl::StrCat("WGSYNC_BY($f(p, wgsync_by$m), $f(p, v$m), v, ",
                         atomic.becomes, ")");
  std::string macros;
  for (const size_t given : made) {
    const absl::string_view further = kFurther.substr(0, 3 * (given - least));
    absl::StrAppend(
        &macros, "#define wgsync_", given, "_", name, "(", atomic.parameters,
        further, ") ",
        absl::StrReplaceAll(becomes, {{"$f", name}, {"$m", further}}), "\n");
  }
  return macros;
}

// The same of all atomic functions; "": it calls none.
std::string CallMacros(bool loads, std::string* text) {
  std::string macros;
  for (const Atomic& atomic : kAtomics) {
    if (atomic.name == "load" && !loads) continue;
    for (const char* before : {"atomic_", "atom_", "atomic_fetch_"}) {
      for (const char* after : {"", "_explicit"}) {
        macros +=
            PauseCalls(atomic, absl::StrCat(before, atomic.name, after), text);
      }
    }
  }
  return macros;
}

// With calls in the kernel: a text for each place that could be its definition.
// If it is none, or brackets in comments or branches of #if mislead, the text
// does not build, or its kernel lacks the parameters.
std::vector<std::string> WithCalls(const std::string& source,
                                   const KernelFacts& facts) {
  std::vector<std::string> texts;
  const auto from = [&](size_t begin, size_t end) {
    return absl::string_view(source).substr(begin, end - begin);
  };
  for (size_t at : Words(source, facts.kernel)) {
    at = source.find_first_not_of(" \t\r\n", at + facts.kernel.size());
    const size_t close = Closing(source, at, '(', ')');
    const size_t begin = source.find_first_of("{;", close);
    const size_t end = Closing(source, begin, '{', '}');
    if (end == source.npos) continue;
    const bool none = facts.parameters.empty();
    texts.push_back(absl::StrCat(
        from(0, none ? at + 1 : close), none ? "" : ", ", kParameters,
        from(close, begin + 1), kStart, kReturn, from(begin + 1, end), kEnd,
        "\n#undef return\n", from(end, source.size())));
  }
  return texts;
}

// With a kernel that calls the file's, whatever writes that one.
std::string WithCaller(const std::string& source, const KernelFacts& facts) {
  std::string parameters, arguments;
  for (const KernelParameter& p : facts.parameters) {
    absl::StrAppend(&parameters, p.space, " ", p.type, " ", p.name, ", ");
    absl::StrAppend(&arguments, arguments.empty() ? "" : ", ", p.name);
  }
  return absl::StrCat("#define ", facts.kernel, " wgsync_tried\n", source,
                      "\n#undef ", facts.kernel, "\nkernel void ", facts.kernel,
                      "(", parameters, kParameters, ") {", kStart,
                      " wgsync_tried(", arguments, ");", kEnd, " }\n");
}

}  // namespace

std::vector<std::string> LateSources(const std::string& source,
                                     const KernelFacts& facts, bool is_gpu) {
  std::vector<std::string> sources = WithCalls(source, facts);
  if (facts.needs.local_bytes == 0) {
    sources.push_back(WithCaller(source, facts));
  }
  for (std::string& text : sources) {
    text = absl::StrCat(is_gpu ? kTurnsOfGpu : kTurnsOfCpu, kStamps, text);
  }
  return sources;
}

uint32_t ItemsEnded(const uint8_t* stamps, uint32_t groups) {
  return ReadWord(stamps, StampWords(groups) - 1);
}

bool GroupsOverlapped(const uint8_t* stamps, uint32_t groups) {
  for (uint64_t g = 0; g < groups; ++g) {
    const uint32_t start = ReadWord(stamps, 2 + 2 * g);
    const uint32_t end = ReadWord(stamps, 3 + 2 * g);
    if (start != 0 && end > start + 1) return true;
  }
  return false;
}

std::string PausedSource(const std::string& source) {
  std::string text = source;
  const std::string macros = CallMacros(/*loads=*/false, &text);
  return macros.empty() ? "" : absl::StrCat(kPause, kCalls, macros, text);
}

std::vector<std::string> OrderedSources(const std::string& source) {
  std::string text = source;
  const std::string macros = CallMacros(/*loads=*/true, &text);
  std::vector<std::string> texts;
  for (const char* order : {"memory_order_seq_cst", "memory_order_acq_rel"}) {
    texts.push_back(absl::StrCat(absl::StrReplaceAll(kFence, {{"$o", order}}),
                                 kCalls, macros, text));
  }
  return texts;
}

std::string UnorderedSource(const std::string& source) {
  std::string macros;
  bool any = false;
  for (const auto& order : kOrders) {
    any = any || !Words(source, order.name).empty();
    absl::StrAppend(&macros, "#define ", order.name, order.becomes, "\n");
  }
  return any ? absl::StrCat(macros, source) : "";
}

}  // namespace wgsync
