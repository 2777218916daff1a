#include "suite/core/launch/device_model.h"

#include <numeric>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "suite/core/base/field_visitor.h"
#include "suite/core/base/status_macros.h"

namespace wgsync {
namespace {

constexpr uint32_t kMostNumber = 1u << 20;

ModelRow Slots(absl::string_view name, uint32_t kind, GroupOrder order,
               absl::string_view says) {
  return {std::string(name),
          "models/scheduler.cl",
          kind,
          std::string(says),
          "groups on the device at once",
          3,
          order,
          true};
}

}  // namespace

const std::vector<ModelRow>& ModelRows() {
  static const auto* const rows = new std::vector<ModelRow>{
      {"cache", "models/cache.cl", 0,
       "loads are answered by the group's own copy, until any atomic of the "
       "group or an acquiring fence of device scope drops its copies",
       ""},
      {"cache_word", "models/cache.cl", 1,
       "the same, where an atomic drops the copy of its own word alone", ""},
      {"late_store", "models/late_store.cl", 0,
       "stores stay with their group until it releases at device scope or "
       "ends",
       ""},
      Slots("residency", 0, GroupOrder::kRising,
            "a slot is given on when a group ends; groups come in the order of "
            "their numbers"),
      Slots("reverse", 0, GroupOrder::kFalling,
            "the same, the highest group first"),
      Slots("shuffled", 0, GroupOrder::kShuffled, "the same, in mixed order"),
      Slots("starved", 1, GroupOrder::kRising,
            "the same, and the highest group gets a slot when all others have "
            "ended"),
      {"dealt", "models/dealer.cl", 0,
       "each of N workers takes the next five groups and runs them one after "
       "the other",
       "workers, each of which runs one group at a time", 2,
       GroupOrder::kRising, true, true},
      {"lowest", "models/lowest.cl", 0,
       "after each group's first access only the lowest group that has not "
       "ended is run",
       "", 0, GroupOrder::kRising, false, true},
      {"lost_rmw", "models/atomics.cl", 0,
       "of the read-modify-writes of a work-item that would change a "
       "synchronization word, every N-th is lost",
       "read-modify-writes of which one is lost", 10},
      {"split_rmw", "models/atomics.cl", 1,
       "a read-modify-write of a synchronization word is a load and, later, a "
       "store",
       ""},
      {"cut_loops", "models/loops.cl", 0,
       "the loop of a wait ends after N turns, silently", "turns of a loop",
       65536},
      {"lost_items", "models/lost_items.cl", 0,
       "the first N work-items of each group leave a kernel before its end",
       "work-items of each group that are lost", 8},
      {"hoisted", "models/hoisted.cl", 0,
       "a volatile poll is taken out of its loop: a wait sees the first one "
       "alone",
       ""},
      {"slow", "models/slow.cl", 0,
       "an access to the payload costs N atomic operations more",
       "atomic operations for an access", 20},
  };
  return *rows;
}

std::string ModelText(const DeviceModel& model) {
  if (!model) return "";
  if (model.row->number.empty()) return model.row->name;
  return absl::StrCat(model.row->name, "=", model.number);
}

std::string ModelMark(const DeviceModel& model) {
  return model ? absl::StrCat("model:", ModelText(model)) : "";
}

void VisitModel(FieldVisitor& v, DeviceModel* model) {
  std::string text = ModelText(*model);
  if (!v.Present("model", !text.empty())) return;
  v.Field("model", &text);
  if (text.empty()) return;
  const absl::StatusOr<DeviceModel> known = ParseModel(text);
  if (known.ok()) {
    *model = *known;
  } else {
    v.Fail("model", absl::StrCat("is unknown: ", known.status().message()));
  }
}

absl::StatusOr<DeviceModel> ParseModel(absl::string_view text) {
  const size_t equals = text.find('=');
  const absl::string_view name = text.substr(0, equals);
  for (const ModelRow& row : ModelRows()) {
    if (row.name != name) continue;
    DeviceModel model{&row, row.default_number};
    if (equals == absl::string_view::npos) return model;
    if (row.number.empty()) {
      return BadInput("model ", name, " takes no number; say ", name);
    }
    if (!absl::SimpleAtoi(text.substr(equals + 1), &model.number) ||
        model.number == 0 || model.number > kMostNumber) {
      return BadInput("model ", text, ": N is a number from 1 to ", kMostNumber,
                      ", the ", row.number, "; say ", name, "=",
                      row.default_number);
    }
    return model;
  }
  return BadInput(
      "no model ", name, "; there are ",
      absl::StrJoin(ModelRows(), ", ", [](std::string* out, const auto& row) {
        absl::StrAppend(out, row.name, row.number.empty() ? "" : "=N");
      }));
}

OrderNumbers NumbersOf(GroupOrder order, uint32_t n) {
  if (order == GroupOrder::kRising || n < 2) return {};
  if (order == GroupOrder::kFalling) return {n - 1, n - 1};
  // A step without a common divisor comes by every number once.
  uint32_t step = n - 1;
  for (uint32_t s = n * 5 / 8 + 1; s < n; ++s) {
    if (std::gcd(s, n) == 1) {
      step = s;
      break;
    }
  }
  return {step, n / 2};
}

}  // namespace wgsync
