// Places in a kernel's text. Strings and branches of #if are text as any other,
// and so are comments where brackets do not matter. Pure.

#ifndef WGSYNC_SUITE_CORE_TRIED_KERNEL_TEXT_H_
#define WGSYNC_SUITE_CORE_TRIED_KERNEL_TEXT_H_

#include <cstddef>
#include <vector>

#include "absl/strings/string_view.h"

namespace wgsync {

// Where the name is a whole word.
std::vector<size_t> WordPlaces(absl::string_view code, absl::string_view name);

// Those that are not in a comment.
std::vector<size_t> CodePlaces(absl::string_view code, absl::string_view name);

// The place of the bracket that closes the one at `at`; npos: none does. Those
// in comments do not count.
size_t ClosingBracket(absl::string_view code, size_t at, char open, char close);

// The place of the bracket that opens a function's parameters, whose name, or
// `kernel`, ends at `at`: of the last brackets before its body, but those of
// attributes. npos: no body follows.
size_t ParametersAt(absl::string_view code, size_t at);

// The body of the function whose parameters open at `parameters`; end is npos
// if none follows.
struct FunctionBody {
  size_t close, begin, end;  // the parameters' bracket; those of the body
};
FunctionBody BodyOf(absl::string_view code, size_t parameters);

// OpenCL C: global ids that follow from group ids, whatever the grid's offset.
constexpr char kGlobalIds[] = R"(size_t wgsync_global(uint side) {
  return get_group_id(side) * get_local_size(side) + get_local_id(side);
}
#define get_global_id(side) wgsync_global(side)
#define get_global_linear_id() ((wgsync_global(2) * get_global_size(1) + \
    wgsync_global(1)) * get_global_size(0) + wgsync_global(0))
)";

// Whether its line begins with #, or continues one that does.
bool InDirective(absl::string_view code, size_t at);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_TRIED_KERNEL_TEXT_H_
