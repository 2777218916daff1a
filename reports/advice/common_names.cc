#include "reports/advice/common_names.h"

#include <algorithm>
#include <iterator>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "suite/core/base/name_pattern.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/catalog/catalog.h"

namespace wgsync {
namespace {

// Letters and digits alone, small ones.
std::string Plain(absl::string_view text) {
  std::string out;
  for (const char c : text) {
    if (absl::ascii_isalnum(static_cast<unsigned char>(c))) {
      out += absl::ascii_tolower(static_cast<unsigned char>(c));
    }
  }
  return out;
}

Meant Of(const CommonName& row) {
  return {
      std::string(row.name),
      std::vector<std::string>(row.primitives.begin(), row.primitives.end()),
      row.idioms, row.access};
}

// Of primitives and host checks, those with Plain() text in them.
std::vector<std::string> NamesWith(absl::string_view plain) {
  std::vector<std::string> found;
  const auto look = [&](const std::string& name) {
    if (absl::StrContains(Plain(name), plain)) found.push_back(name);
  };
  for (const Primitive& p : Primitives()) look(p.name);
  for (const HostCheck& h : HostChecks()) look(h.name);
  return found;
}

// The common name that begins so, if all that do mean the same.
absl::optional<Meant> BeginsWith(absl::string_view plain) {
  const CommonName* first = nullptr;
  for (const CommonName& row : CommonNames()) {
    if (!absl::StartsWith(Plain(row.name), plain)) continue;
    if (first == nullptr) first = &row;
    if (row.primitives != first->primitives) return absl::nullopt;
  }
  if (first == nullptr) return absl::nullopt;
  return Of(*first);
}

}  // namespace

absl::Span<const CommonName> Kinds() {
  static const auto& rows = *new std::vector<CommonName>{
      {"barrier",
       {"barrier.counter_per_group", "barrier.flags_master_group",
        "barrier.counter_per_group_discovered", "barrier.*"},
       {"grid_barrier"},
       "all work-groups of the grid wait for each other"},
      {"lock",
       {"mutex.spin_exchange", "mutex.fetch_and_add", "mutex.spin_*",
        "mutex.*"},
       {"spin_lock"},
       "one work-group at a time"},
      {"semaphore",
       {"semaphore.spin_1", "semaphore.*"},
       {"semaphore_as_lock"},
       "some work-groups at a time"},
      {"look-back",
       {"handoff.lookback_by_ticket", "handoff.lookback_by_group_id",
        "handoff.lookback_*"},
       {"lookback_by_ticket", "lookback_by_id", "lookback_fallback"},
       "single-pass scan: a work-group waits for those before it"},
      {"hand-off",
       {"handoff.message_passing", "handoff.message_passing*",
        "handoff.looped_store", "handoff.work_steal_queue",
        "handoff.dependency_distance", "handoff.*_reduction",
        "handoff.host_finish*", "handoff.last_arriver", "handoff.list_push",
        "handoff.once", "handoff.bounded_ring", "handoff.value_in_*"},
       {"lowest_initialises"},
       "a work-group passes data to another one"},
      {"host-sync",
       {"host_sync.finish", "host_sync.blocking_read", "host_sync.*"},
       {},
       "end the kernel, and the host waits or starts the next one"},
  };
  return rows;
}

absl::Span<const CommonName> CommonNames() {
  using Names = std::vector<absl::string_view>;
  struct Row {
    Names names, primitives, idioms = {};
    absl::string_view access = {};
  };
  const Names grid = {"grid_barrier"}, spin = {"spin_lock"};
  const Names locks = {"mutex.spin_exchange", "mutex.*"};
  const Names by_id = {"handoff.lookback_by_group_id"};
  const Names messages = {"handoff.message_passing",
                          "handoff.message_passing*"};
  const Names accessed = {"barrier.counter_per_group",
                          "handoff.message_passing", "mutex.fetch_and_add"};
  const Row table[] = {
      {{"grid barrier", "global barrier", "inter-block barrier",
        "inter-workgroup barrier", "nd_range barrier", "grid sync",
        "root group", "cooperative groups", "cooperative launch",
        "persistent threads", "persistent kernel", "megakernel"},
       {"barrier.counter_per_group", "barrier.*"},
       grid},
      {{"occupancy discovery", "occupancy"},
       {"barrier.counter_per_group_discovered"},
       {"barrier_of_discovered"}},
      {{"sense-reversing barrier"}, {"barrier.sense_reversing"}, grid},
      {{"tree barrier"}, {"barrier.tree_*"}, grid},
      {{"dissemination barrier"}, {"barrier.dissemination"}, grid},
      {{"end the kernel"}, {"barrier.kernel_boundary"}},
      {{"mutex", "critical section"}, locks, spin},
      {{"spin lock", "atomic_flag"},
       {"mutex.spin_exchange", "mutex.spin_*"},
       spin},
      {{"test and set"},
       {"mutex.spin_exchange", "mutex.spin_test_and_test"},
       spin},
      {{"ticket lock"},
       {"mutex.fetch_and_add", "mutex.ticket_proportional"},
       {"ticket_lock"}},
      {{"queue lock"},
       {"mutex.mcs", "mutex.clh", "mutex.hemlock", "mutex.array"},
       {"clh_lock"}},
      {{"lock per work-item"}, {"mutex.*_per_item"}},
      {{"sequence lock"}, {"mutex.seqlock"}, {"seqlock"}},
      {{"counting semaphore"},
       {"semaphore.spin_10", "semaphore.*"},
       {"semaphore_as_lock"}},
      {{"decoupled look-back", "single-pass scan", "prefix sum", "onesweep"},
       {"handoff.lookback_by_ticket", "handoff.lookback_*"},
       {"lookback_by_ticket", "lookback_by_id", "lookback_fallback"}},
      {{"chained scan", "stream-scan", "adjacent synchronization",
        "look-back by id"},
       by_id,
       {"lookback_by_id"}},
      {{"packed status word", "status word", "64-bit flag", "64-bit atomics",
        "64-bit word", "flag and value in one word"},
       {"handoff.value_in_word", "handoff.lookback_in_word"}},
      {{"split-k"}, {"handoff.chained_reduction", "handoff.*_reduction"}},
      {{"sptrsv", "triangular solve"}, {"handoff.dependency_distance"}},
      {{"message passing", "producer consumer", "flag"},
       messages,
       {"lowest_initialises"}},
      {{"mem_fence"}, accessed, {}, "fence=mem/pay=plain"},
      {{"barrier(CLK_GLOBAL_MEM_FENCE)"},
       accessed,
       {},
       "poll=rmw/signal=rmw/fence=none/pay=plain"},
      {{"volatile", "volatile poll"},
       accessed,
       {},
       "poll=volatile/signal=rmw/fence=device"},
      {{"plain poll"}, accessed, {}, "poll=plain/signal=rmw/fence=device"},
      // Whoever comes second waits in call_once.
      {{"call once"},
       {"handoff.message_passing", "handoff.once"},
       {"call_once"}},
      {{"once", "lazy initialization", "one-time initialization",
        "double-checked lock", "singleton"},
       {"handoff.once"}},
      {{"last arriver", "last block", "last group", "last workgroup",
        "threadfence reduction", "single-pass reduction", "atomic ticket",
        "semaphore-free reduction"},
       {"handoff.last_arriver"},
       {"last_arriver"}},
      {{"lock-free list", "lock-free stack", "linked list", "Treiber stack",
        "hash table", "compare-and-swap", "cas"},
       {"handoff.list_push"},
       {"cas_retry"}},
      {{"ring buffer", "bounded queue", "mpmc queue", "circular buffer",
        "try_push", "try_pop", "fifo"},
       {"handoff.bounded_ring"}},
      {{"work queue", "task queue"},
       {"handoff.work_steal_queue"},
       {"queue_until_empty"}},
      {{"work stealing"},
       {"handoff.work_steal_queue"},
       {"queue_until_empty", "queue_until_done"}},
      {{"user event"}, {"host_sync.user_event", "host_sync.user_event_*"}},
      {{"callback"}, {"host_sync.callback", "host_sync.callback_*"}},
      {{"two kernels", "concurrent kernels", "concurrent queues"},
       {"host_sync.concurrent_kernels"},
       {"two_grids"}},
      {{"two grids", "two launches"}, {"host_sync.grids_meet"}, {"two_grids"}},
      {{"kernel waits for host", "host write"},
       {"host_sync.write_while_running"}},
      {{"event chain", "cross-queue events"},
       {"host_sync.event_chain", "host_sync.wait_list"}},
      {{"clFinish"}, {"host_sync.finish"}},
      {{"markers"}, {"host_sync.marker", "host_sync.barrier"}},
      {{"out-of-order queue"}, {"host_sync.wait_list", "host_sync.barrier"}},
  };
  static const auto& rows = *[&] {
    auto* all = new std::vector<CommonName>;
    for (const Row& row : table) {
      for (const absl::string_view name : row.names) {
        all->push_back({name, row.primitives, row.idioms, {}, row.access});
      }
    }
    return all;
  }();
  return rows;
}

const CommonName* FindCommonName(absl::string_view text) {
  const std::string plain = Plain(text);
  for (absl::Span<const CommonName> table : {Kinds(), CommonNames()}) {
    for (const CommonName& row : table) {
      const std::string name = Plain(row.name);
      if (plain == name || plain == name + "s") return &row;
    }
  }
  return nullptr;
}

absl::StatusOr<Meant> WhatIsMeant(absl::string_view text) {
  const std::string plain = Plain(text);
  if (const CommonName* row = FindCommonName(text)) return Of(*row);
  if (!plain.empty()) {
    const std::vector<std::string> found = NamesWith(plain);
    if (!found.empty()) return Meant{std::string(text), found, {}};
    if (const absl::optional<Meant> row = BeginsWith(plain)) return *row;
  }
  std::vector<std::string> known;
  for (absl::Span<const CommonName> table : {Kinds(), CommonNames()}) {
    for (const CommonName& row : table) known.emplace_back(row.name);
  }
  absl::c_move(NamesWith(""), std::back_inserter(known));
  return BadInput(
      "\"", text, "\" is not a kind of synchronization; ask for ",
      NamesText(Kinds()), "; ",
      NearestText(text, known, "`wgsync can --help` has more names"));
}

std::string NamesText(absl::Span<const CommonName> rows) {
  return absl::StrJoin(rows, ", ", [](std::string* out, const auto& row) {
    absl::StrAppend(out, row.name);
  });
}

size_t NamedGlobs(const Meant& meant) {
  return std::max<size_t>(1, meant.primitives.size() - 1);
}

size_t PlaceOf(const std::vector<std::string>& globs,
               absl::string_view primitive) {
  size_t place = 0;
  while (place < globs.size() && !GlobMatches(globs[place], primitive)) ++place;
  return place;
}

}  // namespace wgsync
