// The header comment of a kernel says for people what the catalog says as data.

#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "gtest/gtest.h"
#include "kernels/embedded.h"
#include "suite/core/catalog/catalog.h"

namespace wgsync {
namespace {

std::string RolesOf(const Primitive& p) {
  if (p.by_item) return "items";
  if (p.item_watchers) return "groups and item watchers";
  return p.roles_per_group > 1 ? "groups and watchers" : "groups";
}

// The comment at the beginning of a file, as one line.
std::string HeaderOf(absl::string_view text) {
  std::vector<absl::string_view> lines;
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    if (!absl::ConsumePrefix(&line, "//")) break;
    lines.push_back(absl::StripAsciiWhitespace(line));
  }
  return absl::StrJoin(lines, " ");
}

// What follows `tag` up to the first full stop or colon; "" without the tag.
std::string KeywordOf(absl::string_view header, absl::string_view tag) {
  const size_t at = header.find(tag);
  if (at == absl::string_view::npos) return "";
  header.remove_prefix(at + tag.size());
  return std::string(header.substr(0, header.find_first_of(".:")));
}

TEST(KernelHeadersTest, RolesBeginWithTheCatalogsKeywords) {
  // Primitives that share a file may have different roles.
  std::map<std::string, std::set<std::string>> roles;
  std::map<std::string, std::string> texts;  // of other projects' files
  for (const Primitive& p : Primitives()) {
    if (p.texts.count(p.file) != 0) texts[p.file] = p.texts.at(p.file);
    roles[p.file].insert(RolesOf(p));
  }
  for (const auto& [file, file_roles] : roles) {
    if (texts[file].empty()) {
      const EmbeddedFile* kernel = FindKernelFile(file);
      ASSERT_NE(kernel, nullptr) << file;
      texts[file] = kernel->text;
    }
    const std::string header = HeaderOf(texts[file]);
    const std::string said = KeywordOf(header, "Roles: ");
    EXPECT_EQ(said.empty() ? "groups" : said, absl::StrJoin(file_roles, " or "))
        << "kernels/" << file << ": what follows \"Roles: \"";
  }
}

}  // namespace
}  // namespace wgsync
