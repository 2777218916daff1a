#include "suite/core/tried/bind_arguments.h"

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "suite/core/base/status_macros.h"

namespace wgsync {
namespace {

// The reason why no line fits the parameter; "" if one may.
std::string NeverFits(const KernelParameter& p) {
  const bool pointer = absl::EndsWith(p.type, "*");
  if (p.space == "image" || (!pointer && p.space != "private")) {
    return "is an image, a sampler or a pipe, which cannot be passed";
  }
  uint32_t width = 1;
  return pointer || (NamedType(p.type, &width) != nullptr && width == 1)
             ? ""
             : "is not of a scalar type and cannot be passed";
}

// The reason why the line does not fit the parameter; "" if it does.
std::string Misfit(const TryArgument& a, const KernelParameter& p) {
  const std::string never = NeverFits(p);
  if (!never.empty()) return never;
  const bool pointer = absl::EndsWith(p.type, "*");
  uint32_t width = 1;
  const ElementType* const type = NamedType(p.type, &width);
  const TryArgument::Kind kind = !pointer             ? TryArgument::kScalar
                                 : p.space == "local" ? TryArgument::kLocal
                                                      : TryArgument::kBuffer;
  if (kind != a.kind) {
    constexpr absl::string_view kKinds[] = {"a buffer", "local memory",
                                            "a scalar"};
    return absl::StrCat("is ", kKinds[kind], ", and its line describes ",
                        kKinds[a.kind]);
  }
  if (p.space == "constant" && a.role == "kept") {
    return "is constant, so that no launch leaves values there: take out kept";
  }
  // Of a struct's or typedef's memory the line alone tells the elements.
  if (pointer && type != nullptr &&
      (type->bytes != a.type->bytes || type->is_real != a.type->is_real)) {
    return absl::StrCat("does not fit the line's ", a.type->name);
  }
  return "";
}

}  // namespace

absl::StatusOr<std::vector<BoundArgument>> BindArguments(
    const TrySpec& spec, const KernelFacts& facts, bool reference) {
  std::vector<BoundArgument> bound;
  std::vector<bool> used(spec.arguments.size());
  for (const KernelParameter& p : facts.parameters) {
    const std::string parameter =
        absl::StrCat("parameter ", p.type, " ", p.name, " of ", facts.kernel);
    const auto a = absl::c_find_if(
        spec.arguments, [&](const auto& one) { return one.name == p.name; });
    if (a == spec.arguments.end()) {
      const bool pointer = absl::EndsWith(p.type, "*");
      const std::string never = NeverFits(p);
      if (!never.empty()) {
        return BadInput(spec.file, ": ", parameter, " ", never);
      }
      return BadInput(spec.file, ": ", parameter,
                      " is not described; add a line `// wgsync: ", p.name,
                      !pointer             ? " = VALUE`"
                      : p.space == "local" ? " local TYPE[LENGTH]`"
                                           : " TYPE[LENGTH] = VALUE`");
    }
    const std::string misfit = Misfit(*a, p);
    if (!misfit.empty()) return BadInput(a->at, ": ", parameter, " ", misfit);
    uint32_t width = 1;
    const int place = static_cast<int>(a - spec.arguments.begin());
    bound.push_back({place, NamedType(p.type, &width)});
    used[place] = true;
  }
  // A scalar may be a name for later lines, or the reference's, alone.
  for (size_t i = 0; i < used.size() && !reference; ++i) {
    const TryArgument& a = spec.arguments[i];
    const bool number = a.name == "groups" || a.name == "items";
    const bool named = !spec.reference.empty() ||
                       (absl::StrContains(spec.expressions, a.name) && !number);
    if (used[i] || (a.kind == TryArgument::kScalar && named)) {
      continue;
    }
    std::vector<std::string> names;
    for (const KernelParameter& p : facts.parameters) names.push_back(p.name);
    return BadInput(a.at, ": ", facts.kernel, " has no parameter ", a.name,
                    "; it has ", absl::StrJoin(names, ", "),
                    number ? absl::StrCat("; of a launch write `", a.name,
                                          " NUMBER`, without '='")
                           : "");
  }
  return bound;
}

}  // namespace wgsync
