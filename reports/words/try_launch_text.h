// Sentences about one launch of a tried kernel. Pure.

#ifndef WGSYNC_REPORTS_WORDS_TRY_LAUNCH_TEXT_H_
#define WGSYNC_REPORTS_WORDS_TRY_LAUNCH_TEXT_H_

#include <string>

#include "suite/core/tried/group_marks.h"
#include "suite/core/tried/try_report.h"

namespace wgsync {

// Where they were when the launch was given up.
std::string GroupsSeenText(const GroupsSeen& seen);

// The mark that failed.
std::string MarkFaultText(const GroupsSeen& seen);

// How it ended, or the first elements that are wrong.
std::string ExampleText(const TryRecord& r);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_WORDS_TRY_LAUNCH_TEXT_H_
