#include "suite/core/plan/check_more.h"

#include <algorithm>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/plan/case.h"
#include "suite/core/plan/order_facts.h"

namespace wgsync {
namespace {

// The fault of a row and its fix; "" if there is none.
std::string FaultOf(const Primitive& p, absl::Span<const Primitive> all) {
  const std::string prefix = absl::StrCat(FamilyName(p.family), ".");
  if (!absl::StartsWith(p.name, prefix) || p.name.size() == prefix.size()) {
    return absl::StrCat("its name must begin with \"", prefix, "\"");
  }
  const auto same = std::count_if(
      all.begin(), all.end(),
      [&](const Primitive& other) { return other.name == p.name; });
  if (same > 1) return "another primitive has this name; choose another one";
  if (p.file.empty()) return "its `file` is empty; name it as below kernels/";
  if (p.texts.count(p.file) == 0) {
    return absl::StrCat("its `texts` lack the OpenCL C of ", p.file);
  }
  if (p.workloads.empty()) return "it has no workload";
  const absl::Span<const OrderFacts> rows = OrderTable();
  if (std::none_of(rows.begin(), rows.end(), [&](const OrderFacts& row) {
        return row.program == p.order_as;
      })) {
    return absl::StrCat("its `order_as` is \"", p.order_as,
                        "\", no program; name one such as \"mutexes/mcs\"");
  }
  for (const std::string& name : p.workloads) {
    const Workload* w = FindWorkload(name);
    if (w == nullptr) return absl::StrCat("no workload is called ", name);
    if (w->family != p.family) {
      return absl::StrCat("workload ", name, " is one for family ",
                          FamilyName(w->family));
    }
  }
  return "";
}

std::string FaultOf(const MoreCase& row) {
  const absl::StatusOr<Case> c = ParseCaseId(row.id);
  if (!c.ok()) return std::string(c.status().message());
  const absl::Status valid = ValidateCase(*c);
  if (!valid.ok()) return std::string(valid.message());
  if (CaseId(*c) != row.id) return absl::StrCat("write it as ", CaseId(*c));
  return row.why.empty() ? "its `why` is empty" : "";
}

absl::Status Fault(absl::string_view what, absl::string_view name,
                   absl::string_view fault) {
  return BadInput("MoreRows() (suite/core/catalog/more.h), ", what, " \"", name,
                  "\": ", fault);
}

}  // namespace

absl::Status CheckMore(const More& more, absl::Span<const Primitive> all) {
  for (const Primitive& p : more.primitives) {
    const std::string fault = FaultOf(p, all);
    if (!fault.empty()) return Fault("primitive", p.name, fault);
  }
  for (const MoreCase& row : more.smoke) {
    const std::string fault = FaultOf(row);
    if (!fault.empty()) return Fault("smoke", row.id, fault);
  }
  return absl::OkStatus();
}

}  // namespace wgsync
