// What the OpenCL specification says of a case, and what binds.
//
// Pure: a case and a device's claims in, a word and its reasons out.

#ifndef WGSYNC_SUITE_CORE_PLAN_SOUNDNESS_H_
#define WGSYNC_SUITE_CORE_PLAN_SOUNDNESS_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "suite/core/plan/case.h"

namespace wgsync {

class FieldVisitor;

// What a device says of itself, as far as the plan depends on it.
struct Claims {
  // OpenCL C versions listed, as major * 100 + minor * 10 (120, 200, 300), at
  // most the highest one below 400; 0 where none of that kind is listed.
  uint32_t highest_c11 = 0;  // the highest listed of 2.0 and later; 0: none
  bool order_acq_rel = false;
  bool order_seq_cst = false;
  bool scope_device = false;
  bool is_gpu = false;
  bool is_nvidia = false;  // takes inline PTX
  uint32_t max_group_size = 0;
  uint32_t sub_group_size = 0;      // 0: not known
  uint32_t local_memory_bytes = 0;  // that one group may have; 0: not known
  uint32_t version = 0;             // of OpenCL, as 120; 0: not known
  bool queue_out_of_order = false;
  bool queue_profiling = false;

  // All of it, as a worker tells it; a claim that is missing is not made.
  void Fields(FieldVisitor& v);
};

enum class Soundness { kGuaranteed, kCustomary, kRacy };
absl::string_view SoundnessName(Soundness s);

struct SoundnessWhy {
  Soundness soundness;
  std::string
      why;  // one line, with the section of the specification that it rests on
};
SoundnessWhy SoundnessOf(const Case& c, const Claims& claims);

// Why the device cannot be asked this case at all ("" if it can): the missing
// claim. A device scope that compiles but is not claimed is no reason.
std::string Unsupported(const Case& c, const Claims& claims);

// Where the grid stands against the measured residency. Between its two bounds
// nothing is expected of a device: count such a grid as beyond.
enum class GridClass { kResident, kBeyond };
// True where the progress need is expected to be met on that grid.
bool ProgressExpected(ProgressNeed need, GridClass grid);

// As what a failure of the case binds; where none is true it is characterised
// only. A crash is a violation in every case and is not told here.
//   violation:  a wrong payload, early release or broken exclusion in a
//               guaranteed case at any grid; any failure of a host check, a
//               hang too, where the specification leaves nothing open in it
//   progress:   a hang of a guaranteed or customary case whose need the
//               measured residency covers
//   customary:  a wrong payload in a customary case with rmw or volatile on
//               both sides and the device fence
struct Bind {
  bool violation = false;
  bool progress = false;
  bool customary = false;
};
Bind WhatBinds(const Case& c, Soundness soundness, GridClass grid);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_PLAN_SOUNDNESS_H_
