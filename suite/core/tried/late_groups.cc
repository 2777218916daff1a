#include "suite/core/tried/late_groups.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "suite/core/launch/layout.h"
#include "suite/core/tried/kernel_text.h"

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
// Where the words of marks begin (group_marks.h), and those of a group.
global volatile uint* wgsync_marks(global volatile uint* stamps) {
  return &stamps[3 + 3 * wgsync_groups() + WGSYNC_PARAMETERS];
}
global volatile uint* wgsync_place(global volatile uint* stamps, uint group) {
  return &wgsync_marks(stamps)[4 + WGSYNC_LOCKS + 2 * group];
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
void wgsync_read(global volatile uint* stamps, uint seed,
                 global const uint* words, uint parameter) {
  const uint group = wgsync_group(), groups = wgsync_groups();
  global volatile uint* read = &stamps[2 + 3 * groups];
  const size_t length = read[1 + parameter];
  const uint count = min(length, (size_t)2048);
  size_t from = 0;
  if (count < length && seed % 4 == 1) from = length / groups * group;
  if (count < length && seed % 4 == 2) from = length - count;
  if (count < length && seed % 4 == 3) {
    from = (group + 1) * 2654435761u ^ seed * 2246822519u;
  }
  uint x = 0;
  for (uint i = wgsync_item(); i < count; i += wgsync_items()) {
    x += words[(from + i) % length * 8];
  }
  // So that no compiler takes the loads out.
  if (x == 4000000007u) atomic_inc(read);
}
#ifdef WGSYNC_HOT
// Stores to one word, before those that the kernel makes to others.
void wgsync_hot(global volatile uint* stamps) {
  global volatile uint* hot = wgsync_place(stamps, wgsync_groups());
  for (uint i = 0; i < 16; ++i) *hot = i;
}
#endif
void wgsync_end(global volatile uint* stamps) {
  WGSYNC_LEFT
  if (wgsync_item() == 0) {
    stamps[3 + 2 * wgsync_group()] = atomic_inc(stamps) + 1;
  }
}
)";
// What starts in the order of the ids starts in their reverse order then.
// kGlobalIds follow, and its #endif.
constexpr char kReversed[] = R"(
#ifdef WGSYNC_REVERSED
size_t wgsync_reversed(uint side) {
  return get_num_groups(side) - 1 - get_group_id(side);
}
#define get_group_id(side) wgsync_reversed(side)
)";
constexpr char kParameters[] =
    "global volatile uint* wgsync_stamps, uint wgsync_seed";
constexpr char kHot[] = R"(
#ifdef WGSYNC_HOT
wgsync_hot(wgsync_stamps);
#define barrier(flags) (barrier(flags), wgsync_hot(wgsync_stamps))
#endif
)";
constexpr char kStart[] =
    " wgsync_start(wgsync_stamps, wgsync_seed); barrier(CLK_LOCAL_MEM_FENCE);";

std::string StartOf(const KernelFacts& facts) {
  std::string reads;
  for (size_t p = 0; p < facts.parameters.size(); ++p) {
    if (facts.parameters[p].space != "global") continue;
    absl::StrAppend(&reads, " wgsync_read(wgsync_stamps, wgsync_seed, ",
                    "(global const uint*)", facts.parameters[p].name, ", ", p,
                    ");");
  }
  return absl::StrCat(reads, kStart);
}

// To one end: PoCL 3.1 hangs if a loop with barriers has a side effect there.
constexpr char kToEnd[] = "goto wgsync_end_of_kernel";
constexpr char kEnd[] = " wgsync_end_of_kernel: wgsync_end(wgsync_stamps);";

// Of each word; each may have a text as long as the file.
constexpr size_t kMostPlaces = 100;

// Where the parameters of what could be the kernel's definition begin, whose
// name may be a macro's.
std::vector<size_t> Definitions(const std::string& source,
                                absl::string_view kernel) {
  std::vector<size_t> places;
  for (const absl::string_view word :
       {kernel, absl::string_view("kernel"), absl::string_view("__kernel")}) {
    std::vector<size_t> words = CodePlaces(source, word);
    words.resize(std::min(words.size(), kMostPlaces));
    for (size_t at : words) {
      at = ParametersAt(source, at + word.size());
      if (!absl::c_linear_search(places, at)) places.push_back(at);
    }
  }
  return places;
}

// The kernel's body with one end. Calls of macros in it may return, too; in a
// macro no directive works.
std::string ToOneEnd(std::string body, bool in_macro) {
  if (!in_macro) {
    return absl::StrCat(kHot, "#define return ", kToEnd, "\n", body, kEnd,
                        "\n#undef return\n#ifdef WGSYNC_HOT\n#undef "
                        "barrier\n#endif\n");
  }
  const std::vector<size_t> returns = WordPlaces(body, "return");
  for (auto r = returns.rbegin(); r != returns.rend(); ++r) {
    body.replace(*r, strlen("return"), kToEnd);
  }
  return body + kEnd;
}

// With calls in the kernel: a text for each place that could be its definition.
// If it is none, or brackets in branches of #if mislead, the text does not
// build, or its kernel lacks the parameters.
std::vector<std::string> WithCalls(const std::string& source,
                                   const KernelFacts& facts) {
  std::vector<std::string> texts;
  const auto from = [&](size_t begin, size_t end) {
    return absl::string_view(source).substr(begin, end - begin);
  };
  for (const size_t at : Definitions(source, facts.kernel)) {
    const auto [close, begin, end] = BodyOf(source, at);
    if (end == source.npos) continue;
    // What its call passes may return, too, which a caller sees.
    const bool in_macro = InDirective(source, begin);
    if (in_macro && facts.needs.local_bytes == 0) continue;
    const bool none = facts.parameters.empty();
    texts.push_back(
        absl::StrCat(from(0, none ? at + 1 : close), none ? "" : ", ",
                     kParameters, from(close, begin + 1), StartOf(facts),
                     ToOneEnd(std::string(from(begin + 1, end)), in_macro),
                     from(end, source.size())));
  }
  return texts;
}

// Makes the file's kernels functions, which a kernel may call with any
// compiler.
constexpr char kNoKernels[] =
    "#define kernel\n#define __kernel\n#define reqd_work_group_size(x, y, z)\n";
constexpr char kKernels[] =
    "#undef kernel\n#undef __kernel\n#undef reqd_work_group_size\n";

// With a kernel that calls the file's, whatever writes that one.
std::string WithCaller(const std::string& source, const KernelFacts& facts) {
  std::string parameters, arguments;
  for (const KernelParameter& p : facts.parameters) {
    absl::StrAppend(&parameters, p.space, " ", p.type, " ", p.name, ", ");
    absl::StrAppend(&arguments, arguments.empty() ? "" : ", ", p.name);
  }
  return absl::StrCat("#define ", facts.kernel, " wgsync_tried\n", source,
                      "\n#undef ", facts.kernel, "\nkernel void ", facts.kernel,
                      "(", parameters, kParameters, ") {", StartOf(facts),
                      " wgsync_tried(", arguments, ");", kEnd, " }\n");
}

}  // namespace

std::vector<std::string> LateSources(const std::string& source,
                                     const KernelFacts& facts, bool is_gpu) {
  std::vector<std::string> sources = WithCalls(source, facts);
  // A compiler refuses local variables there. What a driver counts does
  // not tell: NVIDIA's has some bytes for each kernel.
  sources.push_back(
      WithCaller(absl::StrCat(kNoKernels, source, "\n", kKernels), facts));
  if (facts.needs.local_bytes == 0) {
    sources.push_back(WithCaller(source, facts));
  }
  const std::string words =
      absl::StrCat("\n#define WGSYNC_PARAMETERS ", facts.parameters.size(),
                   "\n#define WGSYNC_LOCKS ", kMarkedLocks, "u\n");
  const absl::string_view marks = HasMarks(source) ? kMarks : "";
  for (std::string& text : sources) {
    text = absl::StrCat(is_gpu ? kTurnsOfGpu : kTurnsOfCpu, words, kStamps,
                        marks, kReversed, kGlobalIds, "#endif\n", text);
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

}  // namespace wgsync
