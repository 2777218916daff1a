// What the groups compute around a primitive.

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/catalog/entries.h"

namespace wgsync {
namespace {

Workload Named(absl::string_view name, Family family, absl::string_view says,
               uint32_t rounds, uint32_t rounds_cpu) {
  Workload w;
  w.name = std::string(name);
  w.family = family;
  w.file = absl::StrCat("workloads/", name, ".cl");
  w.says = std::string(says);
  w.rounds = rounds;
  w.rounds_cpu = rounds_cpu;
  return w;
}

Workload BarrierWorkload(absl::string_view name, absl::string_view says,
                         uint32_t rounds, uint32_t rounds_cpu) {
  Workload w = Named(name, Family::kBarrier, says, rounds, rounds_cpu);
  w.steps_more = 1;  // what the last round wrote is read in a step of its own
  return w;
}

Workload Exchange() {
  Workload w = BarrierWorkload(
      "exchange",
      "each work-item writes a word that names round and index, then reads one "
      "of a far group, another group each round",
      200, 64);
  w.payload_per_item = 2;  // two buffers, by the parity of the round
  w.final_memory = FinalMemory::kHalvesByItem;
  w.reads_per_item = 1;
  return w;
}

Workload Scatter() {
  Workload w = BarrierWorkload(
      "scatter",
      "each work-item writes 4 words in 4 cache lines, then reads 4 of a far "
      "group: finds stale reads of one in a million",
      20000, 64);
  w.payload_per_item = 8;  // 4 words, two buffers
  w.final_memory = FinalMemory::kHalvesByItem;
  w.reads_per_item = 4;
  w.late_every = 16;
  return w;
}

Workload Lanes() {
  Workload w = BarrierWorkload(
      "lanes",
      "each work-item writes 8 words next to its neighbours' and reads 8 of "
      "another group: in a grid of teams the one that finds most",
      32, 64);
  w.payload_per_item = 32;  // 8 words, as many between them, two buffers
  w.final_memory = FinalMemory::kHalvesSpread;
  w.reads_per_item = 8;
  w.for_teams = true;
  return w;
}

Workload PhaseCheck() {
  Workload w = BarrierWorkload(
      "phase_check",
      "each group publishes its round, every group checks every group", 64, 32);
  w.payload_per_group = 2 * 32;  // a cache line of its own, two buffers
  w.final_memory = FinalMemory::kHalvesByGroup;
  w.reads_all_groups = true;
  return w;
}

Workload RotateSum() {
  Workload w = BarrierWorkload(
      "rotate_sum",
      "a[i] = a[i] + a[i+1] + a[i+2], all elements equal at the end; one wrong "
      "read spreads, so it finds an error and cannot tell which",
      300, 64);
  w.payload_per_item = 1;
  w.final_memory = FinalMemory::kEqualElements;
  w.steps_per_round = 2;  // all read, then all write
  w.steps_more = 0;
  w.late_every = 4;
  w.reads_per_item = 2;  // the two neighbours; the sum at the end judges them
  w.classifies = false;
  return w;
}

Workload Arrivals() {
  Workload w = BarrierWorkload(
      "arrivals",
      "one round: after its wait each work-item looks whether all have "
      "arrived, and doubles a word of its own if so",
      1, 1);
  w.payload_per_item = 1;
  w.final_memory = FinalMemory::kEqualElements;
  w.reads_per_item = 1;
  w.reads_vary = true;
  w.classifies = false;
  return w;
}

Workload TransposePingpong() {
  Workload w = BarrierWorkload(
      "transpose_pingpong",
      "a matrix is transposed there and back, in tiles that pass through local "
      "memory; each round a group has a tile that another one has stored",
      200, 64);
  w.payload_per_item = 2;
  w.final_memory = FinalMemory::kTransposed;
  w.reads_per_item = 1;
  w.tiled = true;
  w.local_words = 32 * 33;  // the tile, a column more
  return w;
}

Workload AxpyVector() {
  Workload w = BarrierWorkload(
      "axpy_vector",
      "y = a * x + y by vector loads and stores of four words; x is a far "
      "group's, another one each round",
      200, 64);
  w.payload_per_item = 8;  // a vector, two buffers
  w.final_memory = FinalMemory::kHalvesByItem;
  w.reads_per_item = 8;  // of x and of y
  return w;
}

Workload UnevenArrival() {
  Workload w = BarrierWorkload(
      "uneven_arrival",
      "as exchange; the late group comes some thousand rounds later than the "
      "others, which wait",
      16, 16);
  w.payload_per_item = 2;
  w.final_memory = FinalMemory::kHalvesByItem;
  w.reads_per_item = 1;
  w.late_every = 8;
  w.late_factor = 50;  // twenty rounds are the usual delay
  return w;
}

// So near to the end of their range that the shortest run passes it.
Workload WrapsAt(absl::string_view bits, uint64_t range) {
  Workload w = BarrierWorkload(
      "wrap",
      absl::StrCat("thousands of rounds of one word for each group; the words "
                   "that are waited for begin just below 2^",
                   bits),
      10000, 10000);
  absl::StrAppend(&w.name, "_", bits);
  w.payload_per_group = 2 * 32;  // a cache line of its own, two buffers
  w.final_memory = FinalMemory::kHalvesByGroup;
  w.reads_per_group = 1;
  w.late_every = 500;
  // Two groups pass it in the two rounds that a slow device gets.
  w.word_init = static_cast<uint32_t>(range - 2);
  return w;
}

Workload Counter() {
  Workload w = Named(
      "counter", Family::kMutex,
      "a plain increment under the lock, and an atomic owner word that must "
      "stay its own throughout: the owner word tells a stale read from a "
      "broken exclusion",
      16, 64);
  w.payload_fixed = 64;  // the count in word 0, the owner in word 32
  w.final_memory = FinalMemory::kCount;
  w.late_every = 8;
  w.classifies = false;
  return w;
}

Workload Tallies() {
  Workload w = Counter();
  w.name = "tallies";
  w.file = "workloads/tallies.cl";
  w.says =
      "each work-item of the group that has the lock adds 1 to 4 words of its "
      "number: in a grid of teams the one that finds most";
  w.rounds = 32;
  w.payload_fixed = 32;          // the owner's line
  w.payload_per_group_item = 8;  // 4 words, as many between them
  w.final_memory = FinalMemory::kTallies;
  w.reads_once = 4;
  w.for_teams = true;
  return w;
}

Workload Snapshot() {
  Workload w = Named(
      "snapshot", Family::kMutex,
      "one group writes 16 words that name version and index, and all read "
      "them meanwhile: a copy must be of one version",
      128, 128);
  w.payload_fixed = 16;
  w.final_memory = FinalMemory::kLastRound;
  w.late_every = 8;
  w.reads_per_item = 16;
  w.reads_vary = true;
  return w;
}

Workload Holders() {
  Workload w = Named(
      "holders", Family::kSemaphore,
      "the permits that are out, counted inside: never more than there are; "
      "where one holder has them all, a plain increment too",
      16, 64);
  w.payload_fixed = 96;  // the count, the last holder, the permits that are out
  w.final_memory = FinalMemory::kCountOfOne;
  w.late_every = 4;
  w.classifies = false;
  return w;
}

Workload Message() {
  Workload w = Named(
      "message", Family::kHandoff,
      "group 0 writes 4 words per work-item that name round and index, into a "
      "region of its own each round; every other group reads them",
      64, 32);
  w.rounds_in_teams = 16;
  w.payload_per_item_round = 8;  // 4 words, as many between them
  w.final_memory = FinalMemory::kRegionsByRound;
  w.reads_per_item = 4;
  return w;
}

// The same file, in which the readers have not read before.
Workload MessageCold() {
  Workload w = Message();
  w.name = "message_cold";
  w.says = "as message; the readers have not read the words before";
  w.cold = true;
  return w;
}

Workload MessageRows() {
  Workload w = Named(
      "message_rows", Family::kHandoff,
      "each work-item writes a word a round that names round and index, near "
      "that of the round before; another group's reads those that it knows to "
      "be published",
      64, 4096);
  w.payload_all_items_round = 2;  // and as many between them
  w.payload_per_group_round = 1;  // through which a structure finds a row
  w.final_memory = FinalMemory::kRows;
  w.late_every = 8;
  w.reads_per_item = 1;
  w.reads_vary = true;
  return w;
}

Workload MadeOnce() {
  Workload w = MessageRows();
  w.name = "made_once";
  w.file = "workloads/made_once.cl";
  w.says =
      "in each round the group that comes first stores a word for each of its "
      "work-items; the others read them if they are there";
  w.payload_all_items_round = w.payload_per_group_round = 0;
  w.payload_per_item_round = 2;  // as many between them
  w.final_memory = FinalMemory::kRegionsByRound;
  return w;
}

Workload InWord() {
  Workload w = Named(
      "in_word", Family::kHandoff,
      "group 0 writes a flag and a value that names the round as one object; "
      "every other group checks the value that it found with the flag",
      64, 64);
  w.payload_per_item_round = 2;  // as many between them
  w.final_memory = FinalMemory::kRegionsByRound;
  w.reads_per_group = 1;
  return w;
}

Workload Rising() {
  Workload w = Named(
      "rising", Family::kHandoff,
      "each work-item stores rising values into one word, and another group's "
      "reads it meanwhile: what it finds must never go down",
      128, 4096);
  w.payload_per_item = 1;
  w.final_memory = FinalMemory::kLastRound;
  w.late_every = 8;
  w.reads_per_item = 2;
  return w;
}

Workload Reduction(absl::string_view name, absl::string_view says) {
  Workload w = Named(name, Family::kHandoff, says, 16, 4);
  w.elements = 8u << 20;
  w.final_memory = FinalMemory::kReduced;
  w.classifies = false;
  return w;
}

Workload Product() {
  Workload w = Reduction("product",
                         "the product of all elements, which are odd, so that "
                         "each lost or doubled factor shows");
  w.first_element = 3;
  w.element_step = 2;
  w.fold = Fold::kProduct;
  return w;
}

Workload Scan() {
  Workload w = Named(
      "scan", Family::kHandoff,
      "prefix sums of one element for each work-item; each prefix names round "
      "and index",
      64, 32);
  w.payload_all_items_round = 1;
  w.payload_per_group_round = 2;  // a sum and a prefix
  w.final_memory = FinalMemory::kScanned;
  w.reads_per_group = 1;
  return w;
}

// What a look-back hands on, as much as shows a missing order.
Workload ScanRows() {
  Workload w = Named(
      "scan_rows", Family::kHandoff,
      "each place hands on a row of 2 words for each work-item, which name "
      "round and index, first as its part and then as its prefix",
      64, 32);
  w.runner = "lib/run_lookback_rows.cl";
  w.rounds_in_teams = 16;
  w.payload_all_items_round = 8;  // 2 rows of 2 words, as many between them
  w.final_memory = FinalMemory::kRegionsOfAll;
  w.reads_per_item = 2;
  w.reads_vary = true;
  w.for_teams = true;
  w.in_place_of = "scan";
  return w;
}

Workload Copies() {
  Workload w = Named(
      "copies", Family::kProgress,
      "many copies of a shape of forward progress; each group must come to its "
      "end, and each wait must be met",
      1, 1);
  w.payload_per_group = 4;  // a seat: kernels/lib/run_progress.cl
  w.final_memory = FinalMemory::kSeats;
  w.reads_vary = true;
  return w;
}

Workload Tasks() {
  Workload w = Named(
      "tasks", Family::kHandoff,
      "one group offers a task of 4 words for each of its work-items, another "
      "group each round; each must be done once, by whoever takes it",
      64, 32);
  w.payload_per_item_round = 5;  // the words and a count
  w.final_memory = FinalMemory::kTasks;
  w.reads_once = 4;
  w.reads_vary = true;
  return w;
}

}  // namespace

std::vector<Workload> AllWorkloads() {
  return {Exchange(),
          Scatter(),
          PhaseCheck(),
          RotateSum(),
          TransposePingpong(),
          AxpyVector(),
          UnevenArrival(),
          WrapsAt("16", uint64_t{1} << 16),
          WrapsAt("31", uint64_t{1} << 31),
          WrapsAt("32", uint64_t{1} << 32),
          Arrivals(),
          Counter(),
          Tallies(),
          Message(),
          MessageCold(),
          Reduction("sum", "the sum of all elements, 1, 2, 3 and so on"),
          Product(),
          Scan(),
          ScanRows(),
          Tasks(),
          Snapshot(),
          Holders(),
          Lanes(),
          MessageRows(),
          Rising(),
          InWord(),
          Copies(),
          MadeOnce()};
}

}  // namespace wgsync
