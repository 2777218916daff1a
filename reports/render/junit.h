// JUnit's XML, as Jenkins, GitLab and Bazel read it: suites of cases. What the
// verdicts of a run are in it is said in run_junit.h, and those of a gate in
// gate_text.h.

#ifndef WGSYNC_REPORTS_RENDER_JUNIT_H_
#define WGSYNC_REPORTS_RENDER_JUNIT_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace wgsync {

enum class JunitStatus { kPassed, kFailure, kError, kSkipped };

using JunitProperties = std::vector<std::pair<std::string, std::string>>;

struct JunitCase {
  std::string class_name;
  std::string name;
  double seconds = 0;
  JunitProperties properties;
  JunitStatus status = JunitStatus::kPassed;
  std::string type;     // of a failure or an error, one word
  std::string message;  // unless it passed; one line
  std::string details;  // of a failure or an error
  std::string output;   // its [[ become [ [
  // Files, named at the end of the output as Jenkins' JUnit Attachments plugin
  // and GitLab look for them: [[ATTACHMENT|PATH]] on a line of its own.
  std::vector<std::string> attachments;
};

struct JunitSuite {
  std::string name;
  std::string timestamp;  // "2026-01-02T03:04:05"; "" where it is not known
  JunitProperties properties;
  std::vector<JunitCase> cases;
};

// The document. It is well-formed whatever is in the texts: a byte that is no
// UTF-8 becomes U+FFFD, and a control character that XML has no way to write
// becomes '?'.
std::string JunitXml(absl::Span<const JunitSuite> suites);

// As XML has it between elements and, with `attribute`, between quotes.
std::string XmlText(absl::string_view text, bool attribute);

}  // namespace wgsync

#endif  // WGSYNC_REPORTS_RENDER_JUNIT_H_
