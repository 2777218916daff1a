#include <algorithm>
#include <vector>

#include "suite/core/catalog/catalog.h"
#include "suite/core/launch/stress.h"
#include "suite/core/next/repeats.h"
#include "suite/core/next/steps.h"
#include "suite/core/verdict/judge.h"

namespace wgsync {
namespace {

// Groups contended for a lock if it changed hands more than 1.5 times per
// group. Without contention it changes hands once per group, and twice at most
// in two rounds.
constexpr double kLeastTurns = 1.5;

// Groups that do not wait ran at the same time if, in the launches on average,
// they saw something new this often after their first looks. Groups that ran
// one after the other never did.
constexpr uint64_t kLeastNews = 2;

// On a CPU, a lock of loads and stores shows its faults only in launches whose
// groups want it at the same time. Where they do, it changes hands at two of
// three acquisitions or more; where each group has its time slices, at one of
// hundreds.
constexpr double kMeetingTurns = 0.1;
bool Met(const LaunchRecord& r, bool cpu) {
  return !MeetsAtFreeLock(r.spec, cpu) ||
         r.facts.turns >= kMeetingTurns * r.spec.groups * r.spec.rounds;
}

}  // namespace

void RightLaunches::Add(const LaunchRecord& r, bool cpu) {
  ++launches;
  reads += r.facts.reads;
  turns += r.facts.turns;
  most_out = std::max(most_out, r.facts.most_out);
  seconds += r.seconds;
  if (r.spec.program.c.primitive->discovers && r.found < 2) {
    ++alone;
  } else if (TookTurns(r.cores)) {
    ++in_slices;
  } else if (Met(r, cpu)) {
    ++side_by_side;
  }
}

bool CameInTurn(const LaunchSpec& s, const RightLaunches& r) {
  const Primitive& p = *s.program.c.primitive;
  if (s.groups < 2) return false;
  if (p.unawaited) return r.turns < kLeastNews * r.launches;
  return IsLock(p.family) && r.turns < kLeastTurns * s.groups * r.launches;
}

Lack LackOf(const LaunchSpec& s, const RightLaunches& r) {
  const Primitive& p = *s.program.c.primitive;
  if (r.most_out < p.capacity) {
    return {Doubt::kPermitsLeft, Found(FindingKind::kPermitsLeft,
                                       {p.capacity, r.most_out, r.launches})};
  }
  if (CameInTurn(s, r)) {
    const std::vector<uint64_t> numbers = {r.turns, r.launches, s.groups};
    return p.unawaited ? Lack{Doubt::kSawLittleNew,
                              Found(FindingKind::kSawLittleNew, numbers)}
                       : Lack{Doubt::kRareTurns,
                              Found(FindingKind::kRareTurns, numbers)};
  }
  const uint64_t apart = r.launches - r.side_by_side;
  if (s.groups < 2 ||
      r.side_by_side >= std::min<uint64_t>(Most(Repeat::kPass), r.launches)) {
    return {};
  }
  if (r.alone * 2 > apart) {
    return {Doubt::kFoundAlone,
            Found(FindingKind::kFoundAlone, {r.alone, r.launches})};
  }
  if (r.in_slices * 2 >= apart - r.alone) {
    return {Doubt::kOneCore,
            Found(FindingKind::kOneCore, {r.in_slices, r.launches})};
  }
  return {Doubt::kRareMeetings,
          Found(FindingKind::kRareMeetings,
                {apart - r.alone - r.in_slices, r.launches})};
}

}  // namespace wgsync
