// What the OpenCL specification says of a case, and what binds.
//
// Pure: a case and a device's claims in, a word and its reasons out.

#ifndef WGSYNC_SUITE_CORE_PLAN_SOUNDNESS_H_
#define WGSYNC_SUITE_CORE_PLAN_SOUNDNESS_H_

#include <string>

#include "absl/strings/string_view.h"
#include "suite/core/plan/case.h"
#include "suite/core/plan/claims.h"
#include "suite/core/plan/expected.h"  // IWYU pragma: export

namespace wgsync {

enum class Soundness { kGuaranteed, kCustomary, kRacy };
absl::Span<const absl::string_view> NamesOf(Soundness);

struct SoundnessWhy {
  Soundness soundness;
  std::string
      why;  // one line, with the section of the specification that it rests on
};
SoundnessWhy SoundnessOf(const Case& c, const Claims& claims);

// Why the device cannot be asked this case at all ("" if it can): the missing
// claim. A device scope that compiles but is not claimed is no reason.
std::string Unsupported(const Case& c, const Claims& claims);

// Whether the device claims each order and scope of the case's OpenCL C 2.0
// atomics and fences; true if the case uses neither.
bool ClaimsAccess(const KernelCase& c, const Claims& claims);

// As what a failure of the case binds; where none is true it is not
// counted. A crash is a violation in every case and is not told here.
//   violation:  a wrong payload, early release or broken exclusion in a
//               guaranteed case at any grid; any failure of a host check, a
//               hang too, where the specification leaves nothing open in it
//   progress:   a hang of a guaranteed or customary case that is expected to
//               end on that grid: expected.h
//   customary:  a wrong payload in a customary case with rmw or volatile on
//               both sides and the device fence
//   promised:   a hang that `progress` is about, in a concurrent dispatch: the
//               driver promises that all its groups run at the same time
struct Bind {
  bool violation = false;
  bool progress = false;
  bool customary = false;
  bool promised = false;
  // Why `progress` holds or not: Expected::why. Empty for a host check.
  std::string why_progress = {};
};
// `seen` is what shapes have shown of the device by then. It says nothing of a
// case that is a shape itself.
Bind WhatBinds(const Case& c, Soundness soundness, GridClass grid,
               const ShapesSeen& seen = {});

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_PLAN_SOUNDNESS_H_
