// A tried kernel's description: the lines `// wgsync: ...` of its file, as
// `wgsync try --help` lists them (tools/cmd/cmd_try.cc).
//
// Pure. An error is one line that begins with the file and the line.

#ifndef WGSYNC_SUITE_CORE_TRIED_TRY_SPEC_H_
#define WGSYNC_SUITE_CORE_TRIED_TRY_SPEC_H_

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "suite/core/launch/occupancy.h"
#include "suite/core/tried/expression.h"

namespace wgsync {

class FieldVisitor;

// A parameter of a kernel, as the driver names it.
struct KernelParameter {
  std::string name;
  std::string type;   // "uint*"
  std::string space;  // "global", "constant", "local", "private", "image"
  void Fields(FieldVisitor& v);
};

// What the driver answers about a built program and one kernel of it.
struct KernelFacts {
  std::vector<std::string> kernels;  // of the program
  std::string kernel;                // the one that is asked about
  std::vector<KernelParameter> parameters;
  // The sides of a group by reqd_work_group_size, without those of 1 at the
  // end; empty: any.
  std::vector<uint64_t> required_shape;
  DeviceLimits device;
  KernelNeeds needs;
};

// Symbols that every expression knows, as the first of Symbols::scalars.
enum BuiltIn { kGroupsSymbol, kItemsSymbol, kIndexSymbol, kLaunchSymbol };

struct TryArgument {
  enum Kind { kBuffer, kLocal, kScalar };
  std::string name;
  Kind kind = kScalar;
  const ElementType* type = nullptr;  // of a scalar the kernel's, once known
  uint32_t width = 1;                 // elements of a vector
  Expression length;                  // of a buffer or local memory: vectors
  Expression value;  // of a scalar, or of each element; without text: none
  std::string role = "payload";  // "words", "payload", "result", "kept"
  std::string at;                // "scan.cl:3"
};

struct TryRight {
  enum Kind { kExpression, kOneGroup, kReference, kEveryLaunch, kKinds };
  Kind kind = kExpression;
  Expression expression;
  std::string text, at;
  bool guessed = false;  // the file says nothing
};

struct TrySpec {
  std::string file, source;
  std::string kernel;     // "": the only one
  std::string reference;  // "": none compares with a kernel
  std::string options;    // of the compiler
  uint32_t items = 0;     // of a group; 0: not said
  // Sides of a group, of one dimension to three; a grid has as many, and those
  // of Sides() in suite/core/plan/case.h.
  std::vector<uint64_t> shape;
  std::vector<std::string> grids;
  std::vector<TryArgument> arguments;
  std::vector<TryRight> rights;
  Symbols symbols = {
      {"groups", "items", "i", "launch",  // BuiltIn
       "groups_x", "groups_y", "groups_z", "items_x", "items_y", "items_z"},
      {},
      {"launch"}};
  std::string expressions;  // the texts of all
  std::string added;        // lines that are not the file's
  // Sentences about what the file leaves out.
  std::vector<std::string> defaults;

  // Buffers that "same" compares: those with the role result, or without one
  // those with none.
  std::vector<int> Compared() const;
  // Whether a value before the launch depends on its number.
  bool VariesByLaunch() const;
  // Without a role, and read by an expression that is about another buffer:
  // inputs, unless the kernel writes to them.
  std::set<int> ReadAfter() const;
  // Of the role "kept": a launch finds in them what the one before left.
  std::vector<int> BuffersOf(absl::string_view role) const;
};

// Of a file that names none.
inline constexpr char kDefaultGrids[] = "1,res,res_plus1,res_x10,2";

// The groups of a grid as --groups and the line `groups` take it; 0: it is
// none, or it names the residency, which is 0.
uint64_t GroupsOf(absl::string_view grid, uint32_t residency);

// A line that an option gives; its errors begin with `at`: "--items 4".
struct TryLine {
  std::string at, text;
};

// Reads the description in `source`, then `more` lines as if they followed.
absl::StatusOr<TrySpec> ParseTry(const std::string& file,
                                 const std::string& source,
                                 const std::vector<TryLine>& more);

// Takes what the description leaves out from the kernel, and notes it.
absl::Status CompleteSpec(const KernelFacts& facts, TrySpec* spec);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_TRIED_TRY_SPEC_H_
