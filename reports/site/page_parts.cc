#include "reports/site/page_parts.h"

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "reports/diff/driver_facts.h"
#include "reports/matrix/matrix_model.h"
#include "reports/render/text.h"
#include "reports/site/columns.h"
#include "suite/core/record/run_facts.h"

namespace wgsync {
namespace {

using nlohmann::json;

std::string VendorOf(const Run& run) {
  const std::string vendor =
      OneLine(JsonString(run.profile().fingerprint, {"device", "vendor"}));
  return vendor.empty() ? "other vendors" : vendor;
}

}  // namespace

std::vector<PagePart> PartsByVendor(absl::Span<const Run> runs, size_t columns,
                                    size_t cells) {
  std::vector<PagePart> vendors;
  std::map<std::string, size_t> place;
  for (const Run& run : runs) {
    const std::string vendor = VendorOf(run);
    const auto [at, is_new] = place.try_emplace(vendor, vendors.size());
    if (is_new) vendors.push_back({vendor, {}});
    vendors[at->second].runs.push_back(&run);
  }
  std::vector<PagePart> parts;
  for (const PagePart& vendor : vendors) {
    size_t filled = 0;
    for (auto from = vendor.runs.begin(); from != vendor.runs.end();) {
      const auto end = std::find_if(from, vendor.runs.end(), [&](const Run* r) {
        return DeviceKey(*r) != DeviceKey(**from);
      });
      size_t of_device = 0;
      for (auto at = from; at != end; ++at) of_device += (*at)->results.size();
      const size_t of_part =
          parts.empty() ? 0 : parts.back().runs.size() + (end - from);
      if (from == vendor.runs.begin() || of_part > columns ||
          filled + of_device > cells) {
        parts.push_back({vendor.vendor, {}});
        filled = 0;
      }
      parts.back().runs.insert(parts.back().runs.end(), from, end);
      filled += of_device;
      from = end;
    }
  }
  return parts;
}

bool SplitPart(size_t i, std::vector<PagePart>* parts) {
  const std::vector<const Run*> runs = (*parts)[i].runs;
  if (runs.size() < 2) return false;
  const auto begins_device = [&](size_t at) {
    return DeviceKey(*runs[at - 1]) != DeviceKey(*runs[at]);
  };
  // The border between two devices that is nearest to the middle.
  size_t border = runs.size() / 2;
  for (size_t away = 0; away < runs.size(); ++away) {
    const size_t middle = runs.size() / 2;
    if (away < middle && begins_device(middle - away)) {
      border = middle - away;
      break;
    }
    if (middle + away < runs.size() && begins_device(middle + away)) {
      border = middle + away;
      break;
    }
  }
  PagePart second = {(*parts)[i].vendor, {runs.begin() + border, runs.end()}};
  (*parts)[i].runs.resize(border);
  parts->insert(parts->begin() + i + 1, std::move(second));
  return true;
}

Overview::Page Overview::NextPage(const std::string& vendor) const {
  const auto at = numbers_.find(vendor);
  Page page = {"", vendor, at == numbers_.end() ? 1 : at->second + 1};
  page.folder = absl::StrCat(Slug(vendor), "-", page.number);
  // Two vendors whose names differ in signs alone.
  while (folders_.count(page.folder) > 0) page.folder += "-other";
  return page;
}

void Overview::Add(const Page& page, const std::vector<const Run*>& runs,
                   const json& columns) {
  numbers_[page.vendor] = page.number;
  folders_.insert(page.folder);
  for (size_t i = 0; i < runs.size(); ++i) {
    for (const CaseResult* r : Failures(*runs[i])) {
      failing_[r->id].push_back(columns_.size());
    }
    json column = columns[i];
    column.erase("remarks");
    column.erase("defects");
    for (json& answer : column["answers"]) {
      answer = {{"tone", answer["tone"]}, {"says", answer["says"]}};
    }
    column["page"] = pages_.size();
    columns_.push_back(std::move(column));
  }
  pages_.push_back({{"folder", page.folder},
                    {"vendor", page.vendor},
                    {"number", page.number}});
}

json Overview::Json() const {
  std::vector<std::pair<std::string, std::vector<size_t>>> cases(
      failing_.begin(), failing_.end());
  absl::c_stable_sort(cases, [](const auto& a, const auto& b) {
    return a.second.size() > b.second.size();
  });
  json failing = json::array();
  for (const auto& [id, columns] : cases) failing.push_back({id, columns});
  return {{"columns", columns_},
          {"questions", QuestionsJson()},
          {"pages", pages_},
          {"cases", failing}};
}

}  // namespace wgsync
