#include "suite/core/catalog/access.h"

namespace wgsync {
namespace {

template <typename Enum, typename Values>
std::vector<absl::string_view> Names(const AccessSet<Enum>& set,
                                     const Values& values) {
  std::vector<absl::string_view> names;
  for (Enum value : values) {
    if (set.Has(value)) names.push_back(RowOf(value).name);
  }
  return names;
}

template <typename Enum, typename Values, typename Condition>
AccessSet<Enum> Those(const Values& values, const Condition& holds) {
  AccessSet<Enum> set;
  for (Enum value : values) {
    if (holds(value)) set.Add(value);
  }
  return set;
}

}  // namespace

std::vector<absl::string_view> NamesOf(const Polls& polls) {
  return Names(polls, kPolls);
}

std::vector<absl::string_view> NamesOf(const Signals& signals) {
  return Names(signals, kSignals);
}

Polls AllPolls() {
  return Those<Poll>(kPolls, [](Poll) { return true; });
}

Signals AllSignals() {
  return Those<Signal>(kSignals, [](Signal) { return true; });
}

Signals Additions() {
  return Those<Signal>(kSignals, [](Signal s) { return IsAtomic(s); });
}

Polls Exchanges() {
  return Those<Poll>(kPolls, [](Poll p) { return IsAtomic(p); });
}

Polls RacelessPolls() {
  return Those<Poll>(
      kPolls, [](Poll p) { return RowOf(p).form != AccessForm::kPlain; });
}

Polls OrderedPolls() { return {Poll::kRmw, Poll::kAcquire, Poll::kSeqCst}; }

Signals OrderedSignals() {
  return {Signal::kRmw, Signal::kRelease, Signal::kSeqCst};
}

}  // namespace wgsync
