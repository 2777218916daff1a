#include "suite/core/tried/try_spec.h"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "suite/core/base/field_visitor.h"
#include "suite/core/base/status_macros.h"
#include "suite/core/tried/kernel_text.h"

namespace wgsync {
namespace {

constexpr absl::string_view kMark = "wgsync";
constexpr uint32_t kMostItems = 65536;
constexpr absl::string_view kRoles[] = {"words", "payload", "result", "kept"};

std::string RoleHint() {
  return absl::StrCat("; a role is one of ", absl::StrJoin(kRoles, ", "));
}

// The first word; `line` is the rest after it.
absl::string_view TakeWord(absl::string_view* line) {
  *line = absl::StripLeadingAsciiWhitespace(*line);
  const size_t end = std::min(line->find_first_of(" \t=["), line->size());
  const absl::string_view word = line->substr(0, end);
  *line = absl::StripLeadingAsciiWhitespace(line->substr(end));
  return word;
}

bool IsName(absl::string_view word) {
  return !word.empty() && !absl::ascii_isdigit(word[0]) &&
         absl::c_all_of(
             word, [](char c) { return absl::ascii_isalnum(c) || c == '_'; });
}

template <typename... What>
absl::Status BadAt(const std::string& at, const What&... what) {
  return BadInput(at, ": ", what...);
}

// The first comment of a line, up to #, if its first word is `wgsync` in any
// spelling; otherwise "". A command line `wgsync try` describes nothing, nor
// does a comment in a comment.
absl::string_view DescriptionOf(absl::string_view line) {
  const size_t comment = std::min(line.find("//"), line.find("/*"));
  absl::string_view text = line.substr(comment == line.npos ? 0 : comment);
  const size_t word = text.find_first_not_of(" \t/*!<");
  if (word == text.npos || text.substr(0, word).find("//", 2) != text.npos) {
    return "";
  }
  text = text.substr(word, text.find("*/", word) - word);
  text = absl::StripAsciiWhitespace(text.substr(0, text.find(" #")));
  return absl::StartsWithIgnoreCase(text, kMark) &&
                 absl::StrContains(" \t:=,;",
                                   absl::StrCat(text, " ")[kMark.size()]) &&
                 !absl::StartsWith(text, "wgsync try ")
             ? text
             : "";
}

uint64_t Product(const std::vector<uint64_t>& sides) {
  return absl::c_accumulate(sides, uint64_t{1}, std::multiplies<uint64_t>());
}

class Parser {
 public:
  explicit Parser(TrySpec* spec) : spec_(*spec) {}

  absl::Status Line(absl::string_view line, const std::string& at) {
    at_ = at;
    absl::string_view rest = line;
    const std::string word(TakeWord(&rest));
    if (absl::StartsWith(rest, "=") && !absl::StartsWith(rest, "==")) {
      return Argument(word, rest);  // also if its name is a word below
    }
    if (word == "options") {
      absl::StrAppend(&spec_.options, spec_.options.empty() ? "" : " ", rest);
      return absl::OkStatus();
    }
    if (word == "kernel") return Kernel(rest);
    if (word == "items") return Items(rest);
    if (word == "groups") return Grids(rest);
    if (word == "right") return Right(rest);
    return Argument(word, rest);
  }

 private:
  template <typename... What>
  absl::Status Bad(const What&... what) const {
    return BadAt(at_, what...);
  }

  absl::Status Kernel(absl::string_view rest) {
    // A list of its parameters may follow the name, for the reader.
    const absl::string_view name =
        rest.substr(0, std::min(rest.find_first_of(" ("), rest.size()));
    if (!IsName(name)) return Bad("write `kernel NAME`");
    spec_.kernel = std::string(name);
    return absl::OkStatus();
  }

  absl::Status Items(absl::string_view rest) {
    spec_.shape.clear();
    uint64_t items = 1;
    for (absl::string_view text : absl::StrSplit(rest, 'x')) {
      uint32_t side = 0;
      if (!absl::SimpleAtoi(text, &side)) side = 0;
      items *= std::min(side, kMostItems + 1);  // three fit
      spec_.shape.push_back(side);
    }
    if (items == 0 || items > kMostItems || spec_.shape.size() > 3) {
      return Bad("items is a number from 1 to ", kMostItems,
                 ", or the sides of two or three dimensions, as in 16x8; not '",
                 rest, "'");
    }
    spec_.items = static_cast<uint32_t>(items);
    return absl::OkStatus();
  }

  absl::Status Grids(absl::string_view rest) {
    spec_.grids.clear();
    for (absl::string_view grid :
         absl::StrSplit(rest, absl::ByAnyChar(", "), absl::SkipEmpty())) {
      if (GroupsOf(grid, 2) == 0) {
        return Bad("'", grid,
                   "' is not a number of groups; write numbers, res, "
                   "res_minus1, res_plus1 or res_x10, as in 1,res,res_plus1",
                   absl::StrContains(grid, 'x')
                       ? "; the sides follow from the number: 6 is 3x2"
                       : "");
      }
      spec_.grids.emplace_back(grid);
    }
    return spec_.grids.empty() ? Bad("groups has no number") : absl::OkStatus();
  }

  // `index`: the expression is one per element.
  absl::StatusOr<Expression> Parsed(absl::string_view text, bool index,
                                    bool buffers) {
    absl::StrAppend(&spec_.expressions, text, "\n");
    absl::StatusOr<Expression> e = Expression::Parse(text, spec_.symbols);
    if (!e.ok()) return Bad(e.status().message());
    if (!index && e->uses_index()) {
      return Bad("'i' has no value in '", e->text(), "'");
    }
    if (!buffers && e->uses_buffers()) {
      return Bad("'", e->text(), "' uses a buffer, which has no content yet");
    }
    return e;
  }

  absl::Status Right(absl::string_view rest) {
    TryRight right;
    right.at = at_;
    right.text = std::string(rest);
    const std::string words = absl::StrJoin(
        absl::StrSplit(rest, absl::ByAnyChar(" \t"), absl::SkipEmpty()), " ");
    absl::string_view name = words;
    if (words == "same as one group") {
      right.kind = TryRight::kOneGroup;
    } else if (words == "same every launch") {
      right.kind = TryRight::kEveryLaunch;
    } else if (absl::ConsumePrefix(&name, "same as reference ")) {
      right.kind = TryRight::kReference;
      if (!IsName(name)) return Bad("write `same as reference KERNEL`");
      if (!spec_.reference.empty()) {
        return Bad(spec_.reference, " is the reference already; one is read");
      }
      spec_.reference = std::string(name);
    } else if (absl::StartsWith(words, "same ")) {
      return Bad("'", rest,
                 "' is not one of `same as one group`, `same as "
                 "reference KERNEL`, `same every launch`");
    } else {
      ASSIGN_OR_RETURN(right.expression, Parsed(rest, true, true));
      if (right.expression.uses_index() && right.expression.over() < 0) {
        return Bad("'", rest,
                   "' has no element BUFFER[i], so nothing says how far i "
                   "goes");
      }
    }
    spec_.rights.push_back(std::move(right));
    return absl::OkStatus();
  }

  absl::Status Argument(const std::string& name, absl::string_view rest) {
    if (!IsName(name)) {
      return Bad("'", name, "' is not the name of a parameter");
    }
    for (const TryArgument& other : spec_.arguments) {
      if (other.name != name) continue;
      return Bad(name, " is described already, at ", other.at);
    }
    TryArgument a;
    a.name = name;
    a.at = at_;
    if (!absl::StartsWith(rest, "=")) {
      absl::string_view word = TakeWord(&rest);
      a.kind = TryArgument::kBuffer;
      if (word == "local") {
        a.kind = TryArgument::kLocal;
        word = TakeWord(&rest);
      }
      RETURN_IF_ERROR(Memory(word, &rest, &a));
    }
    if (absl::ConsumePrefix(&rest, "=")) {
      if (a.kind == TryArgument::kLocal) {
        return Bad(name,
                   " is local memory, which has no value before the launch");
      }
      const bool is_buffer = a.kind == TryArgument::kBuffer;
      absl::StatusOr<Expression> value = Parsed(rest, is_buffer, false);
      if (!value.ok() && is_buffer &&
          IsName(rest.substr(rest.find_last_of(" \t") + 1))) {
        return absl::InvalidArgumentError(
            absl::StrCat(value.status().message(), RoleHint()));
      }
      ASSIGN_OR_RETURN(a.value, std::move(value));
    } else if (!rest.empty()) {
      return Bad("'", rest, "' is not expected after ", name, RoleHint());
    }
    if (a.kind == TryArgument::kScalar) {
      // A described one of that name was refused above: this is a BuiltIn.
      if (absl::c_linear_search(spec_.symbols.scalars, name)) {
        spec_.defaults.push_back(absl::StrCat(
            name, " in expressions: of the launch, not the parameter"));
      }
      spec_.symbols.scalars.push_back(name);
      if (a.value.uses_launch()) spec_.symbols.by_launch.insert(name);
    }
    if (a.kind == TryArgument::kBuffer) spec_.symbols.buffers.push_back(name);
    spec_.arguments.push_back(std::move(a));
    return absl::OkStatus();
  }

  // "[LENGTH]" and, at the end, the role.
  absl::Status Memory(absl::string_view type, absl::string_view* rest,
                      TryArgument* a) {
    a->type = NamedType(type, &a->width);
    if (a->type == nullptr || !absl::StartsWith(*rest, "[")) {
      return Bad(
          "'", type, absl::StartsWith(*rest, "[") ? "[" : "",
          "' is not understood after ", a->name, ": write `", a->name,
          " TYPE[LENGTH] = VALUE ROLE` for a buffer, with a type such as uint "
          "or float4, `",
          a->name, " local TYPE[LENGTH]`, or `", a->name,
          " = VALUE` for a scalar; lines of a launch begin with kernel, items, "
          "groups, options or right");
    }
    const size_t end = rest->find(']');  // no element is known in a length
    if (end == rest->npos) return Bad("']' is missing");
    ASSIGN_OR_RETURN(a->length, Parsed(rest->substr(1, end - 1), false, false));
    if (a->length.uses_launch()) {
      return Bad("'", a->length.text(), "': a length is that of every launch");
    }
    *rest = absl::StripAsciiWhitespace(rest->substr(end + 1));
    const size_t last = rest->find_last_of(" \t") + 1;
    if (absl::c_linear_search(kRoles, rest->substr(last))) {
      a->role = std::string(rest->substr(last));
      *rest = absl::StripAsciiWhitespace(rest->substr(0, last));
      if (a->kind == TryArgument::kLocal) {
        return Bad(a->name, " is local memory, which has no role");
      }
      const auto other = rest->substr(rest->find_last_of(" \t") + 1);
      if (absl::c_linear_search(kRoles, other)) {
        return Bad(a->name, " has two roles, ", other, " and ", a->role,
                   ": take one out");
      }
    }
    return absl::OkStatus();
  }

  TrySpec& spec_;
  std::string at_;
};

// The functions of sizes that are 1 in the reference, as in one work-item.
std::vector<std::string> OnesOfReference(const TrySpec& spec) {
  std::vector<std::string> ones;
  if (spec.reference.empty()) return ones;
  const absl::string_view source = spec.source;
  for (const size_t at : CodePlaces(source, spec.reference)) {
    const FunctionBody body =
        BodyOf(source, ParametersAt(source, at + spec.reference.size()));
    if (body.end == source.npos) continue;
    const absl::string_view text =
        source.substr(body.begin, body.end - body.begin);
    for (const char* name :
         {"get_num_groups", "get_global_size", "get_local_size"}) {
      if (!CodePlaces(text, name).empty()) ones.push_back(name);
    }
    break;
  }
  return ones;
}

}  // namespace

void KernelParameter::Fields(FieldVisitor& v) {
  v.Field("name", &name);
  v.Field("type", &type);
  v.Field("space", &space);
}

uint64_t GroupsOf(absl::string_view grid, uint32_t residency) {
  uint32_t n = 0;
  if (absl::SimpleAtoi(grid, &n)) return n;
  if (residency == 0 || !absl::ConsumePrefix(&grid, "res")) return 0;
  if (grid == "_plus1") return uint64_t{residency} + 1;
  if (grid == "_minus1") return residency - 1;
  if (absl::ConsumePrefix(&grid, "_x") && absl::SimpleAtoi(grid, &n)) {
    return uint64_t{residency} * n;
  }
  return grid.empty() ? residency : 0;
}

std::vector<int> TrySpec::BuffersOf(absl::string_view role) const {
  std::vector<int> buffers;
  int buffer = 0;
  for (const TryArgument& a : arguments) {
    if (a.kind != TryArgument::kBuffer) continue;
    if (a.role == role) buffers.push_back(buffer);
    ++buffer;
  }
  return buffers;
}

bool TrySpec::VariesByLaunch() const {
  return absl::c_any_of(
      arguments, [](const TryArgument& a) { return a.value.uses_launch(); });
}

std::set<int> TrySpec::ReadAfter() const {
  std::set<int> after;
  for (const TryRight& right : rights) {
    for (int b : right.expression.reads()) {
      const bool about =
          b == right.expression.compared() || b == right.expression.over();
      if (!about && absl::c_linear_search(BuffersOf("payload"), b)) {
        after.insert(b);
      }
    }
  }
  return after;
}

std::vector<int> TrySpec::Compared() const {
  const std::vector<int> results = BuffersOf("result");
  return results.empty() ? BuffersOf("payload") : results;
}

absl::StatusOr<TrySpec> ParseTry(const std::string& file,
                                 const std::string& source,
                                 const std::vector<TryLine>& more) {
  if (absl::StripAsciiWhitespace(source).empty()) {
    return BadAt(file, "it is empty; name a file of OpenCL C");
  }
  TrySpec spec;
  spec.file = file;
  spec.source = source;
  Parser parser(&spec);
  std::map<std::string, std::string> said;  // and where
  int number = 0;
  for (absl::string_view line : absl::StrSplit(source, '\n')) {
    const std::string at = absl::StrCat(file, ":", ++number);
    absl::string_view text = DescriptionOf(line);
    if (text.empty()) continue;
    if (!absl::ConsumePrefix(&text, "wgsync:")) {
      const size_t says = text.find_first_not_of(" \t:=,;", kMark.size());
      return BadAt(at, "'", text, "' is not read: write `// wgsync: ",
                   says == text.npos ? "..." : text.substr(says),
                   "`, or begin the comment with another word");
    }
    absl::string_view rest = text;
    const std::string word(TakeWord(&rest));
    if ((word == "kernel" || word == "items" || word == "groups") &&
        !absl::StartsWith(rest, "=") && !said.emplace(word, at).second) {
      return BadAt(at, word, " is said already, at ", said[word]);
    }
    RETURN_IF_ERROR(parser.Line(absl::StripAsciiWhitespace(text), at));
  }
  for (const TryLine& line : more) {
    RETURN_IF_ERROR(
        parser.Line(absl::StripAsciiWhitespace(line.text), line.at));
    absl::StrAppend(&spec.added, line.text, "\n");
  }
  return spec;
}

absl::Status CompleteSpec(const KernelFacts& facts, TrySpec* spec) {
  Parser parser(spec);
  const auto take = [&](const std::string& line, absl::string_view why) {
    spec->defaults.push_back(absl::StrCat(line, why));
    return parser.Line(line, spec->file);
  };
  if (spec->kernel.empty()) {
    RETURN_IF_ERROR(take("kernel " + facts.kernel, ": the only one"));
  }
  const std::vector<uint64_t>& shape = facts.required_shape;
  const std::string required =
      absl::StrCat("items ", shape.empty() ? "64" : absl::StrJoin(shape, "x"));
  if (spec->items == 0) {
    RETURN_IF_ERROR(
        take(required, shape.empty() ? "" : ": the kernel requires it"));
  } else if (absl::c_mismatch(shape, spec->shape).first != shape.end() ||
             (!shape.empty() && spec->items != Product(shape))) {
    return BadAt(spec->file, facts.kernel, " requires `", required, "`");
  }
  if (spec->grids.empty()) {
    RETURN_IF_ERROR(take(absl::StrCat("groups ", kDefaultGrids), ""));
  }
  for (const TryArgument& a : spec->arguments) {
    if (a.kind == TryArgument::kBuffer && a.value.text().empty()) {
      spec->defaults.push_back(a.name + " = 0");
    }
  }
  for (const std::string& one : OnesOfReference(*spec)) {
    spec->defaults.push_back(absl::StrCat(one, " is 1 in ", spec->reference,
                                          ", which has one work-item"));
  }
  const auto unlike =
      absl::c_find_if(spec->arguments, [](const TryArgument& a) {
        return a.role == "kept" || a.value.uses_launch();
      });
  const auto alike = absl::c_find_if(spec->rights, [](const TryRight& right) {
    return right.kind != TryRight::kExpression;
  });
  const bool guessed = spec->rights.empty();
  if (unlike != spec->arguments.end() &&
      (guessed || alike != spec->rights.end())) {
    return BadAt(guessed ? unlike->at : alike->at,
                 "launches do not begin alike with ", unlike->name,
                 unlike->role == "kept" ? " kept" : " by the launch",
                 ": write right EXPRESSION");
  }
  if (!guessed) return absl::OkStatus();
  RETURN_IF_ERROR(parser.Line("right same every launch", spec->file));
  spec->rights.back().guessed = true;
  return absl::OkStatus();
}

}  // namespace wgsync
