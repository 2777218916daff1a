#include "suite/core/tried/try_report.h"

#include <utility>

#include "suite/core/base/field_visitor.h"

namespace wgsync {
namespace {

using Names = absl::Span<const absl::string_view>;

constexpr auto kPurposeNames =
    EnumNames<TryPurpose>({{TryPurpose::kMeasure, "measure"},
                           {TryPurpose::kOneGroup, "one_group"},
                           {TryPurpose::kReference, "reference"},
                           {TryPurpose::kSearch, "search"},
                           {TryPurpose::kNotOptimized, "not_optimized"},
                           {TryPurpose::kLate, "late"},
                           {TryPurpose::kInTime, "in_time"},
                           {TryPurpose::kUnordered, "unordered"},
                           {TryPurpose::kOneWeaker, "one_weaker"},
                           {TryPurpose::kPaused, "paused"},
                           {TryPurpose::kNoPause, "no_pause"},
                           {TryPurpose::kReadBefore, "read_before"},
                           {TryPurpose::kHot, "hot"},
                           {TryPurpose::kReversed, "reversed"},
                           {TryPurpose::kOrdered, "ordered"},
                           {TryPurpose::kWatched, "watched"}},
                          TryPurpose::kWatched);

constexpr auto kEndingNames =
    EnumNames<TryEnding>({{TryEnding::kFinished, "finished"},
                          {TryEnding::kHung, "hung"},
                          {TryEnding::kMoving, "moving"},
                          {TryEnding::kUnseen, "unseen"},
                          {TryEnding::kCrashed, "crashed"},
                          {TryEnding::kRefused, "refused"},
                          {TryEnding::kFailed, "failed"},
                          {TryEnding::kNoProcessor, "no_processor"},
                          {TryEnding::kCut, "loops_cut"},
                          {TryEnding::kLost, "lost"}},
                         TryEnding::kLost);

constexpr auto kVerdictNames =
    EnumNames<TryVerdict>({{TryVerdict::kRight, "right"},
                           {TryVerdict::kWrong, "wrong"},
                           {TryVerdict::kHangsAbove, "hangs_above"},
                           {TryVerdict::kHangs, "hangs"},
                           {TryVerdict::kNoEnd, "no_end"},
                           {TryVerdict::kCrash, "crash"},
                           {TryVerdict::kWhenLate, "when_late"},
                           {TryVerdict::kUnproven, "unproven"},
                           {TryVerdict::kLost, "lost"}},
                          TryVerdict::kLost);

constexpr auto kDoubtNames =
    EnumNames<TryDoubt>({{TryDoubt::kOneGroup, "one_group"},
                         {TryDoubt::kNothing, "nothing_compared"},
                         {TryDoubt::kSame, "results_same"},
                         {TryDoubt::kDiffers, "results_differ"},
                         {TryDoubt::kVacuous, "right_before"},
                         {TryDoubt::kChanged, "changed_text"},
                         {TryDoubt::kNoProcessor, "no_processor"},
                         {TryDoubt::kCut, "loops_cut"},
                         {TryDoubt::kNotRun, "not_run"},
                         {TryDoubt::kTurns, "turns"},
                         {TryDoubt::kUnshown, "overlap_not_shown"}},
                        TryDoubt::kUnshown);

}  // namespace

Names NamesOf(TryPurpose) { return kPurposeNames.names; }
Names NamesOf(TryEnding) { return kEndingNames.names; }
Names NamesOf(TryVerdict) { return kVerdictNames.names; }
Names NamesOf(TryDoubt) { return kDoubtNames.names; }

bool IsLate(TryPurpose purpose) {
  return purpose == TryPurpose::kLate || purpose == TryPurpose::kReadBefore ||
         purpose == TryPurpose::kPaused || purpose == TryPurpose::kHot;
}

bool IsControl(TryPurpose purpose) {
  return purpose == TryPurpose::kInTime || purpose == TryPurpose::kNoPause;
}

bool HasStamps(TryPurpose purpose) {
  return purpose != TryPurpose::kMeasure && purpose != TryPurpose::kOneGroup &&
         purpose != TryPurpose::kReference && purpose != TryPurpose::kSearch &&
         purpose != TryPurpose::kNotOptimized;
}

bool DoesNotEnd(TryEnding ending) {
  return ending == TryEnding::kHung || ending == TryEnding::kMoving ||
         ending == TryEnding::kUnseen;
}

const TryForm* FailingForm(const TryReport& report) {
  for (const TryForm& form : kTryForms) {
    const absl::optional<TryRow>& row = report.*form.row;
    if (form.fails_if != nullptr && row && row->fails()) return &form;
  }
  return nullptr;
}

void TryLaunch::Fields(FieldVisitor& v) {
  v.Enum("purpose", &purpose);
  v.Field("groups", &groups);
  v.Field("limit", &limit);
  v.Rare("kept", &kept, false);
  v.Rare("pause", &pause, uint32_t{0});
  v.Rare("order", &order, uint32_t{0});
  v.Rare("hot", &hot, false);
  v.Rare("late", &late, false);
  v.Rare("read", &read, false);
}

void TryRecord::Fields(FieldVisitor& v) {
  TryLaunch::Fields(v);
  v.Enum("ending", &ending);
  v.Field("seconds", &seconds);
  v.Rare("text", &text, {});
  v.Field("checked", &checked);
  v.Field("wrong", &wrong);
  v.RareList("shown", &shown);
  v.RareList("beyond", &beyond);
  v.RareList("differs", &differs);
  v.Rare("vacuous", &vacuous, false);
  v.RareList("moved", &moved);
  v.Rare("looks", &looks, uint64_t{0});
  v.Rare("overlapped", &overlapped, false);
  if (v.Present("seen", seen.has_value())) {
    GroupsSeen groups_seen = seen.value_or(GroupsSeen());
    v.Struct("seen", &groups_seen);
  }
}

void TryRow::Fields(FieldVisitor& v) {
  v.Field("name", &name);
  v.Field("groups", &groups);
  v.Field("launches", &launches);
  v.Field("right", &right);
  v.Field("wrong", &wrong);
  v.Field("hung", &hung);
  v.Field("crashed", &crashed);
  v.Field("other", &other);
  v.Field("seconds", &seconds);
}

void TryOrder::Fields(FieldVisitor& v) {
  v.Field("name", &name);
  v.Field("line", &line);
  v.Rare("nth", &nth, uint32_t{1});
  v.Field("launches", &launches);
  v.Field("failed", &failed);
}

void TryReport::Fields(FieldVisitor& v) {
  v.Field("file", &file);
  v.Field("kernel", &kernel);
  v.Field("options", &options);
  v.Field("device", &device);
  v.Field("driver", &driver);
  v.Field("items", &items);
  v.Rare("shape", &shape, {});
  v.Field("residency", &residency);
  v.Field("residency_text", &residency_text);
  v.Field("right", &right);
  v.Field("defaults", &defaults);
  v.Field("kept", &kept);
  v.Rare("guessed", &guessed, false);
  v.Rare("varied", &varied, false);
  v.Enum("verdict", &verdict);
  v.EnumOrNone("doubt", &doubt);
  v.List("grids", &rows);
  v.Field("left_out", &left_out);
  v.Field("ends_up_to", &ends_up_to);
  v.Field("hangs_from", &hangs_from);
  v.EnumOrNone("not_optimized", &not_optimized);
  for (const TryForm& form : kTryForms) {
    const std::string name(NameOf(form.purpose));
    if (!v.Present(name.c_str(), (this->*form.row).has_value())) continue;
    TryRow row = (this->*form.row).value_or(TryRow());
    v.Struct(name.c_str(), &row);
  }
  v.RareList("orders", &orders);
  v.Field("stamped", &stamped);
  v.Field("overlapped", &overlapped);
  v.Field("notes", &notes);
  v.List("launches", &records);
}

}  // namespace wgsync
