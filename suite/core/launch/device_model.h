// Device models: what a run may make of the device that it runs on, so that it
// behaves as no driver at hand does. Their code is kernels/models/.
//
// A model is for proving the suite: its verdicts say nothing of the device, and
// every report of a run with one bears its mark. Pure.

#ifndef WGSYNC_SUITE_CORE_LAUNCH_DEVICE_MODEL_H_
#define WGSYNC_SUITE_CORE_LAUNCH_DEVICE_MODEL_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace wgsync {

class FieldVisitor;

// The order in which groups come to the slots of a scheduler's model.
enum class GroupOrder { kRising, kFalling, kShuffled };

// One row of the table.
struct ModelRow {
  std::string name;    // "residency"
  std::string file;    // "models/scheduler.cl"
  uint32_t kind;       // which of the file's; the file has the numbers
  std::string says;    // what such a device does, one line
  std::string number;  // what N is; "" where the model takes none
  uint32_t default_number = 0;
  GroupOrder order = GroupOrder::kRising;
  bool slots = false;  // N is how many groups are on the device at once
  // Its verdicts are known for shapes of forward progress alone.
  bool for_shapes = false;
};

const std::vector<ModelRow>& ModelRows();

// A model as a run chooses it; none where row is null.
struct DeviceModel {
  const ModelRow* row = nullptr;
  uint32_t number = 0;

  explicit operator bool() const { return row != nullptr; }
};

// "residency=3", "cache"; "" for none.
std::string ModelText(const DeviceModel& model);
// "model:residency=3"; "" for none.
std::string ModelMark(const DeviceModel& model);
// The field "model" of a struct, there where there is a model.
void VisitModel(FieldVisitor& v, DeviceModel* model);
// The inverse of ModelText(); an N that is left out is the row's. Errors name
// what is wrong and which models there are.
absl::StatusOr<DeviceModel> ParseModel(absl::string_view text);

// The k-th of n groups to come has the number (k * step + first) % n. n is at
// least 1 and at most 65,536.
struct OrderNumbers {
  uint32_t step = 1;
  uint32_t first = 0;
};
OrderNumbers NumbersOf(GroupOrder order, uint32_t n);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_LAUNCH_DEVICE_MODEL_H_
