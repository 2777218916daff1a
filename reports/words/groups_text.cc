#include "reports/words/groups_text.h"

#include "absl/strings/str_cat.h"
#include "reports/render/text.h"

namespace wgsync {
namespace {

// "of its 5 groups 4 started, and group 4 did not".
std::string StartsText(const GroupsSeen& seen) {
  const uint32_t not_started = seen.groups - seen.started;
  return absl::StrCat(
      "of its ", Counted(seen.groups, "group"), " ",
      not_started == 0 ? "all" : absl::StrCat(seen.started), " started",
      not_started == 0 ? ""
      : not_started == 1
          ? absl::StrCat(", and group ", seen.unstarted, " did not")
          : absl::StrCat(", and ", not_started, " did not, as group ",
                         seen.unstarted));
}

}  // namespace

std::string GroupsSeenText(const GroupsSeen& seen) {
  std::string text = absl::StrCat(
      StartsText(seen), "; ",
      seen.ended == 0 ? "none" : absl::StrCat(seen.ended), " ended");
  if (seen.ended == 0 && seen.started < seen.groups) {
    absl::StrAppend(&text,
                    ": the others may need one to end before they can start, "
                    "and then all must be resident at once");
  }
  if (seen.arrived > 0) {
    absl::StrAppend(
        &text, "; ", Counted(seen.arrived, "group"), " came to WG_ARRIVE(",
        seen.round, ")",
        seen.arrived == seen.groups
            ? ""
            : absl::StrCat(", and group ", seen.absent, " did not"));
  }
  if (seen.waiting > 0) {
    absl::StrAppend(
        &text, "; ", Counted(seen.waiting, "group"),
        " came to WG_WAIT and not to WG_GOT: the waits that begin with group ",
        seen.waiter, seen.circle ? " lead back to group " : " lead to group ",
        seen.awaited,
        seen.circle            ? ""
        : seen.awaited_started ? ", which has started and waits for none"
                               : ", which has not started");
  }
  return text;
}

std::string MarkFaultText(const GroupsSeen& seen) {
  return seen.fault == MarkFault::kEarly
             ? absl::StrCat("group ", seen.group, " came to WG_DEPART(",
                            seen.value, ") before group ", seen.other,
                            " had come to WG_ARRIVE(", seen.value, ")")
             : absl::StrCat("group ", seen.group, " came to WG_ENTER(",
                            seen.value, ", ...) while ",
                            Counted(seen.other, "other group"),
                            " had entered and not left");
}

}  // namespace wgsync
