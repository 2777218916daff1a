#include "suite/core/tried/late_groups.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
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
    "#define WGSYNC_TURN(x)";
constexpr char kTurnsOfCpu[] =
    "#define WGSYNC_TURNS 20000\n#define WGSYNC_LATE 100u\n"
    "#define WGSYNC_4(steps) steps steps steps steps\n"
    "#define WGSYNC_TURN(x) "
    "WGSYNC_4(WGSYNC_4(WGSYNC_4(x ^= 4000000007u / (x | 1);)))";
constexpr char kStamps[] = R"(
void wgsync_start(global volatile uint* stamps, uint seed) {
  if (get_local_id(0) == 0) {
    const uint group = get_group_id(0);
    const uint groups = get_num_groups(0);
    const uint place = (seed & 3) == 1 ? groups : atomic_inc(&stamps[1]);
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
int wgsync_end(global volatile uint* stamps) {
  if (get_local_id(0) == 0) {
    stamps[3 + 2 * get_group_id(0)] = atomic_inc(stamps) + 1;
  }
  return 1;
}
#line 1
)";
// Each end of the kernel goes through the macro: `if (x) return; else` too.
constexpr char kStart[] =
    " wgsync_start(wgsync_stamps, wgsync_seed); "
    "barrier(CLK_LOCAL_MEM_FENCE);\n"
    "#define return while (wgsync_end(wgsync_stamps)) return\n#line ";
constexpr char kEnd[] = " wgsync_end(wgsync_stamps);\n#undef return\n#line ";

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

// Comments and strings as spaces, in the same places; directives too, unless
// they are `kept`.
std::string CodeOf(const std::string& source, bool kept = false) {
  std::string code = source;
  const auto blank = [&code](size_t begin, size_t end) {
    for (size_t i = begin; i < end && i < code.size(); ++i) {
      if (code[i] != '\n') code[i] = ' ';
    }
    return end - 1;
  };
  const auto after = [&source](const std::string& what, size_t from) {
    const size_t at = source.find(what, from);
    return at == source.npos ? source.size() : at + what.size();
  };
  const auto line_end = [&source](size_t at) {
    while (at < source.size() && (source[at] != '\n' || source[at - 1] == '\\'))
      ++at;
    return at;
  };
  bool line_begins = true;
  for (size_t at = 0; at < source.size(); ++at) {
    const char c = source[at];
    const bool directive = c == '#' && line_begins && !kept;
    line_begins = c == '\n' || (line_begins && absl::ascii_isspace(c));
    if (directive || source.compare(at, 2, "//") == 0) {
      at = blank(at, line_end(at));
    } else if (source.compare(at, 2, "/*") == 0) {
      at = blank(at, after("*/", at + 2));
    } else if (c == '"' || c == '\'') {
      size_t end = at + 1;
      while (end < source.size() && source[end] != c) {
        end += source[end] == '\\' ? 2 : 1;
      }
      at = blank(at, end + 1);
    }
  }
  return code;
}

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
  }
  return code.npos;
}

constexpr absl::string_view kSpaces = " \t\r\n\v\f";

struct Definition {
  size_t open = 0, close = 0;  // brackets of the parameters
  size_t begin = 0, end = 0;   // braces of the body
};

std::vector<Definition> DefinitionsOf(absl::string_view code,
                                      absl::string_view name) {
  std::vector<Definition> all;
  for (size_t at : Words(code, name)) {
    Definition d;
    d.open = code.find_first_not_of(kSpaces, at + name.size());
    if (d.open >= code.size() || code[d.open] != '(') continue;
    d.close = Closing(code, d.open, '(', ')');
    if (d.close == code.npos) continue;
    d.begin = code.find_first_not_of(kSpaces, d.close + 1);
    if (d.begin >= code.size() || code[d.begin] != '{') continue;
    d.end = Closing(code, d.begin, '{', '}');
    if (d.end != code.npos) all.push_back(d);
  }
  return all;
}

}  // namespace

std::string LateSource(const std::string& source, absl::string_view kernel,
                       bool is_gpu) {
  const std::string code = CodeOf(source);
  const std::vector<Definition> all = DefinitionsOf(code, kernel);
  if (all.size() != 1) return "";
  const Definition& d = all[0];
  const auto from = [&](size_t begin, size_t end) {
    return absl::string_view(source).substr(begin, end - begin);
  };
  const auto line_of = [&](size_t place) {
    return 1 + std::count(source.begin(), source.begin() + place, '\n');
  };
  const absl::string_view first = absl::StripAsciiWhitespace(
      absl::string_view(code).substr(d.open + 1, d.close - d.open - 1));
  const bool none = first.empty() || first == "void";
  return absl::StrCat(is_gpu ? kTurnsOfGpu : kTurnsOfCpu, kStamps,
                      from(0, none ? d.open + 1 : d.close), none ? "" : ", ",
                      "global volatile uint* wgsync_stamps, uint wgsync_seed",
                      from(d.close, d.begin + 1), kStart, line_of(d.begin),
                      "\n", from(d.begin + 1, d.end), kEnd, line_of(d.end),
                      "\n", from(d.end, source.size()));
}

bool GroupsOverlapped(const uint8_t* stamps, uint32_t groups) {
  for (uint64_t g = 0; g < groups; ++g) {
    const uint32_t start = ReadWord(stamps, 2 + 2 * g);
    const uint32_t end = ReadWord(stamps, 3 + 2 * g);
    if (start != 0 && end > start + 1) return true;
  }
  return false;
}

std::string UnorderedSource(const std::string& source) {
  const std::string code = CodeOf(source, /*kept=*/true);
  std::string macros;
  bool any = false;
  for (const auto& order : kOrders) {
    any = any || !Words(code, order.name).empty();
    absl::StrAppend(&macros, "#define ", order.name, order.becomes, "\n");
  }
  return any ? absl::StrCat(macros, "#line 1\n", source) : "";
}

}  // namespace wgsync
