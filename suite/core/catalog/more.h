// Rows that another project adds to the catalog: its primitives, and their
// cases in the smoke tier. tools/example is such a project.
//
// Its library defines MoreRows() and takes the place of :no_more by
//
//   build --@wgsync//suite/core/catalog:more=//:rows
//
// Every program of the suite then has the rows: lists, runs, the cases as
// GoogleTest, and the tests of the catalog, which check them as all others.
// Nothing is registered while a program runs, and no other code differs.

#ifndef WGSYNC_SUITE_CORE_CATALOG_MORE_H_
#define WGSYNC_SUITE_CORE_CATALOG_MORE_H_

#include <string>
#include <vector>

#include "suite/core/catalog/catalog.h"

namespace wgsync {

struct MoreCase {
  std::string id;
  std::string why;  // what it tells that no other case does
};

struct More {
  // Each has its OpenCL C in `texts`, by its `file`: the name that it would
  // have below kernels/. None has the name of another primitive.
  std::vector<Primitive> primitives;
  std::vector<MoreCase> smoke;
};

// Must not ask for the primitives of the catalog, which are not complete
// without it.
More MoreRows();

}  // namespace wgsync

#endif  // WGSYNC_SUITE_CORE_CATALOG_MORE_H_
