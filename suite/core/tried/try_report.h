// Launches of a tried kernel, and the report about all of them. Pure.

#ifndef WGSYNC_SUITE_CORE_TRIED_TRY_REPORT_H_
#define WGSYNC_SUITE_CORE_TRIED_TRY_REPORT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "absl/types/span.h"
#include "suite/core/tried/group_marks.h"
#include "suite/core/tried/try_memory.h"

namespace wgsync {

enum class TryPurpose {
  kMeasure,
  kOneGroup,      // one group, with the arguments of the grid
  kReference,     // the reference kernel, as one work-item
  kSearch,        // between a grid that ends and one that hangs
  kNotOptimized,  // of a grid that hangs, built with -cl-opt-disable
  kLate,          // groups come late (late_groups.h)
  kInTime,        // so changed, but none is late: where no late launch is right
  kUnordered,     // so too, and without fences and memory orders
  kOneWeaker,     // so too, and without TryLaunch::order alone
  kPaused,        // groups come late, and pause at their atomic operations
  kNoPause,       // so changed, but none is late or pauses
  kReadBefore,    // groups come late, and have read the buffers before
  kHot,           // so too, and work-items store to a word of all groups
  kReversed,      // so changed that groups have the ids in reverse order
  kOrdered,       // of a grid that fails, with fences (OrderedSources)
  kWatched        // so too, with stamps and marks that show where groups are
};
absl::Span<const absl::string_view> NamesOf(TryPurpose purpose);
// Groups are late, and stamps show if they overlapped.
bool IsLate(TryPurpose purpose);
// So changed that groups may be late or pause, and none does.
bool IsControl(TryPurpose purpose);
// The text is changed (late_groups.h).
bool HasStamps(TryPurpose purpose);

enum class TryEnding {
  kFinished,
  kHung,         // no word moved
  kMoving,       // it did not end, and words moved
  kUnseen,       // it did not end, and no look at its memory was possible
  kCrashed,      // its process died
  kRefused,      // the driver did not make the launch
  kFailed,       // the driver reports an error as its end
  kNoProcessor,  // the machine was too busy
  kCut,          // the driver may have ended its loops early
  kLost          // the device
};
absl::Span<const absl::string_view> NamesOf(TryEnding ending);
bool DoesNotEnd(TryEnding ending);

struct TryLaunch {
  TryPurpose purpose = TryPurpose::kMeasure;
  uint32_t groups = 1;
  double limit = 0;   // seconds, as ForeignWatchOptions::limit_seconds
  bool kept = false;  // begins with what the launch before left (TrySpec::Kept)
  uint32_t pause = 0;  // of kPaused: as PausedSource() has it
  uint32_t order = 0;  // of kOneWeaker: in TryPlan::orders, from 1
  // Some groups start late; groups read the buffers first (late_groups.h).
  bool late = false, read = false;
  bool hot = false;  // work-items store to the hot word
  void Fields(FieldVisitor& v);
};

// As the watch-dog saw it.
struct TryEnd {
  TryEnding ending = TryEnding::kFinished;
  std::string text;  // of an ending that is not kFinished
  double seconds = 0;
  uint64_t looks = 0;
};

struct TryRecord : TryLaunch, TryEnd, TryJudgement {
  // Fences and orders were taken out, or one of them.
  bool weaker() const {
    return purpose == TryPurpose::kUnordered || order != 0;
  }
  // The memory passes the check before the launch, too.
  bool vacuous = false;
  // Words that changed in the second half of the time: the first ones.
  std::vector<TryWrong> moved;
  bool overlapped = false;  // with stamps: two groups ran at the same time
  // With stamps, of a launch that does not end, or in which a mark failed.
  absl::optional<GroupsSeen> seen;
  void Fields(FieldVisitor& v);
};

enum class TryVerdict {
  kRight,
  kWrong,       // results differ, or a write is beyond a buffer
  kHangsAbove,  // a larger grid does not end, a smaller one does
  kHangs,       // some launches of a grid do not end, others do
  kNoEnd,       // no launch ended: it hangs, or it is slow
  kCrash,
  kWhenLate,  // right as it is, and not in a form with TryForm::fails_if
  kUnproven,
  kLost
};
absl::Span<const absl::string_view> NamesOf(TryVerdict verdict);

// The launches of a grid.
struct TryRow {
  std::string name;
  uint32_t groups = 0;
  uint64_t launches = 0;  // that were judged, or did not end
  uint64_t right = 0, wrong = 0, hung = 0, crashed = 0, other = 0;
  uint64_t kept = 0, kept_right = 0;  // of those with TryLaunch::kept
  double seconds = 0, slowest = 0;    // of all; of those that ended
  TryRecord example;  // the first launch that is not right; the first otherwise
  // Of a form with TryForm::control: that is right. Otherwise fewer groups of
  // the changed kernel may be resident, and no end of any launch proves
  // nothing.
  bool right_in_time = false;
  bool clean() const { return launches > 0 && right == launches; }
  bool fails() const {
    return wrong > 0 || (right < launches && (right > 0 || right_in_time));
  }
  void Fields(FieldVisitor& v);
};

// An order of the file, and the launches without it alone.
struct TryOrder {
  std::string name;   // "memory_order_acquire"
  uint32_t line = 0;  // of the file
  uint64_t launches = 0, failed = 0;
  bool builds = true;  // without it
  uint32_t nth = 1;    // of this name in the line
  void Fields(FieldVisitor& v);
};

enum class TryDoubt {
  kOneGroup,     // only grids of one group ran
  kNothing,      // nothing was compared
  kSame,         // there is no line `right`; all results are the same
  kDiffers,      // the same, and results differ
  kVacuous,      // it is right before the launch, too
  kChanged,      // wrong as kInTime or kNoPause
  kNoProcessor,  // the machine was too busy
  kCut,          // a launch ended as TryEnding::kCut
  kNotRun,       // no grid ran
  kTurns,        // groups ran at the same time in fewer than kOverlaps launches
  kUnshown,      // nothing shows whether any did
};
absl::Span<const absl::string_view> NamesOf(TryDoubt doubt);

// Launches in which groups ran at the same time that `right` rests on, at
// least: as many as a pass of a case (Repeat::kPass).
constexpr uint64_t kOverlaps = 4;

struct TryReport {
  std::string file, kernel, options, device, driver;
  uint32_t items = 0;
  std::vector<uint64_t> shape;  // of a group, in two or three dimensions
  uint32_t residency = 0;
  std::string residency_text;
  std::vector<std::string> right;     // the lines `right`
  bool guessed = false;               // there is none
  std::vector<std::string> defaults;  // that were taken
  std::vector<std::string> kept;      // buffers with this role
  bool varied = false;                // each launch has other values
  TryVerdict verdict = TryVerdict::kUnproven;
  absl::optional<TryDoubt> doubt;
  std::vector<TryRow> rows;
  std::vector<std::string> left_out;  // grids, with the reason
  // Of kHangsAbove: the most groups that ended, the fewest that did not.
  uint32_t ends_up_to = 0, hangs_from = 0;
  absl::optional<TryEnding> not_optimized;
  // Each of one grid: of one that fails, otherwise of the largest.
  absl::optional<TryRow> late, read_before, paused, hot, unordered, reversed,
      ordered, watched;
  std::vector<TryOrder> orders;  // that were left out one at a time
  // Launches that IsLate() which were judged; those of them in which groups
  // overlapped.
  uint64_t stamped = 0, overlapped = 0;
  std::vector<std::string> notes;
  std::vector<TryRecord> records;
  void Fields(FieldVisitor& v);
};

// The changed forms of a file, as a report has them: the launches of one grid,
// what the rows of all grids are called, and what a form shows that fails where
// the control, the same text, is right. In JSON a form has its purpose's name.
struct TryForm {
  TryPurpose purpose;
  absl::optional<TryRow> TryReport::*row;
  const char* title;
  TryPurpose control = TryPurpose::kMeasure;  // none
  const char* fails_if = nullptr;             // a failure makes the file fail
  const char* with = nullptr;  // what its launches had besides late groups
};
inline constexpr TryForm kTryForms[] = {
    {TryPurpose::kLate, &TryReport::late, "late", TryPurpose::kInTime,
     "some groups start late"},
    {TryPurpose::kReadBefore, &TryReport::read_before, "read before",
     TryPurpose::kLate, "each group has read the buffers before",
     "groups that have read the buffers before"},
    {TryPurpose::kPaused, &TryReport::paused, "paused", TryPurpose::kNoPause,
     "work-items pause at their atomic operations",
     "pauses at its atomic operations"},
    {TryPurpose::kHot, &TryReport::hot, "hot", TryPurpose::kLate,
     "work-items store to a word of all groups", "stores to a hot word"},
    {TryPurpose::kUnordered, &TryReport::unordered, "no orders"},
    {TryPurpose::kReversed, &TryReport::reversed, "reversed",
     TryPurpose::kLate},
    {TryPurpose::kOrdered, &TryReport::ordered, "fences"},
    {TryPurpose::kWatched, &TryReport::watched, "watched"},
};

// The first form that was to be right and fails, or null.
const TryForm* FailingForm(const TryReport& report);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_TRIED_TRY_REPORT_H_
