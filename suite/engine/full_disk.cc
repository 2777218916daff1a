#include "suite/engine/full_disk.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "suite/core/verdict/rules.h"
#include "suite/worker/disk_report.h"

namespace wgsync {

absl::Status CheckRoom(const CaseResult& r, absl::string_view endings,
                       const std::vector<std::string>& folders) {
  if (r.verdict.kind == VerdictKind::kPass) return absl::OkStatus();
  std::string said =
      absl::StrCat(r.build_log, "\n", r.host.what, "\n", endings);
  for (const Finding& f : r.findings) {
    absl::StrAppend(&said, "\n", absl::StrJoin(f.texts, "\n"));
  }
  const std::string full = FullDisk(folders, said);
  if (full.empty()) return absl::OkStatus();
  return absl::ResourceExhaustedError(absl::StrCat(
      full, ", and ", r.id, " ended with ", VerdictText(r.verdict),
      ", which is not kept; make room, or let the run write there, then "
      "continue with `wgsync run --resume`"));
}

absl::Status OrFullDisk(const absl::Status& s,
                        const std::vector<std::string>& folders) {
  const std::string full = FullDisk(folders, s.message());
  if (full.empty()) return s;
  return absl::ResourceExhaustedError(
      absl::StrCat(full, ", and the device did not open: ", s.message(),
                   "; make room, then run again"));
}

}  // namespace wgsync
