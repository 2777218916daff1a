#include "suite/proof/planted/score.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "gtest/gtest.h"
#include "suite/core/verdict/verdict.h"

namespace wgsync {

bool IsWanted(const std::string& want, const std::string& got) {
  const std::vector<std::string> open = absl::StrSplit(want, " | ");
  return std::find(open.begin(), open.end(), got) != open.end();
}

bool IsVerdictText(absl::string_view text) {
  const size_t open = text.find(" (");
  VerdictKind kind;
  if (!ParseVerdictName(text.substr(0, open), &kind)) return false;
  if (open == absl::string_view::npos) return true;
  Cause cause;
  return absl::ConsumeSuffix(&text, ")") &&
         ParseCauseName(text.substr(open + 2), &cause);
}

bool ScoreSheet::Add(const Planted& planted, const std::string& got) {
  const bool right = IsWanted(planted.want, got);
  rows_.push_back({planted, got, right});
  return right;
}

size_t ScoreSheet::wrong() const {
  return std::count_if(rows_.begin(), rows_.end(),
                       [](const Row& r) { return !r.right; });
}

std::string ScoreSheet::Table() const {
  std::map<std::string, std::pair<size_t, size_t>> kinds;  // cases, right
  for (const Row& r : rows_) {
    ++kinds[r.planted.kind].first;
    if (r.right) ++kinds[r.planted.kind].second;
  }
  std::string out =
      absl::StrFormat("%-40s %5s %5s\n", "kind", "cases", "right");
  for (const auto& [kind, counts] : kinds) {
    absl::StrAppendFormat(&out, "%-40s %5d %5d\n", kind, counts.first,
                          counts.second);
  }
  absl::StrAppendFormat(&out, "%-40s %5d %5d\n", "sum", rows_.size(),
                        rows_.size() - wrong());
  for (const Row& r : rows_) {
    if (r.right) continue;
    absl::StrAppendFormat(&out, "WRONG %s %s: want %s (%s), got %s\n",
                          r.planted.kind, r.planted.name, r.planted.want,
                          r.planted.why, r.got);
  }
  return out;
}

std::string ScoreSheet::Tsv() const {
  std::string out;
  for (const Row& r : rows_) {
    const std::string right = r.right ? "right" : "WRONG";
    absl::StrAppend(&out,
                    absl::StrJoin({right, r.planted.kind, r.planted.name,
                                   r.planted.want, r.got, r.planted.why},
                                  "\t"),
                    "\n");
  }
  return out;
}

ScoreSheet& TheScore() {
  static auto* const sheet = new ScoreSheet;
  return *sheet;
}

bool ExpectVerdict(const Planted& planted, const std::string& got) {
  const bool right = TheScore().Add(planted, got);
  EXPECT_TRUE(right) << planted.kind << " " << planted.name << ": want "
                     << planted.want << " (" << planted.why << "), got " << got;
  return right;
}

}  // namespace wgsync
