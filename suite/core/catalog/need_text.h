// What a case needs of the scheduler, for people.

#ifndef WGSYNC_SUITE_CORE_CATALOG_NEED_TEXT_H_
#define WGSYNC_SUITE_CORE_CATALOG_NEED_TEXT_H_

#include <string>

#include "absl/strings/string_view.h"

namespace wgsync {

// "all groups resident" for a NeedName() ("co_resident"), which logs and JSON
// keep. A name that is not known stays as it is.
std::string NeedText(absl::string_view name);

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_CATALOG_NEED_TEXT_H_
