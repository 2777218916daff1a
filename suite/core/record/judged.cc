#include "suite/core/record/judged.h"

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "suite/core/base/field_visitor.h"
#include "suite/core/verdict/evidence_names.h"
#include "suite/core/verdict/rules.h"

namespace wgsync {
namespace {

constexpr EnumRow<DecidedBy> kRows[] = {
    {DecidedBy::kNotRecorded, "not_recorded"},
    {DecidedBy::kEvidence, "evidence"},
    {DecidedBy::kHostEvidence, "host_evidence"},
    {DecidedBy::kDevice, "device"},
    {DecidedBy::kNoLaunch, "no_launch"},
    {DecidedBy::kBuild, "build"},
    {DecidedBy::kControlBuild, "control_build"},
    {DecidedBy::kHarness, "harness"},
    {DecidedBy::kWedged, "wedged"},
    {DecidedBy::kMachineDown, "machine_down"},
    {DecidedBy::kLeftOut, "left_out"},
};
constexpr auto kNames = EnumNames(kRows, DecidedBy::kLeftOut);

}  // namespace

absl::Span<const absl::string_view> NamesOf(DecidedBy) { return kNames.names; }

void Judged::Fields(FieldVisitor& v) {
  v.Enum("by", &by);
  if (v.When("evidence", by == DecidedBy::kEvidence)) {
    v.Struct("evidence", &evidence);
  }
  if (v.When("host", by == DecidedBy::kHostEvidence)) v.Struct("host", &host);
}

}  // namespace wgsync
