#include "suite/core/launch/decode.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "suite/core/base/parallel.h"
#include "suite/core/launch/final_check.h"

namespace wgsync {
namespace {

// The fields of a role's record; kernels/lib/board.cl.
enum RoleField {
  kArrived = 0,
  kLeft,
  kClosed,
  kWord,
  kKind,
  kGoal,
  kSeen,
  kHow,
  kBad = kRoleBad,
  kBadHow = kRoleBadHow,
  kBadRound,
  kBadSeen,
  kBadGoal,
  kEarly,
  kEarlyGroup,
  kEarlyRound,
  kWaited,
  kSteps,  // kernels/lib/progress.cl
};

// What the board shows in place of a comparison; kernels/lib/board.cl.
constexpr uint32_t kBetween = 5;

uint32_t Count(uint32_t value) { return value - kPattern; }

WaitEnd EndOf(uint32_t value) {
  return value >= 1 && value <= 3 ? static_cast<WaitEnd>(value)
                                  : WaitEnd::kNever;
}

RoleFacts DecodeRole(const uint8_t* board, const Layout& l, uint32_t role) {
  const uint64_t at = l.roles_at + uint64_t{role} * kRoleWords;
  const auto field = [&](RoleField f) { return ReadWord(board, at + f); };
  RoleFacts r;
  if (l.roles_of_group != 0) {
    r.group = role / l.roles_of_group;
  } else if (l.watchers_of_group != 0) {
    r.watcher = role >= l.groups;
    r.group = r.watcher ? (role - l.groups) / l.watchers_of_group : role;
  } else {
    r.group = role < l.groups ? role : 0;  // watchers are group 0's
    r.watcher = role >= l.groups;
  }
  r.arrived = Count(field(kArrived));
  r.left = Count(field(kLeft));
  r.closed = Count(field(kClosed));
  const uint32_t kind = field(kKind);
  r.waits_known = kind <= static_cast<uint32_t>(Comparison::kMultiple);
  r.between = kind == kBetween;
  if (r.waits_known) {
    r.word = field(kWord);
    r.comparison = static_cast<Comparison>(kind);
    r.goal = field(kGoal);
  }
  r.end = EndOf(field(kHow));
  r.seen = field(kSeen);
  r.waited = Count(field(kWaited));
  r.steps = Count(field(kSteps));
  r.bad = Count(field(kBad));
  if (r.bad != 0) {
    r.bad_end = EndOf(field(kBadHow));
    r.bad_round = field(kBadRound);
    r.bad_seen = field(kBadSeen);
    r.bad_goal = field(kBadGoal);
  }
  r.early = Count(field(kEarly));
  if (r.early != 0) {
    r.early_group = field(kEarlyGroup);
    r.early_round = field(kEarlyRound);
  }
  return r;
}

// A value that names a round this far ahead was stored too early.
constexpr uint32_t kNearRounds = 1000;

int64_t RoundOf(const WrongRead& w, uint32_t bits, uint32_t index) {
  if (w.found == kPattern) return -1;
  const uint32_t below = (1u << bits) - 1u;
  if ((w.found & below) != (index & below)) return -2;
  // By difference, modulo the rounds that a value can name.
  const uint32_t age =
      ((static_cast<uint32_t>(w.round + 3) << bits) - (w.found & ~below)) >>
      bits;
  if (age != 0 && age <= w.round) return static_cast<int64_t>(w.round) - age;
  const uint32_t ahead = (1u << (32 - bits)) - age;
  return ahead < kNearRounds ? static_cast<int64_t>(w.round) + ahead : -2;
}

void DecodeRecords(const uint8_t* report, const Layout& l, PayloadFacts* f) {
  const uint32_t n = std::min(Count(ReadWord(report, 0)), kMaxRecords);
  for (uint32_t k = 0; k < n; ++k) {
    const uint64_t at = l.records_at + uint64_t{k} * kRecordWords;
    WrongRead w;
    w.group = ReadWord(report, at);
    w.item = ReadWord(report, at + 1);
    w.round = ReadWord(report, at + 2);
    w.at = ReadWord(report, at + 3);
    w.found = ReadWord(report, at + 4);
    w.wanted = ReadWord(report, at + 5);
    w.again = ReadWord(report, at + 6);
    const uint32_t bits = ReadWord(report, at + 7);
    if (bits == 0 || bits > 31) continue;  // a record that was never written
    w.found_round = RoundOf(w, bits, w.wanted & ((1u << bits) - 1u));
    f->records.push_back(w);
  }
}

// What the work-items counted of themselves. A program whose time counts keeps
// none of it.
void DecodeAccount(const LaunchSpec& spec, const uint8_t* report,
                   PayloadFacts* f) {
  if (!spec.program.c.workload->reads_vary && !spec.has_distance) {
    f->reads_due = f->reads;
  }
  f->reads = 0;
  const uint64_t of_a_group = uint64_t{spec.group_size} * KernelsOf(spec);
  f->items_due = spec.groups * of_a_group;
  for (uint32_t g = 0; g < spec.groups; ++g) {
    const uint64_t line = uint64_t{kLineWords} * (1 + g);
    f->reads += Count(ReadWord(report, line + kReportReads));
    // More of one group do not make up for another one's.
    f->items_ended += std::min<uint64_t>(
        Count(ReadWord(report, line + kReportEnded)), of_a_group);
  }
}

uint64_t Hash(const uint8_t* at, size_t bytes) {
  uint64_t h = 0xcbf29ce484222325u;  // FNV-1a over words
  for (size_t i = 0; i < bytes / sizeof(uint32_t); ++i) {
    h = (h ^ ReadWord(at, i)) * 0x100000001b3u;
  }
  return h;
}

bool SameRole(const RoleFacts& a, const RoleFacts& b) {
  return a.arrived == b.arrived && a.left == b.left && a.closed == b.closed &&
         a.waits_known == b.waits_known && a.between == b.between &&
         a.word == b.word && a.comparison == b.comparison && a.goal == b.goal &&
         a.end == b.end && a.seen == b.seen && a.bad == b.bad &&
         a.early == b.early;
}

// How many groups a discovery has found; kernels/lib/run_discovered.cl. It
// holds 0 before the close.
constexpr uint64_t kFoundAt = 2 * kLineWords;

// Whether the kernel itself finds the groups that take part in the launch.
bool FindsItsGroups(const LaunchSpec& spec) {
  return spec.program.c.primitive->discovers && !spec.discover;
}

// Those groups, and where their memory is.
struct CheckedPart {
  LaunchSpec spec;
  Layout layout;
};

CheckedPart PartOf(const LaunchSpec& spec, const Layout& l,
                   const uint8_t* half) {
  CheckedPart part = {spec, l};
  const uint32_t found = ReadWord(half + l.offset[kWords], kFoundAt);
  if (found == 0 || found > spec.groups) return part;
  part.spec.groups = found;
  const Layout of_part = MakeLayout(part.spec);
  part.layout.groups = of_part.groups;
  part.layout.roles = of_part.roles;
  part.layout.roles_at = of_part.roles_at;
  part.layout.records_at = of_part.records_at;
  return part;
}

// Adds the words, flags and roles of one grid.
void AddBoard(const Layout& l, const uint8_t* half, Snapshot* s) {
  const uint8_t* words = half + l.offset[kWords];
  const size_t count = l.used[kWords] / sizeof(uint32_t);
  const size_t before = s->words.size();
  s->words.resize(before + count);
  for (size_t i = 0; i < count; ++i) s->words[before + i] = ReadWord(words, i);
  const uint8_t* board = half + l.offset[kBoard];
  for (uint32_t g = 0; g < l.groups; ++g) {
    s->started.push_back(ReadWord(board, g) != kPattern);
    s->ended.push_back(ReadWord(board, l.groups + g) != kPattern);
  }
  if (s->roles.empty()) s->roles.reserve(size_t{l.roles} * l.teams);
  for (uint32_t role = 0; role < l.roles; ++role) {
    s->roles.push_back(DecodeRole(board, l, role));
  }
}

// The counts, records and final memory of one grid.
PayloadFacts PayloadOfGrid(const LaunchSpec& spec, const Layout& l,
                           const uint8_t* half) {
  PayloadFacts f;
  f.judged = true;
  // What is folded is checked by the result.
  f.reads =
      CheckedReads(spec.program.c, spec.groups, spec.group_size, spec.rounds) +
      uint64_t{spec.elements} * spec.rounds;
  const bool contest =
      spec.program.c.workload->final_memory == FinalMemory::kTotal;
  // Who finds that the run is over has had the lock once more.
  if (contest) f.reads = spec.rounds + WaitersOf(spec);
  const uint8_t* report = half + l.offset[kReport];
  if (!spec.program.timed) DecodeAccount(spec, report, &f);
  for (uint32_t g = 0; g < l.groups; ++g) {
    const uint64_t line = uint64_t{kLineWords} * (1 + g);
    f.wrong += Count(ReadWord(report, line + kReportWrong));
    f.torn += Count(ReadWord(report, line + kReportTorn));
    f.again_new += Count(ReadWord(report, line + kReportNew));
    f.owner_changed += Count(ReadWord(report, line + kReportOwner));
    f.turns += Count(ReadWord(report, line + kReportTurns));
    f.most_out = std::max<uint64_t>(
        f.most_out, Count(ReadWord(report, line + kReportMost)));
    f.waits += Count(ReadWord(report, line + kReportWaits));
    if (contest) f.took.push_back(Count(ReadWord(report, line + kReportTook)));
  }
  // A scan's groups look back as far as they must, once at least.
  f.reads = std::max(f.reads, f.wrong);
  DecodeRecords(report, l, &f);
  CheckFinalMemory(spec, half + l.offset[kWords], half + l.offset[kPayload],
                   &f);
  return f;
}

// Several teams are one of ForParts()'s.
constexpr size_t kLeastTeams = 16;

// What the first teams have recorded, and the sums of all counts.
void AddFacts(const PayloadFacts& one, PayloadFacts* f) {
  f->reads += one.reads;
  f->reads_due += one.reads_due;
  f->items_ended += one.items_ended;
  f->items_due += one.items_due;
  f->wrong += one.wrong;
  f->torn += one.torn;
  f->again_new += one.again_new;
  f->owner_changed += one.owner_changed;
  f->turns += one.turns;
  f->waits += one.waits;
  f->most_out = std::max(f->most_out, one.most_out);
  f->took.insert(f->took.end(), one.took.begin(), one.took.end());
  f->final_wrong += one.final_wrong;
  if (f->final_text.empty()) f->final_text = one.final_text;
  for (const WrongRead& w : one.records) {
    if (f->records.size() == kMaxRecords) break;
    f->records.push_back(w);
  }
}

void AddTeam(PayloadFacts one, uint32_t team, uint32_t groups,
             PayloadFacts* f) {
  if (!one.final_text.empty()) {
    one.final_text = absl::StrCat("team ", team, ": ", one.final_text);
  }
  for (WrongRead& w : one.records) w.group += team * groups;
  AddFacts(one, f);
}

}  // namespace

Snapshot DecodeSnapshot(const LaunchSpec& spec, const Layout& l,
                        const uint8_t* half) {
  Snapshot s;
  if (InTeams(spec)) {
    const Layout one = MakeLayout(OneTeam(spec));
    for (uint32_t team = 0; team < l.teams; ++team) {
      AddBoard(LayoutOfTeam(one, l, team), half, &s);
    }
  } else if (FindsItsGroups(spec)) {
    AddBoard(PartOf(spec, l, half).layout, half, &s);
  } else {
    AddBoard(l, half, &s);
  }
  if (!spec.discover) {
    s.payload_hash = Hash(half + l.offset[kPayload],
                          std::min(l.used[kPayload], kSnapshotPayloadBytes));
  }
  return s;
}

PayloadFacts DecodePayload(const LaunchSpec& spec, const Layout& l,
                           const uint8_t* half) {
  if (FindsItsGroups(spec)) {
    const CheckedPart part = PartOf(spec, l, half);
    return PayloadOfGrid(part.spec, part.layout, half);
  }
  if (!InTeams(spec)) return PayloadOfGrid(spec, l, half);
  const LaunchSpec one = OneTeam(spec);
  const Layout of_one = MakeLayout(one);
  std::vector<PayloadFacts> parts(PartsOf(l.teams, kLeastTeams));
  ForParts(l.teams, kLeastTeams, [&](size_t part, size_t begin, size_t end) {
    for (size_t t = begin; t < end; ++t) {
      const uint32_t team = static_cast<uint32_t>(t);
      AddTeam(PayloadOfGrid(one, LayoutOfTeam(of_one, l, team), half), team,
              l.groups, &parts[part]);
    }
  });
  PayloadFacts f;
  f.judged = true;
  for (const PayloadFacts& part : parts) AddFacts(part, &f);
  return f;
}

namespace {

// Of all teams the one that tells most: where groups wait on, or a wait has
// not ended met, or a read was wrong.
uint32_t TellingTeam(const Observation& o, const Layout& l) {
  const size_t roles = std::max<size_t>(l.roles, 1);
  const Snapshot& s = o.has_pair ? o.frozen : o.last;
  for (size_t g = 0; g < s.ended.size(); ++g) {
    if (!s.ended[g]) return static_cast<uint32_t>(g / l.groups);
  }
  for (size_t r = 0; r < o.last.roles.size(); ++r) {
    if (o.last.roles[r].bad != 0) return static_cast<uint32_t>(r / roles);
  }
  return o.payload.records.empty() ? 0 : o.payload.records[0].group / l.groups;
}

template <typename T>
void KeepPart(size_t at, size_t count, std::vector<T>* v) {
  if (v->size() < at + count) return;
  *v = std::vector<T>(v->begin() + at, v->begin() + at + count);
}

}  // namespace

void KeepOneTeam(const LaunchSpec& spec, const Layout& l, Observation* o) {
  if (spec.program.c.primitive->discovers) o->groups = o->last.started.size();
  if (!InTeams(spec)) return;
  o->teams = l.teams;
  o->team = TellingTeam(*o, l);
  o->groups = l.groups;
  const size_t words =
      MakeLayout(OneTeam(spec)).used[kWords] / sizeof(uint32_t);
  for (Snapshot* s : {&o->last, &o->earlier, &o->frozen}) {
    KeepPart(o->team * words, words, &s->words);
    KeepPart(size_t{o->team} * l.groups, l.groups, &s->started);
    KeepPart(size_t{o->team} * l.groups, l.groups, &s->ended);
    KeepPart(size_t{o->team} * l.roles, l.roles, &s->roles);
  }
}

uint32_t DecodeDiscovery(const Layout& l, const uint8_t* half) {
  const uint32_t at_close = ReadWord(half + l.offset[kScratch], kLineWords);
  return at_close == kPattern ? 0 : at_close - kDiscoverBase;
}

std::vector<uint32_t> DecodeStartOrder(const Layout& l, const uint8_t* half) {
  const uint8_t* scratch = half + l.offset[kScratch];
  std::vector<uint32_t> order(l.groups, l.groups);
  for (uint32_t g = 0; g < l.groups; ++g) {
    const uint32_t ticket = ReadWord(scratch, uint64_t{kLineWords} * g + 1);
    if (ticket >= l.groups || order[ticket] != l.groups) return {};
    order[ticket] = g;
  }
  return order;
}

bool SameWords(const Layout& l, const uint8_t* half, const Snapshot& s) {
  const size_t of_team = s.words.size() / l.teams;
  for (size_t i = 0; i < s.words.size(); ++i) {
    const uint8_t* words =
        half + l.offset[kWords] + i / of_team * l.stride[kWords];
    if (ReadWord(words, i % of_team) != s.words[i]) return false;
  }
  return true;
}

bool SameMemory(const Snapshot& a, const Snapshot& b) {
  return a.words == b.words && a.started == b.started && a.ended == b.ended &&
         a.payload_hash == b.payload_hash && a.roles.size() == b.roles.size() &&
         std::equal(a.roles.begin(), a.roles.end(), b.roles.begin(), SameRole);
}

}  // namespace wgsync
