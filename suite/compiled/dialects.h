// The table of the dialects that listings are written in.

#ifndef WGSYNC_SUITE_COMPILED_DIALECTS_H_
#define WGSYNC_SUITE_COMPILED_DIALECTS_H_

#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "suite/compiled/listing.h"

namespace wgsync {

struct Dialect {
  absl::string_view name;
  // A kernel begins with a line that has these two with its name in between,
  // anywhere or at the line's beginning.
  absl::string_view begins_before, begins_after;
  bool anywhere;
  absl::string_view ends;     // the beginning of a line after the kernel
  absl::string_view comment;  // begins one, up to the line's end
  // The listing prints basic blocks with their successors, and its comments say
  // what messages do.
  bool blocks;
  // Sets the kind of an instruction by its text, and what it orders.
  void (*classify)(IsaInstruction* instruction);
};

absl::Span<const Dialect> Dialects();

std::vector<absl::string_view> WordsOf(absl::string_view text);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_COMPILED_DIALECTS_H_
