// The names that a user means by a pattern: a glob, a part of a case's id, or a
// misspelt name.

#ifndef WGSYNC_SUITE_CORE_BASE_NAME_PATTERN_H_
#define WGSYNC_SUITE_CORE_BASE_NAME_PATTERN_H_

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace wgsync {

// * and ? as in a shell, but * crosses slashes.
bool GlobMatches(absl::string_view glob, absl::string_view text);
bool HasWildcard(absl::string_view pattern);

// With a wildcard a glob; without, a part of the id that begins where a word
// begins, and does not end inside a number: "look" matches
// handoff.lookback_by_ticket/..., "hang" does not match work=exchange, and
// "groups=2" does not match groups=20. "" matches nothing.
bool PatternMatches(absl::string_view pattern, absl::string_view id);

// How many letters must change so that the glob matches.
size_t EditDistance(absl::string_view glob, absl::string_view text);

// The glob that finds the pattern anywhere, "*lookback*" of "lookback*", if it
// matches one of `ids`; "" otherwise.
std::string WiderPattern(absl::string_view pattern,
                         absl::Span<const std::string> ids);

// For a pattern that matches none of `ids`: the primitive, or for a pattern
// with a / the id, that has something near it, by at most two letters or a
// third of the pattern; "" if none is so near.
std::string NearestName(absl::string_view pattern,
                        absl::Span<const std::string> ids);

// "the nearest is mutex.ticket" if there is one, `otherwise` if not: the end of
// a message about a name that is not known.
std::string NearestText(absl::string_view pattern,
                        absl::Span<const std::string> ids,
                        absl::string_view otherwise);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_BASE_NAME_PATTERN_H_
