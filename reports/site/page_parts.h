// A matrix of more columns than one page can have: which of them are on which
// page, and the overview of all pages.

#ifndef WGSYNC_REPORTS_SITE_PAGE_PARTS_H_
#define WGSYNC_REPORTS_SITE_PAGE_PARTS_H_

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "nlohmann/json.hpp"
#include "suite/core/record/run_log.h"

namespace wgsync {

// The columns of one page, in the order of the matrix.
struct PagePart {
  std::string vendor;  // of all of them
  std::vector<const Run*> runs;
};

// The runs by vendor, in the order in which the vendors first appear; runs that
// do not say theirs are of "other vendors". A part has at most so many columns
// and verdicts (`cells`), or one device: the runs of a device, which are
// neighbours as SortColumns() leaves them, stay together. The runs must outlive
// the parts.
std::vector<PagePart> PartsByVendor(absl::Span<const Run> runs, size_t columns,
                                    size_t cells);

// Puts two halves in place of parts[i], between two devices if it has more than
// one. Returns false if it has one run alone.
bool SplitPart(size_t i, std::vector<PagePart>* parts);

// What OverviewPage() shows.
class Overview {
 public:
  struct Page {
    std::string folder;  // "nvidia-corporation-2"
    std::string vendor;
    int number = 0;  // among the vendor's, from 1
  };
  // The vendor's next page, which counts once it is added. Its folder is the
  // only one of that name.
  Page NextPage(const std::string& vendor) const;
  // `columns` are the index's of that page, one for each run.
  void Add(const Page& page, const std::vector<const Run*>& runs,
           const nlohmann::json& columns);
  // The cases that fail on most columns first.
  nlohmann::json Json() const;

 private:
  std::map<std::string, int> numbers_;  // of the last page, by vendor
  std::set<std::string> folders_;
  nlohmann::json pages_ = nlohmann::json::array();
  nlohmann::json columns_ = nlohmann::json::array();
  std::map<std::string, std::vector<size_t>> failing_;  // columns, by case
};

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_SITE_PAGE_PARTS_H_
