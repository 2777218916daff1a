#include "tools/cli/completion.h"

#include <set>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/types/span.h"
#include "reports/advice/common_names.h"
#include "reports/render/text.h"
#include "suite/core/catalog/catalog.h"
#include "suite/core/launch/device_model.h"
#include "suite/core/plan/plan.h"

namespace wgsync {
namespace {

// Where the words before the last one have led.
struct Place {
  const Command* command;
  size_t positionals = 0;          // that are given already
  const Argument* open = nullptr;  // an option that may take the word
  bool must_take = false;          // and no other word may stand there
};

const Argument* FindOption(const Command& command, absl::string_view name) {
  for (const Argument& a : command.arguments) {
    if (!a.positional && absl::c_count(a.names, name) > 0) {
      return &a;
    }
  }
  return nullptr;
}

const Command* FindCommand(const Command& above, absl::string_view name) {
  for (const Command& c : above.commands) {
    if (c.name == name) return &c;
  }
  return nullptr;
}

Place WalkTo(const Command& program, const std::vector<std::string>& words) {
  Place place{&program};
  for (size_t i = 0; i + 1 < words.size(); ++i) {
    const std::string& word = words[i];
    if (place.must_take) {
      place.must_take = false;
      if (!place.open->many) place.open = nullptr;
      continue;
    }
    if (absl::StartsWith(word, "-")) {
      const Argument* option = FindOption(*place.command, word);
      const bool takes = option != nullptr && option->TakesValue();
      place.open = takes ? option : nullptr;
      place.must_take = takes && !option->value_optional;
      continue;
    }
    if (place.open != nullptr) {
      if (!place.open->many) place.open = nullptr;
      continue;
    }
    const Command* below = FindCommand(*place.command, word);
    if (below != nullptr) {
      place = Place{below};
    } else {
      ++place.positionals;
    }
  }
  return place;
}

void Add(const std::string& prefix, const Suggestion& c,
         absl::string_view begun, std::vector<Suggestion>* out) {
  if (absl::StartsWith(c.value, begun)) {
    out->push_back({absl::StrCat(prefix, c.value), c.help});
  }
}

// Of values with slashes no more than the next part, as of files.
void AddByParts(const std::vector<Suggestion>& all, absl::string_view begun,
                std::vector<Suggestion>* out) {
  std::set<std::string> seen;
  for (const Suggestion& c : all) {
    if (!absl::StartsWith(c.value, begun)) continue;
    const size_t slash = c.value.find('/', begun.size());
    const bool last = slash == std::string::npos;
    std::string part = last ? c.value : c.value.substr(0, slash + 1);
    if (seen.insert(part).second) {
      out->push_back({std::move(part), last ? c.help : ""});
    }
  }
}

// The suggestions for a value of which `begun` is there, behind `prefix`.
void AddValues(const Argument& a, std::string prefix, std::string begun,
               const ValuesOfKind& values, Completions* out) {
  out->files |= a.value == "FILE" || a.value == "RUN|FILE";
  out->folders |= a.value == "FOLDER" || absl::EndsWith(a.value, "RUN");
  if (a.delimiter != '\0') {
    const size_t at = begun.rfind(a.delimiter);
    const size_t done = at == std::string::npos ? 0 : at + 1;
    prefix += begun.substr(0, done);
    begun = begun.substr(done);
  }
  const std::vector<std::string> words = a.Words();
  if (!words.empty()) {
    for (const std::string& word : words) {
      Add(prefix, {word, ""}, begun, &out->suggestions);
    }
    return;
  }
  const std::vector<Suggestion> known = values(a.value);
  if (a.value == "CASE" || a.value == "GLOB") {
    AddByParts(known, begun, &out->suggestions);
    for (Suggestion& c : out->suggestions) c.value = prefix + c.value;
    return;
  }
  for (const Suggestion& c : known) Add(prefix, c, begun, &out->suggestions);
}

void AddOptions(const Command& command, absl::string_view begun,
                Completions* out) {
  for (const Argument& a : command.arguments) {
    if (a.positional) continue;
    // The long name says what it does.
    Add("", {a.names.back(), a.help}, begun, &out->suggestions);
  }
}

void AddPositional(const Command& command, size_t given,
                   const std::string& begun, const ValuesOfKind& values,
                   Completions* out) {
  const Argument* takes = nullptr;
  size_t index = 0;
  for (const Argument& a : command.arguments) {
    if (!a.positional) continue;
    if (index++ == given || a.many) takes = &a;
    if (index > given) break;
  }
  if (takes != nullptr) AddValues(*takes, "", begun, values, out);
}

}  // namespace

Completions Complete(const Command& program,
                     const std::vector<std::string>& words,
                     const ValuesOfKind& values) {
  Completions out;
  const std::string begun = words.empty() ? "" : words.back();
  const Place place = WalkTo(program, words);
  if (place.must_take) {
    AddValues(*place.open, "", begun, values, &out);
    return out;
  }
  if (absl::StartsWith(begun, "-")) {
    const size_t equals = begun.find('=');
    if (equals == std::string::npos) {
      AddOptions(*place.command, begun, &out);
      return out;
    }
    const Argument* option =
        FindOption(*place.command, begun.substr(0, equals));
    if (option != nullptr && option->TakesValue()) {
      AddValues(*option, begun.substr(0, equals + 1), begun.substr(equals + 1),
                values, &out);
    }
    return out;
  }
  if (place.open != nullptr) {
    AddValues(*place.open, "", begun, values, &out);
  }
  for (const Command& c : place.command->commands) {
    Add("", {c.name, c.about}, begun, &out.suggestions);
  }
  AddPositional(*place.command, place.positionals, begun, values, &out);
  if (out.suggestions.empty() && !out.files && !out.folders && begun.empty()) {
    AddOptions(*place.command, begun, &out);
  }
  return out;
}

std::string CompletionText(const Completions& completions) {
  std::string text;
  for (const Suggestion& c : completions.suggestions) {
    absl::StrAppend(&text, c.value, "\t", OneLine(c.help), "\n");
  }
  return absl::StrCat(text, completions.files     ? ":files\n"
                            : completions.folders ? ":folders\n"
                                                  : ":none\n");
}

std::vector<Suggestion> KnownValues(const std::string& kind) {
  std::vector<Suggestion> all;
  if (kind == "CASE" || kind == "GLOB") {
    for (const PlannedCase& c : PlanTier(Tier::kFull)) {
      all.push_back({c.id, c.why});
    }
  } else if (kind == "WHAT") {
    for (absl::Span<const CommonName> table : {Kinds(), CommonNames()}) {
      for (const CommonName& row : table) {
        all.push_back(
            {std::string(row.name), absl::StrJoin(row.primitives, ", ")});
      }
    }
    for (const Primitive& p : Primitives()) all.push_back({p.name, ""});
  } else if (kind == "MODEL") {
    for (const ModelRow& row : ModelRows()) all.push_back({row.name, row.says});
  } else if (kind == "DEVICE" || kind == "DEVICE|RUN") {
    all = {{"type:cpu", "every CPU device"}, {"type:gpu", "every GPU"}};
  }
  return all;
}

}  // namespace wgsync
