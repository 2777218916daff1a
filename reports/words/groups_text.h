// Sentences about the groups of a launch of a tried kernel. Pure.

#ifndef WGSYNC_REPORTS_WORDS_GROUPS_TEXT_H_
#define WGSYNC_REPORTS_WORDS_GROUPS_TEXT_H_

#include <string>

#include "suite/core/tried/group_marks.h"

namespace wgsync {

// Where they were when the launch was given up.
std::string GroupsSeenText(const GroupsSeen& seen);

// The mark that failed.
std::string MarkFaultText(const GroupsSeen& seen);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_WORDS_GROUPS_TEXT_H_
