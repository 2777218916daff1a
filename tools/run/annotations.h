// Lines by which a CI shows failures in its page of a job or a change.

#ifndef WGSYNC_TOOLS_RUN_ANNOTATIONS_H_
#define WGSYNC_TOOLS_RUN_ANNOTATIONS_H_

#include <string>
#include <vector>

namespace wgsync {

struct Annotation {
  std::string title;  // the case
  std::string text;   // its verdict and reason
};

// GitHub's workflow commands, "::error title=...::...", a line each. GitHub
// shows ten of a step; of more, the last one counts the rest. Source: GitHub's
// documentation, "Workflow commands for GitHub Actions".
std::string GitHubAnnotations(const std::vector<Annotation>& failures);

// Prints them where GITHUB_ACTIONS says that GitHub runs this.
void Annotate(const std::vector<Annotation>& failures);

}  // namespace wgsync

#endif  // WGSYNC_TOOLS_RUN_ANNOTATIONS_H_
