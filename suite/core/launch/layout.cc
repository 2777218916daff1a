#include "suite/core/launch/layout.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "suite/core/base/parallel.h"
#include "suite/core/launch/seats.h"

namespace wgsync {
namespace {

constexpr size_t kLineBytes = kLineWords * sizeof(uint32_t);
// In front of the teams' scratch: their numbers, and 32 hot lines.
constexpr size_t kTeamHeadWords = kLineWords + kLineWords * kLineWords;

// So many are filled by a separate thread.
constexpr size_t kLeastTeams = 16;
constexpr size_t kLeastWords = size_t{1} << 20;

size_t Pages(size_t bytes) { return (bytes + kPage - 1) / kPage * kPage; }

uint64_t PayloadWords(const LaunchSpec& s) {
  const Workload& w = *s.program.c.workload;
  const uint64_t items = uint64_t{s.groups} * s.group_size;
  return w.payload_fixed + uint64_t{w.payload_per_group_item} * s.group_size +
         w.payload_per_item * items + uint64_t{w.payload_per_group} * s.groups +
         uint64_t{w.payload_per_item_round} * s.group_size * s.rounds +
         w.payload_all_items_round * items * s.rounds +
         uint64_t{w.payload_per_group_round} * s.groups * s.rounds +
         s.elements + SumsOfARound(s) * s.rounds + InterpretedCode(s).size();
}

uint64_t SyncWords(const LaunchSpec& s) {
  const Primitive& p = *s.program.c.primitive;
  return p.words_fixed + uint64_t{p.words_per_group} * s.groups +
         uint64_t{p.words_per_group_round} * s.groups * s.rounds +
         p.words_per_lock * ReductionWaits(s);
}

// Words of the scratch before a device model's: a line a group for its delays,
// behind them a word an item, for what kernel_boundary carries from one kernel
// to the next.
uint64_t ScratchWords(const LaunchSpec& s) {
  const bool carries = KernelsOf(s) > 1 || s.program.model;
  return uint64_t{kLineWords} * std::max<uint32_t>(s.groups, 2) +
         (carries ? uint64_t{s.groups} * s.group_size : 0);
}

// All words of the scratch but those below.
uint64_t ScratchBeforeMeeting(const LaunchSpec& s) {
  return ScratchWords(s) + (s.program.model ? kModelWords : 0);
}

// Of a lock of loads and stores: a line with the host's numbers, and the lines
// that its groups store to before they want it.
uint64_t MeetingWords(const LaunchSpec& s) {
  const bool meets = s.program.c.primitive->loads_and_stores;
  return meets ? kLineWords * (1 + kMeetLines) : 0;
}

void Fill(uint8_t* at, size_t bytes, uint32_t value) {
  uint32_t* words = reinterpret_cast<uint32_t*>(at);
  ForParts(bytes / sizeof(uint32_t), kLeastWords,
           [&](size_t, size_t begin, size_t end) {
             std::fill(words + begin, words + end, value);
           });
}

// What the model's kernels find of it; kernels/models/model.cl has the names.
void FillModel(const LaunchSpec& s, uint8_t* scratch) {
  const OrderNumbers order = NumbersOf(s.program.model.row->order, s.groups);
  const uint32_t numbers[] = {s.program.model.row->kind, s.program.model.number,
                              order.step, order.first};
  uint32_t* words = reinterpret_cast<uint32_t*>(scratch) + ScratchWords(s);
  std::copy(std::begin(numbers), std::end(numbers), words);
}

// What the groups that want a lock of loads and stores find there;
// kernels/lib/run_mutex.cl has the names.
void FillMeeting(const LaunchSpec& s, uint8_t* scratch) {
  uint32_t* words =
      reinterpret_cast<uint32_t*>(scratch) + ScratchBeforeMeeting(s);
  words[0] = s.stress.apart;
  words[1] = s.stress.ahead;
}

void FillSeats(const LaunchSpec& s, uint8_t* payload) {
  const std::vector<uint32_t> seats = SeatWords(s);
  std::copy(seats.begin(), seats.end(), reinterpret_cast<uint32_t*>(payload));
}

void FillElements(const LaunchSpec& s, uint8_t* payload) {
  uint32_t* words = reinterpret_cast<uint32_t*>(payload);
  for (uint32_t i = 0; i < s.elements; ++i) {
    words[i] = ElementOf(*s.program.c.workload, i);
  }
}

}  // namespace

uint64_t SumsOfARound(const LaunchSpec& spec) {
  uint64_t all =
      spec.program.c.primitive->host_finishes ? 1 : 0;  // the control's
  for (uint64_t sums : PartialSums(spec)) all += sums;
  return all;
}

std::array<uint32_t, kScalars> KernelScalars(const LaunchSpec& s) {
  return {s.discover ? 1u : 0u,
          s.rounds,
          0u,
          s.delay,
          s.late_every,
          s.budget,
          s.discover ? kDiscoverBase : WordInit(s.program.c),
          s.elements};
}

namespace {

// Gives the regions their places.
void Place(Layout* l) {
  l->total = 0;
  for (int r = 0; r < kRegions; ++r) {
    l->bytes[r] = Pages(l->used[r] + sizeof(uint32_t));
    l->offset[r] = l->total;
    l->total += l->bytes[r];
  }
}

Layout LayoutOfTeams(const LaunchSpec& spec) {
  Layout l = MakeLayout(OneTeam(spec));
  l.teams = TeamsOf(spec);
  l.team_head = kTeamHeadWords * sizeof(uint32_t);
  for (int r = 0; r < kRegions; ++r) {
    l.stride[r] = (l.used[r] + kLineBytes - 1) / kLineBytes * kLineBytes;
    l.used[r] = l.teams * l.stride[r] + (r == kScratch ? l.team_head : 0);
  }
  Place(&l);
  return l;
}

// What the kernel finds of its teams; kernels/lib/teams.cl has the names.
void FillTeams(const LaunchSpec& s, const Layout& l, uint8_t* half) {
  const auto words = [&l](Region r) {
    return static_cast<uint32_t>(l.stride[r] / sizeof(uint32_t));
  };
  const uint32_t numbers[] = {
      s.teams.multiplier,     s.teams.offset,
      words(kWords),          words(kPayload),
      words(kBoard),          words(kReport),
      words(kScratch),        s.stress.hot_stores,
      s.stress.hot_every - 1, (s.stress.hot_lines - 1) * kLineWords,
      s.stress.late,          s.stress.warm,
      s.stress.pause};
  Fill(half + l.offset[kScratch], l.team_head, kPattern);
  std::copy(std::begin(numbers), std::end(numbers),
            reinterpret_cast<uint32_t*>(half + l.offset[kScratch]));
}

}  // namespace

Layout LayoutOfTeam(const Layout& one, const Layout& layout, uint32_t team) {
  Layout l = one;
  for (int r = 0; r < kRegions; ++r) {
    l.offset[r] = layout.offset[r] + team * layout.stride[r] +
                  (r == kScratch ? layout.team_head : 0);
    l.bytes[r] = layout.stride[r];
  }
  return l;
}

Layout MakeLayout(const LaunchSpec& spec) {
  if (InTeams(spec)) return LayoutOfTeams(spec);
  const Primitive& p = *spec.program.c.primitive;
  Layout l;
  l.groups = spec.groups;
  l.roles = p.roles_per_group * spec.groups;
  if (p.by_item) {
    l.roles_of_group = spec.group_size;
    l.roles *= spec.group_size;
  }
  if (p.item_watchers) {
    l.watchers_of_group = spec.group_size;
    l.roles += spec.groups * spec.group_size;
  }
  // A discovery has no waits, and computes nothing.
  if (spec.discover) l.roles = l.roles_of_group = l.watchers_of_group = 0;
  l.roles_at = (2 * spec.groups + kLineWords - 1) / kLineWords * kLineWords;
  l.records_at = kLineWords * (1 + spec.groups);
  const uint64_t words[kRegions] = {
      std::max<uint64_t>(SyncWords(spec), 1),
      spec.discover ? 1 : std::max<uint64_t>(PayloadWords(spec), 1),
      l.roles_at + uint64_t{l.roles} * kRoleWords,
      spec.discover ? 1 : l.records_at + uint64_t{kMaxRecords} * kRecordWords,
      ScratchBeforeMeeting(spec) + MeetingWords(spec)};
  for (int r = 0; r < kRegions; ++r) l.used[r] = words[r] * sizeof(uint32_t);
  Place(&l);
  return l;
}

void FillRegions(const LaunchSpec& spec, const Layout& l, uint8_t* half) {
  if (InTeams(spec)) {
    const LaunchSpec one = OneTeam(spec);
    const Layout of_one = MakeLayout(one);
    ForParts(l.teams, kLeastTeams, [&](size_t, size_t begin, size_t end) {
      for (size_t t = begin; t < end; ++t) {
        FillRegions(one, LayoutOfTeam(of_one, l, static_cast<uint32_t>(t)),
                    half);
      }
    });
    return FillTeams(spec, l, half);
  }
  Fill(half + l.offset[kWords], l.bytes[kWords], WordInit(spec.program.c));
  for (Region r : {kPayload, kBoard, kReport, kScratch}) {
    Fill(half + l.offset[r], l.bytes[r], kPattern);
  }
  if (spec.discover) {
    Fill(half + l.offset[kScratch], sizeof(uint32_t), kDiscoverBase);
  }
  if (spec.program.c.primitive->half_waits) {
    uint32_t* words =
        reinterpret_cast<uint32_t*>(half + l.offset[kWords]) + kLineWords;
    words[0] = spec.has_distance ? spec.waiters : spec.groups / 2;
    words[1] = spec.has_distance ? spec.awaited : spec.groups - 1;
  }
  FillElements(spec, half + l.offset[kPayload]);
  if (IsShape(*spec.program.c.primitive) && !spec.discover) {
    FillSeats(spec, half + l.offset[kPayload]);
  }
  if (spec.program.model) FillModel(spec, half + l.offset[kScratch]);
  if (MeetingWords(spec) != 0) FillMeeting(spec, half + l.offset[kScratch]);
}

void SetGuards(const Layout& layout, uint32_t launch, uint8_t* half) {
  constexpr uint32_t kSpread = 2654435761u;  // all bits differ, not the lowest
  for (uint32_t r = 0; r < kRegions; ++r) {
    *GuardOf(half + layout.offset[r], layout.bytes[r]) =
        (launch * kRegions + r) * kSpread;
  }
}

}  // namespace wgsync
