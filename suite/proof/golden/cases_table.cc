#include "suite/proof/golden/cases_table.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "suite/core/base/field_visitor.h"
#include "suite/core/base/sha256.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/launch/launch_spec.h"
#include "suite/core/launch/layout.h"
#include "suite/core/launch/program_spec.h"
#include "suite/core/plan/case.h"
#include "suite/core/plan/plan.h"
#include "suite/core/plan/soundness.h"

namespace wgsync {
namespace {

constexpr size_t kHashDigits = 6;
constexpr size_t kTextDigits =
    4;  // of a sentence that the head of the file has

// A device as the plan sees it, with a residency like that of the real one.
struct GoldenDevice {
  absl::string_view name;
  Claims claims;
  uint32_t units;           // compute units
  uint32_t items_per_unit;  // work-items that a unit holds at once
  uint32_t groups_per_unit;
};

// An NVIDIA H200, PoCL 3.1 with four threads, and Oclgrind 21.10, by their own
// answers: no order and no scope beyond relaxed and work-group, and for fences
// acquire and release, which are required; all of them; no OpenCL C 2.0 at all.
const std::vector<GoldenDevice>& Devices() {
  static const auto* const devices = new std::vector<GoldenDevice>{
      {"H200",
       {300, false, false, false, true, false, false, true, true, 1024, 32,
        49152, 300, true, true},
       132,
       2048,
       32},
      {"PoCL",
       {300, true, true, true, true, true, true, false, false, 4096, 0, 1 << 20,
        300, true, true},
       4,
       4096,
       1},
      {"Oclgrind",
       {0, false, false, false, false, false, false, false, false, 1024, 0,
        32768, 120, true, true},
       1,
       1024,
       1},
  };
  return *devices;
}

struct Mode {
  absl::string_view name;
  WaitMode waits;
};
constexpr Mode kModes[] = {{"unbounded", WaitMode::kUnbounded},
                           {"bounded", WaitMode::kBounded},
                           {"removed", WaitMode::kRemoved}};
constexpr BoardMode kBoards[] = {BoardMode::kOff, BoardMode::kRelaxed,
                                 BoardMode::kOrdered};

// Sentences by their hash: the head of the file has each of them once.
using Sentences = std::map<std::string, std::string>;

std::string Keep(const std::string& text, Sentences* sentences) {
  const std::string key = Sha256(text).substr(0, kTextDigits);
  const auto [at, is_new] = sentences->emplace(key, text);
  if (is_new || at->second == text) return key;
  // Two sentences with one key would hide a change of one into the other.
  return absl::StrCat(key, "?", text.size());
}

uint32_t ResidencyOf(const GoldenDevice& d, uint32_t group_size) {
  if (group_size == 0) return 0;
  return d.units * std::max(1u, std::min(d.groups_per_unit,
                                         d.items_per_unit / group_size));
}

// The launch that is judged, by the numbers that the engine gives it before any
// calibration.
LaunchSpec GoldenSpec(const KernelCase& c, const GoldenDevice& d) {
  LaunchSpec s = SpecOf(c, d.claims);
  s.groups =
      static_cast<uint32_t>(ResolveGroups(c, ResidencyOf(d, s.group_size)));
  s.rounds = RoundsOf(c, d.claims.is_gpu);
  s.late_every = c.workload->late_every;
  s.elements = c.workload->elements;
  return s;
}

// "vp/v": what a failure binds as, resident and beyond.
std::string Binds(const Case& c, Soundness soundness) {
  std::array<std::string, 2> binds;
  for (GridClass grid : {GridClass::kResident, GridClass::kBeyond}) {
    const Bind b = WhatBinds(c, soundness, grid);
    binds[grid == GridClass::kResident ? 0 : 1] = absl::StrCat(
        b.violation ? "v" : "", b.progress ? "p" : "", b.customary ? "c" : "");
  }
  return absl::StrJoin(binds, "/");
}

// Programs by their key: most cases share theirs with others.
std::string Digest(const ProgramSpec& s) {
  static auto& digests = *new std::map<std::string, std::string>;
  auto [at, is_new] = digests.try_emplace(ProgramKey(s));
  if (is_new) {
    const absl::StatusOr<std::string> source = ComposeSource(s);
    at->second = source.ok() ? KernelDigest(*source, BuildOptions(s))
                             : std::string(source.status().message());
  }
  return at->second;
}

std::string ProgramText(LaunchSpec s, const Mode& mode) {
  std::string text;
  s.program.waits = mode.waits;
  for (BoardMode board : kBoards) {
    s.program.board = board;
    absl::StrAppend(&text, "program ", mode.name, ": ", KernelName(s), " x",
                    KernelsOf(s), " ", BuildOptions(s.program), " ",
                    Digest(s.program), "\n");
  }
  return text;
}

std::string MemoryText(const KernelCase& c, const LaunchSpec& s) {
  std::string text =
      absl::StrCat("memory: ", s.groups, "x", s.group_size,
                   " ballast=", s.program.ballast, " rounds=", s.rounds);
  if (s.groups == 0) return absl::StrCat(text, ": no such grid\n");
  const Layout l = MakeLayout(s);
  absl::StrAppend(&text, " refused=\"", GridRefused(c, s.groups, s.group_size),
                  "\" scalars=", absl::StrJoin(KernelScalars(s), ","),
                  " roles=", l.roles, ",", l.roles_of_group, ",",
                  l.watchers_of_group, " at=", l.roles_at, ",", l.records_at);
  absl::StrAppend(&text, " due=", ArrivalsDue(s), " waiters=", WaitersOf(s),
                  " permits=", PermitsOf(s),
                  " reads=", CheckedReads(c, s.groups, s.group_size, s.rounds),
                  " regions=");
  for (int r = 0; r < kRegions; ++r) {
    absl::StrAppend(&text, " ", l.offset[r], "+", l.used[r], "/", l.bytes[r]);
  }
  return absl::StrCat(text, "\n");
}

// The hashed facts of a case, each for all devices that can be asked it.
struct LongFacts {
  std::array<std::string, std::size(kModes)> programs;
  std::string memory;
};

LongFacts LongFactsOf(const KernelCase& c) {
  LongFacts facts;
  for (const GoldenDevice& d : Devices()) {
    if (!Unsupported(c, d.claims).empty()) continue;
    const LaunchSpec s = GoldenSpec(c, d);
    for (size_t i = 0; i < std::size(kModes); ++i) {
      for (absl::string_view line :
           absl::StrSplit(ProgramText(s, kModes[i]), '\n', absl::SkipEmpty())) {
        absl::StrAppend(&facts.programs[i], d.name, " ", line, "\n");
      }
    }
    absl::StrAppend(&facts.memory, d.name, " ", MemoryText(c, s));
  }
  return facts;
}

std::string ShortHash(const std::string& text) {
  return text.empty() ? "-" : Sha256(text).substr(0, kHashDigits);
}

// The names of the columns, in the order of a line's fields.
std::vector<std::string> ColumnNames() {
  std::vector<std::string> names = {"id", "tier", "need"};
  for (const GoldenDevice& d : Devices()) {
    for (absl::string_view column :
         {"soundness", "binds", "unsupported", "language"}) {
      names.push_back(absl::StrCat(column, "@", d.name));
    }
  }
  for (const Mode& mode : kModes) names.emplace_back(mode.name);
  names.emplace_back("memory");
  return names;
}

std::vector<std::string> LineOf(const PlannedCase& p, Tier tier,
                                Sentences* sentences) {
  const Case& c = p.c;
  const auto* kernel = std::get_if<KernelCase>(&c);
  std::vector<std::string> fields = {
      p.id, std::string(TierName(tier)),
      kernel == nullptr ? "-" : std::string(NameOf(kernel->primitive->need))};
  for (const GoldenDevice& d : Devices()) {
    const SoundnessWhy sound = SoundnessOf(c, d.claims);
    const std::string missing = Unsupported(c, d.claims);
    const bool has_program = kernel != nullptr && missing.empty();
    fields.push_back(absl::StrCat(NameOf(sound.soundness).substr(0, 1), ".",
                                  Keep(sound.why, sentences)));
    fields.push_back(Binds(c, sound.soundness));
    fields.push_back(missing.empty() ? "-" : Keep(missing, sentences));
    fields.push_back(has_program ? absl::StrCat(LanguageOf(*kernel, d.claims))
                                 : "-");
  }
  const LongFacts facts =
      kernel == nullptr ? LongFacts() : LongFactsOf(*kernel);
  for (const std::string& text : facts.programs) {
    fields.push_back(ShortHash(text));
  }
  fields.push_back(ShortHash(facts.memory));
  return fields;
}

// The lines of a table by the ids of their cases.
std::map<std::string, std::vector<std::string>> ById(
    const std::vector<std::string>& lines) {
  std::map<std::string, std::vector<std::string>> all;
  for (const std::string& line : lines) {
    std::vector<std::string> fields = absl::StrSplit(line, ' ');
    std::string id = fields[0];
    all[std::move(id)] = std::move(fields);
  }
  return all;
}

// The lines of cases, or those of the head.
std::vector<std::string> LinesOf(absl::string_view text, bool head) {
  std::vector<std::string> lines;
  for (absl::string_view line : absl::StrSplit(text, '\n', absl::SkipEmpty())) {
    if ((line[0] == '#') == head) lines.emplace_back(line);
  }
  return lines;
}

std::string ChangedColumns(const std::vector<std::string>& was,
                           const std::vector<std::string>& now) {
  const std::vector<std::string> names = ColumnNames();
  std::vector<std::string> changed;
  for (size_t i = 1; i < std::max(was.size(), now.size()); ++i) {
    const std::string a = i < was.size() ? was[i] : "nothing";
    const std::string b = i < now.size() ? now[i] : "nothing";
    if (a == b) continue;
    changed.push_back(absl::StrCat(
        i < names.size() ? names[i] : "a field too many", " ", a, " -> ", b));
  }
  return absl::StrJoin(changed, ", ");
}

}  // namespace

std::string CasesTable() {
  std::map<std::string, Tier> tiers;
  for (Tier tier : {Tier::kFull, Tier::kDefault, Tier::kSmoke}) {
    for (const PlannedCase& p : PlanTier(tier)) tiers[p.id] = tier;
  }
  Sentences sentences;
  std::string lines;
  for (const PlannedCase& p : PlanTier(Tier::kFull)) {
    absl::StrAppend(
        &lines, absl::StrJoin(LineOf(p, tiers[p.id], &sentences), " "), "\n");
  }
  std::string head =
      "# Made by //suite/proof/golden:cases; see suite/proof/README.md.\n";
  absl::StrAppend(&head, "# columns: ", absl::StrJoin(ColumnNames(), " "),
                  "\n");
  for (const auto& [key, text] : sentences) {
    absl::StrAppend(&head, "# ", key, " ", text, "\n");
  }
  return absl::StrCat(head, lines);
}

absl::StatusOr<std::string> FactsOfCase(absl::string_view id) {
  const absl::StatusOr<Case> c = ParseCaseId(id);
  if (!c.ok()) return c.status();
  if (const absl::Status valid = ValidateCase(*c); !valid.ok()) return valid;
  const auto* kernel = std::get_if<KernelCase>(&*c);
  const LongFacts facts =
      kernel == nullptr ? LongFacts() : LongFactsOf(*kernel);
  return absl::StrCat(absl::StrJoin(facts.programs, ""), facts.memory);
}

std::vector<std::string> TableDifferences(absl::string_view golden,
                                          absl::string_view now, size_t most) {
  std::vector<std::string> all;
  const std::vector<std::string> was_lines = LinesOf(golden, false);
  const std::vector<std::string> now_lines = LinesOf(now, false);
  const auto was = ById(was_lines);
  const auto is = ById(now_lines);
  for (const auto& [id, fields] : was) {
    const auto at = is.find(id);
    if (at == is.end()) {
      all.push_back(absl::StrCat(id, ": gone"));
    } else if (at->second != fields) {
      all.push_back(absl::StrCat(id, ": ", ChangedColumns(fields, at->second)));
    }
  }
  for (const auto& [id, fields] : is) {
    if (was.count(id) == 0) all.push_back(absl::StrCat(id, ": new"));
  }
  if (all.empty() && was_lines != now_lines) {
    all.emplace_back("the running order of the cases");
  }
  if (all.empty() && golden != now) {
    all.emplace_back("the sentences at the head of the file");
  }
  if (all.size() > most) {
    const size_t left = all.size() - most;
    all.resize(most);
    all.push_back(absl::StrCat("... and ", left, " more"));
  }
  return all;
}

}  // namespace wgsync
