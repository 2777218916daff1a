// The suite alone.

#include "suite/core/catalog/more.h"

namespace wgsync {

More MoreRows() { return {}; }

}  // namespace wgsync
