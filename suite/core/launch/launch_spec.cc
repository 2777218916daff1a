#include "suite/core/launch/launch_spec.h"

#include <algorithm>

#include "suite/core/base/field_visitor.h"
#include "suite/core/catalog/catalog.h"

namespace wgsync {
namespace {

const Primitive& PrimitiveOf(const LaunchSpec& spec) {
  return *spec.program.c.primitive;
}
const Workload& WorkloadOf(const LaunchSpec& spec) {
  return *spec.program.c.workload;
}

uint64_t Pieces(uint64_t count, uint64_t size) {
  return (count + size - 1) / size;
}

void VisitDistance(FieldVisitor& v, LaunchSpec* s) {
  if (!v.Present("waiters", s->has_distance)) return;
  s->has_distance = true;
  v.Field("waiters", &s->waiters);
  if (v.When("awaited", true)) v.Field("awaited", &s->awaited);
}

}  // namespace

bool CanRefresh(const LaunchSpec& spec, uint32_t sub_group_size) {
  const Primitive& p = PrimitiveOf(spec);
  const bool last_item_waits =
      p.by_item || p.item_watchers || p.roles_per_group > 1;
  return !last_item_waits && sub_group_size > 0 &&
         spec.group_size > sub_group_size;
}

void Teams::Fields(FieldVisitor& v) {
  const Teams usual;
  v.Rare("multiplier", &multiplier, usual.multiplier);
  v.Rare("offset", &offset, usual.offset);
}

void Stress::Fields(FieldVisitor& v) {
  const Stress usual;
  v.Rare("hot_stores", &hot_stores, usual.hot_stores);
  v.Rare("hot_every", &hot_every, usual.hot_every);
  v.Rare("hot_lines", &hot_lines, usual.hot_lines);
  v.Rare("late", &late, usual.late);
  v.Rare("pause", &pause, usual.pause);
  v.Rare("warm", &warm, usual.warm);
  v.Rare("apart", &apart, usual.apart);
  v.Rare("ahead", &ahead, usual.ahead);
}

void LaunchSpec::Fields(FieldVisitor& v) {
  const LaunchSpec usual;
  program.Fields(v);
  v.Field("groups", &groups);
  v.Field("group_size", &group_size);
  v.Field("rounds", &rounds);
  v.Field("delay", &delay);
  v.Field("late_every", &late_every);
  v.Rare("elements", &elements, usual.elements);
  v.Rare("budget", &budget, usual.budget);
  v.Rare("discover", &discover, usual.discover);
  VisitDistance(v, this);
  v.Rare("shuffle", &shuffle, usual.shuffle);
  teams.Fields(v);
  stress.Fields(v);
}

bool InTeams(const LaunchSpec& spec) {
  return spec.program.c.grid.team != 0 && !spec.discover;
}

uint32_t TeamsOf(const LaunchSpec& spec) {
  return InTeams(spec) ? spec.groups / spec.program.c.grid.team : 1;
}

LaunchSpec OneTeam(const LaunchSpec& spec) {
  LaunchSpec one = spec;
  one.groups = spec.program.c.grid.team;
  one.program.c.grid.team = 0;
  return one;
}

uint32_t WordInit(const KernelCase& c) {
  const uint32_t preset = c.workload->word_init;
  return preset != 0 ? preset : c.primitive->word_init;
}

std::vector<uint64_t> PartialSums(const LaunchSpec& spec) {
  if (spec.elements == 0) return {};
  if (PrimitiveOf(spec).host_finishes) return {spec.groups};
  if (PrimitiveOf(spec).words_per_lock == 0) return {};
  const uint64_t size = std::max<uint64_t>(spec.group_size, 2);
  std::vector<uint64_t> sums = {Pieces(spec.elements, size)};
  while (sums.back() >= size) sums.push_back(Pieces(sums.back(), size));
  return sums;
}

uint32_t LeastElements(const LaunchSpec& spec) {
  constexpr uint64_t kFew = 4096;
  const uint64_t size = spec.group_size;
  const uint64_t most = WorkloadOf(spec).elements;
  if (PrimitiveOf(spec).words_per_lock == 0) return std::min(kFew, most);
  // One group's worth of partial sums, each of one group's worth of elements.
  return size < 2 || size * size > most ? 0 : std::max(kFew, size * size);
}

uint64_t ReductionWaits(const LaunchSpec& spec) {
  const std::vector<uint64_t> sums = PartialSums(spec);
  uint64_t waits = 0;
  for (size_t level = 1; level < sums.size(); ++level) waits += sums[level];
  return waits * spec.rounds;
}

bool IsHostBoundary(const LaunchSpec& spec) {
  return PrimitiveOf(spec).host_boundary &&
         spec.program.waits != WaitMode::kRemoved && !spec.discover;
}

uint64_t WaitersOf(const LaunchSpec& spec) {
  return uint64_t{spec.groups} *
         (PrimitiveOf(spec).by_item ? spec.group_size : 1);
}

uint32_t PermitsOf(const LaunchSpec& spec) {
  if (spec.program.c.grid.team != 0) return PermitsOf(OneTeam(spec));
  const uint64_t capacity = PrimitiveOf(spec).capacity;
  uint32_t permits = capacity == 0 ? 0 : 1;
  while (permits < capacity && (capacity % permits != 0 ||
                                uint64_t{permits} * spec.groups <= capacity)) {
    ++permits;
  }
  return permits;
}

uint32_t StepsOf(const LaunchSpec& spec) {
  return WorkloadOf(spec).steps_per_round * spec.rounds +
         WorkloadOf(spec).steps_more;
}

uint32_t KernelsOf(const LaunchSpec& spec) {
  if (IsHostBoundary(spec)) return StepsOf(spec);
  return spec.discover ? 1 : PrimitiveOf(spec).kernels;
}

uint64_t ArrivalsDue(const LaunchSpec& spec) {
  if (IsShape(PrimitiveOf(spec))) return 0;
  const bool barrier = PrimitiveOf(spec).family == Family::kBarrier;
  return barrier ? StepsOf(spec) - PrimitiveOf(spec).kernels : spec.rounds;
}

std::string KernelName(const LaunchSpec& spec) {
  return IsHostBoundary(spec) ? "wgsync_step" : "wgsync_case";
}

LaunchSpec SpecOf(const KernelCase& c, const Claims& claims) {
  LaunchSpec s;
  s.program.c = c;
  s.program.language = LanguageOf(c, claims);
  s.group_size =
      ResolveGroupSize(c, claims.max_group_size, claims.sub_group_size);
  s.program.ballast =
      static_cast<uint32_t>(ResolveBallast(c, claims.local_memory_bytes));
  return s;
}

}  // namespace wgsync
