// Forms of a tried kernel's file that show whether its orders are right: with
// pauses at its atomic operations, with more fences, and with none. Pure. The
// texts call functions of LateSources() (late_groups.h), which makes the
// launch.

#ifndef WGSYNC_SUITE_CORE_TRIED_ORDER_FORMS_H_
#define WGSYNC_SUITE_CORE_TRIED_ORDER_FORMS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace wgsync {

// The file with work-items that pause at its atomic operations, of whatever
// version of OpenCL C, for as many turns as get_global_offset(0) is, a multiple
// of 4; with one turn more at those on even values alone, with two on odd ones.
// The file's own ids are those of no offset. "" if it has no such operation.
// Where it defines or declares a function of such a name, the text does not
// build.
std::string PausedSource(const std::string& source);

// Texts of the file with a fence of the device, of all orders, around each of
// its barriers, fences and atomic operations: the strongest first. None where
// it has none of these.
std::vector<std::string> OrderedSources(const std::string& source);

// Texts of the file without its orders between work-groups, the first one with
// the fewest: fences do nothing, and memory orders are relaxed, those too that
// C11's functions have where none is named. None where it has no order. One
// that defines functions of their names does not build in the first.
std::vector<std::string> UnorderedSources(const std::string& source);

// A place where the file has an order: the name of a fence or a memory order,
// or a call of a function that is seq_cst by default; not in a comment.
struct OrderPlace {
  absl::string_view name;  // "memory_order_seq_cst of atomic_load"
  size_t at = 0;           // the character
  uint32_t line = 1;
  uint32_t nth = 1;             // of this name in its line
  absl::string_view file = {};  // of the line: LineOf() in includes.h
};
std::vector<OrderPlace> OrderPlaces(absl::string_view source);  // in its order
// Its name, and the file if that is not `file`.
std::string Title(const OrderPlace& place, absl::string_view file);

// The file without this order alone.
std::string WithoutOrder(absl::string_view source, const OrderPlace& place);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_TRIED_ORDER_FORMS_H_
