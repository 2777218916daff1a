#include "suite/core/catalog/access.h"

#include <vector>

#include "absl/strings/string_view.h"

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

}  // namespace

std::vector<absl::string_view> NamesOf(const Polls& polls) {
  return Names(polls, kPolls);
}

std::vector<absl::string_view> NamesOf(const Signals& signals) {
  return Names(signals, kSignals);
}

}  // namespace wgsync
