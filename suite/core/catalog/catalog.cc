#include "suite/core/catalog/catalog.h"

#include <cstdint>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "suite/core/catalog/entries.h"
#include "suite/core/catalog/more.h"
#include "suite/core/catalog/need_text.h"

namespace wgsync {

absl::Span<const Primitive> Primitives() {
  static const auto* const all = [] {
    auto* const list = new std::vector<Primitive>;
    for (const auto& family :
         {Barriers(), Mutexes(), Handoffs(), Semaphores(), ProgressShapes()}) {
      list->insert(list->end(), family.begin(), family.end());
    }
    More more = MoreRows();
    for (Primitive& p : more.primitives) list->push_back(std::move(p));
    return list;
  }();
  return *all;
}

absl::Span<const Workload> Workloads() {
  static const auto* const all = new std::vector<Workload>(AllWorkloads());
  return *all;
}

absl::Span<const HostCheck> HostChecks() {
  static const auto* const all = new std::vector<HostCheck>(AllHostChecks());
  return *all;
}

const HostCheck* FindHostCheck(absl::string_view name) {
  for (const HostCheck& c : HostChecks()) {
    if (c.name == name) return &c;
  }
  return nullptr;
}

bool StandsInTeams(const Primitive& p) {
  return !IsShape(p) && !p.limited && !p.host_boundary && !p.host_finishes &&
         p.kernels == 1 && !p.half_waits && p.words_per_lock == 0 &&
         !p.discovers;
}

const Primitive* FindPrimitive(absl::string_view name) {
  for (const Primitive& p : Primitives()) {
    if (p.name == name) return &p;
  }
  return nullptr;
}

const Workload* FindWorkload(absl::string_view name) {
  for (const Workload& w : Workloads()) {
    if (w.name == name) return &w;
  }
  return nullptr;
}

uint32_t TileSide(uint32_t group_size) {
  constexpr uint32_t kMostSide = 32;
  uint32_t side = 1;
  while (side < kMostSide && 4 * side * side <= group_size) side *= 2;
  return side;
}

uint32_t WriterGroup(Writer writer, uint32_t groups) {
  switch (writer) {
    case Writer::kMiddle:
      return groups / 2;
    case Writer::kLast:
      return groups - 1;
    case Writer::kNone:
    case Writer::kFirst:
      break;
  }
  return 0;
}

absl::string_view FamilyName(Family family) {
  switch (family) {
    case Family::kBarrier:
      return "barrier";
    case Family::kMutex:
      return "mutex";
    case Family::kHandoff:
      return "handoff";
    case Family::kSemaphore:
      return "semaphore";
    case Family::kProgress:
      return "progress";
  }
  return "";
}

absl::string_view NeedName(ProgressNeed need) {
  switch (need) {
    case ProgressNeed::kNone:
      return "none";
    case ProgressNeed::kObe:
      return "obe";
    case ProgressNeed::kHsa:
      return "hsa";
    case ProgressNeed::kCoResident:
      return "co_resident";
    case ProgressNeed::kHsaObe:
      return "hsa_obe";
    case ProgressNeed::kLobe:
      return "lobe";
    case ProgressNeed::kFair:
      return "fair";
    case ProgressNeed::kStrong:
      return "strong";
    case ProgressNeed::kNoPromise:
      return "no_promise";
    case ProgressNeed::kGroupLockstep:
      return "group_lockstep";
  }
  return "";
}

namespace {

absl::string_view TextOf(ProgressNeed need) {
  switch (need) {
    case ProgressNeed::kNone:
      return "no other group";
    case ProgressNeed::kObe:
      return "started groups go on (OBE)";
    case ProgressNeed::kHsa:
      return "lower ids go on (HSA progress)";
    case ProgressNeed::kCoResident:
      return "all groups resident";
    case ProgressNeed::kHsaObe:
      return "lower ids and started groups go on (HSA+OBE)";
    case ProgressNeed::kLobe:
      return "ids below a started one go on (LOBE)";
    case ProgressNeed::kStrong:
      return "strong fairness";
    case ProgressNeed::kNoPromise:
      return "no promise is enough: a slow poller can miss the value";
    case ProgressNeed::kFair:
      return "fair scheduling, beyond residency";
    case ProgressNeed::kGroupLockstep:
      return "work-items of a group in lockstep";
  }
  return "";
}

}  // namespace

std::string NeedText(absl::string_view name) {
  for (ProgressNeed need :
       {ProgressNeed::kNone, ProgressNeed::kObe, ProgressNeed::kHsa,
        ProgressNeed::kCoResident, ProgressNeed::kHsaObe, ProgressNeed::kLobe,
        ProgressNeed::kFair, ProgressNeed::kStrong, ProgressNeed::kNoPromise,
        ProgressNeed::kGroupLockstep}) {
    if (name == NeedName(need)) return std::string(TextOf(need));
  }
  return std::string(name);
}

}  // namespace wgsync
