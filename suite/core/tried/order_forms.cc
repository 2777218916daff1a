#include "suite/core/tried/order_forms.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "suite/core/tried/includes.h"
#include "suite/core/tried/kernel_text.h"

namespace wgsync {
namespace {

// A pause after an atomic operation that changed its word and before one that
// compares or stores: at those on even or odd values (groups), or at all.
// Polls, which change nothing, do not pause. The first and the last work-item
// of a group pause, since most files synchronize with one of them. Its length
// is the grid's offset, so that one program has all of them. The turns are
// steps of Marsaglia's xorshift, which from any value but 0 never comes to 0:
// what would follow then keeps compilers from taking the loop out, as NVIDIA's
// does with one on a volatile variable.
constexpr char kPause[] = R"(
uint wgsync_turns(void) { return get_global_offset(0); }
#define WGSYNC_PAUSE wgsync_turns()
#define get_global_offset(side) ((size_t)0)
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
#define WGSYNC_PUT(call, type, by) ({ const __typeof__(type) wgsync_by = (by); \
  if (WGSYNC_COMPARES(wgsync_by)) call; \
  WGSYNC_DO(call, wgsync_by != wgsync_was); })
#define WGSYNC_SET(call) (wgsync_first(), \
  wgsync_pause(WGSYNC_AT(wgsync_group() + 1)) ? call : (void)0, call, \
  wgsync_pause(WGSYNC_AT(wgsync_group())) ? call : (void)0)
)";

// Memory orders and a scope.
constexpr absl::string_view kFurther = ", a, b, d";
constexpr size_t kMostFurther = 3;

// What calls become: $f is the function, $m its further arguments. The operands
// are evaluated once. And the C11 function of this kind that is seq_cst where
// it names no order.
struct Atomic {
  absl::string_view name, parameters, becomes, by_default = "";
};
constexpr Atomic kAtomics[] = {
    {"load", "p", "WGSYNC_DO($f(p$m), false)", "atomic_load"},
    {"inc", "p", "WGSYNC_DO($f(p), true)"},
    {"dec", "p", "WGSYNC_DO($f(p), true)"},
    {"add", "p, v", "wgsync_by != 0", "atomic_fetch_add"},
    {"sub", "p, v", "wgsync_by != 0", "atomic_fetch_sub"},
    {"xor", "p, v", "wgsync_by != 0", "atomic_fetch_xor"},
    {"or", "p, v", "(wgsync_was | wgsync_by) != wgsync_was", "atomic_fetch_or"},
    {"and", "p, v", "(wgsync_was & wgsync_by) != wgsync_was",
     "atomic_fetch_and"},
    {"min", "p, v", "wgsync_by < wgsync_was", "atomic_fetch_min"},
    {"max", "p, v", "wgsync_by > wgsync_was", "atomic_fetch_max"},
    {"xchg", "p, v", "WGSYNC_PUT($f(p, wgsync_by$m), $f(p, v$m), v)"},
    {"exchange", "p, v", "WGSYNC_PUT($f(p, wgsync_by$m), $f(p, v$m), v)",
     "atomic_exchange"},
    {"cmpxchg", "p, c, v",
     "WGSYNC_IF($f(p, wgsync_from, wgsync_to), $f(p, c, v), c, v)"},
    {"compare_exchange_strong", "p, e, v",
     "WGSYNC_TRY($f(p, wgsync_from, v$m), e)",
     "atomic_compare_exchange_strong"},
    {"compare_exchange_weak", "p, e, v",
     "WGSYNC_TRY($f(p, wgsync_from, v$m), e)", "atomic_compare_exchange_weak"},
    {"store", "p, v", "WGSYNC_SET($f(p, v$m))", "atomic_store"},
    {"flag_clear", "p", "WGSYNC_SET($f(p$m))", "atomic_flag_clear"},
    {"flag_test_and_set", "p", "WGSYNC_DO($f(p$m), !wgsync_was)",
     "atomic_flag_test_and_set"},
};

// How many parameters "p, v" has.
size_t CountOf(absl::string_view parameters) {
  return static_cast<size_t>(absl::c_count(parameters, ',')) + 1;
}

// The macro that takes an order away. Calls with so many arguments have one
// without naming it; 0: the word names one.
struct Order {
  std::string name, becomes, says;
  size_t arguments = 0;
};

const std::vector<Order>& Orders() {
  static const auto* const orders = [] {
    auto* all = new std::vector<Order>;
    for (const char* fence :
         {"mem_fence", "read_mem_fence", "write_mem_fence"}) {
      all->push_back({fence, "(f) ((void)0)", fence});
    }
    // Its argument is a place.
    all->push_back({"atomic_work_item_fence", "(f, o, s) ((void)0)", ""});
    for (const char* order : {"acquire", "release", "acq_rel", "seq_cst"}) {
      const std::string name = absl::StrCat("memory_order_", order);
      all->push_back({name, " memory_order_relaxed", name});
    }
    for (const Atomic& atomic : kAtomics) {
      if (atomic.by_default.empty()) continue;
      const absl::string_view parameters = atomic.parameters;
      all->push_back(
          {std::string(atomic.by_default),
           absl::StrCat("(", parameters, ") ", atomic.by_default, "_explicit(",
                        parameters,
                        parameters == "p, e, v" ? ", memory_order_relaxed" : "",
                        ", memory_order_relaxed, memory_scope_device)"),
           absl::StrCat("memory_order_seq_cst of ", atomic.by_default),
           CountOf(parameters)});
    }
    return all;
  }();
  return *orders;
}

// How many arguments the call has whose bracket opens at `at`, after blanks; 0
// if none does. NVIDIA's compiler has no macros of any number of them.
size_t Arguments(absl::string_view code, size_t at) {
  at = code.find_first_not_of(" \t\r\n", at);
  const size_t close = ClosingBracket(code, at, '(', ')');
  if (at >= code.size() || close == code.npos) return 0;
  size_t count = 1;
  for (size_t depth = 0; at < close; ++at) {
    if (code[at] == '(') ++depth;
    if (code[at] == ')') --depth;
    if (code[at] == ',' && depth == 1) ++count;
  }
  return count;
}

std::vector<size_t> Places(absl::string_view source, const Order& order) {
  std::vector<size_t> places = CodePlaces(source, order.name);
  if (order.arguments != 0) {
    const auto other = [&](size_t at) {
      return Arguments(source, at + order.name.size()) != order.arguments;
    };
    places.erase(std::remove_if(places.begin(), places.end(), other),
                 places.end());
  }
  return places;
}

// With fences around it; of the flags, and a scope.
constexpr absl::string_view kBarriers[] = {"barrier", "work_group_barrier"};
constexpr char kFenced[] = "(wgsync_first(), $f(p$m), wgsync_first())";

// Makes the calls of `name` in *text those of macros, one for each number of
// arguments, and returns these.
std::string PauseCalls(const Atomic& atomic, const std::string& name,
                       std::string* text) {
  const size_t least = CountOf(atomic.parameters);
  const std::vector<size_t> places = WordPlaces(*text, name);
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

}  // namespace

std::string PausedSource(const std::string& source) {
  std::string text = source;
  const std::string macros = CallMacros(/*loads=*/false, &text);
  return macros.empty()
             ? ""
             : absl::StrCat(kGlobalIds, kPause, kCalls, macros, text);
}

std::vector<std::string> OrderedSources(const std::string& source) {
  std::string text = source;
  std::string macros = CallMacros(/*loads=*/true, &text);
  for (const absl::string_view name : kBarriers) {
    macros += PauseCalls({name, "p", kFenced}, std::string(name), &text);
  }
  std::vector<std::string> texts;
  const bool fences = absl::c_any_of(Orders(), [&source](const Order& order) {
    return absl::StrContains(order.name, "fence") &&
           !Places(source, order).empty();
  });
  if (macros.empty() && !fences) return texts;
  for (const char* order : {"memory_order_seq_cst", "memory_order_acq_rel"}) {
    texts.push_back(absl::StrCat(absl::StrReplaceAll(kFence, {{"$o", order}}),
                                 kCalls, macros, text));
  }
  return texts;
}

std::vector<OrderPlace> OrderPlaces(absl::string_view source) {
  std::vector<OrderPlace> places;
  for (const Order& order : Orders()) {
    if (order.says.empty()) continue;
    for (const size_t at : Places(source, order)) {
      places.push_back({order.says, at});
    }
  }
  absl::c_sort(places, [](const OrderPlace& a, const OrderPlace& b) {
    return a.at < b.at;
  });
  std::map<std::tuple<absl::string_view, uint32_t, absl::string_view>, uint32_t>
      in_line;
  for (OrderPlace& place : places) {
    const NamedLine named = LineOf(source, place.at);
    place.line = named.line;
    place.file = named.file;
    place.nth = ++in_line[{named.file, named.line, place.name}];
  }
  return places;
}

std::string Title(const OrderPlace& place, absl::string_view file) {
  const bool same = absl::EndsWith(file, place.file);  // or ""
  return absl::StrCat(place.name, same ? "" : " of ", same ? "" : place.file);
}

std::string WithoutOrder(absl::string_view source, const OrderPlace& place) {
  const auto order = absl::c_find_if(
      Orders(), [&](const Order& o) { return o.says == place.name; });
  return absl::StrCat("#define wgsync_no_", order->name, order->becomes, "\n",
                      source.substr(0, place.at), "wgsync_no_",
                      source.substr(place.at));
}

std::vector<std::string> UnorderedSources(const std::string& source) {
  std::string named, by_default;
  bool names = !CodePlaces(source, "memory_order_").empty();  // before ##
  for (const Order& order : Orders()) {
    const bool has = !Places(source, order).empty();
    names |= has && order.arguments == 0;
    if (order.arguments != 0 && !has) continue;
    absl::StrAppend(order.arguments == 0 ? &named : &by_default, "#define ",
                    order.name, order.becomes, "\n");
  }
  std::vector<std::string> texts;
  if (!by_default.empty()) {
    texts.push_back(absl::StrCat(named, by_default, source));
  }
  if (names) texts.push_back(absl::StrCat(named, source));
  return texts;
}

}  // namespace wgsync
