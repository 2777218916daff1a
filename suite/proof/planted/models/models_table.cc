#include "suite/proof/planted/models/models_table.h"

#include <map>
#include <set>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "suite/core/base/name_pattern.h"
#include "suite/core/base/test_file.h"

namespace wgsync {
namespace {

struct Reason {
  std::string want;
  std::string why;
  int line = 0;
  bool used = false;
};

// A default or a case.
struct Row {
  std::string id;                  // a glob, of a default
  std::vector<std::string> codes;  // by column; "" where it has none
  int line = 0;
  bool all = false;            // it begins with a code for every model
  std::set<size_t> used = {};  // columns of a default that a case takes
};

std::string WithoutMark(const std::string& code) {
  return std::string(absl::StripSuffix(code, "!"));
}

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
    if (absl::ConsumePrefix(&rest, "default ")) return TakeDefault(rest);
    if (absl::ConsumePrefix(&rest, "case ")) return TakeCase(rest);
    return Bad("neither reason, models, default, case, nor a comment");
  }

  absl::StatusOr<std::vector<ModelColumn>> Finish() {
    for (const Row& row : defaults_) {
      for (size_t i = 0; i < columns_.size(); ++i) {
        if (row.codes[i].empty() || row.used.count(i) != 0) continue;
        number_ = row.line;
        return Bad(absl::StrCat("no case takes ", columns_[i].model, ":",
                                row.codes[i], "; remove it"));
      }
    }
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

  absl::StatusOr<Row> ParseRow(absl::string_view rest) const {
    const std::vector<std::string> fields =
        absl::StrSplit(rest, ' ', absl::SkipEmpty());
    if (fields.empty()) return Bad("a row without an id");
    Row row = {fields[0], std::vector<std::string>(columns_.size()), number_};
    for (size_t f = 1; f < fields.size(); ++f) {
      const std::pair<std::string, std::string> entry =
          absl::StrSplit(fields[f], absl::MaxSplits(':', 1));
      const auto& [model, code] = entry;
      if (code.empty() || (model == "*" && f != 1)) {
        return Bad(absl::StrCat(fields[f], " is not MODEL:CODE, * first"));
      }
      if (code != "-" && reasons_.count(WithoutMark(code)) == 0) {
        return Bad(absl::StrCat("no reason ", code));
      }
      bool known = false;
      for (size_t i = 0; i < columns_.size(); ++i) {
        const std::string name = columns_[i].model;
        if (model != "*" && model != name.substr(0, name.find('='))) continue;
        row.codes[i] = code;
        known = true;
      }
      if (!known) return Bad(absl::StrCat("no model ", model));
      row.all |= model == "*";
    }
    return row;
  }

  absl::Status TakeDefault(absl::string_view rest) {
    absl::StatusOr<Row> row = ParseRow(rest);
    if (!row.ok()) return row.status();
    defaults_.push_back(*std::move(row));
    return absl::OkStatus();
  }

  absl::Status TakeCase(absl::string_view rest) {
    const absl::StatusOr<Row> row = ParseRow(rest);
    if (!row.ok()) return row.status();
    if (!ids_.insert(row->id).second) {
      return Bad(absl::StrCat("case ", row->id, " is there already"));
    }
    for (size_t i = 0; i < columns_.size(); ++i) {
      Row* by_default = nullptr;
      for (Row& d : defaults_) {
        if (!d.codes[i].empty() && GlobMatches(d.id, row->id)) by_default = &d;
      }
      std::string code = row->codes[i];
      if (by_default != nullptr && code == by_default->codes[i] && !row->all) {
        return Bad(absl::StrCat(columns_[i].model, ":", code,
                                " is the default already; remove it"));
      }
      if (code.empty() && by_default != nullptr) {
        code = by_default->codes[i];
        by_default->used.insert(i);
      }
      if (code.empty()) {
        return Bad(absl::StrCat(row->id, " has no code for ", columns_[i].model,
                                ", and no default has one"));
      }
      if (code != "-") Add(row->id, code, &columns_[i]);
    }
    return absl::OkStatus();
  }

  void Add(const std::string& id, const std::string& code,
           ModelColumn* column) {
    const std::string name = WithoutMark(code);
    Reason& reason = reasons_.at(name);
    reason.used = true;
    column->cases.push_back(
        {id, name, reason.want, reason.why, absl::EndsWith(code, "!")});
  }

  std::string file_;
  int number_ = 0;
  std::map<std::string, Reason> reasons_;
  std::vector<ModelColumn> columns_;
  std::vector<Row> defaults_;
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

absl::StatusOr<std::vector<ModelColumn>> ReadModelTable() {
  constexpr char kFile[] = "suite/proof/planted/models/models.txt";
  return ParseModelTable(ReadTestFile(kFile), kFile);
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
