// Whether a device is expected to end a case: by what its groups wait for, by
// whether they are on the device at once, and by what the shapes of forward
// progress (progress.*) have shown of this device. Pure.
//
// OpenCL promises no progress. So a hang counts only where the device has shown
// the progress that the case needs, or where that follows from how devices run
// groups that are resident.

#ifndef WGSYNC_SUITE_CORE_PLAN_EXPECTED_H_
#define WGSYNC_SUITE_CORE_PLAN_EXPECTED_H_

#include <cstdint>
#include <string>

#include "suite/core/catalog/catalog.h"
#include "suite/core/progress/classify.h"

namespace wgsync {

// The grid and the measured residency. Between the two bounds of the latter
// nothing is expected of a device: count such a grid as beyond.
enum class GridClass { kResident, kBeyond };

// What the shapes of one run have shown of its device; empty if none ran.
struct ShapesSeen {
  progress::Classification all;     // on grids of any size
  progress::Classification beyond;  // on grids larger than the residency
};

// A device may start the groups of a grid of several dimensions in an order of
// its own, so that the two kinds of grids have a class each.
struct DeviceSeen {
  ShapesSeen line;   // one dimension
  ShapesSeen space;  // two and three

  ShapesSeen& In(uint32_t dims) { return dims > 1 ? space : line; }
};

struct Expected {
  bool ends = false;
  // One line, a part of a sentence: "the device does not give OBE: ...".
  std::string why;
};

// A model that the need names and that a shape refuted is expected on no grid
// beyond the residency; OBE on no grid at all, since it speaks of groups that
// are resident.
// One that was held is expected on each grid; beyond the residency it must have
// been held there. Of all others:
//   none, obe                           every grid
//   hsa, hsa_obe, lobe, co_resident     resident grids
//   fair, strong and all that is left   no grid
Expected ExpectedToEnd(ProgressNeed need, GridClass grid,
                       const ShapesSeen& seen);
// Where no shape has shown anything.
bool ProgressExpected(ProgressNeed need, GridClass grid);
// The same rules for a reader: "grids within the residency; every grid on which
// shapes (progress.*) held HSA, ...".
std::string ExpectedText(ProgressNeed need);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_PLAN_EXPECTED_H_
