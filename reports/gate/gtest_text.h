// What other programs read of the cases as GoogleTest runs them: names of
// tests, and text between the lines of a test.

#ifndef WGSYNC_REPORTS_GATE_GTEST_TEXT_H_
#define WGSYNC_REPORTS_GATE_GTEST_TEXT_H_

#include <string>

#include "absl/strings/string_view.h"

namespace wgsync {

struct TestName {
  std::string suite;  // "barrier"
  std::string name;   // "counter/poll=rmw/groups=2/device=pocl_3_1"

  std::string Full() const;  // "barrier.counter/poll=rmw/..."
};

// The test of a case. A device's slug, unless it is empty, is a part of the
// name. The name has no character that means something to a filter of
// GoogleTest, and no dot, which readers of a list take for the end of a suite.
TestName NameOf(absl::string_view id, absl::string_view slug);

// The text for a message of a running test. Runners search every line there,
// not only its beginning, for "[STATUS] NAME": in a line that could look like
// it brackets become parentheses.
std::string TestMessage(absl::string_view text);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_GATE_GTEST_TEXT_H_
