// One case over the runs of a store: since which driver it is bad, and on which
// devices.

#ifndef WGSYNC_REPORTS_DIFF_HISTORY_H_
#define WGSYNC_REPORTS_DIFF_HISTORY_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "nlohmann/json_fwd.hpp"
#include "reports/matrix/timeline.h"
#include "suite/core/record/run_log.h"

namespace wgsync {

// How the runs with one driver judge a case.
enum class Standing {
  kSilent,  // no judgement: unproven, unsupported, not run, infra, ...
  kRight,
  kBad,  // a fault, in one run at least
};

struct DriverVerdicts {
  std::string driver;
  int64_t last_unix_ns = 0;                // when the latest of its runs began
  std::map<std::string, size_t> verdicts;  // VerdictText() -> runs
  Binding binds = Binding::kNothing;       // of the latest fault
  Standing standing = Standing::kSilent;
};

struct CaseHistory {
  std::string id;
  std::string device_key;               // DeviceKey()
  std::string device;                   // as its latest run names it
  std::vector<DriverVerdicts> drivers;  // the oldest version first
};

// One for each case and device, in the order of ids and devices. The runs are
// in any order; those on device models are left out. A device is the same if
// its DeviceKey() is. Runs that do not have the case say nothing of it.
std::vector<CaseHistory> HistoriesOf(const Timeline& timeline);

// The trend in one sentence without an end: "broken (store lost) since 7.1,
// right with 6.0", "right with all of 3 drivers", "right since 3.1, hang
// (missed) with 3.0". Drivers that say nothing are passed over; with none left
// it is "no driver says anything".
std::string TrendText(const CaseHistory& history);

// Whether the case is bad with the newest driver that says anything.
bool IsBad(const CaseHistory& history);

// Whether two drivers of a device disagree on the case.
bool HasChanged(const CaseHistory& history);

// The case, a line for each device, and below it a row for each driver.
// `briefly` leaves the rows out.
std::string HistoryText(absl::Span<const CaseHistory> histories, size_t width,
                        bool briefly);

// {"cases":[{"case","device","trend","drivers":[{"driver","standing","last",
// "verdicts":{},"binds"}]}]}
nlohmann::json HistoryReport(absl::Span<const CaseHistory> histories);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_DIFF_HISTORY_H_
