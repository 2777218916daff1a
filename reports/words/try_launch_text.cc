#include "reports/words/try_launch_text.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
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

std::string PlaceText(const TryWrong& w) {
  return absl::StrCat(w.what, "[", w.index, "]");
}

// "out[3] is 7 and not 12".
std::string WrongText(const TryWrong& w) {
  if (w.want.empty())
    return absl::StrCat("'", w.what, "' fails for i = ", w.index);
  return absl::StrCat(PlaceText(w), " is ", w.got, " and not ", w.want);
}

// What a launch that did not end showed.
std::string StillText(const TryRecord& r) {
  if (r.ending == TryEnding::kUnseen)
    return "the host cannot see its memory while it runs";
  if (r.ending == TryEnding::kHung)
    return "no word of its buffers changed in the second half of that time";
  if (r.ending != TryEnding::kMoving) return r.text;
  return absl::StrCat(
      "these words still changed: ",
      absl::StrJoin(r.moved, ", ",
                    [](std::string* out, const TryWrong& w) {
                      absl::StrAppend(out, PlaceText(w));
                    }),
      "; it waits for something that does not come, or it is slow: raise "
      "--timeout");
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

std::string ExampleText(const TryRecord& r) {
  if (r.ending != TryEnding::kFinished) {
    return absl::StrFormat("after %.1f s %s%s", r.seconds, StillText(r),
                           r.seen ? "; " + GroupsSeenText(*r.seen) : "");
  }
  if (r.seen) return MarkFaultText(*r.seen);
  if (!r.beyond.empty()) {
    const TryWrong& b = r.beyond[0];
    return absl::StrCat("the kernel wrote ", PlaceText(b),
                        ", and the length of ", b.what, " is ", b.want);
  }
  std::vector<std::string> shown;
  absl::string_view last;
  for (const TryWrong& w : r.shown) {
    const bool again = w.want.empty() && w.what == last;
    shown.push_back(again ? absl::StrCat(w.index) : WrongText(w));
    last = w.what;
  }
  return absl::StrCat(
      r.wrong, " of ", Counted(r.checked, "element"),
      r.wrong == 1 ? " is wrong: " : " are wrong: ", absl::StrJoin(shown, ", "),
      r.wrong > shown.size() ? ", ..." : "");
}

}  // namespace wgsync
