#include "suite/core/verdict/observation.h"

#include "suite/core/base/field_visitor.h"

namespace wgsync {
namespace {

constexpr auto kComparisonNames =
    EnumNames<Comparison>({{Comparison::kReaches, ">="},
                           {Comparison::kEquals, "=="},
                           {Comparison::kHighBit, "bit 31 =="},
                           {Comparison::kHighHalf, "bits 16 to 31 =="},
                           {Comparison::kMultiple, "multiple of"}},
                          Comparison::kMultiple);

constexpr auto kWaitEndNames =
    EnumNames<WaitEnd>({{WaitEnd::kNever, "never"},
                        {WaitEnd::kMet, "met"},
                        {WaitEnd::kUnmet, "unmet"},
                        {WaitEnd::kGaveUp, "gave_up"}},
                       WaitEnd::kGaveUp);

}  // namespace

NameSpan NamesOf(Comparison) { return kComparisonNames.names; }
NameSpan NamesOf(WaitEnd) { return kWaitEndNames.names; }

void RoleFacts::Fields(FieldVisitor& v) {
  v.Field("group", &group);
  v.Rare("watcher", &watcher, false);
  v.Rare("arrived", &arrived, 0u);
  v.Rare("left", &left, 0u);
  v.Rare("closed", &closed, 0u);
  v.Rare("between", &between, false);
  if (v.Present("waits_for", waits_known)) {
    waits_known = true;
    v.Enum("waits_for", &comparison);
  }
  v.Rare("word", &word, 0u);
  v.Rare("goal", &goal, 0u);
  v.Rare("waited", &waited, 0u);
  v.Rare("steps", &steps, 0u);
  v.RareEnum("end", &end, WaitEnd::kNever);
  v.Rare("seen", &seen, 0u);
  v.Rare("bad", &bad, 0u);
  v.RareEnum("bad_end", &bad_end, WaitEnd::kNever);
  v.Rare("bad_round", &bad_round, 0u);
  v.Rare("bad_seen", &bad_seen, 0u);
  v.Rare("bad_goal", &bad_goal, 0u);
  v.Rare("early", &early, 0u);
  v.Rare("early_group", &early_group, 0u);
  v.Rare("early_round", &early_round, 0u);
}

void WrongRead::Fields(FieldVisitor& v) {
  v.Field("group", &group);
  v.Field("item", &item);
  v.Field("round", &round);
  v.Field("found_round", &found_round);
  v.Field("word", &at);
  v.Field("found", &found);
  v.Field("wanted", &wanted);
  v.Field("again", &again);
}

void PayloadFacts::Fields(FieldVisitor& v) {
  v.Rare("judged", &judged, false);
  v.Rare("reads", &reads, uint64_t{0});
  v.Rare("reads_due", &reads_due, uint64_t{0});
  v.Rare("items_ended", &items_ended, uint64_t{0});
  v.Rare("items_due", &items_due, uint64_t{0});
  v.Rare("wrong", &wrong, uint64_t{0});
  v.Rare("torn", &torn, uint64_t{0});
  v.Rare("again_new", &again_new, uint64_t{0});
  v.Rare("owner_changed", &owner_changed, uint64_t{0});
  v.Rare("most_out", &most_out, uint64_t{0});
  v.Rare("turns", &turns, uint64_t{0});
  v.Rare("final_wrong", &final_wrong, uint64_t{0});
  v.Rare("final_text", &final_text, {});
  v.RareList("wrong_reads", &records);
}

}  // namespace wgsync
