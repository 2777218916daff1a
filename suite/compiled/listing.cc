#include "suite/compiled/listing.h"

#include <limits>
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
#include "suite/compiled/dialects.h"
#include "suite/core/base/status_macros.h"

namespace wgsync {
namespace {

using absl::string_view;

// Reads a listing line by line.
class Reader {
 public:
  Reader(const Dialect& dialect, string_view name)
      : dialect_(dialect), name_(name) {}

  absl::StatusOr<Listing> Read(string_view text) {
    uint64_t number = 0;
    for (string_view line : absl::StrSplit(text, '\n')) {
      ++number;
      line = absl::StripTrailingAsciiWhitespace(line);
      if (!on_) {
        on_ = Begins(line);
        continue;
      }
      if (absl::StartsWith(line, dialect_.ends)) {
        if (!listing_.code.empty()) break;
        continue;
      }
      if (dialect_.blocks ? BlockLine(line) : PlainLine(line)) continue;
      Add(line, number);
    }
    if (listing_.code.empty()) {
      return BadInput("the listing has no kernel ", name_, " in ",
                      dialect_.name, "; compile it again");
    }
    dialect_.blocks ? LinkBlocks() : LinkLabels();
    for (IsaInstruction& one : listing_.code) {
      if (one.next.empty() && one.kind != IsaKind::kEnd) {
        one.kind = IsaKind::kUnknown;
      }
    }
    return std::move(listing_);
  }

 private:
  bool Begins(string_view line) const {
    const size_t at = absl::StrCat(line, "\n")
                          .find(absl::StrCat(dialect_.begins_before, name_,
                                             dialect_.begins_after));
    return at == 0 || (dialect_.anywhere && at != string_view::npos);
  }

  void SetSource(string_view number) {
    if (!absl::SimpleAtoi(number, &source_)) source_ = 0;
  }

  // Takes a line that is not an instruction: a label, a source line.
  bool PlainLine(string_view line) {
    string_view rest = absl::StripLeadingAsciiWhitespace(line);
    if (absl::ConsumePrefix(&rest, ".loc")) {
      const std::vector<string_view> words = WordsOf(rest);
      SetSource(words.size() < 2 ? "" : words[1]);
      clause_ = 0;
      return true;
    }
    rest = absl::StripTrailingAsciiWhitespace(
        rest.substr(0, rest.find(dialect_.comment)));
    if (absl::EndsWith(rest, ":")) {
      const auto [at, fresh] = labels_.emplace(rest.substr(0, rest.size() - 1),
                                               listing_.code.size());
      // PTX may have it in two scopes: branches to it are unknown.
      if (!fresh) at->second = std::numeric_limits<size_t>::max();
      return true;
    }
    return rest.empty() || rest[0] == '.' || absl::c_all_of(rest, [](char c) {
             return absl::StrContains("(){}", c);
           });
  }

  // The same where the listing prints blocks with their successors.
  bool BlockLine(string_view line) {
    const std::vector<string_view> succs = absl::StrSplit(line, "Succs:{");
    if (absl::StartsWith(line, "// B") && succs.size() == 2) {
      block_ = std::string(line.substr(3, line.find(':') - 3));
      blocks_[block_] = {
          listing_.code.size(), 0,
          absl::StrSplit(succs[1].substr(0, succs[1].find('}') + 1),
                         absl::ByAnyChar(", }"), absl::SkipEmpty())};
      return true;
    }
    if (absl::ConsumePrefix(&line, "// Line ")) {
      SetSource(line.substr(0, line.find_first_of(" \t;,")));
      return true;
    }
    const string_view rest = absl::StripAsciiWhitespace(line);
    return block_.empty() || rest.empty() || absl::StartsWith(rest, "//") ||
           absl::EndsWith(rest, ":");
  }

  void Add(string_view line, uint64_t number) {
    IsaInstruction made;
    made.line = number;
    made.source = source_;
    made.text = std::string(absl::StripAsciiWhitespace(
        dialect_.blocks ? line : line.substr(0, line.find(dialect_.comment))));
    dialect_.classify(&made);
    made.in_clause = InClause(made);
    listing_.code.push_back(std::move(made));
    if (dialect_.blocks) blocks_[block_].end = listing_.code.size();
  }

  // "s_clause 0x1" begins a clause of the next two accesses.
  bool InClause(const IsaInstruction& one) {
    constexpr string_view kClause = "s_clause";
    string_view text = one.text;
    if (absl::ConsumePrefix(&text, kClause)) {
      if (!absl::SimpleHexAtoi(text, &clause_)) clause_ = 0;
      return false;
    }
    if (clause_ == 0 || absl::StartsWith(listing_.code.back().text, kClause)) {
      return false;
    }
    --clause_;
    return true;
  }

  void LinkLabels() {
    std::vector<IsaInstruction>& code = listing_.code;
    for (size_t i = 0; i < code.size(); ++i) {
      const IsaKind kind = code[i].kind;
      if (kind == IsaKind::kJump || kind == IsaKind::kBranch) {
        string_view label = code[i].text;
        label = absl::StripSuffix(absl::StripAsciiWhitespace(label), ";");
        label.remove_prefix(label.find_last_of(" \t(`") + 1);
        label = label.substr(0, label.find_first_of(")'"));
        const auto to = labels_.find(std::string(label));
        if (to == labels_.end() || to->second >= code.size()) {
          code[i].kind = IsaKind::kUnknown;
        } else {
          code[i].next.push_back(to->second);
        }
      }
      if (kind == IsaKind::kJump || kind == IsaKind::kEnd) continue;
      if (i + 1 < code.size()) {
        code[i].next.push_back(i + 1);
      } else {
        code[i].kind = IsaKind::kUnknown;
      }
    }
  }

  struct Block {
    size_t first = 0, end = 0;
    std::vector<std::string> next;
  };

  // The first instructions that follow a block, through empty ones.
  void Follow(const Block& block, std::vector<size_t>* next) const {
    std::vector<std::string> todo = block.next, seen;
    while (!todo.empty()) {
      const std::string name = todo.back();
      todo.pop_back();
      const auto to = blocks_.find(name);
      if (to == blocks_.end() || absl::c_linear_search(seen, name)) continue;
      seen.push_back(name);
      if (to->second.end > to->second.first) {
        next->push_back(to->second.first);
      } else {
        todo.insert(todo.end(), to->second.next.begin(), to->second.next.end());
      }
    }
  }

  void LinkBlocks() {
    for (const auto& [name, block] : blocks_) {
      for (size_t i = block.first; i < block.end; ++i) {
        IsaInstruction& one = listing_.code[i];
        if (one.kind == IsaKind::kEnd) continue;
        if (i + 1 < block.end) {
          one.next.push_back(i + 1);
        } else {
          Follow(block, &one.next);
        }
      }
    }
  }

  const Dialect& dialect_;
  const string_view name_;
  bool on_ = false;
  uint64_t source_ = 0;
  uint32_t clause_ = 0;  // accesses that follow the first of a clause
  std::string block_;
  std::map<std::string, size_t> labels_;
  std::map<std::string, Block> blocks_;
  Listing listing_;
};

}  // namespace

std::vector<bool> Listing::Reachable() const {
  std::vector<bool> seen(code.size(), false);
  std::vector<size_t> todo;
  if (!code.empty()) todo.push_back(0);
  while (!todo.empty()) {
    const size_t at = todo.back();
    todo.pop_back();
    if (seen[at]) continue;
    seen[at] = true;
    if (code[at].kind == IsaKind::kUnknown) continue;
    todo.insert(todo.end(), code[at].next.begin(), code[at].next.end());
  }
  return seen;
}

// Kosaraju's algorithm, with its own stacks.
std::vector<int> Listing::Cycles(const std::vector<bool>& leaves_out) const {
  std::vector<bool> seen = leaves_out;
  std::vector<std::vector<size_t>> before(code.size());
  std::vector<size_t> ended;  // in the order in which their visits end
  std::vector<std::pair<size_t, bool>> todo;  // true: its visit ends
  for (size_t root = 0; root < code.size(); ++root) {
    todo.emplace_back(root, false);
    while (!todo.empty()) {
      const auto [at, ends] = todo.back();
      todo.pop_back();
      if (ends) ended.push_back(at);
      if (ends || seen[at]) continue;
      seen[at] = true;
      todo.emplace_back(at, true);
      for (size_t to : code[at].next) {
        before[to].push_back(at);
        todo.emplace_back(to, false);
      }
    }
  }
  std::vector<int> cycle(code.size(), -1);
  int cycles = 0;
  seen = leaves_out;
  for (auto root = ended.rbegin(); root != ended.rend(); ++root) {
    std::vector<size_t> together, next = {*root};
    while (!next.empty()) {
      const size_t at = next.back();
      next.pop_back();
      if (seen[at]) continue;
      seen[at] = true;
      together.push_back(at);
      next.insert(next.end(), before[at].begin(), before[at].end());
    }
    const bool loops =
        together.size() > 1 || absl::c_linear_search(before[*root], *root);
    for (size_t at : together) cycle[at] = loops ? cycles : -1;
    ++cycles;
  }
  return cycle;
}

bool Listing::Leads(size_t from, const std::vector<bool>& goals,
                    const std::vector<std::string>& parts) const {
  // How many parts the path with the fewest has met before an instruction.
  std::vector<size_t> fewest(code.size(), parts.size() + 1);
  std::vector<std::pair<size_t, size_t>> todo = {{from, 0}};
  for (bool first = true; !todo.empty(); first = false) {
    auto [at, met] = todo.back();
    todo.pop_back();
    if (!first) {
      if (met >= fewest[at]) continue;
      fewest[at] = met;
      if (goals[at]) return true;
      while (met < parts.size() &&
             absl::c_linear_search(code[at].orders, parts[met])) {
        ++met;
      }
      if (!parts.empty() && met == parts.size()) continue;
    }
    for (size_t to : code[at].next) todo.emplace_back(to, met);
  }
  return false;
}

std::vector<std::array<Listing, 2>> Listing::ByGuard() const {
  const std::vector<int> cycles = Cycles(std::vector<bool>(code.size(), false));
  std::map<std::string, int> branches, sets;
  for (size_t i = 0; i < code.size(); ++i) {
    for (const std::string& name : code[i].sets)
      sets[name] += cycles[i] < 0 ? 1 : 2;
    if (code[i].next.size() == 2) ++branches[code[i].guard];
  }
  std::vector<std::array<Listing, 2>> all;
  for (const auto& [guard, count] : branches) {
    if (guard.empty() || count < 2 || sets[guard] != 1) continue;
    all.push_back({*this, *this});
    for (const bool holds : {false, true}) {
      Listing& listing = all.back()[holds];
      for (IsaInstruction& one : listing.code) {
        if (one.guard != guard || one.next.size() != 2) continue;
        one.next = {one.next[one.jumps_if == holds ? 0 : 1]};
      }
      const std::vector<bool> reachable = listing.Reachable();
      for (size_t i = 0; i < reachable.size(); ++i) {
        if (!reachable[i]) listing.code[i].next.clear();
      }
    }
  }
  return all;
}

std::vector<string_view> IsaDialects() {
  std::vector<string_view> names;
  for (const Dialect& d : Dialects()) names.push_back(d.name);
  return names;
}

absl::StatusOr<Listing> ReadListing(string_view dialect, string_view text,
                                    string_view name) {
  for (const Dialect& d : Dialects()) {
    if (d.name == dialect) return Reader(d, name).Read(text);
  }
  return BadInput("no dialect ", dialect, "; there are ",
                  absl::StrJoin(IsaDialects(), ", "));
}

}  // namespace wgsync
