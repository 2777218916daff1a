#include "suite/core/tried/late_groups.h"

#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "suite/core/launch/layout.h"

namespace wgsync {
namespace {

// Of an odd seed one group in two is late, by at most so many turns of a loop.
// Of an even one a group waits for the next, for so many turns at most, so that
// the two start at the same time.
constexpr char kBody[] = R"(
  if (get_local_id(0) == 0) {
    const uint group = get_group_id(0);
    if (wgsync_seed & 1) {
      uint turns = (group + 1) * 2654435761u ^ wgsync_seed * 2246822519u;
      turns ^= turns >> 15;
      turns = (turns & 1) ? (turns >> 1) % 60000u : 0;
      for (volatile uint turn = 0; turn < turns; ++turn) {
      }
    } else {
      const uint place = atomic_inc(&wgsync_stamps[1]);
      for (uint turn = 0; turn < WGSYNC_TURNS; ++turn) {
        if (atomic_add(&wgsync_stamps[1], 0) > (place | 1)) break;
      }
    }
    wgsync_stamps[2 + 2 * group] = atomic_inc(wgsync_stamps) + 1;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
)";
constexpr char kEnd[] = R"(
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) {
    wgsync_stamps[3 + 2 * get_group_id(0)] = atomic_inc(wgsync_stamps) + 1;
  }
}
)";

}  // namespace

std::string LateKernelSource(const KernelFacts& facts) {
  std::string parameters;
  std::vector<std::string> names;
  for (const KernelParameter& p : facts.parameters) {
    const bool pointer = absl::EndsWith(p.type, "*");
    absl::StrAppend(&parameters, pointer ? p.space + " " : "", p.type, " ",
                    p.name, ", ");
    names.push_back(p.name);
  }
  // A CPU's thread may come as late as the operating system lets it.
  return absl::StrCat(
      "\n#define WGSYNC_TURNS ", facts.device.is_gpu ? 20000 : 2000000,
      "\nkernel void ", kLateKernel, "(", parameters,
      "global uint* wgsync_stamps, uint wgsync_seed) {", kBody, "  ",
      facts.kernel, "(", absl::StrJoin(names, ", "), ");", kEnd);
}

bool HasLocalVariables(const std::string& source) {
  if (absl::StrContains(source, "#include")) return true;
  for (size_t at = source.find("local"); at != source.npos;
       at = source.find("local", at + 1)) {
    const size_t end = at + 5;
    const bool underlined = at >= 2 && source.compare(at - 2, 2, "__") == 0;
    const size_t begin = underlined ? at - 2 : at;
    const auto joins = [&](size_t place) {
      return place < source.size() &&
             (absl::ascii_isalnum(source[place]) || source[place] == '_');
    };
    if ((begin == 0 || !joins(begin - 1)) && !joins(end)) return true;
  }
  return false;
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
