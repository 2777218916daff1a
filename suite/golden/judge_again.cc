#include "suite/golden/judge_again.h"

#include <fstream>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"
#include "suite/core/base/field_visitor.h"
#include "suite/core/base/fields_json.h"
#include "suite/core/base/parse_json.h"
#include "suite/core/record/judged.h"
#include "suite/core/record/result.h"
#include "suite/core/record/run_log.h"
#include "suite/core/verdict/verdict.h"

namespace wgsync {

using nlohmann::json;

void JudgedCase::Fields(FieldVisitor& v) {
  v.Field("case", &id);
  verdict.Fields(v);
  v.Struct("judged", &judged);
}

std::vector<JudgedCase> JudgedCases(const Run& run) {
  std::vector<JudgedCase> cases;
  for (const CaseResult& r : run.results) {
    cases.push_back({r.id, r.verdict, r.judged});
  }
  return cases;
}

absl::StatusOr<std::vector<JudgedCase>> ReadJudged(const std::string& file) {
  std::ifstream in(file);
  std::vector<JudgedCase> cases;
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    JudgedCase one;
    const std::string error = FieldsFromJson(ParseJson(line), &one);
    if (!error.empty()) {
      return absl::InvalidArgumentError(
          absl::StrCat(file, ":", number, ": ", error,
                       "; extract it again with judge_again --extract"));
    }
    cases.push_back(std::move(one));
  }
  if (!cases.empty()) return cases;
  return absl::NotFoundError(absl::StrCat(
      file, ": cannot be read, or is empty; name a run or an extract of one"));
}

std::vector<std::string> ExtractJudged(const std::vector<JudgedCase>& cases) {
  std::map<std::string, JudgedCase> different;
  for (const JudgedCase& c : cases) {
    if (c.judged.by == DecidedBy::kNotRecorded) continue;
    JudgedCase unnamed = c;
    unnamed.id.clear();
    different.try_emplace(FieldsToJson(unnamed).dump(), c);
  }
  std::vector<std::string> lines;
  lines.reserve(different.size());
  for (const auto& [unused, c] : different) {
    lines.push_back(FieldsToJson(c).dump());
  }
  return lines;
}

std::vector<std::string> Disagreements(const std::vector<JudgedCase>& cases) {
  std::vector<std::string> sentences;
  for (const JudgedCase& c : cases) {
    const JudgedAgain again = JudgeAgain(c.verdict, c.judged);
    switch (again.fit) {
      case JudgedAgain::Fit::kEqual:
      case JudgedAgain::Fit::kGiven:
        break;
      case JudgedAgain::Fit::kDiffers:
        sentences.push_back(
            absl::StrCat(c.id, ": logged as ", VerdictText(c.verdict),
                         again.verdict == c.verdict
                             ? ", which its rule never gives: "
                             : absl::StrCat(", the rules give ",
                                            VerdictText(again.verdict), ": "),
                         FieldsToJson(c.judged).dump()));
        break;
      case JudgedAgain::Fit::kNotRecorded:
        sentences.push_back(
            absl::StrCat(c.id, ": logged as ", VerdictText(c.verdict),
                         ", without a record of how it was judged"));
        break;
    }
  }
  return sentences;
}

}  // namespace wgsync
