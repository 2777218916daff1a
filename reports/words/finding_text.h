// The sentence of a finding: suite/core/verdict/finding.h has its words.

#ifndef WGSYNC_REPORTS_WORDS_FINDING_TEXT_H_
#define WGSYNC_REPORTS_WORDS_FINDING_TEXT_H_

#include <string>

#include "suite/core/verdict/finding.h"

namespace wgsync {

// "groups 2 and 3 of 4 have not started". Numbers and texts that the finding
// lacks, as one of a damaged log may, are left out.
std::string FindingText(const Finding& finding);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_WORDS_FINDING_TEXT_H_
