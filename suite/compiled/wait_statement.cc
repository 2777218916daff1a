#include "suite/compiled/wait_statement.h"

#include <array>
#include <cstddef>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "absl/types/optional.h"
#include "suite/core/base/field_visitor.h"

namespace wgsync {
namespace {

using absl::string_view;

constexpr auto kStatementNames =
    EnumNames<WaitStatement>({{WaitStatement::kUnknown, "unknown"},
                              {WaitStatement::kLost, "lost"},
                              {WaitStatement::kOpen, "open"},
                              {WaitStatement::kKept, "kept"}},
                             WaitStatement::kKept);

struct ReasonInfo {
  WaitReason reason;
  string_view name;
  WaitStatement statement;
  string_view says;
};
constexpr ReasonInfo kReasons[] = {
    {WaitReason::kNotCompiled, "not_compiled", WaitStatement::kUnknown,
     "there is no listing"},
    {WaitReason::kSpin, "spin", WaitStatement::kLost,
     "a loop has branches alone"},
    {WaitReason::kNotInTable, "not_in_table", WaitStatement::kUnknown,
     "this instruction is not in the table"},
    {WaitReason::kNoWait, "no_wait", WaitStatement::kUnknown,
     "the program has no wait"},
    {WaitReason::kNoMemory, "no_memory", WaitStatement::kUnknown,
     "no access to memory was found"},
    {WaitReason::kNoLoop, "no_loop", WaitStatement::kLost,
     "no loop reads memory"},
    {WaitReason::kNoPoll, "no_poll", WaitStatement::kUnknown,
     "no load was found that is a poll"},
    {WaitReason::kFewLoops, "few_loops", WaitStatement::kUnknown,
     "fewer loops with polls than waits, or a poll outside them"},
    {WaitReason::kNoFence, "no_fence", WaitStatement::kUnknown,
     "no fence was found to compare with"},
    {WaitReason::kNoPayload, "no_payload", WaitStatement::kUnknown,
     "no path between wait, payload and signal"},
    {WaitReason::kConstantCache, "constant_cache", WaitStatement::kUnknown,
     "this load is through a cache that fences are not about"},
    {WaitReason::kClause, "clause", WaitStatement::kUnknown,
     "a path from this poll to a load whose source line is not told lacks the "
     "fence"},
    {WaitReason::kOpenAcquire, "open_acquire", WaitStatement::kOpen,
     "a path from this poll to a payload's load lacks the fence"},
    {WaitReason::kOpenRelease, "open_release", WaitStatement::kOpen,
     "a path from this store of a payload to a signal lacks the fence"},
    {WaitReason::kEveryPath, "every_path", WaitStatement::kKept,
     "every path has the fence"},
};
constexpr auto kReasonNames =
    EnumNames(kReasons, WaitReason::kEveryPath, &ReasonInfo::reason);

const ReasonInfo& InfoOf(WaitReason reason) {
  return kReasons[static_cast<size_t>(reason)];
}

// Names of functions, parted by blanks.
constexpr struct {
  SourceRole role;
  string_view functions;
} kRoles[] = {
    {SourceRole::kPoll, "wg_poll wg_poll_exchange wg_poll_swap"},
    {SourceRole::kSignal,
     "wg_signal_store wg_signal_add wg_signal_sub wg_signal_add_returned "
     "wg_signal_fetch_add wg_signal_exchange wg_signal_swap"},
    {SourceRole::kPayloadLoad, "wg_payload_load wg_payload_load4"},
    {SourceRole::kPayloadStore, "wg_payload_store wg_payload_store4"},
};

bool Brings(IsaKind kind) {
  return kind == IsaKind::kLoad || kind == IsaKind::kAtomic;
}
bool Changes(IsaKind kind) {
  return kind == IsaKind::kStore || kind == IsaKind::kAtomic;
}
bool IsControl(IsaKind kind) {
  return kind == IsaKind::kFiller || kind == IsaKind::kJump ||
         kind == IsaKind::kBranch;
}

// Looks at one listing.
class Judge {
 public:
  Judge(const Listing& listing, const SourceRoles& roles)
      : code_(listing.code),
        listing_(listing),
        by_guard_(listing.ByGuard()),
        reachable_(listing.Reachable()),
        polls_(Of(roles, SourceRole::kPoll, Brings)),
        signals_(Of(roles, SourceRole::kSignal, Changes)),
        loads_(Of(roles, SourceRole::kPayloadLoad, Brings)),
        perhaps_loads_(Where([this](size_t i) {
          return loads_[i] ||
                 (reachable_[i] && code_[i].in_clause && Brings(code_[i].kind));
        })),
        stores_(Of(roles, SourceRole::kPayloadStore, Changes)) {}

  WaitJudgement Read(uint64_t waits, const FenceParts& fences) {
    j_.polls = absl::c_count(polls_, true);
    j_.signals = absl::c_count(signals_, true);
    j_.payload_loads = absl::c_count(loads_, true);
    j_.payload_stores = absl::c_count(stores_, true);
    if (!Spins() && !IsUnknown(waits) && !LacksLoops(waits) &&
        !IsOpen(fences)) {
      Say(WaitReason::kEveryPath, Places(polls_));
    }
    return j_;
  }

  std::vector<std::string> OnEveryPath(bool acquire) const {
    const Mask& from = acquire ? polls_ : stores_;
    const Mask& to = acquire ? loads_ : signals_;
    std::vector<std::string> found;
    if (!PathFrom(from, to, {}).has_value()) return found;
    for (size_t i = Places(from).front(); i < code_.size(); ++i) {
      for (const std::string& part : code_[i].orders) {
        if (!absl::c_linear_search(found, part) &&
            !PathFrom(from, to, {part}).has_value()) {
          found.push_back(part);
        }
      }
    }
    return found;
  }

 private:
  using Mask = std::vector<bool>;

  template <typename Holds>
  Mask Where(Holds holds) const {
    Mask mask(code_.size());
    for (size_t i = 0; i < code_.size(); ++i) mask[i] = holds(i);
    return mask;
  }

  Mask Of(const SourceRoles& roles, SourceRole role,
          bool (*fits)(IsaKind)) const {
    return Where([&](size_t i) {
      const auto found = roles.find(code_[i].source);
      return reachable_[i] && fits(code_[i].kind) && found != roles.end() &&
             found->second.count(role) != 0;
    });
  }

  static std::vector<size_t> Places(const Mask& mask) {
    std::vector<size_t> places;
    for (size_t i = 0; i < mask.size(); ++i) {
      if (mask[i]) places.push_back(i);
    }
    return places;
  }

  // Returns true: nothing else needs to be looked at.
  bool Say(WaitReason reason, const std::vector<size_t>& places) {
    j_.statement = InfoOf(reason).statement;
    j_.reason = reason;
    for (size_t i : places) j_.lines.push_back(code_[i].line);
    if (!places.empty()) j_.text = code_[places[0]].text;
    return true;
  }

  // Whoever goes once around a loop of branches alone never leaves it. With
  // more than one choice no one may go around: then another branch skips a
  // load.
  bool Spins() {
    const std::vector<int> cycles = listing_.Cycles(Where(
        [&](size_t i) { return !reachable_[i] || !IsControl(code_[i].kind); }));
    std::map<int, size_t> choices;
    for (size_t i = 0; i < code_.size(); ++i) {
      choices[cycles[i]] += code_[i].next.size() > 1 ? 1 : 0;
    }
    const std::vector<size_t> spin = Places(Where(
        [&](size_t i) { return cycles[i] >= 0 && choices[cycles[i]] <= 1; }));
    return !spin.empty() && Say(WaitReason::kSpin, spin);
  }

  bool IsUnknown(uint64_t waits) {
    bool memory = false;
    for (size_t i : Places(reachable_)) {
      if (code_[i].kind == IsaKind::kUnknown) {
        return Say(WaitReason::kNotInTable, {i});
      }
      memory = memory || Brings(code_[i].kind) || Changes(code_[i].kind);
    }
    if (waits == 0) return Say(WaitReason::kNoWait, {});
    return !memory && Say(WaitReason::kNoMemory, {});
  }

  // A loop of polls is a cycle that meets no work-group barrier, payload or
  // signal: with those it is one of rounds, which also has the polls outside of
  // loops.
  bool LacksLoops(uint64_t waits) {
    const std::vector<int> rounds =
        listing_.Cycles(Where([&](size_t i) { return !reachable_[i]; }));
    const std::vector<int> cycles = listing_.Cycles(Where([&](size_t i) {
      return !reachable_[i] || code_[i].kind == IsaKind::kBarrier ||
             signals_[i] || loads_[i] || stores_[i];
    }));
    const Mask reads = Where([&](size_t i) {
      return rounds[i] >= 0 &&
             (Brings(code_[i].kind) || code_[i].kind == IsaKind::kLocal);
    });
    std::set<int> polled;
    for (size_t i : Places(polls_)) polled.insert(cycles[i]);
    const bool alone = polled.erase(-1) > 0;
    if (!absl::c_linear_search(reads, true)) {
      return Say(WaitReason::kNoLoop, Places(polls_));
    }
    if (j_.polls == 0) return Say(WaitReason::kNoPoll, {});
    // Two loops may be copies of one wait, and the poll outside another's.
    return (polled.size() < waits || (waits > 1 && alone)) &&
           Say(WaitReason::kFewLoops, Places(polls_));
  }

  // A path of the graph that a run may take.
  bool Leads(size_t from, const Mask& goals,
             const std::vector<std::string>& parts) const {
    return listing_.Leads(from, goals, parts) &&
           absl::c_all_of(by_guard_, [&](const auto& both) {
             return absl::c_any_of(both, [&](const Listing& one) {
               return one.Leads(from, goals, parts);
             });
           });
  }

  // The beginning of a path from one of `from` to one of `to` that lacks the
  // parts.
  absl::optional<size_t> PathFrom(const Mask& from, const Mask& to,
                                  const std::vector<std::string>& parts) const {
    for (size_t i : Places(from)) {
      if (Leads(i, to, parts)) return i;
    }
    return absl::nullopt;
  }

  // The same for each of these fences, of which one is enough.
  absl::optional<size_t> PathWithout(
      const std::vector<std::vector<std::string>>& fences, const Mask& from,
      const Mask& to) const {
    absl::optional<size_t> path;
    for (const std::vector<std::string>& parts : fences) {
      path = PathFrom(from, to, parts);
      if (!path.has_value()) break;
    }
    return path;
  }

  bool IsOpen(const FenceParts& fences) {
    if (fences.acquire.empty() || fences.release.empty()) {
      return Say(WaitReason::kNoFence, {});
    }
    if (!PathFrom(polls_, perhaps_loads_, {}).has_value() ||
        !PathFrom(stores_, signals_, {}).has_value()) {
      return Say(WaitReason::kNoPayload, {});
    }
    for (size_t i = 0; i < code_.size(); ++i) {
      if (code_[i].constant_cache && (polls_[i] || loads_[i])) {
        return Say(WaitReason::kConstantCache, {i});
      }
    }
    const struct {
      WaitReason reason;
      const std::vector<std::vector<std::string>>& fences;
      const Mask &from, &to;
    } kPaths[] = {
        {WaitReason::kOpenAcquire, fences.acquire, polls_, loads_},
        {WaitReason::kOpenRelease, fences.release, stores_, signals_},
        {WaitReason::kClause, fences.acquire, polls_, perhaps_loads_}};
    for (const auto& path : kPaths) {
      const auto open = PathWithout(path.fences, path.from, path.to);
      if (open.has_value()) return Say(path.reason, {*open});
    }
    return false;
  }

  const std::vector<IsaInstruction>& code_;
  const Listing& listing_;
  const std::vector<std::array<Listing, 2>> by_guard_;
  const Mask reachable_, polls_, signals_, loads_, perhaps_loads_, stores_;
  WaitJudgement j_;
};

// The name that a text ends with.
string_view LastName(string_view text) {
  size_t begin = text.size();
  while (begin > 0 &&
         (absl::ascii_isalnum(text[begin - 1]) || text[begin - 1] == '_')) {
    --begin;
  }
  return text.substr(begin);
}

// The function that a line begins: "static inline uint wg_poll(wg_ctx* c) {",
// or, by a macro that defines it, "WG_RMW(poll_exchange, exchange, poll)".
std::string FunctionOf(string_view line) {
  for (string_view macro : {"WG_RMW(", "WG_CAS("}) {
    if (absl::ConsumePrefix(&line, macro)) {
      return absl::StrCat("wg_", line.substr(0, line.find(',')));
    }
  }
  if (!absl::StartsWith(line, "static ")) return "";
  return std::string(LastName(line.substr(0, line.find('('))));
}

}  // namespace

NameSpan NamesOf(WaitStatement) { return kStatementNames.names; }
NameSpan NamesOf(WaitReason) { return kReasonNames.names; }
string_view SaysOf(WaitReason reason) { return InfoOf(reason).says; }

void WaitJudgement::Fields(FieldVisitor& v) {
  v.Enum("statement", &statement);
  v.Enum("reason", &reason);
  v.Field("lines", &lines);
  v.Field("text", &text);
  v.Field("polls", &polls);
  v.Field("signals", &signals);
  v.Field("payload_loads", &payload_loads);
  v.Field("payload_stores", &payload_stores);
}

SourceRoles RolesOf(string_view program) {
  SourceRoles roles;
  uint64_t number = 0;
  std::string name;
  for (string_view line : absl::StrSplit(program, '\n')) {
    ++number;
    const std::string begins = FunctionOf(line);
    if (!begins.empty()) name = begins;
    std::vector<string_view> names = {name};
    for (size_t at = line.find('('); at != line.npos;
         at = line.find('(', at + 1)) {
      names.push_back(LastName(line.substr(0, at)));
    }
    for (const auto& row : kRoles) {
      for (string_view function : absl::StrSplit(row.functions, ' ')) {
        if (absl::c_linear_search(names, function)) {
          roles[number].insert(row.role);
        }
      }
    }
    const bool one_line = !begins.empty() && (absl::EndsWith(line, "}") ||
                                              absl::EndsWith(line, ")"));
    if (one_line || absl::StartsWith(line, "}")) name = "";
  }
  return roles;
}

std::vector<std::string> PartsOnEveryPath(const Listing& listing,
                                          const SourceRoles& roles,
                                          bool acquire) {
  return Judge(listing, roles).OnEveryPath(acquire);
}

WaitJudgement JudgeWaits(const Listing& listing, const SourceRoles& roles,
                         uint64_t waits, const FenceParts& fences) {
  return Judge(listing, roles).Read(waits, fences);
}

}  // namespace wgsync
