#include "suite/proof/planted/models_table.h"

#include <map>
#include <set>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace wgsync {
namespace {

struct Reason {
  std::string want;
  std::string why;
  int line = 0;
  bool used = false;
};

class Parser {
 public:
  explicit Parser(std::string file) : file_(std::move(file)) {}

  absl::Status Line(absl::string_view line) {
    ++number_;
    absl::string_view rest = line;
    if (absl::StripAsciiWhitespace(line).empty() ||
        absl::ConsumePrefix(&rest, "#")) {
      return absl::OkStatus();
    }
    if (absl::ConsumePrefix(&rest, "reason ")) return TakeReason(rest);
    if (absl::ConsumePrefix(&rest, "models ")) return TakeModels(rest);
    if (absl::ConsumePrefix(&rest, "case ")) return TakeCase(rest);
    if (absl::ConsumePrefix(&rest, "    ")) return TakeCodes(rest);
    return Bad("neither reason, models, case, its codes, nor a comment");
  }

  absl::StatusOr<std::vector<ModelColumn>> Finish() {
    if (!id_.empty()) return Bad(absl::StrCat(id_, " has no codes"));
    for (const auto& [code, reason] : reasons_) {
      if (reason.used) continue;
      number_ = reason.line;
      return Bad(absl::StrCat("no case has reason ", code, "; remove it"));
    }
    return std::move(columns_);
  }

 private:
  absl::Status Bad(absl::string_view what) const {
    return absl::InvalidArgumentError(
        absl::StrCat(file_, ":", number_, ": ", what));
  }

  absl::Status TakeReason(absl::string_view rest) {
    // What separates two open verdicts is no separator of fields.
    const std::string text = absl::StrReplaceAll(rest, {{"\\|", "\n"}});
    const std::vector<absl::string_view> fields =
        absl::StrSplit(text, absl::MaxSplits(" | ", 2));
    if (fields.size() != 3) return Bad("a reason is CODE | VERDICT | why");
    const Reason reason = {absl::StrReplaceAll(fields[1], {{"\n", "|"}}),
                           absl::StrReplaceAll(fields[2], {{"\n", "|"}}),
                           number_};
    if (!reasons_.emplace(std::string(fields[0]), reason).second) {
      return Bad(absl::StrCat("reason ", fields[0], " is there already"));
    }
    return absl::OkStatus();
  }

  absl::Status TakeModels(absl::string_view rest) {
    if (!columns_.empty()) return Bad("a second list of models");
    for (absl::string_view name :
         absl::StrSplit(rest, ' ', absl::SkipEmpty())) {
      columns_.push_back({std::string(name), {}});
    }
    return absl::OkStatus();
  }

  absl::Status TakeCase(absl::string_view rest) {
    if (!id_.empty()) return Bad(absl::StrCat(id_, " has no codes"));
    id_ = std::string(absl::StripAsciiWhitespace(rest));
    if (!ids_.insert(id_).second) {
      return Bad(absl::StrCat("case ", id_, " is there already"));
    }
    return absl::OkStatus();
  }

  absl::Status TakeCodes(absl::string_view rest) {
    if (id_.empty()) return Bad("codes without a case before them");
    const std::vector<std::string> codes =
        absl::StrSplit(rest, ' ', absl::SkipEmpty());
    if (codes.size() != columns_.size()) {
      return Bad(absl::StrCat(codes.size(), " codes for ", columns_.size(),
                              " models"));
    }
    for (size_t i = 0; i < codes.size(); ++i) {
      if (codes[i] == "-") continue;
      absl::string_view code = codes[i];
      const bool quick = absl::ConsumeSuffix(&code, "!");
      const auto reason = reasons_.find(std::string(code));
      if (reason == reasons_.end()) {
        return Bad(absl::StrCat("no reason ", code));
      }
      reason->second.used = true;
      columns_[i].cases.push_back({id_, std::string(code), reason->second.want,
                                   reason->second.why, quick});
    }
    id_.clear();
    return absl::OkStatus();
  }

  std::string file_;
  int number_ = 0;
  std::map<std::string, Reason> reasons_;
  std::vector<ModelColumn> columns_;
  std::string id_;  // of a case whose codes are to come
  std::set<std::string> ids_;
};

}  // namespace

absl::StatusOr<std::vector<ModelColumn>> ParseModelTable(
    absl::string_view text, const std::string& file_name) {
  Parser parser(file_name);
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    const absl::Status s = parser.Line(line);
    if (!s.ok()) return s;
  }
  return parser.Finish();
}

std::vector<ModelColumn> QuickOnes(const std::vector<ModelColumn>& all) {
  std::vector<ModelColumn> some;
  for (const ModelColumn& column : all) {
    some.push_back({column.model, {}});
    for (const ExpectedOnModel& e : column.cases) {
      if (e.quick) some.back().cases.push_back(e);
    }
  }
  return some;
}

std::vector<ModelColumn> OneOfEachReason(const std::vector<ModelColumn>& all) {
  std::vector<ModelColumn> some;
  std::set<std::string> without_model;
  for (const ModelColumn& column : all) {
    std::set<std::string> codes, ids;
    some.push_back({column.model, {}});
    const auto add = [&](const ExpectedOnModel& e) {
      if (ids.insert(e.id).second) some.back().cases.push_back(e);
    };
    for (size_t i = 0; i < column.cases.size(); ++i) {
      const ExpectedOnModel& e = column.cases[i];
      const bool bare = absl::EndsWith(e.code, "~");
      if (!(bare ? without_model : codes).insert(e.code).second) continue;
      if (absl::EndsWith(e.code, "+") && i > 0) add(column.cases[i - 1]);
      add(e);
    }
  }
  return some;
}

}  // namespace wgsync
