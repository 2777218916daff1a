// What the launches of a case of Family::kProgress showed: how many of them
// ended, and where the first that did not was stuck.

#ifndef WGSYNC_SUITE_CORE_RECORD_SHAPE_RESULT_H_
#define WGSYNC_SUITE_CORE_RECORD_SHAPE_RESULT_H_

#include <cstdint>

namespace wgsync {

class FieldVisitor;

struct ShapeResult {
  // Launches that ended with each wait met, and those of them in which a group
  // had to poll more than once.
  uint64_t ended = 0;
  uint64_t waited = 0;
  // The launch that the verdict is of: its work-groups, its copies, and whether
  // the late role was late.
  uint64_t groups = 0;
  uint64_t copies = 0;
  bool late = false;
  // Of a hang: in how many copies a group waits for ever; and, in the first
  // one, the group that is not run, its role, and whether it had started. The
  // group is -1 if there is none.
  uint64_t stuck_copies = 0;
  int64_t group = -1;
  uint32_t role = 0;
  bool started = false;

  void Fields(FieldVisitor& v);
};

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_RECORD_SHAPE_RESULT_H_
