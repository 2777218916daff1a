#include "suite/core/record/shape_result.h"

#include "suite/core/base/field_visitor.h"

namespace wgsync {

void ShapeResult::Fields(FieldVisitor& v) {
  v.Field("ended", &ended);
  v.Field("waited", &waited);
  v.Field("groups", &groups);
  v.Field("copies", &copies);
  v.Field("late", &late);
  v.Field("stuck_copies", &stuck_copies);
  v.Field("group", &group);
  v.Field("role", &role);
  v.Field("started", &started);
}

}  // namespace wgsync
