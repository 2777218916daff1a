#include "reports/matrix/share_text.h"

#include <cstdint>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "reports/render/text.h"
#include "suite/core/share/shared_run.h"

namespace wgsync {
namespace {

// Of the disagreements, the one that tells most: it came again most often.
const Disagreement& Worst(const DeviceShare& share) {
  const Disagreement* worst = &share.differs.front();
  for (const Disagreement& d : share.differs) {
    if (d.rounds > 0 && d.again == d.rounds) return d;
    if (d.again > worst->again) worst = &d;
  }
  return *worst;
}

std::string DifferenceText(const DeviceShare& share) {
  const Disagreement& d = Worst(share);
  std::string text = absl::StrCat(
      share.sick() ? "it is sick: " : "", "it differs from the others in ",
      Counted(share.differs.size(), "case"), ", such as ", d.id, " (",
      VerdictText(d.here), ", the others ", VerdictText(d.others));
  if (d.rounds > 0) {
    absl::StrAppend(&text, "; alone again in ", d.again, " of ", d.rounds);
  }
  return absl::StrCat(text, ")");
}

// "" if nothing is wrong with the device.
std::string Trouble(const DeviceShare& share) {
  std::vector<std::string> parts;
  if (!share.lost_by.empty()) {
    parts.push_back(absl::StrCat("it was lost in ", share.lost_by));
  }
  if (!share.differs.empty()) parts.push_back(DifferenceText(share));
  return absl::StrJoin(parts, "; ");
}

}  // namespace

std::vector<std::string> ShareLines(const Run& run) {
  const std::vector<DeviceShare> shares = SharesOf(run);
  std::vector<std::string> lines;
  for (uint32_t i = 0; i < shares.size(); ++i) {
    const DeviceShare& share = shares[i];
    const std::string trouble = Trouble(share);
    std::string line = absl::StrCat(
        "device ", DevicePlace(run, i), ": ", Counted(share.cases, "case"),
        " in ", Duration(share.seconds), "; ", share.compared,
        " that count ran on other devices too");
    if (!trouble.empty()) {
      absl::StrAppend(&line, "; ", trouble);
    } else if (share.compared > 0) {
      line += ", with equal verdicts";
    }
    lines.push_back(OneLine(line));
  }
  return lines;
}

std::string ShareText(const Run& run, size_t width) {
  std::string text;
  for (const std::string& line : ShareLines(run)) {
    absl::StrAppend(&text, text.empty() ? "Devices that shared the run\n" : "",
                    "  ", Wrap(line, width, 4, 2));
  }
  return text;
}

std::string BadDeviceText(const Run& run) {
  const std::vector<DeviceShare> shares = SharesOf(run);
  std::vector<std::string> bad;
  for (uint32_t i = 0; i < shares.size(); ++i) {
    if (!shares[i].bad()) continue;
    bad.push_back(absl::StrCat("the device ", DevicePlace(run, i), ": ",
                               Trouble(shares[i])));
  }
  return absl::StrJoin(bad, "; ");
}

}  // namespace wgsync
