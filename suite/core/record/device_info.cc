#include "suite/core/record/device_info.h"

#include "suite/core/base/field_visitor.h"

namespace wgsync {

void DeviceInfo::Fields(FieldVisitor& v) {
  v.Added("index", &index);
  v.Added("full_name", &full_name);
  v.Added("slug", &slug);
  v.Added("driver_version", &driver_version);
  v.Added("type", &type);
  v.Added("uuid", &uuid);
  v.Added("problem", &problem);
  v.Added("compute_units", &compute_units);
}

}  // namespace wgsync
