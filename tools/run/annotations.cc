#include "tools/run/annotations.h"

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"

namespace wgsync {
namespace {

constexpr size_t kMost = 10;

std::string Line(absl::string_view title, absl::string_view text) {
  const std::vector<std::pair<absl::string_view, absl::string_view>> in_text = {
      {"%", "%25"}, {"\r", "%0D"}, {"\n", "%0A"}};
  auto in_title = in_text;
  in_title.insert(in_title.end(), {{":", "%3A"}, {",", "%2C"}});
  return absl::StrCat("::error title=", absl::StrReplaceAll(title, in_title),
                      "::", absl::StrReplaceAll(text, in_text), "\n");
}

}  // namespace

std::string GitHubAnnotations(const std::vector<Annotation>& failures) {
  std::string lines;
  const size_t shown = failures.size() > kMost ? kMost - 1 : failures.size();
  for (size_t i = 0; i < shown; ++i) {
    lines += Line(failures[i].title, failures[i].text);
  }
  if (shown < failures.size()) {
    lines += Line("wgsync", absl::StrCat(failures.size() - shown,
                                         " more cases fail; the job's log and "
                                         "the JUnit file have them"));
  }
  return lines;
}

void Annotate(const std::vector<Annotation>& failures) {
  const char* github = std::getenv("GITHUB_ACTIONS");
  if (github == nullptr || absl::string_view(github) != "true") return;
  std::fputs(GitHubAnnotations(failures).c_str(), stdout);
}

}  // namespace wgsync
