#include "reports/matrix/timeline.h"

#include <cstddef>
#include <map>
#include <utility>

namespace wgsync {

Timeline MakeTimeline(std::vector<const Run*> runs) {
  Timeline timeline;
  std::map<std::string, size_t> places;
  const auto cell = [&](const std::string& id, size_t run) -> TimelineCell& {
    const auto [at, is_new] = places.try_emplace(id, timeline.rows.size());
    if (is_new) {
      timeline.rows.push_back({id, std::vector<TimelineCell>(runs.size())});
    }
    return timeline.rows[at->second].cells[run];
  };
  for (size_t i = 0; i < runs.size(); ++i) {
    for (const std::string& id : runs[i]->header.plan) {
      if (runs[i]->Shows(id)) cell(id, i).planned = true;
    }
    for (const CaseResult& r : runs[i]->results) {
      if (runs[i]->Shows(r.id)) cell(r.id, i).result = &r;
    }
  }
  timeline.runs = std::move(runs);
  return timeline;
}

std::vector<const Run*> Pointers(absl::Span<const Run> runs) {
  std::vector<const Run*> pointers;
  for (const Run& run : runs) pointers.push_back(&run);
  return pointers;
}

}  // namespace wgsync
