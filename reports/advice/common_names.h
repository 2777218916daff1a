// The names under which people look for a kind of synchronization: "grid
// barrier", "ticket lock", "single-pass scan". Pure.

#ifndef WGSYNC_REPORTS_ADVICE_COMMON_NAMES_H_
#define WGSYNC_REPORTS_ADVICE_COMMON_NAMES_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace wgsync {

// A name and the primitives that it means.
struct CommonName {
  absl::string_view name;  // in lower case, words apart: "ticket lock"
  // Globs over names of primitives. Forms of the first are recommended before
  // those of the next, and guaranteed ones before customary ones except that
  // the last of several globs comes after all others: it is for the rest. Of
  // host checks a yes needs a pass of each glob but the one for the rest.
  std::vector<absl::string_view> primitives;
  // Of suite/progress/named_programs.h: the programs that people mean by it,
  // the one that is recommended first.
  std::vector<absl::string_view> idioms = {};
  // Of a kind: what work-groups do there, in a few words.
  absl::string_view says = {};
  // Of a way of access: the part of ids that has it ("fence=mem").
  absl::string_view access = {};
};

// The six kinds that `wgsync can` answers if nothing is named, in that order.
absl::Span<const CommonName> Kinds();
// The other names, each of some primitives of a kind.
absl::Span<const CommonName> CommonNames();

// The row of either table with this name, in whatever case and with or without
// hyphens and spaces ("Look-Back"); or null.
const CommonName* FindCommonName(absl::string_view text);

// The primitives that a reader means by `text`: FindCommonName(); otherwise a
// part of primitives' names ("dissemination"), or the beginning of common
// names that mean the same ("persistent"). An error names the kinds and the
// nearest name.
struct Meant {
  std::string name;
  std::vector<std::string> primitives;  // globs
  std::vector<absl::string_view> idioms;
  absl::string_view access = {};  // only cases whose ids have it
};
absl::StatusOr<Meant> WhatIsMeant(absl::string_view text);

// "barrier, lock, ...".
std::string NamesText(absl::Span<const CommonName> rows);

// So many globs of it, the first ones, are named: all but that for the rest.
size_t NamedGlobs(const Meant& meant);

// The place of the first glob that matches; the number of globs if none does.
size_t PlaceOf(const std::vector<std::string>& globs,
               absl::string_view primitive);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_ADVICE_COMMON_NAMES_H_
