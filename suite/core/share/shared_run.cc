#include "suite/core/share/shared_run.h"

#include <algorithm>
#include <map>

#include "absl/strings/str_cat.h"
#include "absl/types/optional.h"
#include "suite/core/verdict/kinds.h"

namespace wgsync {
namespace {

using OnDevices = std::map<uint32_t, const CaseResult*>;

// Verdicts that are one answer have one number. None: it says nothing about
// the device. Which cause of an endless wait can be proved first is luck.
absl::optional<int> AnswerOf(const CaseResult& r) {
  const VerdictKind kind = r.verdict.kind;
  if (WaitsForEver(kind)) return static_cast<int>(VerdictKind::kHang);
  const bool silent =
      kind == VerdictKind::kUnproven || kind == VerdictKind::kSlow ||
      kind == VerdictKind::kLost || kind == VerdictKind::kNotRun;
  if (silent) return absl::nullopt;
  return static_cast<int>(kind);
}

// How often each answer was given.
std::map<int, size_t> AnswersOf(const OnDevices& on) {
  std::map<int, size_t> answers;
  for (const auto& [device, r] : on) {
    if (const auto answer = AnswerOf(*r)) ++answers[*answer];
  }
  return answers;
}

int UsualOf(const std::map<int, size_t>& answers) {
  const auto better = [](const auto& a, const auto& b) {
    if (a.second != b.second) return a.second > b.second;
    return a.first == static_cast<int>(VerdictKind::kPass);
  };
  return std::min_element(answers.begin(), answers.end(), better)->first;
}

const CaseResult* OneWith(const OnDevices& on, int answer) {
  for (const auto& [device, r] : on) {
    if (AnswerOf(*r) == answer) return r;
  }
  return nullptr;
}

// The rounds of lone runs: the n-th verdict of each device is of the n-th.
std::vector<OnDevices> RoundsOfCase(const Run& run, absl::string_view id) {
  std::map<uint32_t, size_t> count;
  std::vector<OnDevices> rounds;
  for (const CaseResult& r : run.again) {
    if (r.id != id) continue;
    const size_t round = count[r.device]++;
    if (round == rounds.size()) rounds.emplace_back();
    rounds[round][r.device] = &r;
  }
  return rounds;
}

// A device's own answer is not the others' again, and theirs is as before.
bool DiffersSo(const OnDevices& round, uint32_t device, int usual) {
  const auto here = round.find(device);
  if (here == round.end() || !AnswerOf(*here->second) ||
      AnswerOf(*here->second) == usual) {
    return false;
  }
  return OneWith(round, usual) != nullptr;
}

void Compare(const Run& run, const std::string& id, const OnDevices& on,
             std::vector<DeviceShare>* shares) {
  const bool counts = std::any_of(on.begin(), on.end(), [](const auto& one) {
    return one.second->could_bind || one.second->binds != Binding::kNothing;
  });
  if (on.size() < 2 || !counts) return;
  for (const auto& [device, r] : on) ++(*shares)[device].compared;
  const std::map<int, size_t> answers = AnswersOf(on);
  if (answers.size() < 2) return;
  const int usual = UsualOf(answers);
  const std::vector<OnDevices> rounds = RoundsOfCase(run, id);
  for (const auto& [device, r] : on) {
    const absl::optional<int> answer = AnswerOf(*r);
    if (!answer || *answer == usual) continue;
    Disagreement d = {id, r->verdict, OneWith(on, usual)->verdict,
                      rounds.size()};
    for (const OnDevices& round : rounds) {
      if (DiffersSo(round, device, usual)) ++d.again;
    }
    (*shares)[device].differs.push_back(std::move(d));
  }
}

}  // namespace

bool DeviceShare::sick() const {
  return std::any_of(differs.begin(), differs.end(), [](const auto& d) {
    return d.rounds > 0 && d.again == d.rounds;
  });
}

std::vector<DeviceShare> SharesOf(const Run& run) {
  if (!run.header.joined()) return {};
  std::vector<DeviceShare> shares(run.header.devices.size());
  std::map<std::string, OnDevices> cases;
  for (const auto* results : {&run.results, &run.elsewhere}) {
    for (const CaseResult& r : *results) {
      if (r.verdict.kind == VerdictKind::kNotRun) continue;
      DeviceShare& share = shares[r.device];
      ++share.cases;
      share.seconds += r.seconds;
      if (r.verdict.kind == VerdictKind::kLost) share.lost_by = r.id;
      cases[r.id][r.device] = &r;
    }
  }
  for (const auto& [id, on] : cases) Compare(run, id, on, &shares);
  return shares;
}

bool HasBadDevice(const std::vector<DeviceShare>& shares) {
  return std::any_of(shares.begin(), shares.end(),
                     [](const DeviceShare& s) { return s.bad(); });
}

std::string DevicePlace(const Run& run, uint32_t device) {
  if (device >= run.header.devices.size()) return "";
  const DeviceInfo& d = run.header.devices[device].device;
  return absl::StrCat(d.index, d.uuid.empty() ? "" : " (UUID ", d.uuid,
                      d.uuid.empty() ? "" : ")");
}

std::vector<const CaseResult*> Elsewhere(const Run& run, absl::string_view id) {
  std::vector<const CaseResult*> there;
  for (const CaseResult& r : run.elsewhere) {
    if (r.id == id) there.push_back(&r);
  }
  return there;
}

}  // namespace wgsync
