// The host checks in the tiers: all of them in default, in smoke the cheapest
// of each kind.

#include "absl/strings/string_view.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/plan/case.h"
#include "suite/core/plan/tiers.h"

namespace wgsync {

void AddHostSmoke(CaseList* list) {
  struct Row {
    absl::string_view id;
    absl::string_view why;
  };
  constexpr Row kRows[] = {
      {"host_sync.blocking_read/queue=in_order", "between host and queue"},
      {"host_sync.barrier/queue=out_of_order/form=1_2/list=without",
       "over a queue that keeps no order"},
      {"host_sync.wait_list/queue=two/command=kernel",
       "between commands of two queues"},
      {"host_sync.user_event_status/first=complete",
       "what the host completes it completes once"},
      {"host_sync.callback_user_event/status=complete",
       "what the host is told, once and in time"},
  };
  for (const Row& row : kRows) {
    const auto c = ParseCaseId(row.id);
    if (c.ok()) list->Add(*c, row.why);
  }
}

void AddHostDefault(CaseList* list) {
  for (const HostCheck& check : HostChecks()) {
    for (const Case& c : HostCasesOf(check)) list->Add(c, check.says);
  }
}

}  // namespace wgsync
