// What a page shows, as data: a small part that is needed at once, and parts
// that are looked at when a case is opened.

#ifndef WGSYNC_REPORTS_SITE_SITE_DATA_H_
#define WGSYNC_REPORTS_SITE_SITE_DATA_H_

#include <string>
#include <vector>

#include "absl/types/span.h"
#include "nlohmann/json.hpp"
#include "reports/diff/diff.h"
#include "reports/site/case_details.h"
#include "suite/core/record/run_log.h"

namespace wgsync {

struct SiteOptions {
  SourceOf source_of;  // none: no source is shown
  std::vector<DeviceExpectations> expectations;
  std::vector<nlohmann::json> charts;  // see chart_data.h
  size_t most_bytes = 10'000'000;      // of a file: see WriteMatrixSite()
  bool single_file = false;            // the evidence is in the page itself
};

struct SiteData {
  // {"kind","columns":[...],"questions":QuestionsJson(),
  //  "names":[[name, [primitives]]],
  //  "verdicts":[{"letter","name","rank","compared","waits","worse"}],
  //  "words":["poll=rmw",...],"soundness":["racy",...],
  //  "cells":[{"v":verdict,"t":"X!","kn":"3/10","b":"progress","c":cause,
  //            "y":true if a file of expectations has it,
  //            "r":verdicts of its runs if they differ,
  //            "n":true if not promised on any device}],
  //  "groups":[{"family","primitive","common":[],"axes":[],
  //             "rows":[{"w":[words],"s":soundness; none of a host check,
  //                      "c":[cells; -1 none, -2 planned]}]}],
  //  "counts":[...],"charts":[...],"steps":[...]}
  // and, where files are written next to the page, "files":[[form, path]], and
  // "evidence", the folder of its parts; on one page of several, "up": the path
  // of their overview.
  // A name is a common one, "ticket lock"; see reports/advice/common_names.h.
  // A row's id is its primitive and its words, joined by "/".
  nlohmann::json index;
  // One for each group: [row][column], CaseDetails() or null; where the page
  // has several drivers of the device also "trend", as TrendText() has it.
  std::vector<nlohmann::json> details;
  // The texts that the details name: SourceTable::Json().
  nlohmann::json sources;
};

// The runs as columns, in this order. They must be at least one.
SiteData MatrixData(absl::Span<const Run> runs, const SiteOptions& options);

// The same and "steps": StepsJson().
SiteData SeriesData(absl::Span<const Run> runs, absl::Span<const RunDiff> steps,
                    const SiteOptions& options);

// A line for each case and column that has a verdict, RFC 4180.
std::string MatrixCsv(absl::Span<const Run> runs);

// {"schema":1,"kind":"series","columns":[...],"steps":[...]}
nlohmann::ordered_json SeriesJson(absl::Span<const Run> runs,
                                  absl::Span<const RunDiff> steps);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_SITE_SITE_DATA_H_
