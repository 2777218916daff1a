#include "suite/compiled/wait_statement.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "suite/core/base/field_visitor.h"

namespace wgsync {
namespace {

using absl::string_view;

constexpr EnumRow<WaitStatement> kStatements[] = {
    {WaitStatement::kUnknown, "unknown"},
    {WaitStatement::kLost, "lost"},
    {WaitStatement::kOpen, "open"},
    {WaitStatement::kKept, "kept"},
};
constexpr auto kStatementNames = EnumNames(kStatements, WaitStatement::kKept);

constexpr EnumRow<WaitReason> kReasons[] = {
    {WaitReason::kNotCompiled, "not_compiled"},
    {WaitReason::kSpin, "spin"},
    {WaitReason::kNotInTable, "not_in_table"},
    {WaitReason::kNoWait, "no_wait"},
    {WaitReason::kNoMemory, "no_memory"},
    {WaitReason::kNoLoop, "no_loop"},
    {WaitReason::kNoPoll, "no_poll"},
    {WaitReason::kFewLoops, "few_loops"},
    {WaitReason::kNoFence, "no_fence"},
    {WaitReason::kNoPayload, "no_payload"},
    {WaitReason::kConstantCache, "constant_cache"},
    {WaitReason::kOpenAcquire, "open_acquire"},
    {WaitReason::kOpenRelease, "open_release"},
    {WaitReason::kEveryPath, "every_path"},
};
constexpr auto kReasonNames = EnumNames(kReasons, WaitReason::kEveryPath);

constexpr struct {
  string_view name;
  SourceRole role;
} kRoles[] = {
    {"wg_poll", SourceRole::kPoll},
    {"wg_poll_exchange", SourceRole::kPoll},
    {"wg_poll_swap", SourceRole::kPoll},
    {"wg_signal_store", SourceRole::kSignal},
    {"wg_signal_add", SourceRole::kSignal},
    {"wg_signal_sub", SourceRole::kSignal},
    {"wg_signal_add_returned", SourceRole::kSignal},
    {"wg_signal_fetch_add", SourceRole::kSignal},
    {"wg_signal_exchange", SourceRole::kSignal},
    {"wg_signal_swap", SourceRole::kSignal},
    {"wg_payload_load", SourceRole::kPayloadLoad},
    {"wg_payload_load4", SourceRole::kPayloadLoad},
    {"wg_payload_store", SourceRole::kPayloadStore},
    {"wg_payload_store4", SourceRole::kPayloadStore},
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
        reachable_(listing.Reachable()),
        polls_(Of(roles, SourceRole::kPoll, Brings)),
        signals_(Of(roles, SourceRole::kSignal, Changes)),
        loads_(Of(roles, SourceRole::kPayloadLoad, Brings)),
        stores_(Of(roles, SourceRole::kPayloadStore, Changes)) {}

  WaitJudgement Read(uint64_t waits, const FenceParts& fences) {
    j_.polls = absl::c_count(polls_, true);
    j_.signals = absl::c_count(signals_, true);
    j_.payload_loads = absl::c_count(loads_, true);
    j_.payload_stores = absl::c_count(stores_, true);
    if (Spins() || !IsKnown(waits) || !Loops(waits) || IsOpen(fences)) {
      return j_;
    }
    Say(WaitStatement::kKept, WaitReason::kEveryPath, Places(polls_));
    return j_;
  }

  std::vector<std::string> OnEveryPath(bool acquire) const {
    std::vector<std::string> found;
    if (!Leads(acquire, {}, nullptr)) return found;
    const Mask& from = acquire ? polls_ : stores_;
    for (size_t i = absl::c_find(from, true) - from.begin(); i < code_.size();
         ++i) {
      for (const std::string& part : code_[i].orders) {
        if (!absl::c_linear_search(found, part) &&
            !Leads(acquire, {part}, nullptr)) {
          found.push_back(part);
        }
      }
    }
    return found;
  }

 private:
  using Mask = std::vector<bool>;

  Mask Of(const SourceRoles& roles, SourceRole role,
          bool (*fits)(IsaKind)) const {
    Mask mask(code_.size(), false);
    for (size_t i = 0; i < code_.size(); ++i) {
      const auto found = roles.find(code_[i].source);
      mask[i] = reachable_[i] && fits(code_[i].kind) && found != roles.end() &&
                found->second.count(role) != 0;
    }
    return mask;
  }

  std::vector<size_t> Places(const Mask& mask) const {
    std::vector<size_t> places;
    for (size_t i = 0; i < mask.size(); ++i) {
      if (mask[i]) places.push_back(i);
    }
    return places;
  }

  void Say(WaitStatement statement, WaitReason reason,
           const std::vector<size_t>& places) {
    j_.statement = statement;
    j_.reason = reason;
    for (size_t i : places) j_.lines.push_back(code_[i].line);
    if (!places.empty()) j_.text = code_[places[0]].text;
  }

  // Whoever goes once around a loop of branches alone never leaves it. With
  // more than one choice no one may go around: then another branch skips a
  // load.
  bool Spins() {
    Mask left_out(code_.size(), false);
    for (size_t i = 0; i < code_.size(); ++i) {
      left_out[i] = !reachable_[i] || !IsControl(code_[i].kind);
    }
    const std::vector<int> cycles = listing_.Cycles(left_out);
    std::map<int, size_t> choices;
    for (size_t i = 0; i < code_.size(); ++i) {
      choices[cycles[i]] += code_[i].next.size() > 1 ? 1 : 0;
    }
    std::vector<size_t> spin;
    for (size_t i = 0; i < code_.size(); ++i) {
      if (cycles[i] >= 0 && choices[cycles[i]] <= 1) spin.push_back(i);
    }
    if (!spin.empty()) Say(WaitStatement::kLost, WaitReason::kSpin, spin);
    return !spin.empty();
  }

  bool IsKnown(uint64_t waits) {
    bool memory = false;
    for (size_t i = 0; i < code_.size(); ++i) {
      if (!reachable_[i]) continue;
      if (code_[i].kind == IsaKind::kUnknown) {
        Say(WaitStatement::kUnknown, WaitReason::kNotInTable, {i});
        return false;
      }
      memory = memory || Brings(code_[i].kind) || Changes(code_[i].kind);
    }
    if (waits > 0 && memory) return true;
    Say(WaitStatement::kUnknown,
        waits == 0 ? WaitReason::kNoWait : WaitReason::kNoMemory, {});
    return false;
  }

  // A loop of polls is a cycle that meets no work-group barrier, payload or
  // signal: with those it is one of rounds, which also has the polls outside of
  // loops.
  bool Loops(uint64_t waits) {
    Mask left_out(code_.size(), false);
    for (size_t i = 0; i < code_.size(); ++i) {
      left_out[i] = !reachable_[i];
    }
    bool loads = false, alone = false;
    const std::vector<int> any = listing_.Cycles(left_out);
    for (size_t i = 0; i < code_.size(); ++i) {
      loads = loads || (any[i] >= 0 && (Brings(code_[i].kind) ||
                                        code_[i].kind == IsaKind::kLocal));
      left_out[i] = left_out[i] || code_[i].kind == IsaKind::kBarrier ||
                    signals_[i] || loads_[i] || stores_[i];
    }
    const std::vector<int> cycles = listing_.Cycles(left_out);
    std::set<int> polled;
    for (size_t i = 0; i < code_.size(); ++i) {
      if (polls_[i] && cycles[i] >= 0) polled.insert(cycles[i]);
      alone = alone || (polls_[i] && cycles[i] < 0);
    }
    if (!loads) {
      Say(WaitStatement::kLost, WaitReason::kNoLoop, Places(polls_));
    } else if (j_.polls == 0) {
      Say(WaitStatement::kUnknown, WaitReason::kNoPoll, {});
    } else if (polled.size() < waits || (waits > 1 && alone)) {
      // Two loops may be copies of one wait, and the poll outside another's.
      Say(WaitStatement::kUnknown, WaitReason::kFewLoops, Places(polls_));
    } else {
      return true;
    }
    return false;
  }

  // Whether a path leads from a poll to a payload's load, or from a payload's
  // store to a signal, that lacks the parts; *path is where it begins.
  bool Leads(bool acquire, const std::vector<std::string>& parts,
             size_t* path) const {
    for (size_t i : Places(acquire ? polls_ : stores_)) {
      if (!listing_.Leads(i, acquire ? loads_ : signals_, parts)) continue;
      if (path != nullptr) *path = i;
      return true;
    }
    return false;
  }

  bool IsOpen(const FenceParts& fences) {
    if (fences.acquire.empty() || fences.release.empty()) {
      Say(WaitStatement::kUnknown, WaitReason::kNoFence, {});
      return true;
    }
    if (!Leads(true, {}, nullptr) || !Leads(false, {}, nullptr)) {
      Say(WaitStatement::kUnknown, WaitReason::kNoPayload, {});
      return true;
    }
    for (size_t i = 0; i < code_.size(); ++i) {
      if (!code_[i].constant_cache || !(polls_[i] || loads_[i])) continue;
      Say(WaitStatement::kUnknown, WaitReason::kConstantCache, {i});
      return true;
    }
    for (const bool acquire : {true, false}) {
      size_t path = 0;
      const auto& ways = acquire ? fences.acquire : fences.release;
      const bool open =
          absl::c_all_of(ways, [&](const std::vector<std::string>& parts) {
            return parts.empty() || Leads(acquire, parts, &path);
          });
      if (!open) continue;
      Say(WaitStatement::kOpen,
          acquire ? WaitReason::kOpenAcquire : WaitReason::kOpenRelease,
          {path});
      return true;
    }
    return false;
  }

  const std::vector<IsaInstruction>& code_;
  const Listing& listing_;
  const Mask reachable_, polls_, signals_, loads_, stores_;
  WaitJudgement j_;
};

// The function that a line begins: "static inline uint wg_poll(wg_ctx* c) {",
// or, by a macro that defines it, "WG_RMW(poll_exchange, exchange, poll)".
std::string FunctionOf(string_view line) {
  for (string_view macro : {"WG_RMW(", "WG_CAS("}) {
    if (absl::ConsumePrefix(&line, macro)) {
      return absl::StrCat("wg_", line.substr(0, line.find(',')));
    }
  }
  if (!absl::StartsWith(line, "static ")) return "";
  const string_view name = line.substr(0, line.find('('));
  return std::string(name.substr(name.find_last_of(" *") + 1));
}

bool Calls(string_view line, string_view name) {
  for (size_t at = line.find(name); at != line.npos;
       at = line.find(name, at + 1)) {
    const string_view rest = line.substr(at + name.size());
    const bool whole =
        at == 0 || (!absl::ascii_isalnum(line[at - 1]) && line[at - 1] != '_');
    if (whole && absl::StartsWith(rest, "(")) return true;
  }
  return false;
}

}  // namespace

absl::Span<const string_view> NamesOf(WaitStatement) {
  return kStatementNames.names;
}
absl::Span<const string_view> NamesOf(WaitReason) { return kReasonNames.names; }

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
    for (const auto& row : kRoles) {
      if (row.name == name || Calls(line, row.name)) {
        roles[number].insert(row.role);
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
