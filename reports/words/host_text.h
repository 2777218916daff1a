// The evidence of a host check, in sentences.

#ifndef WGSYNC_REPORTS_WORDS_HOST_TEXT_H_
#define WGSYNC_REPORTS_WORDS_HOST_TEXT_H_

#include <string>
#include <vector>

#include "suite/core/record/result.h"

namespace wgsync {

// How it ended, what the same showed without its synchronization, and what else
// was seen. Empty of any other case, and of a check that never ran.
std::vector<std::string> HostSentences(const CaseResult& result);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_WORDS_HOST_TEXT_H_
