#include "suite/core/share/case_dealer.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <utility>

#include "nlohmann/json.hpp"
#include "suite/core/base/fields_json.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/plan/soundness.h"

namespace wgsync {
namespace {

using nlohmann::json;

// What two equal devices have in common.
json KindOf(const DeviceProfile& profile) {
  json fingerprint = *profile.fingerprint;
  if (fingerprint.is_object() && fingerprint.contains("device") &&
      fingerprint["device"].is_object()) {
    fingerprint["device"].erase("uuid");
  }
  return {{"claims", FieldsToJson(profile.claims)},
          {"fingerprint", std::move(fingerprint)}};
}

std::string TextOf(const json& properties, const std::string& name) {
  return properties.contains(name) ? properties[name].dump() : "nothing";
}

// Of a primitive, or of a host check: the part of the id before its fields.
std::string SubjectOf(const std::string& id) {
  return id.substr(0, id.find('/'));
}

// Or could not run, though the device did not say that it lacks something.
bool Fails(const CaseResult& r) {
  const VerdictKind kind = r.verdict.kind;
  return r.binds != Binding::kNothing || kind == VerdictKind::kInfra ||
         kind == VerdictKind::kError || kind == VerdictKind::kBuildFailed;
}

}  // namespace

CaseDealer::CaseDealer(const std::vector<PlannedCase>* cases, uint32_t devices)
    : cases_(*cases), devices_(devices) {}

absl::Status CaseDealer::Join(uint32_t device, const DeviceProfile& profile,
                              const std::vector<CaseResult>& done) {
  std::map<std::string, size_t> place_of;
  for (size_t i = 0; i < cases_.size(); ++i) place_of[cases_[i].id] = i;
  std::unique_lock<std::mutex> lock(mutex_);
  Device& d = devices_[device];
  d.joined = true;
  d.profile = profile;
  for (const CaseResult& r : done) {
    const auto place = place_of.find(r.id);
    if (place == place_of.end()) continue;
    d.ran.insert(place->second);
    done_.insert(place->second);
  }
  if (Complete()) Begin();
  // Not wait(): see Lane::Run() in worker_main.cc.
  while (!changed_.wait_for(lock, std::chrono::hours(1),
                            [this] { return begun_; })) {
  }
  return equal_;
}

bool CaseDealer::Complete() const {
  return std::all_of(devices_.begin(), devices_.end(),
                     [](const Device& d) { return d.joined || d.left; });
}

void CaseDealer::Begin() {
  if (begun_) return;
  begun_ = true;
  std::vector<Device*> here;
  for (Device& d : devices_) {
    if (!d.left) here.push_back(&d);
  }
  for (const Device* d : here) {
    const json first = KindOf(here[0]->profile).flatten();
    const json other = KindOf(d->profile).flatten();
    const std::string what = FirstDifference(first, other);
    if (what.empty() || !equal_.ok()) continue;
    equal_ = BadInput("--share: the devices ", here[0]->profile.device.index,
                      " and ", d->profile.device.index,
                      " are not equal: they differ in ", what.substr(1), " (",
                      TextOf(first, what), " and ", TextOf(other, what),
                      "); name equal devices, or leave out --share");
  }
  changed_.notify_all();
  if (!equal_.ok() || here.empty()) return;
  ChooseSample();
  std::vector<Class> classes;
  size_t due = 0;
  for (const std::vector<size_t>& one : ClassesOf(cases_)) {
    Class rest;
    for (const size_t i : one) {
      if (done_.count(i) == 0) rest.push_back(i);
    }
    due += rest.size();
    if (!rest.empty()) classes.push_back(std::move(rest));
  }
  size_t dealt = 0;
  for (Class& one : classes) {
    const size_t to = dealt * here.size() / due;
    dealt += one.size();
    here[to]->own.push_back(std::move(one));
  }
  for (const size_t i : sample_) {
    if (done_.count(i) > 0) RunEverywhere(i);
  }
}

void CaseDealer::ChooseSample() {
  const auto first =
      std::find_if(devices_.begin(), devices_.end(),
                   [](const Device& d) { return d.joined && !d.left; });
  const Claims& claims = first->profile.claims;
  std::vector<size_t> candidates;
  std::set<std::string> subjects;
  for (const std::vector<size_t>& one : ClassesOf(cases_)) {
    const PlannedCase& planned = cases_[one.front()];
    if (SoundnessOf(planned.c, claims).soundness == Soundness::kRacy) continue;
    if (!Unsupported(planned.c, claims).empty()) continue;
    if (!subjects.insert(SubjectOf(planned.id)).second) continue;
    candidates.push_back(one.front());
  }
  const size_t most = std::max(kLeastSample, cases_.size() / kSampleOf);
  const size_t size = std::min(most, candidates.size());
  for (size_t n = 0; n < size; ++n) {
    sample_.insert(candidates[n * candidates.size() / size]);
  }
}

std::set<std::string> CaseDealer::NotOf(uint32_t device) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::set<std::string> ids;
  for (const PlannedCase& planned : cases_) ids.insert(planned.id);
  for (const Class& one : devices_[device].own) {
    for (const size_t i : one) ids.erase(cases_[i].id);
  }
  return ids;
}

bool CaseDealer::TakeOwn(Device* d, size_t* next) {
  if (d->own.empty()) return false;
  Class& first = d->own.front();
  *next = first.front();
  first.pop_front();
  d->begun = !first.empty();
  if (first.empty()) d->own.pop_front();
  return true;
}

bool CaseDealer::TakeOthers(Device* d) {
  const auto free = [](const Device& other) {
    return other.own.size() - (other.begun && !other.left ? 1 : 0);
  };
  const auto longest = std::max_element(
      devices_.begin(), devices_.end(),
      [&](const Device& a, const Device& b) { return free(a) < free(b); });
  if (free(*longest) == 0) return false;
  d->own.push_front(std::move(longest->own.back()));
  longest->own.pop_back();
  return true;
}

absl::optional<size_t> CaseDealer::Next(uint32_t device) {
  std::unique_lock<std::mutex> lock(mutex_);
  Device& d = devices_[device];
  while (!d.left) {
    size_t next = 0;
    if (TakeOwn(&d, &next)) {
      d.running = next;
      return next;
    }
    if (!d.also.empty()) {
      d.running = d.also.front();
      d.also.pop_front();
      return d.running;
    }
    if (TakeOthers(&d)) continue;
    // Another one comes back for what it has, or leaves it.
    const bool more =
        std::any_of(devices_.begin(), devices_.end(), [](const Device& other) {
          return other.running || (!other.left && !other.own.empty()) ||
                 (!other.left && !other.also.empty());
        });
    if (!more) break;
    changed_.wait_for(lock, std::chrono::hours(1));
  }
  changed_.notify_all();
  return absl::nullopt;
}

void CaseDealer::Done(uint32_t device, const CaseResult& result) {
  const std::lock_guard<std::mutex> lock(mutex_);
  Device& d = devices_[device];
  if (!d.running || cases_[*d.running].id != result.id) return;
  const size_t i = *d.running;
  d.running.reset();
  d.ran.insert(i);
  const bool first = done_.insert(i).second;
  changed_.notify_all();
  // A case that took one device down is not tried on another.
  if (!first || result.verdict.kind == VerdictKind::kLost) return;
  if (sample_.count(i) > 0 || (Fails(result) && failures_++ < kMostFailures)) {
    RunEverywhere(i);
  }
}

void CaseDealer::RunEverywhere(size_t i) {
  for (Device& d : devices_) {
    const bool runs = d.running && *d.running == i;
    if (!d.left && !runs && d.ran.count(i) == 0) d.also.push_back(i);
  }
}

void CaseDealer::LeaveLocked(uint32_t device) {
  Device& d = devices_[device];
  d.left = true;
  d.also.clear();
  // The case that it ran has no verdict.
  if (d.running && done_.count(*d.running) == 0) d.own.push_front({*d.running});
  d.running.reset();
  if (Complete()) Begin();
  changed_.notify_all();
}

void CaseDealer::Leave(uint32_t device) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!devices_[device].left) LeaveLocked(device);
}

bool CaseDealer::HandOver(uint32_t device) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const bool others = std::any_of(
      devices_.begin(), devices_.end(),
      [&](const Device& d) { return !d.left && &d != &devices_[device]; });
  if (others) LeaveLocked(device);
  return others;
}

size_t CaseDealer::done() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return done_.size();
}

}  // namespace wgsync
